import type { SentBack } from '~/domain/orders/ledger.server'
import { formatDay } from '~/domain/time'
import { Badge } from '../badge'
import { Money } from '../money'
import { Notice } from '../notice'
import { Time } from '../time'

/** The status of an order in a list, and when the house took back some or all of its pixels. */
export function OrderStatusLabel({
	order: { status, releasedAt },
}: {
	order: { status: string; releasedAt: number | null }
}) {
	return (
		<span>
			<Badge status={status} />
			{releasedAt === null ? null : (
				<span className="mt-1 block text-xs text-muted whitespace-normal">
					released by the house on <Time at={releasedAt} />
				</span>
			)}
		</span>
	)
}

/** Says that the house has taken back some or all of the order's pixels (P30). */
export function ReleasedNotice({
	order: { status, releasedAt, releaseReason },
}: {
	order: { status: string; releasedAt: number | null; releaseReason: string | null }
}) {
	if (releasedAt === null) return null
	return (
		<Notice tone="warning" title="The house has taken pixels of this order back">
			<p>
				They were released by the house on <Time at={releasedAt} />.{' '}
				{status === 'pending'
					? 'The order cannot be approved any more; money that has arrived for it goes back to the buyer.'
					: 'How the order was decided stays as it was.'}
			</p>
			{releaseReason ? <p className="wrap-anywhere whitespace-pre-line">Reason: {releaseReason}</p> : null}
		</Notice>
	)
}

/** Tells a buyer about money sent back. `isWhole`: all of it. */
export function RefundNotice({ sentBack, isWhole }: { sentBack: readonly SentBack[]; isWhole: boolean }) {
	if (sentBack.length === 0) return null
	return (
		<Notice title={`${isWhole ? 'The' : 'Some'} money for this order has been sent back`}>
			{sentBack.map(({ on, pence, bankReference }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
				<p key={index}>
					<Money pence={pence} words /> on {formatDay(on)}
					{bankReference ? `, bank reference ${bankReference}` : ''}.
				</p>
			))}
			<p>International transfers take 1-3 business days.</p>
		</Notice>
	)
}

import { Badge } from '../badge'
import { Notice } from '../notice'
import { Time } from '../time'

/** How an order stands in a list, and when the house has taken (some of) its pixels back since. */
export function OrderStatusLabel({
	order: { status, releasedAt },
}: {
	order: { status: string; releasedAt: number | null }
}) {
	return (
		<span className="grid justify-items-start gap-1">
			<Badge status={status} />
			{releasedAt === null ? null : (
				<span className="text-xs text-muted">
					released by the house on <Time at={releasedAt} />
				</span>
			)}
		</span>
	)
}

/** Says on an order that the house has taken (some of) its pixels back since (P30). */
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

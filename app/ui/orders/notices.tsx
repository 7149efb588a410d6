import { formatPounds } from '~/domain/money'
import type { SentBack } from '~/domain/orders/ledger.server'
import type { PendingConfirmation } from '~/domain/orders/review/four-eyes.server'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { orderPath } from '~/domain/orders/review/schema'
import { canDecide, isFree, isRefunded } from '~/domain/orders/rules'
import { formatDay } from '~/domain/time'
import { Badge } from '../badge'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { Notice } from '../notice'
import { Time } from '../time'
import { useList } from './decision-page'

type Released = { status: string; releasedAt: number | null }

/** The status of an order in a list, and when the house took back some or all of its pixels. */
export function OrderStatusLabel({ order: { status, releasedAt } }: { order: Released }) {
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
	order: Released & { releaseReason: string | null }
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

/** The notices an administrator needs before deciding about an order. */
export function ReviewNotices({ order }: { order: ReviewedOrder }) {
	return (
		<>
			<ReleasedNotice order={order} />
			{order.sameTransactionId.length > 0 ? (
				<Notice tone="warning" title="This transaction ID was used before">
					<p>Another order has the same ID. Make sure that both payments have arrived before you approve.</p>
					<Table caption="Orders with this transaction ID" columns={COLUMNS} rows={order.sameTransactionId} />
				</Notice>
			) : null}
			{isFree(order) ? (
				<Notice title="Nothing is to be paid for this order">
					<p>
						The coupon {order.couponCode} covers the whole amount, so no transfer, transaction ID or receipt
						was asked for.
					</p>
				</Notice>
			) : null}
			{order.status === 'failed' && !isRefunded(order) ? (
				<Notice tone="error" title="Somebody else had the pixels when this order came">
					{order.failureReason ? <p>{order.failureReason}</p> : null}
					<p>
						{isFree(order)
							? 'Assign the pixels once they are free again.'
							: `Assign the pixels once they are free again, or refund ${order.name} once the transfer has arrived.`}
					</p>
				</Notice>
			) : null}
		</>
	)
}

const COLUMNS: Column<ReviewedOrder['sameTransactionId'][number]>[] = [
	{
		title: 'Order',
		cell: row => (
			<a className="link link-alone figures" href={`/admin/transactions/${row.id}`}>
				{row.reference}
			</a>
		),
	},
	{ title: 'Name', cell: row => row.name },
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
]

type Props = { rule: PendingConfirmation['rule']; first: PendingConfirmation['approval'] }

function SecondText({ rule, first }: Props) {
	return (
		<>
			{rule} {first?.barred ?? 'You are the second.'}
		</>
	)
}

/** The first approval, if two administrators have to approve. */
export function SecondAdministratorNotice({ rule, first }: Props) {
	if (!first) return null
	return (
		<Notice tone="warning">
			<p>
				<strong>
					Approved by {first.by}, <Time at={first.at} />.
				</strong>{' '}
				<SecondText rule={rule} first={first} />
			</p>
			{first.reason ? <q className="wrap-anywhere">{first.reason}</q> : null}
		</Notice>
	)
}

/** Money that one administrator has sent back and another has to confirm. */
export function SendBackNotice({ rule, first, order }: Props & { order: ReviewedOrder }) {
	const list = useList()
	if (!first) return null
	const path = first.statementId
		? `/admin/statements/${first.statementId}`
		: canDecide(order, 'refund')
			? orderPath(order.id, list, 'refund')
			: orderPath(order.id, list, 'payments/new', { direction: 'out' })
	return (
		<Notice tone="warning">
			<p className="wrap-anywhere">
				<strong>
					{formatPounds(first.pence)} sent back on {first.bookedOn ? formatDay(first.bookedOn) : null}
					{first.bankReference ? `, ${first.bankReference}` : null}: decided by {first.by},{' '}
					<Time at={first.at} />.
				</strong>{' '}
				It is not booked yet. <SecondText rule={rule} first={first} />
			</p>
			{first.barred ? null : (
				<p>
					<a className="link" href={path}>
						{first.statementId ? 'Confirm it on the statement' : 'Confirm it'}
					</a>
				</p>
			)}
		</Notice>
	)
}

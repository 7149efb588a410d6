import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { isFree, isRefunded } from '~/domain/orders/rules'
import { Badge } from '~/ui/badge'
import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { ReleasedNotice } from './notices'

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

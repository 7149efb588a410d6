import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { isFree, isRefunded } from '~/domain/orders/rules'
import { Badge } from '~/ui/badge'
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
					<p>Another order carries it too. Make sure that the money has arrived twice before you approve.</p>
					<OrderLinks orders={order.sameTransactionId} />
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

type Order = { id: string; reference: string; name: string | null; totalPence: number; status: string }

/** Other orders that administrators should look at. */
function OrderLinks({ orders }: { orders: Order[] }) {
	return (
		<ul className="grid text-sm">
			{orders.map(order => (
				<li
					key={order.id}
					className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,34%)),1fr))] items-center gap-x-6 border-t border-line first:border-0 sm:grid-cols-[8rem_1fr_auto_6.5rem]"
				>
					<a
						className="link figures wrap-anywhere sm:whitespace-nowrap inline-flex min-h-11 items-center"
						href={`/admin/transactions/${order.id}`}
					>
						{order.reference}
					</a>{' '}
					<span className="text-right sm:text-left">{order.name}</span>{' '}
					<span className="figures">
						<Money pence={order.totalPence} />
					</span>{' '}
					<span className="text-right">
						<Badge status={order.status} />
					</span>
				</li>
			))}
		</ul>
	)
}

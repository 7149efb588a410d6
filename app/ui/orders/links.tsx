import { Badge } from '~/ui/badge'
import { Money } from '~/ui/money'

type Order = { id: string; reference: string; name: string | null; totalPence: number; status: string }

/** Orders to look at as well, for administrators. */
export function OrderLinks({ orders }: { orders: Order[] }) {
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

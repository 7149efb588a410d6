import { Badge } from '~/ui/badge'
import { Money } from '~/ui/money'

type Order = { id: string; reference: string; name: string | null; totalPence: number; status: string }

/** Orders to look at as well, for administrators. */
export function OrderLinks({ orders, empty }: { orders: Order[]; empty: string }) {
	if (orders.length === 0) return <p className="text-sm text-muted">{empty}</p>
	return (
		<ul className="grid text-sm">
			{orders.map(order => (
				<li
					key={order.id}
					className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line first:border-0"
				>
					<a
						className="link figures inline-flex min-h-11 items-center"
						href={`/admin/transactions/${order.id}`}
					>
						{order.reference}
					</a>
					<span className="mr-auto">{order.name}</span>
					<span className="figures">
						<Money pence={order.totalPence} />
					</span>
					<Badge status={order.status} />
				</li>
			))}
		</ul>
	)
}

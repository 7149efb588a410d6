import { Badge } from '~/ui/badge'
import { Money } from '~/ui/money'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'

type Order = {
	id: string
	reference: string
	status: string
	totalPence: number
	submittedAt: number | null
	cells: number
}

const columns: Column<Order>[] = [
	{ title: 'Order ID', cell: order => <span className="figures whitespace-nowrap">{order.reference}</span> },
	{ title: 'No. of pixels', figures: true, cell: order => order.cells },
	{ title: 'Date', cell: order => (order.submittedAt === null ? null : <Time at={order.submittedAt} />) },
	{ title: 'Price (£)', figures: true, cell: order => <Money pence={order.totalPence} /> },
	{ title: 'Status', cell: order => <Badge status={order.status} /> },
	{
		title: 'Details',
		quiet: true,
		cell: order => (
			<a className="btn btn-quiet" href={`/user/history/${order.id}`} data-enhance="dialog">
				View more<span className="sr-only"> about order {order.reference}</span>
			</a>
		),
	},
]

/** A buyer's orders as their history shows them. */
export function OwnOrders({ orders }: { orders: Order[] }) {
	return (
		<Table
			caption="Purchased"
			columns={columns}
			rows={orders}
			rowKey={order => order.id}
			empty="No purchased history found"
		/>
	)
}

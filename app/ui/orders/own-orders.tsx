import { Money } from '~/ui/money'
import { viewMore } from '~/ui/orders/history-page'
import { OrderStanding } from '~/ui/orders/released-notice'
import { keptColumns, Table } from '~/ui/table'
import { Time } from '~/ui/time'

export type OwnOrder = {
	id: string
	reference: string
	status: string
	totalPence: number
	submittedAt: number | null
	releasedAt: number | null
	cells: number
}

/** Of a buyer's own orders, in the history and on the dashboard. */
export const ownOrderColumns = keptColumns<OwnOrder>([
	{
		title: 'Order ID',
		cell: order => <span className="figures wrap-anywhere sm:whitespace-nowrap">{order.reference}</span>,
	},
	{ title: 'No. of pixels', figures: true, cell: order => order.cells },
	{ title: 'Date', cell: order => (order.submittedAt === null ? null : <Time at={order.submittedAt} />) },
	{ title: 'Price (£)', figures: true, cell: order => <Money pence={order.totalPence} /> },
	{ title: 'Status', cell: order => <OrderStanding order={order} /> },
	viewMore('user', 'purchased', order => `order ${order.reference}`),
])

/** A buyer's orders as their history shows them. */
export function OwnOrders({ orders }: { orders: OwnOrder[] }) {
	return (
		<Table
			caption="Purchased"
			columns={ownOrderColumns}
			rows={orders}
			rowKey={order => order.id}
			empty="No purchased history found"
		/>
	)
}

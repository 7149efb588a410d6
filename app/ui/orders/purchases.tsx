import type { PurchasedOrder } from '~/domain/orders/history/queries.server'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { viewMoreColumn } from '~/ui/orders/history-page'
import { OrderStatusLabel } from '~/ui/orders/notices'
import { Time } from '~/ui/time'

/** The columns of a member's purchases and received pixels, in the history and on the dashboard. */
export const purchaseColumns: Column<PurchasedOrder>[] = [
	{
		title: 'Order ID',
		cell: row => <span className="figures wrap-anywhere sm:whitespace-nowrap">{row.reference}</span>,
	},
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
	{
		title: 'Price (£)',
		figures: true,
		cell: row =>
			row.receivedFrom === null ? (
				<Money pence={row.totalPence} />
			) : (
				<span className="grid justify-items-end">
					<Money pence={row.totalPence} /> <span className="text-xs text-muted">List price</span>
				</span>
			),
	},
	{
		title: 'Status',
		cell: row => (
			<span className="grid justify-items-start gap-1">
				<OrderStatusLabel order={row} />
				{row.receivedFrom === null ? null : (
					<span className="text-xs wrap-anywhere text-muted">from {row.receivedFrom}</span>
				)}
			</span>
		),
	},
	viewMoreColumn(
		'user',
		'purchased',
		row => (row.receivedFrom === null ? `order ${row.reference}` : `transfer ${row.reference}`),
		row => (row.receivedFrom === null ? row.id : `received/${row.id}`),
	),
]

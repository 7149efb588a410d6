import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { viewMore } from '~/ui/orders/history-page'
import { OrderStatusLabel } from '~/ui/orders/notices'
import { Time } from '~/ui/time'

/** An order, or pixels received from somebody else, with their list price at that time. */
export type OwnPurchase = {
	id: string
	reference: string
	status: string
	totalPence: number
	submittedAt: number | null
	releasedAt: number | null
	cells: number
	receivedFrom: string | null
}

/** The columns of a member's purchases and received pixels, in the history and on the dashboard. */
export const purchaseColumns: Column<OwnPurchase>[] = [
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
	viewMore(
		'user',
		'purchased',
		row => (row.receivedFrom === null ? `order ${row.reference}` : `transfer ${row.reference}`),
		row => (row.receivedFrom === null ? row.id : `received/${row.id}`),
	),
]

/** A member's purchases and received pixels, in the history. */
export function Purchases({ purchases }: { purchases: OwnPurchase[] }) {
	return (
		<Table
			caption="Purchased"
			columns={purchaseColumns}
			rows={purchases}
			empty="No purchased history found"
		/>
	)
}

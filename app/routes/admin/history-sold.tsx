import { SoldFilter } from '~/domain/transfers/schema'
import { listAllSold } from '~/domain/transfers/sold-queries.server'
import { requireAdmin } from '~/server/guards.server'
import { Money } from '~/ui/money'
import { HistoryPage, viewMore } from '~/ui/orders/history-page'
import { pageTitle } from '~/ui/page-meta'
import { SaleStatus } from '~/ui/selling/sale-status'
import type { Column } from '~/ui/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sold'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Order History, sold') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = SoldFilter.parse(Object.fromEntries(new URL(request.url).searchParams))
	return { q: filter.q, list: await listAllSold(filter), now: Date.now() }
}

export default function HistorySold({ loaderData: { q, list, now } }: Route.ComponentProps) {
	return (
		<HistoryPage
			area="admin"
			half="sold"
			filter={{ q }}
			label="Order ID, name or e-mail"
			list={list}
			columns={columnsAt(now)}
		/>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columnsAt = (now: number): Column<Row>[] => [
	{ title: 'Order ID', cell: row => <span className="figures">{row.id.slice(0, 8)}</span> },
	{ title: 'User', cell: row => (row.senderId === null ? 'The house' : row.senderName) },
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{
		title: 'Date and time',
		cell: row => (row.decidedAt === null ? null : <Time at={row.decidedAt} />),
	},
	{
		title: 'Price (£)',
		figures: true,
		cell: row => (row.till === null ? <Money pence={row.pence} /> : 'Loan'),
	},
	{ title: 'Status', cell: row => <SaleStatus sale={row} now={now} /> },
	viewMore('admin', 'sold', row => `sale ${row.id.slice(0, 8)}`),
]

import { readAsked } from '~/domain/list'
import { listAllSold } from '~/domain/transfers/history/sold-queries.server'
import { saleStatus } from '~/domain/transfers/rules'
import { SoldFilter } from '~/domain/transfers/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { HistoryPage, viewMore } from '~/ui/orders/history-page'
import { SaleStanding } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sold'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Order History, sold') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(SoldFilter, new URL(request.url).searchParams)
	const now = Date.now()
	const page = await listAllSold(filter)
	const rows = page.rows.map(row => ({ ...row, stands: saleStatus(row, now) }))
	return { q: filter.q, list: { ...page, rows } }
}

export default function HistorySold({ loaderData: { q, list } }: Route.ComponentProps) {
	return (
		<HistoryPage
			area="admin"
			half="sold"
			filter={{ q }}
			label="Order ID, name or email"
			list={list}
			columns={columns}
		/>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columns: Column<Row>[] = [
	{ title: 'Order ID', cell: row => <span className="figures">{row.id.slice(0, 8)}</span> },
	{ title: 'User', cell: row => (row.senderId === null ? 'The house' : row.senderName) },
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{
		title: 'Date and time',
		cell: row => (row.decidedAt === null ? null : <Time at={row.decidedAt} />),
	},
	{
		title: 'List price (£)',
		figures: true,
		cell: row => (row.till === null ? <Money pence={row.pence} /> : 'Loan'),
	},
	{ title: 'Status', cell: row => <SaleStanding stands={row.stands} till={row.till} /> },
	viewMore('admin', 'sold', row => `sale ${row.id.slice(0, 8)}`),
]

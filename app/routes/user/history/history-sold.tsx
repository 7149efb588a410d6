import { NO_PAGE, readAsked } from '~/domain/list'
import { listSold } from '~/domain/transfers/history/sold-queries.server'
import { saleStatus } from '~/domain/transfers/rules'
import { SoldFilter } from '~/domain/transfers/schema'
import { requireUser } from '~/server/auth/guards.server'
import { orNothing } from '~/server/http/loading.server'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { HistoryPage, viewMore } from '~/ui/orders/history-page'
import { SaleStanding } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sold'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sold pixels') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const filter = readAsked(SoldFilter, new URL(request.url).searchParams)
	const list = await orNothing(() => listSold(account.id, filter))
	return { q: filter.q, list: withStatus(list ?? NO_PAGE, Date.now()), isUnread: list === null }
}

function withStatus({ rows, ...list }: Awaited<ReturnType<typeof listSold>>, now: number) {
	return { ...list, rows: rows.map(row => ({ ...row, stands: saleStatus(row, now) })) }
}

export default function HistorySold({ loaderData: { q, list, isUnread } }: Route.ComponentProps) {
	return (
		<HistoryPage
			area="user"
			half="sold"
			filter={{ q }}
			label="Order ID, name or email"
			list={list}
			isUnread={isUnread}
			columns={columns}
		/>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columns: Column<Row>[] = [
	{ title: 'Order ID', cell: row => <span className="figures">{row.id.slice(0, 8)}</span> },
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{ title: 'Date', cell: row => (row.decidedAt === null ? null : <Time at={row.decidedAt} />) },
	{
		title: 'List price (£)',
		figures: true,
		cell: row => (row.till === null ? <Money pence={row.pence} /> : 'Loan'),
	},
	{ title: 'Status', cell: row => <SaleStanding stands={row.stands} till={row.till} /> },
	{ title: 'Recipient Name', cell: row => row.recipientName },
	{ title: 'Recipient Email', cell: row => row.recipientEmail },
	viewMore('user', 'sold', row => `sale ${row.id.slice(0, 8)}`),
]

import type { Role } from '~/domain/accounts/rules'
import { NO_PAGE, parseListQuery } from '~/domain/list'
import { listSales, type Sale } from '~/domain/transfers/history/sold-queries.server'
import { getSenderId, saleStatus } from '~/domain/transfers/rules'
import { SoldFilter } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { loadOrNull } from '~/server/http/loading.server'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { HistoryPage, viewMoreColumn } from '~/ui/orders/history-page'
import { SaleStatus } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/sold'

/* Accepted transfers: for members their own, for administrators all. */

export const handle = { search: 'Order ID, name or email' }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const filter = parseListQuery(SoldFilter, new URL(request.url).searchParams)
	const read = () => listSales(getSenderId(account), filter)
	const page = await (account.role === 'admin' ? read() : loadOrNull(read))
	const { rows, ...list } = page ?? NO_PAGE
	const now = Date.now()
	const sales = rows.map((row: Sale) => ({ ...row, stands: saleStatus(row, now) }))
	return { area: account.role, q: filter.q, list: { ...list, rows: sales }, hasLoadFailed: page === null }
}

export default function Sold({ loaderData: { area, q, list, hasLoadFailed } }: Route.ComponentProps) {
	return (
		<HistoryPage
			area={area}
			kind="sold"
			filter={{ q }}
			label={handle.search}
			list={list}
			hasLoadFailed={hasLoadFailed}
			columns={getColumns(area)}
		/>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const getColumns = (area: Role): Column<Row>[] => {
	const isAdmin = area === 'admin'
	return [
		{ title: 'Order ID', cell: row => <span className="figures">{row.id.slice(0, 8)}</span> },
		...(isAdmin
			? [{ title: 'User', cell: (row: Row) => (row.senderId === null ? 'The house' : row.senderName) }]
			: []),
		{ title: 'No. of pixels', figures: true, cell: row => row.cells },
		{
			title: isAdmin ? 'Date and time' : 'Date',
			cell: row => (row.decidedAt === null ? null : <Time at={row.decidedAt} />),
		},
		{
			title: 'List price (£)',
			figures: true,
			cell: row => (row.until === null ? <Money pence={row.pence} /> : 'Loan'),
		},
		{ title: 'Status', cell: row => <SaleStatus stands={row.stands} until={row.until} /> },
		...(isAdmin
			? []
			: [
					{ title: 'Recipient Name', cell: (row: Row) => row.recipientName },
					{ title: 'Recipient Email', cell: (row: Row) => row.recipientEmail },
				]),
		viewMoreColumn(area, 'sold', row => `sale ${row.id.slice(0, 8)}`),
	]
}

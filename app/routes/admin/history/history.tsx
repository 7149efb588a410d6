import { parseListQuery } from '~/domain/list'
import { listForReview } from '~/domain/orders/review/list.server'
import { ReviewFilter } from '~/domain/orders/review/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { HistoryPage, viewMoreColumn } from '~/ui/orders/history-page'
import { OrderStatusLabel } from '~/ui/orders/notices'
import { Time } from '~/ui/time'
import type { Route } from './+types/history'

export const handle = { search: 'Order ID, name, email or transaction ID' }

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { q, page, sort } = parseListQuery(ReviewFilter, new URL(request.url).searchParams)
	return { q, list: await listForReview({ q, page, sort, status: null, from: null, to: null }) }
}

export default function History({ loaderData: { q, list } }: Route.ComponentProps) {
	return <HistoryPage area="admin" kind="purchased" filter={{ q }} list={list} columns={columns} />
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columns: Column<Row>[] = [
	{
		title: 'Order ID',
		cell: row => <span className="figures wrap-anywhere sm:whitespace-nowrap">{row.reference}</span>,
	},
	{ title: 'User', cell: row => row.account },
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{ title: 'Date and time', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
	{ title: 'Price (£)', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <OrderStatusLabel order={row} /> },
	viewMoreColumn('admin', 'purchased', row => `order ${row.reference}`),
]

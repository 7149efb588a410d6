import { z } from 'zod'
import { listSold } from '~/domain/transfers/sold-queries.server'
import { requireUser } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Money } from '~/ui/money'
import { HistoryTabs } from '~/ui/orders/history-tabs'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { Pagination } from '~/ui/pagination'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sold'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sold pixels') }]

const PAGE_SIZE = 10
const Page = z.coerce.number().int().min(1).max(1_000_000).catch(1)

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const wanted = Page.parse(new URL(request.url).searchParams.get('page'))
	return await listSold(account.id, wanted, PAGE_SIZE)
}

type Row = Awaited<ReturnType<typeof listSold>>['rows'][number]

const columns: Column<Row>[] = [
	{ title: 'Order ID', cell: row => <span className="figures">{row.id.slice(0, 8)}</span> },
	{ title: 'No. of pixels', figures: true, cell: row => row.cells },
	{ title: 'Date', cell: row => (row.decidedAt === null ? null : <Time at={row.decidedAt} />) },
	{ title: 'Price (£)', figures: true, cell: row => <Money pence={row.pence} /> },
	{ title: 'Status', cell: () => <Badge status="sold" /> },
	{ title: 'Recipient Name', cell: row => row.recipientName },
	{ title: 'Recipient Email', cell: row => row.recipientEmail },
	{
		title: 'Details',
		quiet: true,
		cell: row => (
			<a className="btn btn-quiet" href={`/user/history/sold/${row.id}`} data-enhance="dialog">
				View more<span className="sr-only"> about sale {row.id.slice(0, 8)}</span>
			</a>
		),
	},
]

export default function HistorySold({ loaderData }: Route.ComponentProps) {
	const { rows, page, pageCount } = loaderData
	return (
		<>
			<PageTitle title="Transaction History" />
			<HistoryTabs current="sold" />
			<Card flush>
				<Table
					wide
					caption="Sold"
					columns={columns}
					rows={rows}
					rowKey={row => row.id}
					empty="No sold history found"
				/>
				{pageCount > 1 ? (
					<Pagination page={page} pageCount={pageCount} href={other => `/user/history/sold?page=${other}`} />
				) : null}
			</Card>
		</>
	)
}

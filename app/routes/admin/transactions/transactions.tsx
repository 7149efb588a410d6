import { listPath, readAsked } from '~/domain/list'
import { REVIEW_FAILED } from '~/domain/orders/errors'
import { listForReview } from '~/domain/orders/review/list.server'
import { REVIEW_FILTERS, ReviewFilter } from '~/domain/orders/review/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { orErrorPage } from '~/server/http/loading.server'
import { ButtonLink } from '~/ui/button'
import { plainField, SelectField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { DayFields, ListSearch, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { OrderStanding } from '~/ui/orders/released-notice'
import { Time } from '~/ui/time'
import type { Route } from './+types/transactions'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transactions') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(ReviewFilter, new URL(request.url).searchParams)
	const list = await orErrorPage(REVIEW_FAILED.list, () => listForReview(filter))
	return { filter, list }
}

const LIST = '/admin/transactions'

export default function Transactions({ loaderData: { filter, list } }: Route.ComponentProps) {
	const { page: _, sort, ...limits } = filter
	const isFiltered = Object.values(limits).some(Boolean)
	return (
		<>
			<PageTitle
				title="Transactions"
				intro="Payments that buyers have submitted. Compare each with the bank account, then decide."
				actions={
					<ButtonLink variant="secondary" href={listPath(`${LIST}.csv`, limits)}>
						Download CSV
					</ButtonLink>
				}
			/>
			<ListSearch
				q={filter.q}
				sort={sort}
				label="Reference, order ID, name, email or transaction ID"
				showAll={isFiltered ? listPath(LIST, { sort }) : undefined}
			>
				<SelectField field={plainField('status', filter.status ?? '')} label="Status">
					<option value="">All</option>
					{REVIEW_FILTERS.map(status => (
						<option key={status} value={status}>
							{status.charAt(0).toUpperCase() + status.slice(1)}
						</option>
					))}
				</SelectField>
				<DayFields {...filter} />
			</ListSearch>
			<ListTable
				wide
				caption={isFiltered ? 'Transactions that match the search' : 'Transactions'}
				columns={columns}
				page={list}
				rowKey={row => row.id}
				empty="No transactions found"
				href={place => listPath(LIST, { ...filter, ...place })}
			/>
		</>
	)
}

type Row = Awaited<ReturnType<typeof listForReview>>['rows'][number]

const columns: Column<Row>[] = [
	{
		title: 'Transaction ID',
		cell: row => (
			<span className="grid gap-0.5">
				<span className="figures">{row.paymentId ?? 'Nothing to pay'}</span>{' '}
				<span className="figures text-xs text-muted">{row.reference}</span>{' '}
				{row.usedTwice ? <span className="text-xs font-semibold text-danger">Used before</span> : null}
			</span>
		),
	},
	{
		title: 'Name',
		cell: row => (
			<span className="grid gap-0.5">
				<span>{row.name}</span> <span className="text-xs text-muted">{row.email}</span>
			</span>
		),
	},
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <OrderStanding order={row} /> },
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
	{
		title: 'Action',
		cell: row => (
			<a className="btn btn-quiet" href={`/admin/transactions/${row.id}`}>
				View
				<span className="sr-only"> transaction {row.paymentId ?? row.reference}</span>
			</a>
		),
	},
]

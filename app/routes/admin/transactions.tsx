import { listForReview } from '~/domain/orders/review-queries.server'
import { REVIEW_STATUSES, ReviewFilter, reviewListPath } from '~/domain/orders/review-schema'
import { requireAdmin } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { InputField, plainField, SelectField } from '~/ui/field'
import { Money } from '~/ui/money'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { Pagination } from '~/ui/pagination'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/transactions'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transactions') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = ReviewFilter.parse(Object.fromEntries(new URL(request.url).searchParams))
	return { filter, ...(await listForReview(filter)) }
}

export default function Transactions({ loaderData }: Route.ComponentProps) {
	const { filter, rows, total, page, pageCount, from, to } = loaderData
	const isFiltered = Boolean(filter.q || filter.status)
	return (
		<>
			<PageTitle
				title="Transactions"
				intro="Payments that buyers have submitted, newest first. Compare each with the bank account, then decide."
			/>
			<Search filter={filter} isFiltered={isFiltered} />
			<Card flush>
				<Table
					wide
					caption={isFiltered ? 'Transactions that match the search' : 'Transactions'}
					columns={columns}
					rows={rows}
					rowKey={row => row.id}
					empty="No transactions found"
				/>
				{total > 0 ? (
					<Pagination
						page={page}
						pageCount={pageCount}
						href={other => reviewListPath({ ...filter, page: other })}
						results={{ from, to, total }}
					/>
				) : null}
			</Card>
		</>
	)
}

function Search({ filter, isFiltered }: { filter: ReviewFilter; isFiltered: boolean }) {
	return (
		<search>
			<form
				method="get"
				className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_auto] lg:max-w-5xl"
			>
				<InputField
					field={plainField('q', filter.q)}
					label="Reference, order ID, name, e-mail or transaction ID"
					type="search"
					maxLength={200}
				/>
				<SelectField field={plainField('status', filter.status ?? '')} label="Status">
					<option value="">All</option>
					{REVIEW_STATUSES.map(status => (
						<option key={status} value={status}>
							{status.charAt(0).toUpperCase() + status.slice(1)}
						</option>
					))}
				</SelectField>
				<div className="actions">
					<Button variant="secondary">Search</Button>
					{isFiltered ? (
						<ButtonLink variant="quiet" href="/admin/transactions">
							Show all
						</ButtonLink>
					) : null}
				</div>
			</form>
		</search>
	)
}

type Row = Awaited<ReturnType<typeof listForReview>>['rows'][number]

const columns: Column<Row>[] = [
	{
		title: 'Transaction ID',
		cell: row => (
			<span className="grid gap-0.5">
				<span className="figures">{row.paymentId}</span>
				<span className="figures text-xs text-muted">{row.reference}</span>
				{row.usedTwice ? <span className="text-xs font-semibold text-danger">Used before</span> : null}
			</span>
		),
	},
	{
		title: 'Name',
		cell: row => (
			<span className="grid gap-0.5">
				<span>{row.name}</span>
				<span className="text-xs text-muted">{row.email}</span>
			</span>
		),
	},
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
	{
		title: 'Action',
		cell: row => (
			<a className="btn btn-quiet" href={`/admin/transactions/${row.id}`}>
				View
				<span className="sr-only"> transaction {row.paymentId}</span>
			</a>
		),
	},
]

import { listPath, PAGE_SIZE, readAsked } from '~/domain/list'
import { REVIEW_FAILED } from '~/domain/orders/errors'
import { listForReview } from '~/domain/orders/review/list.server'
import {
	orderPath,
	PAGE_SIZES,
	REVIEW_FILTERS,
	REVIEW_SORTS,
	ReviewFilter,
	type ReviewSort,
	readSort,
	reviewPath,
	type SortColumn,
} from '~/domain/orders/review/schema'
import { MONEY_FILTERS } from '~/domain/payments/balance'
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
	const { page: _, sort, size: rows, ...limits } = filter
	const size = rows === PAGE_SIZE ? undefined : rows
	const address = (change: Partial<typeof filter>) => reviewPath({ ...filter, ...change })
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
				hidden={{ size }}
				label="Reference, order ID, name, email or transaction ID"
				showAll={isFiltered ? listPath(LIST, { sort, size }) : undefined}
			>
				<SelectField field={plainField('status', filter.status ?? '')} label="Status">
					<option value="">All</option>
					{REVIEW_FILTERS.map(status => (
						<option key={status} value={status}>
							{status.charAt(0).toUpperCase() + status.slice(1)}
						</option>
					))}
				</SelectField>
				<SelectField field={plainField('money', filter.money ?? '')} label="Money">
					<option value="">All</option>
					{Object.entries(MONEY_FILTERS).map(([money, words]) => (
						<option key={money} value={money}>
							{words}
						</option>
					))}
				</SelectField>
				<DayFields {...filter} />
			</ListSearch>
			<ListTable
				wide
				caption={isFiltered ? 'Transactions that match the search' : 'Transactions'}
				columns={columnsOf(filter, address)}
				page={list}
				rowKey={row => row.id}
				empty="No transactions found"
				href={({ page, sort }) => address({ page, sort: REVIEW_SORTS.find(one => one === sort) })}
				sizes={PAGE_SIZES.map(one => ({
					size: one,
					href: one === filter.size ? null : address({ size: one, page: 1 }),
				}))}
			/>
		</>
	)
}

type Row = Awaited<ReturnType<typeof listForReview>>['rows'][number]

/* How a list is sorted first by a column, and then. */
const DIRECTIONS: Readonly<Record<SortColumn, readonly [ReviewSort | undefined, ReviewSort]>> = {
	date: [undefined, 'date'],
	amount: ['-amount', 'amount'],
	buyer: ['buyer', '-buyer'],
	status: ['status', '-status'],
}

function columnsOf(filter: ReviewFilter, address: (change: Partial<ReviewFilter>) => string): Column<Row>[] {
	const { column: current, isAscending } = readSort(filter.sort)
	const by = (column: SortColumn): NonNullable<Column<Row>['sort']> => {
		const [first, then] = DIRECTIONS[column]
		const isFirst = column === current && isAscending === readSort(first).isAscending
		const direction = isAscending ? 'ascending' : 'descending'
		return {
			href: address({ sort: isFirst ? then : first, page: 1 }),
			direction: column === current ? direction : undefined,
		}
	}
	return [
		...columns.map(({ by: column, ...rest }) => (column ? { ...rest, sort: by(column) } : rest)),
		{
			title: 'Action',
			cell: row => (
				<a className="btn btn-quiet" href={orderPath(row.id, filter)}>
					View
					<span className="sr-only"> transaction {row.paymentId ?? row.reference}</span>
				</a>
			),
		},
	]
}

const columns: (Column<Row> & { by?: SortColumn })[] = [
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
		by: 'buyer',
		cell: row => (
			<span className="grid gap-0.5">
				<span>{row.name}</span> <span className="text-xs text-muted">{row.email}</span>
			</span>
		),
	},
	{ title: 'Amount', by: 'amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Money', cell: row => (row.money === 'settled' ? null : capitalised(row.money)) },
	{ title: 'Status', by: 'status', cell: row => <OrderStanding order={row} /> },
	{
		title: 'Date',
		by: 'date',
		cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />),
	},
]

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

import {
	type Funnel,
	readFunnel,
	readRevenueByMonth,
	readRunOutHolds,
} from '~/domain/dashboard/business.server'
import { readOrderTotals } from '~/domain/dashboard/order-totals.server'
import { countGrid, countSold, type PerType, sum } from '~/domain/dashboard/rules'
import { CELL_COUNT, CELL_TYPES, COUNTS } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { capitalize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Bars } from '~/ui/dashboard/bars'
import { Revenue } from '~/ui/dashboard/revenue'
import { WaitingForYou } from '~/ui/dashboard/waiting'
import { drawWholeGrid } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { useMarkup } from '~/ui/layout/assets'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { StatCard } from '~/ui/stat-card'
import { Time } from '~/ui/time'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Dashboard') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAdmin(request)
	const now = Date.now()
	const viewer = { role: 'admin', accountId: account.id } as const
	const [grid, totals, runOut, months, funnel] = await Promise.all([
		readGrid(now),
		readOrderTotals(),
		readRunOutHolds(now),
		readRevenueByMonth(now),
		readFunnel(now),
	])
	return {
		...storeMarkup({ cells: drawWholeGrid(grid, 'dashboard', viewer, statesFor(grid, viewer)) }),
		compositeHash: grid.compositeHash,
		figures: countGrid(grid, null),
		sales: countSold(grid.held),
		totals,
		runOut,
		months,
		funnel,
	}
}

export default function Dashboard({ loaderData, matches }: Route.ComponentProps) {
	const { cells, compositeHash, figures, sales, totals, runOut, months, funnel } = loaderData
	const { pending, approved, failed, latest } = totals
	return (
		<>
			<PageTitle title="Dashboard" />
			<WaitingForYou waiting={matches[1].loaderData.waiting} {...{ pending, failed, runOut }} />
			<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-stretch xl:has-[[open]]:items-start">
				<Revenue months={months} />
				<MoneyCards approved={approved} reviewed={pending.pence} />
			</div>
			<div className="grid items-start gap-6 xl:grid-cols-2">
				<Bars
					title="Pixels sold by type"
					aside="Of all that there are"
					name="Type"
					value="Sold"
					also="Pending"
					bars={CELL_TYPES.map(type => ({
						name: capitalize(type),
						value: sales.sold[type],
						also: sales.pending[type],
						of: COUNTS[type],
					}))}
				/>
				<Bars
					title="From checkout to sale"
					aside="Checkouts opened in the last 30 days"
					name="Step"
					value="Checkouts"
					bars={stepsOf(funnel)}
				/>
			</div>
			<Card
				title="Latest orders"
				aside={
					<a className="link link-alone text-sm" href="/admin/transactions">
						All transactions
					</a>
				}
				flush
			>
				<Table
					caption="Latest orders"
					columns={columns}
					rows={latest}
					rowKey={row => row.id}
					empty="No transactions found"
				/>
			</Card>
			<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
				<Grid mode="dashboard" html={useMarkup(cells)} compositeHash={compositeHash} />
				<GridFigures figures={figures} />
			</div>
		</>
	)
}

function MoneyCards({
	approved: { pence, count },
	reviewed,
}: Pick<Data['totals'], 'approved'> & { reviewed: number }) {
	return (
		<section className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-1" aria-labelledby="money">
			<h2 id="money" className="sr-only">
				Money
			</h2>
			<StatCard
				title="Total-Revenue"
				value={<Money pence={pence} look="millions" decimals={1} />}
				note={`Total of ${count.toLocaleString('en-GB')} approved ${count === 1 ? 'order' : 'orders'}.`}
			/>
			<StatCard
				title="Amount to review"
				value={<Money pence={reviewed} look="millions" decimals={1} />}
				note="Total of pending orders."
			/>
		</section>
	)
}

function stepsOf({ opened, proceeded, submitted, approved }: Funnel) {
	return [
		{ name: 'Opened', value: opened, of: opened },
		{ name: 'Bank details seen', value: proceeded, of: opened },
		{ name: 'Submitted', value: submitted, of: opened },
		{ name: 'Approved', value: approved, of: opened },
	]
}

type Data = Route.ComponentProps['loaderData']

const columns: Column<Data['totals']['latest'][number]>[] = [
	{
		title: 'Order',
		cell: row => (
			<a
				className="link figures wrap-anywhere sm:whitespace-nowrap -my-2.5 inline-flex min-h-11 items-center"
				href={`/admin/transactions/${row.id}`}
			>
				{row.reference}
			</a>
		),
	},
	{ title: 'Name', cell: row => row.name },
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
]

function GridFigures({ figures }: { figures: Data['figures'] }) {
	const { available, owned, onHold, house, valuePence, used, unused } = figures
	return (
		<section
			className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-3 sm:gap-4 md:max-xl:grid-cols-4"
			aria-labelledby="pixels"
		>
			<h2 id="pixels" className="sr-only">
				Pixels
			</h2>
			<StatCard title="Available Pixels" value={sum(available)} parts={byType(available)} />
			<StatCard title="Pixels owned by others" value={sum(owned)} parts={byType(owned)} />
			<StatCard title="Reserved Pixels" value={sum(house)} parts={byType(house)} />
			<StatCard
				title="Total-value"
				value={<Money pence={valuePence} look="millions" decimals={1} />}
				note="Members’ pixels at today’s prices."
			/>
			<StatCard title="Used-Pixels" value={used} note="Members’, with an image." />
			<StatCard title="Unused-Pixels" value={unused} note="Members’, without one." />
			<StatCard title="On hold" value={onHold} note="For open checkouts." />
			<StatCard title="Total Pixels" value={CELL_COUNT} />
		</section>
	)
}

function byType(counts: PerType) {
	return CELL_TYPES.map(type => ({ label: capitalize(type), value: counts[type] }))
}

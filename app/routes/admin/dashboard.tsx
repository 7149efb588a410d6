import { countGrid, type PerType, sum } from '~/domain/dashboard/rules'
import { CELL_COUNT, CELL_TYPES } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import type { ReviewStatus } from '~/domain/orders/review-schema'
import { typeWord } from '~/domain/orders/review-words'
import { readOrderTotals } from '~/domain/orders/totals-queries.server'
import { requireAdmin } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { drawCells } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { StatCard } from '~/ui/stat-card'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Dashboard') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAdmin(request)
	const [grid, totals] = await Promise.all([readGrid(Date.now()), readOrderTotals()])
	const states = statesFor(grid, { role: 'admin', accountId: account.id })
	return {
		cells: drawCells({ mode: 'dashboard', states, prices: grid.prices }),
		figures: countGrid(grid, null),
		totals,
	}
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
	const { cells, figures, totals } = loaderData
	return (
		<>
			<PageTitle title="Dashboard" />
			{totals.failedMails > 0 ? (
				<Notice tone="error" title="Mails could not be sent">
					<p>
						{totals.failedMails === 1 ? 'One mail was' : `${totals.failedMails} mails were`} given up after
						several attempts.{' '}
						<a className="link" href="/admin/outbox">
							Open the outbox
						</a>
					</p>
				</Notice>
			) : null}
			<section className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4" aria-labelledby="payments">
				<h2 id="payments" className="sr-only">
					Payments
				</h2>
				<StatCard
					title="Payments to review"
					value={<CountLink status="pending" count={totals.pending.count} />}
					note={
						totals.pending.oldest === null ? (
							'None is waiting.'
						) : (
							<>
								The oldest since <Time at={totals.pending.oldest} />.
							</>
						)
					}
				/>
				<StatCard
					title="Amount to review"
					value={<Money pence={totals.pending.pence} look="millions" decimals={1} />}
					note="Total of pending orders."
				/>
				<StatCard
					title="Total-Revenue"
					value={<Money pence={totals.approved.pence} look="millions" decimals={1} />}
					note={`Total of ${totals.approved.count} approved ${totals.approved.count === 1 ? 'order' : 'orders'}.`}
				/>
				<StatCard
					title="Failed orders"
					value={<CountLink status="failed" count={totals.failed.count} />}
					note="The pixels were gone when the receipt came: to refund."
				/>
			</section>
			<Card
				title="Latest orders"
				aside={
					<a className="link text-sm" href="/admin/transactions">
						All transactions
					</a>
				}
				flush
			>
				<Table
					caption="Latest orders"
					columns={columns}
					rows={totals.latest}
					rowKey={row => row.id}
					empty="No transactions found"
				/>
			</Card>
			<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
				<Grid mode="dashboard" html={cells} />
				<GridFigures figures={figures} />
			</div>
		</>
	)
}

/** How many there are, and the way to them. */
function CountLink({ status, count }: { status: ReviewStatus; count: number }) {
	return (
		<a
			className="-my-2 inline-flex min-h-11 items-center gap-3"
			href={`/admin/transactions?status=${status}`}
		>
			{count}
			<span className="link font-sans text-sm">
				View<span className="sr-only"> {status} transactions</span>
			</span>
		</a>
	)
}

type Data = Route.ComponentProps['loaderData']

const columns: Column<Data['totals']['latest'][number]>[] = [
	{
		title: 'Order',
		cell: row => (
			<a
				className="link figures whitespace-nowrap -my-2.5 inline-flex min-h-11 items-center"
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
		<section className="grid grid-cols-2 gap-3 sm:gap-4 md:max-xl:grid-cols-4" aria-labelledby="pixels">
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
	return CELL_TYPES.map(type => ({ label: typeWord(type), value: counts[type] }))
}

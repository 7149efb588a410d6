import { readExpiredHolds, readRevenueByMonth } from '~/domain/dashboard/business.server'
import { formatMonth } from '~/domain/dashboard/months'
import { readMovedMoney, readOrderTotals, readWaitingMoney } from '~/domain/dashboard/order-totals.server'
import { countGrid, countSold, type PerType, sumCounts } from '~/domain/dashboard/rules'
import { CELL_COUNT, CELL_TYPES, COUNTS } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { formatPounds } from '~/domain/money'
import { capitalize, pluralize } from '~/domain/text'
import { formatWeekday, londonDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FigureStrip } from '~/ui/dashboard/figure-strip'
import { Revenue } from '~/ui/dashboard/revenue'
import { WaitingForYou } from '~/ui/dashboard/waiting'
import { drawWholeGrid } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { useMarkup } from '~/ui/layout/assets'
import { PageTitle } from '~/ui/layout/page-title'
import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { Time } from '~/ui/time'
import type { Route } from './+types/dashboard'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAdmin(request)
	const now = Date.now()
	const viewer = { role: 'admin', accountId: account.id } as const
	const [grid, totals, money, moved, runOut, months] = await Promise.all([
		readGrid(now),
		readOrderTotals(),
		readWaitingMoney(),
		readMovedMoney(now),
		readExpiredHolds(now),
		readRevenueByMonth(now),
	])
	return {
		...storeMarkup({ cells: drawWholeGrid(grid, 'dashboard', viewer, statesFor(grid, viewer)) }),
		compositeHash: grid.compositeHash,
		figures: countGrid(grid, null),
		sales: countSold(grid.held),
		totals,
		money,
		moved,
		runOut,
		months,
		today: londonDay(now),
	}
}

export default function Dashboard({ loaderData, matches }: Route.ComponentProps) {
	const { cells, compositeHash, figures, sales, totals, money, moved, runOut, months, today } = loaderData
	const { failed, latest } = totals
	const { waiting, hasSecondFactor } = matches[1].loaderData
	return (
		<>
			<PageTitle
				title="Dashboard"
				intro={formatWeekday(today)}
				actions={
					<ButtonLink variant="secondary" href="/admin/statements">
						Import a statement
					</ButtonLink>
				}
			/>
			{hasSecondFactor ? null : (
				<p className="text-sm text-muted">
					Your account is protected by a password only.{' '}
					<a className="link" href="/admin/setting/second-factor">
						Set up two-factor authentication
					</a>
				</p>
			)}
			<WaitingForYou {...{ waiting, money, failed, runOut }} />
			<HouseFigures {...{ figures, totals, moved }} />
			<div className="grid grid-cols-1 items-start gap-4 min-[75rem]:grid-cols-[minmax(0,28.5rem)_minmax(0,1fr)]">
				<Grid mode="dashboard" html={useMarkup(cells)} compositeHash={compositeHash} />
				<div className="grid gap-4">
					<Card title="Pixels" flush>
						<Table caption="Pixels by type" columns={pixelColumns(figures, sales)} rows={PIXEL_ROWS} narrow />
						<p className="px-4 py-2.5 text-xs text-muted">
							Total-value of members’ pixels at today’s prices: {formatPounds(figures.valuePence)}.
							Used-Pixels, with an image: {formatCount(figures.used)}. Unused-Pixels:{' '}
							{formatCount(figures.unused)}.
						</p>
					</Card>
					<Revenue months={months} />
				</div>
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
					className="table-places"
					caption="Latest orders"
					columns={columns}
					rows={latest}
					empty="No transactions found"
				/>
			</Card>
		</>
	)
}

function HouseFigures({ figures, totals, moved }: Pick<Data, 'figures' | 'totals' | 'moved'>) {
	const { approved, pending } = totals
	const { month, received, sentBack } = moved
	return (
		<FigureStrip
			items={[
				['Total-Revenue', approved.pence, pluralize(approved.count, 'approved order')],
				['Amount to review', pending.pence, pluralize(pending.count, 'pending order')],
				['Received yesterday', received.receivedPence, `${pluralize(received.count, 'payment')} at the bank`],
				[`Sent back in ${formatMonth(month)}`, sentBack.sentPence, pluralize(sentBack.count, 'payment')],
				[
					'Available Pixels',
					`${formatCount(sumCounts(figures.available))} of ${formatCount(CELL_COUNT)}`,
					`${formatCount(figures.onHold)} on hold for open checkouts`,
				],
			]}
		/>
	)
}

const formatCount = (count: number) => count.toLocaleString('en-GB')

type Data = Route.ComponentProps['loaderData']

const columns: Column<Data['totals']['latest'][number]>[] = [
	{
		title: 'Order',
		className: '[grid-area:note]',
		cell: row => (
			<a className="link link-alone figures whitespace-nowrap" href={`/admin/transactions/${row.id}`}>
				{row.reference}
			</a>
		),
	},
	{ title: 'Name', className: '[grid-area:title]', cell: row => row.name },
	{
		title: 'Amount',
		figures: true,
		className: '[grid-area:amount]',
		cell: row => <Money pence={row.totalPence} />,
	},
	{ title: 'Status', className: 'at-end [grid-area:side]', cell: row => <Badge status={row.status} /> },
	{
		title: 'Date',
		className: 'whitespace-nowrap [grid-area:more]',
		cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} short />),
	},
]

/* A type of pixels, or all: `of` takes its count out of those of every type. */
type PixelRow = { type: string; of: (counts: PerType) => number }

const PIXEL_ROWS: PixelRow[] = [
	...CELL_TYPES.map(type => ({ type: capitalize(type), of: (counts: PerType) => counts[type] })),
	{ type: 'All', of: sumCounts },
]

function pixelColumns(
	{ available, house, owned }: Data['figures'],
	{ sold, pending }: Data['sales'],
): Column<PixelRow>[] {
	const figure = (title: string, counts: PerType, className = '') =>
		({ title, figures: true, className, cell: ({ of }: PixelRow) => formatCount(of(counts)) }) as const
	return [
		{ title: 'Type', cell: row => row.type },
		figure('Available', available),
		figure('Reserved', house, 'max-sm:hidden'),
		figure('Owned by others', owned),
		{
			title: 'Sold',
			figures: true,
			cell: ({ of }) => `${formatCount(of(sold))} of ${formatCount(of(COUNTS))}`,
		},
		figure('Pending', pending, 'max-sm:hidden'),
	]
}

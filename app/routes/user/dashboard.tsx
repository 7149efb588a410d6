import { listBlocks } from '~/domain/creatives/queries.server'
import { countGrid, noFigures, type PerType, sum } from '~/domain/dashboard/rules'
import { CELL_TYPES, CELLS } from '~/domain/grid/layout'
import { awaitingFor, readGrid } from '~/domain/grid/queries.server'
import { FALLBACK_PRICES } from '~/domain/grid/rules'
import { wholeGrid } from '~/domain/grid/viewers.server'
import { listOwnOrders } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { readOpenCheckout, readSituation } from '~/domain/orders/queries.server'
import { typeWord } from '~/domain/orders/review/labels'
import { checkoutPath, isFree } from '~/domain/orders/rules'
import { listLoans } from '~/domain/transfers/loan-queries.server'
import { readRevenue } from '~/domain/transfers/sold-queries.server'
import { requireUser } from '~/server/guards.server'
import { orNothing } from '~/server/loading.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { OpenCheckout } from '~/ui/checkout/open-checkout'
import { OwnPieces } from '~/ui/creatives/own-pieces'
import { EmptyState } from '~/ui/empty-state'
import { drawCells } from '~/ui/grid/draw.server'
import { drawn } from '~/ui/grid/drawn'
import { Grid } from '~/ui/grid/grid'
import { Kept } from '~/ui/kept'
import { LoadFailed } from '~/ui/load-failed'
import { Money } from '~/ui/money'
import { OwnOrders } from '~/ui/orders/own-orders'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { LoansCard } from '~/ui/selling/loans-card'
import { StatCard } from '~/ui/stat-card'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Dashboard') }]

const LATEST = 3

export async function loader({ request }: Route.LoaderArgs) {
	const { id } = await requireUser(request)
	return (await orNothing(() => readDashboard(id, Date.now()))) ?? nothing()
}

async function readDashboard(accountId: string, now: number) {
	const [grid, revenuePence, [open, situation], latest, blocks, loans] = await Promise.all([
		readGrid(now),
		readRevenue(accountId),
		readCheckout(accountId, now),
		listOwnOrders(accountId, WHOLE_HISTORY, LATEST),
		listBlocks(accountId, now),
		listLoans(accountId, now),
	])
	const viewer = { role: 'user', accountId } as const
	return {
		blocks,
		cells: drawn(wholeGrid(grid, 'dashboard', viewer, drawCells)),
		compositeHash: grid.compositeHash,
		own: awaitingFor(grid, accountId),
		figures: countGrid(grid, accountId),
		revenuePence,
		loans,
		checkout: open && {
			path: checkoutPath(open.id, open.proceededAt === null ? 'cells' : 'payment'),
			cells: open.cells.length,
			totalPence: open.totalPence,
			reference: open.reference,
			free: isFree(open),
			situation,
		},
		orders: latest.rows,
		orderCount: latest.total,
		isUnread: false,
	}
}

async function readCheckout(accountId: string, now: number) {
	const open = await readOpenCheckout(accountId)
	return [open, open ? await readSituation(open, now) : null] as const
}

/** The dashboard that cannot be read: figures at nothing and an empty grid (specification 2, section 8). */
function nothing(): Awaited<ReturnType<typeof readDashboard>> {
	const states = CELLS.map(() => 'available' as const)
	return {
		blocks: [],
		cells: drawn(drawCells({ mode: 'dashboard', states, prices: FALLBACK_PRICES })),
		compositeHash: null,
		own: [],
		figures: noFigures(),
		revenuePence: 0,
		loans: [],
		checkout: undefined,
		orders: [],
		orderCount: 0,
		isUnread: true,
	}
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
	const { blocks, cells, compositeHash, own, figures, revenuePence, checkout, orders, orderCount } =
		loaderData
	const { loans, isUnread } = loaderData
	const hasNothing = !isUnread && !checkout && sum(figures.owned) + figures.lentOut === 0
	return (
		<>
			<PageTitle
				title="Dashboard"
				actions={
					<ButtonLink variant="secondary" href="/user/pixels/buy">
						Buy Pixels
					</ButtonLink>
				}
			/>
			{isUnread ? <LoadFailed /> : null}
			{checkout ? <OpenCheckout {...checkout} /> : null}
			{blocks.length > 0 ? <OwnPieces blocks={blocks} /> : null}
			{hasNothing ? <NothingYet /> : null}
			<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
				<Grid mode="dashboard" html={cells.html} compositeHash={compositeHash} own={own} />
				<Kept
					as="section"
					className="dashboard-figures"
					aria-labelledby="figures"
					of={Figures}
					props={{ figures, revenuePence }}
				/>
			</div>
			<LoansCard loans={loans} />
			{orders.length > 0 ? (
				<Card
					title="Your latest orders"
					aside={
						<a className="link link-alone text-sm" href="/user/history">
							{orderCount > orders.length ? `All ${orderCount} orders` : 'Transaction history'}
						</a>
					}
					flush
				>
					<OwnOrders orders={orders} />
				</Card>
			) : null}
		</>
	)
}

function NothingYet() {
	return (
		<section className="sheet">
			<EmptyState
				title="You own no pixels yet"
				action={<ButtonLink href="/user/pixels/buy">Choose your pixels</ButtonLink>}
			>
				<p>Each is sold once: choose yours on the grid, and it shows what you want.</p>
			</EmptyState>
		</section>
	)
}

type Data = Route.ComponentProps['loaderData']

function Figures({ figures, revenuePence }: { figures: Data['figures']; revenuePence: number }) {
	const { available, owned, ownedByOthers, onHold, house, valuePence, used, unused, lentOut, borrowed } =
		figures
	return (
		<>
			<h2 id="figures" className="sr-only">
				Figures
			</h2>
			<StatCard
				title="Total-Revenue"
				value={<Money pence={revenuePence} look="millions" decimals={1} />}
				note="List price of the pixels you have sold."
			/>
			<StatCard title="Available Pixels" value={sum(available)} parts={byType(available)} />
			<StatCard
				title="Owned Pixels"
				value={sum(owned)}
				parts={byType(owned)}
				note={loanNote(lentOut, borrowed)}
			/>
			<StatCard title="Reserved Pixels" value={onHold} note="On hold for open checkouts." />
			<StatCard
				title="Total-value"
				value={<Money pence={valuePence} look="millions" decimals={1} />}
				note="Your pixels at today’s prices."
			/>
			<StatCard title="Used-Pixels" value={used} note="With an image." />
			<StatCard title="Unused-Pixels" value={unused} note="Still without one." />
			<StatCard title="Pixels owned by others" value={sum(ownedByOthers)} />
			<StatCard title="Admin reserved" value={sum(house)} />
		</>
	)
}

function loanNote(lentOut: number, borrowed: number): string | undefined {
	const notes = [
		...(lentOut > 0 ? [`Without ${lentOut} that you have lent`] : []),
		...(borrowed > 0 ? [`${borrowed} of them lent to you`] : []),
	]
	return notes.length > 0 ? `${notes.join('; ')}.` : undefined
}

function byType(counts: PerType) {
	return CELL_TYPES.map(type => ({ label: typeWord(type), value: counts[type] }))
}

import { brand } from '~/domain/brand'
import { listCertificateCodes } from '~/domain/certificates/queries.server'
import { describeBlockStatus } from '~/domain/creatives/block-status'
import { listBlocks, listOfferedBlocks } from '~/domain/creatives/queries.server'
import type { Block } from '~/domain/creatives/rules'
import { countGrid, emptyFigures, sumCounts } from '~/domain/dashboard/rules'
import { CELLS, cellsByIds } from '~/domain/grid/layout'
import { formatLotNumber } from '~/domain/grid/lot'
import { listAwaitingBlocks, readGrid, statesFor } from '~/domain/grid/queries.server'
import { FALLBACK_PRICES } from '~/domain/grid/rules'
import { cropSurroundings } from '~/domain/grid/surroundings'
import { listPurchased } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { readOpenCheckout, readSituation } from '~/domain/orders/queries.server'
import { checkoutPath, isFree } from '~/domain/orders/rules'
import { readRevenue } from '~/domain/transfers/history/sold-queries.server'
import { listLoans } from '~/domain/transfers/loans.server'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import { invitationLabel, invitationPath } from '~/domain/transfers/rules'
import { requireUser } from '~/server/auth/guards.server'
import { loadOrNull } from '~/server/http/loading.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { Card } from '~/ui/card'
import { OpenCheckout } from '~/ui/checkout/open-checkout'
import { OWN_BLOCK_VIEW, OWN_BLOCKS_SHOWN, OwnBlocks } from '~/ui/creatives/own-blocks'
import { NextStep } from '~/ui/dashboard/next-step'
import { Figures, MainFigures } from '~/ui/dashboard/own-figures'
import { drawCells, drawWholeGrid } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { useMarkup } from '~/ui/layout/assets'
import { pageTitle } from '~/ui/layout/page-meta'
import { LoadFailed } from '~/ui/lists/load-failed'
import { Table } from '~/ui/lists/table'
import { purchaseColumns } from '~/ui/orders/purchases'
import { LoansCard } from '~/ui/selling/loans-card'
import type { Route } from './+types/dashboard'

const LATEST = 3

export async function loader({ request }: Route.LoaderArgs) {
	const { id } = await requireUser(request)
	return (await loadOrNull(() => readDashboard(id, Date.now()))) ?? getFallback()
}

async function readDashboard(accountId: string, now: number) {
	const [grid, revenuePence, [open, situation], latest, loans] = await Promise.all([
		readGrid(now),
		readRevenue(accountId),
		readCheckout(accountId, now),
		listPurchased(accountId, WHOLE_HISTORY, LATEST),
		listLoans(accountId, now),
	])
	const viewer = { role: 'user', accountId } as const
	const states = statesFor(grid, viewer)
	const blocks = [...listBlocks(grid, accountId), ...listOfferedBlocks(grid, accountId)]
	const shown = blocks.slice(0, OWN_BLOCKS_SHOWN)
	const codes = await listCertificateCodes(
		shown.flatMap(({ cells }) => cells[0] ?? []),
		accountId,
	)
	return {
		blocks,
		ownBlocks: shown.map(block => ({
			block,
			place: cropSurroundings(block.cells, { ...grid, states }, OWN_BLOCK_VIEW),
			certificate: codes.get(block.cells[0] ?? 0),
		})),
		...storeMarkup({ cells: drawWholeGrid(grid, 'dashboard', viewer, states) }),
		compositeHash: grid.compositeHash,
		own: listAwaitingBlocks(grid, accountId),
		figures: countGrid(grid, accountId),
		revenuePence,
		loans,
		checkout: open && {
			path: checkoutPath(open.id, open.proceededAt === null ? 'cells' : 'payment'),
			cells: open.cells.length,
			totalPence: open.totalPence,
			reference: open.reference,
			isFree: isFree(open),
			situation,
		},
		orders: latest.rows,
		orderCount: latest.total,
		hasLoadFailed: false,
	}
}

async function readCheckout(accountId: string, now: number) {
	const open = await readOpenCheckout(accountId)
	return [open, open ? await readSituation(open, now) : null] as const
}

/** The dashboard when it cannot be read: figures of zero and an empty grid. */
function getFallback(): Awaited<ReturnType<typeof readDashboard>> {
	const states = CELLS.map(() => 'available' as const)
	return {
		blocks: [],
		ownBlocks: [],
		...storeMarkup({ cells: drawCells({ mode: 'dashboard', states, prices: FALLBACK_PRICES }) }),
		compositeHash: null,
		own: [],
		figures: emptyFigures(),
		revenuePence: 0,
		loans: [],
		checkout: undefined,
		orders: [],
		orderCount: 0,
		hasLoadFailed: true,
	}
}

export default function Dashboard({ loaderData, matches }: Route.ComponentProps) {
	const { blocks, ownBlocks, cells, compositeHash, own, figures, loans, hasLoadFailed } = loaderData
	const { revenuePence, checkout, orders, orderCount } = loaderData
	const [invitation] = matches[1].loaderData.invitations.newest
	const owned = sumCounts(figures.owned)
	const hasNothing = !hasLoadFailed && !checkout && owned + figures.lentOut === 0
	return (
		<>
			<title>{pageTitle('Dashboard')}</title>
			<header className="grid gap-2">
				<p className="kicker">Dashboard</p>
				<h1>
					{owned > 0
						? holdingSentence(blocks.length, owned)
						: hasLoadFailed
							? 'Your place on the grid'
							: figures.lentOut > 0
								? `You have lent all your pixels of the grid, ${figures.lentOut.toLocaleString('en-GB')}`
								: 'You own no pixels yet'}
				</h1>
			</header>
			{hasLoadFailed ? <LoadFailed /> : null}
			<MainFigures figures={figures} />
			{checkout ? (
				<OpenCheckout {...checkout} />
			) : invitation ? (
				<AnswerInvitation {...invitation} />
			) : hasNothing ? (
				<NextStep title="Choose your first place" href="/user/pixels/buy" label="Choose your pixels">
					Each pixel is sold once, and shows what its owner wants.
				</NextStep>
			) : (
				<NextBlock blocks={blocks} />
			)}
			{blocks.length > 0 ? <OwnBlocks blocks={ownBlocks} count={blocks.length} /> : null}
			<section className="grid gap-4" aria-labelledby="grid-today">
				<h2 id="grid-today">The grid today</h2>
				<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
					<Grid mode="dashboard" html={useMarkup(cells)} compositeHash={compositeHash} own={own} />
					<Figures figures={figures} revenuePence={revenuePence} />
				</div>
			</section>
			<LoansCard loans={loans} />
			{orders.length > 0 ? (
				<Card
					title="Your latest purchases"
					aside={
						<a className="link link-alone text-sm" href="/user/history">
							{orderCount > orders.length ? `All ${orderCount} purchases` : 'Transaction history'}
						</a>
					}
					flush
				>
					<Table caption="Purchased" columns={purchaseColumns} rows={orders} />
				</Card>
			) : null}
		</>
	)
}

function AnswerInvitation({ id, sender, cells, until }: IncomingTransfers['newest'][number]) {
	return (
		<NextStep
			title={`Answer the invitation of ${sender ?? brand.name}`}
			href={invitationPath('user', id, '/user/dashboard')}
			label="See the invitation"
		>
			{sender ?? brand.name} {invitationLabel(cells, until)}.
		</NextStep>
	)
}

/** The block that needs attention; none if all is well. */
function NextBlock({ blocks }: { blocks: readonly Block[] }) {
	const own = blocks.filter(item => !item.isOffered)
	const block = own.find(item => !item.creative?.imageKey) ?? own.find(item => item.differing > 0)
	if (!block) return null
	const { next, words } = describeBlockStatus(block)
	const lot = formatLotNumber(cellsByIds(block.cells))
	const title = block.creative?.imageKey ? `Show one image on all of ${lot}` : `Give ${lot} its image`
	return (
		<NextStep title={title} {...next}>
			{words} {block.isPending ? 'Your payment is in review; the place can be filled now.' : null}
		</NextStep>
	)
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Returns "You hold three places on the grid, 20 pixels in all" */
function holdingSentence(places: number, count: number): string {
	const words = (figure: number) => NUMBERS[figure] ?? figure.toLocaleString('en-GB')
	if (places === 0) return `You hold ${words(count)} ${count === 1 ? 'pixel' : 'pixels'} of the grid`
	const all = count === 1 ? '' : `, ${words(count)} pixels in all`
	return `You hold ${words(places)} ${places === 1 ? 'place' : 'places'} on the grid${all}`
}

import { data, redirect } from 'react-router'
import { listBlocks } from '~/domain/creatives/queries.server'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { describeCells } from '~/domain/grid/cell-names'
import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { getClearedPath, parseGridQuery } from '~/domain/grid/grid-query'
import { type CellType, COUNTS, cellsByIds } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import {
	type ReadSelection,
	readSelection,
	resolveCells,
	selectionQuery,
} from '~/domain/grid/selection/selection'
import { listSent } from '~/domain/transfers/history/sent-queries.server'
import { listOwnCells } from '~/domain/transfers/offer.server'
import { checkOffer, type OwnCell, SELL_PAGE_MESSAGES, whyNotOfferable } from '~/domain/transfers/offer-rules'
import { requireUser } from '~/server/auth/guards.server'
import { readFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { orErrorPage } from '~/server/http/loading.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { badRequest } from '~/server/http/responses.server'
import type { Action } from '~/tools/cell-selector/bar'
import { ToolPage } from '~/tools/cell-selector/tool-page'
import { Card } from '~/ui/card'
import { drawChoice } from '~/ui/choosing/choice.server'
import type { ChoiceProblem } from '~/ui/choosing/tool-parts'
import { TypeTable } from '~/ui/grid/figures'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { BarredPixels, groupBarred } from '~/ui/selling/barred-pixels'
import { ChangedInvitation, SentInvitations } from '~/ui/selling/sent-invitations'
import type { Route } from './+types/pixels-sell'

const PATH = '/user/pixels/sell'
const SELL: Action = { intent: 'sell', label: 'Sell Pixels', empty: SELL_PAGE_MESSAGES.empty }

type PageQuery = ReturnType<typeof parseGridQuery> & {
	accountId: string
	read: ReadSelection
	/** A pixel of the invitation that has just been sent or changed. */
	changed?: number | undefined
}

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const query = new URL(request.url).searchParams
	const restored = await restoredForm(request, account.id)
	const read = readSelection(restored ? new URLSearchParams(restored.fields) : query)
	const changed = (await readFlash(request))?.cell
	const pageQuery = { accountId: account.id, ...parseGridQuery(query), read, changed }
	// From view to view a selection grows: it need not be a rectangle yet, and coordinates are only carried along.
	const resolved = query.has('view') || restored ? null : resolveCells(read, true)
	const requested = resolved?.ok ? resolved.ids : read.ticked
	const problem = resolved?.ok === false ? resolved : undefined
	return await orErrorPage(LOAD_FAILED.grid, () => pageData(pageQuery, requested, problem))
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const query = new URL(request.url).searchParams
	const form = await readForm(request)
	const intent = form.get('intent')
	const where = parseGridQuery(query)
	if (intent === 'clear') throw redirect(getClearedPath(PATH, where.view))
	if (intent !== 'select' && intent !== 'sell') throw badRequest()
	const read = readSelection(form)
	const refuse = async (requested: readonly number[], problem: ChoiceProblem) =>
		data(await pageData({ accountId: account.id, ...where, read }, requested, problem), { status: 422 })
	const resolved = resolveCells(read, intent === 'select')
	if (!resolved.ok) return await refuse(resolved.kept, resolved)
	const { ids, field } = resolved
	const own = listOwnCells(await readGrid(Date.now()), account.id)
	const refusal = checkOffer(account.id, ids, own, SELL_PAGE_MESSAGES)
	if (refusal) return await refuse(ids, { message: refusal.message, field })
	throw redirect(
		intent === 'sell' ? `${PATH}/to${selectionQuery(ids)}` : `${PATH}${selectionQuery(ids)}#selection`,
	)
}

/** Loads the grid for this owner's selection, the figures, and the open invitations. */
async function pageData(
	{ accountId, view, list, read, changed }: PageQuery,
	requested: readonly number[],
	refused?: ChoiceProblem,
) {
	const now = Date.now()
	const [grid, sent] = await Promise.all([readGrid(now), listSent(accountId, list, now)])
	const own = listOwnCells(grid, accountId)
	const barred = new Map(
		own.flatMap(cell => {
			const why = whyNotOfferable(cell)
			return why ? [[cell.cell, why.message] as const] : []
		}),
	)
	const mayBeSold = new Set(own.map(cell => cell.cell).filter(cell => !barred.has(cell)))
	const selected = requested.filter(cell => mayBeSold.has(cell))
	const problem =
		refused ?? (selected.length < requested.length ? whyNot(accountId, requested, own) : undefined)
	const canSell = !problem && (selected.length === 0 || !whyNot(accountId, selected, own))
	const viewer = { role: 'user', accountId } as const
	const states = statesFor(grid, viewer)
	const { drawn, ...tool } = drawChoice(grid, {
		mode: 'sell',
		viewer,
		states,
		view,
		selected,
		barred,
		path: PATH,
		// Gold only for what can be sold.
		actions: [{ ...SELL, main: canSell, needsSelection: own.length === 0 }],
		read,
		problem,
		title: 'Sell Pixels',
		links: [{ href: '/user/invitations', text: 'Invitations to you' }],
		hint: own.length > 0 ? 'Tick pixels of yours to sell or lend them.' : 'You own no pixels yet.',
	})
	return {
		tool: { ...tool, drawn: storeMarkup(drawn) },
		prices: grid.prices,
		whole: listBlocks(grid, accountId)
			.map(({ cells }) => cells)
			.filter(cells => cells.every(cell => mayBeSold.has(cell)) && isFilledRectangle(cellsByIds(cells))),
		owned: countGrid(grid, accountId).owned,
		totals: COUNTS,
		barred: groupBarred(barred),
		sent: { q: list.q, list: sent },
		changed: sent.rows.find(({ cells }) => cells.some(({ id }) => id === changed)),
		problem,
	}
}

/** Returns why a bookmarked or revisited address contains pixels that can no longer be sold. */
function whyNot(
	accountId: string,
	requested: readonly number[],
	own: readonly OwnCell[],
): ChoiceProblem | undefined {
	const refusal = checkOffer(accountId, requested, own, SELL_PAGE_MESSAGES)
	return refusal ? { message: refusal.message, field: 'cell' } : undefined
}

export default function SellPixels({ loaderData, actionData }: Route.ComponentProps) {
	const { tool, prices, whole, owned, totals, barred, sent, changed } = actionData ?? loaderData
	return (
		<ToolPage title="Sell Pixels" tool={tool}>
			{changed ? <ChangedInvitation {...changed} /> : null}
			<div className={tool.selector.selected.length === 0 && !changed ? 'above-tool' : undefined}>
				<WholeBlocks blocks={whole} />
			</div>
			<Notice title="What can be sold together">
				<p>
					Choose pixels of yours and invite somebody by email to take them over. Money between you does not
					pass through us.
				</p>
				<p>To lend them, choose them in the same way: the next step asks until when.</p>
				<p>The pixels that you sell must be of one type and form a complete rectangle or square.</p>
				<p>
					What remains of the block they belong to must form a complete rectangle or square too, or nothing
					may remain.
				</p>
			</Notice>
			<BarredPixels pixels={barred} />
			<Figures prices={prices} owned={owned} totals={totals} />
			<SentInvitations {...sent} />
		</ToolPage>
	)
}

/** Links that select one of the member's blocks as a whole. */
function WholeBlocks({ blocks }: { blocks: readonly (readonly number[])[] }) {
	if (blocks.length === 0) return null
	return (
		<Card title="Sell or lend a whole block">
			<ul className="grid gap-x-8 text-sm sm:grid-cols-2 xl:grid-cols-3">
				{blocks.slice(0, MOST_BLOCKS).map(ids => (
					<li key={ids[0]}>
						<a className="link link-alone first-letter:uppercase" href={PATH + selectionQuery(ids)}>
							{describeCells(cellsByIds(ids))}
						</a>
					</li>
				))}
			</ul>
		</Card>
	)
}

/** Blocks with a link; the others are selected on the grid. */
const MOST_BLOCKS = 30

type Counts = Readonly<Record<CellType, number>>

function Figures({ prices, owned, totals }: Record<'prices' | 'owned' | 'totals', Counts>) {
	const price = (pence: number) => <Money pence={pence} format="millions" decimals={1} />
	return (
		<section aria-labelledby="figures" className="grid gap-4">
			<h2 id="figures">Your pixels in figures</h2>
			<TypeTable
				caption="Your pixels in figures"
				rows={[
					{ title: 'Owned', cell: type => owned[type].toLocaleString('en-GB') },
					{ title: 'Price Per Pixel', cell: type => price(prices[type]) },
					{ title: 'Total Pixels in the grid', cell: type => totals[type].toLocaleString('en-GB') },
					{ title: 'List price of the whole grid', cell: type => price(totals[type] * prices[type]) },
				]}
			/>
		</section>
	)
}

import { data, redirect } from 'react-router'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { getClearedPath } from '~/domain/grid/grid-query'
import { type GridSnapshot, readGrid, statesFor } from '~/domain/grid/queries.server'
import { findRegion } from '~/domain/grid/regions'
import type { CellState } from '~/domain/grid/rules'
import {
	type Intent,
	type ReadSelection,
	readSelection,
	resolveSelection,
	selectionQuery,
} from '~/domain/grid/selection/selection'
import { SELECTION_MESSAGES } from '~/domain/grid/selection/selection-rules'
import { readPlaceQuery, suggestPlaces } from '~/domain/grid/suggest'
import { cropSurroundings } from '~/domain/grid/surroundings'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { isHeld } from '~/domain/orders/hold-rules'
import { readOpenCheckout, readUnavailableCells } from '~/domain/orders/queries.server'
import { checkoutPath, replacePath, tooManyCells } from '~/domain/orders/rules'
import { requireUser } from '~/server/auth/guards.server'
import { readForm, refusalInit } from '~/server/forms/form.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { orErrorPage } from '~/server/http/loading.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { badRequest } from '~/server/http/responses.server'
import type { Action } from '~/tools/cell-selector/bar'
import { ToolPage } from '~/tools/cell-selector/tool-page'
import { AboutBuying, WithReplaceDialog } from '~/ui/checkout/about-buying'
import {
	BUY_PATH,
	type BuyProblem,
	createReselectLink,
	describeProblem,
	excludeTaken,
} from '~/ui/choosing/buy-problem'
import { drawChoice } from '~/ui/choosing/choice.server'
import { type Suggested, SuggestForm } from '~/ui/choosing/suggest'
import { OWN_BLOCK_VIEW } from '~/ui/creatives/own-blocks'
import type { Route } from './+types/pixels-buy'

/* Also the page of /user/pixels/suggest: the same tool, with suggested places. */

const ACTIONS: readonly Action[] = [
	{ intent: 'preview', label: 'Image Preview', empty: 'Please select pixels to preview' },
	{ intent: 'buy', label: 'Buy Pixels', main: true, empty: 'Please select pixels to buy' },
]

type PageQuery = {
	accountId: string
	view: string | null
	read: ReadSelection
	/** What kind of place is asked for, if any. */
	placeQuery?: ReturnType<typeof readPlaceQuery>
}

export async function loader({ request, pattern }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const { searchParams: query } = new URL(request.url)
	if (pattern.endsWith('/suggest')) {
		const read = readSelection(new URLSearchParams())
		const pageQuery = {
			accountId: account.id,
			view: null,
			read,
			placeQuery: readPlaceQuery(name => query.get(name)),
		}
		return await orErrorPage(LOAD_FAILED.grid, () => pageData(pageQuery, []))
	}
	const restored = await restoredForm(request, account.id)
	const read = readSelection(restored ? new URLSearchParams(restored.fields) : query)
	const pageQuery = { accountId: account.id, view: query.get('view'), read }
	// From view to view a selection grows: it need not be a rectangle yet, and coordinates are only carried along.
	const resolved = query.has('view') || restored ? null : resolveSelection(read, 'select')
	const problem =
		resolved?.ok === false && resolved.field === 'coordinates'
			? { message: resolved.message, field: resolved.field }
			: undefined
	const requested = resolved?.ok ? resolved.ids : problem ? [] : read.ticked
	return await orErrorPage(LOAD_FAILED.grid, () => pageData(pageQuery, requested, problem))
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const view = new URL(request.url).searchParams.get('view')
	const form = await readForm(request)
	const intent = form.get('intent')
	if (intent === 'clear') throw redirect(getClearedPath(BUY_PATH, view))
	if (!isIntent(intent)) throw badRequest()
	const read = readSelection(form)
	const pageQuery = { accountId: account.id, view, read }
	const resolved = resolveSelection(read, intent)
	if (!resolved.ok) {
		const { message, field, kept } = resolved
		const isShape = field === 'cell' && kept.length > 0
		return data(await pageData(pageQuery, isShape ? kept : [], { message, field }), { status: 422 })
	}
	const { ids } = resolved
	if (intent === 'buy') {
		const opened = await openCheckout(account.id, ids, Date.now())
		if (opened.ok) throw redirect(checkoutPath(opened.orderId, 'cells'))
		const { code, message, taken = [] } = opened
		if (code === 'checkout-held') throw redirect(replacePath(ids))
		const own = await findOwn(account.id, ids)
		const problem: BuyProblem = {
			message,
			field: 'cell',
			...excludeTaken(ids, { taken, own }, createReselectLink(view)),
		}
		return data(await pageData(pageQuery, [], problem), refusalInit(opened))
	}
	const page = await pageData(pageQuery, ids)
	if (page.problem) return data(page, { status: 422 })
	if (intent === 'preview') throw redirect(`/user/pixels/preview${selectionQuery(ids)}`)
	throw redirect(`${BUY_PATH}${selectionQuery(ids)}#selection`)
}

function isIntent(value: unknown): value is Intent {
	return value === 'select' || value === 'preview' || value === 'buy'
}

/** Returns those of some cells that the buyer already has. */
async function findOwn(accountId: string, ids: readonly number[]): Promise<number[]> {
	const states = statesFor(await readGrid(Date.now()), { role: 'user', accountId })
	return ids.filter(id => states[id - 1] === 'owned')
}

/** Loads the grid for this buyer's selection, the figures, and the open checkout. */
async function pageData(
	{ accountId, view, read, placeQuery }: PageQuery,
	requested: readonly number[],
	refused?: BuyProblem,
) {
	const [grid, checkout] = await Promise.all([readGrid(Date.now()), readOpenCheckout(accountId)])
	const viewer = { role: 'user', accountId } as const
	// A buyer may select again among the cells that are on hold for them.
	const states = statesFor(grid, viewer).map((state, index) => {
		const holding = grid.holdings[index]
		return holding?.kind === 'hold' && holding.accountId === accountId ? 'available' : state
	})
	// A bookmarked or revisited address may contain pixels that have been taken since.
	const gone = requested.filter(id => states[id - 1] !== 'available')
	const taken = gone.length > 0 && !refused ? await readUnavailableCells(accountId, gone, Date.now()) : []
	const own = gone.filter(id => states[id - 1] === 'owned')
	const again = createReselectLink(view)
	const rest = again(requested.filter(id => !gone.includes(id)))
	const problem: BuyProblem | undefined =
		refused ??
		(gone.length > 0
			? {
					message: SELECTION_MESSAGES.unknown,
					field: 'cell',
					...excludeTaken(requested, { taken, own }, again),
					again: rest,
				}
			: undefined)
	// Ticked cells of a wrong shape stay, to be corrected; nothing else stays selected after a refusal.
	const selected = problem && problem !== refused ? [] : requested.filter(id => !gone.includes(id))
	const open = checkout
		? {
				href: checkoutPath(checkout.id, checkout.proceededAt === null ? 'cells' : 'payment'),
				reference: checkout.reference,
				totalPence: checkout.totalPence,
				count: checkout.cells.length,
				isHeld: isHeld(checkout, Date.now()),
			}
		: null
	const isStart = selected.length === 0 && !findRegion(view)
	const { drawn, ...tool } = drawChoice(grid, {
		mode: 'buy',
		viewer,
		states,
		view,
		selected,
		path: BUY_PATH,
		actions: ACTIONS,
		read,
		title: 'Buy Pixels',
		intro: 'Choose pixels of one type that form a complete rectangle.',
		hint: 'Tick pixels in the grid to buy them.',
		links: open
			? [{ href: open.href, text: `Continue the checkout of ${formatPixelCount(open.count)}` }]
			: [],
		problem: problem && describeProblem(problem, selected.length === 0),
		suggested: suggestFor(
			placeQuery ?? readPlaceQuery(() => null),
			{ ...grid, states },
			placeQuery !== undefined || isStart,
		),
	})
	return {
		tool: { ...tool, drawn: storeMarkup(drawn) },
		prices: grid.prices,
		figures: countGrid(grid, accountId),
		problem,
		open,
	}
}

function suggestFor(
	{ typed, placeQuery }: ReturnType<typeof readPlaceQuery>,
	grid: GridSnapshot & { states: readonly CellState[] },
	open: boolean,
): Suggested {
	const { blocks, prices, maxCellsPerOrder: limit } = grid
	const shared = { typed, prices, blocks, open }
	if ('message' in placeQuery) return { ...shared, error: placeQuery, places: [], isSoldOut: false }
	const count = placeQuery.budget === null ? placeQuery.rows * placeQuery.columns : 0
	const isSoldOut = !grid.holdings.some(({ kind }) => kind === 'available')
	const error = count > limit ? { field: 'columns' as const, message: tooManyCells(count, limit) } : undefined
	const places = suggestPlaces(placeQuery, grid).map(place => ({
		...place,
		around: cropSurroundings(
			place.cells.map(({ id }) => id),
			grid,
			OWN_BLOCK_VIEW,
		),
	}))
	return { ...shared, error, places, isSoldOut }
}

export default function BuyPixels({ loaderData, actionData }: Route.ComponentProps) {
	const { tool, problem: _, ...about } = actionData ?? loaderData
	return (
		<ToolPage
			title="Buy Pixels"
			tool={tool}
			around={form => <WithReplaceDialog isHeld={about.open?.isHeld === true}>{form}</WithReplaceDialog>}
		>
			<SuggestForm />
			<AboutBuying {...about} />
		</ToolPage>
	)
}

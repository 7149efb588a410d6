import { data, redirect } from 'react-router'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { clearedPath, parseGridQuery } from '~/domain/grid/grid-query'
import { COUNTS, cellsByIds } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import {
	type ReadSelection,
	readSelection,
	resolveCells,
	selectionQuery,
} from '~/domain/grid/selection/selection'
import { listSent } from '~/domain/transfers/history/sent-queries.server'
import { listOwnCells } from '~/domain/transfers/offer.server'
import { type OwnCell, offerRefusal, SELL_PAGE_WORDS, whyNotOfferable } from '~/domain/transfers/offer-rules'
import { requireUser } from '~/server/auth/guards.server'
import { readForm } from '~/server/forms/form.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { badRequest } from '~/server/http/answers.server'
import { orErrorPage } from '~/server/http/loading.server'
import { storeMarkup } from '~/server/http/request-context.server'
import type { Action } from '~/tools/cell-selector/bar'
import { ToolPage } from '~/tools/cell-selector/tool-page'
import { drawChoice } from '~/ui/choosing/choice.server'
import type { ChoiceProblem } from '~/ui/choosing/tool-parts'
import { AboutSelling, type SellPageProps } from '~/ui/selling/about-selling'
import type { Route } from './+types/pixels-sell'

const PATH = '/user/pixels/sell'
const ACTIONS: readonly Action[] = [
	{ intent: 'sell', label: 'Sell Pixels', main: true, empty: SELL_PAGE_WORDS.empty },
]

type Asked = ReturnType<typeof parseGridQuery> & { accountId: string; read: ReadSelection }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const query = new URL(request.url).searchParams
	const restored = await restoredForm(request, account.id)
	const read = readSelection(restored ? new URLSearchParams(restored.fields) : query)
	const asked = { accountId: account.id, ...parseGridQuery(query), read }
	// From view to view a selection grows: it need not be a rectangle yet, and coordinates are merely carried along.
	const meant = query.has('view') || restored ? null : resolveCells(read, true)
	const wanted = meant?.ok ? meant.ids : read.ticked
	const problem = meant?.ok === false ? meant : undefined
	return await orErrorPage(LOAD_FAILED.grid, () => pageData(asked, wanted, problem))
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const query = new URL(request.url).searchParams
	const form = await readForm(request)
	const intent = form.get('intent')
	const where = parseGridQuery(query)
	if (intent === 'clear') throw redirect(clearedPath(PATH, where.view))
	if (intent !== 'select' && intent !== 'sell') throw badRequest()
	const read = readSelection(form)
	const refuse = async (wanted: readonly number[], problem: ChoiceProblem) =>
		data(await pageData({ accountId: account.id, ...where, read }, wanted, problem), { status: 422 })
	const meant = resolveCells(read, intent === 'select')
	if (!meant.ok) return await refuse(meant.kept, meant)
	const { ids, field } = meant
	const own = listOwnCells(await readGrid(Date.now()), account.id)
	const refusal = offerRefusal(account.id, ids, own, SELL_PAGE_WORDS)
	if (refusal) return await refuse(ids, { message: refusal.message, field })
	throw redirect(
		intent === 'sell' ? `${PATH}/to${selectionQuery(ids)}` : `${PATH}${selectionQuery(ids)}#selection`,
	)
}

/** Loads the grid as this owner may choose from it, the figures, and the waiting invitations. */
async function pageData(
	{ accountId, view, list, read }: Asked,
	wanted: readonly number[],
	refused?: ChoiceProblem,
) {
	const now = Date.now()
	const [grid, sent] = await Promise.all([readGrid(now), listSent(accountId, list, now)])
	const own = listOwnCells(grid, accountId)
	const barred = new Map(
		own.flatMap(one => {
			const why = whyNotOfferable(one)
			return why ? [[one.cell, why.message] as const] : []
		}),
	)
	const mayBeSold = new Set(own.map(one => one.cell).filter(cell => !barred.has(cell)))
	const selected = wanted.filter(cell => mayBeSold.has(cell))
	const problem = refused ?? (selected.length < wanted.length ? whyNot(accountId, wanted, own) : undefined)
	const viewer = { role: 'user', accountId } as const
	const states = statesFor(grid, viewer)
	const { drawn, ...tool } = drawChoice(grid, {
		...{
			mode: 'sell',
			viewer,
			states,
			view,
			selected,
			barred,
			path: PATH,
			actions: ACTIONS,
			read,
			problem,
		},
		title: 'Sell Pixels',
		links: [{ href: '/user/invitations', text: 'Invitations to you' }],
		hint: 'Tick pixels of yours to sell them.',
	})
	return {
		tool: { ...tool, drawn: storeMarkup(drawn) },
		prices: grid.prices,
		owned: countGrid(grid, accountId).owned,
		totals: COUNTS,
		barred: barredAreas(barred),
		sent: { q: list.q, list: sent },
		problem,
	}
}

/** An address that was kept, or gone back to, may name pixels that cannot be sold any more. */
function whyNot(
	accountId: string,
	wanted: readonly number[],
	own: readonly OwnCell[],
): ChoiceProblem | undefined {
	const refusal = offerRefusal(accountId, wanted, own, SELL_PAGE_WORDS)
	return refusal ? { message: refusal.message, field: 'cell' } : undefined
}

function barredAreas(barred: ReadonlyMap<number, string>): SellPageProps['barred'] {
	return [...new Set(barred.values())].flatMap(why => {
		const ids = [...barred].filter(([, reason]) => reason === why).map(([cell]) => cell)
		return rectanglesOf(cellsByIds(ids)).map(area => ({ area, why }))
	})
}

export default function SellPixels({ loaderData, actionData }: Route.ComponentProps) {
	const { tool, problem: _, ...page } = actionData ?? loaderData
	return (
		<ToolPage title="Sell Pixels" tool={tool}>
			<AboutSelling {...page} />
		</ToolPage>
	)
}

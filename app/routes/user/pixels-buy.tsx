import { data, redirect } from 'react-router'
import { waitText } from '~/domain/accounts/rules'
import { brand } from '~/domain/brand'
import { countGrid } from '~/domain/dashboard/rules'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { openCheckout } from '~/domain/orders/commands.server'
import { readOpenCheckout } from '~/domain/orders/queries.server'
import { checkoutPath, nameCells } from '~/domain/orders/rules'
import {
	type Intent,
	type ReadSelection,
	readSelection,
	resolveSelection,
	selectionQuery,
} from '~/domain/orders/selection'
import { readForm } from '~/server/form.server'
import { requireUser } from '~/server/guards.server'
import { throttle } from '~/server/throttle.server'
import { BuyForm, type BuyFormProps } from '~/ui/checkout/buy-form'
import { drawCells } from '~/ui/grid/draw.server'
import { PageTitle } from '~/ui/page-title'
import type { Route } from './+types/pixels-buy'

export const meta: Route.MetaFunction = () => [{ title: `Buy Pixels · ${brand.name}` }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const CHECKOUTS_PER_HOUR = 60
const NOT_AVAILABLE = 'This pixel is not available for selection'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const read = readSelection(new URL(request.url).searchParams)
	const resolved = resolveSelection(read, 'select')
	const wanted = resolved.ok ? resolved.ids : []
	const page = await pageData(account.id, wanted)
	// An address that was kept, or gone back to, may name pixels that have been taken since.
	const gone = wanted.filter(id => !page.selected.includes(id))
	return gone.length > 0 ? { ...page, problem: notAvailable(gone) } : page
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const form = await readForm(request)
	const intent = form.get('intent')
	if (!isIntent(intent)) throw new Response(null, { status: 400, statusText: 'Bad Request' })
	const read = readSelection(form)
	const resolved = resolveSelection(read, intent)
	if (!resolved.ok) return await refuse(account.id, read, resolved)
	if (intent === 'buy') {
		const allowed = await throttle(`checkout:${account.id}`, CHECKOUTS_PER_HOUR, 3_600)
		if (!allowed.ok) {
			const message = `Many checkouts were opened from your account. Please wait ${waitText(allowed.retryAfter)} and try again.`
			const headers = { 'Retry-After': String(allowed.retryAfter) }
			const refusal = { kept: resolved.ids, message, field: 'cell' } as const
			return await refuse(account.id, read, refusal, { status: 429, headers })
		}
		const opened = await openCheckout(account.id, resolved.ids, Date.now())
		if (opened.ok) throw redirect(checkoutPath(opened.orderId, 'cells'))
		return await refuse(account.id, read, { ...opened, kept: resolved.ids, field: 'cell' })
	}
	const page = await pageData(account.id, resolved.ids)
	const gone = resolved.ids.filter(id => !page.selected.includes(id))
	if (gone.length > 0) {
		return await refuse(account.id, read, { kept: resolved.ids, message: NOT_AVAILABLE, gone, field: 'cell' })
	}
	throw redirect(`/user/pixels/${intent === 'preview' ? 'preview' : 'buy'}${selectionQuery(resolved.ids)}`)
}

function notAvailable(gone: readonly number[]): NonNullable<BuyFormProps['problem']> {
	return { message: NOT_AVAILABLE, field: 'cell', which: nameCells(gone) }
}

function isIntent(value: unknown): value is Intent {
	return value === 'select' || value === 'preview' || value === 'buy'
}

/** What the page shows: the grid as this buyer may choose from it, the figures, and the checkout that is open. */
async function pageData(accountId: string, wanted: readonly number[]): Promise<BuyFormProps> {
	const grid = await readGrid(Date.now())
	const seen = statesFor(grid, { role: 'user', accountId })
	// A buyer may choose anew among the cells that are on hold for them.
	const states = seen.map((state, index) => {
		const holding = grid.holdings[index]
		return holding?.kind === 'hold' && holding.accountId === accountId ? 'available' : state
	})
	const selected = wanted.filter(id => states[id - 1] === 'available')
	const open = await readOpenCheckout(accountId)
	return {
		cells: drawCells({ mode: 'buy', states, prices: grid.prices, selected: new Set(selected) }),
		pictureHash: grid.pictureHash,
		prices: grid.prices,
		selected,
		figures: countGrid(grid, accountId),
		open: open
			? {
					href: checkoutPath(open.id, open.proceededAt === null ? 'cells' : 'payment'),
					reference: open.reference,
					totalPence: open.totalPence,
					count: open.cells.length,
				}
			: null,
	}
}

async function refuse(
	accountId: string,
	read: ReadSelection,
	refusal: {
		kept: readonly number[]
		message: string
		field: 'cell' | 'coordinates'
		gone?: readonly number[]
	},
	init: ResponseInit = { status: 422 },
) {
	const page = await pageData(accountId, refusal.kept)
	const which = refusal.gone?.length ? `${nameCells(refusal.gone)}` : undefined
	return data(
		{ ...page, typed: read.typed, problem: { message: refusal.message, field: refusal.field, which } },
		init,
	)
}

export default function BuyPixels({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				title="Buy Pixels"
				intro="Choose pixels of one type that form a complete rectangle. You see the price, and what comes next, before anything is bought."
			/>
			<BuyForm {...(actionData ?? loaderData)} />
		</>
	)
}

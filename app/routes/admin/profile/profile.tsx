import { data, redirect } from 'react-router'
import { countGrid } from '~/domain/dashboard/rules'
import { adminSituation, checkAdminAction, checkAdminSelection } from '~/domain/grid/admin-rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { getClearedPath, parseGridQuery } from '~/domain/grid/grid-query'
import { cellsByIds } from '~/domain/grid/layout'
import { type GridSnapshot, readGrid, statesFor } from '~/domain/grid/queries.server'
import { isClickable } from '~/domain/grid/rules'
import { parseIdRanges } from '~/domain/grid/selection/ranges'
import { type ReadSelection, readSelection, resolveCells } from '~/domain/grid/selection/selection'
import { chosenPath, HOUSE_PATH, isAdminAction, stepPath } from '~/domain/house/paths'
import { listHoldsByPerson, type PersonsHolds } from '~/domain/orders/checkout/limits.server'
import { listSent } from '~/domain/transfers/history/sent-queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
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
import { GridFigures } from '~/ui/grid/figures'
import { type Column, Table } from '~/ui/lists/table'
import { Notice } from '~/ui/notice'
import { SentInvitations } from '~/ui/selling/sent-invitations'
import { Time } from '~/ui/time'
import type { Route } from './+types/profile'

const HOUSE = ['owned'] as const
const TAKEN = ['owned', 'user-reserved', 'admin-reserved'] as const
const ACTIONS: readonly Action[] = [
	{ intent: 'manage', label: 'Manage Pixels', empty: 'Please select pixels to manage', states: HOUSE },
	{ intent: 'sell', label: 'Sell Pixels', empty: 'Please select pixels to sell', states: HOUSE },
	{
		intent: 'temporary-sell',
		label: 'Temporary Sell Pixels',
		empty: 'Please select pixels to temporarily sell',
		states: HOUSE,
	},
	{
		intent: 'reserve',
		label: 'Reserve Pixels',
		empty: 'Please select pixels to reserve',
		states: ['available'],
	},
	{ intent: 'restore', label: 'Restore Pixels', empty: 'Please select pixels to restore', states: TAKEN },
	{ intent: 'delete', label: 'Delete Pixels', empty: 'Please select pixels to delete', states: TAKEN },
]

type PageQuery = ReturnType<typeof parseGridQuery> & { accountId: string; read: ReadSelection }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAdmin(request)
	const query = new URL(request.url).searchParams
	const restored = await restoredForm(request, account.id)
	const read = readSelection(restored ? new URLSearchParams(restored.fields) : query)
	const pageQuery = { accountId: account.id, ...parseGridQuery(query), read }
	if (query.has('cells')) return await pageData(pageQuery, parseIdRanges(query.get('cells')))
	// From view to view a selection grows, and coordinates are only carried along.
	const resolved = query.has('view') || restored ? null : resolveCells(read, true)
	return await pageData(
		pageQuery,
		resolved?.ok ? resolved.ids : read.ticked,
		resolved?.ok === false ? resolved : undefined,
	)
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAdmin(request)
	const where = parseGridQuery(new URL(request.url).searchParams)
	const form = await readForm(request)
	const intent = form.get('intent')
	if (intent === 'clear') throw redirect(getClearedPath(HOUSE_PATH, where.view))
	if (intent !== 'select' && !isAdminAction(intent)) throw badRequest()
	const read = readSelection(form)
	const refuse = async (requested: readonly number[], problem: ChoiceProblem) =>
		data(await pageData({ accountId: account.id, ...where, read }, requested, problem), { status: 422 })
	const resolved = resolveCells(read, intent === 'select')
	if (!resolved.ok) return await refuse(resolved.kept, resolved)
	const getSituation = createSituationLookup(await readGrid(Date.now()))
	const check =
		intent === 'select'
			? checkAdminSelection(resolved.ids, getSituation)
			: checkAdminAction(intent, resolved.ids, getSituation)
	if (!check.ok) return await refuse(resolved.ids, { message: check.message, field: resolved.field })
	const ids = check.cells.map(cell => cell.id)
	throw redirect(intent === 'select' ? `${chosenPath(ids)}#selection` : stepPath(intent, ids))
}

function createSituationLookup(grid: GridSnapshot) {
	return (id: number) => {
		const holding = grid.holdings[id - 1] ?? { kind: 'available' }
		return adminSituation(holding, 'loan' in holding && holding.loan !== undefined)
	}
}

/** Loads the grid for an administrator's selection, the figures, and the open invitations. */
async function pageData(
	{ accountId, view, list, read: pageQuery }: PageQuery,
	requested: readonly number[],
	problem?: ChoiceProblem,
) {
	const now = Date.now()
	const read = () => Promise.all([readGrid(now), listSent(null, list, now), listHoldsByPerson(now)])
	const [grid, sent, holds] = await orErrorPage('Failed to fetch pixels data', read)
	const viewer = { role: 'admin', accountId } as const
	const states = statesFor(grid, viewer)
	const selected = cellsByIds(new Set(requested))
		.map(cell => cell.id)
		.filter(id => isClickable('admin', states[id - 1] ?? 'invited'))
	const { drawn, ...tool } = drawChoice(grid, {
		mode: 'admin',
		viewer,
		states,
		view,
		selected,
		path: HOUSE_PATH,
		actions: ACTIONS,
		read: pageQuery,
		problem,
		title: 'Pixel Management',
		links: [{ href: '/admin/audit?kind=cell', text: 'Changes in the audit' }],
		hint: 'Tick pixels in the grid, then choose an action.',
	})
	return {
		tool: { ...tool, drawn: storeMarkup(drawn) },
		prices: grid.prices,
		figures: countGrid(grid, null),
		sent: { q: list.q, list: sent },
		holds,
		problem,
	}
}

const CARDS = [
	['Available Pixels', 'available'],
	['Reserved Pixels', 'house'],
	['Pixels owned by others', 'owned'],
] as const

export default function PixelManagement({ loaderData, actionData }: Route.ComponentProps) {
	const { tool, sent, holds, prices, figures } = actionData ?? loaderData
	return (
		<ToolPage title="Pixel Management" tool={tool}>
			<GridFigures prices={prices} figures={figures} cards={CARDS} />
			<Notice title="Available actions">
				<p>Choose pixels, then what to do with them. Each step shows its effect before you confirm it.</p>
				<p>
					Available pixels can be reserved. Reserved ones are owned by the house: manage, sell or lend them.
				</p>
				<p>
					Restore makes pixels available again, of the house or of a user, and ends a hold. Delete does the
					same and erases what they show. Pixels in an invitation cannot be chosen.
				</p>
			</Notice>
			{holds.length > 0 ? (
				<Card title="Pixels on hold" flush>
					<Table caption="Pixels on hold, by person" rows={holds} columns={COLUMNS} />
				</Card>
			) : null}
			<SentInvitations area="admin" {...sent} />
		</ToolPage>
	)
}

/** The holders of holds, by person, with a link to end each. */
const COLUMNS: Column<PersonsHolds>[] = [
	{ title: 'Person', cell: row => <span className="wrap-anywhere">{row.person}</span> },
	{
		title: 'Accounts',
		cell: row => (
			<span className="grid justify-items-start gap-1">
				{row.accounts.map(({ id, email }) => (
					<a key={id} className="link wrap-anywhere" href={`/admin/userManagement/${id}`}>
						{email}
					</a>
				))}
			</span>
		),
	},
	{ title: 'Total Pixels', figures: true, cell: row => row.cells.length.toLocaleString('en-GB') },
	{ title: 'With receipt', figures: true, cell: row => row.withReceipt.toLocaleString('en-GB') },
	{ title: 'Until', cell: row => <Time at={row.until} /> },
	{
		title: 'End',
		quiet: true,
		cell: row => (
			<dialog-link>
				<a className="link link-alone" href={stepPath('restore', row.cells)}>
					End the hold
					<span className="sr-only">
						{' '}
						of {formatPixelCount(row.cells.length)} by {row.person}
					</span>
				</a>
			</dialog-link>
		),
	},
]

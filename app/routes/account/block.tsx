import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findCertificateCode } from '~/domain/certificates/queries.server'
import { readImageForm } from '~/domain/creatives/image-form.server'
import { listPlacedCells } from '~/domain/creatives/placed-image.server'
import { findBlock, listBlocks } from '~/domain/creatives/queries.server'
import {
	BLOCK_FAILED,
	type Block,
	blocksPath,
	cellFromQuery,
	deleteImagePath,
	describeLoanEnd,
	NOT_OWNED,
} from '~/domain/creatives/rules'
import { CreativeForm, readFormImageKey, shownFraming } from '~/domain/creatives/schema'
import { readImageInput, submitCreative } from '~/domain/creatives/submit.server'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { cellsQuery, readSelection } from '~/domain/grid/selection/selection'
import { cropSurroundings } from '~/domain/grid/surroundings'
import { deletePixelPath } from '~/domain/house/paths'
import { readStatistics } from '~/domain/statistics/queries.server'
import { listLoans } from '~/domain/transfers/loans.server'
import { SELL_PAGE_MESSAGES } from '~/domain/transfers/offer-rules'
import { getSenderId } from '~/domain/transfers/rules'
import { requireAccount } from '~/server/auth/guards.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { readFlash, redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm } from '~/server/forms/uploads.server'
import { orErrorPage } from '~/server/http/loading.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { badRequest } from '~/server/http/responses.server'
import type { Action } from '~/tools/cell-selector/bar'
import { type Tool, ToolPage } from '~/tools/cell-selector/tool-page'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { drawChoice } from '~/ui/choosing/choice.server'
import { AboutManaging, type ChooseProps } from '~/ui/creatives/about-managing'
import { type ChosenBlock, ManagedBlock } from '~/ui/creatives/managed-block'
import { OWN_BLOCK_VIEW } from '~/ui/creatives/own-blocks'
import { StepRefused } from '~/ui/forms/step-refused'
import type { Route } from './+types/block'

/* The form for a block of a member or of the house. Members choose the block at the same address. */

const ACTIONS: readonly Action[] = [
	{ intent: 'manage', label: 'Manage Pixels', main: true, needsSelection: true },
	{ intent: 'sell', label: 'Sell Pixels', needsSelection: true },
]
/** Messages for a button pressed without a selected pixel. */
const NOTHING_CHOSEN = new Map([
	['manage', 'Please select at least one pixel to manage'],
	['sell', SELL_PAGE_MESSAGES.empty],
])
const ONE_ONLY = 'Only one pixel can be selected for management'

/** Why a block cannot be managed; `typed`: input that would otherwise be lost. */
type Problem = { message: string; typed?: ChooseProps['typed'] }

type Page =
	| { kind: 'block'; chosen: ChosenBlock; result?: SubmissionResult<string[]> | undefined }
	| { kind: 'choose'; choose: Omit<ChooseProps, 'typed'> & { tool: Tool; problem?: Problem | undefined } }
	| ({ kind: 'refused' } & Problem)

export const handle = { acceptsFiles: true }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { id, role } = account
	const cell = cellFromQuery(request.url)
	const query = new URL(request.url).searchParams
	if (cell === undefined) {
		if (role === 'admin') throw redirect(blocksPath(role))
		const problem = query.has('cell') ? NOT_OWNED : NOTHING_CHOSEN.get(query.get('intent') ?? '')
		return await choosePage(request, id, problem ? { message: problem } : undefined)
	}
	const { ticked } = readSelection(query)
	if (role === 'user' && query.get('intent') === 'sell') {
		throw redirect(`/user/pixels/sell${cellsQuery(ticked)}`)
	}
	const now = Date.now()
	const [found, certificate] = await orErrorPage(LOAD_FAILED.pixel, () =>
		Promise.all([findBlock(cell, getSenderId(account), now), findCertificateCode(cell, id)]),
	)
	if (!found.ok) return await refuse(request, account, found, 422)
	const { block } = found
	if (role === 'user' && !ticked.every(value => block.cells.includes(value))) {
		return await choosePage(request, id, { message: ONE_ONLY }, ticked)
	}
	const restored = await restoredForm(request, id)
	const image = await readImageInput(restored?.fields, account, block)
	const [days, editing] = await Promise.all([
		block.creative && role === 'user' ? readStatistics(block.creative.id, now) : null,
		readImageForm(toImageSubject(block, account), image),
	])
	const chosen = { area: role, cell, block, about: { certificate, days }, editing }
	return data<Page>({ kind: 'block', chosen }, { status: restored?.reply?.status ?? 200 })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const [area, cell] = [account.role, cellFromQuery(request.url)]
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const intent = form.get('intent')
	if (cell === undefined) throw badRequest()
	if (intent === 'delete-image') throw redirect(deleteImagePath(cell, area))
	if (intent === 'delete-pixel' && area === 'admin') throw redirect(deletePixelPath(cell))
	if (intent !== 'upload' && intent !== 'preview') throw badRequest()

	const holder = getSenderId(account)
	const found = await findBlock(cell, holder, Date.now())
	const submission = parseForm(form, CreativeForm)
	const { payload } = submission
	if (!found.ok) return await refuse(request, account, { ...found, typed: payload }, 409)
	const { block } = found
	const by = { holder, actorId: account.id, now: Date.now(), signal: request.signal }
	const isPreview = intent === 'preview'
	const content = isPreview || submission.status !== 'success' ? undefined : submission.value
	const image = {
		...shownFraming(payload),
		image: chosenFile(form, 'image'),
		held: readFormImageKey(payload),
		busy,
	}
	const outcome = await catchUnexpected(() => submitCreative(cell, block, image, content, by), {
		message: BLOCK_FAILED.manage,
	})
	if ('kind' in outcome && outcome.kind === 'saved') {
		const text = 'Pixel managed successfully'
		throw await redirectWithFlash(blocksPath(area), { type: 'success', text, cell })
	}
	if ('kind' in outcome && outcome.kind === 'lost') {
		return await refuse(request, account, { ...outcome, typed: payload }, 409)
	}
	const { held, errors } =
		'errors' in outcome ? outcome : { held: undefined, errors: { form: outcome.message, image: undefined } }
	// A preview shows the input as it is.
	const shown = isPreview ? parseForm(form, z.object({})) : submission
	const refusal = { ...outcome, message: errors.form }
	const reply = formReply<unknown, unknown>(shown, refusal, errors.image ? { image: [errors.image] } : {})
	const { result } = reply.data
	const init = (!(isPreview && !result.error) && reply.init) || {}
	const editing = await readImageForm(toImageSubject(block, account), { held, values: payload })
	const answered = { status: init.status ?? 200, error: result.error ?? {} }
	const toForm = await redirectToForm(request, form, { accountId: account.id, held: held?.key, ...answered })
	return toForm ?? data<Page>({ kind: 'block', chosen: { area, cell, block, editing }, result }, init)
}

/** Refuses to manage a block: members choose another one. */
async function refuse(
	request: Request,
	{ id, role }: SessionAccount,
	{ message, typed }: Problem,
	status: number,
) {
	if (role === 'user') return await choosePage(request, id, { message, typed })
	return data<Page>({ kind: 'refused', message, typed }, { status })
}

function toImageSubject({ cells, creative }: Block, { id: accountId, role }: SessionAccount) {
	const viewer = { role, accountId }
	return { imageKey: creative?.imageKey ?? null, cells, viewer, now: Date.now() }
}

const CHOOSE_ANOTHER = 'Choose one of your pixels on the grid, or a block from the list.'

/** Loads the page on which a block is chosen, with the problem of the requested one. */
async function choosePage(
	request: Request,
	accountId: string,
	problem?: Problem,
	selected: readonly number[] = [],
) {
	const now = Date.now()
	const view = request.method === 'GET' ? new URL(request.url).searchParams.get('view') : null
	const changed = (await readFlash(request))?.cell
	const [grid, loans, placed] = await orErrorPage(LOAD_FAILED.grid, () =>
		Promise.all([readGrid(now), listLoans(accountId, now), listPlacedCells(accountId)]),
	)
	const isChanged = ({ cells }: Block) => changed !== undefined && cells.includes(changed)
	const blocks = listBlocks(grid, accountId).sort((a, b) => Number(isChanged(b)) - Number(isChanged(a)))
	const viewer = { role: 'user', accountId } as const
	const states = statesFor(grid, viewer)
	const lent = loans.filter(({ side }) => side === 'lender')
	const barred = new Map(
		lent.flatMap(({ cells, until }) => cells.map(({ id }) => [id, describeLoanEnd(until)] as const)),
	)
	const { drawn, ...tool } = drawChoice(grid, {
		mode: 'manage',
		viewer,
		states,
		view,
		selected,
		barred,
		path: blocksPath('user'),
		actions: ACTIONS,
		title: 'Pixel Management',
		problem: problem && { ...problem, field: 'cell', remedy: CHOOSE_ANOTHER },
		hint: 'Choose one of your pixels, then manage the block it belongs to.',
	})
	const choose = {
		tool: { ...tool, drawn: storeMarkup(drawn) },
		prices: grid.prices,
		figures: countGrid(grid, accountId),
		blocks: blocks.map(block => ({
			...block,
			place: block.creative?.imageKey
				? undefined
				: cropSurroundings(block.cells, { ...grid, states }, OWN_BLOCK_VIEW),
		})),
		isFirstChanged: blocks.slice(0, 1).some(isChanged),
		placed,
		loans,
		problem,
	}
	return data<Page>({ kind: 'choose', choose }, { status: problem ? 422 : 200 })
}

export default function BlockPage({ loaderData, actionData }: Route.ComponentProps) {
	const page: Page = actionData ?? loaderData
	switch (page.kind) {
		case 'choose': {
			const { tool, problem, ...about } = page.choose
			return (
				<ToolPage title="Pixel Management" tool={tool} method="get">
					<AboutManaging {...about} typed={problem?.typed} />
				</ToolPage>
			)
		}
		case 'refused':
			return <StepRefused {...page} title={BLOCK_FAILED.manage} backHref={blocksPath('admin')} />
		case 'block':
			return (
				<ManagedBlock
					{...page.chosen}
					result={page.result}
					editor={props => <Island name="image-editor" tool={ImageEditor} props={props} />}
				/>
			)
	}
}

import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { readCodeOf } from '~/domain/certificates/queries.server'
import { certificatePath } from '~/domain/certificates/rules'
import { type Editing, readEditing } from '~/domain/creatives/editing.server'
import { BLOCK_FAILED } from '~/domain/creatives/errors'
import { findPlaced } from '~/domain/creatives/placed.server'
import { findBlock, findShownBlock, listBlocks } from '~/domain/creatives/queries.server'
import { type Block, cellFromQuery, deleteImagePath, lentLabel, NOT_OWNED } from '~/domain/creatives/rules'
import { CreativeForm, heldOf, shownFraming } from '~/domain/creatives/schema'
import { submitCreative } from '~/domain/creatives/submit.server'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { findHeld } from '~/domain/files/held.server'
import { awaitingFor, readGrid, statesFor } from '~/domain/grid/queries.server'
import { regionById } from '~/domain/grid/regions'
import { cellsQuery, readSelection } from '~/domain/grid/selection/selection'
import { readStatistics } from '~/domain/statistics/queries.server'
import type { DayFigures } from '~/domain/statistics/rules'
import { listLoans } from '~/domain/transfers/loan-queries.server'
import { SELL_PAGE_WORDS } from '~/domain/transfers/offer-rules'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, errorsOf, parseForm, replyWithErrors } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm, refusedFileInit } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/answers.server'
import { orErrorPage } from '~/server/http/loading.server'
import type { Action } from '~/tools/cell-selector/bar'
import type { CellSelectorProps } from '~/tools/cell-selector/cell-selector'
import { SelectorIsland } from '~/tools/cell-selector/island'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { ChooseBlock, type ChooseProps } from '~/ui/creatives/choose-block'
import { ManageForm } from '~/ui/creatives/manage-form'
import { Statistics } from '~/ui/creatives/statistics'
import { DialogPage } from '~/ui/forms/dialog-page'
import { drawCells, drawWholeGrid } from '~/ui/grid/draw.server'
import type { Route } from './+types/profile'

export const meta: Route.MetaFunction = () => [{ title: `Pixel Management · ${brand.name}` }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const ACTIONS: readonly Action[] = [
	{ intent: 'sell', label: 'Sell Pixels', needsSelection: true },
	{ intent: 'manage', label: 'Manage Pixels', main: true, needsSelection: true },
]
/** What is said when a button was pressed and no pixel chosen. */
const NOTHING_CHOSEN = new Map([
	['manage', 'Please select at least one pixel to manage'],
	['sell', SELL_PAGE_WORDS.empty],
])
const ONE_ONLY = 'Only one pixel can be selected for management'

/** What the page of a block says beside its form. */
type About = { certificate: string | undefined; days: readonly DayFigures[] | null }

type Page =
	| {
			chosen: { cell: number; block: Block; about?: About; editing: Editing }
			result?: SubmissionResult<string[]> | undefined
	  }
	| { chosen: null; choose: ChooseProps & { cells: string; selector: CellSelectorProps } }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	const query = new URL(request.url).searchParams
	if (cell === undefined) {
		const problem = query.has('cell') ? NOT_OWNED : NOTHING_CHOSEN.get(query.get('intent') ?? '')
		return await choosePage(account.id, problem ? { message: problem } : undefined, query.get('view'))
	}
	const { ticked } = readSelection(query)
	if (query.get('intent') === 'sell') throw redirect(`/user/pixels/sell${cellsQuery(ticked)}`)
	const now = Date.now()
	const [found, certificate] = await orErrorPage(LOAD_FAILED.pixel, () =>
		Promise.all([findShownBlock(cell, account.id, now), readCodeOf(cell, account.id)]),
	)
	if (!found.ok) return await choosePage(account.id, found)
	const { block } = found
	if (!ticked.every(id => block.cells.includes(id))) {
		return await choosePage(account.id, { message: ONE_ONLY }, query.get('view'), ticked)
	}
	const { status, ...image } = await imageOf(request, account.id, block)
	const [days, editing] = await Promise.all([
		block.creative ? readStatistics(block.creative.id, now) : null,
		readEditing(aboutBlock(block, account.id), image),
	])
	return data<Page>({ chosen: { cell, block, about: { certificate, days }, editing } }, { status })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const intent = form.get('intent')
	if (cell === undefined) throw badRequest()
	if (intent === 'delete-image') throw redirect(deleteImagePath(cell))
	if (intent !== 'upload' && intent !== 'preview') {
		throw badRequest()
	}

	const found = await findBlock(cell, account.id, Date.now())
	const sent = chosenFile(form, 'image')
	const submission = parseForm(form, CreativeForm)
	const { payload } = submission
	if (!found.ok) return await choosePage(account.id, { ...found, typed: payload })
	const { block } = found
	const by = { holder: account.id, actorId: account.id, now: Date.now(), signal: request.signal }
	const isPreview = intent === 'preview'
	const content = isPreview || submission.status !== 'success' ? undefined : submission.value
	const image = { ...shownFraming(payload), image: sent, held: heldOf(payload), busy }
	const outcome = await catchUnexpected(() => submitCreative(cell, block, image, content, by), {
		message: BLOCK_FAILED.manage,
	})
	if ('message' in outcome) {
		if ('kind' in outcome) return await choosePage(account.id, { ...outcome, typed: payload })
		const editing = await readEditing(aboutBlock(block, account.id), { values: payload })
		const result = replyWithErrors(submission, { form: outcome.message }, true)
		return data<Page>({ chosen: { cell, block, editing }, result }, { status: outcome.status ?? 500 })
	}
	if (outcome.kind === 'again') {
		const { held, errors, code = '', retryAfter } = outcome
		const editing = await readEditing(aboutBlock(block, account.id), { held, values: payload })
		const result = replyWithErrors(submission, errors, !isPreview)
		const isFine = isPreview && Object.keys(errors).length === 0
		const init = isFine ? {} : refusedFileInit({ code, ...(retryAfter ? { retryAfter } : {}) })
		const reply = { status: init.status ?? 200, error: errorsOf(result) }
		const toForm = await redirectToForm(request, form, { accountId: account.id, held: held?.key, ...reply })
		if (toForm) return toForm
		return data<Page>({ chosen: { cell, block, editing }, result }, init)
	}
	const text = 'Pixel managed successfully'
	return await redirectWithFlash('/user/profile', { type: 'success', text, seconds: 3 })
}

/**
 * What was typed about the image before, and how that was answered; else the image that was placed on the block before
 * it was bought, while it shows none.
 */
async function imageOf(request: Request, accountId: string, block: Block) {
	const carried = await restoredForm(request, accountId)
	const isBare = !block.creative?.imageKey && block.loan === null
	const placed = !carried && isBare ? await findPlaced(block.cells, accountId) : undefined
	if (placed) return { ...placed, status: 200 }
	const values = Object.fromEntries(carried?.fields ?? [])
	return { values, held: await findHeld(heldOf(values), accountId), status: carried?.reply?.status ?? 200 }
}

function aboutBlock({ cells, creative }: Block, accountId: string) {
	const viewer = { role: 'user', accountId } as const
	return { imageKey: creative?.imageKey ?? null, cells, viewer, now: Date.now() }
}

/** The page on which a block is chosen, with what stands in the way of the one that was asked for. */
async function choosePage(
	accountId: string,
	problem?: ChooseProps['problem'],
	view: string | null = null,
	selected: readonly number[] = [],
) {
	const now = Date.now()
	const [grid, blocks, loans] = await orErrorPage(LOAD_FAILED.grid, () =>
		Promise.all([readGrid(now), listBlocks(accountId, now), listLoans(accountId, now)]),
	)
	const viewer = { role: 'user', accountId } as const
	const region = regionById(view)
	const lent = loans.filter(({ side }) => side === 'lender')
	const barred = new Map(
		lent.flatMap(({ cells, until }) => cells.map(({ id }) => [id, lentLabel(until)] as const)),
	)
	const { prices } = grid
	const states = statesFor(grid, viewer)
	const choose = {
		cells:
			region || selected.length > 0
				? drawCells({ mode: 'manage', states, prices, selected: new Set(selected), region, barred })
				: drawWholeGrid(grid, 'manage', viewer, states, barred),
		selector: {
			mode: 'manage' as const,
			prices: grid.prices,
			selected,
			view: region?.id ?? null,
			path: '/user/profile',
			compositeHash: grid.compositeHash,
			own: awaitingFor(grid, accountId),
			actions: ACTIONS,
			hint: 'Choose one of your pixels, then manage the block it belongs to.',
			coordinates: null,
		},
		prices: grid.prices,
		figures: countGrid(grid, accountId),
		blocks,
		loans,
		problem,
	}
	return data<Page>({ chosen: null, choose }, { status: problem ? 422 : 200 })
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
	const page: Page = actionData ?? loaderData
	if (!page.chosen) {
		const { cells, selector, ...choose } = page.choose
		return (
			<ChooseBlock {...choose}>
				<SelectorIsland selector={selector} cells={cells} />
			</ChooseBlock>
		)
	}
	const { cell, block, about, editing } = page.chosen
	return (
		<DialogPage title="Update Information" backHref="/user/profile" wide>
			<ManageForm
				{...{ cell, block, editing }}
				result={page.result}
				backHref="/user/profile"
				editor={props => <Island name="image-editor" tool={ImageEditor} props={props} />}
			/>
			{about?.certificate ? (
				<p>
					<a className="link inline-flex min-h-11 items-center" href={certificatePath(about.certificate)}>
						Global Ownership Certificate {about.certificate} (PDF)
					</a>
				</p>
			) : null}
			{about?.days ? <Statistics days={about.days} /> : null}
		</DialogPage>
	)
}

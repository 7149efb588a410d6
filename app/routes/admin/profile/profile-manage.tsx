import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { type Editing, readEditing } from '~/domain/creatives/editing.server'
import { BLOCK_FAILED } from '~/domain/creatives/errors'
import { findBlock } from '~/domain/creatives/queries.server'
import { type Block, cellFromQuery } from '~/domain/creatives/rules'
import { CreativeForm, heldOf, shownFraming } from '~/domain/creatives/schema'
import { submitCreative } from '~/domain/creatives/submit.server'
import { findHeld } from '~/domain/files/held.server'
import { deleteHouseImagePath, deletePixelPath, HOUSE_PATH, manageHousePath } from '~/domain/house/paths'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, errorsOf, parseForm, replyWithErrors } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm, refusedFileInit } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/answers.server'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { AuditLink } from '~/ui/audit-link'
import { ManageForm } from '~/ui/creatives/manage-form'
import { DialogPage } from '~/ui/forms/dialog-page'
import { StepRefused } from '~/ui/house/step-parts'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Route } from './+types/profile-manage'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Update Information') }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* What stands in the way of managing the pixel; `typed`: what would otherwise be lost. */
type Page =
	| { block: Block; editing: Editing; result?: SubmissionResult<string[]> }
	| { block: null; message: string; typed?: Record<string, unknown> }

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const cell = cellFromQuery(request.url)
	if (cell === undefined) throw redirect(HOUSE_PATH)
	const found = await findBlock(cell, null, Date.now())
	if (!found.ok) return data({ cell, page: { block: null, message: found.message } as Page }, { status: 422 })
	const { block } = found
	const { status, ...image } = await carriedImage(request, admin.id)
	const editing = await readEditing(aboutBlock(block, admin.id), image)
	return data({ cell, page: { block, editing } as Page }, { status })
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const cell = cellFromQuery(request.url)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const intent = form.get('intent')
	if (cell === undefined) throw badRequest()
	if (intent === 'delete-image') throw redirect(deleteHouseImagePath(cell))
	if (intent === 'delete-pixel') throw redirect(deletePixelPath(cell))
	if (intent !== 'upload' && intent !== 'preview') throw badRequest()

	const found = await findBlock(cell, null, Date.now())
	const sent = chosenFile(form, 'image')
	const submission = parseForm(form, CreativeForm)
	const { payload } = submission
	const lost = ({ message }: { message: string }) =>
		data({ cell, page: { block: null, message, typed: payload } as Page }, { status: 409 })
	if (!found.ok) return lost(found)
	const { block } = found
	const by = { holder: null, actorId: admin.id, now: Date.now(), signal: request.signal }
	const isPreview = intent === 'preview'
	const content = isPreview || submission.status !== 'success' ? undefined : submission.value
	const image = { ...shownFraming(payload), image: sent, held: heldOf(payload), busy }
	const outcome = await catchUnexpected(() => submitCreative(cell, block, image, content, by), {
		message: BLOCK_FAILED.manage,
	})
	if ('message' in outcome) {
		if ('kind' in outcome) return lost(outcome)
		const editing = await readEditing(aboutBlock(block, admin.id), { values: payload })
		const result = replyWithErrors(submission, { form: outcome.message }, true)
		return data({ cell, page: { block, editing, result } as Page }, { status: outcome.status ?? 500 })
	}
	if (outcome.kind === 'again') {
		const { held, errors, code = '', retryAfter } = outcome
		const editing = await readEditing(aboutBlock(block, admin.id), { held, values: payload })
		const result = replyWithErrors(submission, errors, !isPreview)
		const isFine = isPreview && Object.keys(errors).length === 0
		const init = isFine ? {} : refusedFileInit({ code, ...(retryAfter ? { retryAfter } : {}) })
		const reply = { status: init.status ?? 200, error: errorsOf(result) }
		const toForm = await redirectToForm(request, form, { accountId: admin.id, held: held?.key, ...reply })
		if (toForm) return toForm
		return data({ cell, page: { block, editing, result } as Page }, init)
	}
	const text = 'Pixel managed successfully'
	return await redirectWithFlash(HOUSE_PATH, { type: 'success', text, seconds: 3 })
}

/** What was typed about the image before, and how that was answered. */
async function carriedImage(request: Request, accountId: string) {
	const carried = await restoredForm(request, accountId)
	const values = Object.fromEntries(carried?.fields ?? [])
	return { values, held: await findHeld(heldOf(values), accountId), status: carried?.reply?.status ?? 200 }
}

function aboutBlock({ cells, creative }: Block, accountId: string) {
	const viewer = { role: 'admin', accountId } as const
	return { imageKey: creative?.imageKey ?? null, cells, viewer, now: Date.now() }
}

export default function ManageHousePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { cell, page } = actionData ?? loaderData
	if (!page.block) {
		return (
			<StepRefused
				title={BLOCK_FAILED.manage}
				message={page.message}
				backHref={HOUSE_PATH}
				typed={page.typed}
			/>
		)
	}
	return (
		<DialogPage
			wide
			title="Update Information"
			backHref={HOUSE_PATH}
			intro={page.block.creative ? <AuditLink subject={page.block.creative.id} /> : undefined}
		>
			<ManageForm
				cell={cell}
				block={page.block}
				editing={page.editing}
				result={page.result}
				backHref={HOUSE_PATH}
				action={manageHousePath(cell)}
				mayDelete
				editor={props => <Island name="image-editor" tool={ImageEditor} props={props} />}
			/>
		</DialogPage>
	)
}

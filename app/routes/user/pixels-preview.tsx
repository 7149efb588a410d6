import { data } from 'react-router'
import { brand } from '~/domain/brand'
import { readEditing } from '~/domain/creatives/editing.server'
import { keepImage } from '~/domain/creatives/image.server'
import { heldOf } from '~/domain/creatives/schema'
import { boundingBox, shapeSize } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { readSelection, resolveSelection, selectionQuery, selectionWords } from '~/domain/grid/selection'
import { getPrices } from '~/domain/settings/queries.server'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { requireUser } from '~/server/guards.server'
import { chosenFile, readUploadForm, refusedFileInit } from '~/server/uploads.server'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { ImagePreview } from '~/ui/checkout/image-preview'
import type { Route } from './+types/pixels-preview'

export const meta: Route.MetaFunction = () => [{ title: `Image Preview · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return await pageData(request, account.id)
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const page = await pageData(request, account.id)
	const form = await readUploadForm(request, { maxFiles: 1 })
	if (form.get('intent') !== 'show') throw badRequest()
	const values = Object.fromEntries(form)
	const by = { holder: account.id, actorId: account.id, now: Date.now(), signal: request.signal }
	const chosen = { image: chosenFile(form, 'image'), held: heldOf(values) }
	const { held, refusal } = await keepImage(chosen, false, by)
	const editing = await readEditing(page.about, { held, values })
	if (!refusal) return data({ ...page, editing })
	const { code = '', retryAfter } = refusal
	const problem = code ? refusal.message : 'Please choose an image'
	return data({ ...page, editing, problem }, refusedFileInit({ code, ...(retryAfter ? { retryAfter } : {}) }))
}

/** The selection stands in the address; without a legal one there is nothing to preview. */
async function pageData(request: Request, accountId: string) {
	const read = readSelection(new URL(request.url).searchParams)
	const selection = resolveSelection(read, 'preview')
	if (!selection.ok) {
		throw await redirectWithFlash('/user/pixels/buy', { type: 'error', text: selection.message })
	}
	const cells = cellsByIds(selection.ids)
	const prices = await getPrices()
	const query = selectionQuery(selection.ids)
	const viewer = { role: 'user', accountId } as const
	const about = { imageKey: null, cells: cells.map(cell => cell.id), viewer, now: Date.now() }
	return {
		about,
		editing: await readEditing(about),
		type: selection.type,
		words: selectionWords(selection.ids),
		query,
		corners: [...new URLSearchParams(query)],
		box: boundingBox(cells),
		size: shapeSize(cells),
		pence: cells.length * prices[selection.type],
		problem: undefined as string | undefined,
	}
}

export default function PixelsPreview({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<ImagePreview
			{...loaderData}
			{...actionData}
			editor={props => <Island name="image-editor" tool={ImageEditor} props={props} />}
		/>
	)
}

import { data } from 'react-router'
import { brand } from '~/domain/brand'
import { previewImage } from '~/domain/files/preview.server'
import { cellsByIds } from '~/domain/grid/layout'
import { boundingBox, shapeSize } from '~/domain/grid/rules'
import { readSelection, resolveSelection, selectionQuery, selectionWords } from '~/domain/orders/selection'
import { getPrices } from '~/domain/settings/queries.server'
import { redirectWithFlash } from '~/server/flash.server'
import { requireUser } from '~/server/guards.server'
import { readUploadForm } from '~/server/uploads.server'
import { ImagePreview } from '~/ui/checkout/image-preview'
import type { Route } from './+types/pixels-preview'

export const meta: Route.MetaFunction = () => [{ title: `Image Preview · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireUser(request)
	return await pageData(request)
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const page = await pageData(request)
	const form = await readUploadForm(request, { maxFiles: 1 })
	if (form.get('intent') !== 'show') throw new Response(null, { status: 400, statusText: 'Bad Request' })
	const file = form.get('image')
	if (!(file instanceof File) || (file.size === 0 && file.name === '')) {
		return data({ ...page, problem: 'Please choose an image' }, { status: 422 })
	}
	const preview = await previewImage(file, account.id, Date.now())
	if (!preview.ok) return data({ ...page, problem: preview.message }, { status: 422 })
	return data({ ...page, picture: preview })
}

/** The selection stands in the address; without a legal one there is nothing to preview. */
async function pageData(request: Request) {
	const read = readSelection(new URL(request.url).searchParams)
	const selection = resolveSelection(read, 'preview')
	if (!selection.ok) {
		throw await redirectWithFlash('/user/pixels/buy', { type: 'error', text: selection.message })
	}
	const cells = cellsByIds(selection.ids)
	const prices = await getPrices()
	const query = selectionQuery(selection.ids)
	return {
		type: selection.type,
		words: selectionWords(selection.ids),
		query,
		corners: [...new URLSearchParams(query)],
		box: boundingBox(cells),
		size: shapeSize(cells),
		pence: cells.length * prices[selection.type],
		problem: undefined as string | undefined,
		picture: undefined as { src: string; width: number; height: number } | undefined,
	}
}

export default function PixelsPreview({ loaderData, actionData }: Route.ComponentProps) {
	return <ImagePreview {...loaderData} {...actionData} />
}

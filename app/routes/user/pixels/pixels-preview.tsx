import { data, redirect } from 'react-router'
import { suggestedSize } from '~/domain/creatives/framing'
import { storeDraftImage } from '~/domain/creatives/image.server'
import { readImageForm } from '~/domain/creatives/image-form.server'
import { framingFields } from '~/domain/creatives/placed-image.server'
import { readFormImageKey } from '~/domain/creatives/schema'
import { findFormImage } from '~/domain/files/form-image.server'
import { IMAGE_ACCEPT } from '~/domain/files/rules'
import { boundingBox, measureShape } from '~/domain/grid/geometry-rules'
import { type CellType, cellsByIds, type UnitRect } from '~/domain/grid/layout'
import {
	describeSelection,
	readSelection,
	resolveSelection,
	selectionQuery,
} from '~/domain/grid/selection/selection'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { isHeld } from '~/domain/orders/hold-rules'
import { readOpenCheckout } from '~/domain/orders/queries.server'
import { checkoutPath, replacePath } from '~/domain/orders/rules'
import { unavailableAdvice, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { getPrices } from '~/domain/settings/queries.server'
import { capitalize } from '~/domain/text'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { refusalInit } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/responses.server'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { Button } from '~/ui/button'
import { WithReplaceDialog } from '~/ui/checkout/about-buying'
import { Facts } from '~/ui/facts'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { FileField, plainField } from '~/ui/forms/field'
import { Money } from '~/ui/money'
import type { Route } from './+types/pixels-preview'

export const handle = { acceptsFiles: true }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const page = await pageData(request, account.id)
	const restored = await restoredForm(request, account.id)
	const values = Object.fromEntries(restored?.fields ?? [])
	const held = await findFormImage(readFormImageKey(values), account.id)
	const { status, error: errors } = restored?.reply ?? { status: 200, error: {} }
	return data({ ...page, errors, editing: await readImageForm(page.about, { held, values }) }, { status })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const page = await pageData(request, account.id)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const intent = form.get('intent')
	if (intent !== 'preview' && intent !== 'buy') throw badRequest()
	const values = Object.fromEntries(form)
	const by = { holder: account.id, actorId: account.id, now: Date.now(), signal: request.signal }
	const chosen = { image: chosenFile(form, 'image'), held: readFormImageKey(values), busy }
	const { held, refusal } = await storeDraftImage(chosen, intent === 'buy', by)
	const replyWithPreview = async (errors: Errors, init: ResponseInit = {}) => {
		const reply = { status: init.status ?? 200, error: errors }
		const toForm = await redirectToForm(request, form, { accountId: account.id, held: held?.key, ...reply })
		return (
			toForm ?? data({ ...page, errors, editing: await readImageForm(page.about, { held, values }) }, init)
		)
	}
	if (refusal) {
		const text = refusal.code ? refusal.message : 'Please choose an image'
		return await replyWithPreview({ image: [text] }, refusalInit(refusal))
	}
	if (intent === 'preview') return await replyWithPreview({})
	const placed = held && { key: held.key, framing: framingFields(values) }
	const opened = await openCheckout(account.id, page.about.cells, by.now, { image: placed })
	if (opened.ok) throw redirect(checkoutPath(opened.orderId, 'cells'))
	const { code, message, taken = [] } = opened
	if (code === 'checkout-held') {
		const image = placed ? `&${new URLSearchParams({ held: placed.key, ...placed.framing })}` : ''
		throw redirect(replacePath(page.about.cells) + image)
	}
	const why = taken.length > 0 ? `${unavailableMessage(taken)} ${unavailableAdvice(taken)}` : message
	return await replyWithPreview({ '': [why] }, refusalInit(opened))
}

/** The errors of the image, and ('') of buying the selection. */
type Errors = Record<string, string[]>

/** The selection is in the address; without a valid one there is nothing to preview. */
async function pageData(request: Request, accountId: string) {
	const read = readSelection(new URL(request.url).searchParams)
	const selection = resolveSelection(read, 'preview')
	if (!selection.ok) {
		throw await redirectWithFlash('/user/pixels/buy', { type: 'error', text: selection.message })
	}
	const cells = cellsByIds(selection.ids)
	const [prices, open] = await Promise.all([getPrices(), readOpenCheckout(accountId)])
	const query = selectionQuery(selection.ids)
	const viewer = { role: 'user', accountId } as const
	const about = { imageKey: null, cells: cells.map(cell => cell.id), viewer, now: Date.now() }
	return {
		about,
		type: selection.type,
		words: describeSelection(selection.ids),
		query,
		box: boundingBox(cells),
		size: measureShape(cells),
		pence: cells.length * prices[selection.type],
		hasHold: open !== undefined && isHeld(open, Date.now()),
	}
}

/** Previews an image on a selection before the purchase; live with scripts, by a button without. */
export default function ImagePreview({ loaderData, actionData }: Route.ComponentProps) {
	const { type, words, query, box, size, pence, errors, editing, about, hasHold } = {
		...loaderData,
		...actionData,
	}
	const back = `/user/pixels/buy${query}`
	const { held, ...image } = editing
	const suggested = suggestedSize(box)
	const address = `/user/pixels/preview${query}`
	const editor = {
		...image,
		cells: about.cells,
		label: image.picture ? `Your image on ${words}` : `The shape of ${words}`,
		fileId: 'image',
		clearHref: address,
	}
	return (
		<DialogPage
			title="Image Preview"
			backHref={back}
			wide
			intro="See how an image looks on your selection. Nobody else sees it. Buy from here, and it waits for you in Pixel Management."
		>
			<ErrorSummary
				items={[
					...(errors[''] ?? []).map(text => ({ href: back, text })),
					...(errors['image'] ?? []).map(text => ({ id: 'image', text })),
				]}
			/>
			<WithReplaceDialog isHeld={hasHold}>
				<form method="post" action={address} encType="multipart/form-data" className="manage-columns">
					<div className="manage-picture">
						<Island name="image-editor" tool={ImageEditor} props={editor} />
						<FileField
							field={plainField('image', undefined, errors['image'])}
							label="Image"
							accept={IMAGE_ACCEPT}
							typeMessage="Only image files are allowed (PNG, JPG, WebP, GIF or AVIF)"
							help={
								held
									? `${held.name} is shown; choose another to replace it.`
									: `PNG, JPG, WebP, GIF or AVIF, at most 5 MB. Suggested: ${suggested.width} x ${suggested.height} pixels.`
							}
						/>
						{held ? <input type="hidden" name="held" value={held.key} /> : null}
					</div>
					<div className="form content-start">
						<Facts
							items={{
								'Selected area': `${size.across} × ${size.down} (width × height)`,
								Type: <span>{capitalize(type)}</span>,
								'Best image ratio': ratioNote(type, box),
								Price: <Money pence={pence} words />,
							}}
						/>
						<div className="actions">
							<CancelLink href={back}>Close</CancelLink>
							<Button name="intent" value="buy">
								Buy Pixels
							</Button>
						</div>
					</div>
				</form>
			</WithReplaceDialog>
		</DialogPage>
	)
}

/** The ratio of a large pixel is 4:5, of the others 1:1; an area has the ratio of its sides. */
function ratioNote(type: CellType, box: UnitRect): string {
	const divisor = greatestCommonDivisor(box.w, box.h)
	const area = `${box.w / divisor}:${box.h / divisor}`
	if (type === 'large') return '4:5 (width:height)'
	return area === '1:1' ? '1:1' : `${area} (each pixel is 1:1)`
}

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

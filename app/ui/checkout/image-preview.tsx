import type { ReactNode } from 'react'
import { suggestedSize } from '~/domain/creatives/framing'
import type { ImageForm } from '~/domain/creatives/image-form.server'
import { IMAGE_ACCEPT } from '~/domain/files/rules'
import type { CellType, UnitRect } from '~/domain/grid/layout'
import { capitalize } from '~/domain/text'
import type { ImageEditorProps } from '~/tools/image-editor/image-editor'
import { Button } from '../button'
import { editorProps } from '../creatives/editor-props'
import { Facts } from '../facts'
import { CancelLink, DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { FileField, plainField } from '../forms/field'
import { Money } from '../money'
import { WithReplaceDialog } from './about-buying'

export type ImagePreviewProps = {
	type: CellType
	/** The selection in words, and as its address. */
	words: string
	query: string
	/** In units of one tiny cell. */
	box: UnitRect
	/** In cells of the type. */
	size: { across: number; down: number }
	pence: number
	/** Another checkout has a running hold. */
	hasHold: boolean
	/** The errors of the image, and ('') of buying the selection. */
	errors: Readonly<Record<string, string[]>>
	about: { cells: readonly number[] }
	editing: ImageForm
	/** Draws the image editor, which is a tool. */
	editor: (props: ImageEditorProps) => ReactNode
}

/** Previews an image on a selection before the purchase. Works without scripts; with them, at once. */
export function ImagePreview(props: ImagePreviewProps) {
	const { type, words, query, box, size, pence, errors, editing, editor } = props
	const back = `/user/pixels/buy${query}`
	const { held } = editing
	const { cells } = props.about
	const suggested = suggestedSize(box)
	const address = `/user/pixels/preview${query}`
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
			<WithReplaceDialog isHeld={props.hasHold}>
				<form method="post" action={address} encType="multipart/form-data" className="manage-columns">
					<div className="manage-picture">
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
						{editor(
							editorProps(
								editing,
								{
									cells,
									label: editing.picture ? `Your image on ${words}` : `The shape of ${words}`,
									fileName: 'image',
									preview: { intent: 'show', label: 'Show image' },
									clearHref: address,
								},
								{
									rotation: plainField('rotation'),
									fit: plainField('fit'),
									position: plainField('position'),
									zoom: plainField('zoom'),
								},
							),
						)}
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

/** Large is 4:5, the others 1:1 per pixel; for an area the ratio of its sides. */
function ratioNote(type: CellType, box: UnitRect): string {
	const divisor = greatestCommonDivisor(box.w, box.h)
	const area = `${box.w / divisor}:${box.h / divisor}`
	if (type === 'large') return '4:5 (width:height)'
	return area === '1:1' ? '1:1' : `${area} (each pixel is 1:1)`
}

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

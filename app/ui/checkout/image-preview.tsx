import type { ReactNode } from 'react'
import type { Editing } from '~/domain/creatives/editing.server'
import { suggestedSize } from '~/domain/creatives/framing'
import { IMAGE_ACCEPT } from '~/domain/files/rules'
import type { CellType, UnitRect } from '~/domain/grid/layout'
import type { ImageEditorProps } from '~/tools/image-editor/image-editor'
import { Button, ButtonLink } from '../button'
import { editorProps } from '../creatives/editor-props'
import { DialogPage } from '../dialog-page'
import { ErrorSummary } from '../error-summary'
import { Facts } from '../facts'
import { FileField, plainField } from '../field'
import { Money } from '../money'

export type ImagePreviewProps = {
	type: CellType
	/** The selection in words, as its address, and as the fields of the buy form. */
	words: string
	query: string
	corners: [name: string, value: string][]
	/** In units of one tiny cell. */
	box: UnitRect
	/** In cells of the type. */
	size: { across: number; down: number }
	pence: number
	problem: string | undefined
	about: { cells: readonly number[] }
	editing: Editing
	/** Draws the image editor, which is a tool. */
	editor: (props: ImageEditorProps) => ReactNode
}

/**
 * How a chosen image will look on a selection, before anything is bought. Works without scripts; with them, at once.
 */
export function ImagePreview(props: ImagePreviewProps) {
	const { type, words, query, corners, box, size, pence, problem, editing, editor } = props
	const { held } = editing
	const { cells } = props.about
	const suggested = suggestedSize(box)
	const address = `/user/pixels/preview${query}`
	return (
		<DialogPage
			title="Image Preview"
			backHref={`/user/pixels/buy${query}`}
			intro="See how an image looks on your selection. Nothing is bought, and nobody else sees the image."
		>
			{problem ? <ErrorSummary items={[{ id: 'image', text: problem }]} /> : null}
			<form method="post" action={address} encType="multipart/form-data" className="grid gap-6">
				<FileField
					field={plainField('image', undefined, problem ? [problem] : undefined)}
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
			</form>
			<Facts
				items={[
					['Selected area', `${size.across} × ${size.down} (width × height)`],
					['Type', <span key="type">{type.charAt(0).toUpperCase() + type.slice(1)}</span>],
					['Best image ratio', ratioNote(type, box)],
					['Price', <Money key="price" pence={pence} words />],
				]}
			/>
			<form method="post" action="/user/pixels/buy" className="actions border-t border-line pt-5">
				{corners.map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<close-link>
					<ButtonLink variant="secondary" href={`/user/pixels/buy${query}`}>
						Close
					</ButtonLink>
				</close-link>
				<Button name="intent" value="buy">
					Buy Pixels
				</Button>
			</form>
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

import { IMAGE_ACCEPT } from '~/domain/files/rules'
import { type CellType, TYPE_UNITS, type UnitRect } from '~/domain/grid/layout'
import { Button, ButtonLink } from '../button'
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
	picture: { src: string; width: number; height: number } | undefined
}

/** How a chosen image will look on a selection, before anything is bought. Works without scripts; with them, at once. */
export function ImagePreview(props: ImagePreviewProps) {
	const { type, words, query, corners, box, size, pence, problem, picture } = props
	return (
		<DialogPage
			title="Image Preview"
			backHref={`/user/pixels/buy${query}`}
			intro="See how an image looks on your selection. Nothing is stored and nothing is bought."
		>
			{problem ? <ErrorSummary items={[{ id: 'image', text: problem }]} /> : null}
			<div data-enhance="preview" className="grid gap-6">
				<Stage type={type} box={box} src={picture?.src} label={words} />
				<Facts
					items={[
						['Selected area', `${size.across} × ${size.down} (width × height)`],
						['Type', <span key="type">{type.charAt(0).toUpperCase() + type.slice(1)}</span>],
						['Best image ratio', ratioNote(type, box)],
						['Price', <Money key="price" pence={pence} words />],
					]}
				/>
				<form
					method="post"
					action={`/user/pixels/preview${query}`}
					encType="multipart/form-data"
					className="grid gap-4"
				>
					<FileField
						field={plainField('image', undefined, problem ? [problem] : undefined)}
						label="Image"
						accept={IMAGE_ACCEPT}
						typeMessage="Only image files are allowed (PNG, JPG, WebP, GIF or AVIF)"
						help="PNG, JPG, WebP, GIF or AVIF, at most 5 MB. An image of another shape is cut at its edges."
					/>
					<div className="actions">
						<Button name="intent" value="show" variant="secondary" data-preview-show>
							Show image
						</Button>
						<ButtonLink
							variant="quiet"
							href={`/user/pixels/preview${query}`}
							hidden={!picture}
							data-preview-clear
						>
							Clear image
						</ButtonLink>
					</div>
				</form>
			</div>
			<form method="post" action="/user/pixels/buy" className="actions border-t border-line pt-5">
				{corners.map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<ButtonLink variant="secondary" href={`/user/pixels/buy${query}`} data-dialog-close>
					Close
				</ButtonLink>
				<Button name="intent" value="buy">
					Buy Pixels
				</Button>
			</form>
		</DialogPage>
	)
}

/** The shape of the selection with its seams, and the image over it. */
function Stage({
	type,
	box,
	src,
	label,
}: {
	type: CellType
	box: UnitRect
	src: string | undefined
	label: string
}) {
	const { w, h } = TYPE_UNITS[type]
	// Seams that stay as thin as on the grid, whatever the size of the drawing.
	const seam = Math.max(box.w, box.h) / 400
	const lines = [
		...steps(box.w, w).map(x => `M${x} 0V${box.h}`),
		...steps(box.h, h).map(y => `M0 ${y}H${box.w}`),
	]
	return (
		<div className="preview-stage">
			<svg
				viewBox={`0 0 ${box.w} ${box.h}`}
				role="img"
				aria-label={src ? `Your image on ${label}` : `The shape of ${label}`}
			>
				<rect width={box.w} height={box.h} fill="#264a3d" />
				<path d={lines.join('')} stroke="#0b120f" strokeWidth={seam} fill="none" />
				<image
					data-preview-image
					width={box.w}
					height={box.h}
					preserveAspectRatio="xMidYMid slice"
					href={src}
				/>
			</svg>
		</div>
	)
}

function steps(length: number, step: number): number[] {
	return Array.from({ length: Math.max(0, length / step - 1) }, (_, index) => (index + 1) * step)
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

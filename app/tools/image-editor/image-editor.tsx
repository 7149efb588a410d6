import { useEffect, useRef, useState } from 'react'
import {
	DEFAULT_FRAMING,
	type Degrees,
	type Framing,
	findFramingPosition,
	isFitName,
	isPositionName,
	MAX_ZOOM,
	type Picture,
	POSITIONS,
	rotateSize,
	toDegrees,
	zoomAt,
} from '~/domain/creatives/framing'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { capitalize } from '~/domain/text'
import { Button, ButtonLink } from '~/ui/button'
import { TrueSize } from '~/ui/creatives/framed-picture'
import { controlProps, FieldShell, plainField, SelectField } from '~/ui/forms/field'
import { readChosen, takeDrops } from './chosen-picture'
import { CutHint, Stage } from './stage'
import { useFraming } from './use-framing'

export type ImageEditorProps = {
	/** Ids of the cells of the block; empty for a round photo. */
	cells: readonly number[]
	/** Describes the surface the picture is shown on. */
	label: string
	around: Surroundings | null
	/** The stored image to edit until a file is chosen. */
	picture: Picture | null
	rotation: Degrees
	framing: Framing
	/** The id of the file field, which is elsewhere in the form. */
	fileId: string
	/** The address of a link that discards the image. */
	clearHref?: string | undefined
}

const ZOOM = plainField('zoom')
const FIT = plainField('fit')
const POSITION = plainField('position')
const ROTATION = plainField('rotation')
const POSITION_LABELS = Object.fromEntries(
	Object.keys(POSITIONS).map(name => [name, capitalize(name.replace('-', ' '))]),
)

/**
 * Form fields for the framing of an image, which the server applies. With scripts the image is moved by hand, in a
 * preview of the result.
 */
export function ImageEditor(props: ImageEditorProps) {
	const { cells, label, around, fileId, clearHref } = props
	const root = useRef<HTMLDivElement>(null)
	const [isLive, setIsLive] = useState(false)
	const [chosen, setChosen] = useState<Picture | null>(null)
	const [isUnreadable, setIsUnreadable] = useState(false)
	const [isCleared, setIsCleared] = useState(false)
	const { framing, rotation, setFraming, setRotation, changeFraming, rotate, undo, canUndo } =
		useFraming(props)
	const picture = chosen ?? (isCleared ? null : props.picture)
	const place = findFramingPosition(framing)

	/* Takes over the browser's file and choices: made before the tool loaded, or restored from an earlier visit. */
	useEffect(() => {
		const form = root.current?.closest('form')
		const input = form?.elements.namedItem(fileId)
		if (!form || !(input instanceof HTMLInputElement)) return
		const listening = new AbortController()
		const read = async () => {
			const [file] = input.files ?? []
			const read = file ? await readChosen(file) : null
			// A slower answer to an earlier choice must not replace the newer one.
			if (file !== input.files?.[0] || listening.signal.aborted) return
			setIsUnreadable(file?.type.startsWith('image/') === true && !read)
			setChosen(before => {
				if (before) URL.revokeObjectURL(before.src)
				return read
			})
		}
		const { signal } = listening
		input.addEventListener('change', read, { signal })
		takeDrops(root.current, input, signal)
		void read()
		const held = new FormData(form)
		setRotation(toDegrees(held.get('rotation')))
		setFraming(before => readFraming(before, held))
		setIsLive(true)
		return () => listening.abort()
	}, [fileId, setFraming, setRotation])

	/* The controls follow what is done on the stage. */
	useEffect(() => {
		if (!isLive) return
		write(root.current, 'position', place ?? '')
		write(root.current, 'zoom', String(framing.zoom))
		write(root.current, 'rotation', String(rotation))
	}, [isLive, place, framing.zoom, rotation])

	const clear = () => {
		const controls = root.current?.closest('form')?.elements
		const input = controls?.namedItem(fileId)
		const held = controls?.namedItem('held')
		if (held instanceof HTMLInputElement) held.value = ''
		setIsCleared(true)
		setFraming(DEFAULT_FRAMING)
		if (!(input instanceof HTMLInputElement)) return
		input.value = ''
		input.dispatchEvent(new Event('change', { bubbles: true }))
		input.focus()
	}
	const zoomTo = (zoom: number) => {
		const box = cells.length > 0 ? boundingBox(cellsByIds(cells)) : { w: 1, h: 1 }
		const size = rotateSize(picture?.width ? picture : { width: box.w, height: box.h }, rotation)
		changeFraming(before => zoomAt(size, box.w / box.h, before, zoom))
	}
	const shown = { picture, rotation, framing }
	return (
		<div className={picture ? 'image-editor' : 'image-editor is-empty'} ref={root}>
			<div className="editor-work">
				<Stage
					cells={cells}
					label={label}
					fileId={fileId}
					{...shown}
					change={isLive ? changeFraming : undefined}
				/>
				{isUnreadable ? (
					<p className="error" role="alert">
						This file cannot be shown as an image. It may be damaged: please choose another.
					</p>
				) : null}
				<p className="help with-scripts" hidden={!picture}>
					Drag the image to move it; two fingers, the wheel, + and − zoom.
				</p>
				<CutHint {...shown} cells={cells} />
				<div className="editor-controls">
					<FieldShell field={ZOOM} label="Zoom">
						<input
							{...controlProps(ZOOM)}
							className="min-h-11 w-full accent-accent"
							type="range"
							min="1"
							max={MAX_ZOOM}
							step="any"
							defaultValue={framing.zoom}
							aria-valuetext={isLive ? `${Math.round(framing.zoom * 100)} %` : undefined}
							onChange={({ target }) => zoomTo(Number(target.value))}
						/>
					</FieldShell>
					<SelectField
						field={FIT}
						label="Fit"
						options={{ cover: 'Fill it', contain: 'Show the whole image' }}
						defaultValue={framing.fit}
						onChange={({ target: { value } }) => {
							if (isFitName(value)) changeFraming(before => ({ ...before, fit: value }))
						}}
					/>
					<SelectField
						field={POSITION}
						label="Position"
						options={POSITION_LABELS}
						defaultValue={place ?? ''}
						onChange={({ target: { value } }) => {
							if (isPositionName(value))
								changeFraming(before => ({ ...before, x: POSITIONS[value][0], y: POSITIONS[value][1] }))
						}}
					>
						{isLive || !place ? (
							<option value="" hidden>
								By hand
							</option>
						) : null}
					</SelectField>
					<SelectField
						field={ROTATION}
						label="Turn the image"
						options={{ 0: 'Do not turn', 90: '90° clockwise', 180: '180°', 270: '90° anticlockwise' }}
						defaultValue={String(rotation)}
						onChange={({ target }) => rotate(toDegrees(target.value))}
					/>
					<div className="actions self-end not-has-[:not([hidden])]:hidden">
						{isLive ? null : (
							<Button variant="secondary" className="without-scripts" name="intent" value="preview">
								Preview
							</Button>
						)}
						{isLive ? (
							<Button type="button" variant="secondary" onClick={undo} disabled={!canUndo}>
								Undo
							</Button>
						) : null}
						{clearHref ? (
							<ButtonLink
								variant="quiet"
								href={clearHref}
								hidden={!picture}
								onClick={event => {
									event.preventDefault()
									clear()
								}}
							>
								Clear image
							</ButtonLink>
						) : null}
					</div>
				</div>
				{isLive && !place ? (
					<>
						<input type="hidden" name="position_x" value={framing.x.toFixed(6)} />
						<input type="hidden" name="position_y" value={framing.y.toFixed(6)} />
					</>
				) : null}
			</div>
			{around ? <TrueSize around={around} {...shown} /> : null}
		</div>
	)
}

/* A position set by hand has no field that a browser would restore. */
function readFraming(drawn: Framing, held: FormData): Framing {
	const [fit, place] = [String(held.get('fit')), String(held.get('position'))]
	const zoom = Number(held.get('zoom'))
	const [x, y] = isPositionName(place) ? POSITIONS[place] : [drawn.x, drawn.y]
	return { fit: isFitName(fit) ? fit : drawn.fit, zoom: zoom >= 1 ? zoom : drawn.zoom, x, y }
}

function write(root: HTMLElement | null, name: string, value: string) {
	const control = root?.querySelector(`[name="${name}"]`)
	const isControl = control instanceof HTMLSelectElement || control instanceof HTMLInputElement
	if (isControl && control.value !== value) control.value = value
}

import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import {
	computeVisiblePart,
	type Degrees,
	type Framing,
	moveFraming,
	type Picture,
	rotateSize,
	zoomAt,
} from '~/domain/creatives/framing'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { drawRects } from '~/domain/grid/surroundings'
import { FramedPicture } from '~/ui/creatives/framed-picture'

/** The frame of a round photo. */
const SQUARE = { x: 0, y: 0, w: 1, h: 1 }
const CIRCLE = 'M0 0.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z'
/** How much of the cropped part stays visible, as a fraction of the frame's longer side. */
const RIM = 0.08
const STEP = 0.02
const FACTORS: Readonly<Record<string, number>> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
}

export type Shown = { picture: Picture | null; rotation: Degrees; framing: Framing }

type Point = { x: number; y: number }

/** The smallest part of an image that is worth a warning when it is cut off. */
const NOTICEABLE_CUT = 0.1

/** Warns when "Fill it" cuts off a noticeable part of the image, before any zoom. */
export function CutHint({ picture, rotation, framing, cells }: Shown & { cells: readonly number[] }) {
	const box = cells.length > 0 && framing.fit === 'cover' ? boundingBox(cellsByIds(cells)) : null
	let cut = 0
	if (picture?.width && box) {
		const part = computeVisiblePart(rotateSize(picture, rotation), box.w / box.h, { ...framing, zoom: 1 })
		cut = 1 - (part.width * part.height) / (picture.width * picture.height)
	}
	return (
		<output className="help empty:hidden">
			{cut < NOTICEABLE_CUT
				? null
				: `The block has another shape: “Fill it” cuts off ${Math.round(cut * 100)} % of the image. “Show the whole image” keeps all of it.`}
		</output>
	)
}

type Props = Shown & {
	cells: readonly number[]
	label: string
	/** The id of the file field that an empty stage opens. */
	fileId: string
	change: ((next: (framing: Framing) => Framing) => void) | undefined
}

/**
 * The picture in its frame, with the cropped parts faint around it. With `change` it responds to dragging, two fingers,
 * the wheel, arrow keys, + and -. `cells`: ids of the block; empty for a round photo.
 */
export function Stage({ cells: ids, label, fileId, picture, rotation, framing, change }: Props) {
	const element = useRef<HTMLDivElement>(null)
	const pointers = useRef(new Map<number, Point>())
	const cells = cellsByIds(ids)
	const box = cells.length > 0 ? boundingBox(cells) : SQUARE
	const outline = cells.length > 0 ? drawRects(cells) : CIRCLE
	const rim = Math.max(box.w, box.h) * RIM
	const view = { x: box.x - rim, y: box.y - rim, w: box.w + 2 * rim, h: box.h + 2 * rim }
	const ratio = box.w / box.h
	const size = rotateSize(picture?.width ? picture : { width: box.w, height: box.h }, rotation)
	const canMove = change !== undefined && picture !== null

	/** Converts a point of the screen to fractions of the frame. */
	const toFramePoint = ({ x, y }: Point): Point => {
		const rect = element.current?.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
		const scale = Math.min(rect.width / view.w, rect.height / view.h) || 1
		return {
			x: (x - rect.x - rect.width / 2) / scale / box.w + 0.5,
			y: (y - rect.y - rect.height / 2) / scale / box.h + 0.5,
		}
	}
	const move = (from: Framing, by: Point) => moveFraming(size, ratio, from, by)
	const zoomBy = (from: Framing, factor: number, at?: Point) =>
		zoomAt(size, ratio, from, from.zoom * factor, at)

	const onPress = ({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
		if (!canMove) return
		currentTarget.setPointerCapture(pointerId)
		pointers.current.set(pointerId, { x: clientX, y: clientY })
	}
	const drag = ({ pointerId, clientX, clientY }: PointerEvent) => {
		const before = pointers.current.get(pointerId)
		if (!before || !change) return
		const now = { x: clientX, y: clientY }
		const [other] = [...pointers.current].flatMap(([id, point]) => (id === pointerId ? [] : [point]))
		pointers.current.set(pointerId, now)
		const [first, then] = other ? [getMiddle(before, other), getMiddle(now, other)] : [before, now]
		const [from, to] = [toFramePoint(first), toFramePoint(then)]
		const by = { x: to.x - from.x, y: to.y - from.y }
		const factor = other ? getDistance(now, other) / Math.max(1, getDistance(before, other)) : 1
		change(framing => zoomBy(move(framing, by), factor, to))
	}
	const release = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
	const type = (event: KeyboardEvent) => {
		if (!canMove || event.ctrlKey || event.metaKey || event.altKey) return
		const [x = 0, y = 0] = ARROWS[event.key] ?? []
		const step = STEP * (event.shiftKey ? 5 : 1)
		const factor = FACTORS[event.key] ?? 1
		if (x === 0 && y === 0 && factor === 1) return
		event.preventDefault()
		change(framing => zoomBy(move(framing, { x: x * step, y: y * step }), factor))
	}
	// React's own listener is passive and cannot prevent scrolling. Without the focus the page scrolls as usual.
	const wheel = useEffectEvent((event: WheelEvent) => {
		if (!canMove || !(event.ctrlKey || element.current === document.activeElement)) return
		event.preventDefault()
		const at = toFramePoint({ x: event.clientX, y: event.clientY })
		change(framing => zoomBy(framing, Math.exp(-event.deltaY / 400), at))
	})
	useEffect(() => {
		const listening = new AbortController()
		const options = { passive: false, signal: listening.signal }
		element.current?.addEventListener('wheel', event => wheel(event), options)
		return () => listening.abort()
	}, [])

	const gestures = {
		tabIndex: 0,
		role: 'application',
		'aria-label': 'Place of the picture. Arrow keys move it, plus and minus make it larger and smaller.',
		onPointerDown: onPress,
		onPointerMove: drag,
		onPointerUp: release,
		onPointerCancel: release,
		onKeyDown: type,
	}
	return (
		<div ref={element} className="editor-stage" {...(canMove ? gestures : {})}>
			<svg role="img" aria-label={label} viewBox={`${view.x} ${view.y} ${view.w} ${view.h}`}>
				<clipPath id="editor-frame">
					<path d={outline} />
				</clipPath>
				<clipPath id="editor-rim">
					<rect x={view.x} y={view.y} width={view.w} height={view.h} />
				</clipPath>
				{canMove ? (
					<g opacity="0.3">
						<FramedPicture {...{ picture, box, rotation, framing }} clip="editor-rim" />
					</g>
				) : null}
				<path
					className="fill-none stroke-gold stroke-[4px] pointer-events-none [vector-effect:non-scaling-stroke]"
					d={outline}
				/>
				<path
					className={`stroke-[1px] [vector-effect:non-scaling-stroke] ${picture ? 'fill-blue stroke-ink' : 'fill-panel stroke-gold/40'}`}
					d={outline}
				/>
				{picture ? <FramedPicture {...{ picture, box, rotation, framing }} clip="editor-frame" /> : null}
			</svg>
			{picture ? null : (
				<label
					className="grid cursor-pointer place-items-center p-4 text-center text-sm text-ivory"
					htmlFor={fileId}
				>
					<span className={cells.length > 0 ? 'bg-night/80 px-4 py-2' : 'max-w-32'}>
						<span className="underline decoration-gold underline-offset-[0.25em]">Choose an image</span>
						<span className="touch:hidden">, or drop it here</span>
					</span>
				</label>
			)}
		</div>
	)
}

function getMiddle(a: Point, b: Point): Point {
	return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function getDistance(a: Point, b: Point): number {
	return Math.hypot(a.x - b.x, a.y - b.y)
}

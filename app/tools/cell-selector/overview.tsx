import { type PointerEvent, useEffect, useState } from 'react'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, type Cell, type UnitRect } from '~/domain/grid/layout'
import { drawRects } from '~/domain/grid/surroundings'
import { findGridPicture } from '~/elements/grid/grid-picture'
import type { DrawnCells } from './drawn-cells'

/** Returns the section of the grid that a zoomed view shows, in units; null while all of it is shown. */
export function useViewport(cells: DrawnCells | undefined, zoom: number): UnitRect | null {
	const [viewport, setViewport] = useState<UnitRect | null>(null)
	useEffect(() => {
		const view = cells?.element.closest('.pixel-view')
		if (!cells || !view || zoom <= 1) return setViewport(null)
		const update = () => {
			const { left, top } = view.getBoundingClientRect()
			const { clientWidth, clientHeight } = view
			const { x, y } = cells.unitsAt({ clientX: left, clientY: top })
			const end = cells.unitsAt({ clientX: left + clientWidth, clientY: top + clientHeight })
			setViewport({ x, y, w: end.x - x, h: end.y - y })
		}
		update()
		const resized = new ResizeObserver(update)
		resized.observe(view)
		view.addEventListener('scroll', update, { passive: true })
		return () => {
			resized.disconnect()
			view.removeEventListener('scroll', update)
		}
	}, [cells, zoom])
	return viewport
}

type Props = {
	viewport: UnitRect
	selected: readonly Cell[]
	cells: DrawnCells
	/** Scrolls to a point of the canvas, in units. */
	moveTo: (point: { x: number; y: number }) => void
}

/**
 * The whole grid as a thumbnail, with the visible section and the selection, in the corner farthest from the selection:
 * a press scrolls there. Hidden from the keyboard, whose keys scroll the view anyway.
 */
export function Overview({ viewport, selected, cells, moveTo }: Props) {
	// The picture that the grid shows already, so that the thumbnail is never empty.
	const [picture] = useState(() => findGridPicture(cells.element.parentElement)?.currentSrc)
	const box = boundingBox(selected)
	const isRight = selected.length > 0 && box.x + box.w / 2 < viewport.x + viewport.w / 2
	const isTop = selected.length > 0 && box.y + box.h / 2 > viewport.y + viewport.h / 2
	const move = (event: PointerEvent<SVGSVGElement>) => {
		if (event.buttons === 0) return
		const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
		moveTo({
			x: ((event.clientX - left) / width) * CANVAS.width,
			y: ((event.clientY - top) / height) * CANVAS.height,
		})
	}
	return (
		<svg
			className={`overview ${isRight ? 'right-2' : 'left-7'} ${isTop ? 'top-6' : 'bottom-2'}`}
			aria-hidden="true"
			viewBox={`0 0 ${CANVAS.width} ${CANVAS.height}`}
			onPointerDown={move}
			onPointerMove={move}
		>
			<rect className="fill-green" width={CANVAS.width} height={CANVAS.height} />
			{picture ? <image href={picture} width={CANVAS.width} height={CANVAS.height} /> : null}
			<path className="fill-white" d={drawRects(selected)} />
			<rect
				className="fill-none stroke-gold stroke-[0.8]"
				x={viewport.x}
				y={viewport.y}
				width={viewport.w}
				height={viewport.h}
			/>
		</svg>
	)
}

/** Names the sides of the visible section where the selection is, when none of it is visible; null otherwise. */
export function findHiddenSides(viewport: UnitRect | null, selected: readonly Cell[]): string | null {
	if (!viewport || selected.length === 0) return null
	const { x, y, w, h } = boundingBox(selected)
	const across = x + w <= viewport.x ? 'at-left' : x >= viewport.x + viewport.w ? 'at-right' : ''
	const down = y + h <= viewport.y ? 'at-top' : y >= viewport.y + viewport.h ? 'at-bottom' : ''
	return across || down ? `${across} ${down}`.trim() : null
}

import { useEffect, useRef, useState } from 'react'
import { type GridZoom, zoomGrid } from '~/elements/grid/grid-zoom'

export const ZOOM_RANGE = [0.5, 5] as const
const STEP = 1.5
/** Sides of a cell in pixels: too small for a finger, and easy to hit. */
const TOO_SMALL = 24
const EASY = 44

/**
 * Zoom of the grid from 0.5 to 5 at every width: buttons, two fingers, the wheel with Ctrl (or a trackpad's pinch), and
 * panning with the middle button or with Space. `root` contains the rendered grid; buttons zoom about `middle`.
 */
export function useZoom(root: HTMLElement | null, middle: () => Element | null) {
	const [zoom, setZoom] = useState(1)
	const zoomer = useRef<GridZoom | null>(null)
	useEffect(() => {
		const view = root?.querySelector<HTMLElement>('.pixel-view')
		const sheet = root?.querySelector<HTMLElement>('.pixel-sheet')
		if (!view || !sheet) return
		const grid = zoomGrid(view, sheet, ZOOM_RANGE)
		zoomer.current = grid
		// Not with the first finger, which ticks.
		view.dataset['pinch'] = ''
		const changed = () => setZoom(grid.zoom())
		const endPinch = grid.startPinch(() => true, changed)
		const listening = new AbortController()
		const { signal } = listening
		const onWheel = (event: WheelEvent) => {
			if (!event.ctrlKey && !event.metaKey) return
			event.preventDefault()
			const { clientX: x, clientY: y } = event
			if (grid.to(grid.zoom() * Math.exp(-event.deltaY / 400), { x, y })) changed()
		}
		view.addEventListener('wheel', onWheel, { passive: false, signal })
		enablePanning(view, signal)
		return () => {
			endPinch()
			listening.abort()
		}
	}, [root])
	const zoomTo = (next: number, target: Element | null) => {
		const box = target?.getBoundingClientRect()
		const about = box && { x: box.left + box.width / 2, y: box.top + box.height / 2 }
		const grid = zoomer.current
		if (!grid?.to(next, about)) return
		setZoom(grid.zoom())
		root?.scrollIntoView({ block: 'nearest' })
		target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
	}
	const zoomBy = (factor: number) => zoomTo(nextStep(zoomer.current?.zoom() ?? 1, factor), middle())
	return {
		zoom,
		zoomIn: () => zoomBy(STEP),
		zoomOut: () => zoomBy(1 / STEP),
		/**
		 * Zooms in on a cell that a finger may miss.
		 * @returns whether it was too small.
		 */
		approach: (cell: Element) => {
			const side = cell.getBoundingClientRect().width
			const now = zoomer.current?.zoom() ?? 1
			if (side >= TOO_SMALL || now >= ZOOM_RANGE[1]) return false
			zoomTo((now * EASY) / side, cell)
			return true
		},
	}
}

/* Steps always include the page's initial size. */
function nextStep(zoom: number, factor: number): number {
	const next = zoom * factor
	return (zoom - 1) * (next - 1) < 0 ? 1 : next
}

/** Pans the view with the middle button, or with any while Space is held, which then does not tick. */
function enablePanning(view: HTMLElement, signal: AbortSignal) {
	let [isMoving, isHeld, hasMoved] = [false, false, false]
	const release = () => {
		isHeld = false
		delete view.dataset['hand']
	}
	const onKeyDown = (event: KeyboardEvent) => {
		const { key, target, shiftKey, repeat } = event
		const isOnCell = target instanceof Node && view.contains(target)
		const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
		if (key !== ' ' || shiftKey || !(isOnCell || (view.matches(':hover') && !isTyping))) return
		// Space still ticks a focused cell, unless the view was panned.
		if (!isOnCell) event.preventDefault()
		if (!repeat) hasMoved = !isOnCell
		isHeld = true
		view.dataset['hand'] = ''
	}
	const onKeyUp = (event: KeyboardEvent) => {
		if (event.key !== ' ' || !isHeld) return
		if (hasMoved) event.preventDefault()
		release()
	}
	const onPointerDown = (event: PointerEvent) => {
		isMoving = event.button === 1 || isHeld
		if (!isMoving) return
		event.preventDefault()
		event.stopPropagation()
	}
	const onPointerMove = (event: PointerEvent) => {
		if (!isMoving) return
		hasMoved = true
		view.scrollBy(-event.movementX, -event.movementY)
	}
	// The press that panned the view ticks nothing.
	const onClick = (event: MouseEvent) => {
		if (!isHeld) return
		event.preventDefault()
		event.stopPropagation()
	}
	const end = () => (isMoving = false)
	const capturing = { signal, capture: true }
	window.addEventListener('keydown', onKeyDown, capturing)
	window.addEventListener('keyup', onKeyUp, capturing)
	view.addEventListener('pointerdown', onPointerDown, capturing)
	window.addEventListener('pointermove', onPointerMove, { signal })
	for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { signal })
	window.addEventListener('blur', release, { signal })
	view.addEventListener('click', onClick, capturing)
}

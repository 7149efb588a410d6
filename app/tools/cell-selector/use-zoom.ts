import { useEffect, useRef, useState } from 'react'
import { GridZoom } from '~/elements/grid/grid-zoom'

export const ZOOM_RANGE = [0.5, 5] as const
const STEP = 1.5

/**
 * Zoom of the grid from 0.5 to 5 at every width: buttons, two fingers, the wheel with Ctrl (a trackpad's pinch is the
 * same), and a way to move about with the middle button. `root` holds the drawn grid; buttons zoom about `middle`.
 */
export function useZoom(root: HTMLElement | null, middle: () => Element | null) {
	const [zoom, setZoom] = useState(1)
	const zoomer = useRef<GridZoom | null>(null)
	useEffect(() => {
		const view = root?.querySelector<HTMLElement>('.pixel-view')
		const sheet = root?.querySelector<HTMLElement>('.pixel-sheet')
		if (!view || !sheet) return
		const grid = new GridZoom(view, sheet, ZOOM_RANGE)
		zoomer.current = grid
		// Not with the first finger: that is a tick.
		view.dataset['pinch'] = ''
		const changed = () => setZoom(grid.zoom)
		const endPinch = grid.pinch(() => true, changed)
		const listening = new AbortController()
		const { signal } = listening
		const turn = (event: WheelEvent) => {
			if (!event.ctrlKey && !event.metaKey) return
			event.preventDefault()
			const { clientX: x, clientY: y } = event
			if (grid.to(grid.zoom * Math.exp(-event.deltaY / 400), { x, y })) changed()
		}
		view.addEventListener('wheel', turn, { passive: false, signal })
		moveByMiddleButton(view, signal)
		return () => {
			endPinch()
			listening.abort()
		}
	}, [root])
	const by = (factor: number) => {
		const box = middle()?.getBoundingClientRect()
		const about = box && { x: box.left + box.width / 2, y: box.top + box.height / 2 }
		const grid = zoomer.current
		if (!grid?.to(nextStep(grid.zoom, factor), about)) return
		setZoom(grid.zoom)
		root?.querySelector('.pixel-view')?.scrollIntoView({ block: 'nearest' })
		middle()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
	}
	return { zoom, zoomIn: () => by(STEP), zoomOut: () => by(1 / STEP) }
}

/* Steps never pass by the size that the page has of itself. */
function nextStep(zoom: number, factor: number): number {
	const next = zoom * factor
	return (zoom - 1) * (next - 1) < 0 ? 1 : next
}

function moveByMiddleButton(view: HTMLElement, signal: AbortSignal) {
	let moving = false
	view.addEventListener(
		'pointerdown',
		event => {
			moving = event.button === 1
			if (moving) event.preventDefault()
		},
		{ signal },
	)
	window.addEventListener(
		'pointermove',
		event => {
			if (moving) view.scrollBy(-event.movementX, -event.movementY)
		},
		{ signal },
	)
	window.addEventListener(
		'pointerup',
		() => {
			moving = false
		},
		{ signal },
	)
}

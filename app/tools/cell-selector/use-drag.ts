import { useEffect, useEffectEvent, useState } from 'react'
import type { Cell } from '~/domain/grid/layout'
import { isSingleMode, nearestOfType, type Picked, type PickMode } from '~/domain/grid/selection/picking'
import type { DrawnCells } from './drawn-cells'

/** A rectangle being drawn, from the cell where it began to the current one. */
export type Drag = { readonly from: Cell; readonly to: Cell; readonly picked: Picked }

/** Draws a rectangle with the mouse or a pen, or with a finger while `byFinger`. Escape cancels it. */
export function useDrag(
	cells: DrawnCells | undefined,
	{ mode, byFinger, done }: { mode: PickMode; byFinger: boolean; done: (drag: Drag) => void },
): Drag | null {
	const [drag, setDrag] = useState<Drag | null>(null)
	const finish = useEffectEvent(done)
	useEffect(() => {
		if (!cells || isSingleMode(mode)) return
		let from: Cell | undefined
		let latest: Drag | null = null
		const show = (next: Drag | null) => {
			latest = next
			setDrag(next)
		}
		const onPointerDown = (event: PointerEvent) => {
			const isTouch = event.pointerType === 'touch'
			from = event.button === 0 && (!isTouch || byFinger) ? cells.findCell(event.target) : undefined
		}
		const onPointerMove = (event: PointerEvent) => {
			if (!from) return
			const { x, y } = cells.unitsAt(event)
			const to = nearestOfType(from.type, x, y)
			if (!to || (!latest && to === from) || to === latest?.to) return
			show({ from, to, picked: cells.pickRectangle(mode, from, to) })
		}
		const end = () => {
			from = undefined
			if (!latest) return
			const drawn = latest
			show(null)
			preventNextClick(cells.element)
			finish(drawn)
		}
		const cancel = () => {
			from = undefined
			show(null)
		}
		const onEscape = (event: KeyboardEvent) => {
			if (event.key !== 'Escape' || !latest) return
			event.stopPropagation()
			cancel()
		}
		const listening = new AbortController()
		const options = { signal: listening.signal }
		cells.element.addEventListener('pointerdown', onPointerDown, options)
		window.addEventListener('pointermove', onPointerMove, options)
		window.addEventListener('pointerup', end, options)
		window.addEventListener('pointercancel', cancel, options)
		window.addEventListener('keydown', onEscape, { capture: true, ...options })
		return () => listening.abort()
	}, [cells, mode, byFinger])
	return drag
}

/* Suppresses the click that browsers create from a press and a release on one cell, after a rectangle was drawn. */
function preventNextClick(element: HTMLElement) {
	const preventClick = (event: MouseEvent) => {
		event.preventDefault()
		event.stopImmediatePropagation()
	}
	element.addEventListener('click', preventClick, { capture: true, once: true })
	setTimeout(() => element.removeEventListener('click', preventClick, { capture: true }))
}

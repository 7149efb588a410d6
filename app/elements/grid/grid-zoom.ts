import { fetchLargest, findGridPicture, showLargest } from './grid-picture'

type Point = { readonly x: number; readonly y: number }

export type GridZoom = ReturnType<typeof zoomGrid>

/** Zooms a rendered grid: cells are laid out again and stay sharp, and the content at a point stays there. */
export function zoomGrid(view: HTMLElement, sheet: HTMLElement, [min, max]: readonly [number, number]) {
	let now = 1
	/* The largest image over the cells, loaded with the first zoom. */
	let large: HTMLImageElement | undefined

	/**
	 * Zooms about a point of the window, by default the middle of the view.
	 * @returns whether anything changed.
	 */
	const zoomTo = (zoom: number, about?: Point): boolean => {
		const bounded = Math.min(max, Math.max(min, zoom))
		const next = Math.abs(bounded - 1) < 0.04 ? 1 : Math.round(bounded * 100) / 100
		if (next === now) return false
		const box = view.getBoundingClientRect()
		const { x, y } = about ?? { x: box.left + view.clientWidth / 2, y: box.top + view.clientHeight / 2 }
		const before = sheet.getBoundingClientRect()
		now = next
		sheet.style.setProperty('--zoom', String(next))
		view.toggleAttribute('data-zoomed', next > 1)
		view.toggleAttribute('data-shrunk', next < 1)
		const after = sheet.getBoundingClientRect()
		view.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x
		view.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y
		// A sharper image is fetched only when zoomed in.
		const picture = findGridPicture(sheet)
		if (next > 1 && !large && picture?.currentSrc) large = fetchLargest(picture, () => showLargest(picture))
		return true
	}

	/** Zooms with two fingers while `isOn`. `changed` is called after each step. */
	const startPinch = (isOn: () => boolean, changed: () => void = () => undefined): (() => void) => {
		let start: { distance: number; zoom: number } | null = null
		const leave = new AbortController()
		const { signal } = leave
		const onTouchStart = ({ touches }: TouchEvent) => {
			// Set with the first touch: it changes the style of every cell, and most visitors never zoom.
			view.dataset['pinch'] = ''
			start =
				touches.length === 2 && isOn() ? { distance: measureTouches(touches).distance, zoom: now } : null
		}
		const onTouchMove = (event: TouchEvent) => {
			if (!start || event.touches.length !== 2) return
			event.preventDefault()
			const { distance, middle } = measureTouches(event.touches)
			if (zoomTo((start.zoom * distance) / start.distance, middle)) changed()
		}
		view.addEventListener('touchstart', onTouchStart, { passive: true, signal })
		view.addEventListener('touchmove', onTouchMove, { passive: false, signal })
		view.addEventListener('touchend', () => (start = null), { signal })
		return () => leave.abort()
	}
	return { zoom: () => now, to: zoomTo, startPinch: startPinch }
}

function measureTouches([a, b]: TouchList): { distance: number; middle: Point } {
	if (!a || !b) return { distance: 1, middle: { x: 0, y: 0 } }
	return {
		distance: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
		middle: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
	}
}

const LEAST = 0.5
const MOST = 2

/** Two fingers zoom the grid from 0.5 to 2 on screens up to 768 pixels wide; cells are laid out anew and stay sharp. */
export function pinchGrid(cells: HTMLElement) {
	const view = cells.closest<HTMLElement>('.pixel-view')
	const canvas = cells.closest<HTMLElement>('.pixel-canvas')
	if (!view || !canvas) return
	const small = matchMedia('(width <= 48rem)')
	let zoom = 1
	let start: { distance: number; zoom: number } | null = null

	view.dataset['pinch'] = ''
	view.addEventListener(
		'touchstart',
		event => {
			start = event.touches.length === 2 && small.matches ? { distance: distance(event.touches), zoom } : null
		},
		{ passive: true },
	)
	view.addEventListener(
		'touchmove',
		event => {
			if (!start || event.touches.length !== 2) return
			event.preventDefault()
			const next = clampZoom((start.zoom * distance(event.touches)) / start.distance)
			if (next === zoom) return
			const middle = centre(event.touches, view)
			const ratio = next / zoom
			zoom = next
			canvas.style.setProperty('--zoom', String(zoom))
			view.dataset['zoomed'] = String(zoom)
			if (zoom === 1) delete view.dataset['zoomed']
			view.scrollLeft = (view.scrollLeft + middle.x) * ratio - middle.x
			view.scrollTop = (view.scrollTop + middle.y) * ratio - middle.y
		},
		{ passive: false },
	)
	view.addEventListener('touchend', () => {
		start = null
	})
}

/** Between 0.5 and 2, in steps of a hundredth; close to 1 it is 1. */
export function clampZoom(zoom: number): number {
	const bounded = Math.min(MOST, Math.max(LEAST, zoom))
	return Math.abs(bounded - 1) < 0.04 ? 1 : Math.round(bounded * 100) / 100
}

function distance(touches: TouchList): number {
	const [a, b] = [touches[0], touches[1]]
	return a && b ? Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) : 1
}

function centre(touches: TouchList, view: HTMLElement): { x: number; y: number } {
	const [a, b] = [touches[0], touches[1]]
	const box = view.getBoundingClientRect()
	if (!a || !b) return { x: 0, y: 0 }
	return { x: (a.clientX + b.clientX) / 2 - box.left, y: (a.clientY + b.clientY) / 2 - box.top }
}

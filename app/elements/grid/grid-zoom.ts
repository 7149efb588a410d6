import { fetchLargest, gridPicture, showLargest } from './grid-picture'

type Point = { readonly x: number; readonly y: number }

/** Zoom of a drawn grid: cells are laid out anew and stay sharp, and what lies under a point stays there. */
export class GridZoom {
	readonly #view: HTMLElement
	readonly #sheet: HTMLElement
	readonly #range: readonly [least: number, most: number]
	#zoom = 1
	/** The image over the cells at its largest, since one first zoomed in. */
	#large: HTMLImageElement | undefined

	constructor(view: HTMLElement, sheet: HTMLElement, range: readonly [least: number, most: number]) {
		this.#view = view
		this.#sheet = sheet
		this.#range = range
	}

	get zoom(): number {
		return this.#zoom
	}

	/** Zooms about a point of the window, the middle of the view without one. @returns whether anything changed. */
	to(zoom: number, about?: Point): boolean {
		const [least, most] = this.#range
		const bounded = Math.min(most, Math.max(least, zoom))
		const next = Math.abs(bounded - 1) < 0.04 ? 1 : Math.round(bounded * 100) / 100
		if (next === this.#zoom) return false
		const view = this.#view
		const box = view.getBoundingClientRect()
		const middle = { x: box.left + view.clientWidth / 2, y: box.top + view.clientHeight / 2 }
		const { x, y } = about ?? middle
		const before = this.#sheet.getBoundingClientRect()
		const share = { x: (x - before.left) / before.width, y: (y - before.top) / before.height }
		this.#zoom = next
		this.#sheet.style.setProperty('--zoom', String(next))
		view.toggleAttribute('data-zoomed', next > 1)
		view.toggleAttribute('data-shrunk', next < 1)
		const after = this.#sheet.getBoundingClientRect()
		view.scrollLeft += after.left + share.x * after.width - x
		view.scrollTop += after.top + share.y * after.height - y
		if (next > 1) this.#sharpen()
		return true
	}

	/* Whoever zooms sees the image over the cells as sharp as it is; nobody else fetches that. */
	#sharpen() {
		const picture = gridPicture(this.#sheet)
		if (this.#large || !picture?.currentSrc) return
		this.#large = fetchLargest(picture, () => showLargest(picture))
	}

	/** Two fingers zoom, where `isOn` says so. `changed` is called after each step. */
	pinch(isOn: () => boolean, changed: () => void = () => undefined): () => void {
		let start: { distance: number; zoom: number } | null = null
		const begin = ({ touches }: TouchEvent) => {
			// With the first finger: whose gestures are whose is a style of every cell, and most people never ask.
			this.#view.dataset['pinch'] = ''
			start = touches.length === 2 && isOn() ? { distance: distance(touches), zoom: this.#zoom } : null
		}
		const move = (event: TouchEvent) => {
			if (!start || event.touches.length !== 2) return
			event.preventDefault()
			const next = (start.zoom * distance(event.touches)) / start.distance
			if (this.to(next, centre(event.touches))) changed()
		}
		const end = () => {
			start = null
		}
		this.#view.addEventListener('touchstart', begin, { passive: true })
		this.#view.addEventListener('touchmove', move, { passive: false })
		this.#view.addEventListener('touchend', end)
		return () => {
			this.#view.removeEventListener('touchstart', begin)
			this.#view.removeEventListener('touchmove', move)
			this.#view.removeEventListener('touchend', end)
		}
	}
}

function distance(touches: TouchList): number {
	const [a, b] = [touches[0], touches[1]]
	return a && b ? Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) : 1
}

function centre(touches: TouchList): Point {
	const [a, b] = [touches[0], touches[1]]
	if (!a || !b) return { x: 0, y: 0 }
	return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
}

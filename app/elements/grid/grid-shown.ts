import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, CELLS, type Cell } from '~/domain/grid/layout'
import { buyPath, pixelPath } from '~/domain/grid/pixel-path'
import { PALETTE } from '~/domain/palette'
import { cellsUnder } from './grid-cells'
import { fetchLargest, gridPicture } from './grid-picture'

/** What is drawn around it, in units of one tiny cell. */
const VIEW = { w: 23, h: 7 } as const
/** Widths and colours of the lines around it. */
const FRAME = [
	[4, PALETTE.ink],
	[2, PALETTE.gold],
] as const

/**
 * What one points at, beside the public grid: among its neighbours, with its owner's sentence, its size, and the way on.
 * By touch the first tap shows it and marks it on the grid, and the second follows the link.
 */
export class ShownPixel {
	readonly #place: HTMLElement
	readonly #cells: HTMLElement
	#tapped: Element | null = null
	/** The image over the grid at its largest, since one first pointed at a cell. */
	#large: HTMLImageElement | undefined
	#block: readonly Cell[] = []

	constructor(place: HTMLElement, cells: HTMLElement) {
		this.#place = place
		this.#cells = cells
		let isTouch = false
		cells.addEventListener('pointerdown', event => {
			isTouch = event.pointerType === 'touch'
		})
		cells.addEventListener('click', event => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			if (!isTouch || !link || link === this.#tapped) return
			event.preventDefault()
			this.#tapped?.removeAttribute('data-tapped')
			this.#tapped = link
			link.dataset['tapped'] = ''
			place.scrollIntoView({ block: 'nearest' })
		})
	}

	/** `element`: of the cell, or of the first one of the block whose link one points at. */
	show(cell: Cell, element: Element): void {
		const link = element.querySelector('.block-link')
		this.#block = link ? cellsUnder(link, cell) : [cell]
		this.#write('.shown-words', link?.querySelector('.tip')?.firstChild?.textContent ?? '')
		this.#write('.shown-size', this.#block.length > 1 ? `A block of ${this.#block.length} pixels` : '')
		this.#lead(cell, element)
		delete this.#place.dataset['empty']
		this.#draw()
	}

	#write(selector: string, text: string) {
		const line = this.#place.querySelector<HTMLElement>(selector)
		if (!line) return
		line.textContent = text
		line.hidden = text === ''
	}

	#lead(cell: Cell, element: Element) {
		const link = this.#place.querySelector('a')
		if (!link) return
		const isFree = element instanceof HTMLAnchorElement
		link.href = isFree ? buyPath(cell.id) : pixelPath(cell.id)
		link.textContent = isFree
			? 'Buy this pixel'
			: `About ${this.#block.length > 1 ? 'these pixels' : 'this pixel'}`
	}

	/* The cells in the colours that the grid gives them, and over them the image that lies over the grid. */
	#draw() {
		const canvas = this.#place.querySelector('canvas')
		const context = canvas?.getContext('2d')
		if (!canvas || !context) return
		const image = gridPicture(this.#cells.parentElement)
		if (image) this.#large ??= fetchLargest(image, () => this.#draw())
		const unit = Math.ceil((canvas.clientWidth * devicePixelRatio) / VIEW.w)
		canvas.width = VIEW.w * unit
		canvas.height = VIEW.h * unit
		const box = boundingBox(this.#block)
		const x = middle(box.x, box.w, VIEW.w, CANVAS.width)
		const y = middle(box.y, box.h, VIEW.h, CANVAS.height)
		context.setTransform(unit, 0, 0, unit, -x * unit, -y * unit)
		const seam = 1 / unit
		const ends = { x: x + VIEW.w, y: y + VIEW.h }
		for (const cell of CELLS) {
			if (cell.x >= ends.x || cell.y >= ends.y || cell.x + cell.w <= x || cell.y + cell.h <= y) continue
			const element = this.#cells.querySelector(`[data-cell="${cell.id}"]`)
			if (!element) continue
			context.fillStyle = getComputedStyle(element).backgroundColor
			context.fillRect(cell.x, cell.y, cell.w - seam, cell.h - seam)
		}
		const source = this.#large && isDrawable(this.#large) ? this.#large : image
		context.imageSmoothingQuality = 'high'
		if (source && isDrawable(source)) context.drawImage(source, 0, 0, CANVAS.width, CANVAS.height)
		for (const [width, colour] of FRAME) {
			context.lineWidth = width / unit
			context.strokeStyle = colour
			context.strokeRect(box.x, box.y, box.w, box.h)
		}
	}
}

/** Where a view begins that has a stretch in its middle, as far as the grid allows. */
function middle(from: number, length: number, shown: number, all: number): number {
	return Math.min(all - shown, Math.max(0, from + Math.round((length - shown) / 2)))
}

function isDrawable(image: HTMLImageElement): boolean {
	return image.complete && image.naturalWidth > 0
}

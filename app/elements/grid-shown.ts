import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, type Cell } from '~/domain/grid/layout'
import { buyPath, pixelPath } from '~/domain/grid/pixel-path'
import { selectionWords } from '~/domain/grid/selection'
import { cellsUnder } from './grid-cells'
import { fetchLargest, gridPicture } from './grid-picture'

/** Edge of the enlarged picture, in pixels of the page. */
const EDGE = 208

/**
 * What one points at, beside the public grid: enlarged, with its owner's sentence, its size, and the way on. By touch
 * the first tap shows it and the second follows the link.
 */
export class ShownPixel {
	readonly #place: HTMLElement
	readonly #cells: HTMLElement
	#tapped: Element | null = null
	/** The image over the grid at its largest, since one first pointed at a block. */
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
			this.#tapped = link
			place.scrollIntoView({ block: 'nearest' })
		})
	}

	/** `element`: of the cell, or of the first one of the block whose link one points at. */
	show(cell: Cell, element: Element): void {
		const link = element.querySelector('.block-link')
		const block = link ? cellsUnder(link, cell) : [cell]
		this.#write('.shown-words', link?.querySelector('.tip')?.firstChild?.textContent ?? '')
		this.#write('.shown-size', block.length > 1 ? selectionWords(block.map(({ id }) => id)) : '')
		this.#lead(cell, element, block.length)
		this.#draw(link ? block : [])
		delete this.#place.dataset['empty']
	}

	#write(selector: string, text: string) {
		const line = this.#place.querySelector<HTMLElement>(selector)
		if (!line) return
		line.textContent = text
		line.hidden = text === ''
	}

	#lead(cell: Cell, element: Element, count: number) {
		const link = this.#place.querySelector('a')
		if (!link) return
		const isFree = element instanceof HTMLAnchorElement
		link.href = isFree ? buyPath(cell.id) : pixelPath(cell.id)
		link.textContent = isFree ? 'Buy this pixel' : `About ${count > 1 ? 'these pixels' : 'this pixel'}`
	}

	/* Cut out of the image that lies over the grid, at once, and then out of the largest one. */
	#draw(block: readonly Cell[]) {
		this.#block = block
		const canvas = this.#place.querySelector('canvas')
		const image = gridPicture(this.#cells.parentElement)
		if (!canvas) return
		canvas.hidden = block.length === 0 || !image || !isDrawable(image)
		if (canvas.hidden || !image) return
		this.#large ??= fetchLargest(image, () => this.#draw(this.#block))
		const { x, y, w, h } = boundingBox(block)
		const scale = (EDGE * devicePixelRatio) / Math.max(w, h)
		canvas.width = Math.round(w * scale)
		canvas.height = Math.round(h * scale)
		const context = canvas.getContext('2d')
		if (!context) return
		context.imageSmoothingQuality = 'high'
		// The whole of it, moved: a part would be asked for in pixels of the file, which `sizes` hides.
		const source = isDrawable(this.#large) ? this.#large : image
		context.drawImage(source, -x * scale, -y * scale, CANVAS.width * scale, CANVAS.height * scale)
	}
}

function isDrawable(image: HTMLImageElement): boolean {
	return image.complete && image.naturalWidth > 0
}

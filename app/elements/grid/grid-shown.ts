import { boundingBox, measureShape } from '~/domain/grid/geometry-rules'
import type { Cell, CellType } from '~/domain/grid/layout'
import { findFreeCells } from '~/domain/grid/lot'
import { buyPath, pixelPath } from '~/domain/grid/pixel-path'
import { drawCrop } from './draw-crop'
import { findCellsUnder } from './grid-cells'
import { fetchLargest, findGridPicture } from './grid-picture'

/** The view around it, in units of one tiny cell. */
const VIEW = { w: 23, h: 7 } as const
const GOLD = [
	[4, '#0b120f'],
	[2, '#c9a961'],
] as const

/**
 * Shows the pixel under the pointer next to the public grid: its surroundings, its owner's description or the free
 * cells around it, and a link. By touch the first tap shows and marks it, and the second follows the link.
 * @returns a function that shows a cell: `element` is its own, or that of the first cell of the block whose link is
 * under the pointer.
 */
export function createPixelReadout(place: HTMLElement, cells: HTMLElement, prices: Map<CellType, string>) {
	let isTouch = false
	let tapped: Element | null = null
	/* The largest image of the grid, and the free cells; loaded with the first cell that is pointed at. */
	let large: HTMLImageElement | undefined
	let open: ReadonlySet<number> | undefined
	let block: readonly Cell[] = []
	cells.addEventListener('pointerdown', event => {
		isTouch = event.pointerType === 'touch'
	})
	cells.addEventListener('click', event => {
		const link = event.target instanceof Element ? event.target.closest('a') : null
		if (!isTouch || !link || link === tapped) return
		event.preventDefault()
		tapped?.removeAttribute('data-tapped')
		tapped = link
		link.dataset['tapped'] = ''
		place.scrollIntoView({ block: 'nearest' })
	})

	const write = (selector: string, text: string) => {
		const line = place.querySelector<HTMLElement>(selector)
		if (!line) return
		line.textContent = text
		line.hidden = text === ''
	}
	const describeFreeCells = (cell: Cell) => {
		open ??= new Set(
			[...cells.querySelectorAll('a[data-cell]')].map(item => Number(item.getAttribute('data-cell'))),
		)
		const free = findFreeCells(cell, ({ id }) => open?.has(id) === true)
		if (free.length < 2) return ''
		const { across, down } = measureShape(free)
		const pounds = Number(prices.get(cell.type)?.replace(/[£,]/g, '')) * free.length
		return `Free with it: ${across} by ${down}, £${pounds.toLocaleString('en-GB')}`
	}
	const draw = () => {
		const canvas = place.querySelector('canvas')
		if (!canvas) return
		const image = findGridPicture(cells.parentElement)
		if (image) large ??= fetchLargest(image, draw)
		const drawn = large?.complete ? large : image
		drawCrop(canvas, cells, drawn, { view: VIEW, box: boundingBox(block), frame: GOLD })
	}

	return (cell: Cell, element: Element) => {
		const link = element.querySelector('.block-link')
		const isFree = element instanceof HTMLAnchorElement
		block = link ? findCellsUnder(link, cell) : [cell]
		const words = link?.querySelector('.tip')?.firstChild?.textContent ?? ''
		write('.shown-words', words)
		place.toggleAttribute('data-unnamed', words === '')
		write('.shown-size', isFree ? describeFreeCells(cell) : '')
		const way = place.querySelector('a')
		if (way) {
			way.href = isFree ? buyPath(cell.id) : pixelPath(cell.id)
			way.textContent = isFree ? 'Buy this pixel' : `About ${block[1] ? 'these pixels' : 'this pixel'}`
		}
		delete place.dataset['empty']
		draw()
	}
}

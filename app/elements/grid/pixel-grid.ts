import type { Cell } from '~/domain/grid/layout'
import { describeCell } from '~/domain/grid/rules'
import { defineElement, find } from '../define'
import { readCell, readCellPrices, readCellState, writeReadout } from './grid-cells'
import { moveFocusByArrows } from './grid-focus'
import { fetchLargest, findGridPicture, showLargest } from './grid-picture'
import { createPixelReadout } from './grid-shown'
import { zoomGrid } from './grid-zoom'

const PINCH_RANGE = [0.5, 2] as const
/** An image that loads within this time (ms) came over a connection fast enough for the largest version. */
const FAST_LOAD_MS = 300
/** How long the mouse rests on a cell before the panel shows it. */
const REST_MS = 100

/* A rendered grid: arrow keys, a readout of the cell under the pointer, finger or focus, and pinch zoom where nothing
   can be selected. */
defineElement('pixel-grid', grid => {
	const cells = find(grid, '.cells', HTMLElement)
	const view = find(grid, '.pixel-view', HTMLElement)
	const sheet = find(grid, '.pixel-sheet', HTMLElement)
	const readout = find(grid, '.pixel-readout', HTMLElement)
	if (!cells || !view || !sheet || !readout) return
	const prices = readCellPrices(cells)
	const place = find(grid, '.pixel-shown', HTMLElement)
	const showPixel = place && createPixelReadout(place, cells, prices)
	// Below the grid it would move the page under a passing mouse.
	const wide = matchMedia('(width >= 80rem)')
	const show = (target: EventTarget | null, byMouse: boolean) => {
		delete cells.dataset['tips']
		const cell = readCell(target)
		const element = target instanceof Element && target.closest('[data-cell]')
		if (!cell || !element) return
		writeReadout(readout, element, cell, prices)
		if (wide.matches || !byMouse) showPixel?.(cell, element)
	}
	let resting: ReturnType<typeof setTimeout> | undefined
	cells.addEventListener('focusin', event => show(event.target, false))
	cells.addEventListener('pointerover', ({ target, pointerType }) => {
		clearTimeout(resting)
		const byMouse = pointerType === 'mouse'
		// The panel keeps its content while the mouse crosses other cells on its way there.
		if (place && byMouse) resting = setTimeout(show, REST_MS, target, byMouse)
		else show(target, byMouse)
	})
	cells.addEventListener('pointerleave', () => clearTimeout(resting))
	if (wide.matches) loadSharpImage(sheet)
	moveFocusByArrows(cells, (target, cell) => labelForScreenReaders(target, cell, prices))
	if (!grid.hasAttribute('pinch')) return
	const small = matchMedia('(width <= 48rem)')
	return zoomGrid(view, sheet, PINCH_RANGE).startPinch(() => small.matches)
})

/* Replaces the small image, whose pixels are visible on a desktop. */
function loadSharpImage(sheet: HTMLElement) {
	const image = findGridPicture(sheet)
	const [timing] = performance.getEntriesByName(image?.currentSrc ?? '')
	if (image && timing && timing.duration < FAST_LOAD_MS) fetchLargest(image, () => showLargest(image))
}

/* Cells that are not checkboxes get their name only when focused: a thousand names would be noise. */
function labelForScreenReaders(target: HTMLElement, cell: Cell, prices: ReturnType<typeof readCellPrices>) {
	if (target instanceof HTMLInputElement || target.classList.contains('block-link')) return
	// A free cell is a link to the buying page.
	if (target instanceof HTMLAnchorElement) target.ariaHidden = null
	else target.role = 'img'
	target.ariaLabel = describeCell(cell, prices.get(cell.type) ?? '', readCellState(target))
}

import { boundingBox } from '~/domain/grid/geometry-rules'
import type { Cell } from '~/domain/grid/layout'
import { drawCrop } from '~/elements/grid/draw-crop'
import { findGridPicture } from '~/elements/grid/grid-picture'
import type { DrawnCells, ShownBlock } from './drawn-cells'

/** Shows the numbers of the type of these cells along the edges, theirs in gold. */
function markRulers(sheet: HTMLElement, cells: readonly Cell[]): void {
	const type = cells[0]?.type === 'large' ? 'small' : cells[0]?.type
	if (!type) return
	sheet.dataset['ruler'] = type
	for (const number of sheet.querySelectorAll('[data-now]')) number.removeAttribute('data-now')
	for (const [selector, key] of [
		[`.scale-${type} > span`, 'col'],
		['.ruler-rows > span', 'row'],
	] as const) {
		const own = new Set(cells.map(cell => cell[key]))
		for (const number of sheet.querySelectorAll(selector)) {
			if (own.has(Number(number.textContent))) number.setAttribute('data-now', '')
		}
	}
}

/** Shows the picture and the name of the block under the pointer. */
function nameBlock(pointed: HTMLElement, cells: DrawnCells, block: ShownBlock | undefined): void {
	pointed.toggleAttribute('data-named', block !== undefined)
	const [canvas, name] = [pointed.querySelector('canvas'), pointed.querySelector('.pointed-name')]
	if (!block || !canvas || !name) return
	name.textContent = block.name
	const box = boundingBox(block.cells)
	const side = Math.max(box.w, box.h)
	const image = findGridPicture(cells.element.parentElement)
	drawCrop(canvas, cells.element, image, { view: { w: side, h: side }, box, frame: [] })
}

/**
 * Marks the cell under the pointer along the edges, or else those that are `chosen`.
 * @returns a function that stops it.
 */
export function followPointer(sheet: HTMLElement, cells: DrawnCells, chosen: readonly Cell[]): () => void {
	const onLeave = () => markRulers(sheet, chosen)
	const onPoint = ({ target }: Event) => {
		const cell = cells.findCell(target)
		if (!cell) return
		markRulers(sheet, [cell])
		const pointed = sheet.closest('.tool')?.querySelector<HTMLElement>('.pointed')
		pointed?.querySelector('.swatch')?.setAttribute('data-state', cells.getState(cell))
		if (pointed) nameBlock(pointed, cells, cells.findBlock(cell))
	}
	onLeave()
	const listening = new AbortController()
	cells.element.addEventListener('pointerleave', onLeave, listening)
	for (const type of ['pointerover', 'focusin']) cells.element.addEventListener(type, onPoint, listening)
	return () => listening.abort()
}

import type { Cell } from '~/domain/grid/layout'
import type { DrawnCells } from './drawn-cells'

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

/**
 * Marks the cell under the pointer along the edges, or else those that are `chosen`.
 * @returns a function that stops it.
 */
export function followPointer(sheet: HTMLElement, cells: DrawnCells, chosen: readonly Cell[]): () => void {
	const leave = () => markRulers(sheet, chosen)
	const point = ({ target }: Event) => {
		const cell = cells.findCell(target)
		if (!cell) return
		markRulers(sheet, [cell])
		const swatch = sheet.closest('.tool')?.querySelector('.pointed .swatch')
		swatch?.setAttribute('data-state', cells.getState(cell))
	}
	leave()
	const listening = new AbortController()
	cells.element.addEventListener('pointerleave', leave, listening)
	for (const type of ['pointerover', 'focusin']) cells.element.addEventListener(type, point, listening)
	return () => listening.abort()
}

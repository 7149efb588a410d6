import { type Cell, type CellType, cellById, isCellType } from '~/domain/grid/layout'
import { CELL_STATES, type CellState, cellName } from '~/domain/grid/rules'

/** The cell that an element of the grid stands for, or lies in. */
export function cellOf(element: EventTarget | null): Cell | undefined {
	if (!(element instanceof Element)) return undefined
	const id = element.closest('[data-cell]')?.getAttribute('data-cell')
	return id ? cellById(Number(id)) : undefined
}

/** Pounds of one cell of each type, as the page shows them ("£100,000"). */
export function pricesOf(cells: HTMLElement): Map<CellType, string> {
	const prices = new Map<CellType, string>()
	for (const run of cells.querySelectorAll<HTMLElement>('[data-run]')) {
		const type = run.dataset['run']
		if (isCellType(type)) prices.set(type, run.dataset['price'] ?? '')
	}
	return prices
}

/** "Tiny pixel, row 8, column 3, £100,000, available" of a cell's element. */
export function nameOf(element: Element, cell: Cell, prices: Map<CellType, string>): string {
	const shown = element.getAttribute('data-state')
	const state: CellState = CELL_STATES.find(known => known === shown) ?? 'available'
	return cellName(cell, prices.get(cell.type) ?? '', state)
}

/** The line below the grid. */
export function readoutOf(cells: HTMLElement): HTMLElement | null {
	return cells.closest('.pixel-grid')?.querySelector<HTMLElement>('[data-grid-readout]') ?? null
}

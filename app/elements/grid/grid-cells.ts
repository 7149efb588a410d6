import { CELLS, type Cell, type CellType, cellById, isCellType } from '~/domain/grid/layout'
import { CELL_STATES, type CellState, STATE_LABELS } from '~/domain/grid/rules'
import { capitalize } from '~/domain/text'

/** Returns the cell of an element of the grid, or of an ancestor. */
export function readCell(element: EventTarget | null): Cell | undefined {
	if (!(element instanceof Element)) return undefined
	const id = element.closest('[data-cell]')?.getAttribute('data-cell')
	return id ? cellById(Number(id)) : undefined
}

/** Finds the cells under the link of a block, which is in the first of them and has its size in its classes. */
export function findCellsUnder(link: Element, first: Cell): Cell[] {
	const size = (name: string) => Number(new RegExp(`\\b${name}-(\\d+)\\b`).exec(link.className)?.[1] ?? 0)
	const [right, bottom] = [first.x + size('wide'), first.y + size('high')]
	return CELLS.filter(({ x, y }) => x >= first.x && x < right && y >= first.y && y < bottom)
}

/** Reads the state of a rendered cell. */
export function readCellState(element: Element): CellState {
	const shown = element.getAttribute('data-state')
	return CELL_STATES.find(known => known === shown) ?? 'available'
}

/** Reads the prices of one cell of each type as the page shows them ("£100,000"). */
export function readCellPrices(cells: HTMLElement): Map<CellType, string> {
	const prices = new Map<CellType, string>()
	for (const run of cells.querySelectorAll<HTMLElement>('[data-run]')) {
		const type = run.dataset['run']
		if (isCellType(type)) prices.set(type, run.dataset['price'] ?? '')
	}
	return prices
}

/** Writes about a cell, or the block of which it is the first, in three lines: position, state (not of a
 * block, whose picture shows it), price of a single one. */
export function writeReadout(
	readout: HTMLElement,
	element: Element,
	cell: Cell,
	prices: Map<CellType, string>,
): void {
	const link = element.querySelector('.block-link')
	const count = link ? findCellsUnder(link, cell).length : 1
	const what = count > 1 ? `${count} ${cell.type} pixels` : `${capitalize(cell.type)} pixel`
	const state = readCellState(element)
	const words = state === 'user-reserved' ? 'taken' : STATE_LABELS[state].toLowerCase()
	const lines = [
		`Row ${cell.row}, column ${cell.col}`,
		link ? what : `${what}, ${words}`,
		count > 1 ? '' : (prices.get(cell.type) ?? ''),
	]
	// The spaces separate the lines for screen readers and when copied.
	readout.innerHTML = lines.map(line => `<span>${line}</span> `).join('')
}

import { CELLS, type Cell, cellById } from '~/domain/grid/layout'
import { type Direction, nextCell } from '~/domain/grid/rules'
import { cellOf, nameOf, pricesOf, readoutOf } from './grid-cells'

const ARROWS: Readonly<Record<string, Direction>> = {
	ArrowLeft: 'left',
	ArrowRight: 'right',
	ArrowUp: 'up',
	ArrowDown: 'down',
}

/** One tab stop for the grid; the arrow keys, Home and End move within it. A line below names the cell one is at. */
export function roveGrid(cells: HTMLElement) {
	const elements = new Map<number, HTMLElement>()
	for (const element of cells.querySelectorAll<HTMLElement>('[data-cell]')) {
		elements.set(Number(element.dataset['cell']), element)
	}
	const prices = pricesOf(cells)
	const readout = readoutOf(cells)
	const links = coverage(elements)
	const targetOf = (cell: Cell) => links.get(cell.id) ?? elements.get(cell.id)

	let stop = firstStop(cells, elements)
	for (const target of cells.querySelectorAll<HTMLElement>('input, .block-link')) target.tabIndex = -1
	if (stop) stop.tabIndex = 0

	const goTo = (cell: Cell | undefined) => {
		const target = cell && targetOf(cell)
		if (!cell || !target) return
		nameForEars(target, cell)
		if (stop) stop.tabIndex = -1
		stop = target
		target.tabIndex = 0
		target.focus()
	}
	const nameForEars = (target: HTMLElement, cell: Cell) => {
		// Cells that cannot be picked carry no name in the page: a thousand of them would only be noise.
		if (target instanceof HTMLInputElement || target.classList.contains('block-link')) return
		target.role = 'img'
		target.ariaLabel = nameOf(target, cell, prices)
	}
	const show = (cell: Cell | undefined) => {
		const element = cell && elements.get(cell.id)
		if (readout && cell && element) readout.textContent = nameOf(element, cell, prices)
	}

	cells.addEventListener('keydown', event => {
		if (event.altKey || event.metaKey) return
		if (event.key === 'Escape') cells.dataset['tips'] = 'off'
		const from = cellOf(event.target)
		const to = from && destination(event, from, targetOf)
		if (!to) return
		event.preventDefault()
		goTo(to)
	})
	cells.addEventListener('focusin', event => {
		delete cells.dataset['tips']
		const target = event.target
		if (stop !== target && target instanceof HTMLElement) {
			if (stop) stop.tabIndex = -1
			stop = target
			target.tabIndex = 0
		}
		show(cellOf(target))
	})
	cells.addEventListener('pointerover', event => {
		delete cells.dataset['tips']
		show(cellOf(event.target))
	})
}

function destination(
	event: KeyboardEvent,
	from: Cell,
	targetOf: (cell: Cell) => HTMLElement | undefined,
): Cell | undefined {
	const direction = ARROWS[event.key]
	if (direction) {
		// A link over several cells is one place: go on until something else is reached.
		const start = targetOf(from)
		let to = nextCell(from, direction)
		while (to && targetOf(to) === start) to = nextCell(to, direction)
		return to
	}
	if (event.key !== 'Home' && event.key !== 'End') return undefined
	const row = event.ctrlKey ? CELLS : CELLS.filter(cell => cell.row === from.row)
	return event.key === 'Home' ? row[0] : row.at(-1)
}

/** The link that lies over each cell of a block, by the cell's id. */
function coverage(elements: ReadonlyMap<number, HTMLElement>): Map<number, HTMLElement> {
	const links = new Map<number, HTMLElement>()
	for (const [id, element] of elements) {
		const link = element.querySelector<HTMLElement>('.block-link')
		const first = cellById(id)
		if (!link || !first) continue
		const size = (letter: string) =>
			Number([...link.classList].find(name => new RegExp(`^${letter}\\d+$`).test(name))?.slice(1) ?? 0)
		const [right, bottom] = [first.x + size('w'), first.y + size('h')]
		for (const cell of CELLS) {
			if (cell.x >= first.x && cell.x < right && cell.y >= first.y && cell.y < bottom)
				links.set(cell.id, link)
		}
	}
	return links
}

function firstStop(cells: HTMLElement, elements: ReadonlyMap<number, HTMLElement>): HTMLElement | undefined {
	const first = cells.querySelector<HTMLElement>('input:checked, input, a.block-link') ?? elements.get(1)
	return cells.querySelector<HTMLElement>('input:checked') ?? first
}

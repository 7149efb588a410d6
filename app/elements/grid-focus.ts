import { type Direction, nextCell } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell, cellById } from '~/domain/grid/layout'
import { cellOf, cellsUnder } from './grid-cells'

const ARROWS: Readonly<Record<string, Direction>> = {
	ArrowLeft: 'left',
	ArrowRight: 'right',
	ArrowUp: 'up',
	ArrowDown: 'down',
}

/**
 * One tab stop for the grid; the arrow keys, Home and End move within it. `name` is called for what may get the focus.
 */
export function roveGrid(cells: HTMLElement, name: (target: HTMLElement, cell: Cell) => void): void {
	const elements = new Map<number, HTMLElement>()
	for (const element of cells.querySelectorAll<HTMLElement>('[data-cell]')) {
		elements.set(Number(element.dataset['cell']), element)
	}
	const links = coverage(elements)
	const targetOf = (cell: Cell) => links.get(cell.id) ?? elements.get(cell.id)

	let stop = firstStop(cells, elements)
	for (const target of cells.querySelectorAll<HTMLElement>('input, .block-link')) target.tabIndex = -1
	const begin = stop && cellOf(stop)
	if (stop && begin) {
		name(stop, begin)
		stop.tabIndex = 0
	}
	const makeStop = (target: HTMLElement) => {
		if (stop && stop !== target) stop.tabIndex = -1
		stop = target
		target.tabIndex = 0
	}

	cells.addEventListener('keydown', event => {
		if (event.altKey || event.metaKey) return
		if (event.key === 'Escape') cells.dataset['tips'] = 'off'
		const from = cellOf(event.target)
		const to = from && destination(event, from, targetOf)
		const target = to && targetOf(to)
		if (!to || !target) return
		event.preventDefault()
		name(target, to)
		makeStop(target)
		target.focus()
	})
	cells.addEventListener('focusin', event => {
		delete cells.dataset['tips']
		if (event.target instanceof HTMLElement) makeStop(event.target)
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
	const row = (event.ctrlKey ? CELLS : CELLS.filter(cell => cell.row === from.row)).filter(targetOf)
	return event.key === 'Home' ? row[0] : row.at(-1)
}

/** The link that lies over each cell of a block, by the cell's id. */
function coverage(elements: ReadonlyMap<number, HTMLElement>): Map<number, HTMLElement> {
	const links = new Map<number, HTMLElement>()
	for (const [id, element] of elements) {
		const link = element.querySelector<HTMLElement>('.block-link')
		const first = cellById(id)
		if (!link || !first) continue
		for (const cell of cellsUnder(link, first)) links.set(cell.id, link)
	}
	return links
}

function firstStop(cells: HTMLElement, elements: ReadonlyMap<number, HTMLElement>): HTMLElement | undefined {
	const first = cells.querySelector<HTMLElement>('input, a.block-link') ?? [...elements.values()][0]
	return cells.querySelector<HTMLElement>('input:checked') ?? first
}

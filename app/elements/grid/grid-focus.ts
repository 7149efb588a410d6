import { type Direction, nextCell } from '~/domain/grid/geometry-rules'
import { CELLS, type Cell } from '~/domain/grid/layout'
import { findCellsUnder, readCell } from './grid-cells'

const ARROWS: Readonly<Record<string, Direction>> = {
	ArrowLeft: 'left',
	ArrowRight: 'right',
	ArrowUp: 'up',
	ArrowDown: 'down',
	PageUp: 'up',
	PageDown: 'down',
}

/** Makes the grid one tab stop with arrow keys, PageUp, PageDown, Home and End. `name` is called for each element that may be focused. */
export function moveFocusByArrows(cells: HTMLElement, name: (target: HTMLElement, cell: Cell) => void): void {
	// Computed on demand: only keyboard users need it, and a thousand cells take time.
	let targets: Map<number, HTMLElement> | undefined
	const findTarget = (cell: Cell) => {
		targets ??= findTargets(cells)
		return targets.get(cell.id)
	}

	let stop = firstStop(cells)
	for (const target of cells.querySelectorAll<HTMLElement>('input, .block-link')) target.tabIndex = -1
	const begin = stop && readCell(stop)
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
		const from = readCell(event.target)
		const to = from && destination(event, from, findTarget)
		const target = to && findTarget(to)
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
	findTarget: (cell: Cell) => HTMLElement | undefined,
): Cell | undefined {
	const direction = ARROWS[event.key]
	if (direction) {
		let to = from
		for (let steps = event.key[0] === 'P' ? 5 : 1; steps > 0; steps--) {
			// A link over several cells is one stop: continue until another element is reached.
			let next: Cell | undefined = to
			while (next && findTarget(next) === findTarget(to)) next = nextCell(next, direction)
			to = next ?? to
		}
		return to
	}
	if (event.key !== 'Home' && event.key !== 'End') return undefined
	const row = (event.ctrlKey ? CELLS : CELLS.filter(cell => cell.row === from.row)).filter(findTarget)
	return event.key === 'Home' ? row[0] : row.at(-1)
}

/** Maps each cell's id to its focus target: the link that covers it, or the cell itself. */
function findTargets(cells: HTMLElement): Map<number, HTMLElement> {
	const targets = new Map<number, HTMLElement>()
	for (const element of cells.querySelectorAll<HTMLElement>('[data-cell]')) {
		targets.set(Number(element.dataset['cell']), element)
	}
	for (const link of cells.querySelectorAll<HTMLElement>('.block-link')) {
		const first = readCell(link)
		for (const cell of first ? findCellsUnder(link, first) : []) targets.set(cell.id, link)
	}
	return targets
}

function firstStop(cells: HTMLElement): HTMLElement | undefined {
	const find = (selector: string) => cells.querySelector<HTMLElement>(selector) ?? undefined
	return find('input:checked') ?? find('input, a.block-link') ?? find('[data-cell]')
}

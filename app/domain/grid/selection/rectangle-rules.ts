import type { CellType } from '../layout'

/** The type, row and column of a cell. */
export type CellPosition = { readonly type: CellType; readonly row: number; readonly col: number }

/**
 * Divides the cells into filled rectangles of one type each, in reading order, to describe them briefly: the largest
 * first, then the largest of the rest.
 */
export function splitIntoRectangles<Cell extends CellPosition>(cells: readonly Cell[]): Cell[][] {
	const rectangles: Cell[][] = []
	for (let left = cells; left.length > 0; ) {
		const largest = new Set(largestRectangle(left))
		rectangles.push([...largest])
		left = left.filter(cell => !largest.has(cell))
	}
	return rectangles.sort(([a], [b]) => (a && b ? compareReadingOrder(a, b) : 0))
}

/** Finds the largest filled rectangle of one type within some cells, in reading order. */
export function largestRectangle<Cell extends CellPosition>(cells: readonly Cell[]): Cell[] {
	const toKey = (row: number, col: number) => row * 100 + col
	const at = new Map(cells.map(cell => [toKey(cell.row, cell.col), cell]))
	let best: Cell[] = []
	for (const { type, row, col } of cells) {
		let width = Number.POSITIVE_INFINITY
		const found: Cell[][] = []
		for (let down = row; width > 0; down++) {
			const line: Cell[] = []
			for (let across = col; line.length < width; across++) {
				const cell = at.get(toKey(down, across))
				if (cell?.type !== type) break
				line.push(cell)
			}
			width = line.length
			if (width > 0) found.push(line)
			if (found.length * width > best.length) best = found.flatMap(item => item.slice(0, width))
		}
	}
	return best
}

function compareReadingOrder(a: CellPosition, b: CellPosition): number {
	return a.row - b.row || a.col - b.col
}

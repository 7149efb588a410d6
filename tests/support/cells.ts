import fc from 'fast-check'
import { CELLS, type Cell, cellAt, cellsByIds } from '~/domain/grid/layout'

/** The cell at a row and a column, which must exist. */
export function at(row: number, col: number): Cell {
	const cell = cellAt(row, col)
	if (!cell) throw new Error(`no cell at row ${row}, column ${col}`)
	return cell
}

export const idsAt = (...places: [row: number, col: number][]) => places.map(([row, col]) => at(row, col).id)

export const idsOf = (cells: readonly Cell[]) => cells.map(cell => cell.id)

/**
 * Any cell of the grid; each type as likely as the others, so that the 1,040 tiny ones do not hide the rest.
 */
export const anyCell = fc
	.constantFrom('large', 'medium', 'small', 'tiny')
	.chain(type => fc.constantFrom(...CELLS.filter(cell => cell.type === type)))

/** All the cells within a window of rows and columns: a rectangle of one type, or what the grid has there. */
const cellsInWindow = fc
	.record({
		corner: anyCell,
		height: fc.integer({ min: 1, max: 5 }),
		width: fc.integer({ min: 1, max: 6 }),
	})
	.map(({ corner, height, width }) =>
		CELLS.filter(
			({ row, col }) =>
				row >= corner.row && row < corner.row + height && col >= corner.col && col < corner.col + width,
		),
	)

/**
 * Ids of cells near one another: rectangles as often as rectangles with holes, several types and strangers
 * among them.
 */
export const someIds = fc
	.tuple(cellsInWindow, fc.constantFrom(0, 0, 1, 2), fc.array(anyCell, { maxLength: 1 }))
	.chain(([cells, holes, strangers]) =>
		fc
			.subarray(cells, { minLength: Math.max(0, cells.length - holes) })
			.map(kept => idsOf([...kept, ...(holes === 2 ? strangers : [])])),
	)

/** Slow and obvious: every place between the extremes is one of the cells, and all are of one type. */
export function isSlowlyRectangle(ids: readonly number[]): boolean {
	const cells = cellsByIds(ids)
	const first = cells[0]
	if (!first || cells.some(cell => cell.type !== first.type)) return false
	const rows = cells.map(cell => cell.row)
	const cols = cells.map(cell => cell.col)
	for (let row = Math.min(...rows); row <= Math.max(...rows); row++) {
		for (let col = Math.min(...cols); col <= Math.max(...cols); col++) {
			if (!cells.some(cell => cell.row === row && cell.col === col)) return false
		}
	}
	return true
}

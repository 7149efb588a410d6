import fc from 'fast-check'
import { CELLS, type Cell, cellAt, cellsByIds } from '~/domain/grid/layout'

/** Returns the cell at a row and a column. @throws when there is none. */
export function at(row: number, col: number): Cell {
	const cell = cellAt(row, col)
	if (!cell) throw new Error(`no cell at row ${row}, column ${col}`)
	return cell
}

export const idsAt = (...places: [row: number, col: number][]) => places.map(([row, col]) => at(row, col).id)

export const getIds = (cells: readonly Cell[]) => cells.map(cell => cell.id)

/** Generates a cell; each type is equally likely, so that the 1,040 tiny cells do not dominate. */
export const anyCell = fc
	.constantFrom('large', 'medium', 'small', 'tiny')
	.chain(type => fc.constantFrom(...CELLS.filter(cell => cell.type === type)))

/** Returns all cells within a range of rows and columns: a rectangle of one type, or a mixture. */
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

/** Generates ids of neighbouring cells: rectangles, rectangles with holes, several types and unknown ids. */
export const someIds = fc
	.tuple(cellsInWindow, fc.constantFrom(0, 0, 1, 2), fc.array(anyCell, { maxLength: 1 }))
	.chain(([cells, holes, strangers]) =>
		fc
			.subarray(cells, { minLength: Math.max(0, cells.length - holes) })
			.map(kept => getIds([...kept, ...(holes === 2 ? strangers : [])])),
	)

/** A slow, obviously correct check: every position between the extremes is a cell, and all are of one type. */
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

import { type Cell, cellAt, cellAtUnit, cellById, cellsByIds, TYPE_UNITS, type UnitRect } from './layout'

/** Geometry of cells: adjacency, rectangles and connected areas. Safe for the browser. */

/**
 * Tests whether two cells are of one type and share an edge. Within a type this is the same as "same row and columns
 * differ by 1, or the reverse", including around the large cell; between types rows and columns would join cells that
 * do not touch (small row 7, column 20 and tiny row 8, column 20), so they are never adjacent.
 */
export function isAdjacent(a: Cell, b: Cell): boolean {
	if (a.type !== b.type) return false
	const besideEachOther = a.y === b.y && Math.abs(a.x - b.x) === a.w
	const aboveEachOther = a.x === b.x && Math.abs(a.y - b.y) === a.h
	return besideEachOther || aboveEachOther
}

/** Returns the smallest rectangle, in units of one tiny cell, that contains all the cells; all zeros for none. */
export function boundingBox(cells: readonly UnitRect[]): UnitRect {
	if (cells.length === 0) return { x: 0, y: 0, w: 0, h: 0 }
	const x = Math.min(...cells.map(cell => cell.x))
	const y = Math.min(...cells.map(cell => cell.y))
	const right = Math.max(...cells.map(cell => cell.x + cell.w))
	const bottom = Math.max(...cells.map(cell => cell.y + cell.h))
	return { x, y, w: right - x, h: bottom - y }
}

/** Tests whether different cells of one type fill their bounding box without a gap. */
export function isFilledRectangle(cells: readonly Cell[]): boolean {
	const first = cells[0]
	if (!first || cells.some(cell => cell.type !== first.type)) return false
	const box = boundingBox(cells)
	// Cells never overlap, so the areas are equal exactly when there is no gap.
	return cells.length * first.w * first.h === box.w * box.h
}

/** Returns width and height of a selection of one type, in cells of that type ("3 by 2"). */
export function measureShape(cells: readonly Cell[]): { readonly across: number; readonly down: number } {
	const first = cells[0]
	if (!first) return { across: 0, down: 0 }
	const box = boundingBox(cells)
	const unit = TYPE_UNITS[first.type]
	return { across: box.w / unit.w, down: box.h / unit.h }
}

/**
 * Finds the connected area around `start`: ids from `candidates` (the cells of one owner) of its type that can be
 * reached over shared edges, ascending. Empty when `start` is not a candidate.
 */
export function findConnectedCells(candidates: Iterable<number>, start: number): number[] {
	const left = new Set(candidates)
	const first = cellById(start)
	if (!first || !left.delete(start)) return []
	const found = [first]
	for (const cell of found) {
		for (const neighbour of neighbours(cell)) {
			if (left.delete(neighbour.id)) found.push(neighbour)
		}
	}
	return found.map(cell => cell.id).sort((a, b) => a - b)
}

/** Finds all connected areas of the given cells, each ascending, in order of their first cell. */
export function groupConnectedCells(ids: Iterable<number>): number[][] {
	const left = new Set(cellsByIds(ids).map(cell => cell.id))
	const areas: number[][] = []
	for (const id of left) {
		const area = findConnectedCells(left, id)
		for (const member of area) left.delete(member)
		areas.push(area)
	}
	return areas
}

/* Memo by cell: the layout never changes. */
const found: (readonly Cell[])[] = []

function neighbours(cell: Cell): readonly Cell[] {
	const known = found[cell.id] ?? findNeighbours(cell)
	found[cell.id] = known
	return known
}

function findNeighbours(cell: Cell): Cell[] {
	const places = [
		[cell.row, cell.col - 1],
		[cell.row, cell.col + 1],
		[cell.row - 1, cell.col],
		[cell.row + 1, cell.col],
	] as const
	return places
		.map(([row, col]) => cellAt(row, col))
		.filter((other): other is Cell => other !== undefined && isAdjacent(cell, other))
}

/** The lowest and the highest of some rows or columns. */
export type Range = readonly [least: number, greatest: number]

export function getRange(numbers: readonly number[]): Range {
	return [Math.min(...numbers), Math.max(...numbers)]
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * Returns the target of an arrow key: the cell beyond the middle of that edge, of any type; undefined at the edge of
 * the grid.
 */
export function nextCell(cell: Cell, direction: Direction): Cell | undefined {
	const middleX = cell.x + Math.floor((cell.w - 1) / 2)
	const middleY = cell.y + Math.floor((cell.h - 1) / 2)
	switch (direction) {
		case 'left':
			return cellAtUnit(cell.x - 1, middleY)
		case 'right':
			return cellAtUnit(cell.x + cell.w, middleY)
		case 'up':
			return cellAtUnit(middleX, cell.y - 1)
		case 'down':
			return cellAtUnit(middleX, cell.y + cell.h)
	}
}

/**
 * The layout of the grid (P1). Everything that counts or places cells derives from `CELLS`.
 * There are two coordinate systems:
 * - row and column, 1-based, as people read them. Columns are counted in cells of the row's own type, so column 9 of
 *   row 2 (small) and column 9 of row 8 (tiny) are different places.
 * - units of one tiny cell on a canvas of 40 x 42, 0-based, for drawing and for geometry across types.
 */

export const CELL_TYPES = ['large', 'medium', 'small', 'tiny'] as const
export type CellType = (typeof CELL_TYPES)[number]

/** A rectangle in units of one tiny cell, origin at the top left of the canvas. */
export type UnitRect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

export type Cell = UnitRect & {
	readonly id: number
	readonly type: CellType
	/** 1-based row of the whole grid, 1 to 33. */
	readonly row: number
	/** 1-based column, counted in cells of this type. */
	readonly col: number
	/** The number of columns that the cell spans in its row: 4 for the large one, else 1. */
	readonly span: 1 | 4
}

export const CANVAS = { width: 40, height: 42 } as const

export const TYPE_UNITS: Readonly<Record<CellType, { readonly w: number; readonly h: number }>> = {
	large: { w: 8, h: 10 },
	medium: { w: 4, h: 4 },
	small: { w: 2, h: 2 },
	tiny: { w: 1, h: 1 },
}

const LARGE = { row: 2, col: 9, columns: 4, rows: 5 } as const
const SMALL_ROWS = { first: 2, last: 7 } as const
const TINY_ROWS = { first: 8, last: 33 } as const

function generate(): readonly Cell[] {
	const cells: Cell[] = []
	let y = 0
	const add = (type: CellType, row: number, col: number) => {
		const { w, h } = TYPE_UNITS[type]
		// The large cell is in a row of small ones, so its column is counted in theirs.
		const unit = type === 'large' ? TYPE_UNITS.small.w : w
		const id = cells.length + 1
		cells.push({ id, type, row, col, span: type === 'large' ? 4 : 1, x: (col - 1) * unit, y, w, h })
	}
	const addRow = (type: CellType, row: number) => {
		const { w, h } = TYPE_UNITS[type]
		for (let col = 1; col <= CANVAS.width / w; col++) {
			const besideLarge = row >= LARGE.row && row < LARGE.row + LARGE.rows
			const underLarge = besideLarge && col >= LARGE.col && col < LARGE.col + LARGE.columns
			if (!underLarge) add(type, row, col)
			else if (row === LARGE.row && col === LARGE.col) add('large', row, col)
		}
		y += h
	}
	addRow('medium', 1)
	for (let row: number = SMALL_ROWS.first; row <= SMALL_ROWS.last; row++) addRow('small', row)
	for (let row: number = TINY_ROWS.first; row <= TINY_ROWS.last; row++) addRow('tiny', row)
	return cells
}

/** Every cell, in order of its id: `CELLS[id - 1]`. */
export const CELLS: readonly Cell[] = generate()

export const CELL_COUNT = CELLS.length

/** The number of cells of each type. */
export const COUNTS: Readonly<Record<CellType, number>> = /* @__PURE__ */ countByType(CELLS)

const byUnit = coverUnits()
const byPlace = coverPlaces()

/** Returns the cell with this id, or undefined for anything that is not an id of the grid. */
export function cellById(id: number): Cell | undefined {
	return Number.isInteger(id) ? CELLS[id - 1] : undefined
}

/**
 * Returns the cell at a 1-based row and column. The large cell is found only at its top-left corner (row 2, column 9);
 * the other places it covers do not exist, and give undefined.
 */
export function cellAt(row: number, col: number): Cell | undefined {
	return byPlace[row]?.[col]
}

/** Returns the cell that covers a unit of the canvas (0-based), or undefined outside of it. */
export function cellAtUnit(x: number, y: number): Cell | undefined {
	return byUnit.get(unitKey(x, y))
}

function coverUnits(): Map<number, Cell> {
	const units = new Map<number, Cell>()
	for (const cell of CELLS) {
		for (let x = cell.x; x < cell.x + cell.w; x++) {
			for (let y = cell.y; y < cell.y + cell.h; y++) units.set(unitKey(x, y), cell)
		}
	}
	return units
}

function coverPlaces(): Cell[][] {
	const rows: Cell[][] = []
	for (const cell of CELLS) {
		const row = rows[cell.row] ?? []
		row[cell.col] = cell
		rows[cell.row] = row
	}
	return rows
}

/** Units left and right of the canvas must not be mistaken for the ends of the neighbouring rows. */
function unitKey(x: number, y: number): number {
	return x < 0 || x >= CANVAS.width ? -1 : y * CANVAS.width + x
}

/** Returns the cells with these ids, ascending and without duplicates; unknown ids are omitted. */
export function cellsByIds(ids: Iterable<number>): Cell[] {
	const cells: Cell[] = []
	for (const id of new Set(ids)) {
		const cell = cellById(id)
		if (cell) cells.push(cell)
	}
	return cells.sort((a, b) => a.id - b.id)
}

/** Counts the given cells by type. */
export function countByType(cells: Iterable<{ readonly type: CellType }>): Record<CellType, number> {
	const counts: Record<CellType, number> = { large: 0, medium: 0, small: 0, tiny: 0 }
	for (const cell of cells) counts[cell.type] += 1
	return counts
}

/** Tests whether a value names a type of cells. */
export function isCellType(value: unknown): value is CellType {
	return CELL_TYPES.some(type => type === value)
}

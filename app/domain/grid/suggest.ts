import {
	CELL_TYPES,
	CELLS,
	type Cell,
	type CellType,
	cellAt,
	cellById,
	cellsByIds,
	isCellType,
	type UnitRect,
} from './layout'
import type { FreeRectangle } from './lot'
import type { Holding } from './rules'
import { parseCoordinates } from './selection/selection-rules'

/** Suggests free places for a visitor who knows the size or the budget, but not the place. Safe for the browser. */

export type PlaceQuery = {
	readonly type: CellType
	readonly rows: number
	readonly columns: number
	/** Pence; null to search by size. */
	readonly budget: number | null
	/** The nearest places come first. */
	readonly near: Cell
}

export type PlaceQueryFields = Readonly<Record<'type' | 'rows' | 'columns' | 'budget' | 'near', string>>

export type PlaceQueryError = { readonly field: keyof PlaceQueryFields; readonly message: string }

type Grid = {
	readonly holdings: readonly Holding[]
	/** Pence per cell. */
	readonly prices: Readonly<Record<CellType, number>>
	readonly maxCellsPerOrder: number
}

/** The large pixel: cells near it are seen most. */
const MIDDLE = CELLS.find(({ type }) => type === 'large') as Cell

/** The first suggestion, before any request. */
export const DEFAULT_PLACE_QUERY: PlaceQuery = {
	type: 'tiny',
	rows: 2,
	columns: 3,
	budget: null,
	near: MIDDLE,
}

/** The number of suggested places. */
const PLACES = 3

/** Reads `type`, `rows` and `columns`, or `budget` (pounds), and `near` (a cell's id); empty fields have defaults. */
export function readPlaceQuery(get: (name: string) => string | null): {
	typed: PlaceQueryFields
	placeQuery: PlaceQuery | PlaceQueryError
} {
	const readText = (name: string) => (get(name) ?? '').trim().slice(0, 20)
	const typed = {
		type: readText('type') || DEFAULT_PLACE_QUERY.type,
		rows: readText('rows') || String(DEFAULT_PLACE_QUERY.rows),
		columns: readText('columns') || String(DEFAULT_PLACE_QUERY.columns),
		budget: readText('budget'),
		near: readText('near'),
	}
	return { typed, placeQuery: toPlaceQuery(typed) }
}

function toPlaceQuery({ type, near, ...typed }: PlaceQueryFields): PlaceQuery | PlaceQueryError {
	const [rows, columns] = [typed.rows, typed.columns].map(whole)
	const pounds = typed.budget === '' ? null : whole(typed.budget.replace(/[£,\s]/g, ''))
	if (!isCellType(type)) return { field: 'type', message: 'Choose a type of pixel' }
	if (!rows || !columns) {
		return { field: rows ? 'columns' : 'rows', message: 'Please enter rows and columns as numbers' }
	}
	if (pounds === undefined) return { field: 'budget', message: 'Please enter the budget in whole pounds' }
	const budget = pounds === null ? null : pounds * 100
	return { type, rows, columns, budget, near: cellById(whole(near) ?? 0) ?? MIDDLE }
}

function whole(text: string): number | undefined {
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * Suggests up to three free rectangles that do not overlap, the nearest first. For a budget: the largest that it pays
 * for, of each type within it, the most expensive first.
 */
export function suggestPlaces(
	{ type, rows, columns, budget, near }: PlaceQuery,
	grid: Grid,
): FreeRectangle[] {
	const max = grid.maxCellsPerOrder
	if (budget === null) return findNearest(type, rows * columns > max ? [] : [{ rows, columns }], near, grid)
	const types = CELL_TYPES.map(cellType => {
		const paid = Math.floor(budget / grid.prices[cellType])
		return findNearest(cellType, getShapes(Math.min(max, paid)), near, grid)
	}).sort(([a], [b]) => (b?.pence ?? 0) - (a?.pence ?? 0))
	const first = types.flatMap(places => places.slice(0, 1))
	const more = types.flatMap(places => places.slice(1))
	return [...first, ...more].slice(0, PLACES)
}

type Shape = { readonly rows: number; readonly columns: number }

/**
 * Returns the shapes of at most `max` cells that are not too narrow for an image: the largest first, and of those the
 * squarest.
 */
function getShapes(max: number): Shape[] {
	const shapes: Shape[] = []
	for (let rows = 1; rows <= max; rows++)
		for (let columns = 1; rows * columns <= max; columns++)
			if (Math.max(rows, columns) <= 3 * Math.min(rows, columns)) shapes.push({ rows, columns })
	return shapes.sort(
		(a, b) =>
			b.rows * b.columns - a.rows * a.columns || Math.abs(a.columns - a.rows) - Math.abs(b.columns - b.rows),
	)
}

/** Finds free rectangles of the first shape that has any: those that do not overlap, the nearest first. */
function findNearest(type: CellType, shapes: readonly Shape[], near: Cell, grid: Grid): FreeRectangle[] {
	const free = freeRectangles(type, Math.max(0, ...shapes.map(({ rows }) => rows)), grid)
	const widest: number[] = []
	for (const { widths } of free)
		for (const [at, width] of widths.entries()) widest[at] = Math.max(widest[at] ?? 0, width)
	for (const { rows, columns } of shapes) {
		if ((widest[rows - 1] ?? 0) < columns) continue
		const found = free
			.filter(({ widths }) => (widths[rows - 1] ?? 0) >= columns)
			.map(({ start }) => {
				const box = { x: start.x, y: start.y, w: columns * start.w, h: rows * start.h }
				return { start, box, away: getDistance(box, near) }
			})
			.sort((a, b) => a.away - b.away)
		const picked: typeof found = []
		for (const item of found) {
			if (picked.length === PLACES) break
			if (!picked.some(other => isOverlapping(item.box, other.box))) picked.push(item)
		}
		if (picked.length === 0) continue
		return picked.map(({ start }) => {
			const end = cellAt(start.row + rows - 1, start.col + columns - 1) ?? start
			const area = parseCoordinates(type, start, end)
			return { cells: cellsByIds(area.ok ? area.ids : []), pence: rows * columns * grid.prices[type] }
		})
	}
	return []
}

/**
 * Finds the free cells of a type that are top-left corners of free rectangles. `widths`: the maximum number of columns
 * by number of rows, from one row to `maxRows`.
 */
function freeRectangles(type: CellType, maxRows: number, grid: Grid) {
	const runs = freeRuns(type, grid)
	return CELLS.filter(({ id }) => runs[id]).map(start => {
		const widths: number[] = []
		let max = runs[start.id] ?? 0
		while (max > 0 && widths.length < maxRows) {
			widths.push(max)
			const below = cellAt(start.row + widths.length, start.col)
			max = Math.min(max, runs[below?.id ?? 0] ?? 0)
		}
		return { start, widths }
	})
}

/** Counts the free cells of a type to the right of each, including itself, by its id. */
function freeRuns(type: CellType, { holdings }: Grid): readonly number[] {
	const runs: number[] = CELLS.map(() => 0)
	for (const cell of CELLS.toReversed()) {
		const holding = holdings[cell.id - 1]
		if (cell.type !== type || holding?.kind !== 'available' || holding.invited) continue
		runs[cell.id] = 1 + (runs[cellAt(cell.row, cell.col + 1)?.id ?? 0] ?? 0)
	}
	return runs
}

/**
 * Returns the distance between the edges of two rectangles, in units; at equal distance the one straight beside comes
 * first.
 */
export function getDistance(a: UnitRect, b: UnitRect): number {
	const getGap = (from: number, length: number, other: number, otherLength: number) =>
		Math.max(0, other - from - length, from - other - otherLength)
	const middles = Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2)
	return Math.hypot(getGap(a.x, a.w, b.x, b.w), getGap(a.y, a.h, b.y, b.h)) + middles / 100
}

function isOverlapping(a: UnitRect, b: UnitRect): boolean {
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

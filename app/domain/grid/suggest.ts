import { boundingBox } from './geometry-rules'
import {
	CELL_TYPES,
	CELLS,
	type Cell,
	type CellType,
	cellAt,
	cellById,
	isCellType,
	type UnitRect,
} from './layout'
import type { FreeRectangle } from './lot'
import { TYPE_PLACES } from './places'
import type { Holding } from './rules'

/** Free places for somebody who knows how large it should be, or how much it may cost, but not where. Pure. */

export type Wish = {
	readonly type: CellType
	readonly rows: number
	readonly columns: number
	/** Pence; null where the size counts. */
	readonly budget: number | null
	/** The places that are nearest to it come first. */
	readonly near: Cell
}

export type WishFields = Readonly<Record<'type' | 'rows' | 'columns' | 'budget' | 'near', string>>

type Grid = { readonly holdings: readonly Holding[]; readonly prices: Readonly<Record<CellType, number>> }

/** The large pixel: what is nearest to it is seen most. */
const MIDDLE = CELLS.find(({ type }) => type === 'large') as Cell

/** What is suggested before anybody has asked. */
export const FIRST_WISH: Wish = { type: 'tiny', rows: 2, columns: 3, budget: null, near: MIDDLE }

/** How many places are suggested. */
const PLACES = 3
const MOST_CELLS = 100

/** Reads `type`, `rows` and `columns`, or `budget` (pounds), and `near` (a cell's id); empty fields have defaults. */
export function readWish(get: (name: string) => string | null): { typed: WishFields; wish: Wish | string } {
	const text = (name: string) => (get(name) ?? '').trim().slice(0, 20)
	const typed = {
		type: text('type') || FIRST_WISH.type,
		rows: text('rows') || String(FIRST_WISH.rows),
		columns: text('columns') || String(FIRST_WISH.columns),
		budget: text('budget'),
		near: text('near'),
	}
	return { typed, wish: wishOf(typed) }
}

function wishOf({ type, near, ...typed }: WishFields): Wish | string {
	const [rows, columns] = [typed.rows, typed.columns].map(whole)
	const pounds = typed.budget === '' ? null : whole(typed.budget.replace(/[£,\s]/g, ''))
	if (!isCellType(type)) return 'Choose a type of pixel'
	if (!rows || !columns) return 'Please enter rows and columns as numbers'
	if (pounds === undefined) return 'Please enter the budget in whole pounds'
	const budget = pounds === null ? null : pounds * 100
	return { type, rows, columns, budget, near: cellById(whole(near) ?? 0) ?? MIDDLE }
}

function whole(text: string): number | undefined {
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * Up to three free rectangles that do not overlap, the nearest first. For a budget the largest that it pays, of each type
 * that it reaches, the dearest first.
 */
export function suggestPlaces(wish: Wish, grid: Grid): FreeRectangle[] {
	if (wish.budget === null) {
		if (wish.rows * wish.columns > MOST_CELLS) return []
		return nearest(wish.type, wish, wish.near, grid).slice(0, PLACES)
	}
	const { budget, near } = wish
	const types = CELL_TYPES.map(type => {
		const most = Math.min(MOST_CELLS, Math.floor(budget / grid.prices[type]))
		for (const shape of shapesOf(most)) {
			const places = nearest(type, shape, near, grid)
			if (places.length > 0) return places
		}
		return []
	}).sort(([a], [b]) => (b?.pence ?? 0) - (a?.pence ?? 0))
	const first = types.flatMap(([place]) => place ?? [])
	const more = types.flatMap(places => places.slice(1))
	return [...first, ...more].slice(0, PLACES)
}

type Shape = { readonly rows: number; readonly columns: number }

/** Shapes of at most so many cells that are not too narrow for an image: the largest first, and of those the squarest. */
function shapesOf(most: number): Shape[] {
	const shapes: Shape[] = []
	for (let rows = 1; rows <= most; rows++)
		for (let columns = 1; rows * columns <= most; columns++)
			if (Math.max(rows, columns) <= 3 * Math.min(rows, columns)) shapes.push({ rows, columns })
	return shapes.sort(
		(a, b) =>
			b.rows * b.columns - a.rows * a.columns || Math.abs(a.columns - a.rows) - Math.abs(b.columns - b.rows),
	)
}

/** Free rectangles of a shape that do not overlap, the nearest first, at most as many as are suggested. */
function nearest(type: CellType, { rows, columns }: Shape, near: Cell, grid: Grid): FreeRectangle[] {
	const found = freeOf(type, { rows, columns }, grid)
		.map(start => ({ start, box: boundsOf(start, { rows, columns }) }))
		.sort((a, b) => distance(a.box, near) - distance(b.box, near) || a.start.id - b.start.id)
	const picked: typeof found = []
	for (const one of found) {
		if (picked.length === PLACES) break
		if (!picked.some(other => overlap(one.box, other.box))) picked.push(one)
	}
	return picked.map(({ start }) => {
		const cells: Cell[] = []
		for (let row = start.row; row < start.row + rows; row++)
			for (let col = start.col; col < start.col + columns; col++) {
				const cell = cellAt(row, col)
				if (cell) cells.push(cell)
			}
		return { cells, pence: cells.length * grid.prices[type] }
	})
}

/** The first cells of all free rectangles of a shape. */
function freeOf(type: CellType, { rows, columns }: Shape, { holdings }: Grid): Cell[] {
	const {
		rows: [top, bottom],
		columns: [left, right],
	} = TYPE_PLACES[type]
	/* By row and column: how many free cells follow each other from there. */
	const runs = Array.from({ length: bottom - top + 1 }, () => new Uint8Array(right - left + 2))
	for (let row = top; row <= bottom; row++)
		for (let col = right; col >= left; col--) {
			const cell = cellAt(row, col)
			const holding = cell?.type === type ? holdings[cell.id - 1] : undefined
			const line = runs[row - top]
			if (line && holding?.kind === 'available' && !holding.invited)
				line[col - left] = (line[col - left + 1] ?? 0) + 1
		}
	const fits = ({ row, col }: Cell) =>
		Array.from({ length: rows }, (_, down) => runs[row - top + down]?.[col - left] ?? 0).every(
			run => run >= columns,
		)
	return CELLS.filter(cell => cell.type === type && fits(cell))
}

function boundsOf(start: Cell, { rows, columns }: Shape): UnitRect {
	return { ...boundingBox([start]), w: columns * start.w, h: rows * start.h }
}

/** Between the edges of two rectangles, in units; of those that are equally far the one that lies straight beside. */
function distance(a: UnitRect, b: UnitRect): number {
	const gap = (from: number, length: number, other: number, otherLength: number) =>
		Math.max(0, other - from - length, from - other - otherLength)
	const middles = Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2)
	return Math.hypot(gap(a.x, a.w, b.x, b.w), gap(a.y, a.h, b.y, b.h)) + middles / 100
}

function overlap(a: UnitRect, b: UnitRect): boolean {
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

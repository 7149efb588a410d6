import {
	type Cell,
	type CellType,
	cellAt,
	cellAtUnit,
	cellById,
	cellsByIds,
	isCellType,
	TYPE_UNITS,
	type UnitRect,
} from './layout'

/**
 * What is true of the grid on paper: geometry of selections (specification 2, sections 4 and 5), who sees which
 * state, what can be clicked. Pure and safe for the browser.
 */

// ---------------------------------------------------------------------------------------------------- geometry

/**
 * Whether two cells are of one type and share an edge. Within a type this is the same as "same row and columns
 * differ by 1, or the reverse", the hole around the large cell included; between types the row and column reading
 * would join cells that do not touch (small row 7, column 20 and tiny row 8, column 20), so they are never adjacent.
 */
export function isAdjacent(a: Cell, b: Cell): boolean {
	if (a.type !== b.type) return false
	const besideEachOther = a.y === b.y && Math.abs(a.x - b.x) === a.w
	const aboveEachOther = a.x === b.x && Math.abs(a.y - b.y) === a.h
	return besideEachOther || aboveEachOther
}

/** The smallest rectangle, in units of one tiny cell, that holds all the cells; all zeros for none. */
export function boundingBox(cells: readonly UnitRect[]): UnitRect {
	if (cells.length === 0) return { x: 0, y: 0, w: 0, h: 0 }
	const x = Math.min(...cells.map(cell => cell.x))
	const y = Math.min(...cells.map(cell => cell.y))
	const right = Math.max(...cells.map(cell => cell.x + cell.w))
	const bottom = Math.max(...cells.map(cell => cell.y + cell.h))
	return { x, y, w: right - x, h: bottom - y }
}

/** Whether different cells of one type fill their bounding box without a gap. */
export function isFilledRectangle(cells: readonly Cell[]): boolean {
	const first = cells[0]
	if (!first || cells.some(cell => cell.type !== first.type)) return false
	const box = boundingBox(cells)
	// Cells never overlap, so the areas are equal exactly when there is no gap.
	return cells.length * first.w * first.h === box.w * box.h
}

/** Where a cell stands, as people read it. */
export type Place = { readonly type: CellType; readonly row: number; readonly col: number }

/** The cells as few filled rectangles of one type each, in reading order: what a list of many cells says in one line each. */
export function rectanglesOf<Cell extends Place>(cells: readonly Cell[]): Cell[][] {
	const sorted = [...cells].sort((a, b) => a.row - b.row || a.col - b.col)
	const runs: Cell[][] = []
	for (const cell of sorted) {
		const last = runs.at(-1)?.at(-1)
		if (last && last.type === cell.type && last.row === cell.row && last.col + 1 === cell.col) {
			runs.at(-1)?.push(cell)
		} else runs.push([cell])
	}
	const rectangles: Cell[][] = []
	for (const run of runs) {
		const above = rectangles.find(rectangle => continues(rectangle, run))
		if (above) above.push(...run)
		else rectangles.push([...run])
	}
	return rectangles
}

/** Whether a run of cells in one row stands right under a rectangle, as wide as it. */
function continues(rectangle: readonly Place[], run: readonly Place[]): boolean {
	const [first, last] = [rectangle[0], rectangle.at(-1)]
	const [left, right] = [run[0], run.at(-1)]
	if (!first || !last || !left || !right) return false
	return (
		first.type === left.type && last.row + 1 === left.row && first.col === left.col && last.col === right.col
	)
}

/** Width and height of a selection of one type, in cells of that type ("3 by 2"). */
export function shapeSize(cells: readonly Cell[]): { readonly across: number; readonly down: number } {
	const first = cells[0]
	if (!first) return { across: 0, down: 0 }
	const box = boundingBox(cells)
	const unit = TYPE_UNITS[first.type]
	return { across: box.w / unit.w, down: box.h / unit.h }
}

/**
 * The connected area around `start`: ids from `candidates` (the cells of one owner) that are of its type and can be
 * reached from it over shared edges, ascending. Empty when `start` is not among the candidates.
 */
export function connectedArea(candidates: Iterable<number>, start: number): number[] {
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

/** All connected areas of the given cells, each ascending, in order of their first cell. */
export function connectedAreas(ids: Iterable<number>): number[][] {
	const left = new Set(cellsByIds(ids).map(cell => cell.id))
	const areas: number[][] = []
	for (const id of left) {
		const area = connectedArea(left, id)
		for (const member of area) left.delete(member)
		areas.push(area)
	}
	return areas
}

function neighbours(cell: Cell): Cell[] {
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

/**
 * Whether selling `sold` out of a connected area leaves a filled rectangle, or nothing. `sold` itself is checked by
 * `checkSelection`.
 */
export function remainderIsRectangle(area: Iterable<number>, sold: Iterable<number>): boolean {
	const gone = new Set(sold)
	const rest = cellsByIds(area).filter(cell => !gone.has(cell.id))
	return rest.length === 0 || isFilledRectangle(rest)
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Where an arrow key leads: the cell over the middle of that edge, of whatever type; undefined at the rim. */
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

// --------------------------------------------------------------------------------------------------- selections

export type SelectionProblem = 'empty' | 'unknown' | 'mixed-types' | 'not-adjacent' | 'not-rectangle'

export type SelectionResult =
	| { readonly ok: true; readonly cells: readonly Cell[]; readonly type: CellType }
	| { readonly ok: false; readonly problem: SelectionProblem; readonly message: string }

const RECTANGLE_MESSAGE =
	'Selected pixels must form a complete rectangle or square shape with same type of pixels'

/** Texts of specification 2, section 5; the sell page has words of its own. */
export const SELECTION_MESSAGES = {
	unknown: 'This pixel is not available for selection',
	'mixed-types': 'You can only select pixels of the same type',
	'not-adjacent': 'You can only select adjacent pixels',
	'not-rectangle': RECTANGLE_MESSAGE,
} as const

/**
 * Whether the ids (repetitions count once) form a selection that the server accepts: at least one cell, one type, a
 * filled rectangle. For a selection in several parts the problem is `not-adjacent`, and the message is the one of
 * the rectangle, which is what the server demands; scripts that guide step by step use `SELECTION_MESSAGES`.
 *
 * @param emptyMessage what to say when nothing is selected; each page has its own sentence.
 */
export function checkSelection(
	ids: Iterable<number>,
	emptyMessage = 'Please select pixels to preview',
): SelectionResult {
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	if (cells.length < wanted.size) return refuse('unknown', SELECTION_MESSAGES.unknown)
	const first = cells[0]
	if (!first) return refuse('empty', emptyMessage)
	if (cells.some(cell => cell.type !== first.type)) {
		return refuse('mixed-types', SELECTION_MESSAGES['mixed-types'])
	}
	if (isFilledRectangle(cells)) return { ok: true, cells, type: first.type }
	const area = connectedArea(wanted, first.id)
	return refuse(area.length < cells.length ? 'not-adjacent' : 'not-rectangle', RECTANGLE_MESSAGE)
}

/**
 * May `candidate` join the cells that are selected already? Used step by step by scripts, and by nothing that
 * decides: returns the sentence to show, or null when it may.
 */
export function checkNextPick(selected: readonly Cell[], candidate: Cell): string | null {
	const first = selected[0]
	if (!first || selected.some(cell => cell.id === candidate.id)) return null
	if (first.type !== candidate.type) return SELECTION_MESSAGES['mixed-types']
	return selected.some(cell => isAdjacent(cell, candidate)) ? null : SELECTION_MESSAGES['not-adjacent']
}

function refuse(problem: SelectionProblem, message: string): SelectionResult {
	return { ok: false, problem, message }
}

export type CoordinateSelection =
	| { readonly ok: true; readonly ids: readonly number[] }
	| { readonly ok: false; readonly message: string }

/**
 * The cells of one type between two corners, given in any order, both included. Every place of the rectangle must
 * exist and be of the type: a rectangle over the large cell is refused rather than cut.
 */
export function selectionFromCoordinates(
	type: string,
	from: { readonly row: number; readonly col: number },
	to: { readonly row: number; readonly col: number },
): CoordinateSelection {
	if (!isCellType(type)) return { ok: false, message: 'Choose a type of pixel' }
	const corners = [cellAt(from.row, from.col), cellAt(to.row, to.col)]
	for (const [index, corner] of corners.entries()) {
		const { row, col } = index === 0 ? from : to
		if (corner?.type !== type) {
			return { ok: false, message: `There is no ${type} pixel at row ${row}, column ${col}` }
		}
	}
	const ids: number[] = []
	for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
		for (let col = Math.min(from.col, to.col); col <= Math.max(from.col, to.col); col++) {
			const cell = cellAt(row, col)
			if (cell?.type !== type) return { ok: false, message: RECTANGLE_MESSAGE }
			ids.push(cell.id)
		}
	}
	return { ok: true, ids }
}

// ------------------------------------------------------------------------------------------------------- states

export const CELL_STATES = [
	'invited',
	'owned',
	'admin-reserved',
	'user-reserved',
	'reserved',
	'available',
] as const
export type CellState = (typeof CELL_STATES)[number]

/** The words for a state in legends and accessible names. */
export const STATE_WORDS: Readonly<Record<CellState | 'selected', string>> = {
	selected: 'Selected',
	invited: 'Invited',
	owned: 'Owned',
	'admin-reserved': 'Admin Reserved',
	'user-reserved': 'User Reserved',
	reserved: 'Reserved',
	available: 'Available',
}

/**
 * The situation of one cell at one moment. Run-out holds and run-out loans are settled before: a hold that has run
 * out is `available`, a cell that was lent until a past time belongs to its former holder.
 */
export type Holding =
	| { readonly kind: 'available'; readonly invited?: boolean }
	| { readonly kind: 'hold'; readonly accountId: string; readonly invited?: boolean }
	| { readonly kind: 'owned'; readonly accountId: string; readonly invited?: boolean }
	| { readonly kind: 'house'; readonly invited?: boolean }

export type Viewer =
	| { readonly role: 'guest' }
	| { readonly role: 'user' | 'admin'; readonly accountId: string }

/**
 * What this viewer sees of the cell, by the precedence invited, owned, admin reserved, user reserved, available.
 * To administrators the cells of the house are owned. A hold is user reserved for everybody, its buyer too.
 */
export function cellState(holding: Holding, viewer: Viewer): CellState {
	if (holding.invited) return 'invited'
	switch (holding.kind) {
		case 'available':
			return 'available'
		case 'hold':
			return 'user-reserved'
		case 'house':
			return viewer.role === 'admin' ? 'owned' : 'admin-reserved'
		case 'owned':
			return viewer.role !== 'guest' && viewer.accountId === holding.accountId ? 'owned' : 'user-reserved'
	}
}

export type GridMode = 'public' | 'dashboard' | 'buy' | 'manage' | 'sell' | 'admin'

const CLICKABLE: Readonly<Record<GridMode, readonly CellState[]>> = {
	// On the public grid a click follows the creative's link; the state opens nothing.
	public: [],
	// A dashboard shows and opens nothing (docs/decisions/0040).
	dashboard: [],
	buy: ['available'],
	manage: ['owned'],
	sell: ['owned'],
	admin: ['owned', 'admin-reserved', 'user-reserved', 'reserved', 'available'],
}

/** Whether a cell in this state can be picked in this mode. Invited cells never can. */
export function isClickable(mode: GridMode, state: CellState): boolean {
	return CLICKABLE[mode].includes(state)
}

/** "Tiny pixel, row 8, column 3, £100,000, available": what a screen reader says. `price` comes formatted. */
export function cellName(cell: Cell, price: string, state: CellState): string {
	const type = cell.type.charAt(0).toUpperCase() + cell.type.slice(1)
	return `${type} pixel, row ${cell.row}, column ${cell.col}, ${price}, ${STATE_WORDS[state].toLowerCase()}`
}

// ----------------------------------------------------------------------------------------------------- showing

/** A creative that the public grid shows on the connected cells of one holder. */
export type PublishedBlock = {
	readonly creativeId: string
	readonly imageKey: string
	readonly description: string
	readonly link: string
	/** Ascending ids of one connected area. */
	readonly cells: readonly number[]
}

/** The address of a creative's link, or null for anything but http and https. */
export function safeLink(link: string): URL | null {
	const url = URL.canParse(link) ? new URL(link) : null
	return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

export type TypeFigures = {
	/** Pence for one cell. */
	readonly price: number
	readonly total: number
	readonly available: number
}

/** What the cards show when the figures cannot be read (specification 1, section 3.2): pounds there, pence here. */
export const FALLBACK_FIGURES: Readonly<Record<CellType, TypeFigures>> = {
	large: { price: 1_000_000_000, total: 1, available: 1 },
	medium: { price: 100_000_000, total: 10, available: 10 },
	small: { price: 50_000_000, total: 100, available: 100 },
	tiny: { price: 10_000_000, total: 1_000, available: 1_000 },
}

/** "Sold Out" exactly when nothing is available. */
export function typeStatus(figures: TypeFigures): 'Available' | 'Sold Out' {
	return figures.available > 0 ? 'Available' : 'Sold Out'
}

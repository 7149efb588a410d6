import { type Cell, type CellType, cellAtUnit, cellsByIds } from '../layout'
import { type CellState, type GridMode, isClickable } from '../rules'
import { checkNextPick, parseCoordinates, SELECTION_MESSAGES } from './selection-rules'

/** Selects by clicks and drags, step by step; the server checks the whole selection. Safe for the browser. */

export type Picked =
	| { readonly ok: true; readonly ids: readonly number[] }
	/** `taken`: the cells that cannot be selected; `free`: the other cells of the rectangle. */
	| {
			readonly ok: false
			readonly message: string
			readonly taken: readonly number[]
			readonly free?: readonly number[]
	  }

export type PickMode = Extract<GridMode, 'buy' | 'manage' | 'sell' | 'admin'>

const NOT_YOURS: Readonly<Record<PickMode, string>> = {
	buy: SELECTION_MESSAGES.unknown,
	manage: 'Can only manage owned pixels',
	sell: 'You can only sell pixels you own',
	admin: SELECTION_MESSAGES.unknown,
}

const TAKEN_BY: Readonly<Record<CellState, string>> = {
	invited: 'This pixel is already in an invitation and cannot be selected',
	owned: 'it is yours already',
	'admin-reserved': 'it is reserved by the house',
	'user-reserved': 'somebody else has it',
	available: 'it is for sale',
}

/** Returns why a cell in this state cannot be selected in this mode; null when it can. `name`: what it shows. */
export function explainBarredCell(mode: PickMode, state: CellState, name?: string): string | null {
	if (isClickable(mode, state)) return null
	if (state === 'invited') return TAKEN_BY.invited
	const isNamed = name && state !== 'owned'
	return `${NOT_YOURS[mode]}: ${isNamed ? `it is taken by ${name}` : TAKEN_BY[state]}`
}

/** Tests whether only one pixel can be selected, as for management. */
export function isSingleMode(mode: PickMode): boolean {
	return mode === 'manage'
}

/**
 * Applies a click to a selection: unselects a selected cell, or adds another one if the rules allow. `barred`: why this
 * cell cannot be selected, whatever its state. `name`: what it shows.
 */
export function pickCell(
	mode: PickMode,
	selected: readonly number[],
	cell: Cell,
	state: CellState,
	barred: string | null = null,
	name?: string,
): Picked {
	const refused = barred ?? explainBarredCell(mode, state, name)
	if (refused) return { ok: false, message: refused, taken: [cell.id] }
	if (selected.includes(cell.id)) return { ok: true, ids: selected.filter(id => id !== cell.id) }
	if (isSingleMode(mode)) return { ok: true, ids: [cell.id] }
	// An administrator can select a member's cell only alone (P30).
	if (mode === 'admin' && state === 'user-reserved') return { ok: true, ids: [cell.id] }
	const chosen = cellsByIds(selected)
	const problem = mode === 'admin' ? checkSameType(chosen, cell) : checkNextPick(chosen, cell)
	if (problem) return { ok: false, message: problem, taken: [] }
	return { ok: true, ids: [...selected, cell.id] }
}

/* An administrator's pixels need not touch each other at every step. */
function checkSameType([first]: readonly Cell[], cell: Cell): string | null {
	return first && first.type !== cell.type ? SELECTION_MESSAGES['mixed-types'] : null
}

/** Selects everything between two cells, including both; refused as a whole when one cell cannot be selected. */
export function pickRectangle(
	mode: PickMode,
	from: Cell,
	to: Cell,
	getState: (cell: Cell) => CellState,
	whyBarred: (cell: Cell) => string | null = () => null,
): Picked {
	const between = parseCoordinates(from.type, from, to)
	if (!between.ok) return { ok: false, message: between.message, taken: [] }
	const taken = cellsByIds(between.ids).filter(
		cell => (whyBarred(cell) ?? explainBarredCell(mode, getState(cell))) !== null,
	)
	const [first] = taken
	if (!first) return { ok: true, ids: between.ids }
	const place = `row ${first.row}, column ${first.col}`
	const message =
		taken.length === 1
			? `One of these ${between.ids.length} pixels cannot be chosen: ${place}`
			: `${taken.length} of these ${between.ids.length} pixels cannot be chosen, the first at ${place}`
	const ids = taken.map(cell => cell.id)
	return { ok: false, message, taken: ids, free: between.ids.filter(id => !ids.includes(id)) }
}

/** Top and bottom of the rows of a type, in units; the large cell is among the small ones. */
const BANDS: Readonly<Record<CellType, readonly [top: number, bottom: number]>> = {
	medium: [0, 3],
	small: [4, 15],
	large: [4, 13],
	tiny: [16, 41],
}

/** Returns the cell of a type nearest to a point of the canvas (units, fractions allowed): the end of a drag. */
export function nearestOfType(type: CellType, x: number, y: number): Cell | undefined {
	const [top, bottom] = BANDS[type]
	const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.floor(value)))
	return cellAtUnit(clamp(x, 0, 39), clamp(y, top, bottom))
}

import { type Refusal, refusal } from '~/domain/refusal'
import { findConnectedCells, isAdjacent, isFilledRectangle } from '../geometry-rules'
import { type Cell, type CellType, cellAt, cellsByIds, isCellType } from '../layout'

/** Checks which cells may be selected together. Safe for the browser. */

export type SelectionProblem = 'empty' | 'unknown' | 'mixed-types' | 'not-adjacent' | 'not-rectangle'

export type SelectionResult =
	| { readonly ok: true; readonly cells: readonly Cell[]; readonly type: CellType }
	| Refusal<SelectionProblem>

const RECTANGLE_MESSAGE =
	'Selected pixels must form a complete rectangle or square shape with same type of pixels'

/** Fixed texts (P49); the sell page has texts of its own. */
export const SELECTION_MESSAGES = {
	unknown: 'This pixel is not available for selection',
	'mixed-types': 'You can only select pixels of the same type',
	'not-adjacent': 'You can only select adjacent pixels',
	'not-rectangle': RECTANGLE_MESSAGE,
} as const

/**
 * Checks that the ids (duplicates count once) form a selection the server accepts: at least one cell, one type, a
 * filled rectangle. For a selection in several parts the code is `not-adjacent` with the message for the rectangle,
 * which is what the server requires; scripts that guide step by step use `SELECTION_MESSAGES`.
 * @param emptyMessage the page's message when nothing is selected.
 */
export function checkSelection(
	ids: Iterable<number>,
	emptyMessage = 'Please select pixels to preview',
): SelectionResult {
	const wanted = new Set(ids)
	const cells = cellsByIds(wanted)
	if (cells.length < wanted.size) return refusal('unknown', SELECTION_MESSAGES.unknown)
	const first = cells[0]
	if (!first) return refusal('empty', emptyMessage)
	if (cells.some(cell => cell.type !== first.type)) {
		return refusal('mixed-types', SELECTION_MESSAGES['mixed-types'])
	}
	if (isFilledRectangle(cells)) return { ok: true, cells, type: first.type }
	const area = findConnectedCells(wanted, first.id)
	return refusal(area.length < cells.length ? 'not-adjacent' : 'not-rectangle', RECTANGLE_MESSAGE)
}

/**
 * Checks whether `candidate` may join the selected cells. Only used to guide step by step in the browser; returns the
 * message to show, or null.
 */
export function checkNextPick(selected: readonly Cell[], candidate: Cell): string | null {
	const first = selected[0]
	if (!first || selected.some(cell => cell.id === candidate.id)) return null
	if (first.type !== candidate.type) return SELECTION_MESSAGES['mixed-types']
	return selected.some(cell => isAdjacent(cell, candidate)) ? null : SELECTION_MESSAGES['not-adjacent']
}

export type CoordinateSelection =
	| { readonly ok: true; readonly ids: readonly number[] }
	| { readonly ok: false; readonly message: string }

/**
 * Returns the cells of one type between two corners, in any order, including both. Every place of the rectangle must
 * exist and be of the type: a rectangle over the large cell is refused rather than clipped.
 */
export function parseCoordinates(
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

/**
 * Checks whether part of a block may be sold: the rest of the connected area must be a filled rectangle too, or empty
 * (P23). `checkSelection` checks the part itself.
 * @param area ids of the connected area of one owner.
 */
export function checkRemainder(area: Iterable<number>, sold: Iterable<number>) {
	const gone = new Set(sold)
	const rest = cellsByIds(area).filter(cell => !gone.has(cell.id))
	if (rest.length === 0 || isFilledRectangle(rest)) return { ok: true as const }
	return REMAINDER_NOT_RECTANGLE
}

const REMAINDER_NOT_RECTANGLE = refusal(
	'remainder-not-rectangle',
	'The pixels that remain must form a complete rectangle or square shape too, or none may remain',
)

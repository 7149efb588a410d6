import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCell, at, getIds, idsAt, isSlowlyRectangle, someIds } from '../../../../tests/support/cells'
import { findConnectedCells } from '../geometry-rules'
import { CELL_TYPES, CELLS, cellById } from '../layout'
import { checkNextPick, checkRemainder, checkSelection, parseCoordinates } from './selection-rules'

const RECTANGLE = 'Selected pixels must form a complete rectangle or square shape with same type of pixels'

describe('checkSelection', () => {
	test('accepts single cells of every type and filled rectangles', () => {
		for (const [row, col] of [
			[1, 1],
			[2, 1],
			[2, 9],
			[8, 1],
			[33, 40],
		] as const) {
			expect(checkSelection([at(row, col).id])).toMatchObject({ ok: true, type: at(row, col).type })
		}
		expect(checkSelection(idsAt([8, 1], [8, 2], [9, 1], [9, 2]))).toMatchObject({ ok: true })
		expect(checkSelection(getIds(CELLS.filter(cell => cell.type === 'tiny'))).ok).toBe(true)
	})
	test('ignores duplicates', () => {
		const result = checkSelection([112, 112, 113])
		expect(result.ok && result.cells.map(cell => cell.id)).toEqual([112, 113])
	})
	test('reports the first error with the fixed message', () => {
		expect(checkSelection([], 'Please select pixels to sell')).toMatchObject({
			code: 'empty',
			message: 'Please select pixels to sell',
		})
		expect(checkSelection([0])).toMatchObject({ code: 'unknown' })
		expect(checkSelection([112, 1_152])).toMatchObject({ code: 'unknown' })
		expect(checkSelection(idsAt([7, 1], [8, 1]))).toMatchObject({
			code: 'mixed-types',
			message: 'You can only select pixels of the same type',
		})
		expect(checkSelection(idsAt([8, 1], [8, 2], [9, 1]))).toMatchObject({
			code: 'not-rectangle',
			message: RECTANGLE,
		})
		expect(checkSelection(idsAt([8, 1], [8, 3]))).toMatchObject({
			code: 'not-adjacent',
			message: RECTANGLE,
		})
		expect(checkSelection(idsAt([8, 1], [9, 2]))).toMatchObject({ code: 'not-adjacent' })
	})
	test('detects the hole at the large cell', () => {
		expect(checkSelection(idsAt([2, 8], [2, 13]))).toMatchObject({ ok: false })
		expect(checkSelection(getIds(CELLS.filter(cell => cell.type === 'small')))).toMatchObject({
			code: 'not-rectangle',
		})
		const left = CELLS.filter(cell => cell.type === 'small' && cell.col <= 8)
		expect(checkSelection(getIds(left))).toMatchObject({ ok: true })
	})
	test('agrees with a slow checker for any cells', () => {
		fc.assert(
			fc.property(someIds, ids => {
				expect(checkSelection(ids).ok).toBe(isSlowlyRectangle(ids))
			}),
			{ numRuns: 500 },
		)
	})
})

describe('checkNextPick', () => {
	const TYPE = 'You can only select pixels of the same type'
	const ADJACENT = 'You can only select adjacent pixels'
	test('explains each step of a selection', () => {
		expect(checkNextPick([], at(8, 1))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(8, 2))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(8, 1))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(7, 1))).toBe(TYPE)
		expect(checkNextPick([at(8, 1)], at(8, 3))).toBe(ADJACENT)
	})
	test('allows a cell that touches any selected one', () => {
		const three = [at(8, 3), at(8, 4), at(8, 5)]
		for (const [row, col] of [
			[8, 2],
			[9, 3],
			[9, 4],
			[9, 5],
			[8, 6],
		] as const) {
			expect(checkNextPick(three, at(row, col))).toBeNull()
		}
		for (const chosen of three) expect(checkNextPick(three, chosen)).toBeNull()
		expect(checkNextPick(three, at(9, 2))).toBe(ADJACENT)
		expect(checkNextPick(three, at(8, 7))).toBe(ADJACENT)
		expect(checkNextPick(three, at(7, 2))).toBe(TYPE)
	})
})

describe('parseCoordinates', () => {
	test('returns the large cell for its corner', () => {
		expect(parseCoordinates('large', { row: 2, col: 9 }, { row: 2, col: 9 })).toEqual({
			ok: true,
			ids: [19],
		})
	})
	test('names the invalid corner, the first before the second', () => {
		const good = { row: 8, col: 1 }
		const bad = { row: 34, col: 40 }
		const message = 'There is no tiny pixel at row 34, column 40'
		expect(parseCoordinates('tiny', good, bad)).toEqual({ ok: false, message })
		expect(parseCoordinates('tiny', bad, good)).toEqual({ ok: false, message })
		expect(parseCoordinates('tiny', bad, { row: 0, col: 0 })).toEqual({ ok: false, message })
		expect(parseCoordinates('small', good, bad)).toEqual({
			ok: false,
			message: 'There is no small pixel at row 8, column 1',
		})
	})
	test('rejects rectangles over the large cell, unknown types and invalid numbers', () => {
		expect(parseCoordinates('small', { row: 2, col: 8 }, { row: 2, col: 13 })).toEqual({
			ok: false,
			message: RECTANGLE,
		})
		expect(parseCoordinates('huge', { row: 1, col: 1 }, { row: 1, col: 1 })).toEqual({
			ok: false,
			message: 'Choose a type of pixel',
		})
		expect(parseCoordinates('tiny', { row: Number.NaN, col: 1 }, { row: 8, col: 1 }).ok).toBe(false)
	})
	test('returns the rectangle between any two corners in any order, or an error', () => {
		fc.assert(
			fc.property(fc.constantFrom(...CELL_TYPES), anyCell, anyCell, (type, a, b) => {
				const selection = parseCoordinates(type, a, b)
				expect(selection.ok).toBe(parseCoordinates(type, b, a).ok)
				const crossed = parseCoordinates(type, { ...a, col: b.col }, { ...b, col: a.col })
				if (selection.ok) expect(crossed).toEqual(selection)
				const between = CELLS.filter(
					({ row, col }) =>
						row >= Math.min(a.row, b.row) &&
						row <= Math.max(a.row, b.row) &&
						col >= Math.min(a.col, b.col) &&
						col <= Math.max(a.col, b.col),
				)
				const accepted = between.every(cell => cell.type === type) && isSlowlyRectangle(getIds(between))
				expect(selection.ok ? selection.ids : null).toEqual(accepted ? getIds(between) : null)
			}),
			{ numRuns: 500 },
		)
	})
})

describe('the rest of a block after a sale', () => {
	const area = idsAt([8, 1], [8, 2], [9, 1], [9, 2])
	test('may be a rectangle or empty', () => {
		expect(checkRemainder(area, area)).toEqual({ ok: true })
		expect(checkRemainder(area, idsAt([8, 1], [8, 2]))).toEqual({ ok: true })
		expect(checkRemainder(area, [])).toEqual({ ok: true })
	})
	test('must not be an L or two pieces', () => {
		const refusal = {
			ok: false,
			code: 'remainder-not-rectangle',
			message:
				'The pixels that remain must form a complete rectangle or square shape too, or none may remain',
		}
		expect(checkRemainder(area, idsAt([8, 1]))).toEqual(refusal)
		expect(checkRemainder(idsAt([8, 1], [8, 2], [8, 3]), idsAt([8, 2]))).toEqual(refusal)
	})
	test('of any block agrees with a slow checker, with both results frequent', () => {
		const seen = { true: 0, false: 0 }
		fc.assert(
			fc.property(blockAndSale, ([block, sold]) => {
				const remains = block.filter(id => !sold.includes(id))
				const slow = remains.length === 0 || isSlowlyRectangle(remains)
				seen[`${slow}`] += 1
				expect(checkRemainder(block, sold).ok).toBe(slow)
				expect(checkRemainder(new Set(block), [...sold, ...sold].reverse()).ok).toBe(slow)
			}),
			{ numRuns: 500 },
		)
		expect(seen.true).toBeGreaterThan(50)
		expect(seen.false).toBeGreaterThan(50)
	})
})

/** Generates a connected area of one owner, and a rectangle of it to sell. */
const blockAndSale = someIds
	.filter(ids => ids.length > 0)
	.map(ids => findConnectedCells(ids, ids[0] ?? 0))
	.chain(block => {
		const anyOfBlock = fc.constantFrom(...block)
		return fc.tuple(fc.constant(block), fc.tuple(anyOfBlock, anyOfBlock).map(partBetween(block)))
	})

function partBetween(block: readonly number[]) {
	return ([a, b]: [number, number]) => {
		const [first, last] = [cellById(a), cellById(b)]
		if (!first || !last) return []
		const between = parseCoordinates(first.type, first, last)
		return between.ok ? between.ids.filter(id => block.includes(id)) : []
	}
}

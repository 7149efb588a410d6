import { describe, expect, test } from 'vitest'
import { type Cell, cellAt, cellById } from '../layout'
import type { CellState } from '../rules'
import { explainBarredCell, nearestOfType, pickCell, pickRectangle } from './picking'

function at(row: number, col: number): Cell {
	const cell = cellAt(row, col)
	if (!cell) throw new Error(`no cell at ${row}, ${col}`)
	return cell
}

const free = (): CellState => 'available'

describe('pickCell', () => {
	test('selects, adds adjacent cells, and unselects', () => {
		const [a, b] = [at(8, 1), at(8, 2)]
		expect(pickCell('buy', [], a, 'available')).toEqual({ ok: true, ids: [a.id] })
		expect(pickCell('buy', [a.id], b, 'available')).toEqual({ ok: true, ids: [a.id, b.id] })
		expect(pickCell('buy', [a.id, b.id], a, 'available')).toEqual({ ok: true, ids: [b.id] })
	})

	test('rejects other types and non-adjacent cells with the fixed messages', () => {
		expect(pickCell('buy', [at(8, 1).id], at(8, 5), 'available')).toMatchObject({
			message: 'You can only select adjacent pixels',
		})
		expect(pickCell('buy', [at(8, 1).id], at(7, 1), 'available')).toMatchObject({
			message: 'You can only select pixels of the same type',
		})
	})

	test('gives the reason why a cell is unavailable', () => {
		expect(pickCell('buy', [], at(8, 1), 'user-reserved')).toMatchObject({ ok: false, taken: [112] })
		expect(explainBarredCell('buy', 'user-reserved')).toBe(
			'This pixel is not available for selection: somebody else has it',
		)
		expect(explainBarredCell('buy', 'user-reserved', 'Meridian')).toBe(
			'This pixel is not available for selection: it is taken by Meridian',
		)
		expect(explainBarredCell('manage', 'available')).toBe('Can only manage owned pixels: it is for sale')
		expect(explainBarredCell('sell', 'invited')).toBe(
			'This pixel is already in an invitation and cannot be selected',
		)
		expect(explainBarredCell('buy', 'available')).toBeNull()
	})

	test('selects one pixel to manage, and unselects it at the second click', () => {
		expect(pickCell('manage', [112], at(8, 5), 'owned')).toEqual({ ok: true, ids: [116] })
		expect(pickCell('manage', [116], at(8, 5), 'owned')).toEqual({ ok: true, ids: [] })
	})

	test('replaces an administrator’s selection by a member’s cell', () => {
		expect(pickCell('admin', [112, 113], at(8, 9), 'user-reserved')).toEqual({ ok: true, ids: [120] })
		expect(pickCell('admin', [112], at(8, 2), 'available')).toEqual({ ok: true, ids: [112, 113] })
	})

	test('lets an administrator select non-adjacent pixels of one type', () => {
		expect(pickCell('admin', [112], at(20, 9), 'owned')).toMatchObject({ ok: true })
		expect(pickCell('admin', [112], at(7, 1), 'owned')).toMatchObject({
			ok: false,
			message: 'You can only select pixels of the same type',
		})
	})
})

describe('pickRectangle', () => {
	test('selects everything between two corners in any order', () => {
		const picked = pickRectangle('buy', at(9, 3), at(8, 1), free)
		expect(picked).toEqual({ ok: true, ids: [112, 113, 114, 152, 153, 154] })
	})

	test('rejects the whole rectangle and names the unavailable cell', () => {
		const taken = (...ids: number[]) =>
			pickRectangle('buy', at(8, 1), at(8, 4), cell => (ids.includes(cell.id) ? 'owned' : 'available'))
		expect(taken(113)).toEqual({
			ok: false,
			message: 'One of these 4 pixels cannot be chosen: row 8, column 2',
			taken: [113],
			free: [112, 114, 115],
		})
		expect(taken(113, 114)).toMatchObject({
			message: '2 of these 4 pixels cannot be chosen, the first at row 8, column 2',
		})
	})

	test('rejects a rectangle over the large cell', () => {
		expect(pickRectangle('buy', at(2, 8), at(2, 13), free).ok).toBe(false)
	})
})

describe('nearestOfType', () => {
	test('finds only cells of the given type', () => {
		expect(nearestOfType('tiny', -3, 60)).toBe(at(33, 1))
		expect(nearestOfType('tiny', 12.5, 2)).toBe(at(8, 13))
		expect(nearestOfType('medium', 39.9, 30)).toBe(at(1, 10))
		expect(nearestOfType('small', 20, 6)).toBe(cellById(19))
	})
})

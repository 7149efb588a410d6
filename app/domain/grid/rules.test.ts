import { describe, expect, test } from 'vitest'
import { CELLS, type Cell, cellAt, cellsByIds } from './layout'
import {
	boundingBox,
	CELL_STATES,
	cellName,
	cellState,
	checkNextPick,
	checkSelection,
	connectedArea,
	connectedAreas,
	isAdjacent,
	isClickable,
	isFilledRectangle,
	nextCell,
	rectanglesOf,
	remainderIsRectangle,
	selectionFromCoordinates,
	shapeSize,
	typeStatus,
} from './rules'

function at(row: number, col: number): Cell {
	const cell = cellAt(row, col)
	if (!cell) throw new Error(`no cell at row ${row}, column ${col}`)
	return cell
}
const ids = (...places: [number, number][]) => places.map(([row, col]) => at(row, col).id)

describe('isAdjacent', () => {
	test('joins cells of one type that share an edge', () => {
		expect(isAdjacent(at(8, 1), at(8, 2))).toBe(true)
		expect(isAdjacent(at(8, 1), at(9, 1))).toBe(true)
		expect(isAdjacent(at(1, 4), at(1, 5))).toBe(true)
		expect(isAdjacent(at(6, 8), at(7, 8))).toBe(true)
		expect(isAdjacent(at(7, 9), at(7, 10))).toBe(true)
	})
	test('not corners, not itself, not at a distance, not over the end of a row', () => {
		expect(isAdjacent(at(8, 1), at(9, 2))).toBe(false)
		expect(isAdjacent(at(8, 1), at(8, 1))).toBe(false)
		expect(isAdjacent(at(8, 1), at(8, 3))).toBe(false)
		expect(isAdjacent(at(8, 40), at(9, 1))).toBe(false)
	})
	test('not through the large cell, nor with it', () => {
		expect(isAdjacent(at(2, 8), at(2, 13))).toBe(false)
		expect(isAdjacent(at(2, 8), at(2, 9))).toBe(false)
		expect(isAdjacent(at(2, 9), at(7, 9))).toBe(false)
	})
	test('not between types, whether they touch or only read alike', () => {
		expect(isAdjacent(at(1, 1), at(2, 1))).toBe(false)
		expect(isAdjacent(at(7, 1), at(8, 1))).toBe(false)
		expect(isAdjacent(at(7, 20), at(8, 20))).toBe(false)
	})
	test('agrees with the row and column reading for every pair within a type', () => {
		for (const a of CELLS) {
			for (const b of CELLS) {
				if (a.type !== b.type) continue
				const reading =
					(a.row === b.row && Math.abs(a.col - b.col) === 1) ||
					(a.col === b.col && Math.abs(a.row - b.row) === 1)
				if (isAdjacent(a, b) !== reading) throw new Error(`cells ${a.id} and ${b.id}`)
			}
		}
	})
})

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
		expect(checkSelection(ids([8, 1], [8, 2], [9, 1], [9, 2]))).toMatchObject({ ok: true })
		expect(checkSelection(CELLS.filter(cell => cell.type === 'tiny').map(cell => cell.id)).ok).toBe(true)
	})
	test('counts repetitions once', () => {
		const result = checkSelection([112, 112, 113])
		expect(result.ok && result.cells.map(cell => cell.id)).toEqual([112, 113])
	})
	test('names what is wrong, in the words of the specification', () => {
		const rectangle =
			'Selected pixels must form a complete rectangle or square shape with same type of pixels'
		expect(checkSelection([], 'Please select pixels to sell')).toMatchObject({
			problem: 'empty',
			message: 'Please select pixels to sell',
		})
		expect(checkSelection([0])).toMatchObject({ problem: 'unknown' })
		expect(checkSelection([112, 1_152])).toMatchObject({ problem: 'unknown' })
		expect(checkSelection(ids([7, 1], [8, 1]))).toMatchObject({
			problem: 'mixed-types',
			message: 'You can only select pixels of the same type',
		})
		expect(checkSelection(ids([8, 1], [8, 2], [9, 1]))).toMatchObject({
			problem: 'not-rectangle',
			message: rectangle,
		})
		expect(checkSelection(ids([8, 1], [8, 3]))).toMatchObject({ problem: 'not-adjacent', message: rectangle })
		expect(checkSelection(ids([8, 1], [9, 2]))).toMatchObject({ problem: 'not-adjacent' })
	})
	test('sees the hole that the large cell makes', () => {
		expect(checkSelection(ids([2, 8], [2, 13]))).toMatchObject({ ok: false })
		const ring = CELLS.filter(cell => cell.type === 'small').map(cell => cell.id)
		expect(checkSelection(ring)).toMatchObject({ problem: 'not-rectangle' })
		const left = CELLS.filter(cell => cell.type === 'small' && cell.col <= 8).map(cell => cell.id)
		expect(checkSelection(left)).toMatchObject({ ok: true })
	})
})

describe('a thousand random selections', () => {
	/** Slow and obvious: every place between the extremes must be taken by a selected cell of the same type. */
	function slowlyAcceptable(cells: readonly Cell[]): boolean {
		const first = cells[0]
		if (!first) return false
		const rows = cells.map(cell => cell.row)
		const cols = cells.map(cell => cell.col)
		for (let row = Math.min(...rows); row <= Math.max(...rows); row++) {
			for (let col = Math.min(...cols); col <= Math.max(...cols); col++) {
				if (!cells.some(cell => cell.row === row && cell.col === col && cell.type === first.type))
					return false
			}
		}
		return cells.every(cell => cell.type === first.type)
	}

	/** A small generator with a fixed seed, so that a failure can be repeated. */
	function random(seed: number) {
		let state = seed
		return (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
			return Math.floor((state / 2 ** 32) * below)
		}
	}

	test('are judged as the slow checker judges them', () => {
		const pick = random(1_111)
		let accepted = 0
		for (let round = 0; round < 1_000; round++) {
			const top = 1 + pick(33)
			const left = 1 + pick(pick(2) === 0 ? 40 : 14)
			const height = 1 + pick(4)
			const width = 1 + pick(4)
			const inside = CELLS.filter(
				cell => cell.row >= top && cell.row < top + height && cell.col >= left && cell.col < left + width,
			)
			const holes = pick(3) === 0 ? pick(3) : 0
			const cells = inside.filter(() => holes === 0 || pick(6) > holes)
			if (pick(10) === 0) cells.push(...CELLS.slice(pick(1_151)).slice(0, 1))
			const result = checkSelection(cells.map(cell => cell.id))
			expect(result.ok, `ids ${cells.map(cell => cell.id)}`).toBe(
				slowlyAcceptable(cellsByIds(cells.map(c => c.id))),
			)
			if (result.ok) accepted += 1
		}
		expect(accepted).toBeGreaterThan(200)
		expect(accepted).toBeLessThan(800)
	})
})

describe('connected areas', () => {
	test('follow shared edges within a type', () => {
		const owned = ids([8, 1], [8, 2], [9, 2], [9, 4], [7, 1], [10, 3])
		expect(connectedArea(owned, at(8, 1).id)).toEqual(ids([8, 1], [8, 2], [9, 2]))
		expect(connectedArea(owned, at(7, 1).id)).toEqual(ids([7, 1]))
		expect(connectedArea(owned, at(9, 9).id)).toEqual([])
		expect(connectedAreas(owned)).toHaveLength(4)
	})
	test('go round the large cell but not through it', () => {
		expect(connectedAreas(ids([2, 8], [2, 13]))).toHaveLength(2)
		const ring = CELLS.filter(cell => cell.type === 'small').map(cell => cell.id)
		expect(connectedArea(ring, at(2, 8).id)).toEqual(ring)
	})
})

describe('the part that remains after a sale', () => {
	const area = ids([8, 1], [8, 2], [9, 1], [9, 2])
	test('may be a rectangle or nothing', () => {
		expect(remainderIsRectangle(area, area)).toBe(true)
		expect(remainderIsRectangle(area, ids([8, 1], [8, 2]))).toBe(true)
	})
	test('may not be an L or two pieces', () => {
		expect(remainderIsRectangle(area, ids([8, 1]))).toBe(false)
		expect(remainderIsRectangle(ids([8, 1], [8, 2], [8, 3]), ids([8, 2]))).toBe(false)
	})
})

describe('rectanglesOf', () => {
	const shapes = (cells: Cell[]) =>
		rectanglesOf(cells).map(group => [
			group.length,
			group[0]?.row,
			group[0]?.col,
			group.at(-1)?.row,
			group.at(-1)?.col,
		])
	test('a filled rectangle is one, in whatever order its cells come', () => {
		const cells = cellsByIds(ids([8, 3], [8, 4], [9, 3], [9, 4], [10, 3], [10, 4]))
		expect(shapes(cells.reverse())).toEqual([[6, 8, 3, 10, 4]])
	})
	test('another shape is cut, and every cell is in one part', () => {
		const cells = cellsByIds(ids([8, 3], [8, 4], [9, 3], [10, 3], [12, 3]))
		expect(shapes(cells)).toEqual([
			[2, 8, 3, 8, 4],
			[2, 9, 3, 10, 3],
			[1, 12, 3, 12, 3],
		])
	})
	test('types are never mixed, though a small and a tiny cell may read as one above the other', () => {
		expect(rectanglesOf([at(7, 1), at(8, 1)])).toHaveLength(2)
		expect(rectanglesOf(CELLS).flat()).toHaveLength(CELLS.length)
	})
	test('of nothing there is none', () => expect(rectanglesOf([])).toEqual([]))
})

describe('selectionFromCoordinates', () => {
	test('takes corners in any order, both included', () => {
		const expected = ids([8, 1], [8, 2], [9, 1], [9, 2])
		for (const [from, to] of [
			[
				{ row: 8, col: 1 },
				{ row: 9, col: 2 },
			],
			[
				{ row: 9, col: 2 },
				{ row: 8, col: 1 },
			],
			[
				{ row: 9, col: 1 },
				{ row: 8, col: 2 },
			],
		] as const) {
			expect(selectionFromCoordinates('tiny', from, to)).toEqual({ ok: true, ids: expected })
		}
	})
	test('gives the large cell at its corner', () => {
		expect(selectionFromCoordinates('large', { row: 2, col: 9 }, { row: 2, col: 9 })).toEqual({
			ok: true,
			ids: [19],
		})
	})
	test('refuses corners of another type, outside, and rectangles over the large cell', () => {
		expect(selectionFromCoordinates('small', { row: 8, col: 1 }, { row: 8, col: 1 })).toMatchObject({
			message: 'There is no small pixel at row 8, column 1',
		})
		expect(selectionFromCoordinates('tiny', { row: 33, col: 40 }, { row: 34, col: 40 }).ok).toBe(false)
		expect(selectionFromCoordinates('small', { row: 2, col: 8 }, { row: 2, col: 13 }).ok).toBe(false)
		expect(selectionFromCoordinates('huge', { row: 1, col: 1 }, { row: 1, col: 1 }).ok).toBe(false)
		expect(selectionFromCoordinates('tiny', { row: Number.NaN, col: 1 }, { row: 8, col: 1 }).ok).toBe(false)
	})
})

describe('sizes', () => {
	test('bounding box in units, shape in cells', () => {
		const cells = [at(2, 1), at(3, 2)]
		expect(boundingBox(cells)).toEqual({ x: 0, y: 4, w: 4, h: 4 })
		expect(shapeSize(cells)).toEqual({ across: 2, down: 2 })
		expect(shapeSize([at(2, 9)])).toEqual({ across: 1, down: 1 })
		expect(boundingBox([])).toEqual({ x: 0, y: 0, w: 0, h: 0 })
		expect(isFilledRectangle([])).toBe(false)
	})
})

describe('arrow keys', () => {
	test('lead over the middle of an edge, across types, and nowhere at the rim', () => {
		expect(nextCell(at(8, 1), 'right')?.id).toBe(at(8, 2).id)
		expect(nextCell(at(8, 1), 'up')?.id).toBe(at(7, 1).id)
		expect(nextCell(at(1, 1), 'down')?.id).toBe(at(2, 1).id)
		expect(nextCell(at(2, 8), 'right')?.type).toBe('large')
		expect(nextCell(at(2, 9), 'right')?.col).toBe(13)
		expect(nextCell(at(2, 9), 'up')?.type).toBe('medium')
		expect(nextCell(at(1, 1), 'left')).toBeUndefined()
		expect(nextCell(at(33, 40), 'down')).toBeUndefined()
	})
	test('reach every cell from the first', () => {
		const reached = new Set([1])
		for (const id of reached) {
			for (const direction of ['left', 'right', 'up', 'down'] as const) {
				const next = nextCell(CELLS[id - 1] ?? at(1, 1), direction)
				if (next) reached.add(next.id)
			}
		}
		expect(reached.size).toBe(CELLS.length)
	})
})

describe('checkNextPick', () => {
	test('guides step by step', () => {
		expect(checkNextPick([], at(8, 1))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(8, 2))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(8, 1))).toBeNull()
		expect(checkNextPick([at(8, 1)], at(7, 1))).toBe('You can only select pixels of the same type')
		expect(checkNextPick([at(8, 1)], at(8, 3))).toBe('You can only select adjacent pixels')
	})
})

describe('what a viewer sees', () => {
	const guest = { role: 'guest' } as const
	const anna = { role: 'user', accountId: 'anna' } as const
	const admin = { role: 'admin', accountId: 'root' } as const
	test.each([
		[{ kind: 'available' }, ['available', 'available', 'available']],
		[{ kind: 'hold', accountId: 'anna' }, ['user-reserved', 'user-reserved', 'user-reserved']],
		[{ kind: 'owned', accountId: 'anna' }, ['user-reserved', 'owned', 'user-reserved']],
		[{ kind: 'owned', accountId: 'ben' }, ['user-reserved', 'user-reserved', 'user-reserved']],
		[{ kind: 'house' }, ['admin-reserved', 'admin-reserved', 'owned']],
		[{ kind: 'owned', accountId: 'anna', invited: true }, ['invited', 'invited', 'invited']],
		[{ kind: 'house', invited: true }, ['invited', 'invited', 'invited']],
	] as const)('%j', (holding, expected) => {
		expect([guest, anna, admin].map(viewer => cellState(holding, viewer))).toEqual(expected)
	})

	test('what can be picked in each mode', () => {
		const open = (mode: Parameters<typeof isClickable>[0]) =>
			CELL_STATES.filter(state => isClickable(mode, state))
		expect(open('public')).toEqual([])
		expect(open('buy')).toEqual(['available'])
		expect(open('dashboard')).toEqual([])
		expect(open('manage')).toEqual(['owned'])
		expect(open('sell')).toEqual(['owned'])
		expect(open('admin')).toEqual(['owned', 'admin-reserved', 'user-reserved', 'reserved', 'available'])
	})

	test('a type is sold out when its last cell is gone', () => {
		const figures = { price: 100, total: 10, available: 1 }
		expect(typeStatus(figures)).toBe('Available')
		expect(typeStatus({ ...figures, available: 0 })).toBe('Sold Out')
	})

	test('what a screen reader says', () => {
		expect(cellName(at(8, 3), '£100,000', 'available')).toBe(
			'Tiny pixel, row 8, column 3, £100,000, available',
		)
		expect(cellName(at(1, 1), '£1M', 'user-reserved')).toBe(
			'Medium pixel, row 1, column 1, £1M, user reserved',
		)
	})
})

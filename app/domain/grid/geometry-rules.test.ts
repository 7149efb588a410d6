import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCell, at, getIds, idsAt, isSlowlyRectangle, someIds } from '../../../tests/support/cells'
import {
	boundingBox,
	findConnectedCells,
	groupConnectedCells,
	isAdjacent,
	isFilledRectangle,
	measureShape,
	nextCell,
} from './geometry-rules'
import { CANVAS, CELLS, type Cell, cellAtUnit, cellById, cellsByIds } from './layout'

describe('isAdjacent', () => {
	test('is true for cells of one type that share an edge', () => {
		expect(isAdjacent(at(8, 1), at(8, 2))).toBe(true)
		expect(isAdjacent(at(8, 1), at(9, 1))).toBe(true)
		expect(isAdjacent(at(1, 4), at(1, 5))).toBe(true)
		expect(isAdjacent(at(6, 8), at(7, 8))).toBe(true)
		expect(isAdjacent(at(7, 9), at(7, 10))).toBe(true)
	})
	test('is false for corners, the same cell, distant cells and across the end of a row', () => {
		expect(isAdjacent(at(8, 1), at(9, 2))).toBe(false)
		expect(isAdjacent(at(8, 1), at(8, 1))).toBe(false)
		expect(isAdjacent(at(8, 1), at(8, 3))).toBe(false)
		expect(isAdjacent(at(8, 40), at(9, 1))).toBe(false)
	})
	test('is false across the large cell and for the large cell itself', () => {
		expect(isAdjacent(at(2, 8), at(2, 13))).toBe(false)
		expect(isAdjacent(at(2, 8), at(2, 9))).toBe(false)
		expect(isAdjacent(at(2, 9), at(7, 9))).toBe(false)
	})
	test('is false for cells of different types', () => {
		expect(isAdjacent(at(1, 1), at(2, 1))).toBe(false)
		expect(isAdjacent(at(7, 1), at(8, 1))).toBe(false)
		expect(isAdjacent(at(7, 20), at(8, 20))).toBe(false)
	})
	test('agrees with rows and columns for every pair of cells of a type', () => {
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
	test('agrees with the neighbouring units for every cell', () => {
		for (const cell of CELLS) {
			const around = new Set<Cell>()
			for (let y = cell.y - 1; y <= cell.y + cell.h; y++) {
				for (let x = cell.x - 1; x <= cell.x + cell.w; x++) {
					const beside = x >= cell.x && x < cell.x + cell.w
					const level = y >= cell.y && y < cell.y + cell.h
					const other = cellAtUnit(x, y)
					if (other && other.type === cell.type && beside !== level) around.add(other)
				}
			}
			const adjacent = new Set(CELLS.filter(other => isAdjacent(cell, other)))
			expect(adjacent).toEqual(around)
		}
	})
})

describe('isFilledRectangle', () => {
	test('agrees with a slow checker for random cells, with both results frequent', () => {
		const seen = { true: 0, false: 0 }
		fc.assert(
			fc.property(someIds, ids => {
				const slow = isSlowlyRectangle(ids)
				seen[`${slow}`] += 1
				expect(isFilledRectangle(cellsByIds(ids))).toBe(slow)
			}),
			{ numRuns: 500 },
		)
		expect(seen.true).toBeGreaterThan(100)
		expect(seen.false).toBeGreaterThan(50)
	})
})

describe('connected areas', () => {
	test('follow shared edges within a type', () => {
		const owned = idsAt([8, 1], [8, 2], [9, 2], [9, 4], [7, 1], [10, 3])
		expect(findConnectedCells(owned, at(8, 1).id)).toEqual(idsAt([8, 1], [8, 2], [9, 2]))
		expect(findConnectedCells(owned, at(7, 1).id)).toEqual(idsAt([7, 1]))
		expect(findConnectedCells(owned, at(9, 9).id)).toEqual([])
		expect(groupConnectedCells(owned)).toHaveLength(4)
	})
	test('extend around the large cell but not across it', () => {
		expect(groupConnectedCells(idsAt([2, 8], [2, 13]))).toHaveLength(2)
		const ring = getIds(CELLS.filter(cell => cell.type === 'small'))
		expect(findConnectedCells(ring, at(2, 8).id)).toEqual(ring)
	})
	test('are a partition of the cells, with neighbours in the same area and every area connected', () => {
		fc.assert(
			fc.property(someIds, ids => {
				const areas = groupConnectedCells(ids)
				expect(areas.flat().sort(byNumber)).toEqual([...new Set(ids)].sort(byNumber))
				const areaById = new Map(areas.flatMap((area, index) => area.map(id => [id, index] as const)))
				const cells = cellsByIds(ids)
				for (const a of cells) {
					for (const b of cells) {
						if (isAdjacent(a, b)) expect(areaById.get(a.id)).toBe(areaById.get(b.id))
					}
				}
				for (const area of areas) {
					expect(area).toEqual([...area].sort(byNumber))
					expect(slowlyReached(area)).toBe(area.length)
					for (const id of area) expect(findConnectedCells(ids, id)).toEqual(area)
				}
			}),
		)
	})
})

const byNumber = (a: number, b: number) => a - b

/** Counts the cells connected to the first one through shared edges. */
function slowlyReached(ids: readonly number[]): number {
	const cells = cellsByIds(ids)
	let reached = cells.slice(0, 1)
	for (;;) {
		const next = cells.filter(cell => reached.some(other => other === cell || isAdjacent(other, cell)))
		if (next.length === reached.length) return reached.length
		reached = next
	}
}

describe('computes the bounding box in units and the shape in cells', () => {
	test('bounding box in units, shape in cells', () => {
		const cells = [at(2, 1), at(3, 2)]
		expect(boundingBox(cells)).toEqual({ x: 0, y: 4, w: 4, h: 4 })
		expect(measureShape(cells)).toEqual({ across: 2, down: 2 })
		expect(measureShape([at(2, 9)])).toEqual({ across: 1, down: 1 })
		expect(measureShape([])).toEqual({ across: 0, down: 0 })
		expect(boundingBox([])).toEqual({ x: 0, y: 0, w: 0, h: 0 })
		expect(isFilledRectangle([])).toBe(false)
	})
})

describe('arrow key moves', () => {
	test('cross the middle of an edge, also between types, and stop at the border', () => {
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
			for (const direction of DIRECTIONS) {
				const next = nextCell(cellById(id) ?? at(1, 1), direction)
				if (next) reached.add(next.id)
			}
		}
		expect(reached.size).toBe(CELLS.length)
	})
	test('lead to a cell that touches that edge, except at the border', () => {
		fc.assert(
			fc.property(anyCell, fc.constantFrom(...DIRECTIONS), (cell, direction) => {
				const next = nextCell(cell, direction)
				const edges = {
					left: [next && next.x + next.w, cell.x, 0],
					right: [next?.x, cell.x + cell.w, CANVAS.width],
					up: [next && next.y + next.h, cell.y, 0],
					down: [next?.y, cell.y + cell.h, CANVAS.height],
				}
				const [edgeOfNext, edge, rim] = edges[direction]
				expect(edgeOfNext).toBe(edge === rim ? undefined : edge)
			}),
		)
	})
})

const DIRECTIONS = ['left', 'right', 'up', 'down'] as const

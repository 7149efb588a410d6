import { describe, expect, test } from 'vitest'
import { CANVAS, CELL_COUNT, CELLS, COUNTS, cellAt, cellAtUnit, cellById, cellsByIds } from './layout'

describe('the grid layout', () => {
	test('has 1,151 cells: 1 large, 10 medium, 100 small, 1,040 tiny', () => {
		expect(COUNTS).toEqual({ large: 1, medium: 10, small: 100, tiny: 1_040 })
		expect(CELL_COUNT).toBe(1_151)
	})

	test('numbers the cells row by row, the large one at its top-left corner', () => {
		expect(CELLS.map(cell => cell.id)).toEqual(Array.from({ length: 1_151 }, (_, index) => index + 1))
		const place = (id: number) => {
			const cell = cellById(id)
			return cell && [cell.type, cell.row, cell.col]
		}
		expect(place(1)).toEqual(['medium', 1, 1])
		expect(place(10)).toEqual(['medium', 1, 10])
		expect(place(11)).toEqual(['small', 2, 1])
		expect(place(18)).toEqual(['small', 2, 8])
		expect(place(19)).toEqual(['large', 2, 9])
		expect(place(20)).toEqual(['small', 2, 13])
		expect(place(27)).toEqual(['small', 2, 20])
		expect(place(28)).toEqual(['small', 3, 1])
		expect(place(91)).toEqual(['small', 6, 20])
		expect(place(92)).toEqual(['small', 7, 1])
		expect(place(111)).toEqual(['small', 7, 20])
		expect(place(112)).toEqual(['tiny', 8, 1])
		expect(place(1_151)).toEqual(['tiny', 33, 40])
	})

	test('covers every unit of the 40 x 42 canvas exactly once', () => {
		const covered = new Map<string, number>()
		for (const cell of CELLS) {
			for (let x = cell.x; x < cell.x + cell.w; x++) {
				for (let y = cell.y; y < cell.y + cell.h; y++) {
					const key = `${x}:${y}`
					expect(covered.get(key), `unit ${key} of cell ${cell.id}`).toBeUndefined()
					covered.set(key, cell.id)
				}
			}
		}
		expect(covered.size).toBe(CANVAS.width * CANVAS.height)
		expect([...covered.keys()].every(key => key.split(':').every(part => Number(part) >= 0))).toBe(true)
	})

	test('has no small cells at the twenty places under the large cell', () => {
		for (let row = 2; row <= 6; row++) {
			for (let col = 9; col <= 12; col++) {
				const cell = cellAt(row, col)
				if (row === 2 && col === 9) expect(cell).toMatchObject({ type: 'large', span: 4, w: 8, h: 10 })
				else expect(cell).toBeUndefined()
			}
		}
		expect(cellAt(7, 9)?.type).toBe('small')
	})

	test('returns undefined outside the grid', () => {
		for (const id of [0, -1, 1_152, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
			expect(cellById(id)).toBeUndefined()
		for (const [row, col] of [
			[0, 1],
			[1, 0],
			[1, 11],
			[2, 21],
			[7, 21],
			[8, 41],
			[34, 1],
		] as const) {
			expect(cellAt(row, col)).toBeUndefined()
		}
	})

	test('finds the cell that covers a unit of the canvas', () => {
		for (const cell of CELLS) {
			expect(cellAtUnit(cell.x, cell.y)).toBe(cell)
			expect(cellAtUnit(cell.x + cell.w - 1, cell.y + cell.h - 1)).toBe(cell)
		}
		for (const [x, y] of [
			[-1, 0],
			[0, -1],
			[40, 0],
			[0, 42],
		] as const) {
			expect(cellAtUnit(x, y)).toBeUndefined()
		}
	})

	test('cellsByIds sorts, and drops duplicates and unknown ids', () => {
		expect(cellsByIds([3, 1, 3, 0, 9_999]).map(cell => cell.id)).toEqual([1, 3])
	})
})

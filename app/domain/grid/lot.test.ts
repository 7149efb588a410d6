import { describe, expect, test } from 'vitest'
import { CELLS, cellAt, cellsByIds } from './layout'
import {
	describeLotPlace,
	describeLotSize,
	findAdjacentFree,
	findFreeCells,
	formatLotNumber,
	listFreeLots,
	splitTitle,
} from './lot'
import { FALLBACK_PRICES, type Holding } from './rules'

const id = (row: number, col: number) => cellAt(row, col)?.id ?? 0
const BLOCK = cellsByIds([id(18, 21), id(18, 22), id(19, 21), id(19, 22)])

test('formats the number, size and place of a lot', () => {
	expect(formatLotNumber(BLOCK)).toBe('Lot 18·21')
	expect(describeLotSize(BLOCK)).toBe('4 tiny pixels, 2 by 2')
	expect(describeLotPlace(BLOCK)).toBe('rows 18 to 19, columns 21 to 22')
	expect(describeLotPlace(BLOCK.slice(0, 3))).toBe('from row 18, column 21')
	expect(describeLotSize(cellsByIds([19]))).toBe('the large pixel')
})

test.each([
	['Aurelia. Watches made in Geneva.', 'Aurelia', 'Watches made in Geneva.'],
	['Clocks since 1851', 'Clocks since 1851', ''],
	['e.g. this', 'e.g', 'this'],
	[`${'long '.repeat(20)}words.`, null, `${'long '.repeat(20)}words.`],
])('splits a short first sentence off %j as its title', (description, title, text) => {
	expect(splitTitle(description)).toEqual({ title, text })
})

test('lists the first free cell of each type, the most expensive first', () => {
	const taken = [1, 19]
	const holdings: Holding[] = CELLS.map(({ id: cell }) => ({
		kind: taken.includes(cell) ? 'house' : 'available',
	}))
	const free = listFreeLots({ holdings, prices: FALLBACK_PRICES })
	expect(free.map(({ cells }) => [describeLotSize(cells), cells[0]?.id])).toEqual([
		['a medium pixel', 2],
		['a small pixel', 11],
		['a tiny pixel', 112],
	])
})

describe('free cells next to a block', () => {
	const around = (taken: readonly number[]) => {
		const holdings: Holding[] = CELLS.map(({ id: cell }) =>
			taken.includes(cell) ? { kind: 'house' } : { kind: 'available' },
		)
		return findAdjacentFree(BLOCK, { holdings, prices: FALLBACK_PRICES }).map(({ cells, pence }) => [
			describeLotPlace(cells),
			pence,
		])
	}

	test('form rectangles along its edges, at most three cells deep, the largest first', () => {
		expect(around([id(18, 24), id(19, 24)])).toEqual([
			['rows 20 to 22, columns 21 to 22', 60_000_000],
			['rows 18 to 19, columns 18 to 20', 60_000_000],
			['rows 15 to 17, columns 21 to 22', 60_000_000],
		])
	})

	test('shrink around taken cells, and are empty where all are taken', () => {
		const edge = [id(17, 21), id(17, 22), id(20, 21), id(20, 22), id(18, 20), id(19, 20)]
		expect(around([...edge, id(18, 23)])).toEqual([['row 19, columns 23 to 25', 30_000_000]])
		expect(around([...edge, id(18, 23), id(19, 23)])).toEqual([])
	})
})

test('finds the largest free rectangle of the same type around a pixel, at most four by three', () => {
	const around = (row: number, col: number, taken: readonly number[] = []) => {
		const cell = cellAt(row, col)
		const cells = cell ? findFreeCells(cell, ({ id: other }) => !taken.includes(other)) : []
		return cells.length > 0 ? describeLotPlace(cells) : null
	}
	expect(around(20, 20)).toBe('rows 20 to 22, columns 20 to 23')
	expect(around(33, 40)).toBe('rows 31 to 33, columns 37 to 40')
	expect(around(8, 1)).toBe('rows 8 to 10, columns 1 to 4')
	expect(around(2, 8)).toBe('rows 2 to 4, columns 5 to 8')
	expect(around(20, 20, [id(20, 21), id(21, 20)])).toBe('rows 18 to 20, columns 17 to 20')
	expect(around(20, 20, [id(20, 20)])).toBeNull()
	expect(around(2, 9)).toBe('row 2, column 9')
})

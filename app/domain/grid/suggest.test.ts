import { describe, expect, test, vi } from 'vitest'
import { isFilledRectangle } from './geometry-rules'
import { CELLS, cellAt } from './layout'
import { describeLotPlace, describeLotSize } from './lot'
import { FALLBACK_PRICES, type Holding } from './rules'
import { type PlaceQuery, readPlaceQuery, suggestPlaces } from './suggest'

const id = (row: number, col: number) => cellAt(row, col)?.id ?? 0

function ask(query: string, taken: (cell: (typeof CELLS)[number]) => boolean = () => false) {
	const holdings: Holding[] = CELLS.map(cell => ({ kind: taken(cell) ? 'house' : 'available' }))
	const { placeQuery } = readPlaceQuery(name => new URLSearchParams(query).get(name))
	return suggestPlaces(placeQuery as PlaceQuery, { holdings, prices: FALLBACK_PRICES, maxCellsPerOrder: 100 })
}

const places = (...asked: Parameters<typeof ask>) => ask(...asked).map(({ cells }) => describeLotPlace(cells))

describe('suggestions for a size', () => {
	test('are three that do not overlap, nearest to a pixel first', () => {
		const taken = (cell: { id: number }) => cell.id === id(20, 20)
		const found = ask(`type=tiny&rows=2&columns=3&near=${id(20, 20)}`, taken)
		expect(found).toHaveLength(3)
		const all = found.flatMap(({ cells }) => cells)
		expect(new Set(all).size).toBe(18)
		expect(all.includes(cellAt(20, 20) as (typeof all)[number])).toBe(false)
		for (const { cells, pence } of found) {
			expect(isFilledRectangle(cells)).toBe(true)
			expect([describeLotSize(cells), pence]).toEqual(['6 tiny pixels, 3 by 2', 60_000_000])
		}
		expect(found[0]?.cells.some(({ row, col }) => Math.hypot(row - 20, col - 20) === 1)).toBe(true)
	})

	test('avoid the large pixel, unavailable cells and cells in an invitation', () => {
		expect(places('type=small&rows=6&columns=9')).toEqual([])
		expect(places('type=small&rows=5&columns=8', ({ col }) => col > 12)).toEqual([
			'rows 2 to 6, columns 1 to 8',
		])
		const holdings: Holding[] = CELLS.map(() => ({ kind: 'available', invited: true }))
		const { placeQuery } = readPlaceQuery(() => null)
		expect(
			suggestPlaces(placeQuery as PlaceQuery, { holdings, prices: FALLBACK_PRICES, maxCellsPerOrder: 100 }),
		).toEqual([])
	})

	test('are empty above the limit of an order', () => {
		expect(places('type=tiny&rows=10&columns=11')).toEqual([])
		expect(places('type=tiny&rows=999999999&columns=999999999')).toEqual([])
		expect(places('type=tiny&rows=10&columns=10')).toHaveLength(3)
	})
})

describe('suggestions for a budget', () => {
	test('use each affordable type, the most expensive first', () => {
		expect(ask('budget=£1,200,000').map(({ cells }) => describeLotSize(cells))).toEqual([
			'12 tiny pixels, 4 by 3',
			'a medium pixel',
			'2 small pixels, 2 by 1',
		])
		expect(ask('budget=99999')).toEqual([])
	})

	test('are smaller where the largest does not fit', () => {
		const found = ask('budget=1200000', cell => cell.type !== 'tiny' || (cell.row + cell.col) % 2 === 0)
		expect(found.map(({ cells }) => cells.length)).toEqual([1, 1, 1])
	})
})

describe('the search for suggestions', () => {
	/** Suggests places for a budget, and counts the cells that the search reads. */
	function countLookups(taken: (cell: (typeof CELLS)[number]) => boolean) {
		const holdings: Holding[] = CELLS.map(cell => ({ kind: taken(cell) ? 'house' : 'available' }))
		const { placeQuery } = readPlaceQuery(name => new URLSearchParams('type=tiny&budget=600000000').get(name))
		const spy = vi.spyOn(Map.prototype, 'get')
		const grid = { holdings, prices: FALLBACK_PRICES, maxCellsPerOrder: CELLS.length }
		const found = suggestPlaces(placeQuery as PlaceQuery, grid)
		const lookups = spy.mock.calls.length
		spy.mockRestore()
		return { found, lookups }
	}

	test.each([
		['nothing is free', () => true],
		['everything is free', () => false],
		['every other cell is free', ({ row, col }: { row: number; col: number }) => (row + col) % 2 === 0],
		['one row in seven is not free', ({ row }: { row: number }) => row % 7 === 0],
	])('reads each cell only a few times for an order of any size, where %s', (_, taken) => {
		const { found, lookups } = countLookups(taken)
		expect(found.length > 0).toBe(!CELLS.every(taken))
		expect(lookups).toBeLessThan(60 * CELLS.length)
	})
})

test('reports invalid input', () => {
	const read = (query: string) => readPlaceQuery(name => new URLSearchParams(query).get(name)).placeQuery
	const numbers = 'Please enter rows and columns as numbers'
	expect(read('type=huge')).toEqual({ field: 'type', message: 'Choose a type of pixel' })
	expect(read('rows=two')).toEqual({ field: 'rows', message: numbers })
	expect(read('columns=0')).toEqual({ field: 'columns', message: numbers })
	expect(read('budget=much')).toEqual({ field: 'budget', message: 'Please enter the budget in whole pounds' })
	expect(read('near=99999')).toMatchObject({ near: { type: 'large' } })
})

import { expect, test } from 'vitest'
import { CELL_COUNT, CELLS } from '~/domain/grid/layout'
import type { Holding } from '~/domain/grid/rules'
import { type CountedGrid, countGrid, countSold, sumCounts } from './rules'

const prices = { large: 1_000, medium: 100, small: 10, tiny: 1 }
const findFirst = (type: string) => CELLS.find(cell => cell.type === type)?.id ?? 0

function gridWith(changes: Record<number, Holding>, blocks: CountedGrid['blocks'] = []): CountedGrid {
	return {
		prices,
		blocks,
		awaiting: [],
		holdings: CELLS.map(cell => changes[cell.id] ?? { kind: 'available' }),
	}
}

const tiny = findFirst('tiny')
const grid = gridWith(
	{
		1: { kind: 'owned', accountId: 'me' },
		2: { kind: 'owned', accountId: 'me', invited: true },
		3: { kind: 'owned', accountId: 'other' },
		[findFirst('large')]: { kind: 'house' },
		[tiny]: { kind: 'owned', accountId: 'me' },
		[tiny + 1]: { kind: 'hold', accountId: 'me' },
		[tiny + 2]: { kind: 'hold', accountId: 'other' },
	},
	[{ cells: [2] }, { cells: [3] }],
)

test('an image that waits for payment verification counts as used', () => {
	const waiting = { ...grid, awaiting: [{ cells: [tiny] }] }
	expect(countGrid(waiting, 'me')).toMatchObject({ used: 2, unused: 1 })
	expect(countGrid(grid, 'me')).toMatchObject({ used: 1, unused: 2 })
})

test('counts a member’s cells by type, their value, and used and unused ones', () => {
	const figures = countGrid(grid, 'me')
	expect(figures.owned).toEqual({ large: 0, medium: 2, small: 0, tiny: 1 })
	expect(figures.valuePence).toBe(201)
	expect([figures.used, figures.unused]).toEqual([1, 2])
	expect(figures.ownedByOthers).toEqual({ large: 0, medium: 1, small: 0, tiny: 0 })
	expect(figures.onHold).toBe(2)
	expect(figures.house).toEqual({ large: 1, medium: 0, small: 0, tiny: 0 })
})

test('counts every member’s cells as owned for the house', () => {
	const figures = countGrid(grid, null)
	expect(figures.owned).toEqual({ large: 0, medium: 3, small: 0, tiny: 1 })
	expect([figures.used, figures.unused, sumCounts(figures.ownedByOthers)]).toEqual([2, 2, 0])
})

test.each(['me', 'other', null])('counts every cell exactly once for the viewer %s', accountId => {
	const { available, owned, ownedByOthers, onHold, house } = countGrid(grid, accountId)
	expect(sumCounts(available) + sumCounts(owned) + sumCounts(ownedByOthers) + onHold + sumCounts(house)).toBe(
		CELL_COUNT,
	)
})

test('counts a lent cell for its borrower, and for its lender as lent instead of as others’', () => {
	const lent = gridWith({
		[tiny]: { kind: 'owned', accountId: 'lender', loan: { borrowerId: 'borrower', until: 1 } },
	})
	const [lender, borrower, other] = ['lender', 'borrower', 'other'].map(id => countGrid(lent, id))
	expect([lender?.owned.tiny, lender?.lentToMembers.tiny, lender?.ownedByOthers.tiny]).toEqual([0, 1, 0])
	expect([borrower?.owned.tiny, borrower?.borrowed, borrower?.ownedByOthers.tiny]).toEqual([1, 1, 0])
	expect(other?.ownedByOthers.tiny).toBe(1)
})

test('counts members’ cells as sold, and those of pending orders separately', () => {
	const held = [
		{ cell: 1, kind: 'owned', orderStatus: 'approved' },
		{ cell: 2, kind: 'owned', orderStatus: null },
		{ cell: tiny, kind: 'owned', orderStatus: 'pending' },
		{ cell: tiny + 1, kind: 'hold', orderStatus: 'open' },
		{ cell: findFirst('large'), kind: 'house', orderStatus: null },
	]
	expect(countSold(held)).toEqual({
		sold: { large: 0, medium: 2, small: 0, tiny: 0 },
		pending: { large: 0, medium: 0, small: 0, tiny: 1 },
	})
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findConnectedCells } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { idsAt, isSlowlyRectangle, someIds } from '../../../tests/support/cells'
import { checkOffer, type OwnCell } from './offer-rules'

/* Three rows of three tiny cells, next to two small ones. */
const BLOCK = idsAt([8, 1], [8, 2], [8, 3], [9, 1], [9, 2], [9, 3], [10, 1], [10, 2], [10, 3])
const SMALL = idsAt([7, 1], [7, 2])
const TILL = Date.UTC(2027, 0, 1)

const own = (ids: readonly number[], change: Partial<OwnCell> = {}): OwnCell[] =>
	ids.map(cell => ({ cell, orderStatus: null, invited: false, lentUntil: null, ...change }))
const codeFor = (sender: string | null, ids: readonly number[], cells = own([...BLOCK, ...SMALL])) =>
	checkOffer(sender, ids, cells)?.code

/* Returns the cells that may be offered and a member's error; the house may offer all of them. */
const PARTS: [what: string, ids: number[], member: string | undefined][] = [
	['all of it', BLOCK, undefined],
	['a row at the edge', idsAt([8, 1], [8, 2], [8, 3]), undefined],
	['two columns', idsAt([8, 1], [8, 2], [9, 1], [9, 2], [10, 1], [10, 2]), undefined],
	['one of two small ones', SMALL.slice(0, 1), undefined],
	['a corner', idsAt([8, 1]), 'remainder-not-rectangle'],
	['the middle', idsAt([9, 2]), 'remainder-not-rectangle'],
	['the middle of an edge', idsAt([8, 2]), 'remainder-not-rectangle'],
	['the row in the middle', idsAt([9, 1], [9, 2], [9, 3]), 'remainder-not-rectangle'],
	['a square in a corner', idsAt([8, 1], [8, 2], [9, 1], [9, 2]), 'remainder-not-rectangle'],
	['a part of a row', idsAt([10, 2], [10, 3]), 'remainder-not-rectangle'],
]

describe('the rest of a block after an offer', () => {
	test.each(PARTS)(
		'%s: must be a rectangle for a member, may be any shape for the house',
		(_, ids, member) => {
			expect(codeFor('ada', ids)).toBe(member)
			expect(codeFor(null, ids)).toBeUndefined()
		},
	)

	test('the house can sell a rectangle out of any other shape', () => {
		const rest = own(BLOCK.filter(id => id !== idsAt([9, 2])[0]))
		expect(codeFor(null, idsAt([8, 1], [8, 2]), rest)).toBeUndefined()
		expect(codeFor('ada', idsAt([8, 1], [8, 2]), rest)).toBe('remainder-not-rectangle')
	})

	test('a member’s block excludes lent, offered and borrowed cells', () => {
		const corner = idsAt([8, 3])
		const rest = BLOCK.filter(id => !corner.includes(id))
		const below = idsAt([9, 1], [9, 2], [9, 3], [10, 1], [10, 2], [10, 3])
		for (const away of [{ invited: true }, { lentUntil: TILL }, { borrowed: true }]) {
			expect(codeFor('ada', below, [...own(rest), ...own(corner, away)])).toBeUndefined()
		}
		const pending = [...own(rest), ...own(corner, { orderStatus: 'pending' })]
		expect(codeFor('ada', idsAt([8, 1], [8, 2]), pending)).toBe('remainder-not-rectangle')
	})
})

describe('an offer is refused', () => {
	test.each<[string, number[], Partial<OwnCell>, string]>([
		['nothing', [], {}, 'empty'],
		['what is somebody else’s', idsAt([8, 3], [8, 4]), {}, 'not-owned'],
		['a number that is no cell', [99_999], {}, 'not-owned'],
		['two types', [...SMALL.slice(0, 1), ...idsAt([8, 1])], {}, 'mixed-types'],
		['two parts', idsAt([8, 1], [8, 3]), {}, 'not-adjacent'],
		['an angle', idsAt([8, 1], [8, 2], [9, 1]), {}, 'not-rectangle'],
		['a frame', BLOCK.filter(id => id !== idsAt([9, 2])[0]), {}, 'not-rectangle'],
		['what is in an invitation', BLOCK, { invited: true }, 'invited'],
		['what is lent', BLOCK, { lentUntil: TILL }, 'lent'],
		['what is borrowed', BLOCK, { borrowed: true }, 'borrowed'],
		['what waits for its review', BLOCK, { orderStatus: 'pending' }, 'pending'],
	])('for %s', (_, ids, change, code) => {
		for (const sender of [null, 'ada']) {
			expect(codeFor(sender, ids, own([...BLOCK, ...SMALL], change))).toBe(code)
		}
	})
})

/** Generates owned cells, and the rectangle of them between two corners. */
const anyOffer = someIds
	.filter(held => held.length > 0)
	.chain(held =>
		fc.tuple(fc.constantFrom(...held), fc.constantFrom(...held)).map(corners => {
			const box = cellsByIds(corners)
			const rows = box.map(cell => cell.row)
			const cols = box.map(cell => cell.col)
			const chosen = cellsByIds(held).filter(
				({ row, col }) =>
					row >= Math.min(...rows) &&
					row <= Math.max(...rows) &&
					col >= Math.min(...cols) &&
					col <= Math.max(...cols),
			)
			return { held, chosen: chosen.map(cell => cell.id) }
		}),
	)

test('the house may offer every filled rectangle of one type, a member those that leave one rectangle or none', () => {
	fc.assert(
		fc.property(anyOffer, ({ held, chosen }) => {
			const isRectangle = isSlowlyRectangle(chosen)
			const rest = findConnectedCells(held, chosen[0] ?? 0).filter(id => !chosen.includes(id))
			expect(codeFor(null, chosen, own(held)) === undefined).toBe(isRectangle)
			expect(codeFor('ada', chosen, own(held)) === undefined).toBe(
				isRectangle && (rest.length === 0 || isSlowlyRectangle(rest)),
			)
		}),
	)
})

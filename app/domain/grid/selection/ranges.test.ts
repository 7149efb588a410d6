import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CELL_COUNT } from '../layout'
import { formatIdRanges, parseIdRanges } from './ranges'

test('a selection is written as ranges', () => {
	expect(formatIdRanges([160, 112, 113, 114, 113])).toBe('112-114.160')
	expect(formatIdRanges([])).toBe('')
})

test('any selection of the grid survives a round trip and fits into a URL', () => {
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: CELL_COUNT }), { maxLength: CELL_COUNT })
	fc.assert(
		fc.property(ids, chosen => {
			expect(parseIdRanges(formatIdRanges(chosen))).toEqual([...chosen].sort((a, b) => a - b))
		}),
	)
	const everyOther = Array.from({ length: Math.ceil(CELL_COUNT / 2) }, (_, place) => 2 * place + 1)
	expect(formatIdRanges(everyOther).length).toBeLessThan(3_000)
	expect(parseIdRanges(formatIdRanges(everyOther))).toEqual(everyOther)
})

test.each([null, '', 'x', '1-', '-3', '1..2', '1-2-3', '1,2', ' 1', '1'.repeat(5_000)])(
	'%j is not a selection',
	text => {
		expect(parseIdRanges(text)).toEqual([])
	},
)

test('ids outside the grid are dropped', () => {
	expect(parseIdRanges('0.1151.1152.9-7')).toEqual([1151])
	expect(parseIdRanges('0-9999')).toHaveLength(CELL_COUNT)
})

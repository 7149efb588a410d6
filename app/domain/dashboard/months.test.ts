import { expect, test } from 'vitest'
import { formatMonth, formatShortMonth, lastMonths } from './months'

test('the last months are consecutive, begin at midnight in London and end with the current one', () => {
	const months = lastMonths(Date.UTC(2026, 10, 22, 2), 12)
	expect(months.map(month => month.month).join(' ')).toBe(
		'2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11',
	)
	for (const [index, { from }] of months.entries()) {
		if (index > 0) expect(from).toBe(months[index - 1]?.to)
	}
	expect(months.at(5)?.from).toBe(Date.UTC(2026, 3, 30, 23))
	expect(months.at(-1)).toEqual({
		month: '2026-11',
		from: Date.UTC(2026, 10, 1),
		to: Date.UTC(2026, 11, 1),
	})
})

test('half past midnight on the first of a summer month belongs to that month', () => {
	expect(lastMonths(Date.UTC(2026, 5, 30, 23, 30), 1)[0]?.month).toBe('2026-07')
	expect(lastMonths(Date.UTC(2026, 11, 31, 23, 30), 1)[0]?.to).toBe(Date.UTC(2027, 0, 1))
})

test('formats a month', () => {
	expect(formatMonth('2026-11')).toBe('November 2026')
	expect(formatShortMonth('2026-09')).toBe('Sept')
})

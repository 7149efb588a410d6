import { expect, test } from 'vitest'
import {
	formatDateTime,
	formatWeekday,
	londonDay,
	londonDayEnd,
	londonDayStart,
	londonMoment,
	toDatetimeLocal,
} from './time'

test('a day is formatted with its weekday', () => {
	expect(formatWeekday('2026-11-21')).toBe('Saturday 21 November 2026')
})

test.each([
	['winter', '2026-11-22T10:30', Date.UTC(2026, 10, 22, 10, 30)],
	['summer', '2026-07-01T10:30', Date.UTC(2026, 6, 1, 9, 30)],
	['with seconds', '2026-07-01T10:30:15', Date.UTC(2026, 6, 1, 9, 30, 15)],
	['the hour that is skipped', '2026-03-29T01:30', Date.UTC(2026, 2, 29, 1, 30)],
	['the hour that comes twice', '2026-10-25T01:30', Date.UTC(2026, 9, 25, 0, 30)],
])('parses a time in London: %s', (_, typed, at) => {
	expect(londonMoment(typed)).toBe(at)
})

test.each([
	'',
	'2026-11-22',
	'2026-13-40T10:00',
	'22/11/2026 10:00',
	'2026-11-22T10:00Z',
	'2026-11-22T25:00',
	'2026-02-30T10:00',
	'2026-11-22T24:00',
])('%j is not a valid time', typed => {
	expect(londonMoment(typed)).toBeNull()
})

test('the value of a time field parses back to the same time', () => {
	for (const at of [Date.UTC(2026, 10, 22, 10, 30), Date.UTC(2026, 6, 1, 9, 30)]) {
		expect(londonMoment(toDatetimeLocal(at))).toBe(at)
	}
})

test.each([
	['winter', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
	['summer', '2026-07-01', '2026-06-30T23:00:00.000Z', '2026-07-01T22:59:59.999Z'],
	['the day of 23 hours', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
	['the day of 25 hours', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
])('a day in London starts and ends at midnight there: %s', (_, day, first, last) => {
	expect(new Date(londonDayStart(day)).toISOString()).toBe(first)
	expect(new Date(londonDayEnd(day)).toISOString()).toBe(last)
	expect([londonDay(londonDayStart(day)), londonDay(londonDayEnd(day))]).toEqual([day, day])
	expect(londonDay(londonDayStart(day) - 1)).not.toBe(day)
})

test('a time is formatted to the minute, and every minute differs', () => {
	const at = Date.UTC(2026, 9, 25, 0, 59, 30)
	const words = [at, at + 29_999, at + 30_000, at + 60 * 60_000 + 30_000].map(formatDateTime)
	expect(words).toEqual([
		'25 October 2026 at 01:59 BST',
		'25 October 2026 at 01:59 BST',
		'25 October 2026 at 01:00 GMT',
		'25 October 2026 at 02:00 GMT',
	])
	const minutes = Array.from({ length: 1_100 }, (_, minute) => formatDateTime(at + minute * 60_000))
	expect([minutes[0], minutes[1], formatDateTime(at)]).toEqual([words[0], words[2], words[0]])
})

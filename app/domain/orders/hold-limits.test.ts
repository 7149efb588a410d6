import { describe, expect, test } from 'vitest'
import { momentText } from '~/domain/time'
import { getPersonKey, type HeldCell, whyNotHold } from './hold-limits'

describe('a person', () => {
	test.each([
		['ada@example.test', 'ada@example.test'],
		['Ada+1@Example.test', 'ada@example.test'],
		['ada+one+two@example.test', 'ada@example.test'],
		['a.da@example.test', 'a.da@example.test'],
		['A.d.a+7@gmail.com', 'ada@gmail.com'],
		['a.da@googlemail.com', 'ada@gmail.com'],
		['ada@gmail.example', 'ada@gmail.example'],
	])('%s is the mailbox %s', (email, person) => expect(getPersonKey(email)).toBe(person))
})

const END = Date.parse('2026-11-23T16:00:00Z')
const cell: HeldCell = { person: 'a@x.test', address: '192.0.2.1', isKnown: true, type: 'tiny', until: END }
const cells = (count: number, change: Partial<HeldCell> = {}) =>
	Array.from({ length: count }, (): HeldCell => ({ ...cell, ...change }))
const wanted: Parameters<typeof whyNotHold>[0] = { ...cell, count: 1 }
const why = (
	held: HeldCell[],
	{ available = 1_000, ...change }: Partial<typeof wanted & { available: number }> = {},
) => whyNotHold({ ...wanted, ...change }, held, available)

describe('one person', () => {
	test('can have 100 pixels on hold, whatever their type', () => {
		const held = [...cells(90), ...cells(9, { type: 'small' })]
		expect(why(held)).toBeUndefined()
		expect(why([...held, cell])).toBe(
			`One person can have 100 pixels on hold at a time, and 100 are now. Enough of them become free by ${momentText(END)} at the latest.`,
		)
		expect(why([...held, cell], { person: 'b@x.test' })).toBeUndefined()
	})

	test('is told when enough of them become free', () => {
		const held = [...cells(50, { until: END + 60_000 }), ...cells(50), ...cells(50, { person: 'b@x.test' })]
		expect(why(held, { count: 50 })).toContain(`by ${momentText(END)} at`)
		expect(why(held, { count: 51 })).toContain(`by ${momentText(END + 60_000)} at`)
		expect(why([], { count: 101 })).toMatch(/, and 0 are now\. Please choose fewer pixels\.$/)
	})
})

test('200 pixels can be on hold from one address, where it is known', () => {
	const others = { person: 'b@x.test' }
	expect(why(cells(199, others))).toBeUndefined()
	expect(why(cells(200, others))).toMatch(
		/^200 pixels can be on hold or under review at a time from one internet connection/,
	)
	expect(why(cells(200, { ...others, address: '192.0.2.2' }))).toBeUndefined()
	expect(why(cells(200, { ...others, address: null }), { address: null })).toBeUndefined()
})

describe('buyers without an approved order', () => {
	const newcomers = (count: number, change: Partial<HeldCell> = {}) =>
		cells(count, { person: 'b@x.test', address: '192.0.2.2', isKnown: false, ...change })

	test('can have half of the small and of the tiny pixels on hold together', () => {
		const half = newcomers(50)
		expect(why(half.slice(1), { isKnown: false, available: 100 })).toBeUndefined()
		expect(why(half, { isKnown: false, available: 100 })).toMatch(
			/^Buyers without an approved order can have half of the available tiny pixels on hold or under review at a time, 50 together, and 50 are now\./,
		)
		expect(why(half, { isKnown: true, available: 100 })).toBeUndefined()
		expect(why(half, { isKnown: false, type: 'small', available: 100 })).toBeUndefined()
		expect(why(newcomers(9, { type: 'medium' }), { isKnown: false, type: 'medium', available: 10 })).toBe(
			undefined,
		)
	})

	test('are told to wait for the review where pending orders fill the limit', () => {
		const pending = newcomers(50, { person: wanted.person, until: null })
		expect(why(pending, { isKnown: false, available: 100 })).toMatch(
			/ and 50 are now\. Please try again when orders under review have been decided\.$/,
		)
		expect(why([...pending, ...pending])).toBeUndefined()
	})

	test('can have the last one', () => {
		expect(why([], { isKnown: false, available: 1 })).toBeUndefined()
	})
})

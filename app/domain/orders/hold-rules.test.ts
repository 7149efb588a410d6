import { describe, expect, test } from 'vitest'
import { momentText } from '~/domain/time'
import {
	getPersonKey,
	type HeldCell,
	isHeld,
	isReminderDue,
	nextHold,
	type PastHold,
	whyNotHold,
} from './hold-rules'

const MINUTE = 60_000
const at = (minutes: number) => 1_000_000_000 + minutes * MINUTE
const past = (from: number, until: number, ended: number | null = null): PastHold => ({
	heldAt: at(from),
	until: at(until),
	endedAt: ended === null ? null : at(ended),
})

describe('the next hold', () => {
	test('is fresh without a history', () => {
		expect(nextHold([], at(0), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	test('within a running one ends when that one does', () => {
		expect(nextHold([past(0, 60)], at(20), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	test('within one that was given up ends when that one would have', () => {
		expect(nextHold([past(0, 60, 10)], at(50), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	test('is fresh at the very end of one that was given up early enough', () => {
		const fresh = { kind: 'hold', heldAt: at(60), until: at(120) }
		expect(nextHold([past(0, 60, 10)], at(60), 60)).toEqual(fresh)
		expect(nextHold([past(0, 60, 0)], at(60), 60)).toEqual(fresh)
		expect(nextHold([past(0, 60, 30)], at(60), 60)).toEqual(fresh)
		expect(nextHold([past(0, 60, 31)], at(60), 60)).toEqual({ kind: 'cooling', until: at(62) })
	})

	test('is not to be had for as long as the last one lasted', () => {
		expect(nextHold([past(0, 60)], at(60), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(nextHold([past(0, 60)], at(119), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(nextHold([past(0, 60)], at(120), 60).kind).toBe('hold')
	})

	test('cools off only as long as was really held', () => {
		expect(nextHold([past(0, 60, 10)], at(61), 60)).toEqual({ kind: 'hold', heldAt: at(61), until: at(121) })
		expect(nextHold([past(0, 60, 50)], at(61), 60)).toEqual({ kind: 'cooling', until: at(100) })
	})

	test('is the shortest that any of the cells allows', () => {
		expect(nextHold([past(0, 60), past(20, 80)], at(30), 60)).toEqual({
			kind: 'hold',
			heldAt: at(0),
			until: at(60),
		})
		expect(nextHold([past(-60, 0), past(20, 80)], at(30), 60).kind).toBe('cooling')
	})

	test('never lets one account hold a cell for more than half of the time', () => {
		// An account that asks every minute, and gives up and starts over at every opportunity.
		for (const giveUpEvery of [1, 7, 59, 10_000]) {
			const history: PastHold[] = []
			let current: { heldAt: number; until: number } | undefined
			let held = 0
			const total = 3_000
			for (let minute = 0; minute < total; minute++) {
				const now = at(minute)
				if (current && (now >= current.until || minute % giveUpEvery === 0)) {
					history.push({ ...current, endedAt: now < current.until ? now : null })
					current = undefined
				}
				if (!current) {
					// Like the query, which omits holds that can no longer matter.
					const relevant = history.filter(one => 2 * one.until - one.heldAt > now)
					const next = nextHold(relevant, now, 60)
					if (next.kind === 'hold') current = next
				}
				if (current) held++
			}
			expect(held / total).toBeLessThanOrEqual(0.51)
		}
	})
})

describe('a hold', () => {
	test('is over the very moment its time has passed', () => {
		const order = { holdUntil: at(60), holdEndedAt: null }
		expect(isHeld(order, at(60) - 1)).toBe(true)
		expect(isHeld(order, at(60))).toBe(false)
	})
	test('is over when it was given up, and none when there never was one', () => {
		expect(isHeld({ holdUntil: at(60), holdEndedAt: at(10) }, at(20))).toBe(false)
		expect(isHeld({ holdUntil: null, holdEndedAt: null }, at(20))).toBe(false)
	})
})

describe('a reminder', () => {
	const day = { heldAt: at(0), holdUntil: at(24 * 60), holdEndedAt: null }
	test('is due two hours before the end of a hold, until it ends', () => {
		expect(isReminderDue(day, at(22 * 60) - 1)).toBe(false)
		expect(isReminderDue(day, at(22 * 60))).toBe(true)
		expect(isReminderDue(day, at(24 * 60) - 1)).toBe(true)
		expect(isReminderDue(day, at(24 * 60))).toBe(false)
	})
	test('is not due for a hold that was given up, or never was', () => {
		expect(isReminderDue({ ...day, holdEndedAt: at(1) }, at(23 * 60))).toBe(false)
		expect(isReminderDue({ ...day, holdUntil: null }, at(23 * 60))).toBe(false)
	})
	test('is never due for a hold of two hours or less, whose email is still new', () => {
		expect(isReminderDue({ ...day, holdUntil: at(120) }, at(60))).toBe(false)
		expect(isReminderDue({ ...day, holdUntil: at(121) }, at(60))).toBe(true)
	})
})

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

import { describe, expect, test } from 'vitest'
import { formatDateTime } from '~/domain/time'
import {
	computeNextHold,
	getPersonKey,
	type HeldCell,
	isHeld,
	isReminderDue,
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
	test('is new for an account without earlier holds', () => {
		expect(computeNextHold([], at(0), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	test('during a running hold ends with that hold', () => {
		expect(computeNextHold([past(0, 60)], at(20), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	test('after a hold that was released early ends when that one would have ended', () => {
		expect(computeNextHold([past(0, 60, 10)], at(50), 60)).toEqual({
			kind: 'hold',
			heldAt: at(0),
			until: at(60),
		})
	})

	test('is new at the end of a hold that was released early enough', () => {
		const fresh = { kind: 'hold', heldAt: at(60), until: at(120) }
		expect(computeNextHold([past(0, 60, 10)], at(60), 60)).toEqual(fresh)
		expect(computeNextHold([past(0, 60, 0)], at(60), 60)).toEqual(fresh)
		expect(computeNextHold([past(0, 60, 30)], at(60), 60)).toEqual(fresh)
		expect(computeNextHold([past(0, 60, 31)], at(60), 60)).toEqual({ kind: 'cooling', until: at(62) })
	})

	test('is refused for as long as the last hold lasted', () => {
		expect(computeNextHold([past(0, 60)], at(60), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(computeNextHold([past(0, 60)], at(119), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(computeNextHold([past(0, 60)], at(120), 60).kind).toBe('hold')
	})

	test('is refused only for as long as the pixels were really held', () => {
		expect(computeNextHold([past(0, 60, 10)], at(61), 60)).toEqual({
			kind: 'hold',
			heldAt: at(61),
			until: at(121),
		})
		expect(computeNextHold([past(0, 60, 50)], at(61), 60)).toEqual({ kind: 'cooling', until: at(100) })
	})

	test('is the shortest that any of the cells allows', () => {
		expect(computeNextHold([past(0, 60), past(20, 80)], at(30), 60)).toEqual({
			kind: 'hold',
			heldAt: at(0),
			until: at(60),
		})
		expect(computeNextHold([past(-60, 0), past(20, 80)], at(30), 60).kind).toBe('cooling')
	})

	test('never lets one account hold a cell for more than half of the time', () => {
		// An account that requests a hold every minute, and releases and restarts it whenever it can.
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
					// The query also omits holds that no longer matter.
					const relevant = history.filter(hold => 2 * hold.until - hold.heldAt > now)
					const next = computeNextHold(relevant, now, 60)
					if (next.kind === 'hold') current = next
				}
				if (current) held++
			}
			expect(held / total).toBeLessThanOrEqual(0.51)
		}
	})
})

describe('a hold', () => {
	test('has ended at the exact time of its end', () => {
		const order = { holdUntil: at(60), holdEndedAt: null }
		expect(isHeld(order, at(60) - 1)).toBe(true)
		expect(isHeld(order, at(60))).toBe(false)
	})
	test('has ended when it was released, and when there is none', () => {
		expect(isHeld({ holdUntil: at(60), holdEndedAt: at(10) }, at(20))).toBe(false)
		expect(isHeld({ holdUntil: null, holdEndedAt: null }, at(20))).toBe(false)
	})
})

describe('a hold reminder', () => {
	const day = { heldAt: at(0), holdUntil: at(24 * 60), holdEndedAt: null }
	test('is due from two hours before the end of a hold until its end', () => {
		expect(isReminderDue(day, at(22 * 60) - 1)).toBe(false)
		expect(isReminderDue(day, at(22 * 60))).toBe(true)
		expect(isReminderDue(day, at(24 * 60) - 1)).toBe(true)
		expect(isReminderDue(day, at(24 * 60))).toBe(false)
	})
	test('is not due without a hold or after its release', () => {
		expect(isReminderDue({ ...day, holdEndedAt: at(1) }, at(23 * 60))).toBe(false)
		expect(isReminderDue({ ...day, holdUntil: null }, at(23 * 60))).toBe(false)
	})
	test('is never due for a hold of two hours or less', () => {
		expect(isReminderDue({ ...day, holdUntil: at(120) }, at(60))).toBe(false)
		expect(isReminderDue({ ...day, holdUntil: at(121) }, at(60))).toBe(true)
	})
})

describe('the mailbox of an address', () => {
	test.each([
		['ada@example.test', 'ada@example.test'],
		['Ada+1@Example.test', 'ada@example.test'],
		['ada+one+two@example.test', 'ada@example.test'],
		['a.da@example.test', 'a.da@example.test'],
		['A.d.a+7@gmail.com', 'ada@gmail.com'],
		['a.da@googlemail.com', 'ada@gmail.com'],
		['ada@gmail.example', 'ada@gmail.example'],
	])('written %s is %s', (email, person) => expect(getPersonKey(email)).toBe(person))
})

const END = Date.parse('2026-11-23T16:00:00Z')
const cell: HeldCell = {
	person: 'a@x.test',
	address: '192.0.2.1',
	hasApprovedOrder: true,
	type: 'tiny',
	until: END,
}
const cells = (count: number, change: Partial<HeldCell> = {}) =>
	Array.from({ length: count }, (): HeldCell => ({ ...cell, ...change }))
const wanted: Parameters<typeof whyNotHold>[0] = { ...cell, count: 1 }
const explainLimit = (
	held: HeldCell[],
	{ available = 1_000, ...change }: Partial<typeof wanted & { available: number }> = {},
) => whyNotHold({ ...wanted, ...change }, held, available)

describe('the limit per person', () => {
	test('is 100 pixels on hold of any type', () => {
		const held = [...cells(90), ...cells(9, { type: 'small' })]
		expect(explainLimit(held)).toBeUndefined()
		expect(explainLimit([...held, cell])).toBe(
			`One person can have 100 pixels on hold at a time, and 100 are now. Enough of them become free by ${formatDateTime(END)} at the latest.`,
		)
		expect(explainLimit([...held, cell], { person: 'b@x.test' })).toBeUndefined()
	})

	test('reports when enough of them become free', () => {
		const held = [...cells(50, { until: END + 60_000 }), ...cells(50), ...cells(50, { person: 'b@x.test' })]
		expect(explainLimit(held, { count: 50 })).toContain(`by ${formatDateTime(END)} at`)
		expect(explainLimit(held, { count: 51 })).toContain(`by ${formatDateTime(END + 60_000)} at`)
		expect(explainLimit([], { count: 101 })).toMatch(/, and 0 are now\. Please choose fewer pixels\.$/)
	})
})

test('is 200 pixels on hold for one client address, where it is known', () => {
	const others = { person: 'b@x.test' }
	expect(explainLimit(cells(199, others))).toBeUndefined()
	expect(explainLimit(cells(200, others))).toMatch(
		/^200 pixels can be on hold or under review at a time from one internet connection/,
	)
	expect(explainLimit(cells(200, { ...others, address: '192.0.2.2' }))).toBeUndefined()
	expect(explainLimit(cells(200, { ...others, address: null }), { address: null })).toBeUndefined()
})

describe('the limit for buyers without an approved order', () => {
	const newcomers = (count: number, change: Partial<HeldCell> = {}) =>
		cells(count, { person: 'b@x.test', address: '192.0.2.2', hasApprovedOrder: false, ...change })

	test('is half of the small and of the tiny pixels together', () => {
		const half = newcomers(50)
		expect(explainLimit(half.slice(1), { hasApprovedOrder: false, available: 100 })).toBeUndefined()
		expect(explainLimit(half, { hasApprovedOrder: false, available: 100 })).toMatch(
			/^Buyers without an approved order can have half of the available tiny pixels on hold or under review at a time, 50 together, and 50 are now\./,
		)
		expect(explainLimit(half, { hasApprovedOrder: true, available: 100 })).toBeUndefined()
		expect(explainLimit(half, { hasApprovedOrder: false, type: 'small', available: 100 })).toBeUndefined()
		expect(
			explainLimit(newcomers(9, { type: 'medium' }), {
				hasApprovedOrder: false,
				type: 'medium',
				available: 10,
			}),
		).toBe(undefined)
	})

	test('tells buyers to wait for the review where pending orders fill it', () => {
		const pending = newcomers(50, { person: wanted.person, until: null })
		expect(explainLimit(pending, { hasApprovedOrder: false, available: 100 })).toMatch(
			/ and 50 are now\. Please try again when orders under review have been decided\.$/,
		)
		expect(explainLimit([...pending, ...pending])).toBeUndefined()
	})

	test('lets buyers hold the last pixel of a type', () => {
		expect(explainLimit([], { hasApprovedOrder: false, available: 1 })).toBeUndefined()
	})
})

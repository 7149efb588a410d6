import { describe, expect, test } from 'vitest'
import { isHeld, isReminderDue, nextHold, type PastHold } from './hold-rules'

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
		// An account that asks every minute, and gives up and starts over at every chance.
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
					// As the query does it: what can no longer matter is not looked at.
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

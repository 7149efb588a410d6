import { describe, expect, it } from 'vitest'
import {
	allowedStep,
	canDecide,
	checkoutPath,
	contactNumberProblem,
	goneMessage,
	isHeld,
	joinContactNumber,
	nameCells,
	nextHold,
	type OrderStatus,
	type PastHold,
} from './rules'

const MINUTE = 60_000
const at = (minutes: number) => 1_000_000_000 + minutes * MINUTE
const past = (from: number, until: number, ended: number | null = null): PastHold => ({
	heldAt: at(from),
	until: at(until),
	endedAt: ended === null ? null : at(ended),
})

describe('the next hold', () => {
	it('is fresh without a history', () => {
		expect(nextHold([], at(0), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	it('within a running one ends when that one does', () => {
		expect(nextHold([past(0, 60)], at(20), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	it('within one that was given up ends when that one would have', () => {
		expect(nextHold([past(0, 60, 10)], at(50), 60)).toEqual({ kind: 'hold', heldAt: at(0), until: at(60) })
	})

	it('is not to be had for as long as the last one lasted', () => {
		expect(nextHold([past(0, 60)], at(60), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(nextHold([past(0, 60)], at(119), 60)).toEqual({ kind: 'cooling', until: at(120) })
		expect(nextHold([past(0, 60)], at(120), 60).kind).toBe('hold')
	})

	it('cools off only as long as was really held', () => {
		expect(nextHold([past(0, 60, 10)], at(61), 60)).toEqual({ kind: 'hold', heldAt: at(61), until: at(121) })
		expect(nextHold([past(0, 60, 50)], at(61), 60)).toEqual({ kind: 'cooling', until: at(100) })
	})

	it('is the shortest that any of the cells allows', () => {
		expect(nextHold([past(0, 60), past(20, 80)], at(30), 60)).toEqual({
			kind: 'hold',
			heldAt: at(0),
			until: at(60),
		})
		expect(nextHold([past(-60, 0), past(20, 80)], at(30), 60).kind).toBe('cooling')
	})

	it('never lets one account hold a cell for more than half of the time', () => {
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
	it('is over the very moment its time has passed', () => {
		const order = { holdUntil: at(60), holdEndedAt: null }
		expect(isHeld(order, at(60) - 1)).toBe(true)
		expect(isHeld(order, at(60))).toBe(false)
	})
	it('is over when it was given up, and none when there never was one', () => {
		expect(isHeld({ holdUntil: at(60), holdEndedAt: at(10) }, at(20))).toBe(false)
		expect(isHeld({ holdUntil: null, holdEndedAt: null }, at(20))).toBe(false)
	})
})

describe('decisions', () => {
	const all: OrderStatus[] = ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed']
	it('approve pending orders alone', () => {
		expect(all.filter(status => canDecide(status, 'approve'))).toEqual(['pending'])
	})
	it('reject pending and approved orders', () => {
		expect(all.filter(status => canDecide(status, 'reject'))).toEqual(['pending', 'approved'])
	})
})

describe('the steps guard themselves', () => {
	it.each<[OrderStatus, boolean, 'cells' | 'payment' | 'confirm' | 'done', string]>([
		['open', false, 'cells', 'cells'],
		['open', false, 'payment', 'cells'],
		['open', false, 'confirm', 'cells'],
		['open', false, 'done', 'cells'],
		['open', true, 'cells', 'cells'],
		['open', true, 'payment', 'payment'],
		['open', true, 'confirm', 'confirm'],
		['open', true, 'done', 'confirm'],
		['abandoned', false, 'payment', 'cells'],
		['abandoned', true, 'payment', 'payment'],
		['abandoned', true, 'confirm', 'confirm'],
		['pending', true, 'cells', 'done'],
		['approved', true, 'payment', 'done'],
		['rejected', true, 'confirm', 'done'],
		['failed', true, 'done', 'done'],
	])('%s, proceeded %s, wants %s: %s', (status, proceeded, wanted, shown) => {
		expect(allowedStep({ status, proceededAt: proceeded ? at(0) : null }, wanted)).toBe(shown)
	})
	it('at addresses of their own', () => {
		expect(checkoutPath('x', 'cells')).toBe('/user/checkout/x')
		expect(checkoutPath('x', 'confirm')).toBe('/user/checkout/x/confirm')
	})
})

describe('words', () => {
	it('name cells', () => {
		expect(nameCells([112, 1])).toBe('medium pixel at row 1, column 1; tiny pixel at row 8, column 1')
	})
	it('stop after a few', () => {
		expect(nameCells([112, 113, 114, 115], 2)).toBe(
			'tiny pixel at row 8, column 1; tiny pixel at row 8, column 2; and 2 more',
		)
	})
	it('say that cells are gone', () => {
		expect(goneMessage([1])).toBe('This pixel is no longer available: medium pixel at row 1, column 1.')
		expect(goneMessage([1, 2])).toMatch(/^These pixels are no longer available: /)
	})
})

describe('the contact number', () => {
	it.each([
		['UK', '7700 900 123', '+447700900123'],
		['US', ' 202 555 0100 ', '+12025550100'],
		['Canada', '613 555 0100', '+16135550100'],
		['Australia', '02 5550 1234', '+61255501234'],
		['India', '98765 43210', '+919876543210'],
		['Germany', '030/1234567', '+49301234567'],
		['France', '01.23.45.67.89', '+33123456789'],
		['Spain', '910 000 000', '+34910000000'],
		['Italy', '06 1234 5678', '+390612345678'],
		['Italy', '(0)6 1234 5678', '+390612345678'],
		['Japan', '03-1234-5678', '+81312345678'],
		['China', '10 1234 5678', '+861012345678'],
		['UK', '020 7946 0000', '+442079460000'],
		['UK', '(020) 7946 0000', '+442079460000'],
		['UK', '+44 (0)20 7946 0000', '+442079460000'],
		['UK', '0044 20 7946 0000', '+442079460000'],
		['UK', '+353 1 555', '+3531555'],
		['UK', '+39 06 1234 5678', '+390612345678'],
		['UK', '+39 (0)6 1234 5678', '+390612345678'],
		['Other', '+378 0549 123456', '+3780549123456'],
		['Other', '353 1 555', '3531555'],
	] as const)('%s and "%s" are %s', (country, typed, joined) => {
		expect(joinContactNumber(country, typed)).toBe(joined)
	})

	const COUNT = 'Valid contact number is required (7-15 digits)'
	it.each([
		['+1234567', undefined],
		['+123456789012345', undefined],
		['+123456', COUNT],
		['+1234567890123456', COUNT],
		['+0123456789', COUNT],
		['+44ask', COUNT],
		['+44+442079460', COUNT],
		['3531555000', 'Please begin the contact number with a plus and the prefix of its country'],
	])('%s has this problem: %s', (joined, problem) => {
		expect(contactNumberProblem(joined)).toBe(problem)
	})
})

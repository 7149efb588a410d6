import { describe, expect, it } from 'vitest'
import { type Coupon, checkCoupon, discountFor, normaliseCode } from './rules'

const NOW = Date.UTC(2026, 5, 15, 12)
const DAY = 86_400_000
const MILLION = 100_000_000

const coupon: Coupon = {
	type: 'percentage',
	discount: 1_000,
	minPurchasePence: MILLION,
	startsAt: NOW - DAY,
	endsAt: NOW + DAY,
	isActive: true,
}

describe('a coupon is refused', () => {
	it.each<[string, Coupon | undefined, number]>([
		['Coupon not found', undefined, 4 * MILLION],
		['Coupon is not active', { ...coupon, isActive: false }, 4 * MILLION],
		['Invalid coupon date range', { ...coupon, endsAt: NOW - 2 * DAY }, 4 * MILLION],
		['Invalid coupon date range', { ...coupon, startsAt: Number.NaN }, 4 * MILLION],
		['Invalid coupon date range', { ...coupon, endsAt: Number.POSITIVE_INFINITY }, 4 * MILLION],
		['Coupon is not valid at this time', { ...coupon, startsAt: NOW + 1 }, 4 * MILLION],
		[
			'Coupon is not valid at this time',
			{ ...coupon, startsAt: NOW - 2 * DAY, endsAt: NOW - 1 },
			4 * MILLION,
		],
		['Invalid minimum purchase amount', { ...coupon, minPurchasePence: -1 }, 4 * MILLION],
		['Invalid minimum purchase amount', { ...coupon, minPurchasePence: Number.NaN }, 4 * MILLION],
		['Invalid minimum purchase amount', { ...coupon, minPurchasePence: 0.5 }, 4 * MILLION],
		['Minimum purchase amount of £1.00 M required', coupon, MILLION - 1],
		[
			'Minimum purchase amount of £4.50 M required',
			{ ...coupon, minPurchasePence: 450_000_000 },
			4 * MILLION,
		],
		['Minimum purchase amount of £0.15 M required', { ...coupon, minPurchasePence: 15_000_000 }, 1],
		['Minimum purchase amount of £0.1505 M required', { ...coupon, minPurchasePence: 15_050_000 }, 1],
		['Minimum purchase amount of £10.00000001 M required', { ...coupon, minPurchasePence: 1_000_000_001 }, 1],
		['Invalid discount amount', { ...coupon, discount: 0 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: -5 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: 10_001 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: Number.NaN }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, type: 'fixed', discount: 0 }, 4 * MILLION],
	])('%s', (message, given, subtotal) => {
		expect(checkCoupon(given, subtotal, NOW)).toEqual({ ok: false, message })
	})

	it('for the first reason in the order of the specification', () => {
		const wrong: Coupon = {
			type: 'fixed',
			discount: 0,
			minPurchasePence: -1,
			startsAt: NOW + DAY,
			endsAt: NOW,
			isActive: false,
		}
		const steps: [Partial<Coupon>, string][] = [
			[{}, 'Coupon is not active'],
			[{ isActive: true }, 'Invalid coupon date range'],
			[{ endsAt: NOW + 2 * DAY }, 'Coupon is not valid at this time'],
			[{ startsAt: NOW - DAY }, 'Invalid minimum purchase amount'],
			[{ minPurchasePence: 5 * MILLION }, 'Minimum purchase amount of £5.00 M required'],
			[{ minPurchasePence: 0 }, 'Invalid discount amount'],
		]
		let mended = wrong
		for (const [change, message] of steps) {
			mended = { ...mended, ...change }
			expect(checkCoupon(mended, 4 * MILLION, NOW)).toEqual({ ok: false, message })
		}
		expect(checkCoupon({ ...mended, discount: 1 }, 4 * MILLION, NOW)).toEqual({ ok: true, discountPence: 1 })
	})
})

describe('a coupon is good', () => {
	it.each([
		['on its first moment', { startsAt: NOW }],
		['on its last moment', { endsAt: NOW }],
		['for a single moment', { startsAt: NOW, endsAt: NOW }],
		['at exactly its minimum', { minPurchasePence: 4 * MILLION }],
		['without a minimum', { minPurchasePence: 0 }],
		['at a hundred percent', { discount: 10_000 }],
	])('%s', (_, change) => {
		expect(checkCoupon({ ...coupon, ...change }, 4 * MILLION, NOW).ok).toBe(true)
	})
})

describe('the discount in pence', () => {
	it.each<[type: 'percentage' | 'fixed', discount: number, subtotal: number, pence: number]>([
		['percentage', 1_000, 400_000_000, 40_000_000],
		['percentage', 10_000, 400_000_000, 400_000_000],
		['percentage', 1, 10_000_000, 1_000],
		['percentage', 1_050, 10_000_000, 1_050_000],
		// A third of a penny, exactly half a penny, two thirds.
		['percentage', 3_333, 10_000_001, 3_333_000],
		['percentage', 5_000, 1, 1],
		['percentage', 5_000, 3, 2],
		['percentage', 4_999, 1, 0],
		['percentage', 6_667, 1, 1],
		// The whole grid, to the penny.
		['percentage', 1_234, 17_400_000_000, 2_147_160_000],
		['percentage', 9_999, 17_400_000_001, 17_398_260_001],
		['fixed', 25_000_000, 400_000_000, 25_000_000],
		['fixed', 1, 400_000_000, 1],
		['fixed', 400_000_000, 400_000_000, 400_000_000],
		['fixed', 400_000_001, 400_000_000, 400_000_000],
	])('%s %i of %i is %i', (type, discount, subtotal, pence) => {
		expect(discountFor({ type, discount }, subtotal)).toBe(pence)
	})

	it('is whole, within the subtotal, and never further than half a penny from the exact share', () => {
		for (let round = 0; round < 2_000; round++) {
			const subtotal = 1 + ((round * 7_919_317) % 17_400_000_000)
			const discount = 1 + ((round * 104_729) % 10_000)
			const pence = discountFor({ type: 'percentage', discount }, subtotal)
			const exact = BigInt(subtotal) * BigInt(discount)
			expect(Number.isSafeInteger(pence)).toBe(true)
			expect(pence).toBeLessThanOrEqual(subtotal)
			const off = BigInt(pence) * 10_000n - exact
			expect(off > -5_000n && off <= 5_000n).toBe(true)
		}
	})
})

it('compares codes without regard to case and spaces around them', () => {
	expect(normaliseCode('  launch10 ')).toBe('LAUNCH10')
})

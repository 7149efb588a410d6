import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coupon, checkCoupon, computeDiscount, formatDiscount, normaliseCouponCode } from './rules'

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
	test.each<[string, Coupon | undefined, number]>([
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
		['Minimum purchase amount of £150,500 required', { ...coupon, minPurchasePence: 15_050_000 }, 1],
		['Minimum purchase amount of £10,000,000.01 required', { ...coupon, minPurchasePence: 1_000_000_001 }, 1],
		['Invalid discount amount', { ...coupon, discount: 0 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: -5 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: 10_001 }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, discount: Number.NaN }, 4 * MILLION],
		['Invalid discount amount', { ...coupon, type: 'fixed', discount: 0 }, 4 * MILLION],
	])('with "%s"', (message, given, subtotal) => {
		expect(checkCoupon(given, subtotal, NOW)).toEqual({ ok: false, message })
	})

	test('with the first of several reasons in the fixed order', () => {
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

describe('a coupon is valid', () => {
	test.each([
		['on its first moment', { startsAt: NOW }],
		['on its last moment', { endsAt: NOW }],
		['for a single moment', { startsAt: NOW, endsAt: NOW }],
		['at exactly its minimum', { minPurchasePence: 4 * MILLION }],
		['without a minimum', { minPurchasePence: 0 }],
		['at a hundred percent', { discount: 10_000 }],
		['for a fixed amount of more than 10,000 pence', { type: 'fixed', discount: 25_000_000 }],
	] as const)('%s', (_, change) => {
		expect(checkCoupon({ ...coupon, ...change }, 4 * MILLION, NOW).ok).toBe(true)
	})
})

describe('the discount in pence', () => {
	test.each<[type: 'percentage' | 'fixed', discount: number, subtotal: number, pence: number]>([
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
		// The product of the two exceeds Number.MAX_SAFE_INTEGER.
		['percentage', 9_617, 1_672_732_489_047, 1_608_666_834_716],
		['fixed', 25_000_000, 400_000_000, 25_000_000],
		['fixed', 1, 400_000_000, 1],
		['fixed', 400_000_000, 400_000_000, 400_000_000],
		['fixed', 400_000_001, 400_000_000, 400_000_000],
	])('of a %s coupon of %i on %i is %i', (type, discount, subtotal, pence) => {
		expect(computeDiscount({ type, discount }, subtotal)).toBe(pence)
	})

	const subtotal = fc.oneof(
		fc.integer({ min: 0, max: 1_151_000_000_000_000 }),
		fc.integer({ min: 0, max: 10_000 }),
	)
	const hundredths = fc.integer({ min: 1, max: 10_000 })

	test('is the exact share rounded to the nearest penny, halves up, for any subtotal', () => {
		fc.assert(
			fc.property(subtotal, hundredths, (pence, discount) => {
				const exact = (BigInt(pence) * BigInt(discount) * 2n + 10_000n) / 20_000n
				expect(BigInt(computeDiscount({ type: 'percentage', discount }, pence))).toBe(exact)
			}),
			{ numRuns: 1_000 },
		)
	})

	test('is a whole number of pence between zero and the subtotal', () => {
		fc.assert(
			fc.property(
				subtotal,
				fc.oneof(
					fc.record({ type: fc.constant('percentage' as const), discount: hundredths }),
					fc.record({ type: fc.constant('fixed' as const), discount: fc.maxSafeNat() }),
				),
				(pence, discount) => {
					const left = pence - computeDiscount(discount, pence)
					expect(Number.isSafeInteger(left) && left >= 0 && left <= pence).toBe(true)
				},
			),
		)
	})

	test('grows with the percentage and with the subtotal', () => {
		fc.assert(
			fc.property(subtotal, subtotal, hundredths, hundredths, (a, b, c, d) => {
				const min = computeDiscount({ type: 'percentage', discount: Math.min(c, d) }, Math.min(a, b))
				const max = computeDiscount({ type: 'percentage', discount: Math.max(c, d) }, Math.max(a, b))
				expect(min).toBeLessThanOrEqual(max)
			}),
		)
	})
})

describe('coupon codes are compared', () => {
	test.each([
		['  launch10 ', 'LAUNCH10'],
		['été', 'ÉTÉ'],
		// Accents as combining marks.
		['e\u0301te\u0301', 'ÉTÉ'],
		['straße', 'STRASSE'],
		['STRAẞE', 'STRASSE'],
		// Full width, the ligature fi, no-break spaces around it.
		['\u00a0ｌａｕｎｃｈ１０\u00a0', 'LAUNCH10'],
		['ﬁve', 'FIVE'],
		['ΐ', 'Ϊ́'],
		['σίσυφος', 'ΣΊΣΥΦΟΣ'],
		['двадцать', 'ДВАДЦАТЬ'],
		// Invisible characters: a zero-width space, a soft hyphen, a second space.
		['LAUNCH\u200b10', 'LAUNCH10'],
		['SU\u00adMMER  26\u2800', 'SUMMER 26'],
		['', ''],
	])('%j equals %s', (typed, normal) => expect(normaliseCouponCode(typed)).toBe(normal))

	const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

	test('normalised, ignoring case, Unicode composition and surrounding spaces', () => {
		fc.assert(
			fc.property(text, typed => {
				const normal = normaliseCouponCode(typed)
				expect(normaliseCouponCode(normal)).toBe(normal)
				for (const same of [
					typed.normalize('NFKC').toUpperCase(),
					typed.normalize('NFKC').toLowerCase(),
					typed.normalize('NFD'),
					typed.normalize('NFKC'),
					` ${typed}\t`,
				]) {
					expect(normaliseCouponCode(same)).toBe(normal)
				}
			}),
			{ numRuns: 1_000 },
		)
	})
})

describe('the remaining uses', () => {
	test.each([
		[null, 1_000_000, true],
		[2, 1, true],
		[2, 2, false],
		[2, 3, false],
	])('under the limit %s after %i orders allow another one: %s', (maxUses, uses, isGood) => {
		const result = checkCoupon({ ...coupon, maxUses }, 4 * MILLION, NOW, uses)
		expect(result.ok).toBe(isGood)
		if (!result.ok) expect(result.message).toBe('This coupon has reached its usage limit')
	})
})

test.each([
	['percentage', 1_050, '10.5%'],
	['percentage', 10_000, '100%'],
	['fixed', 5_000_000, '£50,000'],
	['fixed', 5_000_050, '£50,000.50'],
] as const)('formats a discount of type %s and %i hundredths as %s %s', (type, discount, text) => {
	expect(formatDiscount({ type, discount })).toBe(text)
})

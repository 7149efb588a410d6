import { describe, expect, test } from 'vitest'
import { CouponForm } from './schema'

const GOOD = {
	coupon_code: ' Summer 26 ',
	type: 'percentage',
	discount_amount: '10.5',
	min_purchase_amount: '100000',
	start_date: '2026-07-01',
	end_date: '2026-07-31',
	is_active: '1',
	max_uses: '',
}

const messages = (change: Record<string, string | undefined>) => {
	const parsed = CouponForm.safeParse({ ...GOOD, ...change })
	return (parsed.error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.message}`)
}

test('a coupon is stored in hundredths with days in London time', () => {
	expect(CouponForm.parse(GOOD)).toEqual({
		code: 'Summer 26',
		type: 'percentage',
		discount: 1_050,
		minPurchasePence: 10_000_000,
		startsAt: Date.parse('2026-06-30T23:00:00Z'),
		endsAt: Date.parse('2026-07-31T22:59:59.999Z'),
		isActive: true,
		maxUses: null,
	})
})

test('a code has no invisible characters', () => {
	const code = (coupon_code: string) => CouponForm.parse({ ...GOOD, coupon_code }).code
	expect(code('SU\u200bMM\u00adER\u00a026\u{1d159}')).toBe('SUMMER 26')
	expect(messages({ coupon_code: '\u200b\u2800' })).toEqual(['coupon_code: Coupon code is required'])
	expect(messages({ coupon_code: 'A\nB' })).toEqual(['coupon_code: Please use one line of plain text'])
})

test('an unknown type is rejected with our own message', () => {
	expect(messages({ type: 'gift' })).toEqual(['type: Please choose a percentage or a fixed amount'])
})

test.each(['fixed', 'amount', 'flat'])('%s is a valid fixed amount, even above 100', type => {
	expect(CouponForm.parse({ ...GOOD, type, discount_amount: '50000.5' })).toMatchObject({
		type: 'fixed',
		discount: 5_000_050,
	})
})

test.each([
	['on', true],
	['1', true],
	['0', false],
	[undefined, false],
])('reads a check box with the value %s', (is_active, isActive) => {
	expect(CouponForm.parse({ ...GOOD, is_active }).isActive).toBe(isActive)
})

describe('a coupon is rejected', () => {
	test.each<[string, Record<string, string | undefined>, string[]]>([
		['without a code', { coupon_code: '  ' }, ['coupon_code: Coupon code is required']],
		['without a start', { start_date: undefined }, ['start_date: Please select valid dates']],
		['with a day that is none', { end_date: '2026-02-30' }, ['end_date: Please select valid dates']],
		['that ends before it starts', { end_date: '2026-06-30' }, ['end_date: Please select valid dates']],
		...['', '0', '-1', 'ten', '1.005', '1e2'].map(
			typed =>
				[
					`with a discount of '${typed}'`,
					{ discount_amount: typed },
					['discount_amount: Please enter a valid discount amount'],
				] as [string, Record<string, string>, string[]],
		),
		[
			'above 100 percent',
			{ discount_amount: '100.01' },
			['discount_amount: Percentage discount cannot exceed 100%'],
		],
		[
			'with a minimum of nothing',
			{ min_purchase_amount: '0' },
			['min_purchase_amount: Please enter a valid minimum purchase amount'],
		],
		[
			'with half a use',
			{ max_uses: '1.5' },
			['max_uses: Please enter a whole number from 1 to 1,000,000, or leave it empty'],
		],
	])('%s', (_, change, expected) => expect(messages(change)).toEqual(expected))

	test('with all of its errors at once', () => {
		expect(messages({ coupon_code: '', discount_amount: '101', end_date: '2026-06-30' })).toEqual([
			'coupon_code: Coupon code is required',
			'discount_amount: Percentage discount cannot exceed 100%',
			'end_date: Please select valid dates',
		])
	})
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CouponFacts, type OrderTotals, Total } from './totals'

const order: OrderTotals = {
	subtotalPence: 100_000_000,
	discountPence: 10_000_000,
	totalPence: 90_000_000,
	couponCode: 'FIRST',
}
const words = (totals: OrderTotals) =>
	renderToStaticMarkup(
		<>
			<CouponFacts order={totals} />
			<Total pence={totals.totalPence} />
		</>,
	)
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim()

test('shows the amount to pay in full and in words', () => {
	expect(words(order)).toBe(
		'Subtotal £1,000,000 Coupon FIRST −£100,000 Total £900,000 nine hundred thousand pounds',
	)
})

test('shows pence', () => {
	const odd = { ...order, subtotalPence: 100_000_050, totalPence: 90_000_050 }
	expect(words(odd)).toContain('Subtotal £1,000,000.50')
	expect(words(odd)).toMatch(/Total £900,000\.50 nine hundred thousand pounds and fifty pence$/)
})

test('shows a coupon without a discount without a minus sign', () => {
	expect(words({ ...order, discountPence: 0, totalPence: 100_000_000 })).toContain('Coupon FIRST £0 ')
})

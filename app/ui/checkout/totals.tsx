import type { ReactNode } from 'react'
import { poundsInWords } from '~/domain/money'
import { Facts } from '../facts'
import { Money } from '../money'

export type OrderTotals = {
	subtotalPence: number
	discountPence: number
	totalPence: number
	couponCode: string | null
}

/** Subtotal and discount of an order with a coupon. */
export function CouponFacts({ order }: { order: OrderTotals }) {
	if (order.couponCode === null) return null
	return (
		<Facts
			items={{
				Subtotal: <Money pence={order.subtotalPence} />,
				[`Coupon ${order.couponCode}`]: <Money pence={-order.discountPence} />,
			}}
		/>
	)
}

/** The total: "£4,000,000", and below it "four million pounds". */
export function Total({ pence }: { pence: number }) {
	return (
		<div className="total">
			<p className="label text-muted">Total</p>
			<p className="amount wrap-anywhere [&_data]:whitespace-normal">
				<Money pence={pence} />
			</p>
			<p className="text-sm text-muted">{poundsInWords(pence)}</p>
		</div>
	)
}

type Props = {
	title: string
	order: OrderTotals
	action: ReactNode
	back: ReactNode
	children?: ReactNode
}

/**
 * The price of an order and the button to continue: below the place, or at the bottom of narrow windows. `back`: the
 * link back; `children`: content above the total.
 */
export function PayCard({ title, order, action, back, children }: Props) {
	return (
		<aside className="checkout-pay" aria-label={title}>
			{children}
			<CouponFacts order={order} />
			<div className="pay-bar">
				<Total pence={order.totalPence} />
				<div className="grid gap-2">{action}</div>
			</div>
			{back}
		</aside>
	)
}

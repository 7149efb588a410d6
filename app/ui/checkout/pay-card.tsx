import type { ReactNode } from 'react'
import { CouponFacts, type OrderTotals, Total } from './totals'

/**
 * The price of an order and the button to continue: below the place, or at the bottom of narrow windows. `back`: the
 * link back; `children`: content above the total.
 */
export function PayCard({
	title,
	order,
	action,
	back,
	children,
}: {
	title: string
	order: OrderTotals
	action: ReactNode
	back: ReactNode
	children?: ReactNode
}) {
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

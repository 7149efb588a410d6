import type { ReactNode } from 'react'
import { CouponFacts, type OrderTotals, Total } from './totals'

/**
 * What an order costs and the button that goes on: below the place, or where there is no room beside the page a bar at
 * its foot. `back`: the way back; `children`: what stands above the sum.
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

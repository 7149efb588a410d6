import { formatMillions, formatPounds, poundsInWords } from '~/domain/money'
import { Facts } from '../facts'
import { Money } from '../money'

export type OrderTotals = {
	subtotalPence: number
	discountPence: number
	totalPence: number
	couponCode: string | null
}

/** What is bought, in numbers or words, and what it costs: subtotal, discount and total. */
export function Totals({ order, pixels }: { order: OrderTotals; pixels: number | string }) {
	const lines: [string, React.ReactNode][] = [['Pixels', pixels]]
	if (order.couponCode !== null) {
		lines.push(['Subtotal', <Money key="subtotal" pence={order.subtotalPence} />])
		lines.push([`Coupon ${order.couponCode}`, <Money key="discount" pence={-order.discountPence} />])
	}
	return (
		<div className="grid gap-3">
			<Facts items={lines} />
			<Total pence={order.totalPence} />
		</div>
	)
}

/**
 * The total by itself: "£4,000,000", under it "£4.00 M · four million pounds"; in words alone where millions
 * are not exact.
 */
export function Total({ pence }: { pence: number }) {
	const millions = formatMillions(pence)
	return (
		<div className="total">
			<p className="text-sm text-muted">Total</p>
			<p className="amount wrap-anywhere [&_data]:whitespace-normal">
				<Money pence={pence} />
			</p>
			<p className="text-sm text-muted">
				{millions === formatPounds(pence) ? null : <span className="figures">{millions} · </span>}
				{poundsInWords(pence)}
			</p>
		</div>
	)
}

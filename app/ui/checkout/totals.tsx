import { formatMillions, formatPounds, poundsInWords } from '~/domain/money'
import { Facts } from '../facts'
import { Money } from '../money'

export type OrderTotals = {
	subtotalPence: number
	discountPence: number
	totalPence: number
	couponCode: string | null
}

/** What is bought, in numbers or words, and what it costs: subtotal, discount, total in millions, in full and in words. */
export function Totals({ order, pixels }: { order: OrderTotals; pixels: number | string }) {
	const lines: [string, React.ReactNode][] = [['Pixels', pixels]]
	if (order.couponCode !== null) {
		lines.push(['Subtotal', <Money key="subtotal" pence={order.subtotalPence} look="millions" />])
		lines.push([
			`Coupon ${order.couponCode}`,
			<span key="discount" className="whitespace-nowrap">
				−{discountText(order.discountPence)}
			</span>,
		])
	}
	return (
		<div className="grid gap-3">
			<Facts items={lines} />
			<Total pence={order.totalPence} />
		</div>
	)
}

/** Two decimals of a million where they are exact, else pounds and pence: a discount must never look like nothing. */
function discountText(pence: number): string {
	return pence % 1_000_000 === 0 ? formatMillions(pence) : formatPounds(pence)
}

/** The total by itself: "£4.00 M · four million pounds", and exactly. */
export function Total({ pence }: { pence: number }) {
	return (
		<div className="total">
			<p className="text-sm text-muted">Total</p>
			<p className="amount">
				<Money pence={pence} look="millions" />
			</p>
			<p className="text-sm">
				<span className="figures">{formatPounds(pence)}</span>
				<span className="text-muted"> · {poundsInWords(pence)}</span>
			</p>
		</div>
	)
}

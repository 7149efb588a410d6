import { formatPounds } from '~/domain/money'
import type { OrderStatus } from '~/domain/orders/rules'

/* The balance of an order's ledger. All amounts are pence. */

/** An order as far as its money tells: the sums of its ledger, net of what was reversed. */
export type OrderMoney = {
	readonly status: OrderStatus
	readonly totalPence: number
	readonly receivedPence: number
	readonly sentPence: number
}

/** The amount due: the total while the order is pending or approved, nothing otherwise. */
export function computeDue({ status, totalPence }: OrderMoney): number {
	return status === 'pending' || status === 'approved' ? totalPence : 0
}

/** The rest of the money received. */
export function computeBalance({
	receivedPence,
	sentPence,
}: Pick<OrderMoney, 'receivedPence' | 'sentPence'>): number {
	return receivedPence - sentPence
}

/** The amount still to be paid. */
export function computeOutstanding(order: OrderMoney): number {
	return Math.max(0, computeDue(order) - computeBalance(order))
}

/** The amount to send back to the buyer. */
export function computeToSendBack(order: OrderMoney): number {
	return Math.max(0, computeBalance(order) - computeDue(order))
}

/** An order's money with a row of `pence` in its ledger, or without it where the row `isReversed`. */
export function withPayment<Order extends OrderMoney>(
	order: Order,
	pence: number,
	isReversed = false,
): Order {
	const sign = isReversed ? -1 : 1
	return {
		...order,
		receivedPence: order.receivedPence + sign * Math.max(0, pence),
		sentPence: order.sentPence + sign * Math.max(0, -pence),
	}
}

/** The state of an order's money in words. `settled`: nothing is due and nothing is left. */
export function moneyState(order: OrderMoney) {
	const due = computeDue(order)
	const balance = computeBalance(order)
	if (balance > due) return due > 0 ? 'too much' : 'to send back'
	if (due === 0) return order.sentPence > 0 || order.totalPence === 0 ? 'settled' : 'nothing received'
	if (balance === due) return 'paid'
	return balance > 0 ? 'part received' : 'nothing received'
}

export type MoneyState = ReturnType<typeof moneyState>

/** Why no more can go back than is left of an order's money. */
export function onlyLeft(order: Pick<OrderMoney, 'receivedPence' | 'sentPence'>): string {
	return `Only ${formatPounds(computeBalance(order))} is left of the money of this order`
}

/** Why no more can be refunded. `most`: pence. */
export function atMost(max: number): string {
	return `At most ${formatPounds(max)} can be sent back`
}

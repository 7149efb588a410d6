import { formatPounds } from '~/domain/money'
import type { OrderStatus } from '~/domain/orders/rules'

/* The balance of an order's ledger. All amounts are pence. */

/** The money of an order: the sums of its ledger, net of reversals. */
export type OrderMoney = {
	readonly status: OrderStatus
	readonly totalPence: number
	readonly receivedPence: number
	readonly sentPence: number
}

/** Returns the amount due: the total while the order is pending or approved, otherwise nothing. */
export function computeDue({ status, totalPence }: OrderMoney): number {
	return status === 'pending' || status === 'approved' ? totalPence : 0
}

export type LedgerSums = Pick<OrderMoney, 'receivedPence' | 'sentPence'>

/** Returns what is left of the money received. */
export function computeBalance({ receivedPence, sentPence }: LedgerSums): number {
	return receivedPence - sentPence
}

/** Returns the amount still to be paid. */
export function computeOutstanding(order: OrderMoney): number {
	return Math.max(0, computeDue(order) - computeBalance(order))
}

/** Returns the amount to send back to the buyer. */
export function computeToSendBack(order: OrderMoney): number {
	return Math.max(0, computeBalance(order) - computeDue(order))
}

/** Returns the order's money after adding a row of `pence`, or after reversing it (`isReversed`). */
export function withPayment<Order extends OrderMoney>(order: Order, pence: number, isReversed = false) {
	const sign = isReversed ? -1 : 1
	return {
		...order,
		receivedPence: order.receivedPence + sign * Math.max(0, pence),
		sentPence: order.sentPence + sign * Math.max(0, -pence),
	}
}

/** Returns the state of an order's money. `settled`: nothing is due and nothing is left. */
export function getMoneyState(order: OrderMoney) {
	const due = computeDue(order)
	const balance = computeBalance(order)
	if (balance > due) return due > 0 ? 'too much' : 'to send back'
	if (due === 0) return order.sentPence > 0 || order.totalPence === 0 ? 'settled' : 'nothing received'
	if (balance === due) return 'paid'
	return balance > 0 ? 'part received' : 'nothing received'
}

export type MoneyState = ReturnType<typeof getMoneyState>

/** Returns why no more than `max` pence can be sent back. */
export function describeMaxRefund(max: number): string {
	return `At most ${formatPounds(max)} can be sent back`
}

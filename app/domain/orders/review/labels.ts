import { CELL_TYPES, type CellType, countByType } from '~/domain/grid/layout'
import type { Place } from '~/domain/grid/selection/rectangle-rules'
import { type Decision, shownStatus } from '~/domain/orders/rules'
import type { OrderMoney } from '~/domain/payments/balance'

/* Words of the administrators' pages about orders. */

const ACTIONS: Readonly<Record<string, string>> = {
	'order.open': 'Checkout opened',
	'order.hold': 'Pixels put on hold',
	'order.proceed': 'Bank details opened without a hold',
	'order.coupon': 'Coupon applied',
	'order.coupon-remove': 'Coupon removed',
	'order.submit': 'Receipt submitted',
	'order.approve': 'Approved',
	'order.approve-first': 'Approved, to be confirmed by a second administrator',
	'order.send-back-first': 'Money sent back, to be confirmed by a second administrator',
	'order.reject': 'Rejected',
	'order.fail': 'Failed: somebody else had the pixels',
	'order.assign': 'Pixels assigned',
	'order.refund': 'Marked as refunded',
	'order.release': 'Pixels released by the house',
	'order.end-hold': 'Hold ended by the house',
	'order.message': 'Email to the buyer',
	'order.note': 'Note added',
	'order.payment-in': 'Payment booked',
	'order.payment-out': 'Money sent back',
	'order.payment-reverse': 'Row of the ledger reversed',
}

/** The audit actions of orders. */
export const ORDER_ACTIONS = Object.keys(ACTIONS)

/** The label of an order's audit entry. */
export function actionLabel(action: string): string {
	return ACTIONS[action] ?? action.replace(/^order\./, '').replaceAll('-', ' ')
}

const DECIDED: Readonly<Record<Decision, string>> = {
	approve: 'approved',
	reject: 'rejected',
	assign: 'assigned',
	refund: 'marked as refunded',
}

/** 'An order that is failed cannot be approved.', or 'This order is already approved.' */
export function cannotDecide(order: OrderMoney, decision: Decision): string {
	const status = shownStatus(order)
	return status === DECIDED[decision]
		? `This order is already ${status}.`
		: `An order that is ${status} cannot be ${DECIDED[decision]}.`
}

/** 'Tiny, row 8, column 3', or 'Tiny, rows 3–6, columns 10–14' of a rectangle as `rectanglesOf` gives it. */
export function placeLabel(rectangle: readonly Place[]): string {
	const [first, last] = [rectangle[0], rectangle.at(-1)]
	if (!first || !last) return ''
	return `${typeWord(first.type)}, ${span('row', first.row, last.row)}, ${span('column', first.col, last.col)}`
}

function span(name: string, from: number, to: number): string {
	return from === to ? `${name} ${from}` : `${name}s ${from}–${to}`
}

/** 'Tiny'. */
export function typeWord(type: CellType): string {
	return type.charAt(0).toUpperCase() + type.slice(1)
}

/** '1 pixel', '6 pixels', '1,040 pixels'. */
export function pixels(count: number): string {
	return `${count.toLocaleString('en-GB')} ${count === 1 ? 'pixel' : 'pixels'}`
}

/** 'Tiny: 4': how many pixels of each type. */
export function typeCounts(cells: readonly { readonly type: CellType }[]): string {
	const counts = countByType(cells)
	return CELL_TYPES.filter(type => counts[type] > 0)
		.map(type => `${typeWord(type)}: ${counts[type].toLocaleString('en-GB')}`)
		.join(', ')
}

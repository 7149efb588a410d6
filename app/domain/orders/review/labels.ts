import { CELL_TYPES, type CellType, countByType } from '~/domain/grid/layout'
import { formatPounds } from '~/domain/money'
import {
	computeBalance,
	computeOutstanding,
	computeToSendBack,
	type OrderMoney,
} from '~/domain/orders/balance'
import { type Decision, shownStatus } from '~/domain/orders/rules'
import { capitalize } from '~/domain/text'

/* Labels of the administrators' pages about orders. */

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
export function formatOrderAction(action: string): string {
	return ACTIONS[action] ?? action.replace(/^order\./, '').replaceAll('-', ' ')
}

const DECIDED_LABELS: Readonly<Record<Decision, string>> = {
	approve: 'approved',
	reject: 'rejected',
	assign: 'assigned',
	refund: 'marked as refunded',
}

/**
 * Returns why a decision is not possible: 'An order that is failed cannot be approved.', or 'This order is already
 * approved.'
 */
export function whyNotDecidable(order: OrderMoney, decision: Decision): string {
	const status = shownStatus(order)
	return status === DECIDED_LABELS[decision]
		? `This order is already ${status}.`
		: `An order that is ${status} cannot be ${DECIDED_LABELS[decision]}.`
}

/**
 * Tests whether approving needs a reason, which the audit keeps: only a part of the total has been received. Where
 * nothing has, the receipt is the reason, and another may be given.
 */
export function needsReason(order: OrderMoney): boolean {
	return computeBalance(order) > 0 && computeOutstanding(order) > 0
}

export const REASON_NEEDED = 'Less than the total has been received. Please say why you approve it.'

/** Describes what approving a pending order means for its money, in a sentence. */
export function approvalLabel(order: OrderMoney): string {
	const [outstanding, surplus] = [computeOutstanding(order), computeToSendBack(order)]
	if (computeBalance(order) === 0) return 'No payment has been booked yet: you approve by the receipt alone.'
	if (outstanding > 0)
		return `${formatPounds(outstanding)} is outstanding. Approving with less than the total needs a reason.`
	if (surplus > 0) return `It is overpaid by ${formatPounds(surplus)}, which is then to be sent back.`
	return 'It is paid in full.'
}

/** Tells whether the buyer gets an email about a decision: not once the account is deleted. */
export function emailNote({ accountDeletedAt }: { accountDeletedAt: number | null }): string {
	return accountDeletedAt === null
		? 'The buyer gets an email.'
		: 'The buyer’s account is deleted, so nobody gets an email.'
}

/** Lists how many pixels there are of each type: 'Tiny: 4'. */
export function formatTypeLabels(cells: readonly { readonly type: CellType }[]): string {
	const counts = countByType(cells)
	return CELL_TYPES.filter(type => counts[type] > 0)
		.map(type => `${capitalize(type)}: ${counts[type].toLocaleString('en-GB')}`)
		.join(', ')
}

import { formatIdRanges } from '~/domain/grid/selection/ranges'
import { computeBalance, computeToSendBack, getMoneyState, type OrderMoney } from '~/domain/orders/balance'
import { pluralize } from '~/domain/text'

/** Rules of orders: statuses, limits and the steps of the checkout. Safe for the browser. */

export type OrderStatus = 'open' | 'abandoned' | 'pending' | 'approved' | 'rejected' | 'failed'

/** Tests whether the buyer has sent the receipt: from then on only a decision changes the order. */
export function isSubmitted(status: OrderStatus): boolean {
	return status !== 'open' && status !== 'abandoned'
}

/**
 * Tests whether nothing is to be paid because a coupon covers the total (P14): no transfer, transaction ID or receipt
 * is needed.
 */
export function isFree(order: { readonly totalPence: number }): boolean {
	return order.totalPence === 0
}

/** Approve and reject (P15); assign and refund resolve failed and rejected orders. */
export type Decision = 'approve' | 'reject' | 'assign' | 'refund'

/** The maximum time for a review, in ms. */
const REVIEW_MS = 24 * 60 * 60 * 1_000

/** Returns until when an order is in review (UTC ms); null once that has passed, or if there is nothing to review. */
export function reviewUntil(
	{ status, submittedAt }: { status: OrderStatus; submittedAt: number | null },
	now: number,
): number | null {
	const until = status === 'pending' && submittedAt !== null ? submittedAt + REVIEW_MS : 0
	return until > now ? until : null
}

/** The statuses from which each decision is possible. */
export const DECIDABLE: Readonly<Record<Decision, readonly OrderStatus[]>> = {
	approve: ['pending'],
	reject: ['pending', 'approved'],
	assign: ['failed'],
	refund: ['failed', 'rejected'],
}

/**
 * Tests whether a decision is possible, by the order's status; none after a refund. If money was booked, a refund is
 * for the rest of it.
 */
export function canDecide(order: OrderMoney, decision: Decision): boolean {
	if (isRefunded(order)) return false
	if (decision === 'refund' && (order.receivedPence > 0 ? computeToSendBack(order) === 0 : isFree(order)))
		return false
	return DECIDABLE[decision].includes(order.status)
}

/**
 * Returns why an order cannot be approved when `lost` of its cells are no longer the buyer's (P18); undefined when none
 * is.
 */
export function whyCellsForbidApproval(lost: number, cells: number): string | undefined {
	if (lost === 0) return undefined
	const which =
		lost < cells ? `${lost} of the ${cells} pixels` : cells === 1 ? 'The pixel' : `All ${cells} pixels`
	return `${which} of this order ${lost === 1 ? 'is' : 'are'} no longer held by it, so it cannot be approved. Reject it; then money that has arrived for it can be marked as refunded.`
}

/**
 * Tests whether an order can be approved together with others: paid to the penny, with all its pixels, and without a
 * second administrator. `limit`: pence above which one is needed, 0 for none.
 */
export function canApproveTogether(order: OrderMoney & { readonly lost: number }, limit: number): boolean {
	const isPaid = order.status === 'pending' && getMoneyState(order) === 'paid'
	return isPaid && order.lost === 0 && (limit === 0 || order.totalPence <= limit)
}

/** Tests whether a failed or rejected order has ended with all of its money back. */
export function isRefunded(order: OrderMoney): boolean {
	const hasFailed = order.status === 'failed' || order.status === 'rejected'
	return hasFailed && order.sentPence > 0 && computeBalance(order) === 0
}

/** The status shown in lists and badges. */
export function shownStatus(order: OrderMoney): OrderStatus | 'refunded' {
	return isRefunded(order) ? 'refunded' : order.status
}

/** How many orders of a person may be pending at once before one was approved (P7). */
export const MAX_PENDING = 3

/** Returns why no further order may be sent, or checkout opened. `isShared`: by several accounts of one mailbox. */
export function tooManyPending(pending: number, isShared = false): string {
	const counted = isShared ? ', counting all accounts of your mailbox' : ''
	return `${pending} of your orders wait for the review of their payment${counted}. Until the first is approved, you can have ${MAX_PENDING} at a time.`
}

/** Returns why a selection is too large. `max`: the limit of the settings. */
export function tooManyCells(count: number, max: number): string {
	return `An order can have at most ${pluralize(max, 'pixel')}, and you have chosen ${count.toLocaleString('en-GB')}. Please choose fewer.`
}

export type CheckoutStep = 'cells' | 'payment' | 'confirm' | 'done'

/**
 * Returns the step that an order's page may show when `wanted` was requested. After submission only the done page; the
 * bank details and the form need "next" at step 1 first, and there are no bank details if nothing is to be paid. A
 * checkout that a newer one replaced keeps the later steps it had reached, so that a receipt for money already sent can
 * always be handed in.
 */
export function allowedStep(
	order: {
		readonly status: OrderStatus
		readonly proceededAt: number | null
		readonly totalPence: number
	},
	wanted: CheckoutStep,
): CheckoutStep {
	if (isSubmitted(order.status)) return 'done'
	if (wanted === 'cells' || order.proceededAt === null) return 'cells'
	if (wanted === 'done' || isFree(order)) return 'confirm'
	return wanted
}

/** Returns the path of a step. */
export function checkoutPath(orderId: string, step: CheckoutStep): string {
	return `/user/checkout/${orderId}${step === 'cells' ? '' : `/${step}`}`
}

/** The page that confirms a new checkout which would end the hold of another. */
export const REPLACE_PATH = '/user/pixels/buy/replace'

/** Returns {@link REPLACE_PATH} for a checkout of these cells. */
export function replacePath(cells: readonly number[]): string {
	return `${REPLACE_PATH}?cells=${formatIdRanges(cells)}`
}

/** Messages for payments that could not be read or decided. */
export const REVIEW_FAILED = {
	list: 'Failed to fetch transactions',
	decide: 'Failed to update payment status',
	book: 'The payment is not booked',
} as const

import { type Cell, cellsByIds } from '~/domain/grid/layout'

/**
 * What is true of orders on paper: legal changes of status, limits, the steps of the checkout. Pure, safe for
 * the browser.
 */

export type OrderStatus = 'open' | 'abandoned' | 'pending' | 'approved' | 'rejected' | 'failed'

/** Whether the buyer has sent the receipt: from then on nothing but a decision changes the order. */
export function isSubmitted(status: OrderStatus): boolean {
	return status !== 'open' && status !== 'abandoned'
}

/**
 * Whether nothing is to be paid: a coupon covers the whole amount (decision 47). No transfer, no transaction ID, no
 * receipt.
 */
export function isFree(order: { readonly totalPence: number }): boolean {
	return order.totalPence === 0
}

/** Approve and reject (decision 9); assign and refund end what failed or was rejected (decision 46). */
export type Decision = 'approve' | 'reject' | 'assign' | 'refund'

/** From which statuses an administrator may take a decision. */
export const DECIDABLE: Readonly<Record<Decision, readonly OrderStatus[]>> = {
	approve: ['pending'],
	reject: ['pending', 'approved'],
	assign: ['failed'],
	refund: ['failed', 'rejected'],
}

/** As far as an order tells what may be decided about it. `refundedAt`: its money went back, which is the end of it. */
export type Decidable = {
	readonly status: OrderStatus
	readonly totalPence: number
	readonly refundedAt: number | null
}

/**
 * Whether a decision is open for an order: by its status, once it is refunded none, and nothing to refund where nothing
 * was paid.
 */
export function canDecide(order: Decidable, decision: Decision): boolean {
	if (order.refundedAt !== null) return false
	if (decision === 'refund' && isFree(order)) return false
	return DECIDABLE[decision].includes(order.status)
}

/** What lists and badges say of an order. */
export function shownStatus(order: {
	readonly status: OrderStatus
	readonly refundedAt: number | null
}): OrderStatus | 'refunded' {
	return order.refundedAt === null ? order.status : 'refunded'
}

// ------------------------------------------------------------------------------------------------------- limits

/** How many orders of an account may wait for their review at once while none of it was ever approved (decision 48). */
export const MAX_PENDING = 3

/** Why no further order may be sent, or checkout opened. */
export function tooManyPending(pending: number): string {
	return `${pending} of your orders wait for the review of their payment. Until the first is approved, you can have ${MAX_PENDING} at a time.`
}

/** `most`: the operator's setting. */
export function tooManyCells(count: number, most: number): string {
	const limit = most === 1 ? '1 pixel' : `${most.toLocaleString('en-GB')} pixels`
	return `An order can have at most ${limit}, and you have chosen ${count.toLocaleString('en-GB')}. Please choose fewer.`
}

// -------------------------------------------------------------------------------------------------------- steps

export type CheckoutStep = 'cells' | 'payment' | 'confirm' | 'done'

/**
 * The step that an order's page may show when `wanted` was asked for. After submission there is only the done page; the
 * bank details and the form need "next" at step 1 first, and there are no bank details where nothing is to be paid. A
 * checkout that a newer one replaced keeps its later steps once they were reached, so that a receipt for money that was
 * already sent can always be handed in.
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

/** The address of a step. */
export function checkoutPath(orderId: string, step: CheckoutStep): string {
	return `/user/checkout/${orderId}${step === 'cells' ? '' : `/${step}`}`
}

// -------------------------------------------------------------------------------------------------------- words

/** "tiny pixel at row 8, column 3", and so on; after `most` of them "and 12 more". */
export function nameCells(ids: Iterable<number>, most = 6): string {
	const cells = cellsByIds(ids)
	const names = cells.slice(0, most).map(nameCell)
	const rest = cells.length - names.length
	if (rest > 0) return `${names.join('; ')}; and ${rest} more`
	return names.join('; ')
}

function nameCell(cell: Cell): string {
	return `${cell.type} pixel at row ${cell.row}, column ${cell.col}`
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import { orderFailedEmail, orderReceivedEmail } from '~/domain/mail/order-emails'
import { notifyOperator, readNoticeSettings } from '~/domain/orders/notices.server'
import { normalisePaymentId } from '~/domain/orders/payment-id'
import { findReceivingOrder, type Order, orderForEmail } from '~/domain/orders/queries.server'
import { isFree, isSubmitted } from '~/domain/orders/rules'
import { failureMessage, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { buyCells, findUnavailableCells, releaseHold } from '~/domain/ownership/orders.server'
import { refusal } from '~/domain/refusal'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { checkOrderCoupon, checkPendingOrders } from './limits.server'
import { checkLateReceipt } from './price-change.server'
import { type Receipts, replaceReceipts } from './receipts.server'
import { type CheckoutRefusal, HELD_BY_NEWER_CHECKOUT, NO_ORDER } from './refusals'
import type { PaymentDetails } from './schema'

/**
 * Step 3: the buyer has paid, or nothing is to be paid (P14). The buyer owns the cells at once and the order is
 * `pending`. If somebody else has one of them by now, sold or on hold, if other orders have used up its coupon, or if
 * it is too late for its total, the order is kept as `failed`, with its receipt (P8, P9). Amounts come from the order;
 * a second submission changes nothing and gets the first response (`repeated`). `receipts`: kept even when the
 * submission is refused; if a newer checkout has the cells by now, they are kept with that one, for the buyer to review
 * and submit.
 */
export async function submitPayment(
	orderId: string,
	accountId: string,
	details: PaymentDetails,
	now: number,
	receipts: Receipts = {},
): Promise<Submitted> {
	return await write(async tx => {
		const order = await findReceivingOrder(tx, { orderId, accountId, now })
		await replaceReceipts(tx, order, receipts)
		if (!order) return NO_ORDER
		if (order.id !== orderId) return HELD_BY_NEWER_CHECKOUT
		const paymentReceiptKey = receipts.payment?.key ?? order.paymentReceiptKey
		return await submitIn(tx, { ...order, paymentReceiptKey }, details, now)
	})
}

type Submitted = { ok: true; status: 'pending' | 'failed'; repeated: boolean } | CheckoutRefusal

/** Like {@link submitPayment}, for an order that the caller's transaction has read. */
export async function submitIn(
	tx: Tx,
	order: Order,
	details: PaymentDetails,
	now: number,
): Promise<Submitted> {
	const { id: orderId, accountId } = order
	const [waiting, noticeSettings] = await Promise.all([
		checkPendingOrders(tx, accountId),
		readNoticeSettings(tx),
	])
	if (isSubmitted(order.status)) {
		return { ok: true, status: order.status === 'failed' ? 'failed' : 'pending', repeated: true }
	}
	if (order.proceededAt === null) return NOT_PROCEEDED
	const unpaid = checkPayment(order, details)
	if (unpaid) return unpaid
	checkTotals(order)
	const cells = order.cells.map(cell => cell.cell)
	const claim = { orderId, accountId, cells, now }
	if (waiting && (await findUnavailableCells(tx, claim)).length === 0) {
		return { ...waiting, message: `${waiting.message} ${STAYS_HERE}` }
	}
	const refused = (await checkOrderCoupon(tx, order, now)) ?? (await checkLateReceipt(tx, order, now))
	if (refused && isFree(order)) return refused
	const taken = refused ? [] : await buyCells(tx, { ...claim, cells: order.cells })
	const failure =
		refused?.message ?? (taken.length > 0 ? failureMessage(taken, isFree(order) ? 'order' : 'receipt') : null)
	const status = failure === null ? 'pending' : 'failed'
	await submitOrder(tx, orderId, { ...details, status, failureReason: failure, submittedAt: now })
	if (failure !== null) await releaseHold(tx, { id: orderId, accountId })
	const detail = { totalPence: order.totalPence, cells, taken, reason: refused?.message }
	const action = status === 'failed' ? 'order.fail' : 'order.submit'
	await auditOrder(tx, orderId, action, { actorId: accountId, now }, detail)
	const summary = { ...orderForEmail(order), submittedAt: now }
	const mail =
		failure !== null
			? orderFailedEmail(summary, refused?.message ?? unavailableMessage(taken), { lostHold: !refused })
			: orderReceivedEmail(summary)
	await enqueueEmail(tx, order.accountEmail, mail, { now, dedupeKey: `order-submitted:${orderId}`, orderId })
	const buyer = { name: details.name ?? order.accountName, email: order.accountEmail }
	await notifyOperator(tx, noticeSettings, { ...summary, orderId, buyer, failure }, now)
	return { ok: true, status, repeated: false }
}

type Submission = PaymentDetails & {
	status: 'pending' | 'failed'
	failureReason: string | null
	submittedAt: number
}

async function submitOrder(tx: Tx, orderId: string, submission: Submission): Promise<void> {
	const { paymentId } = submission
	const { rowsAffected } = await tx
		.update(orders)
		.set({
			...submission,
			paymentIdNormal: paymentId === null ? null : normalisePaymentId(paymentId),
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.id, orderId), inArray(orders.status, ['open', 'abandoned'])))
	if (rowsAffected !== 1) throw new Error('An order changed inside its own transaction')
}

const NOT_PROCEEDED: CheckoutRefusal = refusal('not-proceeded', 'Please start with the first step')
const STAYS_HERE = 'What you have sent for this order is kept: come back and submit it then.'

/** Checks for missing payment fields: the coupon may have been removed after the form was opened. */
function checkPayment(order: Order, details: PaymentDetails): CheckoutRefusal | undefined {
	if (isFree(order)) return undefined
	if (details.paymentId === null) {
		return refusal('no-payment', 'This order has to be paid now. Please fill in the details of the transfer.')
	}
	if (order.paymentReceiptKey !== null) return undefined
	return refusal('no-receipt', 'Payment receipt is required')
}

function checkTotals(order: {
	subtotalPence: number
	discountPence: number
	totalPence: number
	cells: readonly { pricePence: number }[]
}): void {
	const sum = order.cells.reduce((total, item) => total + item.pricePence, 0)
	const right =
		order.cells.length > 0 &&
		sum === order.subtotalPence &&
		order.discountPence <= sum &&
		order.totalPence === sum - order.discountPence
	if (!right) throw new Error('The totals of an order do not add up')
}

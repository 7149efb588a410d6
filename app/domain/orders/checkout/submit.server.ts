import { and, eq, inArray, sql } from 'drizzle-orm'
import { discard, releaseFiles } from '~/domain/files/commands.server'
import { orderFailedMail, orderReceivedMail } from '~/domain/mail/order-mails'
import { readTelling, tellOperator } from '~/domain/orders/notices.server'
import { comparablePaymentId } from '~/domain/orders/payment-id'
import { type Order, orderForMail, readOwnOrder } from '~/domain/orders/queries.server'
import { isFree, isSubmitted } from '~/domain/orders/rules'
import { takenMessage } from '~/domain/orders/taken-rules'
import { buyCells, heldByOthers, releaseHold } from '~/domain/ownership/orders.server'
import { audit } from '~/server/audit.server'
import { finish, type Tx, write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { prepared } from '~/server/prepared.server'
import { orders } from '~/server/schema.server'
import { couponRefusal, pendingRefusal } from './limits.server'
import { type Receipts, replaceReceipts } from './receipts.server'
import { NO_ORDER, type Refusal } from './refusals'
import type { PaymentDetails } from './schema'

/**
 * Step 3: the buyer has paid, or nothing is to be paid (decision 47). The cells are the buyer's at once and the order
 * is `pending`; if somebody else has one of them by now, sold or on hold, or other orders have used its coupon up, the
 * order is kept as `failed`, receipt and all (decisions 8, 41 and 45). Money is the order's own; a second submission
 * changes nothing and gets the answer of the first (`repeated`). `receipts`: what comes with it, kept even when it is
 * refused.
 */
export async function submitPayment(
	orderId: string,
	accountId: string,
	details: PaymentDetails,
	now: number,
	receipts: Receipts = {},
): Promise<Submitted> {
	const { submitted, unused } = await write(async tx => {
		const replaced = await replaceReceipts(tx, orderId, accountId, receipts)
		const submitted = await submitIn(tx, orderId, accountId, details, now)
		return { submitted, unused: await finish(() => releaseFiles(tx, replaced)) }
	})
	await discard(unused)
	return submitted
}

type Submitted = { ok: true; status: 'pending' | 'failed'; repeated: boolean } | Refusal

/** {@link submitPayment} in the transaction that goes on with it. */
export async function submitIn(
	tx: Tx,
	orderId: string,
	accountId: string,
	details: PaymentDetails,
	now: number,
): Promise<Submitted> {
	const [order, waiting, telling] = await Promise.all([
		readOwnOrder(tx, orderId, accountId),
		pendingRefusal(tx, accountId),
		readTelling(tx),
	])
	if (!order) return NO_ORDER
	if (isSubmitted(order.status)) {
		return { ok: true, status: order.status === 'failed' ? 'failed' : 'pending', repeated: true }
	}
	if (order.proceededAt === null) return NOT_PROCEEDED
	const unpaid = paymentRefusal(order, details)
	if (unpaid) return unpaid
	checkTotals(order)
	const cells = order.cells.map(one => one.cell)
	const claim = { orderId, accountId, cells, now }
	if (waiting && (await heldByOthers(tx, claim)).length === 0) {
		return { ...waiting, message: `${waiting.message} ${STAYS_HERE}` }
	}
	const usedUp = await couponRefusal(tx, order, now)
	if (usedUp && isFree(order)) return usedUp
	const submission = { ...details, status: usedUp ? 'failed' : 'pending', submittedAt: now } as const
	// The order first: were its cells taken before it, the savepoint of those that cannot be had would undo it.
	const [, taken] = await Promise.all([
		submitOrder(tx, orderId, { ...submission, failureReason: usedUp?.message ?? null }),
		usedUp ? [] : buyCells(tx, { ...claim, cells: order.cells }),
	])
	const failure = usedUp?.message ?? (taken.length > 0 ? takenMessage(taken) : null)
	if (failure !== null) releaseHold(tx, { id: orderId, accountId })
	if (taken.length > 0) expectOne(await failing.all(tx, { orderId, failureReason: failure }))
	const status = failure !== null ? 'failed' : 'pending'
	await audit(tx, {
		at: now,
		actorId: accountId,
		action: status === 'failed' ? 'order.fail' : 'order.submit',
		subjectType: 'order',
		subjectId: orderId,
		detail: { totalPence: order.totalPence, cells, taken, ...(usedUp ? { reason: usedUp.message } : {}) },
	})
	const summary = { ...orderForMail(order), submittedAt: now }
	const mail =
		failure !== null ? orderFailedMail(summary, failure, { lostHold: !usedUp }) : orderReceivedMail(summary)
	await enqueueMail(tx, order.accountEmail, mail, { now, dedupeKey: `order-submitted:${orderId}` })
	const buyer = { name: details.name ?? order.accountName, email: order.accountEmail }
	await tellOperator(tx, telling, { ...summary, orderId, buyer, failure }, now)
	return { ok: true, status, repeated: false }
}

type Submission = PaymentDetails & {
	status: 'pending' | 'failed'
	failureReason: string | null
	submittedAt: number
}

async function submitOrder(tx: Tx, orderId: string, submission: Submission): Promise<void> {
	const { paymentId } = submission
	const paymentIdNormal = paymentId === null ? null : comparablePaymentId(paymentId)
	expectOne(await submitting.all(tx, { orderId, ...submission, paymentIdNormal }))
}

function expectOne(changed: unknown[]): void {
	if (changed.length !== 1) throw new Error('An order changed inside its own transaction')
}

const given = (name: keyof Submission | 'paymentIdNormal') => sql`${sql.placeholder(name)}`
const submitting = prepared(on =>
	on
		.update(orders)
		.set({
			status: given('status'),
			failureReason: given('failureReason'),
			submittedAt: given('submittedAt'),
			name: given('name'),
			email: given('email'),
			contactNo: given('contactNo'),
			country: given('country'),
			bankName: given('bankName'),
			bankAccountNo: given('bankAccountNo'),
			paymentId: given('paymentId'),
			paymentIdNormal: given('paymentIdNormal'),
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.id, sql.placeholder('orderId')), inArray(orders.status, ['open', 'abandoned'])))
		.returning({ id: orders.id }),
)

/* The order as this transaction has just submitted it. */
const failing = prepared(on =>
	on
		.update(orders)
		.set({ status: 'failed', failureReason: given('failureReason') })
		.where(and(eq(orders.id, sql.placeholder('orderId')), eq(orders.status, 'pending')))
		.returning({ id: orders.id }),
)

const NOT_PROCEEDED: Refusal = {
	ok: false,
	code: 'not-proceeded',
	message: 'Please start with the first step',
}
const STAYS_HERE = 'What you have sent for this order is kept: come back and submit it then.'

/** What is missing of the payment, where there is one: the coupon may have been taken off after the form was opened. */
function paymentRefusal(order: Order, details: PaymentDetails): Refusal | undefined {
	if (isFree(order)) return undefined
	if (details.paymentId === null) {
		const message = 'This order has to be paid now. Please fill in the details of the transfer.'
		return { ok: false, code: 'no-payment', message }
	}
	if (order.paymentReceiptKey !== null) return undefined
	return { ok: false, code: 'no-receipt', message: 'Payment receipt is required' }
}

function checkTotals(order: {
	subtotalPence: number
	discountPence: number
	totalPence: number
	cells: readonly { pricePence: number }[]
}): void {
	const sum = order.cells.reduce((total, one) => total + one.pricePence, 0)
	const right =
		order.cells.length > 0 &&
		sum === order.subtotalPence &&
		order.discountPence <= sum &&
		order.totalPence === sum - order.discountPence
	if (!right) throw new Error('The totals of an order do not add up')
}

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { orderRefundedEmail } from '~/domain/mail/order-emails'
import {
	computeBalance,
	computeDue,
	computeToSendBack,
	describeMaxRefund,
	type LedgerSums,
} from '~/domain/orders/balance'
import { readLedger } from '~/domain/orders/ledger.server'
import { type Order, orderForEmail, readOrder } from '~/domain/orders/queries.server'
import {
	type ConfirmationResult,
	deleteFirstDecisions,
	isOwnFirstDecision,
	type ProposedDecision,
	requestConfirmation,
} from '~/domain/orders/review/four-eyes.server'
import { whyNotDecidable } from '~/domain/orders/review/labels'
import { canDecide, isSubmitted } from '~/domain/orders/rules'
import { type Refusal, refusal } from '~/domain/refusal'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { orders, payments } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'

/* Bookings by hand, and what all bookings have in common. Amounts are pence, `bookedOn` is a day, `now` UTC ms. */

type BookingRefusal = Refusal<'unknown' | 'changed' | 'status' | 'amount' | 'reference' | 'second'>
/**
 * `isWaiting`: it was the first of two confirmations, and nothing is booked yet (P53). `isApprovalWaiting`: it is
 * booked, and its approval waits.
 */
export type BookingResult = { ok: true; isWaiting?: true; isApprovalWaiting?: true } | BookingRefusal

/** Creates a refusal with a message for the administrator. */
export function refuseBooking(code: BookingRefusal['code'], message: string): BookingRefusal {
	return refusal(code, message)
}

/** Creates the refusal for data that has changed since it was shown. */
export function refuseChanged(what: string): BookingRefusal {
	return refuseBooking('changed', `${what} has changed since you opened the page. Please look at it again.`)
}

/** `pence`: received > 0, sent back < 0. */
export type NewPayment = Pick<typeof payments.$inferInsert, 'pence' | 'bookedOn' | 'bankReference'> &
	Partial<Pick<typeof payments.$inferSelect, 'note' | 'bankEntryId' | 'reverses'>>

/** Returns why money cannot be booked on an order, or undefined. */
export function whyNotBookable(order: Order, { pence }: NewPayment): BookingRefusal | undefined {
	if (!isSubmitted(order.status)) {
		return refuseBooking('reference', 'The buyer of this order has not sent the receipt yet')
	}
	const left = computeBalance(order)
	return -pence > left ? refuseBooking('amount', describeMaxRefund(left)) : undefined
}

/**
 * Adds a row to the ledger of an order, records it and increments the order's version, so that a concurrent decision is
 * refused. Emails the buyer of a failed or rejected order about money sent back. `first`: the administrator who
 * confirmed first.
 */
export async function addPayment(
	tx: Tx,
	order: Order,
	payment: NewPayment,
	{ actorId, now, first }: Actor & { first?: string | undefined },
): Promise<void> {
	const id = randomUUID()
	const { pence, bookedOn, bankReference, note, bankEntryId, reverses } = payment
	await tx
		.insert(payments)
		.values({ id, orderId: order.id, ...payment, recordedAt: now, recordedBy: actorId })
	await tx
		.update(orders)
		.set({ version: sql`${orders.version} + 1` })
		.where(eq(orders.id, order.id))
	await deleteFirstDecisions(tx, order.id)
	const kind = reverses ? 'payment-reverse' : pence > 0 ? 'payment-in' : 'payment-out'
	const extra = Object.entries({ note, bankEntryId, reverses, first }).filter(([, value]) => value)
	const detail = { pence, on: bookedOn, bankReference, ...Object.fromEntries(extra) }
	await auditOrder(tx, order.id, `order.${kind}`, { actorId, now }, detail)
	if (kind !== 'payment-out' || computeDue(order) > 0 || order.accountDeletedAt !== null) return
	const mail = orderRefundedEmail(orderForEmail(order), { on: bookedOn, pence: -pence, bankReference })
	const dedupeKey = `${mail.kind}:${id}`
	await enqueueEmail(tx, order.accountEmail, mail, { now, dedupeKey, orderId: order.id })
}

/** `version`: of the order as it was shown. */
type HandBooking = Actor & { orderId: string; version: number; payment: NewPayment }

/* Sending money back as a decision of two administrators: the limit applies to all that was sent back for the order. */
function toSendBackDecision(
	order: Order,
	{ pence, bookedOn, bankReference, bankEntryId = null }: NewPayment,
): ProposedDecision {
	const total = order.sentPence - pence
	return { kind: 'send-back', pence: -pence, total, bookedOn, bankReference, bankEntryId }
}

/** Requires a second administrator for sending money back (P53), before it is booked. */
export async function confirmBooking(
	tx: Tx,
	order: Order,
	payment: NewPayment,
	by: Actor,
): Promise<ConfirmationResult> {
	if (payment.pence > 0) return { ok: true }
	return await requestConfirmation(tx, order, toSendBackDecision(order, payment), by)
}

/**
 * Books a payment that an administrator has seen at the bank. Above the limit of the settings, money sent back waits
 * (P53). Repeating the last booking has no effect.
 */
export async function bookByHand(input: HandBooking): Promise<BookingResult> {
	return await write(tx => bookUnlessChanged(tx, input, whyNotBookable))
}

/** Returns the maximum refund of a failed or rejected order. */
export function computeRefundable(order: Order): number {
	return order.receivedPence === 0 ? order.totalPence : computeToSendBack(order)
}

function whyNotRefundable(order: Order, { pence }: NewPayment): BookingRefusal | undefined {
	if (!canDecide(order, 'refund')) return refuseBooking('status', whyNotDecidable(order, 'refund'))
	const max = computeRefundable(order)
	return -pence > max ? refuseBooking('amount', describeMaxRefund(max)) : undefined
}

/**
 * Records that the money of a failed or rejected order was sent back. If nothing was booked before, it is also recorded
 * as received, because only received money can be sent back.
 */
export async function refundOrder(input: HandBooking): Promise<BookingResult> {
	const { pence, bookedOn } = input.payment
	const note = 'Received before its refund, seen by whoever sent it back'
	const received = { pence: -pence, bookedOn, bankReference: '', note }
	return await write(tx => bookUnlessChanged(tx, input, whyNotRefundable, received))
}

/* `received`: booked first if nothing was received. */
async function bookUnlessChanged(
	tx: Tx,
	{ orderId, version, payment, ...by }: HandBooking,
	whyNot: typeof whyNotBookable,
	received?: NewPayment,
): Promise<BookingResult> {
	const order = await readOrder(tx, orderId)
	if (!order) return refuseBooking('unknown', 'This order does not exist')
	if (order.version > version && (await isLastRow(tx, orderId, payment, by))) return { ok: true }
	const seen = { version, ...by }
	if (payment.pence < 0 && (await isOwnFirstDecision(tx, order, toSendBackDecision(order, payment), seen))) {
		return { ok: true, isWaiting: true }
	}
	if (order.version !== version) return refuseChanged('This order')
	const refusal = whyNot(order, payment)
	if (refusal) return refusal
	const confirmation = await confirmBooking(tx, order, payment, by)
	if (!confirmation.ok || confirmation.isWaiting) return confirmation
	if (received && order.receivedPence === 0) await addPayment(tx, order, received, by)
	await addPayment(tx, order, payment, { ...by, first: confirmation.first })
	return { ok: true }
}

/** Tests whether the last row of an order is this booking by this administrator. */
export async function isLastRow(tx: Tx, orderId: string, payment: NewPayment, { actorId }: Actor) {
	const last = (await readLedger(tx, orderId)).at(-1)
	return (
		last?.reverses === null &&
		last.recordedById === actorId &&
		last.pence === payment.pence &&
		last.bookedOn === payment.bookedOn &&
		last.bankReference === payment.bankReference &&
		last.bankEntryId === (payment.bankEntryId ?? null)
	)
}

/** Returns why a row cannot be reversed: some of the money received by it was sent back. */
export function whyNotReversible(order: LedgerSums, { pence }: { pence: number }): string | undefined {
	if (pence <= computeBalance(order)) return undefined
	return 'Some of this money was sent back. Reverse that row first.'
}

/** Cancels a row of an order's ledger with one of the opposite amount. `note`: the reason. */
export async function reversePayment({
	orderId,
	paymentId,
	note,
	...by
}: Actor & { orderId: string; paymentId: string; note: string }): Promise<BookingResult> {
	return await write(async tx => {
		const [order, ledger] = [await readOrder(tx, orderId), await readLedger(tx, orderId)]
		const row = ledger.find(({ id }) => id === paymentId)
		if (!order || !row || row.reverses !== null) return refuseBooking('unknown', 'This row does not exist')
		const reversal = ledger.find(({ reverses }) => reverses === paymentId)
		if (reversal) {
			return reversal.recordedById === by.actorId
				? { ok: true }
				: refuseBooking('changed', 'This row has been reversed meanwhile.')
		}
		const why = whyNotReversible(order, row)
		if (why) return refuseBooking('amount', why)
		const { pence, bookedOn, bankReference, bankEntryId } = row
		const payment = { pence: -pence, bookedOn, bankReference, bankEntryId, note, reverses: paymentId }
		await addPayment(tx, order, payment, by)
		return { ok: true }
	})
}

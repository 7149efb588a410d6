import { and, eq, inArray } from 'drizzle-orm'
import { formatPounds } from '~/domain/money'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import { approveOrderIn } from '~/domain/orders/review/commands.server'
import { lostCells } from '~/domain/ownership/orders.server'
import { findQuoted, normaliseLetters } from '~/domain/statements/references'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { bankEntries, orders, payments } from '~/server/db/schema.server'
import { computeOutstanding } from './balance'
import {
	addPayment,
	type BookingRefusal,
	type BookingResult,
	type By,
	confirmBooking,
	type NewPayment,
	refuseBooking,
	waitingBooking,
	whyNotBookable,
} from './booking.server'
import { computeUnbooked } from './proposals'

/* Decisions about lines of a bank statement. Each command is one transaction. */

type Entry = typeof bankEntries.$inferSelect

const ENTRY_CHANGED = 'This payment has changed since you opened the page. Please look at it again.'

class Refused extends Error {
	readonly refusal: BookingRefusal

	constructor(refusal: BookingRefusal) {
		super(refusal.message)
		this.refusal = refusal
	}
}

async function orRefused(work: (tx: Tx) => Promise<BookingResult>): Promise<BookingResult> {
	try {
		return await write(async tx => {
			const outcome = await work(tx)
			if (!outcome.ok) throw new Refused(outcome)
			return outcome
		})
	} catch (error) {
		if (error instanceof Refused) return error.refusal
		throw error
	}
}

/**
 * Books a line on the orders with these references, all or nothing. `left`: what of the line was open when it was seen,
 * positive pence. `parts`: `pence` null for all that is left. `version`: of the only order, as {@link confirmExact} has
 * it.
 */
export async function bookEntry({
	entryId,
	left,
	parts,
	version,
	...by
}: By & {
	entryId: string
	left: number
	version?: number | undefined
	parts: readonly { reference: string; pence: number | null }[]
}): Promise<BookingResult> {
	return await orRefused(async tx => {
		const entry = await readEntry(tx, entryId)
		if (!entry) return refuseBooking('unknown', 'This payment does not exist')
		const [only] = parts
		if (version !== undefined && only && parts.length === 1) {
			const order = await readByReference(tx, only.reference)
			return await confirmIn(tx, entry, order, version, by)
		}
		if (computeUnbooked(entry) !== left || left === 0) return refuseBooking('changed', ENTRY_CHANGED)
		const sum = parts.reduce((total, { pence }) => total + (pence ?? left), 0)
		if (sum > left) return refuseBooking('amount', `Only ${formatPounds(left)} of this payment is left`)
		const known = new Set(parts.map(({ reference }) => normaliseLetters(reference)))
		if (known.size < parts.length) return refuseBooking('reference', 'Please name each order once')
		return await bookParts(tx, entry, parts, left, by)
	})
}

/* Where one part waits for a second administrator (P53), nothing of the line is booked yet. */
async function bookParts(
	tx: Tx,
	entry: Entry,
	parts: readonly { reference: string; pence: number | null }[],
	left: number,
	by: By,
): Promise<BookingResult> {
	const rows: { order: Order; payment: NewPayment }[] = []
	let waits = false
	for (const { reference, pence } of parts) {
		const order = await readByReference(tx, reference)
		if (!order) return refuseBooking('reference', 'There is no order with this reference')
		const payment = ofEntry(entry, Math.sign(entry.pence) * (pence ?? left))
		const refusal = whyNotBookable(order, payment.pence)
		if (refusal) return refusal
		const asked = await confirmBooking(tx, order, payment, by)
		if (asked.answer === 'refused') return waitingBooking(asked)
		if (asked.answer === 'go') rows.push({ order, payment: { ...payment, first: asked.first } })
		waits ||= asked.answer === 'waits'
	}
	if (waits) return { ok: true, waits }
	for (const { order, payment } of rows) await addPayment(tx, order, payment, by)
	return { ok: true }
}

function ofEntry({ id, bookedOn, bankReference }: Entry, pence: number): NewPayment {
	return { pence, bookedOn, bankReference, bankEntryId: id }
}

async function readByReference(tx: Tx, reference: string): Promise<Order | undefined> {
	const [row] = await tx
		.select({ id: orders.id })
		.from(orders)
		.where(eq(orders.reference, normaliseLetters(reference)))
	return row && (await readOrder(tx, row.id))
}

/** A line that pays an order to the penny. `version`: of the order as it was seen. */
export type ExactPayment = { entryId: string; orderId: string; version: number }

/**
 * Books a line that pays an order to the penny, and approves the order if it is pending and holds its cells. The same
 * confirmation of the same person again does nothing.
 */
export async function confirmExact({
	entryId,
	orderId,
	version,
	...by
}: ExactPayment & By): Promise<BookingResult> {
	return await orRefused(async tx => {
		const [entry, order] = [await readEntry(tx, entryId), await readOrder(tx, orderId)]
		return await confirmIn(tx, entry, order, version, by)
	})
}

async function confirmIn(
	tx: Tx,
	entry: Entry | undefined,
	order: Order | undefined,
	version: number,
	by: By,
): Promise<BookingResult> {
	if (!entry || !order) return refuseBooking('unknown', 'This payment does not exist')
	if (await isBookedBy(tx, entry, order, by.actorId)) return { ok: true }
	const left = computeUnbooked(entry)
	const isExact = entry.pence > 0 && left > 0 && left === computeOutstanding(order)
	if (order.version !== version || !isExact || !findQuoted(entry.text).includes(order.reference)) {
		return refuseBooking('changed', `${order.reference} or its payment has changed. Please look at it again.`)
	}
	await addPayment(tx, order, ofEntry(entry, left), by)
	if (order.status !== 'pending') return { ok: true }
	const [{ lost } = { lost: 0 }] = await tx
		.select({ lost: lostCells })
		.from(orders)
		.where(eq(orders.id, order.id))
	if (lost > 0) return { ok: true }
	const approved = await approveOrderIn(tx, { orderId: order.id, version: version + 1, ...by })
	// The booking stays, also where the approval waits for a second administrator.
	return approved.ok
		? { ok: true, ...(approved.waits ? { isApprovalWaiting: true } : {}) }
		: refuseBooking('changed', approved.message)
}

async function isBookedBy(tx: Tx, entry: Entry, order: Order, actorId: string): Promise<boolean> {
	if (computeUnbooked(entry) > 0) return false
	const rows = await tx
		.select({ id: payments.id })
		.from(payments)
		.where(
			and(
				eq(payments.bankEntryId, entry.id),
				eq(payments.orderId, order.id),
				eq(payments.recordedBy, actorId),
				eq(payments.pence, entry.pence),
			),
		)
	return rows.length > 0
}

/** Dismisses the rest of lines for a `reason`, or with null opens it again; on record. All or nothing. */
export async function dismissEntries({
	entryIds,
	reason,
	actorId,
	now,
}: By & { entryIds: readonly string[]; reason: string | null }): Promise<BookingResult> {
	return await write(async tx => {
		const which = inArray(bankEntries.id, [...entryIds])
		const entries = await tx.select().from(bankEntries).where(which)
		if (entries.length === 0) return refuseBooking('unknown', 'This payment does not exist')
		const isAsSeen = (entry: Entry) =>
			reason === null ? entry.dismissedAt !== null : computeUnbooked(entry) > 0
		if (!entries.every(isAsSeen)) return refuseBooking('changed', ENTRY_CHANGED)
		const dismissal = { dismissedAt: now, dismissedBy: actorId, dismissedReason: reason }
		const none = { dismissedAt: null, dismissedBy: null, dismissedReason: null }
		await tx
			.update(bankEntries)
			.set(reason === null ? none : dismissal)
			.where(which)
		for (const { id: bankEntryId, statementId, pence, bookedPence, dismissedReason } of entries) {
			const detail = reason === null ? { reason: dismissedReason } : { pence: pence - bookedPence, reason }
			await audit(tx, {
				at: now,
				actorId,
				action: reason === null ? 'statement.reopen' : 'statement.dismiss',
				subjectType: 'statement',
				subjectId: statementId,
				detail: { bankEntryId, ...detail },
			})
		}
		return { ok: true }
	})
}

async function readEntry(tx: Tx, entryId: string): Promise<Entry | undefined> {
	const [entry] = await tx.select().from(bankEntries).where(eq(bankEntries.id, entryId))
	return entry
}

import { and, eq, inArray } from 'drizzle-orm'
import { formatPounds } from '~/domain/money'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import { approveOrderIn } from '~/domain/orders/review/commands.server'
import { lostCells } from '~/domain/ownership/orders.server'
import { quotedIn } from '~/domain/statements/references'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { bankEntries, orders, payments } from '~/server/db/schema.server'
import { outstandingOf } from './balance'
import {
	addPayment,
	type BookingRefusal,
	type BookingResult,
	type By,
	refuseBooking,
	whyNotBookable,
} from './booking.server'
import { askForParts, readByReference } from './parts.server'
import { restOf } from './proposals'

/* What a person decides about lines of a bank statement. Each command is one transaction. */

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
		if (restOf(entry) !== left || left === 0) return refuseBooking('changed', ENTRY_CHANGED)
		const sum = parts.reduce((total, { pence }) => total + (pence ?? left), 0)
		if (sum > left) return refuseBooking('amount', `Only ${formatPounds(left)} of this payment is left`)
		const asked = entry.pence < 0 ? await askForParts(tx, entry, { parts, left }, by) : { ok: true as const }
		if (!asked.ok || asked.waits) return asked
		for (const { reference, pence } of parts) {
			const outcome = await bookPart(tx, entry, { reference, pence: pence ?? left }, by)
			if (!outcome.ok) return outcome
		}
		return { ok: true }
	})
}

async function bookPart(
	tx: Tx,
	entry: Entry,
	{ reference, pence }: { reference: string; pence: number },
	by: By,
): Promise<BookingResult> {
	const order = await readByReference(tx, reference)
	if (!order) return refuseBooking('reference', 'There is no order with this reference')
	const signed = entry.pence > 0 ? pence : -pence
	const refusal = whyNotBookable(order, signed)
	if (refusal) return refusal
	await addEntry(tx, order, entry, signed, by)
	return { ok: true }
}

async function addEntry(tx: Tx, order: Order, entry: Entry, pence: number, by: By): Promise<void> {
	const { id: bankEntryId, bookedOn, bankReference } = entry
	await addPayment(tx, order, { pence, bookedOn, bankReference, bankEntryId }, by)
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
	const left = restOf(entry)
	const isExact = entry.pence > 0 && left > 0 && left === outstandingOf(order)
	if (order.version !== version || !isExact || !quotedIn(entry.text).includes(order.reference)) {
		return refuseBooking('changed', `${order.reference} or its payment has changed. Please look at it again.`)
	}
	await addEntry(tx, order, entry, left, by)
	if (order.status !== 'pending') return { ok: true }
	const [{ lost } = { lost: 0 }] = await tx
		.select({ lost: lostCells })
		.from(orders)
		.where(eq(orders.id, order.id))
	if (lost > 0) return { ok: true }
	const approved = await approveOrderIn(tx, { orderId: order.id, version: version + 1, ...by })
	// What is booked stays, also where the approval waits for a second administrator.
	return approved.ok
		? { ok: true, ...(approved.waits ? { isApprovalWaiting: true } : {}) }
		: refuseBooking('changed', approved.message)
}

async function isBookedBy(tx: Tx, entry: Entry, order: Order, actorId: string): Promise<boolean> {
	if (restOf(entry) > 0) return false
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

/** Says of lines that what is left of them is not to be booked. `reason`: for the record. All or nothing. */
export async function dismissEntries({
	entryIds,
	reason,
	actorId,
	now,
}: By & { entryIds: readonly string[]; reason: string }): Promise<BookingResult> {
	return await orRefused(async tx => {
		const entries = await tx
			.select()
			.from(bankEntries)
			.where(inArray(bankEntries.id, [...entryIds]))
		if (entries.length === 0) return refuseBooking('unknown', 'This payment does not exist')
		if (entries.some(entry => restOf(entry) === 0)) return refuseBooking('changed', ENTRY_CHANGED)
		for (const { id, statementId: subjectId, pence, bookedPence } of entries) {
			await tx
				.update(bankEntries)
				.set({ dismissedAt: now, dismissedBy: actorId, dismissedReason: reason })
				.where(eq(bankEntries.id, id))
			const detail = { bankEntryId: id, pence: pence - bookedPence, reason }
			await audit(tx, {
				at: now,
				actorId,
				action: 'statement.dismiss',
				subjectType: 'statement',
				subjectId,
				detail,
			})
		}
		return { ok: true }
	})
}

/** Opens a dismissed line again. */
export async function reopenEntry({
	entryId,
	actorId,
	now,
}: By & { entryId: string }): Promise<BookingResult> {
	return await orRefused(async tx => {
		const entry = await readEntry(tx, entryId)
		if (!entry) return refuseBooking('unknown', 'This payment does not exist')
		if (entry.dismissedAt === null) return refuseBooking('changed', ENTRY_CHANGED)
		await tx
			.update(bankEntries)
			.set({ dismissedAt: null, dismissedBy: null, dismissedReason: null })
			.where(eq(bankEntries.id, entryId))
		const { statementId: subjectId, dismissedReason: reason } = entry
		const detail = { bankEntryId: entryId, reason }
		await audit(tx, {
			at: now,
			actorId,
			action: 'statement.reopen',
			subjectType: 'statement',
			subjectId,
			detail,
		})
		return { ok: true }
	})
}

async function readEntry(tx: Tx, entryId: string): Promise<Entry | undefined> {
	const [entry] = await tx.select().from(bankEntries).where(eq(bankEntries.id, entryId))
	return entry
}

import { eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { formatPounds } from '~/domain/money'
import { computeOutstanding } from '~/domain/orders/balance'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import { approveOrderIn } from '~/domain/orders/review/commands.server'
import { findQuoted, normaliseLetters } from '~/domain/statements/references'
import { audit } from '~/server/db/audit.server'
import { type Tx, write, writeUnlessRefused } from '~/server/db/db.server'
import { bankEntries } from '~/server/db/schema.server'
import {
	addPayment,
	type BookingResult,
	confirmBooking,
	isLastRow,
	type NewPayment,
	refuseBooking,
	refuseChanged,
	whyNotBookable,
} from './booking.server'
import { computeUnbooked } from './proposals'

/* Decisions about lines of a bank statement. Each command is one transaction. */

type Entry = typeof bankEntries.$inferSelect

const UNKNOWN = refuseBooking('unknown', 'This payment does not exist')
const CHANGED = refuseChanged('This payment')

/**
 * Books a line on the orders with these references, all or nothing: if one part waits for a second administrator (P53),
 * nothing is booked yet. `left`: the open amount of the line when it was shown, positive pence. `parts`: `pence` null
 * for all that is left.
 */
export async function bookEntry({
	entryId,
	left,
	parts,
	...by
}: Actor & {
	entryId: string
	left: number
	parts: readonly { reference: string; pence: number | null }[]
}): Promise<BookingResult> {
	return await writeUnlessRefused(async (tx): Promise<BookingResult> => {
		const entry = await readEntry(tx, entryId)
		if (!entry) return UNKNOWN
		if (computeUnbooked(entry) !== left || left === 0) return CHANGED
		const sum = parts.reduce((total, { pence }) => total + (pence ?? left), 0)
		if (sum > left) return refuseBooking('amount', `Only ${formatPounds(left)} of this payment is left`)
		const known = new Set(parts.map(({ reference }) => normaliseLetters(reference)))
		if (known.size < parts.length) return refuseBooking('reference', 'Please name each order once')
		const confirmed: { order: Order; payment: NewPayment; first: string | undefined }[] = []
		for (const { reference, pence } of parts) {
			const orderId = sql`(select id from orders where reference = ${normaliseLetters(reference)})`
			const order = await readOrder(tx, orderId)
			if (!order) return refuseBooking('reference', 'There is no order with this reference')
			const payment = toNewPayment(entry, Math.sign(entry.pence) * (pence ?? left))
			const confirmation = whyNotBookable(order, payment) ?? (await confirmBooking(tx, order, payment, by))
			if (!confirmation.ok) return confirmation
			if (!confirmation.isWaiting) confirmed.push({ order, payment, first: confirmation.first })
		}
		if (confirmed.length < parts.length) return { ok: true, isWaiting: true }
		for (const { order, payment, first } of confirmed) await addPayment(tx, order, payment, { ...by, first })
		return { ok: true }
	})
}

/**
 * Books a line that pays an order to the penny, and approves the order if it is pending and holds its cells. `version`:
 * of the order as it was shown. Repeating it has no effect.
 */
export async function confirmExact({
	entryId,
	orderId,
	version,
	...by
}: Actor & { entryId: string; orderId: string; version: number }): Promise<BookingResult> {
	return await writeUnlessRefused(async (tx): Promise<BookingResult> => {
		const [entry, order] = [await readEntry(tx, entryId), await readOrder(tx, orderId)]
		if (!entry || !order) return UNKNOWN
		if (await isLastRow(tx, orderId, toNewPayment(entry, entry.pence), by)) return { ok: true }
		const left = computeUnbooked(entry)
		const isExact = entry.pence > 0 && left > 0 && left === computeOutstanding(order)
		if (order.version !== version || !isExact || !findQuoted(entry.text).includes(order.reference)) {
			return refuseBooking(
				'changed',
				`${order.reference} or its payment has changed. Please look at it again.`,
			)
		}
		await addPayment(tx, order, toNewPayment(entry, left), by)
		if (order.status !== 'pending') return { ok: true }
		const approved = await approveOrderIn(tx, { orderId, version: version + 1, ...by })
		// The booking stays if the cells are gone, or the approval waits for a second administrator.
		if (approved.ok) return { ok: true, ...(approved.isWaiting ? { isApprovalWaiting: true } : {}) }
		return approved.code === 'gone' ? { ok: true } : refuseBooking('changed', approved.message)
	})
}

function toNewPayment({ id, bookedOn, bankReference }: Entry, pence: number): NewPayment {
	return { pence, bookedOn, bankReference, bankEntryId: id }
}

async function readEntry(tx: Tx, entryId: string): Promise<Entry | undefined> {
	const [entry] = await tx.select().from(bankEntries).where(eq(bankEntries.id, entryId))
	return entry
}

/** Dismisses the rest of lines for a `reason`, or reopens it with null, and records it. All or nothing. */
export async function dismissEntries({
	entryIds,
	reason,
	actorId,
	now,
}: Actor & { entryIds: readonly string[]; reason: string | null }): Promise<BookingResult> {
	return await write(async tx => {
		const which = inArray(bankEntries.id, [...entryIds])
		const entries = await tx.select().from(bankEntries).where(which)
		if (entries.length === 0) return UNKNOWN
		const isReopening = reason === null
		const isAsSeen = (entry: Entry) => (isReopening ? entry.dismissedAt !== null : computeUnbooked(entry) > 0)
		if (!entries.every(isAsSeen)) return CHANGED
		const [dismissedAt, dismissedBy] = isReopening ? [null, null] : [now, actorId]
		await tx.update(bankEntries).set({ dismissedAt, dismissedBy, dismissedReason: reason }).where(which)
		for (const { id: bankEntryId, statementId, pence, bookedPence, dismissedReason } of entries) {
			const what = isReopening ? { reason: dismissedReason } : { pence: pence - bookedPence, reason }
			const action = isReopening ? 'statement.reopen' : 'statement.dismiss'
			const subject = { type: 'statement', id: statementId } as const
			await audit(tx, action, subject, { actorId, now }, { bankEntryId, ...what })
		}
		return { ok: true }
	})
}

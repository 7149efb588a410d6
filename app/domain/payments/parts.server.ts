import { eq } from 'drizzle-orm'
import { type Order, readOrder } from '~/domain/orders/queries.server'
import { askSecond } from '~/domain/orders/review/second.server'
import { lettersOf } from '~/domain/statements/references'
import type { Tx } from '~/server/db/db.server'
import { type bankEntries, orders } from '~/server/db/schema.server'
import {
	type BookingResult,
	type By,
	refuseBooking,
	sendBackMatter,
	waitingBooking,
	whyNotBookable,
} from './booking.server'

/**
 * Asks whether a line that went out may be booked on these orders (P53), before anything of it is booked; each order
 * once. `left`: pence > 0 that are open of the line, which a part without an amount has.
 */
export async function askForParts(
	tx: Tx,
	entry: typeof bankEntries.$inferSelect,
	{ parts, left }: { parts: readonly { reference: string; pence: number | null }[]; left: number },
	by: By,
): Promise<BookingResult> {
	const sums = new Map<string, number>()
	for (const { reference, pence } of parts) {
		const letters = lettersOf(reference)
		sums.set(letters, (sums.get(letters) ?? 0) + (pence ?? left))
	}
	let waits = false
	for (const [reference, pence] of sums) {
		const order = await readByReference(tx, reference)
		if (!order) return refuseBooking('reference', 'There is no order with this reference')
		const refusal = whyNotBookable(order, -pence)
		if (refusal) return refusal
		const { bookedOn, bankReference, id: bankEntryId } = entry
		const matter = sendBackMatter(order, { pence, bookedOn, bankReference, bankEntryId })
		const asked = await askSecond(tx, order, matter, by)
		if (asked.answer === 'own') return waitingBooking(asked.answer)
		waits ||= asked.answer === 'waits'
	}
	return waits ? { ok: true, waits } : { ok: true }
}

/** The order with a reference as somebody has typed it. */
export async function readByReference(tx: Tx, reference: string): Promise<Order | undefined> {
	const [row] = await tx
		.select({ id: orders.id })
		.from(orders)
		.where(eq(orders.reference, lettersOf(reference)))
	return row && (await readOrder(tx, row.id))
}

import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { db, write } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { comparablePaymentId } from './payment-id'

const BATCH = 500

/**
 * Computes the comparable transaction IDs of orders from before they were stored; SQL cannot. Nothing to do from then
 * on.
 */
export async function backfillPaymentIds(): Promise<number> {
	let filled = 0
	for (;;) {
		const rows = await db
			.select({ id: orders.id, paymentId: orders.paymentId })
			.from(orders)
			.where(and(isNotNull(orders.paymentId), isNull(orders.paymentIdNormal)))
			.limit(BATCH)
		if (rows.length === 0) return filled
		await write(async tx => {
			for (const { id, paymentId } of rows) {
				const paymentIdNormal = comparablePaymentId(paymentId ?? '')
				await tx.update(orders).set({ paymentIdNormal }).where(eq(orders.id, id))
			}
		})
		filled += rows.length
	}
}

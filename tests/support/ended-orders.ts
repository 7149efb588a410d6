import { and, eq } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { auditEntries } from '~/server/db/schema.server'
import { makeOrder } from './factories'

/* Creates failed and rejected orders for the tests of their assignment and refund. */

/**
 * Creates a failed order. @returns it with the deciding administrator and its version. `options` override the defaults.
 */
export async function makeEnded(
	{ buyerId, actorId, now, cells }: { buyerId: string; actorId: string; now: number; cells: number[] },
	options: Parameters<typeof makeOrder>[2] = {},
) {
	const order = await makeOrder(buyerId, cells, {
		status: 'failed',
		submittedAt: now - 4 * 24 * 3600 * 1000,
		failureReason: 'This pixel is no longer available.',
		...options,
	})
	return { ...order, decision: { orderId: order.id, version: 1, actorId, now } }
}

/** Lists the audit entries of an order for one action. */
export const readEntries = (orderId: string, action: string) =>
	db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.subjectId, orderId), eq(auditEntries.action, action)))

import { and, eq } from 'drizzle-orm'
import { db } from '../../app/server/db/db.server'
import { auditEntries } from '../../app/server/db/schema.server'
import { makeOrder } from './factories'

/* Orders that have failed or were rejected, for the tests of what ends them. */

/** Makes a failed order, the administrator who decides, and its version. `options` replace its defaults. */
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

/** The audit entries of an order for one action. */
export const entriesOf = (orderId: string, action: string) =>
	db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.subjectId, orderId), eq(auditEntries.action, action)))

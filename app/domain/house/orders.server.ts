import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { releaseHold } from '~/domain/ownership/orders.server'
import { auditOrder } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

type By = Actor & { reason: string }

/** Records on the orders that the house has taken back some or all of their cells (P30). Their status stays. */
export async function markReleased(tx: Tx, orderIds: readonly string[], by: By): Promise<void> {
	if (orderIds.length === 0) return
	await tx
		.update(orders)
		.set({ releasedAt: by.now, releaseReason: by.reason, version: sql`${orders.version} + 1` })
		.where(inArray(orders.id, [...orderIds]))
	await record(tx, orderIds, 'order.release', by)
}

/**
 * Ends the holds of orders. They count as expired now: the checkout stays, a receipt on its way is not lost (P9), and
 * the buyer may not put the same cells on hold again at once (docs/decisions/0020).
 */
export async function endHolds(tx: Tx, held: readonly { orderId: string; accountId: string }[], by: By) {
	for (const { orderId: id, accountId } of held) {
		await releaseHold(tx, { id, accountId })
		await tx
			.update(orders)
			.set({ holdUntil: by.now, holdEndedAt: by.now, version: sql`${orders.version} + 1` })
			.where(and(eq(orders.id, id), eq(orders.status, 'open')))
	}
	await record(
		tx,
		held.map(item => item.orderId),
		'order.end-hold',
		by,
	)
}

async function record(tx: Tx, orderIds: readonly string[], action: `order.${string}`, by: By) {
	for (const orderId of orderIds) {
		await auditOrder(tx, orderId, action, by, { reason: by.reason })
	}
}

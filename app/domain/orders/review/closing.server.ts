import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { revokeCells } from '~/domain/ownership/orders.server'
import { auditOrder } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

/**
 * Rejects the pending orders of an account that is being deleted (P41), and records it; the caller emails its owner.
 * @returns the references of the orders, and the creatives that their cells showed.
 */
export async function rejectPendingOrders(
	tx: Tx,
	accountId: string,
	{ actorId, reason, now }: Actor & { reason: string },
) {
	const rejected = await tx
		.update(orders)
		.set({
			status: 'rejected',
			decidedAt: now,
			decidedBy: actorId,
			failureReason: reason,
			version: sql`${orders.version} + 1`,
		})
		.where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending')))
		.returning({ id: orders.id, reference: orders.reference })
	const creativeIds: string[] = []
	for (const { id } of rejected) {
		const lost = await revokeCells(tx, { order: { id, accountId }, actorId, now })
		creativeIds.push(...lost.creativeIds)
		await auditOrder(tx, id, 'order.reject', { actorId, now }, { released: lost.cells, reason })
	}
	return { references: rejected.map(order => order.reference), creativeIds }
}

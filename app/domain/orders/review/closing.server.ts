import { and, eq, sql } from 'drizzle-orm'
import { takeBack } from '~/domain/ownership/orders.server'
import type { Released } from '~/domain/ownership/released'
import { auditOrder } from '~/server/db/audit.server'
import type { Tx } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

/**
 * Rejects the pending orders of an account that is being deleted (P41), and records it; the caller emails its owner.
 * @returns the references of the orders, and the released cells.
 */
export async function rejectPendingOrders(
	tx: Tx,
	accountId: string,
	{ actorId, reason, now }: { actorId: string; reason: string; now: number },
): Promise<Released & { references: string[] }> {
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
	const all: Released & { references: string[] } = { cells: [], creativeIds: [], loans: [], references: [] }
	for (const { id, reference } of rejected) {
		const { cells, creativeIds, loans } = await takeBack(tx, { order: { id, accountId }, actorId, now })
		all.references.push(reference)
		all.cells.push(...cells)
		all.creativeIds.push(...creativeIds)
		all.loans.push(...loans)
		const detail = { released: cells, reason }
		await auditOrder(tx, id, 'order.reject', { actorId, now }, detail)
	}
	return all
}

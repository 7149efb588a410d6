import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { PastHold } from '~/domain/orders/hold-rules'
import type { Taken } from '~/domain/orders/taken-rules'
import { type Cells, inList, releaseHold } from '~/domain/ownership/orders.server'
import { orUndo, putOff, type Readable, type Tx } from '~/server/db.server'
import { orderCells, orders } from '~/server/schema.server'
import { CellsTaken } from './refusals'

/** The account's holds on these cells that still matter for the next one: running, or in their cooling-off. */
export async function pastHolds(
	from: Readable,
	claim: { accountId: string; cells: Cells; now: number },
): Promise<PastHold[]> {
	const rows = await from
		.selectDistinct({
			id: orders.id,
			heldAt: orders.heldAt,
			until: orders.holdUntil,
			endedAt: orders.holdEndedAt,
		})
		.from(orders)
		.innerJoin(orderCells, eq(orderCells.orderId, orders.id))
		.where(
			and(
				eq(orders.accountId, claim.accountId),
				inArray(orders.status, ['open', 'abandoned', 'failed']),
				inArray(orderCells.cell, inList(claim.cells)),
				gt(sql`2 * ${orders.holdUntil} - ${orders.heldAt}`, claim.now),
			),
		)
	return rows.flatMap(({ heldAt, until, endedAt }) =>
		heldAt === null || until === null ? [] : [{ heldAt, until, endedAt }],
	)
}

/** Closes the account's open checkout and releases its holds. */
export async function abandonOpenOrder(tx: Tx, accountId: string, now: number): Promise<void> {
	const isOpen = and(eq(orders.accountId, accountId), eq(orders.status, 'open'))
	const [open] = await tx.select({ id: orders.id }).from(orders).where(isOpen)
	if (open) abandonOrder(tx, { id: open.id, accountId }, now)
}

/** {@link abandonOpenOrder} where it is known which one that is. */
export function abandonOrder(tx: Tx, order: { id: string; accountId: string }, now: number): void {
	putOff(
		tx
			.update(orders)
			.set({
				status: 'abandoned',
				version: sql`${orders.version} + 1`,
				holdEndedAt: sql`case when ${orders.holdUntil} > ${now} then coalesce(${orders.holdEndedAt}, ${now}) else ${orders.holdEndedAt} end`,
			})
			.where(and(eq(orders.id, order.id), eq(orders.status, 'open'))),
	)
	releaseHold(tx, order)
}

/**
 * Takes cells, all or none. @returns the cells that somebody else has; then nothing changed, so that a hold of the
 * account's newer checkout, which taking sweeps, outlives the failure of an older one.
 */
export async function allOrNone(take: () => Promise<Taken[]>): Promise<Taken[]> {
	try {
		await orUndo(async () => {
			const taken = await take()
			if (taken.length > 0) throw new CellsTaken(taken)
		})
		return []
	} catch (error) {
		if (!(error instanceof CellsTaken)) throw error
		return error.taken
	}
}

import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { PastHold } from '~/domain/orders/hold-rules'
import { releaseHold } from '~/domain/ownership/orders.server'
import type { Readable, Tx } from '~/server/db/db.server'
import { orderCells, orders } from '~/server/db/schema.server'

/**
 * Reads the account's holds on these cells, or on those of an order, that matter for the next one: running, or cooling
 * off.
 */
export async function pastHolds(
	from: Readable,
	claim: { accountId: string; cells: readonly number[] | { orderId: string }; now: number },
): Promise<PastHold[]> {
	const { accountId, cells, now } = claim
	const among =
		'orderId' in cells
			? sql`(select cells.cell from ${orderCells} cells where cells.order_id = ${cells.orderId})`
			: cells
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
				eq(orders.accountId, accountId),
				inArray(orders.status, ['open', 'abandoned', 'failed']),
				inArray(orderCells.cell, among),
				gt(sql`2 * ${orders.holdUntil} - ${orders.heldAt}`, now),
			),
		)
	return rows.flatMap(({ heldAt, until, endedAt }) =>
		heldAt === null || until === null ? [] : [{ heldAt, until, endedAt }],
	)
}

/** A literal, so that SQLite can use the index of open checkouts. */
export const isOpenCheckout = sql`${orders.status} = 'open'`

/** Closes the account's open checkout and releases its holds. */
export async function abandonOpenOrder(tx: Tx, accountId: string, now: number): Promise<void> {
	const isIt = and(eq(orders.accountId, accountId), isOpenCheckout)
	const [open] = await tx.select({ id: orders.id }).from(orders).where(isIt)
	if (open) await abandonOrder(tx, { id: open.id, accountId }, now)
}

/** Like {@link abandonOpenOrder}, for a known order. */
export async function abandonOrder(tx: Tx, order: { id: string; accountId: string }, now: number) {
	await tx
		.update(orders)
		.set({
			status: 'abandoned',
			version: sql`${orders.version} + 1`,
			holdEndedAt: sql`case when ${orders.holdUntil} > ${now} then coalesce(${orders.holdEndedAt}, ${now}) else ${orders.holdEndedAt} end`,
		})
		.where(and(eq(orders.id, order.id), eq(orders.status, 'open')))
	await releaseHold(tx, order)
}

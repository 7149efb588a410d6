import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { PastHold } from '~/domain/orders/hold-rules'
import { releaseHold } from '~/domain/ownership/orders.server'
import type { Readable, Tx } from '~/server/db.server'
import { orderCells, orders } from '~/server/schema.server'

/** The account's holds on these cells that still matter for the next one: running, or in their cooling-off. */
export async function pastHolds(
	from: Readable,
	claim: { accountId: string; cells: readonly number[]; now: number },
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
				inArray(orderCells.cell, [...claim.cells]),
				gt(sql`2 * ${orders.holdUntil} - ${orders.heldAt}`, claim.now),
			),
		)
	return rows.flatMap(({ heldAt, until, endedAt }) =>
		heldAt === null || until === null ? [] : [{ heldAt, until, endedAt }],
	)
}

/** Closes the account's open checkout, if it is not `exceptId`, and releases its holds. @returns its id. */
export async function abandonOpenOrder(
	tx: Tx,
	accountId: string,
	now: number,
	exceptId = '',
): Promise<string | undefined> {
	const [old] = await tx
		.update(orders)
		.set({
			status: 'abandoned',
			version: sql`${orders.version} + 1`,
			holdEndedAt: sql`case when ${orders.holdUntil} > ${now} then coalesce(${orders.holdEndedAt}, ${now}) else ${orders.holdEndedAt} end`,
		})
		.where(and(eq(orders.accountId, accountId), eq(orders.status, 'open'), ne(orders.id, exceptId)))
		.returning({ id: orders.id })
	if (old) await releaseHold(tx, { id: old.id, accountId })
	return old?.id
}

import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { PastHold } from '~/domain/orders/hold-rules'
import { releaseHold } from '~/domain/ownership/orders.server'
import { putOff, type Readable, type Tx } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { orderCells, orders } from '~/server/schema.server'

/**
 * The account's holds on these cells, or on those of an order, that still matter for the next one: running, or in their
 * cooling-off.
 */
export async function pastHolds(
	from: Readable,
	claim: { accountId: string; cells: readonly number[] | { orderId: string }; now: number },
): Promise<PastHold[]> {
	const { cells, ...by } = claim
	const rows =
		'orderId' in cells
			? await pastOfOrder.all(from, { ...by, ...cells })
			: await pastOfCells.all(from, { ...by, cells: JSON.stringify(cells) })
	return rows.flatMap(({ heldAt, until, endedAt }) =>
		heldAt === null || until === null ? [] : [{ heldAt, until, endedAt }],
	)
}

const pastOf = (cells: SQL) =>
	prepared(on =>
		on
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
					eq(orders.accountId, sql.placeholder('accountId')),
					inArray(orders.status, ['open', 'abandoned', 'failed']),
					inArray(orderCells.cell, cells),
					gt(sql`2 * ${orders.holdUntil} - ${orders.heldAt}`, sql.placeholder('now')),
				),
			),
	)
const pastOfCells = pastOf(listed('cells'))
const pastOfOrder = pastOf(
	sql`(select cells.cell from ${orderCells} cells where cells.order_id = ${sql.placeholder('orderId')})`,
)

/** As a text, not a value: SQLite finds the index of open checkouts by it, and reads all of them otherwise. */
export const isOpen = sql`${orders.status} = 'open'`

/** Closes the account's open checkout and releases its holds. */
export async function abandonOpenOrder(tx: Tx, accountId: string, now: number): Promise<void> {
	const isIt = and(eq(orders.accountId, accountId), isOpen)
	const [open] = await tx.select({ id: orders.id }).from(orders).where(isIt)
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

import { and, count, countDistinct, eq, gt, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { cellHolders, orders, outbox } from '~/server/db/schema.server'

/**
 * Reads the state of the outbox. `oldestWaiting`: when the oldest waiting email was written (UTC ms), null if none
 * waits.
 */
export async function readOutboxFigures() {
	const [[waiting], [failed]] = await Promise.all([
		db
			.select({ count: count(), oldest: min(outbox.createdAt) })
			.from(outbox)
			.where(and(isNull(outbox.sentAt), isNull(outbox.failedAt))),
		db.select({ count: count() }).from(outbox).where(isNotNull(outbox.failedAt)),
	])
	return {
		waiting: waiting?.count ?? 0,
		oldestWaiting: waiting?.oldest ?? null,
		failed: failed?.count ?? 0,
	}
}

/** Figures for operators: counts from indexes, and the size of the database in bytes. */
export type Figures = Awaited<ReturnType<typeof readFigures>>

/** The {@link Figures} at `now` (UTC ms). */
export async function readFigures(now: number) {
	const [outboxFigures, statuses, [held], [size]] = await Promise.all([
		readOutboxFigures(),
		db.select({ status: orders.status, count: count() }).from(orders).groupBy(orders.status),
		db
			.select({ orders: countDistinct(cellHolders.orderId), cells: count() })
			.from(cellHolders)
			.where(and(eq(cellHolders.kind, 'hold'), gt(cellHolders.holdUntil, now))),
		db.all<{ bytes: number }>(
			sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
		),
	])
	return {
		outbox: outboxFigures,
		orders: Object.fromEntries(
			orders.status.enumValues.map(status => [
				status,
				statuses.find(item => item.status === status)?.count ?? 0,
			]),
		),
		holds: { orders: held?.orders ?? 0, cells: held?.cells ?? 0 },
		databaseBytes: Number(size?.bytes ?? 0),
	}
}

import { and, eq, gt, isNull, lte, max, sql } from 'drizzle-orm'
import { orderTotals } from '~/domain/orders/totals.server'
import { DAY_MS } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { accounts, cellHolders, orders } from '~/server/db/schema.server'
import { lastMonths } from './months'

/* Business figures for the administrators' dashboard. Every query reads a range of an index. */

const MONTHS = 12

/** Days for which an expired hold is shown to administrators. */
export const RUN_OUT_DAYS = 7
const RUN_OUT_SHOWN = 5

/**
 * Reads the approved orders of the last twelve months in London, by the month of their receipt, oldest first: their
 * number and totals in pence. `now`: UTC ms.
 */
export async function readRevenueByMonth(now: number) {
	const parts = lastMonths(now, MONTHS).map(
		({ month, from, to }) =>
			sql`select ${month} as month, entries as orders, pence from (${orderTotals('approved', { from, before: to })})`,
	)
	return await db.all<{ month: string; orders: number; pence: number }>(sql.join(parts, sql` union all `))
}

export type MonthFigures = Awaited<ReturnType<typeof readRevenueByMonth>>[number]

/**
 * Reads open checkouts whose hold expired in the last seven days and whose pixels are still free: the buyer has seen
 * the bank details, so money may be on its way. Returns their number, and the newest few.
 */
export async function readExpiredHolds(now: number) {
	const rows = await db
		.select({
			id: orders.id,
			reference: orders.reference,
			accountId: orders.accountId,
			name: accounts.fullName,
			totalPence: orders.totalPence,
			ranOutAt: sql<number>`${max(cellHolders.holdUntil)}`,
			hasReceipt: sql<number>`${orders.paymentReceiptKey} is not null`.mapWith(Boolean),
			total: sql<number>`count(*) over ()`,
		})
		.from(cellHolders)
		.innerJoin(orders, eq(orders.id, cellHolders.orderId))
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(
			and(
				gt(cellHolders.holdUntil, now - RUN_OUT_DAYS * DAY_MS),
				lte(cellHolders.holdUntil, now),
				eq(orders.status, 'open'),
				isNull(accounts.deletedAt),
			),
		)
		.groupBy(orders.id)
		.orderBy(sql`max(${cellHolders.holdUntil}) desc`)
		.limit(RUN_OUT_SHOWN)
	return { count: rows[0]?.total ?? 0, newest: rows.map(({ total: _, ...row }) => row) }
}

export type ExpiredHolds = Awaited<ReturnType<typeof readExpiredHolds>>

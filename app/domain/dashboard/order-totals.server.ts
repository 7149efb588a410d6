import { and, count, desc, eq, inArray, isNotNull, isNull, min, sql, sum } from 'drizzle-orm'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db } from '~/server/db.server'
import { orders, outbox } from '~/server/schema.server'

/**
 * What the administrators' dashboard says about orders. Four queries that read indexes only; pending and approved
 * orders hold cells, so there are never more of them than the grid has.
 */
export async function readOrderTotals() {
	const [groups, [open], latest, [mails]] = await Promise.all([
		db
			.select({
				status: orders.status,
				count: count(),
				pence: sum(orders.totalPence).mapWith(Number),
				oldest: min(orders.submittedAt),
			})
			.from(orders)
			.where(inArray(orders.status, ['pending', 'approved']))
			.groupBy(orders.status),
		db
			.select({ failed: count() })
			.from(orders)
			.where(and(eq(orders.status, 'failed'), isNull(orders.refundedAt))),
		db
			.select({
				id: orders.id,
				reference: orders.reference,
				name: orders.name,
				status: shownStatusColumn,
				totalPence: orders.totalPence,
				submittedAt: orders.submittedAt,
			})
			.from(orders)
			.where(isNotNull(orders.submittedAt))
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(5),
		db.select({ failed: count() }).from(outbox).where(isNotNull(outbox.failedAt)),
	])
	const of = (status: string) => {
		const group = groups.find(one => one.status === status)
		return { count: group?.count ?? 0, pence: group?.pence ?? 0, oldest: group?.oldest ?? null }
	}
	return {
		pending: of('pending'),
		approved: of('approved'),
		/** Neither assigned nor refunded so far (decision 46). */
		failed: open?.failed ?? 0,
		latest,
		failedMails: mails?.failed ?? 0,
	}
}

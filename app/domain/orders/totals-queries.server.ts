import { count, desc, inArray, isNotNull, min, sum } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { orders, outbox } from '~/server/schema.server'

/**
 * What the administrators' dashboard says about orders. Three queries that read indexes only; pending and approved orders hold
 * cells, so there are never more of them than the grid has.
 */
export async function readOrderTotals() {
	const [groups, latest, [mails]] = await Promise.all([
		db
			.select({
				status: orders.status,
				count: count(),
				pence: sum(orders.totalPence).mapWith(Number),
				oldest: min(orders.submittedAt),
			})
			.from(orders)
			.where(inArray(orders.status, ['pending', 'approved', 'failed']))
			.groupBy(orders.status),
		db
			.select({
				id: orders.id,
				reference: orders.reference,
				name: orders.name,
				status: orders.status,
				totalPence: orders.totalPence,
				submittedAt: orders.submittedAt,
			})
			.from(orders)
			.where(isNotNull(orders.submittedAt))
			.orderBy(desc(orders.submittedAt))
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
		failed: of('failed'),
		latest,
		failedMails: mails?.failed ?? 0,
	}
}

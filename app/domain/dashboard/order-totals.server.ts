import { desc, isNotNull, sql } from 'drizzle-orm'
import { isRefundedColumn, shownStatusColumn } from '~/domain/orders/queries.server'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

type Total = { status: string; count: number; pence: number }

const totals = sql`select status, count(*) as count, sum(total_pence) as pence from orders
		where status in ('pending', 'approved', 'failed') and not ${isRefundedColumn} and submitted_at is not null
		group by status`
const needing = sql`select
		(select min(submitted_at) from orders where status = 'pending') as oldest`

/** Reads the order figures of the administrators' dashboard. Three indexed queries. */
export async function readOrderTotals() {
	const [groups, { oldest }, latest] = await Promise.all([
		db.all<Total>(totals),
		db.get<{ oldest: number | null }>(needing),
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
	])
	const of = (status: string) => {
		const group = groups.find(one => one.status === status)
		return { count: group?.count ?? 0, pence: group?.pence ?? 0 }
	}
	return {
		pending: { ...of('pending'), oldest },
		approved: of('approved'),
		/** Neither assigned nor refunded so far. */
		failed: of('failed').count,
		latest,
	}
}

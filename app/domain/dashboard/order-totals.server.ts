import { desc, isNotNull, sql } from 'drizzle-orm'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db } from '~/server/db.server'
import { prepared, preparedSql } from '~/server/prepared.server'
import { orders } from '~/server/schema.server'

type Total = { status: string; count: number; pence: number }

const totals = preparedSql<Total>(
	() => sql`select status, sum(entries) as count, sum(pence) as pence from daily_totals
		where kind = 'order' and status in ('pending', 'approved', 'failed') group by status`,
)
const needing = preparedSql<{ oldest: number | null; failedMails: number }>(
	() => sql`select
		(select min(submitted_at) from orders where status = 'pending' and refunded_at is null) as oldest,
		(select count(*) from outbox where failed_at is not null) as failedMails`,
)
const newest = prepared(on =>
	on
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
)

/** What the administrators' dashboard says about orders. Three queries of indexes and of the totals of days. */
export async function readOrderTotals() {
	const [groups, { oldest, failedMails }, latest] = await Promise.all([
		totals.all(db),
		needing.get(db),
		newest.all(db),
	])
	const of = (status: string) => {
		const group = groups.find(one => one.status === status)
		return { count: group?.count ?? 0, pence: group?.pence ?? 0 }
	}
	return {
		pending: { ...of('pending'), oldest },
		approved: of('approved'),
		/** Neither assigned nor refunded so far (decision 46). */
		failed: of('failed').count,
		latest,
		failedMails,
	}
}

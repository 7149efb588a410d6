import { and, count, eq, gt, gte, isNotNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { isRefundedColumn } from '~/domain/orders/queries.server'
import type { Span } from '~/domain/search/trigrams.server'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

type Status = 'pending' | 'approved' | 'rejected' | 'failed' | 'refunded' | null

/** Builds a query of one row: how many orders submitted in a span have a status (`entries`), and their `pence`. */
export function orderTotals(status: Status, span: Span = {}): SQL {
	return db
		.select({ entries: count().as('entries'), pence: sql`coalesce(sum(total_pence), 0)`.as('pence') })
		.from(orders)
		.where(and(isSubmittedIn(span), hasShownStatus(status)))
		.getSQL()
}

/** Matches orders submitted in a span. */
export function isSubmittedIn({ from, before }: Span): SQL | undefined {
	return and(
		isNotNull(orders.submittedAt),
		from === undefined ? undefined : gte(orders.submittedAt, from),
		before === undefined ? undefined : lt(orders.submittedAt, before),
	)
}

/** Matches orders that lists show with a status; null: any. */
export function hasShownStatus(status: Status): SQL | undefined {
	if (status === null) return undefined
	if (status === 'refunded') return and(gt(orders.sentPence, 0), isRefundedColumn)
	const isKept = status === 'failed' || status === 'rejected' ? not(isRefundedColumn) : undefined
	return and(eq(orders.status, status), isKept)
}

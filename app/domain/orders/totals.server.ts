import { and, count, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Span, totalsIn } from '~/domain/search/daily-totals.server'
import { toBuild } from '~/server/db.server'
import { orders } from '~/server/schema.server'

type Status = 'pending' | 'approved' | 'rejected' | 'failed' | 'refunded' | null

/** A query of one row: how many orders submitted in a span have a status now (`entries`), and their `pence`. */
export function orderTotals(status: Status, span: Span = {}): SQL {
	return totalsIn({ kind: 'order', status }, span, part =>
		toBuild
			.select({ entries: count().as('entries'), pence: sql`sum(total_pence)`.as('pence') })
			.from(orders)
			.where(and(submittedIn(part), isShownAs(status)))
			.getSQL(),
	)
}

/** Orders that were submitted in a span. */
export function submittedIn({ from, before }: Span): SQL | undefined {
	return and(
		isNotNull(orders.submittedAt),
		from === undefined ? undefined : gte(orders.submittedAt, from),
		before === undefined ? undefined : lt(orders.submittedAt, before),
	)
}

/** Orders that lists show with a status; null: with any. */
export function isShownAs(status: Status): SQL | undefined {
	if (status === null) return undefined
	// The comparison leads to the index of the refunded.
	if (status === 'refunded') return and(isNotNull(orders.refundedAt), gte(orders.submittedAt, 0))
	return and(eq(orders.status, status), isNull(orders.refundedAt))
}

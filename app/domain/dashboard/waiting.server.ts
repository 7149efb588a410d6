import { sql } from 'drizzle-orm'
import { totalOf } from '~/domain/search/daily-totals.server'
import { db } from '~/server/db.server'
import { preparedSql } from '~/server/prepared.server'
import type { Waiting } from './waiting'

/* Asked with every page of an administrator, so it is put into words once. */
const waiting = preparedSql<Waiting>(
	() => sql`select
		(select count(*) from orders where status = 'pending') as payments,
		${totalOf({ kind: 'order', status: 'failed' })} as failedOrders,
		(select count(*) from outbox where failed_at is not null) as failedMails`,
)

/** What waits for an administrator at this moment, from indexes and the totals of days. */
export function countWaiting(): Promise<Waiting> {
	return waiting.get(db)
}

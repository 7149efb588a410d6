import { sql } from 'drizzle-orm'
import { totalOf } from '~/domain/search/daily-totals.server'
import { db } from '~/server/db.server'
import type { Waiting } from './waiting'

/** What waits for an administrator at this moment, from indexes and the totals of days. */
export async function countWaiting(): Promise<Waiting> {
	return await db.get<Waiting>(sql`select
		(select count(*) from orders where status = 'pending') as payments,
		${totalOf({ kind: 'order', status: 'failed' })} as failedOrders,
		(select count(*) from outbox where failed_at is not null) as failedMails`)
}

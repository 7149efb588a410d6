import { sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import type { Waiting } from './waiting'

/** What waits for an administrator at this moment, counted in indexes alone. */
export async function countWaiting(): Promise<Waiting> {
	return await db.get<Waiting>(sql`select
		(select count(*) from orders where status = 'pending') as payments,
		(select count(*) from orders where status = 'failed' and refunded_at is null) as failedOrders,
		(select count(*) from outbox where failed_at is not null) as failedMails`)
}

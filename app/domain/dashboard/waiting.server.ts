import { sql } from 'drizzle-orm'
import { isShownAs } from '~/domain/orders/totals.server'
import { db } from '~/server/db/db.server'
import type { Waiting } from './waiting'

/** What waits for an administrator at this moment, from indexes. */
export function countWaiting(): Promise<Waiting> {
	return db.get<Waiting>(sql`select
		(select count(*) from orders where status = 'pending') as payments,
		(select count(*) from orders where ${isShownAs('failed')} and submitted_at is not null) as failedOrders,
		(select count(*) from outbox where failed_at is not null) as failedMails`)
}

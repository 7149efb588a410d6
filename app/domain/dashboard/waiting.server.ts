import { sql } from 'drizzle-orm'
import { isNotSeen, isOpenEntry, isToSendBack } from '~/domain/orders/ledger.server'
import { db } from '~/server/db/db.server'
import type { WorklistCounts } from './worklists'

/** Counts the work waiting for an administrator. One query on partial indexes. */
export function countWaiting(): Promise<WorklistCounts> {
	return db.get<WorklistCounts>(sql`select
		(select count(*) from orders where status = 'pending') as toReview,
		(select count(*) from bank_entries where ${isOpenEntry}) as toDecide,
		(select count(*) from orders where ${isToSendBack}) as toSendBack,
		(select count(*) from orders where ${isNotSeen}) as notSeen,
		(select count(*) from outbox where failed_at is not null) as failedEmails`)
}

import { and, asc, count, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { outbox } from '~/server/schema.server'
import { OUTBOX_PAGE_SIZE, type OutboxState } from './rules'

/** A mail in the administrators' list; its words are not in it. Times are UTC ms. */
export type OutboxEntry = {
	id: string
	subject: string
	recipient: string
	attempts: number
	createdAt: number
	nextAttemptAt: number
	sentAt: number | null
	failedAt: number | null
	lastError: string | null
	/** Whether there is something to send: a code is forgotten with its failure. */
	hasText: boolean
}

const inState: Record<OutboxState, SQL | undefined> = {
	waiting: and(isNull(outbox.sentAt), isNull(outbox.failedAt)),
	failed: isNotNull(outbox.failedAt),
	sent: isNotNull(outbox.sentAt),
}
/* Each order is that of an index, row by row, so that a page deep in the list costs no sorting of all that comes before
   it. */
const order: Record<OutboxState, SQL[]> = {
	waiting: [asc(outbox.nextAttemptAt), asc(sql`outbox.rowid`)],
	failed: [desc(outbox.failedAt), desc(sql`outbox.rowid`)],
	sent: [desc(outbox.sentAt), desc(sql`outbox.rowid`)],
}

/**
 * One page (from 1; beyond the last gives the last) of the mails in a state, and how many there are in each: what is
 * waiting in the order of its next try, the others newest first.
 */
export async function listOutbox(
	state: OutboxState,
	wanted: number,
): Promise<{ entries: OutboxEntry[]; page: number; totals: Record<OutboxState, number> }> {
	const [waiting, failed, sent] = await Promise.all([countIn('waiting'), countIn('failed'), countIn('sent')])
	const totals = { waiting, failed, sent }
	const page = Math.min(wanted, Math.max(1, Math.ceil(totals[state] / OUTBOX_PAGE_SIZE)))
	const entries = await db
		.select({
			id: outbox.id,
			subject: outbox.subject,
			recipient: outbox.recipient,
			attempts: outbox.attempts,
			createdAt: outbox.createdAt,
			nextAttemptAt: outbox.nextAttemptAt,
			sentAt: outbox.sentAt,
			failedAt: outbox.failedAt,
			lastError: outbox.lastError,
			hasText: sql<number>`${outbox.text} <> ''`.mapWith(Boolean),
		})
		.from(outbox)
		.where(inState[state])
		.orderBy(...order[state])
		.limit(OUTBOX_PAGE_SIZE)
		.offset((page - 1) * OUTBOX_PAGE_SIZE)
	return { entries, page, totals }
}

async function countIn(state: OutboxState): Promise<number> {
	const [row] = await db.select({ total: count() }).from(outbox).where(inState[state])
	return row?.total ?? 0
}

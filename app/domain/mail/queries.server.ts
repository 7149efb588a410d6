import { and, count, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
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
const newestFirst = {
	waiting: desc(outbox.createdAt),
	failed: desc(outbox.failedAt),
	sent: desc(outbox.sentAt),
}

/** One page (from 1) of the mails in a state, newest first, and how many there are in each. */
export async function listOutbox(
	state: OutboxState,
	page: number,
): Promise<{ entries: OutboxEntry[]; totals: Record<OutboxState, number> }> {
	const [entries, waiting, failed, sent] = await Promise.all([
		db
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
			.orderBy(newestFirst[state], desc(outbox.id))
			.limit(OUTBOX_PAGE_SIZE)
			.offset((page - 1) * OUTBOX_PAGE_SIZE),
		countIn('waiting'),
		countIn('failed'),
		countIn('sent'),
	])
	return { entries, totals: { waiting, failed, sent } }
}

async function countIn(state: OutboxState): Promise<number> {
	const [row] = await db.select({ total: count() }).from(outbox).where(inState[state])
	return row?.total ?? 0
}

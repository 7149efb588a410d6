import { and, asc, desc, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Part, readDeep, totalOf } from '~/domain/search/daily-totals.server'
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
	/** Whether there is something to send: a code is forgotten with its failure, other words 30 days later. */
	hasText: boolean
}

const inState: Record<OutboxState, SQL | undefined> = {
	waiting: and(isNull(outbox.sentAt), isNull(outbox.failedAt)),
	failed: isNotNull(outbox.failedAt),
	sent: isNotNull(outbox.sentAt),
}
/* Each order is that of an index, row by row, so that a page deep in the list costs no sorting of all that comes before
   it. */
const order: Record<OutboxState, { columns: SQL[]; isNewestFirst: boolean }> = {
	waiting: { columns: [sql`outbox.next_attempt_at`, sql`outbox.rowid`], isNewestFirst: false },
	failed: { columns: [sql`outbox.failed_at`, sql`outbox.rowid`], isNewestFirst: true },
	sent: { columns: [sql`outbox.sent_at`, sql`outbox.rowid`], isNewestFirst: true },
}

/**
 * One page (from 1; beyond the last gives the last) of the mails in a state, and how many there are in each: what is
 * waiting in the order of its next try, the others newest first.
 */
export async function listOutbox(
	state: OutboxState,
	wanted: number,
): Promise<{ entries: OutboxEntry[]; page: number; totals: Record<OutboxState, number> }> {
	const totals = await countAll()
	const page = Math.min(wanted, Math.max(1, Math.ceil(totals[state] / OUTBOX_PAGE_SIZE)))
	const { columns, isNewestFirst } = order[state]
	const read = ({ isBackwards, size, offset, before }: Part) =>
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
			.where(and(inState[state], before === undefined ? undefined : lt(outbox.sentAt, before)))
			.orderBy(...columns.map(column => (isBackwards === isNewestFirst ? asc : desc)(column)))
			.limit(size)
			.offset(offset)
	const slice = { skipped: (page - 1) * OUTBOX_PAGE_SIZE, size: OUTBOX_PAGE_SIZE, total: totals[state] }
	const entries = await readDeep(
		state === 'sent' ? { kind: 'mail' } : null,
		slice,
		async part => await read(part),
	)
	return { entries, page, totals }
}

async function countAll(): Promise<Record<OutboxState, number>> {
	return await db.get<Record<OutboxState, number>>(sql`select
		(select count(*) from outbox where ${inState.waiting}) as waiting,
		(select count(*) from outbox where ${inState.failed}) as failed,
		${totalOf({ kind: 'mail' })} as sent`)
}

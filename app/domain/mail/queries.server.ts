import { and, asc, desc, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Page } from '~/domain/list'
import { searchWords } from '~/domain/search/expression'
import { type Found, readFound, SEARCH_LISTED } from '~/domain/search/trigrams.server'
import { db } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { OUTBOX_PAGE_SIZE, OUTBOX_SEARCHED, type OutboxStatus } from './rules'
import type { OutboxFilter } from './schema'

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

const withStatus: Record<OutboxStatus, SQL | undefined> = {
	waiting: and(isNull(outbox.sentAt), isNull(outbox.failedAt)),
	failed: isNotNull(outbox.failedAt),
	sent: isNotNull(outbox.sentAt),
}
/* Each order is that of an index, row by row, so that a page deep in the list costs no sorting of all that comes before
   it. */
const order: Record<OutboxStatus, { columns: SQL[]; isNewestFirst: boolean }> = {
	waiting: { columns: [sql`outbox.next_attempt_at`, sql`outbox.rowid`], isNewestFirst: false },
	failed: { columns: [sql`outbox.failed_at`, sql`outbox.rowid`], isNewestFirst: true },
	sent: { columns: [sql`outbox.sent_at`, sql`outbox.rowid`], isNewestFirst: true },
}

type Totals = Record<OutboxStatus, number>

/**
 * A page of the mails of a status, and how many there are of each: what is waiting in the order of its next try, the
 * others newest first; or the other way round. Found by recipient and subject, among the first {@link OUTBOX_SEARCHED}.
 */
export async function listOutbox(filter: OutboxFilter): Promise<Page<OutboxEntry> & { totals: Totals }> {
	const { q, status } = filter
	const counted = countAll()
	const found = q ? await searched(filter, counted) : whole(status, counted)
	const page = await readFound(found, { ...filter, size: OUTBOX_PAGE_SIZE }, readRows)
	return { ...page, totals: await counted }
}

function whole(status: OutboxStatus, totals: Promise<Totals>): Found {
	return {
		count: async () => (await totals)[status],
		async ids({ skipped, size }) {
			const rows = await db
				.select({ id: outbox.id })
				.from(outbox)
				.where(withStatus[status])
				.orderBy(...inOrder(status))
				.limit(size)
				.offset(skipped)
			return rows.map(row => row.id)
		},
	}
}

async function searched({ q, status }: OutboxFilter, counted: Promise<Totals>): Promise<Found> {
	const [at, place] = order[status].columns
	const first = db
		.select({
			id: outbox.id,
			words: sql`lower(recipient || ' ' || subject)`.as('words'),
			at: sql`${at}`.as('at'),
			place: sql`${place}`.as('place'),
		})
		.from(outbox)
		.where(withStatus[status])
		.orderBy(...inOrder(status))
		.limit(OUTBOX_SEARCHED)
		.as('first')
	const direction = order[status].isNewestFirst ? desc : asc
	const some = db
		.select({ id: first.id })
		.from(first)
		.where(and(...searchWords(q).map(word => sql`instr(${first.words}, lower(${word})) > 0`)))
		.orderBy(direction(first.at), direction(first.place))
		.limit(SEARCH_LISTED + 1)
	const [rows, totals] = await Promise.all([some, counted])
	return {
		count: async () => rows.length,
		ids: async ({ skipped, size }) => rows.slice(skipped, skipped + size).map(row => row.id),
		isPartial: () => totals[status] > OUTBOX_SEARCHED,
	}
}

function inOrder(status: OutboxStatus): SQL[] {
	const { columns, isNewestFirst } = order[status]
	return columns.map(isNewestFirst ? desc : asc)
}

async function readRows(ids: readonly string[]): Promise<OutboxEntry[]> {
	const rows = await db
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
		.where(inArray(outbox.id, ids))
	return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

const countAll = (): Promise<Totals> =>
	db.get<Totals>(sql`select
		(select count(*) from outbox where ${withStatus.waiting}) as waiting,
		(select count(*) from outbox where ${withStatus.failed}) as failed,
		(select count(*) from outbox where ${withStatus.sent}) as sent`)

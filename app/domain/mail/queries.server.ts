import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { readPage } from '~/domain/list'
import { searchWords } from '~/domain/search/expression'
import { SEARCH_LISTED } from '~/domain/search/trigrams.server'
import { db } from '~/server/db/db.server'
import { orders, outbox } from '~/server/db/schema.server'
import { containsCode } from '~/server/mail/outbox.server'
import { MAX_RESENT, OUTBOX_PAGE_SIZE, OUTBOX_SEARCHED, type OutboxStatus, outboxStatus } from './rules'
import type { OutboxFilter } from './schema'

const withStatus: Record<OutboxStatus, SQL | undefined> = {
	waiting: and(isNull(outbox.sentAt), isNull(outbox.failedAt)),
	failed: isNotNull(outbox.failedAt),
	sent: isNotNull(outbox.sentAt),
}
/* Each order follows an index, so that no page of the list needs sorting. */
const inOrder: Record<OutboxStatus, SQL[]> = {
	waiting: [asc(outbox.nextAttemptAt), asc(sql`outbox.rowid`)],
	failed: [desc(outbox.failedAt), desc(sql`outbox.rowid`)],
	sent: [desc(outbox.sentAt), desc(sql`outbox.rowid`)],
}

/**
 * Lists a page of the emails with a status, without their text, and counts each status: waiting emails by their next
 * attempt, the others newest first; or reversed. Searches recipient and subject of the first {@link OUTBOX_SEARCHED}.
 * Times are UTC ms.
 */
export async function listOutbox({ q, status, page: requested, sort }: OutboxFilter) {
	const [totals, found] = await Promise.all([countAll(), q ? searchOutbox(q, status) : null])
	const total = found ? Math.min(found.length, SEARCH_LISTED) : totals[status]
	const page = await readPage({ requested, size: OUTBOX_PAGE_SIZE, total, sort }, ({ skipped, size }) => {
		const ids = found
			? found.slice(skipped, skipped + size)
			: db
					.select({ id: outbox.id })
					.from(outbox)
					.where(withStatus[status])
					.orderBy(...inOrder[status])
					.limit(size)
					.offset(skipped)
		return db
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
				/** Whether there is a text to send: a code is deleted when it fails, other texts 30 days later. */
				hasText: sql<number>`${outbox.text} <> ''`.mapWith(Boolean),
			})
			.from(outbox)
			.where(inArray(outbox.id, ids))
			.orderBy(...inOrder[status])
	})
	const isCapped = found !== null && found.length > SEARCH_LISTED
	return { ...page, totals, isCapped, isPartial: found !== null && totals[status] > OUTBOX_SEARCHED }
}

/** An email in the administrators' list. */
export type OutboxEntry = Awaited<ReturnType<typeof listOutbox>>['rows'][number]

/* In the order of the list, at most one more than are listed. */
async function searchOutbox(q: string, status: OutboxStatus): Promise<string[]> {
	const first = db
		.select({ id: outbox.id, words: sql`lower(recipient || ' ' || subject)`.as('words') })
		.from(outbox)
		.where(withStatus[status])
		.orderBy(...inOrder[status])
		.limit(OUTBOX_SEARCHED)
		.as('first')
	const rows = await db
		.select({ id: outbox.id })
		.from(first)
		.innerJoin(outbox, eq(outbox.id, first.id))
		.where(and(...searchWords(q).map(word => sql`instr(${first.words}, lower(${word})) > 0`)))
		.orderBy(...inOrder[status])
		.limit(SEARCH_LISTED + 1)
	return rows.map(row => row.id)
}

async function countAll(): Promise<Record<OutboxStatus, number>> {
	const { waiting, failed, sent } = await db.get<Record<OutboxStatus, number>>(sql`select
		(select count(*) from outbox where ${withStatus.waiting}) as waiting,
		(select count(*) from outbox where ${withStatus.failed}) as failed,
		(select count(*) from outbox where ${withStatus.sent}) as sent`)
	return { waiting, failed, sent }
}

/**
 * Reads an email of the outbox for an administrator; undefined when it does not exist. `text` is null once it is no
 * longer kept, and always if it carries a code, which is for its recipient only. Times are UTC ms.
 */
export async function readEmail(id: string, now: number) {
	const [row] = await db
		.select({
			mail: outbox,
			order: { id: orders.id, reference: orders.reference, submittedAt: orders.submittedAt },
		})
		.from(outbox)
		.leftJoin(orders, eq(orders.id, outbox.orderId))
		.where(eq(outbox.id, id))
	if (!row) return undefined
	const { text, html: _, lockedUntil, ...mail } = row.mail
	const hasCode = containsCode(mail.kind)
	return {
		...mail,
		order: row.order,
		status: outboxStatus(mail),
		isBeingSent: lockedUntil !== null && lockedUntil > now,
		hasCode,
		/** Whether there is a text to send. */
		hasText: text !== '',
		text: text === '' || hasCode ? null : text,
	}
}

export type OutboxEmail = NonNullable<Awaited<ReturnType<typeof readEmail>>>

/** Emails listed on the page of an order. */
const ORDER_MAILS = 50

/** Lists the newest emails about an order, without their text. `isCapped`: there are older ones. */
export async function listOrderEmails(orderId: string) {
	const { id, subject, recipient, createdAt, sentAt, failedAt } = outbox
	const rows = await db
		.select({ id, subject, recipient, createdAt, sentAt, failedAt })
		.from(outbox)
		.where(eq(outbox.orderId, orderId))
		.orderBy(desc(outbox.createdAt), desc(sql`outbox.rowid`))
		.limit(ORDER_MAILS + 1)
	const mails = rows.slice(0, ORDER_MAILS).map(mail => ({ ...mail, status: outboxStatus(mail) }))
	return { mails, isCapped: rows.length > ORDER_MAILS }
}

export type OrderEmails = Awaited<ReturnType<typeof listOrderEmails>>

/** Matches failed emails whose text is still stored. */
export const isSendable = and(isNotNull(outbox.failedAt), ne(outbox.text, ''))

/** Counts the failed emails, and those that can be sent again, up to {@link MAX_RESENT} plus one. */
export async function countFailed(): Promise<{ sendable: number; failed: number }> {
	const some = db
		.select({ one: sql`1` })
		.from(outbox)
		.where(isSendable)
		.limit(MAX_RESENT + 1)
	const [counted, failed] = await Promise.all([some, db.$count(outbox, isNotNull(outbox.failedAt))])
	return { sendable: counted.length, failed }
}

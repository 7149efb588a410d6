import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { orders, outbox } from '~/server/db/schema.server'
import { carriesCode } from '~/server/mail/outbox.server'
import { outboxStatus, SEND_AGAIN_AT_MOST } from './rules'

/** The newest emails of an order that its page lists. */
const ORDER_MAILS = 50

/**
 * One mail of the outbox as an administrator reads it; undefined when there is none. `text` is null once it is no longer
 * kept, and always when it carries a code, which is its recipient's alone. Times are UTC ms.
 */
export async function readMail(id: string, now: number) {
	const [mail] = await db
		.select({
			id: outbox.id,
			kind: outbox.kind,
			subject: outbox.subject,
			recipient: outbox.recipient,
			replyTo: outbox.replyTo,
			text: outbox.text,
			attempts: outbox.attempts,
			createdAt: outbox.createdAt,
			nextAttemptAt: outbox.nextAttemptAt,
			lockedUntil: outbox.lockedUntil,
			sentAt: outbox.sentAt,
			failedAt: outbox.failedAt,
			lastError: outbox.lastError,
			order: { id: orders.id, reference: orders.reference, submittedAt: orders.submittedAt },
		})
		.from(outbox)
		.leftJoin(orders, eq(orders.id, outbox.orderId))
		.where(eq(outbox.id, id))
	if (!mail) return undefined
	const { text, lockedUntil, ...rest } = mail
	const hasCode = carriesCode(mail.kind)
	return {
		...rest,
		status: outboxStatus(mail),
		isBeingSent: lockedUntil !== null && lockedUntil > now,
		hasCode,
		/** Whether there is something to send. */
		hasText: text !== '',
		text: text === '' || hasCode ? null : text,
	}
}

export type OutboxMail = NonNullable<Awaited<ReturnType<typeof readMail>>>

/** The newest emails about an order, without their text. `isCapped`: there are older ones. */
export async function listMailsOf(orderId: string) {
	const rows = await db
		.select({
			id: outbox.id,
			subject: outbox.subject,
			recipient: outbox.recipient,
			createdAt: outbox.createdAt,
			sentAt: outbox.sentAt,
			failedAt: outbox.failedAt,
		})
		.from(outbox)
		.where(eq(outbox.orderId, orderId))
		.orderBy(desc(outbox.createdAt), desc(sql`outbox.rowid`))
		.limit(ORDER_MAILS + 1)
	const mails = rows.slice(0, ORDER_MAILS).map(({ sentAt, failedAt, ...mail }) => ({
		...mail,
		status: outboxStatus({ sentAt, failedAt }),
	}))
	return { mails, isCapped: rows.length > ORDER_MAILS }
}

export type OrderMails = Awaited<ReturnType<typeof listMailsOf>>

/** The condition of a failed mail that there is still something to send of. */
export const isSendable = and(isNotNull(outbox.failedAt), ne(outbox.text, ''))

/** How many failed mails can be sent again, counted up to {@link SEND_AGAIN_AT_MOST} and one, and how many failed. */
export async function countFailed(): Promise<{ sendable: number; failed: number }> {
	const some = db
		.select({ one: sql`1` })
		.from(outbox)
		.where(isSendable)
		.limit(SEND_AGAIN_AT_MOST + 1)
	const [counted, failed] = await Promise.all([some, db.$count(outbox, isNotNull(outbox.failedAt))])
	return { sendable: counted.length, failed }
}

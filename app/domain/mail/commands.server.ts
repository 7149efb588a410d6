import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { MINUTE_MS } from '~/domain/time'
import { audit } from '~/server/db/audit.server'
import { afterCommit, type Tx, write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { enqueueEmail, wakeOutbox } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { testEmail } from './operator-emails'
import { isSendable } from './queries.server'
import { MAX_RESENT, outboxStatus, whyAddressIsFixed } from './rules'

type Outcome = { ok: true } | { ok: false; message: string }

const SAME_COPY_MS = 10 * MINUTE_MS

const refuse = (message: string) => ({ ok: false, message }) as const
const GONE = refuse('The text of this email is no longer kept, so it cannot be sent again.')
const ON_ITS_WAY = refuse('This email is being sent, or has already been sent.')

/* A claimed email belongs to its worker until the lease has ended; changing it earlier would send it twice. */
const isUnclaimed = (now: number) =>
	and(isNull(outbox.sentAt), or(isNull(outbox.lockedUntil), lte(outbox.lockedUntil, now)))

const queueAgain = (now: number) => ({ failedAt: null, attempts: 0, nextAttemptAt: now, lockedUntil: null })

/**
 * Sends an email again and records it: one that was given up is queued again; of one that was sent a copy goes to the
 * same address, at most once in ten minutes.
 */
export async function sendEmailAgain(id: string, by: Actor): Promise<Outcome> {
	return await write(async tx => {
		const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id))
		if (!mail) return refuse('This email does not exist.')
		const status = outboxStatus(mail)
		if (status === 'waiting') return ON_ITS_WAY
		if (mail.text === '') return GONE
		const { kind, recipient, lastError } = mail
		if (status === 'failed') {
			await tx.update(outbox).set(queueAgain(by.now)).where(eq(outbox.id, id))
			await record(tx, 'mail.send-again', id, { kind, recipient, lastError }, by)
			return { ok: true }
		}
		const isCopy = and(
			gt(outbox.createdAt, by.now - SAME_COPY_MS),
			ne(outbox.id, id),
			eq(outbox.kind, kind),
			eq(outbox.recipient, recipient),
			eq(outbox.text, mail.text),
		)
		if ((await tx.$count(outbox, isCopy)) > 0) {
			return refuse('This email was sent again less than ten minutes ago.')
		}
		// A new row has a new Message-ID; otherwise mail programs would hide the copy behind the original.
		const { subject, text, html, replyTo, orderId } = mail
		const words = { kind, subject, text, html, ...(replyTo === null ? {} : { replyTo }) }
		const copy = await enqueueEmail(tx, recipient, words, { now: by.now, orderId })
		await record(tx, 'mail.send-again', id, { kind, recipient, copy }, by)
		return { ok: true }
	})
}

/** Retries a waiting email at once and records it; not one that is being sent. */
export async function tryEmailNow(id: string, by: Actor): Promise<Outcome> {
	return await write(async tx => {
		const [mail] = await tx
			.update(outbox)
			.set({ nextAttemptAt: by.now })
			.where(and(eq(outbox.id, id), isNull(outbox.failedAt), isUnclaimed(by.now)))
			.returning({ kind: outbox.kind, recipient: outbox.recipient })
		if (!mail) return ON_ITS_WAY
		await record(tx, 'mail.try-now', id, mail, by)
		return { ok: true }
	})
}

/**
 * Handles the buttons of an email's page.
 * @returns the message afterwards.
 */
export async function retryEmail(intent: 'send-again' | 'try-now', id: string, by: Actor) {
	const isTry = intent === 'try-now'
	const outcome = isTry ? await tryEmailNow(id, by) : await sendEmailAgain(id, by)
	if (!outcome.ok) return { type: 'error', text: outcome.message } as const
	const text = isTry ? 'The email is being sent now.' : 'The email is being sent again.'
	return { type: 'success', text } as const
}

/**
 * Queues the emails that had failed by `seenAt` (UTC ms) again, the first {@link MAX_RESENT} of them, and
 * records it.
 * @returns how many.
 */
export async function sendFailedAgain(seenAt: number, by: Actor): Promise<number> {
	return await write(async tx => {
		const some = tx
			.select({ id: outbox.id })
			.from(outbox)
			.where(and(isSendable, lte(outbox.failedAt, seenAt)))
			.orderBy(asc(outbox.failedAt), asc(sql`outbox.rowid`))
			.limit(MAX_RESENT)
		const { rowsAffected } = await tx.update(outbox).set(queueAgain(by.now)).where(inArray(outbox.id, some))
		if (rowsAffected > 0) await record(tx, 'mail.send-failed-again', 'failed', { emails: rowsAffected }, by)
		return rowsAffected
	})
}

/**
 * Sends a waiting or failed email to an address other than the one `seen`, and records it; not one that is being sent,
 * carries a code or is about somebody's account.
 * @returns `field` when the address itself is not valid.
 */
export async function changeRecipient(
	id: string,
	{ seen, email }: { seen: string; email: string },
	by: Actor,
): Promise<{ ok: true } | { ok: false; message: string; field?: 'email' }> {
	return await write(async tx => {
		const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id))
		if (!mail) return refuse('This email does not exist.')
		const { kind, recipient, text } = mail
		if (recipient === email && seen !== email && mail.sentAt === null) return { ok: true }
		if (recipient !== seen) {
			return refuse('The address of this email has changed since you opened the page. Please check it again.')
		}
		const reason = whyAddressIsFixed(kind)
		if (reason) return refuse(reason)
		if (text === '') return GONE
		if (email === seen) return { ...refuse('The email already has this address.'), field: 'email' }
		const { rowsAffected } = await tx
			.update(outbox)
			.set({ ...queueAgain(by.now), recipient: email, lastError: null })
			.where(and(eq(outbox.id, id), isUnclaimed(by.now)))
		if (rowsAffected === 0) return ON_ITS_WAY
		await record(tx, 'mail.address', id, { kind, from: seen, to: email }, by)
		return { ok: true }
	})
}

/* Also wakes the worker, because there may be something to send. */
async function record(
	tx: Tx,
	action: string,
	subjectId: string,
	detail: Record<string, unknown>,
	by: Actor,
): Promise<void> {
	await audit(tx, action, { type: 'mail', id: subjectId }, by, detail)
	afterCommit(tx, wakeOutbox)
}

/** Queues an email that shows whether emails arrive, and records it. `now`: UTC ms. */
export async function sendTestEmail(
	to: string,
	{ actor, now }: { actor: { id: string; fullName: string }; now: number },
): Promise<void> {
	await write(async tx => {
		const mail = testEmail({ askedBy: actor.fullName, at: now, url: absoluteUrl('/') })
		await enqueueEmail(tx, to, mail, { now })
		await recordTestEmail(tx, to, { actorId: actor.id, now })
	})
}

/** Records a test email. `actorId`: null for the operator's command line. */
export function recordTestEmail(tx: Tx, to: string, by: { actorId: string | null; now: number }) {
	return audit(tx, 'mail.test', { type: 'mail', id: to }, by)
}

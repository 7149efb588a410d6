import { and, asc, desc, eq, inArray, isNull, lte, min, or, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import { db, write } from '../db/db.server'
import { outbox } from '../db/schema.server'
import { log } from '../ops/log.server'
import { withTimeout } from '../ops/timeout.server'
import type { Deliver } from './mail.server'
import { containsCode, onEmailQueued } from './outbox.server'

/* Sends the emails of the outbox. An email is claimed by a conditional UPDATE that sets a lease, delivered, and marked
   as sent; several processes may do so at once. If a process dies in between, the lease expires and another claims the
   email, so each is sent at least once. A second time only if the process dies after the mail server has accepted the
   email and before that is recorded, and then with the same Message-ID. */

const LEASE_MS = 2 * 60_000
const DEADLINE_MS = 90_000
const CONCURRENCY = 5
const POLL_MS = 15_000
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60 * 60_000
/* Ten attempts take an hour and a half, each further one an hour: emails are retried for three days. */
const MAX_ATTEMPTS = 80
const MAX_ATTEMPTS_WITH_CODE = 10

type Row = typeof outbox.$inferSelect

/**
 * Returns the delay after failed attempt number `attempts` (from 1), in ms: doubles from 5 s to an hour, plus a random
 * fifth.
 */
export function retryDelay(attempts: number, chance = Math.random()): number {
	const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS)
	return Math.round(delay * (0.9 + 0.2 * chance))
}

/**
 * Tests whether retrying cannot help: the mail server refused this email or its recipient permanently, or the address
 * is not valid.
 */
export function isPermanentFailure(error: unknown): boolean {
	if (!(error instanceof Error) || !('code' in error)) return false
	if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false
	return !('responseCode' in error) || Number(error.responseCode) >= 500
}

const isDue = (now: number) =>
	and(
		isNull(outbox.sentAt),
		isNull(outbox.failedAt),
		lte(outbox.nextAttemptAt, now),
		or(isNull(outbox.lockedUntil), lte(outbox.lockedUntil, now)),
	)

async function claim(now: number, limit: number): Promise<Row[]> {
	const due = db
		.select({ id: outbox.id })
		.from(outbox)
		.where(isDue(now))
		// Codes first: somebody is waiting for them.
		.orderBy(desc(sql`${outbox.kind} like '%-code'`), asc(outbox.nextAttemptAt))
		.limit(limit)
	if ((await due).length === 0) return []
	return await write(tx =>
		tx
			.update(outbox)
			.set({ lockedUntil: now + LEASE_MS, attempts: sql`${outbox.attempts} + 1` })
			.where(inArray(outbox.id, due))
			.returning(),
	)
}

/** Sends one claimed email and records the result, if the claim still holds. */
async function attempt(row: Row, deliver: Deliver): Promise<void> {
	const refused = await deliverRow(row, deliver)
	const now = Date.now()
	const secret = containsCode(row.kind)
	const hasGivenUp =
		row.attempts >= (secret ? MAX_ATTEMPTS_WITH_CODE : MAX_ATTEMPTS) || isPermanentFailure(refused)
	const forgotten = secret && (!refused || hasGivenUp) ? { text: '', html: '' } : {}
	const outcome = refused
		? {
				lockedUntil: null,
				lastError: refused.message.slice(0, 500),
				...(hasGivenUp ? { failedAt: now } : { nextAttemptAt: now + retryDelay(row.attempts) }),
			}
		: { lockedUntil: null, sentAt: now, lastError: null }
	const isClaimed = and(eq(outbox.id, row.id), eq(outbox.lockedUntil, row.lockedUntil ?? 0))
	await write(tx =>
		tx
			.update(outbox)
			.set({ ...outcome, ...forgotten })
			.where(isClaimed),
	)
	const { id: mail, kind, attempts } = row
	if (refused) log.warn({ mail, kind, attempts, hasGivenUp, err: refused }, 'email not sent')
}

async function deliverRow(row: Row, deliver: Deliver): Promise<Error | undefined> {
	try {
		const work = deliver({ ...row, to: row.recipient, writtenAt: row.createdAt })
		await withTimeout(DEADLINE_MS, work, 'The mail server took too long')
		return undefined
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error))
	}
}

/**
 * Returns the milliseconds until the next retry is due, at most one polling interval, for emails that other processes
 * left.
 */
async function getNextDelay(): Promise<number> {
	const [next] = await db
		.select({ at: min(outbox.nextAttemptAt) })
		.from(outbox)
		.where(and(isNull(outbox.sentAt), isNull(outbox.failedAt), isNull(outbox.lockedUntil)))
	return Math.min(POLL_MS, Math.max(0, (next?.at ?? Number.MAX_SAFE_INTEGER) - Date.now()))
}

/**
 * Sends emails from now on, a few at a time and at once when this process commits one; one that hangs delays no other.
 * Waiting does not keep the process alive.
 * @returns a function that stops the worker and resolves once the emails on their way have arrived or failed.
 */
export function startOutboxWorker(deliver: Deliver): () => Promise<void> {
	const checks = new PQueue({ concurrency: 1 })
	const deliveries = new Set<Promise<void>>()
	let stopped = false
	let timer: NodeJS.Timeout | undefined

	/* One check that starts after now covers everything due now. */
	const wake = () => {
		if (!stopped && checks.size === 0) void checks.add(check)
	}
	const check = async () => {
		clearTimeout(timer)
		let rest = POLL_MS
		try {
			await sendDue()
			if (deliveries.size < CONCURRENCY) rest = await getNextDelay()
		} catch (error) {
			log.error({ err: error }, 'outbox failed')
		}
		if (!stopped) timer = setTimeout(wake, rest).unref()
	}
	const sendDue = async () => {
		while (!stopped && deliveries.size < CONCURRENCY) {
			const rows = await claim(Date.now(), CONCURRENCY - deliveries.size)
			if (rows.length === 0) return
			for (const row of rows) {
				const delivery = attempt(row, deliver)
					.catch(error => log.error({ err: error, mail: row.id }, 'outbox failed'))
					.then(() => {
						deliveries.delete(delivery)
						wake()
					})
				deliveries.add(delivery)
			}
		}
	}

	onEmailQueued(wake)
	wake()
	return async () => {
		stopped = true
		clearTimeout(timer)
		await checks.onIdle()
		await Promise.all(deliveries)
	}
}

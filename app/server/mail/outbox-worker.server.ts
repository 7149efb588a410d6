import { and, asc, desc, eq, inArray, isNull, lte, min, or, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import { db, write } from '../db/db.server'
import { outbox } from '../db/schema.server'
import { log } from '../ops/log.server'
import { withTimeout } from '../ops/timeout.server'
import type { Deliver } from './mail.server'
import { carriesCode, onEmailQueued } from './outbox.server'

/* An email is claimed by a conditional UPDATE that locks it until its lease ends, handed over, and marked as sent.
   Several processes may do so at once. A process that dies in between leaves a lease that runs out, and the email is
   taken again: sent at least once. Only a death after the other side has accepted an email and before that is written
   down sends it a second time, with the same Message-ID. */

const LEASE_MS = 2 * 60_000
const DEADLINE_MS = 90_000
const AT_ONCE = 5
const POLL_MS = 15_000
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60 * 60_000
/* Ten tries take an hour and a half, each further one an hour: emails are tried for three days. */
const MAX_ATTEMPTS = 80
const MAX_ATTEMPTS_WITH_CODE = 10

type Row = typeof outbox.$inferSelect

/**
 * The delay after failed attempt number `attempts` (from 1), in ms: doubles from 5 s to an hour, with a random fifth.
 */
export function retryDelay(attempts: number, chance = Math.random()): number {
	const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS)
	return Math.round(delay * (0.9 + 0.2 * chance))
}

/**
 * Tests whether a retry cannot help: the other side refused this email or its recipient for good, or nobody could write
 * to it.
 */
export function isPermanentFailure(error: unknown): boolean {
	if (!(error instanceof Error) || !('code' in error)) return false
	if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false
	return !('responseCode' in error) || Number(error.responseCode) >= 500
}

const waiting = (now: number) =>
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
		.where(waiting(now))
		// Somebody waits for a code; the others, and their images, can wait a moment.
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

/** Sends one claimed email and writes down how it went; only while the claim still holds. */
async function attempt(row: Row, deliver: Deliver): Promise<void> {
	const refused = await handOver(row, deliver)
	const now = Date.now()
	const secret = carriesCode(row.kind)
	const given =
		row.attempts >= (secret ? MAX_ATTEMPTS_WITH_CODE : MAX_ATTEMPTS) || isPermanentFailure(refused)
	const forgotten = secret && (!refused || given) ? { text: '', html: '' } : {}
	const outcome = refused
		? {
				lockedUntil: null,
				lastError: refused.message.slice(0, 500),
				...(given ? { failedAt: now } : { nextAttemptAt: now + retryDelay(row.attempts) }),
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
	if (refused) log.warn({ mail, kind, attempts, given, err: refused }, 'email not sent')
}

async function handOver(row: Row, deliver: Deliver): Promise<Error | undefined> {
	try {
		const work = deliver({ ...row, to: row.recipient, writtenAt: row.createdAt })
		await withTimeout(DEADLINE_MS, work, 'The mail server took too long')
		return undefined
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error))
	}
}

/**
 * Milliseconds until there may be something to do: the next retry, and at most one poll for what other processes left.
 */
async function untilNext(): Promise<number> {
	const [next] = await db
		.select({ at: min(outbox.nextAttemptAt) })
		.from(outbox)
		.where(and(isNull(outbox.sentAt), isNull(outbox.failedAt), isNull(outbox.lockedUntil)))
	return Math.min(POLL_MS, Math.max(0, (next?.at ?? Number.MAX_SAFE_INTEGER) - Date.now()))
}

/**
 * Sends emails from now on, at once when this process commits one, a few at a time; one that hangs holds up no other.
 * Waiting keeps no process from ending.
 * @returns what to call when the process is to end: nothing new is begun, and it resolves once what is on its way has
 * arrived or failed.
 */
export function startOutboxWorker(deliver: Deliver): () => Promise<void> {
	const looks = new PQueue({ concurrency: 1 })
	const onTheWay = new Set<Promise<void>>()
	let stopped = false
	let timer: NodeJS.Timeout | undefined

	/* One look that begins after now sees what there is to do now. */
	const ring = () => {
		if (!stopped && looks.size === 0) void looks.add(look)
	}
	const look = async () => {
		clearTimeout(timer)
		let rest = POLL_MS
		try {
			await sendWhatIsDue()
			if (onTheWay.size < AT_ONCE) rest = await untilNext()
		} catch (error) {
			log.error({ err: error }, 'outbox failed')
		}
		if (!stopped) timer = setTimeout(ring, rest).unref()
	}
	const sendWhatIsDue = async () => {
		while (!stopped && onTheWay.size < AT_ONCE) {
			const rows = await claim(Date.now(), AT_ONCE - onTheWay.size)
			if (rows.length === 0) return
			for (const row of rows) {
				const sending = attempt(row, deliver)
					.catch(error => log.error({ err: error, mail: row.id }, 'outbox failed'))
					.then(() => {
						onTheWay.delete(sending)
						ring()
					})
				onTheWay.add(sending)
			}
		}
	}

	onEmailQueued(ring)
	ring()
	return async () => {
		stopped = true
		clearTimeout(timer)
		await looks.onIdle()
		await Promise.all(onTheWay)
	}
}

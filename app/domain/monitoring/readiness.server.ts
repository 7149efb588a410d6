import { checkDatabaseRead, checkDatabaseWrite } from '~/server/db/database-check.server'
import { storage } from '~/server/files/storage.server'
import { withTimeout } from '~/server/ops/timeout.server'
import { readOutboxFigures } from './queries.server'

const ANSWER_MS = 2_000
const CACHED_MS = 5_000

let known: { until: number; state: ReturnType<typeof checkReadiness> } | undefined

/**
 * Checks whether this process can read and write the database and store files, how much space is left, and how long
 * emails have waited. Null: unknown; `freeDiskBytes` is also null if files are in S3, which has no limit.
 * `oldestUnsentEmailSeconds`: 0 when no email waits. Cached for five seconds, because anybody may call it, and it takes the write lock.
 */
export function readiness(now: number) {
	if (!known || known.until <= now) known = { until: now + CACHED_MS, state: checkReadiness(now) }
	return known.state
}

async function checkReadiness(now: number) {
	const [canRead, canWrite, room, outbox] = await Promise.all([
		succeeds(checkDatabaseRead(ANSWER_MS)),
		succeeds(checkDatabaseWrite(ANSWER_MS)),
		roomForFiles(),
		tryWithin(readOutboxFigures()),
	])
	const canStoreFiles = room !== null && room > 0
	const waiting = outbox?.oldestWaiting ?? now
	return {
		status: canRead && canWrite && canStoreFiles ? ('ready' as const) : ('unavailable' as const),
		canRead,
		canWrite,
		canStoreFiles,
		freeDiskBytes: Number.isFinite(room) ? room : null,
		oldestUnsentEmailSeconds: outbox && Math.round(Math.max(0, now - waiting) / 1000),
	}
}

/** Returns the free bytes of the file store: Infinity without a limit, null when it does not answer. */
export async function roomForFiles(): Promise<number | null> {
	return await tryWithin(storage.freeBytes())
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
	return await work.then(
		() => true,
		() => false,
	)
}

async function tryWithin<T>(work: Promise<T>): Promise<T | null> {
	return await withTimeout(ANSWER_MS, work).catch(() => null)
}

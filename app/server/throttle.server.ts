import { eq, lt, sql } from 'drizzle-orm'
import { type Tx, write } from './db.server'
import { throttles } from './schema.server'

/** `retryAfter`: whole seconds until the next try is allowed. */
export type ThrottleResult = { ok: true } | { ok: false; retryAfter: number }

/**
 * Counts one attempt under `key` and says whether it is within `limit` per `windowSeconds`. Kept in the database, so it holds
 * across processes and restarts.
 */
export function throttle(
	key: string,
	limit: number,
	windowSeconds: number,
	now = Date.now(),
): Promise<ThrottleResult> {
	return write(tx => throttleIn(tx, key, limit, windowSeconds, now))
}

/** {@link throttle} for what is only counted if the rest of a transaction comes to it. */
export async function throttleIn(
	tx: Tx,
	key: string,
	limit: number,
	windowSeconds: number,
	now: number,
): Promise<ThrottleResult> {
	await tx.delete(throttles).where(lt(throttles.windowEndsAt, now))
	const [row] = await tx
		.insert(throttles)
		.values({ key, count: 1, windowEndsAt: now + windowSeconds * 1000 })
		.onConflictDoUpdate({
			target: throttles.key,
			set: { count: sql`min(${throttles.count} + 1, ${limit + 1})` },
		})
		.returning()
	if (!row || row.count <= limit) return { ok: true }
	return { ok: false, retryAfter: Math.max(1, Math.ceil((row.windowEndsAt - now) / 1000)) }
}

/** Takes one attempt under `key` back: it turned out to be a good one. */
export async function refundThrottle(tx: Tx, key: string): Promise<void> {
	await tx
		.update(throttles)
		.set({ count: sql`max(0, ${throttles.count} - 1)` })
		.where(eq(throttles.key, key))
}

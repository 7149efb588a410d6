import { eq, lt, sql } from 'drizzle-orm'
import { type Tx, write } from './db.server'
import { throttles } from './schema.server'

/** `retryAfter`: whole seconds until the next try is allowed. */
export type ThrottleResult = { ok: true } | { ok: false; retryAfter: number }

/**
 * Counts one attempt under `key` and says whether it is within `limit` per `windowSeconds`. Kept in the database, so it
 * holds across processes and restarts.
 */
export function throttle(
	key: string,
	limit: number,
	windowSeconds: number,
	now = Date.now(),
): Promise<ThrottleResult> {
	return write(tx => throttleIn(tx, key, limit, windowSeconds, now))
}

/**
 * {@link throttle} for what is only counted if the rest of a transaction comes to it. `cost`: how many attempts it
 * counts as.
 */
export async function throttleIn(
	tx: Tx,
	key: string,
	limit: number,
	windowSeconds: number,
	now: number,
	cost = 1,
): Promise<ThrottleResult> {
	const { count, windowEndsAt } = await countIn(tx, key, limit + 1, windowSeconds, now, cost)
	if (count <= limit) return { ok: true }
	return { ok: false, retryAfter: Math.max(1, Math.ceil((windowEndsAt - now) / 1000)) }
}

/**
 * Counts `cost` events under `key`, up to `most`. @returns how many there were in this window, these included, and its
 * end (UTC ms).
 */
export async function countIn(
	tx: Tx,
	key: string,
	most: number,
	windowSeconds: number,
	now: number,
	cost = 1,
): Promise<{ count: number; windowEndsAt: number }> {
	await tx.delete(throttles).where(lt(throttles.windowEndsAt, now))
	const windowEndsAt = now + windowSeconds * 1000
	const [row] = await tx
		.insert(throttles)
		.values({ key, count: Math.min(cost, most), windowEndsAt })
		.onConflictDoUpdate({
			target: throttles.key,
			set: { count: sql`min(${throttles.count} + ${cost}, ${most})` },
		})
		.returning()
	return row ?? { count: cost, windowEndsAt }
}

/** Takes one attempt under `key` back: it turned out to be a good one. */
export async function refundThrottle(tx: Tx, key: string): Promise<void> {
	await tx
		.update(throttles)
		.set({ count: sql`max(0, ${throttles.count} - 1)` })
		.where(eq(throttles.key, key))
}

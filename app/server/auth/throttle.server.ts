import { eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.server'
import { throttles } from '../db/schema.server'

/**
 * `count`: attempts in this window, including this one. `retryAfter`: whole seconds until the next attempt is allowed.
 */
export type ThrottleResult = { ok: true; count: number } | { ok: false; count: number; retryAfter: number }

/** At most `attempts` under `key` per window of `seconds`. `cost`: how many attempts this one counts as. */
type Attempt = { key: string; attempts: number; seconds: number; now: number; cost?: number }

/**
 * Counts one attempt and returns whether it is within the limit. Stored in the database, so it holds across processes
 * and restarts.
 */
export async function throttle(
	tx: Tx,
	{ key, attempts, seconds, now, cost = 1 }: Attempt,
): Promise<ThrottleResult> {
	const fresh = { count: Math.min(cost, attempts + 1), windowEndsAt: now + seconds * 1000 }
	const { count, windowEndsAt } = throttles
	const [row = fresh] = await tx
		.insert(throttles)
		.values({ key, ...fresh })
		.onConflictDoUpdate({
			target: throttles.key,
			set: {
				count: sql`min(iif(${windowEndsAt} < ${now}, 0, ${count}) + ${cost}, ${attempts + 1})`,
				windowEndsAt: sql`iif(${windowEndsAt} < ${now}, ${fresh.windowEndsAt}, ${windowEndsAt})`,
			},
		})
		.returning()
	if (row.windowEndsAt === fresh.windowEndsAt) await tx.delete(throttles).where(lt(windowEndsAt, now))
	if (row.count <= attempts) return { ok: true, count: row.count }
	const retryAfter = Math.max(1, Math.ceil((row.windowEndsAt - now) / 1000))
	return { ok: false, count: row.count, retryAfter }
}

/** Takes back one attempt under `key` that turned out to be legitimate. */
export async function refundAttempt(tx: Tx, key: string): Promise<void> {
	await tx
		.update(throttles)
		.set({ count: sql`max(0, ${throttles.count} - 1)` })
		.where(eq(throttles.key, key))
}

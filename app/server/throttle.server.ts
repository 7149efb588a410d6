import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { finish, putOff, type Tx, write } from './db.server'
import { listed, prepared } from './prepared.server'
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
	return write(async tx => {
		putOff(sweep.of({ now }))
		const window = { count: 1, windowEndsAt: now + windowSeconds * 1000 }
		const [row = window] = await finish(() =>
			tx
				.insert(throttles)
				.values({ key, ...window })
				.onConflictDoUpdate({
					target: throttles.key,
					set: { count: sql`min(${throttles.count} + 1, ${limit + 1})` },
				})
				.returning(),
		)
		return resultOf(row, limit, now)
	})
}

const sweep = prepared(on => on.delete(throttles).where(lt(throttles.windowEndsAt, sql.placeholder('now'))))

function resultOf(window: Window, limit: number, now: number): ThrottleResult {
	if (window.count <= limit) return { ok: true }
	return { ok: false, retryAfter: Math.max(1, Math.ceil((window.windowEndsAt - now) / 1000)) }
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
	const windows = await readWindows(tx, [key], now)
	return countAttempt(tx, windows, { key, limit, windowSeconds, cost }, now)
}

/** How much was counted, and until when (UTC ms). */
type Window = { count: number; windowEndsAt: number }
/** Windows by key that have not ended. */
export type Windows = ReadonlyMap<string, Window>

/** The windows of these keys that run at `now` (UTC ms), for {@link countAttempt} in the same transaction. */
export async function readWindows(tx: Tx, keys: readonly string[], now: number): Promise<Windows> {
	const rows = await running.all(tx, { keys: JSON.stringify(keys), now })
	return new Map(rows.map(row => [row.key, row]))
}

const running = prepared(on =>
	on
		.select()
		.from(throttles)
		.where(and(inArray(throttles.key, listed('keys')), gte(throttles.windowEndsAt, sql.placeholder('now')))),
)

type Attempt = { key: string; limit: number; windowSeconds: number; cost?: number }

/** Counts an attempt on top of what was read, and says whether it is within its limit. */
export function countAttempt(tx: Tx, windows: Windows, attempt: Attempt, now: number): ThrottleResult {
	const { limit, ...event } = attempt
	return resultOf(countEvent(tx, windows, { ...event, most: limit + 1 }, now), limit, now)
}

/**
 * Counts `cost` events on top of what was read, up to `most`. @returns how many there were in this window, these
 * included, and its end (UTC ms).
 */
export function countEvent(
	_tx: Tx,
	windows: Windows,
	{ key, most, windowSeconds, cost = 1 }: Omit<Attempt, 'limit'> & { most: number },
	now: number,
): Window {
	const known = windows.get(key)
	if (!known) putOff(sweep.of({ now }))
	const counted = {
		count: Math.min((known?.count ?? 0) + cost, most),
		windowEndsAt: known?.windowEndsAt ?? now + windowSeconds * 1000,
	}
	putOff(storing.of({ key, ...counted }))
	return counted
}

const storing = prepared(on =>
	on
		.insert(throttles)
		.values({
			key: sql.placeholder('key'),
			count: sql.placeholder('count'),
			windowEndsAt: sql.placeholder('windowEndsAt'),
		})
		.onConflictDoUpdate({
			target: throttles.key,
			set: { count: sql`excluded.count`, windowEndsAt: sql`excluded.window_ends_at` },
		}),
)

/** Takes one attempt under `key` back: it turned out to be a good one. */
export function refundThrottle(tx: Tx, key: string): void {
	putOff(
		tx
			.update(throttles)
			.set({ count: sql`max(0, ${throttles.count} - 1)` })
			.where(eq(throttles.key, key)),
	)
}

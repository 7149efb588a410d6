import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Tx, write } from '../db/db.server'
import { throttles } from '../db/schema.server'

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
		await sweep(tx, now)
		const window = { count: 1, windowEndsAt: now + windowSeconds * 1000 }
		const [row = window] = await tx
			.insert(throttles)
			.values({ key, ...window })
			.onConflictDoUpdate({
				target: throttles.key,
				set: { count: sql`min(${throttles.count} + 1, ${limit + 1})` },
			})
			.returning()
		return resultOf(row, limit, now)
	})
}

async function sweep(tx: Tx, now: number): Promise<void> {
	await tx.delete(throttles).where(lt(throttles.windowEndsAt, now))
}

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
	return await countInWindows(tx, windows, { key, limit, windowSeconds, cost }, now)
}

/** How much was counted, and until when (UTC ms). */
type Window = { count: number; windowEndsAt: number }
/** Windows by key that have not ended. */
export type Windows = ReadonlyMap<string, Window>

/** The windows of these keys that run at `now` (UTC ms), for {@link countInWindows} in the same transaction. */
export async function readWindows(tx: Tx, keys: readonly string[], now: number): Promise<Windows> {
	const rows = await tx
		.select()
		.from(throttles)
		.where(and(inArray(throttles.key, [...keys]), gte(throttles.windowEndsAt, now)))
	return new Map(rows.map(row => [row.key, row]))
}

type Attempt = { key: string; limit: number; windowSeconds: number; cost?: number }

/** Counts an attempt on top of what was read, and says whether it is within its limit. */
export async function countInWindows(
	tx: Tx,
	windows: Windows,
	attempt: Attempt,
	now: number,
): Promise<ThrottleResult> {
	const [result] = await countAllInWindows(tx, windows, [attempt], now)
	return result ?? { ok: true }
}

/** {@link countInWindows} of several attempts, whatever becomes of one of them. */
export async function countAllInWindows(
	tx: Tx,
	windows: Windows,
	attempts: readonly Attempt[],
	now: number,
): Promise<ThrottleResult[]> {
	const events = attempts.map(({ limit, ...event }) => ({ ...event, most: limit + 1 }))
	const counted = await countEvents(tx, windows, events, now)
	return attempts.map(({ limit }, place) => resultOf(counted[place] ?? NOTHING, limit, now))
}

const NOTHING: Window = { count: 0, windowEndsAt: 0 }

type Event = Omit<Attempt, 'limit'> & { most: number }

/**
 * Counts `cost` events on top of what was read, up to `most`. @returns how many there were in this window, these
 * included, and its end (UTC ms).
 */
export async function countEvent(tx: Tx, windows: Windows, event: Event, now: number): Promise<Window> {
	const [window] = await countEvents(tx, windows, [event], now)
	return window ?? NOTHING
}

async function countEvents(
	tx: Tx,
	windows: Windows,
	events: readonly Event[],
	now: number,
): Promise<Window[]> {
	if (events.some(({ key }) => !windows.has(key))) await sweep(tx, now)
	const counted = events.map(({ key, most, windowSeconds, cost = 1 }) => {
		const known = windows.get(key)
		const count = Math.min((known?.count ?? 0) + cost, most)
		return { key, count, windowEndsAt: known?.windowEndsAt ?? now + windowSeconds * 1000 }
	})
	await tx
		.insert(throttles)
		.values(counted)
		.onConflictDoUpdate({
			target: throttles.key,
			set: { count: sql`excluded.count`, windowEndsAt: sql`excluded.window_ends_at` },
		})
	return counted
}

/** Takes one attempt under `key` back: it turned out to be a good one. */
export async function refundThrottle(tx: Tx, key: string): Promise<void> {
	await tx
		.update(throttles)
		.set({ count: sql`max(0, ${throttles.count} - 1)` })
		.where(eq(throttles.key, key))
}

import { isIPv6 } from 'node:net'
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
	return write(async tx => {
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
	})
}

/** Forgets the attempts under `key`, after a success. */
export async function clearThrottle(tx: Tx, key: string): Promise<void> {
	await tx.delete(throttles).where(eq(throttles.key, key))
}

/** Takes one attempt under `key` back: it turned out to be a good one. */
export async function refundThrottle(tx: Tx, key: string): Promise<void> {
	await tx
		.update(throttles)
		.set({ count: sql`max(0, ${throttles.count} - 1)` })
		.where(eq(throttles.key, key))
}

/**
 * The part of a client address that attempts are counted by: an IPv4 address whole, of an IPv6 address the first 64 bits, which
 * is what one customer has at least.
 */
export function addressBlock(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
	if (mapped?.[1]) return mapped[1]
	if (!isIPv6(address)) return address
	const [head = '', tail] = address.toLowerCase().split('::')
	const left = head ? head.split(':') : []
	const right = tail ? tail.split(':') : []
	const groups =
		tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
	return `${groups
		.slice(0, 4)
		.map(group => Number.parseInt(group, 16).toString(16))
		.join(':')}::/64`
}

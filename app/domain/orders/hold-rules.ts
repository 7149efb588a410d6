/* Duration and cooling-off of holds. Safe for the browser. */

/** A hold that an account has or had on a cell; times in UTC ms. `endedAt`: given up before `until`. */
export type PastHold = { readonly heldAt: number; readonly until: number; readonly endedAt: number | null }

export type NextHold =
	| { readonly kind: 'hold'; readonly heldAt: number; readonly until: number }
	/** No hold before this time; buying stays possible. */
	| { readonly kind: 'cooling'; readonly until: number }

/**
 * The hold that an account may have now on cells with this history (docs/decisions/0020). Nobody can renew a
 * hold for ever:
 * - within the time of an earlier hold, given up or not, the new one ends when that one would have;
 * - after it, the account waits as long as it had held.
 */
export function nextHold(history: readonly PastHold[], now: number, minutes: number): NextHold {
	const running = history.filter(past => now < past.until)
	const over = history.filter(past => now >= past.until)
	const coolUntil = Math.max(0, ...over.map(cooldownEnd))
	if (coolUntil > now) return { kind: 'cooling', until: coolUntil }
	if (running.length === 0) return { kind: 'hold', heldAt: now, until: now + minutes * 60_000 }
	return {
		kind: 'hold',
		heldAt: Math.min(...running.map(past => past.heldAt)),
		until: Math.min(...running.map(past => past.until)),
	}
}

/** When the cooling-off after a hold ends. */
export function cooldownEnd(past: PastHold): number {
	const end = Math.min(past.until, past.endedAt ?? past.until)
	return end + Math.max(0, end - past.heldAt)
}

/** Tests whether an order's own hold is running; it ends the very moment its time has passed (P6). */
export function isHeld(
	order: { readonly holdUntil: number | null; readonly holdEndedAt: number | null },
	now: number,
): boolean {
	return order.holdUntil !== null && order.holdEndedAt === null && now < order.holdUntil
}

/** How long before its end (ms) a hold that lasts longer than this gets a reminder (P6). */
export const REMIND_BEFORE_MS = 2 * 60 * 60_000

/** Tests whether a reminder of a hold is due at this time (UTC ms). */
export function isReminderDue(
	order: Parameters<typeof isHeld>[0] & { readonly heldAt: number | null },
	now: number,
): boolean {
	const { heldAt, holdUntil } = order
	if (heldAt === null || holdUntil === null || !isHeld(order, now)) return false
	return holdUntil - now <= REMIND_BEFORE_MS && holdUntil - heldAt > REMIND_BEFORE_MS
}

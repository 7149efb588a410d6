import { waitText } from '~/domain/accounts/rules'
import { countAllInWindows, readWindows, type Windows } from '~/server/auth/throttle.server'
import type { Tx } from '~/server/db/db.server'
import type { Refusal } from './refusals'

const CHECKOUTS_PER_HOUR = 60
const CELLS_PER_DAY = 2_000
/** What the smallest checkout counts as: the order itself takes room too. */
const LEAST_CELLS = 10

/** What {@link countCheckout} counts on top of. */
export function readCheckouts(tx: Tx, accountId: string, now: number): Promise<Windows> {
	return readWindows(tx, [`checkout:${accountId}`, `checkout-cells:${accountId}`], now)
}

/**
 * Counts a checkout that is about to be opened: its rows stay for a month, or for good (docs/decisions/0078). @returns
 * the refusal when it was one too many.
 */
export async function countCheckout(
	tx: Tx,
	windows: Windows,
	{ accountId, cells, now }: { accountId: string; cells: number; now: number },
): Promise<Refusal | undefined> {
	const checkouts = { key: `checkout:${accountId}`, limit: CHECKOUTS_PER_HOUR, windowSeconds: 3_600 }
	const ofDay = { key: `checkout-cells:${accountId}`, limit: CELLS_PER_DAY, windowSeconds: 86_400 }
	const attempts = [checkouts, { ...ofDay, cost: Math.max(cells, LEAST_CELLS) }]
	const counts = await countAllInWindows(tx, windows, attempts, now)
	const retryAfter = Math.max(0, ...counts.map(count => (count.ok ? 0 : count.retryAfter)))
	if (retryAfter === 0) return undefined
	const message = `Many checkouts were opened from your account. Please wait ${waitText(retryAfter)} and try again.`
	return { ok: false, code: 'too-many', message, retryAfter }
}

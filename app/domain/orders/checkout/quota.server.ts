import { waitText } from '~/domain/accounts/rules'
import { throttleIn } from '~/server/auth/throttle.server'
import type { Tx } from '~/server/db/db.server'
import type { Refusal } from './refusals'

const CHECKOUTS = { attempts: 60, seconds: 3600 }
const CELLS = { attempts: 2_000, seconds: 86_400 }
/** The size counted for the smallest checkout: the order itself takes room too. */
const LEAST_CELLS = 10

/**
 * Counts a checkout that is about to be opened: its rows stay for a month, or for good (docs/decisions/0078). @returns
 * the refusal when it was one too many.
 */
export async function countCheckout(
	tx: Tx,
	{ accountId, cells, now }: { accountId: string; cells: number; now: number },
): Promise<Refusal | undefined> {
	const cost = Math.max(cells, LEAST_CELLS)
	const counts = [
		await throttleIn(tx, { key: `checkout:${accountId}`, ...CHECKOUTS, now }),
		await throttleIn(tx, { key: `checkout-cells:${accountId}`, ...CELLS, now, cost }),
	]
	const retryAfter = Math.max(0, ...counts.map(count => (count.ok ? 0 : count.retryAfter)))
	if (retryAfter === 0) return undefined
	const message = `Many checkouts were opened from your account. Please wait ${waitText(retryAfter)} and try again.`
	return { ok: false, code: 'too-many', message, retryAfter }
}

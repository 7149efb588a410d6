import { formatDuration } from '~/domain/accounts/rules'
import type { Refusal } from '~/domain/refusal'
import { throttle } from '~/server/auth/throttle.server'
import type { Tx } from '~/server/db/db.server'

/** `retryAfter`: seconds. */
export type TooMany = Refusal<'too-many'> & { retryAfter: number }

/** Attempts per window in seconds. `cost`: how many attempts one counts as. */
type Limit = { attempts: number; seconds: number; cost?: number }

/**
 * Counts an attempt under each key in order, up to the first refusal: later keys are not charged. `now`: UTC ms.
 * @param cause the sentence before "Please wait ...".
 * @returns the refusal when a limit is exceeded.
 */
export async function countAttempts(
	tx: Tx,
	limits: readonly (readonly [key: string, limit: Limit])[],
	now: number,
	cause: string,
): Promise<TooMany | undefined> {
	for (const [key, limit] of limits) {
		const counted = await throttle(tx, { key, ...limit, now })
		if (counted.ok) continue
		const { retryAfter } = counted
		const message = `${cause} Please wait ${formatDuration(retryAfter)} and try again.`
		return { ok: false, code: 'too-many', message, retryAfter }
	}
	return undefined
}

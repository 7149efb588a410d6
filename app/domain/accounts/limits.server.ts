import { addressBlock } from '~/server/address-block.server'
import { type Tx, write } from '~/server/db.server'
import { refundThrottle, throttleIn } from '~/server/throttle.server'
import { LIMITS, tooManyText } from './rules'

/** Who asks and when: `now` in UTC ms, the client's address. */
export type Asking = { now: number; address: string }

type Limit = keyof typeof LIMITS
export type TooMany = { ok: false; message: string; retryAfter: number }

const keyOf = (limit: Limit, subject: string) =>
	`${limit}:${limit.endsWith('PerAddress') ? addressBlock(subject) : subject}`

/** Counts an attempt of `subject` (an e-mail or a client address). @returns the refusal when there were too many. */
export async function countAttempt(limit: Limit, subject: string, now: number): Promise<TooMany | undefined> {
	return await write(tx => countAttemptIn(tx, limit, subject, now))
}

/** {@link countAttempt} in the transaction that decides whether there is anything to count. */
export async function countAttemptIn(
	tx: Tx,
	limit: Limit,
	subject: string,
	now: number,
): Promise<TooMany | undefined> {
	const { attempts, seconds } = LIMITS[limit]
	const outcome = await throttleIn(tx, keyOf(limit, subject), attempts, seconds, now)
	if (outcome.ok) return undefined
	return { ok: false, message: tooManyText(outcome.retryAfter), retryAfter: outcome.retryAfter }
}

/** Takes an attempt back that ended well. */
export async function forgiveAttempt(tx: Tx, limit: Limit, subject: string): Promise<void> {
	await refundThrottle(tx, keyOf(limit, subject))
}

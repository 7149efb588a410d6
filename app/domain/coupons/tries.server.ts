import { waitText } from '~/domain/accounts/rules'
import { throttle } from '~/server/auth/throttle.server'

const TRIES = 20
const SECONDS = 900

export type TooManyTries = {
	ok: false
	code: 'too-many'
	field: 'coupon_code'
	message: string
	retryAfter: number
}

/**
 * Counts a coupon code that an account tries, wherever it does: codes are short, and one that is guessed may be worth a
 * whole order. `now`: UTC ms.
 */
export async function countCouponTry(accountId: string, now: number): Promise<{ ok: true } | TooManyTries> {
	const allowed = await throttle(`coupon:${accountId}`, TRIES, SECONDS, now)
	if (allowed.ok) return allowed
	const { retryAfter } = allowed
	const message = `Too many codes were tried. Please wait ${waitText(retryAfter)} and try again.`
	return { ok: false, code: 'too-many', field: 'coupon_code', message, retryAfter }
}

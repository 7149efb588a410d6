import { and, eq, isNull } from 'drizzle-orm'
import { countAttempts } from '~/domain/limits.server'
import { refusal } from '~/domain/refusal'
import { db, write } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'
import { countUses } from './queries.server'
import { COUPON_MESSAGES, checkCoupon, normaliseCouponCode } from './rules'

/** Computes a coupon's discount on a purchase while the code is typed; stores only the attempt. Pence, UTC ms. */
export async function previewCoupon(
	typed: string,
	subtotalPence: number,
	{ accountId, now }: { accountId: string; now: number },
) {
	const code = normaliseCouponCode(typed)
	if (!code) return refusal('coupon', COUPON_MESSAGES.empty, 'coupon_code')
	const tooMany = await countCouponTry(accountId, now)
	if (tooMany) return tooMany
	const [coupon] = await db
		.select()
		.from(coupons)
		.where(and(eq(coupons.codeNormal, code), isNull(coupons.deletedAt)))
	const uses = coupon ? await countUses(db, coupon.id) : 0
	const result = checkCoupon(coupon, subtotalPence, now, uses)
	if (!result.ok || !coupon) {
		return refusal('coupon', result.ok ? COUPON_MESSAGES.unknown : result.message, 'coupon_code')
	}
	return { ok: true, coupon, discountPence: result.discountPence } as const
}

const TRIES = { attempts: 20, seconds: 900 }

/**
 * Counts an attempt of an account to use a coupon code, on any page: codes are short, and guessing one may be worth a
 * whole order. `now`: UTC ms.
 */
export async function countCouponTry(accountId: string, now: number) {
	const tooMany = await write(tx =>
		countAttempts(tx, [[`coupon:${accountId}`, TRIES]], now, 'Too many codes were tried.'),
	)
	return tooMany && { ...tooMany, field: 'coupon_code' as const }
}

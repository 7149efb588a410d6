import { and, eq, isNull } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'
import { COUPON_MESSAGES, checkCoupon, normalCouponCode } from './rules'
import { countCouponTry } from './tries.server'
import { countUses } from './uses.server'

/**
 * What a coupon would take off a purchase of an account, as it is typed; nothing but the try is stored. Pence, UTC ms.
 */
export async function previewCoupon(
	typed: string,
	subtotalPence: number,
	{ accountId, now }: { accountId: string; now: number },
) {
	const code = normalCouponCode(typed)
	if (!code) return refuse('coupon', COUPON_MESSAGES.empty)
	const counted = await countCouponTry(accountId, now)
	if (!counted.ok) return counted
	const [coupon] = await db
		.select()
		.from(coupons)
		.where(and(eq(coupons.codeNormal, code), isNull(coupons.deletedAt)))
	const uses = coupon ? await countUses(db, coupon.id) : 0
	const result = checkCoupon(coupon, subtotalPence, now, uses)
	if (!result.ok || !coupon) return refuse('coupon', result.ok ? COUPON_MESSAGES.unknown : result.message)
	return { ok: true, coupon, discountPence: result.discountPence } as const
}

const refuse = (code: string, message: string) =>
	({ ok: false, code, field: 'coupon_code', message }) as const

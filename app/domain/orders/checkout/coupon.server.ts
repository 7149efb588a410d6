import { and, eq, isNull, sql } from 'drizzle-orm'
import { countPromises, countUses } from '~/domain/coupons/queries.server'
import { COUPON_MESSAGES, checkCoupon, normaliseCouponCode } from '~/domain/coupons/rules'
import { isHeld } from '~/domain/orders/hold-rules'
import { readOwnOrder } from '~/domain/orders/queries.server'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { coupons, orders } from '~/server/db/schema.server'

type Result = { ok: true } | { ok: false; field: 'coupon_code'; message: string }

/**
 * Applies a coupon to an open checkout, replacing an earlier one. The discount is computed now, and the order keeps it
 * whatever happens to the coupon (P10).
 */
export async function applyCoupon(
	orderId: string,
	accountId: string,
	typed: string,
	now: number,
): Promise<Result> {
	return await write(tx => applyCouponIn(tx, orderId, accountId, typed, now))
}

/** Like {@link applyCoupon}, in the caller's transaction. */
export async function applyCouponIn(
	tx: Tx,
	orderId: string,
	accountId: string,
	typed: string,
	now: number,
): Promise<Result> {
	const code = normaliseCouponCode(typed)
	if (!code) return refuse(COUPON_MESSAGES.empty)
	const isIt = and(eq(coupons.codeNormal, code), isNull(coupons.deletedAt))
	const [order, [coupon]] = await Promise.all([
		readOwnOrder(tx, orderId, accountId),
		tx.select().from(coupons).where(isIt),
	])
	if (order?.status !== 'open') return refuse(COUPON_MESSAGES.failed)
	// A hold keeps its coupon, even one that has expired or is used up (P10).
	if (order.couponCode !== null && normaliseCouponCode(order.couponCode) === code && isHeld(order, now)) {
		return { ok: true }
	}
	const uses = coupon ? await countUses(tx, coupon.id) : 0
	// An order on hold takes a use at once, so it must not take one that another order has reserved.
	const promises =
		coupon && isHeld(order, now)
			? await countPromises(tx, { couponId: coupon.id, exceptOrderId: order.id, now })
			: 0
	const result = checkCoupon(coupon, order.subtotalPence, now, uses + promises)
	if (!result.ok) return refuse(result.message)
	if (!coupon) return refuse(COUPON_MESSAGES.unknown)
	const change = { id: coupon.id, code: coupon.code, discountPence: result.discountPence }
	await storeCoupon(tx, order, accountId, now, change)
	return { ok: true }
}

/** Removes the coupon of an open checkout, if any. */
export async function removeCoupon(orderId: string, accountId: string, now: number): Promise<Result> {
	return await write(tx => removeCouponIn(tx, orderId, accountId, now))
}

/** Like {@link removeCoupon}, in the caller's transaction. */
export async function removeCouponIn(
	tx: Tx,
	orderId: string,
	accountId: string,
	now: number,
): Promise<Result> {
	const order = await readOwnOrder(tx, orderId, accountId)
	if (order?.status !== 'open') return refuse('This order can no longer be changed')
	if (order.couponCode !== null) await storeCoupon(tx, order, accountId, now, undefined)
	return { ok: true }
}

async function storeCoupon(
	tx: Tx,
	order: { id: string; subtotalPence: number },
	accountId: string,
	now: number,
	coupon: { id: string; code: string; discountPence: number } | undefined,
): Promise<void> {
	const discountPence = coupon?.discountPence ?? 0
	const change = {
		couponId: coupon?.id ?? null,
		couponCode: coupon?.code ?? null,
		discountPence,
		totalPence: order.subtotalPence - discountPence,
		version: sql`${orders.version} + 1`,
	}
	await tx
		.update(orders)
		.set(change)
		.where(and(eq(orders.id, order.id), eq(orders.status, 'open')))
	const detail = coupon ? { code: coupon.code, discountPence } : {}
	const action = coupon ? 'order.coupon' : 'order.coupon-remove'
	await auditOrder(tx, order.id, action, { actorId: accountId, now }, detail)
}

function refuse(message: string): Result {
	return { ok: false, field: 'coupon_code', message }
}

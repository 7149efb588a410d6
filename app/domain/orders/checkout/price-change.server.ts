import { eq } from 'drizzle-orm'
import { checkCoupon } from '~/domain/coupons/rules'
import { formatPounds } from '~/domain/money'
import type { Order } from '~/domain/orders/queries.server'
import { refusal } from '~/domain/refusal'
import { getPrices } from '~/domain/settings/queries.server'
import { DAY_MS } from '~/domain/time'
import type { Readable } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'

/* How long a checkout keeps its total (P10). Without an end, a checkout whose hold is over would be a free option on
   the old price. `now`: UTC ms. */

const PRICE_VALID_MS = 7 * DAY_MS

/**
 * Refuses a receipt that arrives more than a week after the end of the hold, or without a hold after the opening, if
 * the order would cost more today.
 */
export async function checkLateReceipt(from: Readable, order: Order, now: number) {
	if (now < (order.holdUntil ?? order.createdAt) + PRICE_VALID_MS) return undefined
	const { total } = await readToday(from, order, now)
	if (total <= order.totalPence) return undefined
	const message = `This checkout ended more than a week ago, and its total would be ${formatPounds(total)} today.`
	return refusal('price-changed', message)
}

/** Refuses another hold, or the first more than a week after the opening, if the order would cost more today. */
export async function checkNewHold(from: Readable, order: Order, now: number) {
	if (now < (order.holdUntil ?? order.createdAt + PRICE_VALID_MS)) return undefined
	const { subtotal, total } = await readToday(from, order, now)
	if (total <= order.totalPence) return undefined
	const advice = subtotal === order.subtotalPence ? 'remove the coupon' : 'choose the pixels again'
	const message = `The total of this checkout would be ${formatPounds(total)} today. Please ${advice}.`
	return refusal('price-changed', message)
}

/* Subtotal and total by the prices of today, with the coupon if it is valid today. */
async function readToday(from: Readable, { cells, couponId }: Order, now: number) {
	const prices = await getPrices(from)
	const subtotal = cells.reduce((sum, { type }) => sum + prices[type], 0)
	if (couponId === null) return { subtotal, total: subtotal }
	const [coupon] = await from.select().from(coupons).where(eq(coupons.id, couponId))
	const discount = coupon?.deletedAt === null ? checkCoupon(coupon, subtotal, now) : undefined
	return { subtotal, total: subtotal - (discount?.ok ? discount.discountPence : 0) }
}

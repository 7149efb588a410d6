import { eq, sql } from 'drizzle-orm'
import { countPromises, countUses } from '~/domain/coupons/queries.server'
import { COUPON_MESSAGES, isUsedUp } from '~/domain/coupons/rules'
import { isHeld } from '~/domain/orders/hold-rules'
import type { Order } from '~/domain/orders/queries.server'
import { MAX_PENDING, tooManyCells, tooManyPending } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import type { Tx } from '~/server/db/db.server'
import { coupons, orders } from '~/server/db/schema.server'
import type { Refusal } from './refusals'

/* Against grabbing (P7). Both are asked inside the transaction that would exceed the limit. */

/** Whether an order may have so many cells. */
export async function sizeRefusal(tx: Tx, cells: number): Promise<Refusal | undefined> {
	const most = await getSetting('maxCellsPerOrder', tx)
	if (cells <= most) return undefined
	return { ok: false, code: 'too-many-cells', message: tooManyCells(cells, most) }
}

/**
 * Whether other orders have used up the coupon of this one since it was applied. A hold keeps its use: while it does
 * not run, the uses that others hold count too, so that nobody pays for a discount that somebody else takes.
 */
export async function couponRefusal(tx: Tx, order: Order, now: number): Promise<Refusal | undefined> {
	const { couponId, couponCode } = order
	if (couponId === null) return undefined
	const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, couponId))
	if (!coupon || coupon.maxUses === null) return undefined
	const promised = isHeld(order, now)
		? 0
		: await countPromises(tx, { couponId, exceptOrderId: order.id, now })
	if (!isUsedUp(coupon, (await countUses(tx, couponId)) + promised)) return undefined
	return { ok: false, code: 'coupon-used-up', message: `${COUPON_MESSAGES.usedUp} (${couponCode}).` }
}

/** Whether an account without an approved order may have one more that is pending. */
export async function pendingRefusal(tx: Tx, accountId: string): Promise<Refusal | undefined> {
	const [counts] = await tx
		.select({
			pending: sql<number>`total(${orders.status} = 'pending')`,
			approved: sql<number>`total(${orders.status} = 'approved')`,
		})
		.from(orders)
		.where(eq(orders.accountId, accountId))
	if (!counts || counts.pending < MAX_PENDING || counts.approved > 0) return undefined
	return { ok: false, code: 'too-many-pending', message: tooManyPending(counts.pending) }
}

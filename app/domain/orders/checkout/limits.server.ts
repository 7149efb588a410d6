import { and, count, eq, sql } from 'drizzle-orm'
import { countPromises, countUses } from '~/domain/coupons/queries.server'
import { COUPON_MESSAGES, isUsedUp } from '~/domain/coupons/rules'
import { getPersonKey } from '~/domain/orders/hold-limits'
import { isHeld } from '~/domain/orders/hold-rules'
import type { Order } from '~/domain/orders/queries.server'
import { MAX_PENDING, tooManyCells, tooManyPending } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import type { Tx } from '~/server/db/db.server'
import { accounts, coupons, orders } from '~/server/db/schema.server'
import type { Refusal } from './refusals'

/* Against grabbing (P7). Each is asked inside the transaction that would exceed the limit. */

/** Checks the number of cells of an order. */
export async function sizeRefusal(tx: Tx, cells: number): Promise<Refusal | undefined> {
	const most = await getSetting('maxCellsPerOrder', tx)
	if (cells <= most) return undefined
	return { ok: false, code: 'too-many-cells', message: tooManyCells(cells, most) }
}

/**
 * Checks whether other orders have used up the coupon of this one since it was applied. A hold keeps its use: while
 * this order's hold does not run, the uses that others hold count too, so that nobody pays for a discount that somebody
 * else takes.
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

/**
 * Checks whether an account without an approved order may have another pending one, over all accounts of its mailbox.
 */
export async function pendingRefusal(tx: Tx, accountId: string): Promise<Refusal | undefined> {
	const isNew = sql`not exists (select 1 from orders approved
		where approved.account_id = ${accounts.id} and approved.status = 'approved')`
	const [[own], waiting] = await Promise.all([
		tx
			.select({ email: accounts.email })
			.from(accounts)
			.where(and(eq(accounts.id, accountId), isNew)),
		tx
			.select({ id: accounts.id, email: accounts.email, pending: count() })
			.from(orders)
			.innerJoin(accounts, eq(accounts.id, orders.accountId))
			.where(and(eq(orders.status, 'pending'), isNew))
			.groupBy(accounts.id),
	])
	if (!own) return undefined
	const theirs = waiting.filter(one => getPersonKey(one.email) === getPersonKey(own.email))
	const pending = theirs.reduce((sum, one) => sum + one.pending, 0)
	if (pending < MAX_PENDING) return undefined
	const isShared = theirs.some(one => one.id !== accountId)
	return { ok: false, code: 'too-many-pending', message: tooManyPending(pending, isShared) }
}

import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Readable } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'

/** How many orders have used a coupon: those that are pending or approved. One that is rejected gives its use back. */
export async function countUses(from: Readable, couponId: string): Promise<number> {
	const isUse = and(eq(orders.couponId, couponId), inArray(orders.status, ['pending', 'approved']))
	return await from.$count(orders, isUse)
}

/** How many other checkouts have a coupon promised at `now` (UTC ms): their hold runs, and a receipt may come. */
export async function countPromises(
	from: Readable,
	{ couponId, exceptOrderId, now }: { couponId: string; exceptOrderId: string; now: number },
): Promise<number> {
	const isPromise = and(
		eq(orders.couponId, couponId),
		eq(orders.status, 'open'),
		gt(orders.holdUntil, now),
		ne(orders.id, exceptOrderId),
	)
	return await from.$count(orders, isPromise)
}

import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { orders } from '~/server/schema.server'

/** How many orders have used a coupon: those that are pending or approved. One that is rejected gives its use back. */
export async function countUses(from: Readable, couponId: string): Promise<number> {
	const [row] = await usesOf.all(from, { couponId })
	return row?.uses ?? 0
}

const usesOf = prepared(on =>
	on
		.select({ uses: count() })
		.from(orders)
		.where(
			and(eq(orders.couponId, sql.placeholder('couponId')), inArray(orders.status, ['pending', 'approved'])),
		),
)

/** How many other checkouts have a coupon promised at `now` (UTC ms): their hold runs, and a receipt may come. */
export async function countPromises(
	from: Readable,
	{ couponId, exceptOrderId, now }: { couponId: string; exceptOrderId: string; now: number },
): Promise<number> {
	const [row] = await from
		.select({ promises: count() })
		.from(orders)
		.where(
			and(
				eq(orders.couponId, couponId),
				eq(orders.status, 'open'),
				gt(orders.holdUntil, now),
				ne(orders.id, exceptOrderId),
			),
		)
	return row?.promises ?? 0
}

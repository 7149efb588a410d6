import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { readPage, type Sort } from '~/domain/list'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db, type Readable } from '~/server/db/db.server'
import { coupons, orders } from '~/server/db/schema.server'
import { normaliseCouponCode } from './rules'
import type { CouponFilter } from './schema'

/* Qualified names, because Drizzle omits the table. */
const uses = sql<number>`(select count(*) from orders as used
	where used.coupon_id = coupons.id and used.status in ('pending', 'approved'))`

/** Lists a page of the coupons that are not deleted, newest first. */
export async function listCoupons({ q, page: requested, sort }: CouponFilter) {
	const found = and(
		notDeleted,
		q ? sql`instr(${coupons.codeNormal}, ${normaliseCouponCode(q)}) > 0` : undefined,
	)
	const total = await db.$count(coupons, found)
	return await readPage({ requested, total, sort }, async ({ skipped, size }) =>
		db
			.select({ ...getTableColumns(coupons), uses })
			.from(coupons)
			.where(found)
			.orderBy(desc(coupons.createdAt), desc(sql`coupons.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

const notDeleted = isNull(coupons.deletedAt)

/** Reads a coupon and how often it was used; undefined when it does not exist or was deleted. */
export async function readCoupon(id: string) {
	const [[coupon], uses] = await Promise.all([
		db
			.select()
			.from(coupons)
			.where(and(eq(coupons.id, id), notDeleted)),
		countUses(db, id),
	])
	return coupon && { ...coupon, uses }
}

/** What an administrator is told about a coupon that was deleted meanwhile. */
export const DELETED_COUPON = {
	text: 'This coupon has been deleted.',
	list: '/admin/coupon',
	wasDeleted: async (id: string) =>
		(await db.$count(coupons, and(eq(coupons.id, id), isNotNull(coupons.deletedAt)))) > 0,
}

/** Lists a page of the submitted orders that used a coupon, newest first. */
export async function listCouponOrders(
	couponId: string,
	{ page: requested, sort }: { page: number; sort?: Sort },
) {
	const usesIt = and(eq(orders.couponId, couponId), isNotNull(orders.submittedAt))
	const total = await db.$count(orders, usesIt)
	return await readPage({ requested, total, sort }, async ({ skipped, size }) =>
		db
			.select({ ...getTableColumns(orders), status: shownStatusColumn })
			.from(orders)
			.where(usesIt)
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

export type CouponOrder = Awaited<ReturnType<typeof listCouponOrders>>['rows'][number]

/** Counts the pending and approved orders that have used a coupon. A rejected order returns its use. */
export async function countUses(from: Readable, couponId: string): Promise<number> {
	const isUse = and(eq(orders.couponId, couponId), inArray(orders.status, ['pending', 'approved']))
	return await from.$count(orders, isUse)
}

/**
 * Counts the other checkouts that have reserved a use of a coupon at `now` (UTC ms): their hold runs, and a receipt may
 * arrive.
 */
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

import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Page, readPage, type Sort } from '~/domain/list'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db } from '~/server/db/db.server'
import { coupons, orders } from '~/server/db/schema.server'
import { normalCouponCode } from './rules'
import type { CouponFilter } from './schema'
import { countUses } from './uses.server'

/* Names are written out: drizzle would leave the table's off. */
const uses = sql<number>`(select count(*) from orders as used
	where used.coupon_id = coupons.id and used.status in ('pending', 'approved'))`

/** A page of the coupons that are not deleted, newest first. */
export async function listCoupons({ q, page: wanted, sort }: CouponFilter) {
	const found = and(notDeleted, q ? codeHolds(q) : undefined)
	const total = await db.$count(coupons, found)
	return await readPage({ wanted, total, sort }, async ({ skipped, size }) =>
		db
			.select({
				id: coupons.id,
				code: coupons.code,
				type: coupons.type,
				discount: coupons.discount,
				minPurchasePence: coupons.minPurchasePence,
				startsAt: coupons.startsAt,
				endsAt: coupons.endsAt,
				isActive: coupons.isActive,
				maxUses: coupons.maxUses,
				uses,
				version: coupons.version,
				createdAt: coupons.createdAt,
				updatedAt: coupons.updatedAt,
			})
			.from(coupons)
			.where(found)
			.orderBy(desc(coupons.createdAt), desc(sql`coupons.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

const notDeleted = isNull(coupons.deletedAt)

function codeHolds(q: string): SQL {
	return sql`instr(${coupons.codeNormal}, ${normalCouponCode(q)}) > 0`
}

/** One coupon with how often it was used; undefined when there is none, or it was deleted. */
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

/** For an administrator who still looks at a coupon that another one has deleted. */
export const DELETED_COUPON = {
	text: 'This coupon has been deleted.',
	list: '/admin/coupon',
	wasDeleted: async (id: string): Promise<boolean> => {
		const deleted = and(eq(coupons.id, id), isNotNull(coupons.deletedAt))
		return (await db.select({ id: coupons.id }).from(coupons).where(deleted)).length > 0
	},
}

/** A page of the submitted orders that used a coupon, newest first. */
export async function listCouponOrders(
	couponId: string,
	{ page: wanted, sort }: { page: number; sort?: Sort },
): Promise<Page<CouponOrder>> {
	const usesIt = and(eq(orders.couponId, couponId), isNotNull(orders.submittedAt))
	const total = await db.$count(orders, usesIt)
	return await readPage({ wanted, total, sort }, async ({ skipped, size }) =>
		db
			.select({
				id: orders.id,
				reference: orders.reference,
				name: orders.name,
				status: shownStatusColumn,
				discountPence: orders.discountPence,
				totalPence: orders.totalPence,
				submittedAt: orders.submittedAt,
			})
			.from(orders)
			.where(usesIt)
			.orderBy(desc(orders.submittedAt), desc(sql`orders.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

export type CouponOrder = {
	id: string
	reference: string
	name: string | null
	status: string
	discountPence: number
	totalPence: number
	submittedAt: number | null
}

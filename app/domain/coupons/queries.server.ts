import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Page, readPage, type Sort } from '~/domain/list'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db } from '~/server/db.server'
import { coupons, orders } from '~/server/schema.server'
import { normalCouponCode } from './rules'
import type { CouponFilter } from './schema'
import { countUses } from './uses.server'

/* Names are written out: drizzle would leave the table's off. */
const uses = sql<number>`(select count(*) from orders as used
	where used.coupon_id = coupons.id and used.status in ('pending', 'approved'))`

/** A page of the coupons that are not deleted, newest first. */
export async function listCoupons({ q, page: wanted, sort }: CouponFilter) {
	const where = and(isNull(coupons.deletedAt), q ? codeHolds(q) : undefined)
	const [counted] = await db.select({ total: count() }).from(coupons).where(where)
	return await readPage({ wanted, total: counted?.total ?? 0, sort }, async ({ skipped, size }) =>
		db
			.select({
				id: coupons.id,
				code: coupons.code,
				type: coupons.type,
				discount: coupons.discount,
				minPurchasePence: coupons.minPurchasePence,
				startsAt: coupons.startsAt,
				isActive: coupons.isActive,
				maxUses: coupons.maxUses,
				uses,
			})
			.from(coupons)
			.where(where)
			.orderBy(desc(coupons.createdAt), desc(sql`coupons.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

function codeHolds(q: string): SQL {
	return sql`instr(${coupons.codeNormal}, ${normalCouponCode(q)}) > 0`
}

/** One coupon with how often it was used; undefined when there is none, or it was deleted. */
export async function readCoupon(id: string) {
	const isIt = and(eq(coupons.id, id), isNull(coupons.deletedAt))
	const [[coupon], uses] = await Promise.all([db.select().from(coupons).where(isIt), countUses(db, id)])
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
	const where = and(eq(orders.couponId, couponId), isNotNull(orders.submittedAt))
	const [counted] = await db.select({ total: count() }).from(orders).where(where)
	return await readPage({ wanted, total: counted?.total ?? 0, sort }, async ({ skipped, size }) =>
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
			.where(where)
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

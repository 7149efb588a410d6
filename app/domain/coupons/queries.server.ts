import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Page, readPage, type Sort } from '~/domain/list'
import { shownStatusColumn } from '~/domain/orders/queries.server'
import { db, type toBuild } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { coupons, orders } from '~/server/schema.server'
import { normalCouponCode } from './rules'
import type { CouponFilter } from './schema'
import { countUses } from './uses.server'

/* Names are written out: drizzle would leave the table's off. */
const uses = sql<number>`(select count(*) from orders as used
	where used.coupon_id = coupons.id and used.status in ('pending', 'approved'))`

/** A page of the coupons that are not deleted, newest first. */
export async function listCoupons({ q, page: wanted, sort }: CouponFilter) {
	const found = q ? and(isThere, codeHolds(q)) : undefined
	const [counted] = await (found ? countOf(found) : whole.count.all(db))
	return await readPage({ wanted, total: counted?.total ?? 0, sort }, async ({ skipped, size }) =>
		found ? pageOf(found).limit(size).offset(skipped) : whole.page.all(db, { size, skipped }),
	)
}

function countOf(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from.select({ total: count() }).from(coupons).where(where)
}

function pageOf(where: SQL | undefined, from: Pick<typeof toBuild, 'select'> = db) {
	return from
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
		.$dynamic()
}

const isThere = isNull(coupons.deletedAt)

/* The list as it is opened, put into words once. */
const whole = {
	count: prepared(on => countOf(isThere, on)),
	page: prepared(on => pageOf(isThere, on).limit(sql.placeholder('size')).offset(sql.placeholder('skipped'))),
}

function codeHolds(q: string): SQL {
	return sql`instr(${coupons.codeNormal}, ${normalCouponCode(q)}) > 0`
}

/** One coupon with how often it was used; undefined when there is none, or it was deleted. */
export async function readCoupon(id: string) {
	const [[coupon], uses] = await Promise.all([byId.all(db, { id }), countUses(db, id)])
	return coupon && { ...coupon, uses }
}

const byId = prepared(on =>
	on
		.select()
		.from(coupons)
		.where(and(eq(coupons.id, sql.placeholder('id')), isThere)),
)

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
	const [counted] = await countUsing.all(db, { couponId })
	return await readPage({ wanted, total: counted?.total ?? 0, sort }, ({ skipped, size }) =>
		pageUsing.all(db, { couponId, size, skipped }),
	)
}

const usesIt = and(eq(orders.couponId, sql.placeholder('couponId')), isNotNull(orders.submittedAt))
const countUsing = prepared(on => on.select({ total: count() }).from(orders).where(usesIt))
const pageUsing = prepared(on =>
	on
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
		.limit(sql.placeholder('size'))
		.offset(sql.placeholder('skipped')),
)

export type CouponOrder = {
	id: string
	reference: string
	name: string | null
	status: string
	discountPence: number
	totalPence: number
	submittedAt: number | null
}

import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'
import { normalCouponCode } from './rules'
import type { CouponValues } from './schema'

/** Who changes a coupon, and when (UTC ms). */
type By = { actorId: string; now: number }
/** Which coupon, as the administrator saw it. */
type Seen = { couponId: string; version: number }

export type CouponRefusal = {
	ok: false
	code: 'taken' | 'changed' | 'unknown'
	message: string
	field?: 'coupon_code'
}

/** Makes a coupon, on record. Its code must be free among those that are not deleted. */
export async function createCoupon(
	values: CouponValues,
	{ actorId, now }: By,
): Promise<{ ok: true; couponId: string } | CouponRefusal> {
	const couponId = randomUUID()
	return await write(async tx => {
		if (await isTaken(tx, values.code)) return TAKEN
		await tx.insert(coupons).values({ ...stored(values), id: couponId, createdAt: now, updatedAt: now })
		await record(tx, 'coupon.create', couponId, { actorId, now }, { after: values })
		return { ok: true, couponId }
	})
}

/**
 * Changes a coupon, on record. Orders that have used it keep what it gave them. Of two administrators who change it at
 * once, one is told.
 */
export async function changeCoupon(
	values: CouponValues,
	{ couponId, version, actorId, now }: Seen & By,
): Promise<{ ok: true } | CouponRefusal> {
	return await write(async tx => {
		const [before] = await tx.select().from(coupons).where(isLive(couponId))
		if (!before) return UNKNOWN
		if (await isTaken(tx, values.code, couponId)) return TAKEN
		const changed = await tx
			.update(coupons)
			.set({ ...stored(values), updatedAt: now, version: sql`${coupons.version} + 1` })
			.where(and(isLive(couponId), eq(coupons.version, version)))
			.returning({ id: coupons.id })
		if (changed.length === 0) return CHANGED
		const { code, type, discount, minPurchasePence, startsAt, endsAt, isActive, maxUses } = before
		const former = { code, type, discount, minPurchasePence, startsAt, endsAt, isActive, maxUses }
		await record(tx, 'coupon.change', couponId, { actorId, now }, { before: former, after: values })
		return { ok: true }
	})
}

/** Deletes a coupon: nobody can apply it any more, and its code is free again. Orders keep what they used. */
export async function deleteCoupon({
	couponId,
	version,
	actorId,
	now,
}: Seen & By): Promise<{ ok: true } | CouponRefusal> {
	return await write(async tx => {
		const [before] = await tx.select({ code: coupons.code }).from(coupons).where(isLive(couponId))
		if (!before) return UNKNOWN
		const deleted = await tx
			.update(coupons)
			.set({ deletedAt: now, updatedAt: now, version: sql`${coupons.version} + 1` })
			.where(and(isLive(couponId), eq(coupons.version, version)))
			.returning({ id: coupons.id })
		if (deleted.length === 0) return CHANGED
		await record(tx, 'coupon.delete', couponId, { actorId, now }, before)
		return { ok: true }
	})
}

const TAKEN: CouponRefusal = {
	ok: false,
	code: 'taken',
	field: 'coupon_code',
	message: 'There is a coupon with this code already',
}
const CHANGED: CouponRefusal = {
	ok: false,
	code: 'changed',
	message: 'Another administrator has changed this coupon since you opened it. Nothing has been changed.',
}
const UNKNOWN: CouponRefusal = { ok: false, code: 'unknown', message: 'This coupon does not exist' }

const isLive = (couponId: string) => and(eq(coupons.id, couponId), isNull(coupons.deletedAt))

function stored(values: CouponValues) {
	return { ...values, codeNormal: normalCouponCode(values.code) }
}

async function isTaken(tx: Tx, code: string, exceptId = ''): Promise<boolean> {
	const others = await tx
		.select({ id: coupons.id })
		.from(coupons)
		.where(
			and(
				eq(coupons.codeNormal, normalCouponCode(code)),
				isNull(coupons.deletedAt),
				ne(coupons.id, exceptId),
			),
		)
		.limit(1)
	return others.length > 0
}

async function record(
	tx: Tx,
	action: string,
	couponId: string,
	{ actorId, now }: By,
	detail: Record<string, unknown>,
): Promise<void> {
	await audit(tx, { at: now, actorId, action, subjectType: 'coupon', subjectId: couponId, detail })
}

import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { refusal } from '~/domain/refusal'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'
import { normaliseCouponCode } from './rules'
import type { CouponValues } from './schema'

/** The coupon as the administrator saw it; without a `version`, any version. */
type Seen = { couponId: string; version: number | undefined }

const TAKEN = refusal('taken', 'There is already a coupon with this code', 'coupon_code')
const CHANGED = refusal(
	'changed',
	'Another administrator has changed this coupon since you opened it. Nothing has been changed.',
)
/** The refusal for a coupon that does not exist. */
export const UNKNOWN = refusal('unknown', 'This coupon does not exist')

/** Creates a coupon and records it. Its code must be unused among coupons that are not deleted. */
export async function createCoupon(values: CouponValues, by: Actor) {
	const couponId = randomUUID()
	return await write(async tx => {
		if (await isCodeInUse(tx, values.code)) return TAKEN
		await tx
			.insert(coupons)
			.values({ ...toStored(values), id: couponId, createdAt: by.now, updatedAt: by.now })
		await record(tx, 'coupon.create', couponId, by, { after: values })
		return { ok: true, couponId } as const
	})
}

/**
 * Changes a coupon and records it. Orders that have used it keep their discount. Of two simultaneous changes one is
 * refused.
 */
export async function changeCoupon(values: CouponValues, { couponId, version, ...by }: Seen & Actor) {
	return await write(async tx => {
		const [before] = await tx.select().from(coupons).where(isLive(couponId))
		if (!before) return UNKNOWN
		if (await isCodeInUse(tx, values.code, couponId)) return TAKEN
		if (!(await update(tx, { couponId, version }, { ...toStored(values), updatedAt: by.now }))) return CHANGED
		const { code, type, discount, minPurchasePence, startsAt, endsAt, isActive, maxUses } = before
		const former = { code, type, discount, minPurchasePence, startsAt, endsAt, isActive, maxUses }
		await record(tx, 'coupon.change', couponId, by, { before: former, after: values })
		return { ok: true } as const
	})
}

/** Deletes a coupon: it can no longer be applied, and its code is free again. Orders keep the discount they used. */
export async function deleteCoupon({ couponId, version, ...by }: Seen & Actor) {
	return await write(async tx => {
		const [before] = await tx.select({ code: coupons.code }).from(coupons).where(isLive(couponId))
		if (!before) return UNKNOWN
		if (!(await update(tx, { couponId, version }, { deletedAt: by.now, updatedAt: by.now }))) return CHANGED
		await record(tx, 'coupon.delete', couponId, by, before)
		return { ok: true } as const
	})
}

const isLive = (couponId: string) => and(eq(coupons.id, couponId), isNull(coupons.deletedAt))

async function update(tx: Tx, { couponId, version }: Seen, change: Partial<typeof coupons.$inferInsert>) {
	const isSeen: SQL | undefined = version === undefined ? undefined : eq(coupons.version, version)
	const { rowsAffected } = await tx
		.update(coupons)
		.set({ ...change, version: sql`${coupons.version} + 1` })
		.where(and(isLive(couponId), isSeen))
	return rowsAffected > 0
}

const toStored = (values: CouponValues) => ({ ...values, codeNormal: normaliseCouponCode(values.code) })

async function isCodeInUse(tx: Tx, code: string, exceptId = ''): Promise<boolean> {
	const isOther = and(
		eq(coupons.codeNormal, normaliseCouponCode(code)),
		isNull(coupons.deletedAt),
		ne(coupons.id, exceptId),
	)
	return (await tx.$count(coupons, isOther)) > 0
}

const record = (tx: Tx, action: string, couponId: string, by: Actor, detail: Record<string, unknown>) =>
	audit(tx, action, { type: 'coupon', id: couponId }, by, detail)

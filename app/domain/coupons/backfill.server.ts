import { and, eq, exists, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { forcedLine } from '~/domain/text'
import { db, write } from '~/server/db/db.server'
import { coupons } from '~/server/db/schema.server'
import { log } from '~/server/ops/log.server'
import { normalCouponCode } from './rules'

/**
 * Puts right the codes of older coupons: the migration wrote their comparable form in the capitals of SQL, which knows
 * those of ASCII alone, and invisible characters were kept. A code that another coupon has already stays as it is, with
 * a warning. Nothing to do from then on.
 */
export async function backfillCouponCodes(): Promise<void> {
	const stored = await db.select().from(coupons)
	const wrong = stored.filter(coupon => coupon.codeNormal !== normalCouponCode(coupon.code))
	if (wrong.length === 0) return
	const ambiguous = await write(async tx => {
		const left: string[] = []
		for (const { id, code } of wrong) {
			const codeNormal = normalCouponCode(code)
			const other = alias(coupons, 'other')
			const isUsed = exists(
				db
					.select({ one: sql`1` })
					.from(other)
					.where(and(eq(other.codeNormal, codeNormal), isNull(other.deletedAt), ne(other.id, id))),
			)
			const changed = await tx
				.update(coupons)
				.set({ code: forcedLine(code), codeNormal })
				.where(and(eq(coupons.id, id), or(isNotNull(coupons.deletedAt), not(isUsed))))
				.returning({ id: coupons.id })
			if (changed.length === 0) left.push(code)
		}
		return left
	})
	if (ambiguous.length > 0) {
		log.warn({ codes: ambiguous }, 'coupons share a code, and only one of them can be used')
	}
}

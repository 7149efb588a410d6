import { z } from 'zod'
import { changeCoupon, createCoupon, deleteCoupon } from '~/domain/coupons/commands.server'
import { COUPON_FAILED } from '~/domain/coupons/errors'
import { listCoupons, readCoupon } from '~/domain/coupons/queries.server'
import { CouponForm } from '~/domain/coupons/schema'
import { search } from '~/domain/fields'
import { londonDay } from '~/domain/time'
import { done, operation, type Refused } from '../operation.server'
import { Id, listed, listPlace, Nothing, Pounds, pounds, Time, timeText, Version } from '../wire'

const group = 'Coupons'
const Flag = z.union([z.literal(1), z.literal(0)])
const CouponData = z
	.object({
		id: Id,
		version: Version,
		coupon_code: z.string(),
		type: z.enum(['percentage', 'fixed']),
		discount_amount: z.number().meta({ description: 'Percent, or pounds.' }),
		min_purchase_amount: Pounds,
		start_date: z.string().meta({ example: '2026-11-01' }),
		end_date: z.string().meta({ example: '2026-11-30' }),
		is_active: Flag,
		max_uses: z.number().int().nullable(),
		uses: z.number().int(),
		created_at: Time,
		updated_at: Time,
	})
	.meta({ id: 'Coupon' })

/* Numbers are taken as the form takes what is typed: the rules and words of CouponForm are the only ones. */
const amount = z
	.union([z.number(), z.string().max(40)])
	.optional()
	.meta({ override: { type: ['number', 'string'] }, description: 'A number, or its text.' })
const day = z
	.string()
	.max(10)
	.optional()
	.meta({ override: { type: 'string', format: 'date' } })
const fields = {
	coupon_code: z.string().max(1_000).optional(),
	type: z.enum(['percentage', 'fixed', 'amount', 'flat']).default('percentage'),
	discount_amount: amount,
	min_purchase_amount: amount,
	start_date: day,
	end_date: day,
	is_active: z.union([Flag, z.boolean(), z.enum(['0', '1'])]).default(1),
	max_uses: z.number().int().nullish(),
}
const CouponBody = z.object(fields)
const example = {
	coupon_code: 'WELCOME10',
	type: 'percentage' as const,
	discount_amount: 10,
	min_purchase_amount: '100000.00',
	start_date: '2026-11-01',
	end_date: '2026-11-30',
	is_active: 1 as const,
}

/** @throws ZodError with the messages of the form. */
function valuesOf(body: z.output<typeof CouponBody>) {
	const { is_active, max_uses, discount_amount, min_purchase_amount, ...rest } = body
	const typed = (value: string | number | null | undefined) => (value == null ? undefined : String(value))
	return CouponForm.parse({
		...rest,
		discount_amount: typed(discount_amount),
		min_purchase_amount: typed(min_purchase_amount),
		is_active: Number(is_active) === 1 ? '1' : '0',
		max_uses: typed(max_uses),
	})
}

const couponData = (coupon: Awaited<ReturnType<typeof listCoupons>>['rows'][number]) => ({
	id: coupon.id,
	version: coupon.version,
	coupon_code: coupon.code,
	type: coupon.type,
	discount_amount: coupon.discount / 100,
	min_purchase_amount: pounds(coupon.minPurchasePence),
	start_date: londonDay(coupon.startsAt),
	end_date: londonDay(coupon.endsAt),
	is_active: coupon.isActive ? 1 : 0,
	max_uses: coupon.maxUses,
	uses: coupon.uses,
	created_at: timeText(coupon.createdAt),
	updated_at: timeText(coupon.updatedAt),
})

const NO_COUPON: Refused = { ok: false, code: 'unknown', message: 'This coupon does not exist' }

export const couponCalls = [
	operation({
		method: 'GET',
		path: '/admin/coupons',
		group,
		summary: 'Coupons, newest first',
		who: 'admin',
		query: z.object({ q: search().meta({ override: { type: 'string' } }), ...listPlace }),
		data: z.array(CouponData),
		beside: z.object(listed),
		async run({ query }) {
			const { rows, page, total } = await listCoupons(query)
			return done(rows.map(couponData), '', { page, total })
		},
	}),
	operation({
		method: 'GET',
		path: '/admin/coupons/{id}',
		group,
		summary: 'One coupon',
		who: 'admin',
		pathParams: z.object({ id: Id }),
		data: CouponData,
		async run({ path }) {
			const coupon = await readCoupon(path.id)
			return coupon ? done(couponData(coupon)) : NO_COUPON
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/coupon/create',
		group,
		summary: 'Make a coupon',
		who: 'admin',
		body: CouponBody,
		example,
		data: z.object({ coupon_id: Id }),
		failed: COUPON_FAILED.save.title,
		once: true,
		recall: async ([created]) => done({ coupon_id: created?.subjectId }, 'Coupon created successfully'),
		async run({ account, body, by }) {
			const outcome = await createCoupon(valuesOf(body), { actorId: account.id, now: by.now })
			return outcome.ok ? done({ coupon_id: outcome.couponId }, 'Coupon created successfully') : outcome
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/update-coupon',
		group,
		summary: 'Change a coupon. Orders keep their discount',
		who: 'admin',
		body: CouponBody.extend({ coupon_id: Id, version: Version.optional() }),
		example: { ...example, coupon_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', version: 1 },
		data: Nothing,
		failed: COUPON_FAILED.save.title,
		async run({ account, body: { coupon_id, version: seen, ...body }, by }) {
			const values = valuesOf(body)
			const coupon = await readCoupon(coupon_id)
			if (!coupon) return NO_COUPON
			const change = {
				couponId: coupon.id,
				version: seen ?? coupon.version,
				actorId: account.id,
				now: by.now,
			}
			const outcome = await changeCoupon(values, change)
			return outcome.ok ? done(null, 'Coupon updated successfully') : outcome
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/delete-coupon',
		group,
		summary: 'Delete a coupon. Orders keep what they used',
		who: 'admin',
		body: z.object({ coupon_id: Id, version: Version.optional() }),
		example: { coupon_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', version: 1 },
		data: Nothing,
		failed: COUPON_FAILED.delete.title,
		async run({ account, body, by }) {
			const coupon = await readCoupon(body.coupon_id)
			if (!coupon) return NO_COUPON
			const { version = coupon.version } = body
			const outcome = await deleteCoupon({ couponId: coupon.id, version, actorId: account.id, now: by.now })
			return outcome.ok ? done(null, 'Coupon deleted successfully') : outcome
		},
	}),
]

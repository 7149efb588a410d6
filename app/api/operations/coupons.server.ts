import { z } from 'zod'
import { changeCoupon, createCoupon, deleteCoupon, UNKNOWN } from '~/domain/coupons/commands.server'
import { listCoupons, readCoupon } from '~/domain/coupons/queries.server'
import { COUPON_FAILED, type Coupon } from '~/domain/coupons/rules'
import { CouponForm } from '~/domain/coupons/schema'
import { londonDay } from '~/domain/time'
import { operation, toSuccess, toSuccessPage } from '../operation.server'
import { formatIsoTime, Id, Listed, ListSearch, Pounds, pounds, Time, Version } from '../wire'

const group = 'Coupons'
const Flag = z.union([z.literal(1), z.literal(0)])
/** The fields of a coupon in every response. */
export const CouponShape = {
	coupon_code: z.string(),
	type: z.enum(['percentage', 'fixed']),
	discount_amount: z.number().meta({ description: 'A percentage, or pounds.' }),
	min_purchase_amount: Pounds,
	start_date: z.string().meta({ example: '2026-11-01' }),
	end_date: z.string().meta({ example: '2026-11-30' }),
	is_active: Flag,
}
const CouponData = z
	.object({
		id: Id,
		version: Version,
		...CouponShape,
		max_uses: z.number().int().nullable(),
		uses: z.number().int(),
		created_at: Time,
		updated_at: Time,
	})
	.meta({ id: 'Coupon' })

export const couponData = (coupon: Coupon & { code: string }) => ({
	coupon_code: coupon.code,
	type: coupon.type,
	discount_amount: coupon.discount / 100,
	min_purchase_amount: pounds(coupon.minPurchasePence),
	start_date: londonDay(coupon.startsAt),
	end_date: londonDay(coupon.endsAt),
	is_active: coupon.isActive ? 1 : 0,
})

/* Passed to CouponForm as text, so that its rules and messages apply. */
const amount = z
	.union([z.number(), z.string().max(40)])
	.optional()
	.meta({ override: { type: ['number', 'string'] }, description: 'A number, also as a string.' })
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
function toCouponValues(body: z.output<typeof CouponBody>) {
	const { is_active, max_uses, discount_amount, min_purchase_amount, ...rest } = body
	const toText = (value: string | number | null | undefined) => (value == null ? undefined : String(value))
	return CouponForm.parse({
		...rest,
		discount_amount: toText(discount_amount),
		min_purchase_amount: toText(min_purchase_amount),
		is_active: Number(is_active) === 1 ? '1' : '0',
		max_uses: toText(max_uses),
	})
}

type StoredCoupon = Awaited<ReturnType<typeof listCoupons>>['rows'][number]

const wholeCoupon = (coupon: StoredCoupon) => ({
	...couponData(coupon),
	id: coupon.id,
	version: coupon.version,
	max_uses: coupon.maxUses,
	uses: coupon.uses,
	created_at: formatIsoTime(coupon.createdAt),
	updated_at: formatIsoTime(coupon.updatedAt),
})

export const couponOperations = [
	operation('GET /admin/coupons', 'admin', group, {
		summary: 'List coupons, newest first',
		query: ListSearch,
		data: z.array(CouponData),
		extraFields: Listed,
		run: async ({ query }) => toSuccessPage(await listCoupons(query), wholeCoupon),
	}),
	operation('GET /admin/coupons/{id}', 'admin', group, {
		summary: 'Get a coupon',
		pathParams: z.object({ id: Id }),
		data: CouponData,
		async run({ path }) {
			const coupon = await readCoupon(path.id)
			return coupon ? toSuccess(wholeCoupon(coupon)) : UNKNOWN
		},
	}),
	operation('POST /admin/coupon/create', 'admin', group, {
		summary: 'Create a coupon',
		body: CouponBody,
		example,
		data: z.object({ coupon_id: Id }),
		success: 'Coupon created successfully',
		failed: COUPON_FAILED.save.title,
		once: true,
		replay: async ([created]) => toSuccess({ coupon_id: created?.subjectId }),
		async run({ account, body, by }) {
			const outcome = await createCoupon(toCouponValues(body), { actorId: account.id, now: by.now })
			return outcome.ok ? toSuccess({ coupon_id: outcome.couponId }) : outcome
		},
	}),
	operation('POST /admin/update-coupon', 'admin', group, {
		summary: 'Change a coupon; orders keep their discount',
		body: CouponBody.extend({ coupon_id: Id, version: Version.optional() }),
		example: { ...example, coupon_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', version: 1 },
		success: 'Coupon updated successfully',
		failed: COUPON_FAILED.save.title,
		run: async ({ account, body: { coupon_id: couponId, version, ...body }, by }) =>
			await changeCoupon(toCouponValues(body), { couponId, version, actorId: account.id, now: by.now }),
	}),
	operation('POST /admin/delete-coupon', 'admin', group, {
		summary: 'Delete a coupon; orders keep their discount',
		body: z.object({ coupon_id: Id, version: Version.optional() }),
		example: { coupon_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', version: 1 },
		success: 'Coupon deleted successfully',
		failed: COUPON_FAILED.delete.title,
		run: async ({ account, body: { coupon_id: couponId, version }, by }) =>
			await deleteCoupon({ couponId, version, actorId: account.id, now: by.now }),
	}),
]

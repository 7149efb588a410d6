import { z } from 'zod'
import { line, pounds, whenValid } from '~/domain/fields'
import { LIST_FIELDS } from '~/domain/list'
import { londonDay, londonDayEnd, londonDayStart } from '~/domain/time'

const MESSAGES = {
	code: 'Coupon code is required',
	type: 'Please choose a percentage or a fixed amount',
	dates: 'Please select valid dates',
	discount: 'Please enter a valid discount amount',
	percentage: 'Percentage discount cannot exceed 100%',
	minimum: 'Please enter a valid minimum purchase amount',
	uses: 'Please enter a whole number from 1 to 1,000,000, or leave it empty',
} as const

const day = z.iso.date({ error: MESSAGES.dates })

/** A coupon as an administrator enters it. `fixed`, `amount` and `flat` mean the same. */
export const CouponForm = z
	.object({
		coupon_code: line(MESSAGES.code, { max: 60, tooLong: 'Please keep it within 60 characters' }),
		type: z
			.enum(['percentage', 'fixed', 'amount', 'flat'], { error: MESSAGES.type })
			.default('percentage')
			.transform(type => (type === 'percentage' ? ('percentage' as const) : ('fixed' as const))),
		/** In hundredths: of a pound, or of a percent. */
		discount_amount: pounds(MESSAGES.discount),
		min_purchase_amount: pounds(MESSAGES.minimum),
		start_date: day,
		end_date: day,
		is_active: z
			.string()
			.optional()
			.transform(value => value === '1' || value === 'on' || value === 'true'),
		max_uses: z
			.string()
			.optional()
			.transform((typed, { issues }) => {
				const digits = typed?.trim() ?? ''
				if (digits === '') return null
				if (/^\d{1,7}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= 1_000_000) {
					return Number(digits)
				}
				issues.push({ code: 'custom', input: typed, message: MESSAGES.uses })
				return z.NEVER
			}),
	})
	.refine(form => form.type === 'fixed' || form.discount_amount <= 10_000, {
		path: ['discount_amount'],
		error: MESSAGES.percentage,
		when: whenValid({ discount_amount: z.number() }),
	})
	.refine(form => form.start_date <= form.end_date, {
		path: ['end_date'],
		error: MESSAGES.dates,
		when: whenValid({ start_date: day, end_date: day }),
	})
	.transform(form => ({
		code: form.coupon_code,
		type: form.type,
		discount: form.discount_amount,
		minPurchasePence: form.min_purchase_amount,
		startsAt: londonDayStart(form.start_date),
		endsAt: londonDayEnd(form.end_date),
		isActive: form.is_active,
		maxUses: form.max_uses,
	}))

export type CouponValues = z.output<typeof CouponForm>

/** Formats a stored coupon for its form: decimals, and days in London. */
export function toCouponFields(coupon: CouponValues) {
	return {
		coupon_code: coupon.code,
		type: coupon.type,
		discount_amount: String(coupon.discount / 100),
		min_purchase_amount: coupon.minPurchasePence > 0 ? String(coupon.minPurchasePence / 100) : '',
		start_date: londonDay(coupon.startsAt),
		end_date: londonDay(coupon.endsAt),
		max_uses: coupon.maxUses === null ? '' : String(coupon.maxUses),
		is_active: coupon.isActive ? 'on' : '',
	}
}

/** The version of the coupon that the administrator saw. */
export const couponVersion = z.coerce.number().int().min(1)

export const CouponFilter = z.object(LIST_FIELDS)
export type CouponFilter = z.output<typeof CouponFilter>

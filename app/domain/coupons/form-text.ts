import { londonDay } from '~/domain/time'
import type { CouponValues } from './schema'

/** A stored coupon as its form shows it: hundredths with a point, days in London. */
export function couponText(coupon: CouponValues) {
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

/** What a coupon is worth, and why it is refused (specification 2, section 5). Pure, safe for the browser. */

export type Coupon = {
	readonly type: 'percentage' | 'fixed'
	/** Hundredths of a percent (1050 is 10.5 %), or pence. */
	readonly discount: number
	readonly minPurchasePence: number
	/** UTC ms, both included. */
	readonly startsAt: number
	readonly endsAt: number
	readonly isActive: boolean
}

export const COUPON_MESSAGES = {
	empty: 'Please enter a coupon code',
	unknown: 'Coupon not found',
	inactive: 'Coupon is not active',
	badDates: 'Invalid coupon date range',
	notNow: 'Coupon is not valid at this time',
	badMinimum: 'Invalid minimum purchase amount',
	badDiscount: 'Invalid discount amount',
	failed: 'Failed to apply coupon',
} as const

/** A code as it is compared: without spaces around it, in capitals. */
export function normaliseCode(typed: string): string {
	return typed.trim().toUpperCase()
}

export type CouponResult =
	| { readonly ok: true; readonly discountPence: number }
	| { readonly ok: false; readonly message: string }

/**
 * What the coupon takes off a purchase of `subtotalPence` at `now` (UTC ms), or the first reason, in the order of the
 * specification, why it does not.
 */
export function checkCoupon(coupon: Coupon | undefined, subtotalPence: number, now: number): CouponResult {
	if (!coupon) return refuse(COUPON_MESSAGES.unknown)
	if (!coupon.isActive) return refuse(COUPON_MESSAGES.inactive)
	if (!isTime(coupon.startsAt) || !isTime(coupon.endsAt) || coupon.endsAt < coupon.startsAt) {
		return refuse(COUPON_MESSAGES.badDates)
	}
	if (now < coupon.startsAt || now > coupon.endsAt) return refuse(COUPON_MESSAGES.notNow)
	if (!Number.isSafeInteger(coupon.minPurchasePence) || coupon.minPurchasePence < 0) {
		return refuse(COUPON_MESSAGES.badMinimum)
	}
	if (subtotalPence < coupon.minPurchasePence) {
		return refuse(`Minimum purchase amount of £${exactMillions(coupon.minPurchasePence)} M required`)
	}
	if (!isDiscount(coupon)) return refuse(COUPON_MESSAGES.badDiscount)
	return { ok: true, discountPence: discountFor(coupon, subtotalPence) }
}

/**
 * The discount in pence, never more than the subtotal. A percentage is rounded to the nearest penny, halves up, which is in
 * the buyer's favour. Exact: the whole grid at a hundred times its price stays far below 2^53.
 */
export function discountFor(coupon: Pick<Coupon, 'type' | 'discount'>, subtotalPence: number): number {
	const discount =
		coupon.type === 'fixed' ? coupon.discount : Math.floor((subtotalPence * coupon.discount + 5_000) / 10_000)
	return Math.min(discount, subtotalPence)
}

/** "4.00", "0.15", "0.1505": millions of pounds with at least two decimals, and as many as it takes to be exact. */
function exactMillions(pence: number): string {
	const text = (pence / 100_000_000).toFixed(8)
	return text.replace(/0{1,6}$/, '')
}

function isDiscount({ type, discount }: Coupon): boolean {
	return Number.isSafeInteger(discount) && discount > 0 && (type === 'fixed' || discount <= 10_000)
}

function isTime(value: number): boolean {
	return Number.isSafeInteger(value)
}

function refuse(message: string): CouponResult {
	return { ok: false, message }
}

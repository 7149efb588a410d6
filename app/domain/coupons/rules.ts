import { formatMillions, formatPounds } from '~/domain/money'
import { toOneLine } from '~/domain/text'

/** Discounts of coupons, and the reasons for refusing them. Safe for the browser. */

export type Coupon = {
	readonly type: 'percentage' | 'fixed'
	/** Hundredths of a percent (1050 is 10.5 %), or pence. */
	readonly discount: number
	readonly minPurchasePence: number
	/** UTC ms, both included. */
	readonly startsAt: number
	readonly endsAt: number
	readonly isActive: boolean
	/** The number of orders that may use it; null: unlimited. */
	readonly maxUses?: number | null
}

export const COUPON_MESSAGES = {
	empty: 'Please enter a coupon code',
	unknown: 'Coupon not found',
	inactive: 'Coupon is not active',
	badDates: 'Invalid coupon date range',
	notNow: 'Coupon is not valid at this time',
	badMinimum: 'Invalid minimum purchase amount',
	badDiscount: 'Invalid discount amount',
	usedUp: 'This coupon has reached its usage limit',
	failed: 'Failed to apply coupon',
} as const

/**
 * Normalises a code: NFKC, no invisible characters, trimmed, single spaces, upper case. Done here because SQLite's
 * `upper()` handles only ASCII.
 */
export function normaliseCouponCode(text: string): string {
	const seen = toOneLine(text.normalize('NFKC')).replace(/ +/g, ' ')
	// Lower case first, because ß and ẞ have different capitals; then NFKC again, to join letters with their accents.
	return seen.toLowerCase().toUpperCase().normalize('NFKC')
}

export type CouponResult =
	| { readonly ok: true; readonly discountPence: number }
	| { readonly ok: false; readonly message: string }

/**
 * Computes the discount on `subtotalPence` at `now` (UTC ms), or returns the first reason against it, in a fixed order.
 * `uses`: orders that have used the coupon.
 */
export function checkCoupon(
	coupon: Coupon | undefined,
	subtotalPence: number,
	now: number,
	uses = 0,
): CouponResult {
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
		return refuse(`Minimum purchase amount of ${formatMillions(coupon.minPurchasePence)} required`)
	}
	if (!isDiscount(coupon)) return refuse(COUPON_MESSAGES.badDiscount)
	if (isUsedUp(coupon, uses)) return refuse(COUPON_MESSAGES.usedUp)
	return { ok: true, discountPence: computeDiscount(coupon, subtotalPence) }
}

/**
 * Computes the discount in pence, at most the subtotal. A percentage is rounded to the nearest penny, halves up, in the
 * buyer's favour.
 */
export function computeDiscount(coupon: Pick<Coupon, 'type' | 'discount'>, subtotalPence: number): number {
	const discount = coupon.type === 'fixed' ? coupon.discount : percentage(subtotalPence, coupon.discount)
	return Math.min(discount, subtotalPence)
}

/** Tests whether `uses` orders exhaust the coupon. */
export function isUsedUp({ maxUses }: Pick<Coupon, 'maxUses'>, uses: number): boolean {
	return typeof maxUses === 'number' && uses >= maxUses
}

/** Formats the discount: '10.5%', or '£50,000'. */
export function formatDiscount({ type, discount }: Pick<Coupon, 'type' | 'discount'>): string {
	return type === 'fixed' ? formatPounds(discount) : `${discount / 100}%`
}

/** Computes a percentage in two parts, so that no product exceeds the safe integers. */
function percentage(pence: number, hundredths: number): number {
	const rest = pence % 10_000
	return ((pence - rest) / 10_000) * hundredths + Math.floor((rest * hundredths + 5_000) / 10_000)
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

const SERVER_ERROR = 'Server error occurred. Please try again later or contact support.'

/** Messages for a coupon that could not be saved or deleted. */
export const COUPON_FAILED = {
	save: { title: 'Failed to generate/update coupon', message: SERVER_ERROR },
	delete: { title: 'Failed to delete coupon', message: SERVER_ERROR },
} as const

import { availableAgainAt, type UnavailableCell, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { type Refusal, refusal } from '~/domain/refusal'
import { pluralize } from '~/domain/text'
import { formatDateTime } from '~/domain/time'

/**
 * Why a step of the checkout was refused. `code`: stable, for the page that answers. `gone`: one of the cells is sold;
 * `on-hold`: somebody else has them on hold (P8); `checkout-held`: continuing would end the hold of the account's other
 * checkout; `holding-limit`: too much is on hold already (P7). `taken`: the cells that somebody else has. `retryAfter`:
 * seconds until it may be tried again.
 */
export type CheckoutRefusal = Refusal<
	| 'selection'
	| 'too-many-cells'
	| 'too-many-pending'
	| 'gone'
	| 'on-hold'
	| 'checkout-held'
	| 'holding-limit'
	| 'unknown'
	| 'replaced'
	| 'submitted'
	| 'not-proceeded'
	| 'no-payment'
	| 'no-receipt'
	| 'coupon-used-up'
	| 'price-changed'
	| 'too-many'
> & {
	taken?: UnavailableCell[]
	/** For API clients: which checkout has the hold. */
	data?: { order_id: string }
}

export const NO_ORDER: CheckoutRefusal = refusal('unknown', 'This order does not exist')

export const ALREADY_SUBMITTED: CheckoutRefusal = refusal(
	'submitted',
	'This order has already been submitted',
)

export const REPLACED: CheckoutRefusal = refusal('replaced', 'A newer checkout has replaced this one')

/** Refuses a receipt for a checkout whose cells are in a newer checkout of the account. */
export const HELD_BY_NEWER_CHECKOUT: CheckoutRefusal = refusal(
	'replaced',
	'A newer checkout of yours has these pixels. What you have sent is kept there: please check its total, and submit.',
)

/** Refuses while another checkout of the account has a running hold. */
export function refuseHeld(held: {
	id: string
	reference: string
	holdUntil: number | null
	prices: ReadonlyMap<number, number>
}): CheckoutRefusal {
	const until = formatDateTime(held.holdUntil ?? 0)
	const message = `Your checkout ${held.reference} has ${pluralize(held.prices.size, 'pixel')} on hold until ${until}. Opening another one ends that hold.`
	return { ok: false, code: 'checkout-held', message, data: { order_id: held.id } }
}

/** Refuses cells that somebody else has. */
export function refuseUnavailable(
	taken: UnavailableCell[],
	message = unavailableMessage(taken),
): CheckoutRefusal {
	return { ok: false, code: availableAgainAt(taken) === null ? 'gone' : 'on-hold', message, taken }
}

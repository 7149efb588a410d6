import { freeAgainAt, type Taken, takenMessage } from '~/domain/orders/taken-rules'

/**
 * Why a step of the checkout was not taken. `code`: stable, for the page that answers. `gone`: one of the cells is
 * sold; `on-hold`: somebody else merely has them on hold (decision 45). `taken`: the cells that somebody else has.
 * `retryAfter`: seconds until it may be tried again.
 */
export type Refusal = {
	ok: false
	message: string
	code:
		| 'selection'
		| 'too-many-cells'
		| 'too-many-pending'
		| 'gone'
		| 'on-hold'
		| 'unknown'
		| 'replaced'
		| 'submitted'
		| 'not-proceeded'
		| 'no-payment'
		| 'no-receipt'
		| 'coupon-used-up'
		| 'too-many'
	taken?: Taken[]
	retryAfter?: number
}

export const NO_ORDER: Refusal = { ok: false, code: 'unknown', message: 'This order does not exist' }

export const ALREADY_SUBMITTED: Refusal = {
	ok: false,
	code: 'submitted',
	message: 'This order has been submitted already',
}

export const REPLACED: Refusal = {
	ok: false,
	code: 'replaced',
	message: 'A newer checkout has replaced this one',
}

/** What is answered when somebody else has some of the cells. */
export function takenRefusal(taken: Taken[], message = takenMessage(taken)): Refusal {
	return { ok: false, code: freeAgainAt(taken) === null ? 'gone' : 'on-hold', message, taken }
}

import type { OwnershipEventKind } from './events.server'

/** The public text of an ownership event; it never names anybody. */
export const PROVENANCE: Readonly<Record<OwnershipEventKind, string>> = {
	bought: 'Bought',
	approved: 'Payment verified',
	rejected: 'Purchase rejected, available again',
	transferred: 'Passed on to a new owner',
	lent: 'Lent until a date',
	returned: 'Back from the loan',
	reserved: 'Reserved by the house',
	restored: 'Released by the house',
	deleted: 'Released by the house',
	'account-deleted': 'Given up by its owner',
}

/** The text of a purchase whose payment has not been verified. */
export const UNVERIFIED = 'Reserved, payment in review'

/** The text of a purchase whose payment was verified on the same day. */
export const VERIFIED_AT_ONCE = 'Bought, payment verified'

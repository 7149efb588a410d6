import { findConnectedCells } from '~/domain/grid/geometry-rules'
import { checkRemainder, checkSelection, SELECTION_MESSAGES } from '~/domain/grid/selection/selection-rules'
import type { OrderStatus } from '~/domain/orders/rules'
import type { Holder } from '~/domain/ownership/holder'
import { type Refusal, refusal } from '~/domain/refusal'
import { formatDateTime } from '~/domain/time'

/** Decides which pixels may be offered (P23, P27). Safe for the browser. */

/** A cell of the account that offers. `lentUntil`: UTC ms, while it is lent. */
export type OwnCell = {
	readonly cell: number
	readonly orderStatus: OrderStatus | null
	readonly invited: boolean
	readonly lentUntil: number | null
	/** Lent to the account by its owner. */
	readonly borrowed?: boolean
}

export type OfferCode =
	| 'empty'
	| 'not-owned'
	| 'borrowed'
	| 'pending'
	| 'lent'
	| 'invited'
	| 'mixed-types'
	| 'not-adjacent'
	| 'not-rectangle'
	| 'remainder-not-rectangle'

export type OfferRefusal = Refusal<OfferCode>

type Messages = Readonly<
	Record<'empty' | 'not-owned' | 'mixed-types' | 'not-adjacent' | 'not-rectangle', string>
>

/** Messages of the page for choosing pixels. */
export const SELL_PAGE_MESSAGES: Messages = {
	empty: 'Please select pixels to sell',
	'not-owned': 'You can only sell pixels you own',
	'mixed-types': 'You can only select pixels of the same type',
	'not-adjacent': 'You can only select adjacent pixels',
	'not-rectangle': 'Selected pixels must form a rectangle or square shape',
}

/** Messages for sending an invitation. */
export const OFFER_MESSAGES: Messages = {
	empty: 'No pixels selected',
	'not-owned': 'Can only sell owned pixels',
	'mixed-types': SELECTION_MESSAGES['mixed-types'],
	'not-adjacent': SELECTION_MESSAGES['not-rectangle'],
	'not-rectangle': SELECTION_MESSAGES['not-rectangle'],
}

export const INVITED = refusal('invited', 'This pixel is already in an invitation and cannot be selected')
const PENDING = refusal(
	'pending',
	'The payment for this pixel is still being verified, so it cannot be sold yet',
)
const BORROWED = refusal('borrowed', 'This pixel is lent to you: only its owner can sell it')

/** Returns why this cell alone cannot be offered, or null. */
export function whyNotOfferable(own: OwnCell): OfferRefusal | null {
	if (own.borrowed) return BORROWED
	if (own.invited) return INVITED
	if (own.lentUntil !== null) {
		const until = formatDateTime(own.lentUntil)
		return refusal('lent', `This pixel is lent until ${until} and cannot be sold before`)
	}
	return own.orderStatus === 'pending' ? PENDING : null
}

/**
 * Returns why `sender` cannot offer these cells together, or null: none chosen, one that is not the sender's or cannot
 * be offered, no filled rectangle of one type, or, for a member, no rectangle left of the block (P23). A block is all
 * that its owner has there and has neither lent nor offered to others. The house may keep any shape.
 */
export function checkOffer(
	sender: Holder,
	ids: Iterable<number>,
	own: readonly OwnCell[],
	words: Messages = OFFER_MESSAGES,
): OfferRefusal | null {
	const wanted = [...new Set(ids)]
	const byCell = new Map(own.map(cell => [cell.cell, cell]))
	const chosen = wanted.map(id => byCell.get(id))
	if (wanted.length === 0) return refusal('empty', words.empty)
	if (chosen.includes(undefined)) return refusal('not-owned', words['not-owned'])
	const barred = chosen.flatMap(item => (item && whyNotOfferable(item)) ?? [])
	if (barred[0]) return barred[0]
	const checked = checkSelection(wanted)
	if (!checked.ok) {
		const code = checked.code === 'unknown' || checked.code === 'empty' ? 'not-owned' : checked.code
		return refusal(code, words[code])
	}
	if (sender === null) return null
	const block = own.filter(cell => !cell.invited && cell.lentUntil === null && !cell.borrowed)
	const area = findConnectedCells(
		block.map(cell => cell.cell),
		wanted[0] ?? 0,
	)
	const remainder = checkRemainder(area, wanted)
	return remainder.ok ? null : remainder
}

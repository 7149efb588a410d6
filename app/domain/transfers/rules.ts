import type { Holder } from '~/domain/creatives/rules'
import type { OrderStatus } from '~/domain/orders/rules'
import { type Refused, refusal } from '~/domain/refusal'

/** Rules of invitations (P27). Safe for the browser. */

export type TransferStatus = 'open' | 'accepted' | 'rejected' | 'withdrawn' | 'expired'

export const DECISIONS = ['accept', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

/** The toast after a decision, and the dialog when there was none. */
export const DECIDED: Readonly<Record<Decision, string>> = { accept: 'Accepted!', reject: 'Rejected!' }
export const NOT_DECIDED = 'Failed to update invitation status'
/** The same when it is not the decision that is refused, but something that broke. */
export const DECISION_BROKEN = 'Failed to update invite status'
/** The same after an offer. */
export const NOT_OFFERED = 'Failed to list pixels for sale'

/**
 * `unknown`: there is no such invitation for this account, or nobody may learn that there is. `open`: it stays as it
 * was.
 */
export type DecisionRefusal = Refused<'unknown' | 'over' | 'open'>

type Transfer = {
	readonly senderId: Holder
	readonly recipientEmail: string
	readonly status: TransferStatus
	readonly version: number
	readonly until: number | null
}

const CHANGED = 'This invitation has changed since you opened it. Please look at it again.'
const UNKNOWN_TO_SENDER = refusal('unknown', 'There is no such invitation of yours.')
const UNKNOWN = refusal('unknown', 'There is no such invitation for you.')

/**
 * Why this invitation cannot be decided by the account with this (verified) address at `now` (UTC ms), or null.
 * `version`, `until`: of the invitation as it was seen; without them, as it is.
 */
export function decisionRefusal(
	transfer: Transfer | undefined,
	by: {
		readonly email: string
		readonly version?: number | undefined
		readonly until?: number | null | undefined
	},
	now: number,
): DecisionRefusal | null {
	if (!transfer || transfer.recipientEmail.toLowerCase() !== by.email.toLowerCase()) return UNKNOWN
	if (transfer.status === 'withdrawn') return over('This invitation has been withdrawn.')
	if (transfer.status === 'expired' || (transfer.status === 'open' && isPast(transfer.until, now))) {
		return over('The time of this invitation has passed.')
	}
	if (transfer.status !== 'open') return over(`You have already ${transfer.status} this invitation.`)
	const isOther = by.until !== undefined && by.until !== transfer.until
	if (isOther || (by.version !== undefined && by.version !== transfer.version)) {
		return stays(CHANGED)
	}
	return null
}

const MOST_MS = 10 * 366 * 24 * 60 * 60 * 1000

/** Why pixels cannot be lent, `until` (UTC ms) being the end, or null: it is not in the future, or too far in it. */
export function loanDateRefusal(until: number | null, now: number) {
	if (until === null || (until > now && until <= now + MOST_MS)) return null
	return WRONG_LOAN_DATE
}

const WRONG_LOAN_DATE = refusal(
	'until',
	'Please choose a date in the future, at most ten years from now',
	'transfer_till',
)

/** Tests whether a date (UTC ms), if any, has passed. */
export const isPast = (until: number | null, now: number) => until !== null && until <= now

/**
 * Why its sender cannot change this invitation at `now` (UTC ms), or null. `version`: of the invitation as it was seen.
 * One whose date has passed can be taken off the list, and no more.
 */
export function changeRefusal(
	transfer: Transfer | undefined,
	by: { readonly senderId: Holder; readonly version?: number | undefined; readonly isDeletion?: boolean },
	now: number,
): Refused<'unknown' | 'over' | 'changed'> | null {
	if (!transfer || transfer.senderId !== by.senderId) return UNKNOWN_TO_SENDER
	const isExpired =
		transfer.status === 'expired' || (transfer.status === 'open' && isPast(transfer.until, now))
	if (isExpired && !by.isDeletion) {
		return over('This invitation has expired. Its pixels can be offered again.')
	}
	if (transfer.status !== 'open' && !isExpired) {
		const what = transfer.status === 'withdrawn' ? 'deleted' : transfer.status
		return over(`This invitation has already been ${what}.`)
	}
	if (by.version !== undefined && by.version !== transfer.version) {
		return refusal('changed', CHANGED)
	}
	return null
}

/** A cell's holder, and the status of the order it was bought with, if any. */
export type TransferCell = {
	readonly cell: number
	readonly kind: 'hold' | 'owned' | 'house'
	readonly accountId: string | null
	readonly orderStatus: OrderStatus | null
	/** A loan of it runs. */
	readonly isLent?: boolean
}

/**
 * Why these cells cannot pass from the sender to `recipient`, or null. All or nothing: one cell that cannot go keeps
 * all.
 */
export function acceptanceRefusal(
	transfer: Pick<Transfer, 'senderId'>,
	cells: readonly number[],
	held: readonly TransferCell[],
	recipient: Holder,
): DecisionRefusal | null {
	if (transfer.senderId === recipient) return stays('These pixels are already yours.')
	const kind = transfer.senderId === null ? 'house' : 'owned'
	const senders = held.filter(one => one.kind === kind && one.accountId === transfer.senderId)
	const has = new Set(senders.map(one => one.cell))
	if (cells.length === 0 || !cells.every(cell => has.has(cell))) {
		return stays('Not all of these pixels are the sender’s any more, so none of them can be passed on.')
	}
	if (senders.some(one => one.isLent)) {
		return stays('Some of these pixels are lent to somebody just now. The invitation stays open.')
	}
	if (senders.some(one => one.orderStatus === 'pending')) {
		return stays(
			'The sender’s payment for these pixels is still being checked. Please try again later: the invitation stays open.',
		)
	}
	return null
}

const over = (message: string) => refusal('over', message)
const stays = (message: string) => refusal('open', message)

export type Area = 'user' | 'admin'

/**
 * The address of an invitation in an area; without an id, of all that wait. `returnTo`: where a decision leads back to.
 */
export function invitationPath(area: Area, id?: string, returnTo?: string): string {
	const path = id === undefined ? `/${area}/invitations` : `/${area}/invitations/${id}`
	return returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo })}`
}

/**
 * The page a decision taken on this page (path and query) leads back to: the same one, unless it is the invitation's
 * own.
 */
export function backPath(area: Area, page: string): string {
	return page.startsWith(invitationPath(area)) ? `/${area}/dashboard` : page
}

/** From which list price, in pence, an acceptance is asked for twice. */
export const CONFIRM_FROM_PENCE = 1_000_000_00

/** The status of an invitation for its recipient. */
export type ReceivedStatus =
	| 'waiting'
	| 'accepted'
	| 'lent'
	| 'returned'
	| 'rejected'
	| 'withdrawn'
	| 'expired'

/** A loan as it stands; `lentUntil` null: it has ended, perhaps before its date. Times in UTC ms. */
type Loan = { readonly until: number | null; readonly lentUntil: number | null }

/** `now`: UTC ms. An accepted invitation with a date is a loan until then, if nothing ends it earlier. */
export function receivedStatus(transfer: Pick<Transfer, 'status'> & Loan, now: number): ReceivedStatus {
	const { status, until } = transfer
	if (status === 'open') return isPast(until, now) ? 'expired' : 'waiting'
	if (status !== 'accepted') return status
	const sale = saleStatus(transfer, now)
	return sale === 'sold' ? 'accepted' : sale
}

/** The status of an accepted invitation at `now` (UTC ms): sold for good, lent, or back from the loan. */
export function saleStatus({ until, lentUntil }: Loan, now: number): 'sold' | 'lent' | 'returned' {
	if (until === null) return 'sold'
	return lentUntil === null || isPast(lentUntil, now) ? 'returned' : 'lent'
}

/** In whose name an account sends: administrators send for the house. */
export function senderFor({ id, role }: { readonly id: string; readonly role: Area }): Holder {
	return role === 'admin' ? null : id
}

/** The page of an area that lists what has been sent. */
export function listedPath(area: Area): string {
	return area === 'admin' ? '/admin/profile' : '/user/pixels/sell'
}

/** The address of an invitation that a member, or the house, has sent. */
export function sentPath(id: string, step: 'edit' | 'delete', area: Area = 'user'): string {
	return area === 'admin' ? `/admin/profile/invitations/${id}/${step}` : `/user/pixels/sell/${id}/${step}`
}

/** The label of the bell. */
export function bellLabel(count: number): string {
	return count === 0 ? 'Notifications' : `Notifications, ${count} new`
}

/** '6 pixels', or 'a pixel' for one. */
export function offered(cells: number): string {
	return cells === 1 ? 'a pixel' : `${cells} pixels`
}

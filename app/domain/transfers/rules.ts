import type { Role } from '~/domain/accounts/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { OrderStatus } from '~/domain/orders/rules'
import type { Holder } from '~/domain/ownership/holder'
import { type Refusal, refusal } from '~/domain/refusal'

/** Rules of invitations (P27). Safe for the browser. */

export type TransferStatus = 'open' | 'accepted' | 'rejected' | 'withdrawn' | 'expired'

export const DECISIONS = ['accept', 'reject'] as const
export type TransferDecision = (typeof DECISIONS)[number]

/** The toast after a decision, and the title of the dialog after a refusal. */
export const DECIDED_MESSAGES: Readonly<Record<TransferDecision, string>> = {
	accept: 'Accepted!',
	reject: 'Rejected!',
}
export const NOT_DECIDED = 'Failed to update invitation status'
/** The title when a decision failed unexpectedly. */
export const DECISION_BROKEN = 'Failed to update invite status'
/** The title when an offer failed unexpectedly. */
export const NOT_OFFERED = 'Failed to list pixels for sale'

/** `unknown`: no such invitation for this account, or its existence must not be revealed. `open`: it stays open. */
export type TransferDecisionRefusal = Refusal<'unknown' | 'over' | 'open'>

type Transfer = {
	readonly senderId: Holder
	readonly recipientEmail: string
	readonly status: TransferStatus
	readonly version: number
	readonly until: number | null
}

const CHANGED = 'This invitation has changed since you opened it. Please look at it again.'
const UNKNOWN_TO_SENDER = refusal('unknown', 'You have not sent this invitation.')
const UNKNOWN = refusal('unknown', 'There is no such invitation for you.')

/**
 * Returns why the account with this (verified) address cannot answer this invitation at `now` (UTC ms), or null.
 * `version`, `until`: of the invitation as it was shown; by default as it is.
 */
export function checkDecision(
	transfer: Transfer | undefined,
	by: {
		readonly email: string
		readonly version?: number | undefined
		readonly until?: number | null | undefined
	},
	now: number,
): TransferDecisionRefusal | null {
	if (!transfer || transfer.recipientEmail.toLowerCase() !== by.email.toLowerCase()) return UNKNOWN
	if (transfer.status === 'withdrawn') return refuseClosed('This invitation has been withdrawn.')
	if (transfer.status === 'expired' || (transfer.status === 'open' && isPast(transfer.until, now))) {
		return refuseClosed('This invitation has expired.')
	}
	if (transfer.status !== 'open') return refuseClosed(`You have already ${transfer.status} this invitation.`)
	const isOther = by.until !== undefined && by.until !== transfer.until
	if (isOther || (by.version !== undefined && by.version !== transfer.version)) {
		return refuseOpen(CHANGED)
	}
	return null
}

export const OWN_ADDRESS = refusal('own-address', 'You cannot sell pixels to yourself', 'buyer_email')

const MAX_LOAN_MS = 10 * 366 * 24 * 60 * 60 * 1000

/** Returns why pixels cannot be lent `until` a time (UTC ms), or null: it is in the past, or too far in the future. */
export function checkLoanDate(until: number | null, now: number) {
	if (until === null || (until > now && until <= now + MAX_LOAN_MS)) return null
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
 * Returns why its sender cannot change this invitation at `now` (UTC ms), or null. `version`: of the invitation as it
 * was shown. One whose date has passed can only be deleted.
 */
export function checkChange(
	transfer: Transfer | undefined,
	by: { readonly senderId: Holder; readonly version?: number | undefined; readonly isDeletion?: boolean },
	now: number,
): Refusal<'unknown' | 'over' | 'changed'> | null {
	if (!transfer || transfer.senderId !== by.senderId) return UNKNOWN_TO_SENDER
	const isExpired =
		transfer.status === 'expired' || (transfer.status === 'open' && isPast(transfer.until, now))
	if (isExpired && !by.isDeletion) {
		return refuseClosed('This invitation has expired. Its pixels can be offered again.')
	}
	if (transfer.status !== 'open' && !isExpired) {
		const what = transfer.status === 'withdrawn' ? 'deleted' : transfer.status
		return refuseClosed(`This invitation has already been ${what}.`)
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
	/** Whether it is lent now. */
	readonly isLent?: boolean
}

/** Returns why these cells cannot pass from the sender to `recipient`, or null. One cell that cannot pass keeps all. */
export function checkAcceptance(
	transfer: Pick<Transfer, 'senderId'>,
	cells: readonly number[],
	held: readonly TransferCell[],
	recipient: Holder,
): TransferDecisionRefusal | null {
	if (transfer.senderId === recipient) return refuseOpen('These pixels are already yours.')
	const kind = transfer.senderId === null ? 'house' : 'owned'
	const senders = held.filter(cell => cell.kind === kind && cell.accountId === transfer.senderId)
	const has = new Set(senders.map(sender => sender.cell))
	if (cells.length === 0 || !cells.every(cell => has.has(cell))) {
		return refuseOpen('Not all of these pixels are the sender’s any more, so none of them can be passed on.')
	}
	if (senders.some(sender => sender.isLent)) {
		return refuseOpen('Some of these pixels are on loan at the moment. The invitation stays open.')
	}
	if (senders.some(sender => sender.orderStatus === 'pending')) {
		return refuseOpen(
			'The sender’s payment for these pixels is still being checked. Please try again later: the invitation stays open.',
		)
	}
	return null
}

const refuseClosed = (message: string) => refusal('over', message)
const refuseOpen = (message: string) => refusal('open', message)

/**
 * Returns the path of an invitation in an area; without an id, of the list of those that wait. `returnTo`: the page
 * after a decision.
 */
export function invitationPath(area: Role, id?: string, returnTo?: string): string {
	const path = id === undefined ? `/${area}/invitations` : `/${area}/invitations/${id}`
	return returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo })}`
}

/**
 * Returns the page after a decision made on this page (path and query): the same one, unless it is the invitation's
 * own.
 */
export function backPath(area: Role, page: string): string {
	return page.startsWith(invitationPath(area)) ? `/${area}/dashboard` : page
}

/** The list price, in pence, from which an acceptance has to be confirmed. */
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

/** The dates of a loan; `lentUntil` null: it has ended, perhaps early. Times in UTC ms. */
type Loan = { readonly until: number | null; readonly lentUntil: number | null }

/**
 * Returns the status of an invitation for its recipient. An accepted invitation with a date is a loan until then,
 * unless it ends early. `now`: UTC ms.
 */
export function receivedStatus(transfer: Pick<Transfer, 'status'> & Loan, now: number): ReceivedStatus {
	const { status, until } = transfer
	if (status === 'open') return isPast(until, now) ? 'expired' : 'waiting'
	if (status !== 'accepted') return status
	const sale = saleStatus(transfer, now)
	return sale === 'sold' ? 'accepted' : sale
}

/** Returns the status of an accepted invitation at `now` (UTC ms): sold permanently, lent, or returned. */
export function saleStatus({ until, lentUntil }: Loan, now: number): 'sold' | 'lent' | 'returned' {
	if (until === null) return 'sold'
	return lentUntil === null || isPast(lentUntil, now) ? 'returned' : 'lent'
}

/** Returns the sender that an account acts for: administrators send for the house. */
export function getSenderId({ id, role }: { readonly id: string; readonly role: Role }): Holder {
	return role === 'admin' ? null : id
}

/** Returns the page of an area that lists the invitations it has sent. */
export function listedPath(area: Role): string {
	return area === 'admin' ? '/admin/profile' : '/user/pixels/sell'
}

/** Returns the path of an invitation that a member, or the house, has sent. */
export function sentPath(id: string, step: 'edit' | 'delete', area: Role = 'user'): string {
	return area === 'admin' ? `/admin/profile/invitations/${id}/${step}` : `/user/pixels/sell/${id}/${step}`
}

/** Returns the accessible label of the bell. */
export function describeBell(count: number): string {
	return count === 0 ? 'Notifications' : `Notifications, ${count} new`
}

/** Formats what an invitation offers: 'wants to send you 6 pixels', or for a loan 'wants to lend you 1 pixel'. */
export function invitationLabel(cells: number, until: number | null): string {
	return `wants to ${until === null ? 'send' : 'lend'} you ${formatPixelCount(cells)}`
}

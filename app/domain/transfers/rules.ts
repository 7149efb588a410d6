import type { Holder } from '~/domain/creatives/rules'
import type { OrderStatus } from '~/domain/orders/rules'

/** What is true of invitations on paper (decisions 14, 15; docs/decisions/0053). Pure, safe for the browser. */

export type TransferStatus = 'open' | 'accepted' | 'rejected' | 'withdrawn'

export const DECISIONS = ['accept', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

/** What a toast says after a decision, and a dialog when there was none (specification 1, section 8). */
export const DECIDED: Readonly<Record<Decision, string>> = { accept: 'Accepted!', reject: 'Rejected!' }
export const NOT_DECIDED = 'Failed to update invitation status'

/** `unknown`: there is no such invitation for this account, or nobody may learn that there is. `open`: it stays as it was. */
export type DecisionRefusal = { readonly reason: 'unknown' | 'over' | 'open'; readonly message: string }

type Transfer = {
	readonly senderId: Holder
	readonly recipientEmail: string
	readonly status: TransferStatus
	readonly version: number
	readonly till: number | null
}

const UNKNOWN: DecisionRefusal = { reason: 'unknown', message: 'There is no such invitation for you.' }

/**
 * Why this invitation cannot be decided by the account with this (verified) address at `now` (UTC ms), or null. `version`: of the
 * invitation as it was seen; without one, as it is.
 */
export function decisionRefusal(
	transfer: Transfer | undefined,
	by: { readonly email: string; readonly version?: number | undefined },
	now: number,
): DecisionRefusal | null {
	if (!transfer || transfer.recipientEmail.toLowerCase() !== by.email.toLowerCase()) return UNKNOWN
	if (transfer.status === 'withdrawn') return over('This invitation has been withdrawn.')
	if (transfer.status !== 'open') return over(`You have ${transfer.status} this invitation already.`)
	if (transfer.till !== null && transfer.till <= now) return over('The time of this invitation has passed.')
	if (by.version !== undefined && by.version !== transfer.version) {
		return stays('This invitation has changed since you opened it. Please look at it again.')
	}
	return null
}

/** Who has a cell, and how the order stands that it was bought with, if any. */
export type HeldCell = {
	readonly cell: number
	readonly kind: 'hold' | 'owned' | 'house'
	readonly accountId: string | null
	readonly orderStatus: OrderStatus | null
}

/** Why these cells cannot pass from the sender to `recipient`, or null. All or nothing: one cell that cannot go keeps all. */
export function acceptanceRefusal(
	transfer: Pick<Transfer, 'senderId' | 'till'>,
	cells: readonly number[],
	held: readonly HeldCell[],
	recipient: Holder,
): DecisionRefusal | null {
	if (transfer.till !== null) {
		return stays('Pixels that are lent until a date cannot be accepted yet. The invitation stays open.')
	}
	if (transfer.senderId === recipient) return stays('These pixels are yours already.')
	const kind = transfer.senderId === null ? 'house' : 'owned'
	const senders = held.filter(one => one.kind === kind && one.accountId === transfer.senderId)
	const has = new Set(senders.map(one => one.cell))
	if (cells.length === 0 || !cells.every(cell => has.has(cell))) {
		return stays('Not all of these pixels are the sender’s any more, so none of them can be passed on.')
	}
	if (senders.some(one => one.orderStatus === 'pending')) {
		return stays(
			'The sender’s payment for these pixels is still being checked. Please try again later: the invitation stays open.',
		)
	}
	return null
}

const over = (message: string): DecisionRefusal => ({ reason: 'over', message })
const stays = (message: string): DecisionRefusal => ({ reason: 'open', message })

export type Area = 'user' | 'admin'

/** The address of an invitation in an area; without an id, of all that wait. */
export function invitationPath(area: Area, id?: string): string {
	return id === undefined ? `/${area}/invitations` : `/${area}/invitations/${id}`
}

/** Where a decision that is taken on this page (path and query) leads back to: there, unless it is the page of an invitation. */
export function backPath(area: Area, page: string): string {
	return page.startsWith(invitationPath(area)) ? `/${area}/dashboard` : page
}

/** What the bell is called. */
export function bellWords(count: number): string {
	return count === 0 ? 'Notifications' : `Notifications, ${count} new`
}

/** '6 pixels', or 'a pixel' as the specification has it for one. */
export function offered(cells: number): string {
	return cells === 1 ? 'a pixel' : `${cells} pixels`
}

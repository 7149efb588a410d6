import type { CellType } from '~/domain/grid/layout'
import { pluralize } from '~/domain/text'
import { formatDateTime } from '~/domain/time'

/* Duration, cooling-off and limits of holds. Safe for the browser. */

/** A hold that an account has or had on a cell; times in UTC ms. `endedAt`: given up before `until`. */
export type PastHold = { readonly heldAt: number; readonly until: number; readonly endedAt: number | null }

export type NextHold =
	| { readonly kind: 'hold'; readonly heldAt: number; readonly until: number }
	/** No hold before this time; buying stays possible. */
	| { readonly kind: 'cooling'; readonly until: number }

/**
 * Returns the hold that an account may have now on cells with this history (docs/decisions/0020). Nobody can renew a
 * hold for ever:
 * - within the time of an earlier hold, given up or not, the new one ends when that one would have;
 * - after it, the account waits as long as it had held.
 */
export function computeNextHold(history: readonly PastHold[], now: number, minutes: number): NextHold {
	const running = history.filter(past => now < past.until)
	const over = history.filter(past => now >= past.until)
	const coolUntil = Math.max(0, ...over.map(cooldownEnd))
	if (coolUntil > now) return { kind: 'cooling', until: coolUntil }
	if (running.length === 0) return { kind: 'hold', heldAt: now, until: now + minutes * 60_000 }
	return {
		kind: 'hold',
		heldAt: Math.min(...running.map(past => past.heldAt)),
		until: Math.min(...running.map(past => past.until)),
	}
}

/** Returns when the cooling-off after a hold ends. */
export function cooldownEnd(past: PastHold): number {
	const end = Math.min(past.until, past.endedAt ?? past.until)
	return end + Math.max(0, end - past.heldAt)
}

/** Tests whether an order's own hold is running; it ends exactly at its time (P6). */
export function isHeld(
	order: { readonly holdUntil: number | null; readonly holdEndedAt: number | null },
	now: number,
): boolean {
	return order.holdUntil !== null && order.holdEndedAt === null && now < order.holdUntil
}

/** How long (ms) before its end a hold gets a reminder, if it is longer than that (P6). */
export const REMIND_BEFORE_MS = 2 * 60 * 60_000

/** Tests whether a reminder of a hold is due at this time (UTC ms). */
export function isReminderDue(
	order: Parameters<typeof isHeld>[0] & { readonly heldAt: number | null },
	now: number,
): boolean {
	const { heldAt, holdUntil } = order
	if (heldAt === null || holdUntil === null || !isHeld(order, now)) return false
	return holdUntil - now <= REMIND_BEFORE_MS && holdUntil - heldAt > REMIND_BEFORE_MS
}

/* Limits on holds, and on pending orders of buyers without an approved one (P7). */
const MAX_PER_PERSON = 100
const MAX_PER_ADDRESS = 200
/** The types of which newcomers (buyers without an approved order) may together hold half. */
const SHARED: readonly CellType[] = ['small', 'tiny']
const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * Returns the mailbox of an email address, which identifies a person: without a plus suffix, and at Gmail without dots.
 */
export function getPersonKey(email: string): string {
	const at = email.lastIndexOf('@')
	const [name = ''] = email.slice(0, at).toLowerCase().split('+')
	const domain = email.slice(at + 1).toLowerCase()
	return DOTLESS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

type Holder = {
	readonly person: string
	/** The client's network; null: unknown. */
	readonly address: string | null
	/** Whether the account has an approved order. */
	readonly hasApprovedOrder: boolean
}

/** A cell on hold, or in a pending order (`until`: null). `until`: UTC ms. */
export type HeldCell = Holder & { readonly type: CellType; readonly until: number | null }

/**
 * Returns why these cells may not be put on hold too and when they may, or undefined. `held`: by others and by other
 * orders. `available`: how many of the type are neither owned nor the house's.
 */
export function whyNotHold(
	wanted: Holder & { readonly type: CellType; readonly count: number },
	held: readonly HeldCell[],
	available: number,
): string | undefined {
	const { person, address, hasApprovedOrder, type, count } = wanted
	const limits = [
		{
			max: MAX_PER_PERSON,
			held: held.filter(cell => cell.until !== null && cell.person === person),
			words: `One person can have ${MAX_PER_PERSON} pixels on hold at a time`,
		},
		{
			max: MAX_PER_ADDRESS,
			held: held.filter(cell => address !== null && cell.address === address),
			isOpen: address === null,
			words: `${MAX_PER_ADDRESS} pixels can be on hold or under review at a time from one internet connection`,
		},
		{
			max: Math.ceil(available / 2),
			held: held.filter(cell => !cell.hasApprovedOrder && cell.type === type),
			isOpen: hasApprovedOrder || !SHARED.includes(type),
			words: `Buyers without an approved order can have half of the available ${type} pixels on hold or under review at a time, ${Math.ceil(available / 2)} together`,
		},
	]
	const over = limits.find(limit => !limit.isOpen && limit.held.length + count > limit.max)
	return (
		over && `${over.words}, and ${pluralize(over.held.length, 'is', 'are')} now. ${whenFree(over, count)}`
	)
}

function whenFree({ max, held }: { max: number; held: readonly HeldCell[] }, count: number): string {
	if (count > max) return 'Please choose fewer pixels.'
	const ends = held.flatMap(cell => cell.until ?? []).sort((a, b) => a - b)
	const enough = ends[held.length + count - max - 1]
	if (enough === undefined) return 'Please try again when orders under review have been decided.'
	return `Enough of them become free by ${formatDateTime(enough)} at the latest.`
}

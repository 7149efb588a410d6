import { type Cell, cellsByIds } from '~/domain/grid/layout'

/** What is true of orders on paper: legal changes of status, holds, the steps of the checkout. Pure, safe for the browser. */

export type OrderStatus = 'open' | 'abandoned' | 'pending' | 'approved' | 'rejected' | 'failed'

/** Whether the buyer has sent the receipt: from then on nothing but a decision changes the order. */
export function isSubmitted(status: OrderStatus): boolean {
	return status !== 'open' && status !== 'abandoned'
}

export type Decision = 'approve' | 'reject'

/** From which statuses an administrator may take a decision (decision 9). */
export const DECIDABLE: Readonly<Record<Decision, readonly OrderStatus[]>> = {
	approve: ['pending'],
	reject: ['pending', 'approved'],
}

export function canDecide(status: OrderStatus, decision: Decision): boolean {
	return DECIDABLE[decision].includes(status)
}

// -------------------------------------------------------------------------------------------------------- holds

/** A hold that an account has or had on a cell; times in UTC ms. `endedAt`: given up before `until`. */
export type PastHold = { readonly heldAt: number; readonly until: number; readonly endedAt: number | null }

export type NextHold =
	| { readonly kind: 'hold'; readonly heldAt: number; readonly until: number }
	/** No hold before this time; buying stays possible. */
	| { readonly kind: 'cooling'; readonly until: number }

/**
 * The hold that an account may have now on cells with this history (docs/decisions/0020). Nobody can renew a hold for ever:
 * - within the time of an earlier hold, given up or not, the new one ends when that one would have;
 * - after it, the account waits as long as it had held.
 */
export function nextHold(history: readonly PastHold[], now: number, minutes: number): NextHold {
	const running = history.filter(past => now < past.until)
	const over = history.filter(past => now >= past.until)
	const coolUntil = Math.max(0, ...over.map(coolingUntil))
	if (coolUntil > now) return { kind: 'cooling', until: coolUntil }
	if (running.length === 0) return { kind: 'hold', heldAt: now, until: now + minutes * 60_000 }
	return {
		kind: 'hold',
		heldAt: Math.min(...running.map(past => past.heldAt)),
		until: Math.min(...running.map(past => past.until)),
	}
}

/** When the cooling-off after a hold is over. */
export function coolingUntil(past: PastHold): number {
	const end = Math.min(past.until, past.endedAt ?? past.until)
	return end + Math.max(0, end - past.heldAt)
}

/** Whether an order's own hold is running; over the very moment its time has passed (decision 7). */
export function isHeld(
	order: { readonly holdUntil: number | null; readonly holdEndedAt: number | null },
	now: number,
): boolean {
	return order.holdUntil !== null && order.holdEndedAt === null && now < order.holdUntil
}

// -------------------------------------------------------------------------------------------------------- steps

export type CheckoutStep = 'cells' | 'payment' | 'confirm' | 'done'

/**
 * The step that an order's page may show when `wanted` was asked for. After submission there is only the done page; the
 * bank details and the form need "next" at step 1 first. A checkout that a newer one replaced keeps its later steps once
 * they were reached, so that a receipt for money that was already sent can always be handed in.
 */
export function allowedStep(
	order: { readonly status: OrderStatus; readonly proceededAt: number | null },
	wanted: CheckoutStep,
): CheckoutStep {
	if (isSubmitted(order.status)) return 'done'
	if (wanted === 'done') return order.proceededAt === null ? 'cells' : 'confirm'
	if (wanted !== 'cells' && order.proceededAt === null) return 'cells'
	return wanted
}

/** The address of a step. */
export function checkoutPath(orderId: string, step: CheckoutStep): string {
	return `/user/checkout/${orderId}${step === 'cells' ? '' : `/${step}`}`
}

// -------------------------------------------------------------------------------------------------------- words

/** "tiny pixel at row 8, column 3", and so on; after `most` of them "and 12 more". */
export function nameCells(ids: Iterable<number>, most = 6): string {
	const cells = cellsByIds(ids)
	const named = cells.slice(0, most).map(nameCell)
	const rest = cells.length - named.length
	if (rest > 0) return `${named.join('; ')}; and ${rest} more`
	return named.join('; ')
}

function nameCell(cell: Cell): string {
	return `${cell.type} pixel at row ${cell.row}, column ${cell.col}`
}

/** What is said when cells have gone to somebody else. */
export function goneMessage(gone: readonly number[]): string {
	const which = nameCells(gone)
	return gone.length === 1
		? `This pixel is no longer available: ${which}.`
		: `These pixels are no longer available: ${which}.`
}

// ------------------------------------------------------------------------------------------------------ contact

/** Telephone prefix by country, as the form offers them (specification 2, section 5). */
export const COUNTRIES = {
	UK: { name: 'United Kingdom', prefix: '+44' },
	US: { name: 'United States', prefix: '+1' },
	Canada: { name: 'Canada', prefix: '+1' },
	Australia: { name: 'Australia', prefix: '+61' },
	India: { name: 'India', prefix: '+91' },
	Germany: { name: 'Germany', prefix: '+49' },
	France: { name: 'France', prefix: '+33' },
	Spain: { name: 'Spain', prefix: '+34' },
	Italy: { name: 'Italy', prefix: '+39' },
	Japan: { name: 'Japan', prefix: '+81' },
	China: { name: 'China', prefix: '+86' },
	Other: { name: 'Other', prefix: '+' },
} as const

export type Country = keyof typeof COUNTRIES

export const COUNTRY_CODES = Object.keys(COUNTRIES) as [Country, ...Country[]]

/** The country in words, by the code that the form sends. */
export function countryName(code: string | null): string {
	return Object.entries(COUNTRIES).find(([known]) => known === code)?.[1].name ?? code ?? ''
}

/**
 * Prefix of the country and number, joined with spaces and what else parts the digits removed. A number that was typed with a plus
 * of its own, or 00 for it, keeps it; behind a prefix the zero falls away that is dialled within a country alone. Without a plus,
 * a number of another country than those of the list stays as it is.
 */
export function joinContactNumber(country: Country, typed: string): string {
	const abroad = /^\s*(?:\+|00)\s*(?<italian>39|378|379)?/.exec(typed)
	/* In Italy, San Marino and the Vatican the zero is part of the number. */
	const keepsZero = abroad ? abroad.groups?.['italian'] !== undefined : country === 'Italy'
	const number = typed.replace('(0)', keepsZero ? '0' : '').replace(/[\s()./-]/g, '')
	if (abroad) return number.replace(/^00/, '+')
	if (country === 'Other') return number
	return COUNTRIES[country].prefix + (keepsZero ? number : number.replace(/^0/, ''))
}

/** What is wrong with a joined number; it needs a plus and 7 to 15 digits in all (E.164). */
export function contactNumberProblem(joined: string): string | undefined {
	if (/^\d+$/.test(joined)) return 'Please begin the contact number with a plus and the prefix of its country'
	return /^\+[1-9]\d{6,14}$/.test(joined) ? undefined : 'Valid contact number is required (7-15 digits)'
}

import { formatPounds } from '~/domain/money'
import { isSubmitted } from '~/domain/orders/rules'
import type { Slip } from '~/domain/statements/references'
import { computeBalance, computeDue, computeOutstanding, computeToSendBack, type OrderMoney } from './balance'

/* Proposes bookings for a line of a bank statement. Proposals are shown and never stored; people book. */

/** In the order in which they are listed: those that need a person first. */
export const MATCHES = [
	'look',
	'part',
	'too-much',
	'split',
	'similar',
	'sent-back',
	'unknown',
	'exact',
	'books',
	'booked',
	'dismissed',
] as const
export type Match = (typeof MATCHES)[number]

/** `lost`: how many of its cells the order does not hold any more. */
export type Candidate = OrderMoney & {
	readonly id: string
	readonly reference: string
	readonly lost: number
}

/** `pence`: in > 0, out < 0. `bookedPence`: the part in the ledger, of the same sign. */
export type BankLine = {
	readonly id: string
	readonly pence: number
	readonly bookedPence: number
	readonly dismissedAt: number | null
}

/**
 * The orders that a line may be for. `named`: their references stand in its text. `near`: references that are one slip
 * away; asked for when none is named. `returned`: an earlier line of the opposite amount, whose bank reference this one
 * quotes, is booked on them. `isForgeable`: see {@link findForgeable}.
 */
export type Candidates<Order extends Candidate> = {
	named: readonly Order[]
	near?: readonly { order: Order; slip: Slip }[]
	returned?: readonly Order[]
	isForgeable?: boolean
}

/** `parts`: what would be booked on which orders, positive pence. `why`: in words. */
export type Proposal<Order extends Candidate> = {
	match: Match
	parts: { order: Order; pence: number }[]
	why: string
}

/** The rest of a line that is neither booked nor dismissed, positive pence. */
export function computeUnbooked({ pence, bookedPence, dismissedAt }: Omit<BankLine, 'id'>): number {
	return dismissedAt === null ? Math.abs(pence - bookedPence) : 0
}

/** Proposes bookings for one line. */
export function propose<Order extends Candidate>(
	line: BankLine,
	{ named, near = [], returned = [], isForgeable = false }: Candidates<Order>,
): Proposal<Order> {
	if (line.dismissedAt !== null) return { match: 'dismissed', parts: [], why: '' }
	const rest = computeUnbooked(line)
	if (rest === 0) return { match: 'booked', parts: [], why: '' }
	const orders = named.filter(order => isSubmitted(order.status))
	if (line.pence < 0) return proposeOut(rest, orders, returned)
	const [order] = orders
	if (orders.length > 1) return proposeSplit(rest, orders)
	if (order) return proposeOne(rest, order, isForgeable)
	if (named[0]) return unknown(`The buyer of ${named[0].reference} has not sent the receipt yet.`)
	const [similar] = near
	if (similar && near.length === 1) {
		return { match: 'similar', parts: [{ order: similar.order, pence: rest }], why: `${similar.slip}.` }
	}
	return unknown('No order is named.')
}

function unknown<Order extends Candidate>(
	why: string,
	orders: readonly Order[] = [],
	pence = 0,
): Proposal<Order> {
	return { match: 'unknown', parts: orders.map(order => ({ order, pence })), why }
}

function proposeOne<Order extends Candidate>(
	rest: number,
	order: Order,
	isForgeable: boolean,
): Proposal<Order> {
	const parts = [{ order, pence: rest }]
	const outstanding = computeOutstanding(order)
	if (rest < outstanding) {
		return { match: 'part', parts, why: `Leaves ${formatPounds(outstanding - rest)} outstanding.` }
	}
	if (rest > outstanding) return { match: 'too-much', parts, why: whyTooMuch(rest, order) }
	if (isForgeable) return { match: 'look', parts, why: 'The same amount also goes out in this file.' }
	if (order.status === 'approved')
		return { match: 'books', parts, why: 'Approved, not seen at the bank yet.' }
	return {
		match: 'exact',
		parts,
		why:
			order.lost === 0
				? 'Pending, its pixels held.'
				: 'It no longer holds all its pixels: booked, not approved. Reject it; then the money can be sent back.',
	}
}

function whyTooMuch(rest: number, order: OrderMoney): string {
	const outstanding = computeOutstanding(order)
	if (outstanding > 0) return `${formatPounds(rest - outstanding)} more than outstanding.`
	return `The order is ${computeDue(order) > 0 ? 'paid' : order.status}: all of it is to send back.`
}

function proposeSplit<Order extends Candidate>(rest: number, orders: readonly Order[]): Proposal<Order> {
	const parts = orders
		.map(order => ({ order, pence: computeOutstanding(order) }))
		.filter(({ pence }) => pence > 0)
	const sum = parts.reduce((total, { pence }) => total + pence, 0)
	if (sum === rest) return { match: 'split', parts, why: 'Pays these orders to the penny.' }
	return {
		match: 'unknown',
		parts: orders.map(order => ({ order, pence: computeOutstanding(order) })),
		why: `Names several orders, with ${formatPounds(sum)} outstanding.`,
	}
}

function proposeOut<Order extends Candidate>(
	rest: number,
	named: readonly Order[],
	returned: readonly Order[],
): Proposal<Order> {
	const owed = named.filter(order => computeToSendBack(order) > 0)
	const meant = owed.length > 0 ? owed : returned
	const [order] = meant
	if (order && meant.length === 1 && rest <= computeBalance(order)) {
		const surplus = computeToSendBack(order)
		const why =
			surplus > 0
				? `${formatPounds(surplus)} to send back.`
				: 'Quotes a payment of this order: the bank took it back.'
		return { match: 'sent-back', parts: [{ order, pence: rest }], why }
	}
	const all = named.length > 0 ? named : returned
	if (all.length === 0) return unknown('No order is named.')
	return unknown('No money of the order that is named was to be sent back.', all, rest)
}

/**
 * The proposals of the lines of one statement, by the ids of the lines. Two lines that are exact for one order are for
 * a person to look at.
 */
export function proposeAll<Line extends BankLine, Order extends Candidate>(
	lines: readonly Line[],
	candidatesOf: (line: Line) => Candidates<Order>,
): Map<string, Proposal<Order>> {
	const all = new Map(lines.map(line => [line.id, propose(line, candidatesOf(line))]))
	const paying = new Map<string, Proposal<Order>[]>()
	for (const proposal of all.values()) {
		const id =
			proposal.match === 'exact' || proposal.match === 'books' ? proposal.parts[0]?.order.id : undefined
		if (id !== undefined) paying.set(id, [...(paying.get(id) ?? []), proposal])
	}
	for (const rivals of paying.values()) {
		if (rivals.length === 1) continue
		for (const proposal of rivals) {
			proposal.match = 'look'
			proposal.why = `${rivals.length} payments of this file pay the order to the penny.`
		}
	}
	return all
}

/**
 * Finds lines that may be forged: the text of a payment, written by its sender, may contain lines in a plain-text file,
 * which have to leave its balances unchanged. Each has one of the opposite amount in the file, or (`inRuns`) is in a
 * run of lines that adds up to zero.
 */
export function findForgeable<Line extends { pence: number }>(
	lines: readonly Line[],
	{ inRuns }: { inRuns: boolean },
): Set<Line> {
	const amounts = new Set(lines.map(line => line.pence))
	const found = new Set(lines.filter(line => amounts.has(-line.pence)))
	if (!inRuns) return found
	let sum = 0
	const sums = [0, ...lines.map(line => (sum += line.pence))]
	const last = new Map(sums.map((balance, place) => [balance, place]))
	for (const [place, balance] of sums.entries()) {
		for (const line of lines.slice(place, last.get(balance))) found.add(line)
	}
	return found
}

import { groupBy } from '~/domain/group-by'
import { formatPounds } from '~/domain/money'
import {
	computeBalance,
	computeDue,
	computeOutstanding,
	computeToSendBack,
	type OrderMoney,
} from '~/domain/orders/balance'
import { isSubmitted } from '~/domain/orders/rules'
import type { Format } from '~/domain/statements/formats/entry'
import type { Typo } from '~/domain/statements/references'
import type { bankEntries } from '~/server/db/schema.server'

/* Proposes bookings for lines of a bank statement. Proposals are shown and never stored; people book. */

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

/** An order that a line may be for. `lost`: how many of its cells it no longer holds. */
export type Candidate = OrderMoney & {
	readonly id: string
	readonly reference: string
	readonly version: number
	readonly buyer: string
	readonly lost: number
}

/** The money of a line. `pence`: in > 0, out < 0. `bookedPence`: the part in the ledger, of the same sign. */
export type EntryMoney = Pick<typeof bankEntries.$inferSelect, 'id' | 'pence' | 'bookedPence' | 'dismissedAt'>

/**
 * The orders that a line may be for. `named`: their references are in its text. `near`: references with one typing
 * error; only used if none is named. `returned`: the orders of an earlier line of the opposite amount whose bank
 * reference this one quotes.
 */
type Candidates = {
	named: readonly Candidate[]
	near?: readonly { order: Candidate; slip: Typo }[]
	returned?: readonly Candidate[]
}

/** `parts`: what would be booked on which orders, positive pence. `why`: the reason, as text. */
export type Proposal = { match: Match; parts: { order: Candidate; pence: number }[]; why: string }

/** Returns the part of a line that is neither booked nor dismissed, positive pence. */
export function computeUnbooked({ pence, bookedPence, dismissedAt }: Omit<EntryMoney, 'id'>): number {
	return dismissedAt === null ? Math.abs(pence - bookedPence) : 0
}

/** Proposes bookings for one line. */
export function propose(
	line: EntryMoney,
	{ named, near = [], returned = [] }: Candidates,
	isForgeable = false,
): Proposal {
	if (line.dismissedAt !== null) return { match: 'dismissed', parts: [], why: '' }
	const rest = computeUnbooked(line)
	if (rest === 0) return { match: 'booked', parts: [], why: '' }
	const orders = named.filter(order => isSubmitted(order.status))
	if (line.pence < 0) return proposeOut(rest, orders, returned)
	const [order] = orders
	if (orders.length > 1) return proposeSplit(rest, orders)
	if (order) return proposeOne(rest, order, isForgeable)
	if (named[0]) return unknownProposal(`The buyer of ${named[0].reference} has not sent the receipt yet.`)
	const [similar] = near
	if (!similar || near.length > 1) return unknownProposal('No order is named.')
	return { match: 'similar', parts: [{ order: similar.order, pence: rest }], why: `${similar.slip}.` }
}

function unknownProposal(why: string, parts: Proposal['parts'] = []): Proposal {
	return { match: 'unknown', parts, why }
}

function proposeOne(rest: number, order: Candidate, isForgeable: boolean): Proposal {
	const createProposal = (match: Match, why: string) => ({ match, parts: [{ order, pence: rest }], why })
	const outstanding = computeOutstanding(order)
	if (rest < outstanding)
		return createProposal('part', `Leaves ${formatPounds(outstanding - rest)} outstanding.`)
	if (rest > outstanding) return createProposal('too-much', whyTooMuch(rest, order))
	if (isForgeable) return createProposal('look', 'The same amount also goes out in this file.')
	const last = computeBalance(order) === 0 ? undefined : `its last ${formatPounds(rest)}.`
	if (order.status === 'approved')
		return createProposal('books', `Approved, ${last ?? 'not seen at the bank yet.'}`)
	if (order.lost === 0) return createProposal('exact', `Pending, ${last ?? 'its pixels held.'}`)
	return createProposal(
		'exact',
		'It no longer holds all its pixels: booked, not approved. Reject it; then the money can be sent back.',
	)
}

function whyTooMuch(rest: number, order: OrderMoney): string {
	const outstanding = computeOutstanding(order)
	if (outstanding > 0) return `${formatPounds(rest - outstanding)} more than outstanding.`
	return `The order is ${computeDue(order) > 0 ? 'paid' : order.status}: all of it is to be sent back.`
}

function proposeSplit(rest: number, orders: readonly Candidate[]): Proposal {
	const all = orders.map(order => ({ order, pence: computeOutstanding(order) }))
	const sum = all.reduce((total, { pence }) => total + pence, 0)
	if (sum !== rest)
		return unknownProposal(`Names several orders, with ${formatPounds(sum)} outstanding.`, all)
	const parts = all.filter(({ pence }) => pence > 0)
	return { match: 'split', parts, why: 'Pays these orders to the penny.' }
}

function proposeOut(rest: number, named: readonly Candidate[], returned: readonly Candidate[]): Proposal {
	const owed = named.filter(order => computeToSendBack(order) > 0)
	const matching = owed.length > 0 ? owed : returned
	const [order] = matching
	if (order && matching.length === 1 && rest <= computeBalance(order)) {
		const surplus = computeToSendBack(order)
		const why =
			surplus > 0
				? `${formatPounds(surplus)} to send back.`
				: 'Quotes a payment of this order: the bank took it back.'
		return { match: 'sent-back', parts: [{ order, pence: rest }], why }
	}
	const all = named.length > 0 ? named : returned
	if (all.length === 0) return unknownProposal('No order is named.')
	return unknownProposal(
		'The order that it names had no money to send back.',
		all.map(each => ({ order: each, pence: rest })),
	)
}

/** Tests whether a proposal pays an order to the penny, so that it can be confirmed together with others. */
export function isExactMatch({ match }: Proposal): boolean {
	return match === 'exact' || match === 'books'
}

/** Formats a line with the order that it pays and its version, for the form field `payable`. */
export function payableField(entryId: string, { id, version }: Pick<Candidate, 'id' | 'version'>): string {
	return [entryId, id, version].join(':')
}

/** Proposes bookings for the lines of one statement. Two lines that exactly pay the same order are left to a person. */
export function proposeAll<Line extends EntryMoney>(
	lines: readonly Line[],
	format: Format,
	findCandidates: (line: Line) => Candidates,
): (Line & Proposal)[] {
	const forgeable = findForgeable(lines, format)
	const all = lines.map(line => ({
		...line,
		...propose(line, findCandidates(line), forgeable.has(line)),
	}))
	const exact = groupBy(all.filter(isExactMatch), item => item.parts[0]?.order.id)
	return all.map(item => {
		const rivals = isExactMatch(item) ? (exact.get(item.parts[0]?.order.id)?.length ?? 0) : 0
		if (rivals < 2) return item
		return { ...item, match: 'look', why: `${rivals} payments of this file pay it exactly.` }
	})
}

/**
 * Finds lines that may be forged: a payment's text, written by its sender, may contain whole lines of a plain-text
 * file, which must leave its balances unchanged. Each therefore has a counterpart of the opposite amount in the file,
 * or in MT940 is in a run of lines that adds up to zero.
 */
export function findForgeable<Line extends { pence: number }>(
	lines: readonly Line[],
	format: Format,
): Set<Line> {
	const amounts = new Set(lines.map(line => line.pence))
	const found = new Set(lines.filter(line => amounts.has(-line.pence)))
	if (format !== 'mt940') return found
	let sum = 0
	const sums = [0, ...lines.map(line => (sum += line.pence))]
	const last = new Map(sums.map((balance, place) => [balance, place]))
	for (const [place, balance] of sums.entries()) {
		for (const line of lines.slice(place, last.get(balance))) found.add(line)
	}
	return found
}

import { and, eq, getTableColumns } from 'drizzle-orm'
import { isNoReversal } from '~/domain/orders/ledger.server'
import { lostCells } from '~/domain/ownership/orders.server'
import type { Format } from '~/domain/statements/formats/entry'
import { createFuzzyFinder, findQuoted, normaliseLetters, type Typo } from '~/domain/statements/references'
import { isIn } from '~/server/db/conditions.server'
import type { Readable } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments } from '~/server/db/schema.server'
import { type Candidate, computeUnbooked, type EntryMoney, type Proposal, proposeAll } from './proposals'

type Line = EntryMoney & { text: string }

/** Computes the proposals for lines of one statement, in their order. Three queries at most. */
export async function readProposals<Entry extends Line>(
	from: Readable,
	lines: readonly Entry[],
	format: Format,
): Promise<(Entry & Proposal)[]> {
	const open = lines.filter(line => computeUnbooked(line) > 0)
	const isPending = eq(orders.status, 'pending')
	const due = await from.select({ reference: orders.reference }).from(orders).where(isPending)
	const pending = new Set(due.map(({ reference }) => reference))
	const findNear = createFuzzyFinder([...pending])
	const quotedById = new Map(
		open.map(({ id, pence, text }) => {
			const quoted = findQuoted(text)
			const isSilent = pence > 0 && !quoted.some(reference => pending.has(reference))
			return [id, { quoted, slips: isSilent ? findNear(text) : new Map<string, Typo>() }]
		}),
	)
	const outgoing = open.filter(line => line.pence < 0)
	const returned = await readReturned(from, outgoing)
	const known = [...quotedById.values()].flatMap(({ quoted, slips }) => [...quoted, ...slips.keys()])
	const references = [...known, ...[...returned.values()].flat()]
	const candidates: Candidate[] = await from
		.select({ ...getTableColumns(orders), lost: lostCells, buyer: accounts.fullName })
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(isIn(orders.reference, references))
	const byReference = new Map(candidates.map(order => [order.reference, order]))
	const find = (reference: string) => byReference.get(reference) ?? []
	return proposeAll(lines, format, ({ id }) => ({
		named: (quotedById.get(id)?.quoted ?? []).flatMap(find),
		near: [...(quotedById.get(id)?.slips ?? [])].flatMap(([reference, slip]) =>
			[find(reference)].flat().map(order => ({ order, slip })),
		),
		returned: (returned.get(id) ?? []).flatMap(find),
	}))
}

/** A shorter bank reference occurs in too many texts by chance. */
const SHORTEST_NUMBER = 6

/**
 * Finds, for outgoing lines by id, the references of the orders with a booked line of the opposite amount whose bank
 * reference they quote.
 */
async function readReturned(from: Readable, lines: readonly Line[]): Promise<Map<string, string[]>> {
	const amounts = lines.map(({ pence }) => -pence)
	const rows = await from
		.selectDistinct({
			order: orders.reference,
			pence: bankEntries.pence,
			number: bankEntries.bankReference,
		})
		.from(bankEntries)
		.innerJoin(payments, eq(payments.bankEntryId, bankEntries.id))
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.where(and(isIn(bankEntries.pence, amounts), isNoReversal))
	const booked = rows
		.map(row => ({ ...row, number: normaliseLetters(row.number) }))
		.filter(({ number }) => number.length >= SHORTEST_NUMBER)
	const findQuotedBy = (line: Line) => {
		const letters = normaliseLetters(line.text)
		return booked.filter(({ pence, number }) => pence === -line.pence && letters.includes(number))
	}
	return new Map(lines.map(line => [line.id, [...new Set(findQuotedBy(line).map(({ order }) => order))]]))
}

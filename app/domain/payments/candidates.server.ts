import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { lostCells } from '~/domain/ownership/orders.server'
import type { Format } from '~/domain/statements/formats/entry'
import { inParts, mapInBatches } from '~/domain/statements/parts.server'
import { findQuoted, nearFinder, normaliseLetters } from '~/domain/statements/references'
import type { Readable } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments } from '~/server/db/schema.server'
import { isNoReversal } from './ledger.server'
import { type BankLine, computeUnbooked, findForgeable, type Proposal, proposeAll } from './proposals'

/* The orders that lines of a statement may be for. */

type Line = BankLine & { text: string }

const candidateColumns = {
	id: orders.id,
	reference: orders.reference,
	accountId: orders.accountId,
	status: orders.status,
	version: orders.version,
	totalPence: orders.totalPence,
	receivedPence: orders.receivedPence,
	sentPence: orders.sentPence,
	lost: lostCells,
	buyer: accounts.fullName,
}

const readOrders = (from: Readable, which: SQL) =>
	from
		.select(candidateColumns)
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(which)

export type EntryOrder = Awaited<ReturnType<typeof readOrders>>[number]
export type EntryProposal = Proposal<EntryOrder>

/** Reads the proposals for lines of one statement, in their order. Four queries at most for a day's statement. */
export async function readProposals(
	from: Readable,
	lines: readonly Line[],
	format: Format,
): Promise<EntryProposal[]> {
	const open = lines.filter(line => computeUnbooked(line) > 0)
	const quoted = new Map(
		(await mapInBatches(open, line => findQuoted(line.text))).map((all, index) => [open[index]?.id, all]),
	)
	const named = await readByReference(from, [...new Set([...quoted.values()].flat())])
	const silent = open.filter(
		({ id, pence }) => pence > 0 && !quoted.get(id)?.some(reference => named.has(reference)),
	)
	const nearIn = nearFinder(silent.length > 0 ? await readPendingReferences(from) : [])
	const slips = new Map(
		(await mapInBatches(silent, line => nearIn(line.text))).map((near, index) => [silent[index]?.id, near]),
	)
	const similar = await readByReference(from, [
		...new Set([...slips.values()].flatMap(near => [...near.keys()])),
	])
	const returned = await readReturned(
		from,
		open.filter(({ pence }) => pence < 0),
	)
	// Only a plain-text format can be forged by what somebody writes with a payment.
	const forgeable = findForgeable(lines, { inRuns: format === 'mt940' })
	const proposals = proposeAll(lines, line => ({
		named: (quoted.get(line.id) ?? []).flatMap(reference => named.get(reference) ?? []),
		near: [...(slips.get(line.id) ?? [])].flatMap(([reference, slip]) => {
			const order = similar.get(reference)
			return order ? [{ order, slip }] : []
		}),
		returned: returned.get(line.id) ?? [],
		isForgeable: forgeable.has(line),
	}))
	return lines.map(({ id }) => proposals.get(id) ?? { match: 'unknown', parts: [], why: '' })
}

async function readByReference(from: Readable, references: string[]): Promise<Map<string, EntryOrder>> {
	const rows = await inParts(references, async some => readOrders(from, inArray(orders.reference, some)))
	return new Map(rows.map(order => [order.reference, order]))
}

async function readPendingReferences(from: Readable): Promise<string[]> {
	const rows = await from
		.select({ reference: orders.reference })
		.from(orders)
		.where(eq(orders.status, 'pending'))
	return rows.map(row => row.reference)
}

/** A bank's own number of fewer characters is in too many texts by chance. */
const SHORTEST_NUMBER = 6

/** By the ids of lines that went out: the orders with a booked line of the opposite amount whose number they quote. */
async function readReturned(from: Readable, lines: readonly Line[]): Promise<Map<string, EntryOrder[]>> {
	const found = new Map<string, EntryOrder[]>()
	if (lines.length === 0) return found
	const amounts = [...new Set(lines.map(({ pence }) => -pence))]
	const booked = await inParts(amounts, some =>
		from
			.selectDistinct({
				orderId: payments.orderId,
				pence: bankEntries.pence,
				number: bankEntries.bankReference,
			})
			.from(bankEntries)
			.innerJoin(payments, eq(payments.bankEntryId, bankEntries.id))
			.where(and(inArray(bankEntries.pence, some), isNoReversal)),
	)
	const meant = lines.map(line => {
		const letters = normaliseLetters(line.text)
		const its = booked.filter(({ pence, number }) => {
			const plain = normaliseLetters(number)
			return pence === -line.pence && plain.length >= SHORTEST_NUMBER && letters.includes(plain)
		})
		return [line.id, new Set(its.map(({ orderId }) => orderId))] as const
	})
	const ids = [...new Set(meant.flatMap(([, some]) => [...some]))]
	const rows = await inParts(ids, async some => readOrders(from, inArray(orders.id, some)))
	for (const [id, some] of meant) {
		found.set(
			id,
			rows.filter(order => some.has(order.id)),
		)
	}
	return found
}

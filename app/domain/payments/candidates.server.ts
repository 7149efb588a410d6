import { and, eq, type SQL } from 'drizzle-orm'
import { lostCells } from '~/domain/ownership/orders.server'
import type { Format } from '~/domain/statements/formats/entry'
import { findQuoted, nearFinder, normaliseLetters } from '~/domain/statements/references'
import { isIn } from '~/server/db/conditions.server'
import type { Readable } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments } from '~/server/db/schema.server'
import { isNoReversal } from './ledger.server'
import { type Candidate, computeUnbooked, type EntryMoney, type Proposal, proposeAll } from './proposals'

type Line = EntryMoney & { text: string }

/** Reads what lines of one statement propose, in their order. Four queries at most. */
export async function readProposals<Entry extends Line>(
	from: Readable,
	lines: readonly Entry[],
	format: Format,
): Promise<(Entry & Proposal)[]> {
	const open = lines.filter(line => computeUnbooked(line) > 0)
	const findNear = nearFinder(open.length > 0 ? await readPendingReferences(from) : [])
	const quoted = new Map<Line, string[]>(open.map(line => [line, findQuoted(line.text)]))
	const slips = new Map<Line, ReturnType<typeof findNear>>(open.map(line => [line, findNear(line.text)]))
	const meant = await readByReference(
		from,
		open.flatMap(line => [...(quoted.get(line) ?? []), ...(slips.get(line)?.keys() ?? [])]),
	)
	const returned = await readReturned(
		from,
		open.filter(line => line.pence < 0),
	)
	return proposeAll(lines, format, line => ({
		named: (quoted.get(line) ?? []).flatMap(reference => meant.get(reference) ?? []),
		near: [...(slips.get(line) ?? [])].flatMap(([reference, slip]) => {
			const order = meant.get(reference)
			return order ? [{ order, slip }] : []
		}),
		returned: returned.get(line) ?? [],
	}))
}

async function readOrders(from: Readable, which: SQL): Promise<Candidate[]> {
	return await from
		.select({
			id: orders.id,
			reference: orders.reference,
			status: orders.status,
			version: orders.version,
			totalPence: orders.totalPence,
			receivedPence: orders.receivedPence,
			sentPence: orders.sentPence,
			lost: lostCells,
			buyer: accounts.fullName,
		})
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(which)
}

async function readByReference(from: Readable, references: string[]): Promise<Map<string, Candidate>> {
	if (references.length === 0) return new Map()
	const rows = await readOrders(from, isIn(orders.reference, references))
	return new Map(rows.map(order => [order.reference, order]))
}

async function readPendingReferences(from: Readable): Promise<string[]> {
	const isPending = eq(orders.status, 'pending')
	const rows = await from.select({ reference: orders.reference }).from(orders).where(isPending)
	return rows.map(row => row.reference)
}

/** A bank's own number of fewer characters is in too many texts by chance. */
const SHORTEST_NUMBER = 6

/** Of lines that went out: the orders with a booked line of the opposite amount whose number they quote. */
async function readReturned(from: Readable, lines: readonly Line[]): Promise<Map<Line, Candidate[]>> {
	if (lines.length === 0) return new Map()
	const amounts = lines.map(({ pence }) => -pence)
	const rows = await from
		.selectDistinct({
			orderId: payments.orderId,
			pence: bankEntries.pence,
			number: bankEntries.bankReference,
		})
		.from(bankEntries)
		.innerJoin(payments, eq(payments.bankEntryId, bankEntries.id))
		.where(and(isIn(bankEntries.pence, amounts), isNoReversal))
	const booked = rows
		.map(row => ({ ...row, number: normaliseLetters(row.number) }))
		.filter(({ number }) => number.length >= SHORTEST_NUMBER)
	const quoted = lines.map(line => {
		const letters = normaliseLetters(line.text)
		const its = booked.filter(({ pence, number }) => pence === -line.pence && letters.includes(number))
		return [line, its.map(({ orderId }) => orderId)] as const
	})
	const found = await readOrders(
		from,
		isIn(
			orders.id,
			quoted.flatMap(([, ids]) => ids),
		),
	)
	return new Map(quoted.map(([line, ids]) => [line, found.filter(({ id }) => ids.includes(id))]))
}

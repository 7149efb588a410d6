import { setImmediate as othersTurn } from 'node:timers/promises'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { accounts, orders, statementEntries } from '~/server/schema.server'
import { type Found, type MatchedEntry, matchEntries, quotedReferences } from './rules'

/* SQLite takes so many values in one query, and a day's statement needs one or two. */
const AT_ONCE = 500

/** Rows for many values, some at a time. */
export async function inParts<Row>(
	values: readonly string[],
	read: (some: string[]) => Promise<Row[]>,
): Promise<Row[]> {
	const rows: Row[] = []
	for (let from = 0; from < values.length; from += AT_ONCE) {
		rows.push(...(await read(values.slice(from, from + AT_ONCE))))
	}
	return rows
}

const TURN_MS = 10

/** Computes in pieces, so that requests are answered between them. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
	let began = performance.now()
	for (;;) {
		const step = steps.next()
		if (step.done) return step.value
		if (performance.now() - began > TURN_MS) {
			await othersTurn()
			began = performance.now()
		}
	}
}

const columns = {
	id: orders.id,
	reference: orders.reference,
	totalPence: orders.totalPence,
	status: orders.status,
	refundedAt: orders.refundedAt,
	version: orders.version,
	accountId: orders.accountId,
	buyer: accounts.fullName,
}

/** The orders with some ids, those with some references, and all that are pending, which are as few as the cells. */
async function readOrders(from: Readable, ids: readonly string[], references: readonly string[]) {
	const base = () => from.select(columns).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId))
	const rows = [
		...(await inParts(ids, some => base().where(inArray(orders.id, some)))),
		...(await inParts(references, some => base().where(inArray(orders.reference, some)))),
		...(await base().where(eq(orders.status, 'pending'))),
	]
	return [...new Map(rows.map(row => [row.id, row])).values()]
}

export type EntryOrder = Awaited<ReturnType<typeof readOrders>>[number]

/** What some entries mean today, and the others that were assigned to the same orders, which count with them. */
export async function matchWith<Entry extends MatchedEntry>(
	from: Readable,
	entries: readonly Entry[],
): Promise<{ found: Map<string, Found<EntryOrder>>; elsewhere: MatchedEntry[] }> {
	const assigned = entries.flatMap(entry => entry.orderId ?? [])
	const quoted = await inTurns(quotedReferences(entries))
	const known = await readOrders(from, [...new Set(assigned)], quoted)
	const waiting = known.filter(order => order.status === 'pending').map(order => order.id)
	const elsewhere = await inParts(waiting, some =>
		from
			.select(entryColumns)
			.from(statementEntries)
			.where(
				and(
					inArray(statementEntries.orderId, some),
					isNull(statementEntries.settledAt),
					isNull(statementEntries.returnedAt),
				),
			),
	)
	const own = new Set(entries.map(entry => entry.id))
	const others = elsewhere.map(toMatched).filter(entry => !own.has(entry.id))
	return { found: await inTurns(matchEntries([...entries, ...others], known)), elsewhere: others }
}

export const entryColumns = {
	id: statementEntries.id,
	statementId: statementEntries.statementId,
	bookedOn: statementEntries.bookedOn,
	pence: statementEntries.pence,
	payer: statementEntries.payer,
	text: statementEntries.text,
	bankReference: statementEntries.bankReference,
	orderId: statementEntries.orderId,
	settledAt: statementEntries.settledAt,
	returnedAt: statementEntries.returnedAt,
	returnedOn: statementEntries.returnedOn,
	returnReference: statementEntries.returnReference,
	version: statementEntries.version,
}

/** A row of the table as the rules know it. */
export function toMatched<Row extends { settledAt: number | null; returnedAt: number | null }>(row: Row) {
	return { ...row, settled: row.settledAt !== null, returned: row.returnedAt !== null }
}

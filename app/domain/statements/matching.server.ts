import { setImmediate as othersTurn } from 'node:timers/promises'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { accounts, orders, statementEntries } from '~/server/schema.server'
import { quotedIn } from './references'
import { type Found, type MatchedEntry, matchEntries, quotedReferences } from './rules'

/* SQLite takes so many values in one query, and a day's statement needs one or two. */
const AT_ONCE = 500

/** Rows for many values, some at a time. */
export async function inParts<Value, Row>(
	values: readonly Value[],
	read: (some: Value[]) => Promise<Row[]>,
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

const ordersThat = (which: SQL | undefined) =>
	prepared(on =>
		on.select(columns).from(orders).innerJoin(accounts, eq(accounts.id, orders.accountId)).where(which),
	)
const byId = ordersThat(inArray(orders.id, listed('some')))
const byReference = ordersThat(inArray(orders.reference, listed('some')))
/* Each of the terms is looked up in an index of its own. */
const meantOrPending = ordersThat(
	or(
		eq(orders.status, 'pending'),
		inArray(orders.id, listed('ids')),
		inArray(orders.reference, listed('references')),
	),
)

const pendingOrAssigned = ordersThat(
	or(
		eq(orders.status, 'pending'),
		inArray(
			orders.id,
			sql`(select order_id from statement_entries where statement_id = ${sql.placeholder('statementId')})`,
		),
	),
)

/** The orders that are pending, and those that entries of a statement are assigned to. One query. */
export function readPendingAndAssigned(from: Readable, statementId: string): Promise<EntryOrder[]> {
	return pendingOrAssigned.all(from, { statementId })
}

async function readQuoted(from: Readable, references: readonly string[]) {
	return await inParts(references, some => byReference.all(from, { some: JSON.stringify(some) }))
}

/** The orders with these ids and references, and all that are pending, which are as few as the cells. */
async function readMeant(from: Readable, ids: readonly string[], references: readonly string[]) {
	const first = {
		ids: JSON.stringify(ids.slice(0, AT_ONCE)),
		references: JSON.stringify(references.slice(0, AT_ONCE)),
	}
	const rows = [
		...(await meantOrPending.all(from, first)),
		...(await inParts(ids.slice(AT_ONCE), some => byId.all(from, { some: JSON.stringify(some) }))),
		...(await readQuoted(from, references.slice(AT_ONCE))),
	]
	return [...new Map(rows.map(order => [order.id, order])).values()]
}

export type EntryOrder = Awaited<ReturnType<typeof readQuoted>>[number]

/** `place`: when it came in among all; without one it comes last. */
type Placed = MatchedEntry & { readonly place?: number }

/** `paidIn`, of a duplicate: the statement whose payment pays the order. */
type FoundEntry = Found<EntryOrder> & { paidIn?: string }

/**
 * What some entries mean today, and the others that count with them: those assigned to the same orders, and those that
 * pay them to the penny in other statements. Of two that pay an order the one that came in first is exact. `early`:
 * what {@link readPendingAndAssigned} gave, where the entries are all of a statement. `gone`: ids of entries that count
 * no more.
 */
export async function matchWith<Entry extends Placed>(
	from: Readable,
	entries: readonly Entry[],
	{ early, gone }: { early?: readonly EntryOrder[]; gone?: ReadonlySet<string> } = {},
): Promise<{ found: Map<string, FoundEntry>; elsewhere: MatchedEntry[] }> {
	const assigned = [...new Set(entries.flatMap(entry => entry.orderId ?? []))]
	const quoted = await inTurns(quotedReferences(entries))
	const read = early ?? (await readMeant(from, assigned, quoted))
	const isRead = new Set(read.map(order => order.reference))
	const missing = early ? quoted.filter(reference => !isRead.has(reference)) : []
	const meant = new Set([...assigned, ...quoted])
	const waiting = read.filter(
		order => order.status === 'pending' && (meant.has(order.id) || meant.has(order.reference)),
	)
	const own = new Set(entries.map(entry => entry.id))
	const [rows, late] = await Promise.all([readOthers(from, waiting), readQuoted(from, missing)])
	const others = rows.map(toMatched).filter(({ id }) => !own.has(id) && !gone?.has(id))
	// What else they quote tells whether they are for several orders.
	const more = (await inTurns(quotedReferences(others))).filter(reference => !meant.has(reference))
	const known = [...read, ...late, ...(await readQuoted(from, more))]
	const all = [...entries, ...others].sort((one, other) => placeOf(one) - placeOf(other))
	const distinct = [...new Map(known.map(order => [order.id, order])).values()]
	const found: Map<string, FoundEntry> = await inTurns(matchEntries(all, distinct))
	const paidIn = new Map(
		others.flatMap(({ id, statementId }) => {
			const { match, orders: [order] = [] } = found.get(id) ?? {}
			return match === 'exact' && order ? [[order.id, statementId] as const] : []
		}),
	)
	for (const one of found.values()) {
		const where = paidIn.get(one.orders[0]?.id ?? '')
		if (one.match === 'duplicate' && where) one.paidIn = where
	}
	return { found, elsewhere: others }
}

const placeOf = ({ place }: Placed) => place ?? Number.MAX_SAFE_INTEGER

/** The open entries of all statements that were assigned to some orders, or that may pay them to the penny. */
async function readOthers(from: Readable, waiting: readonly EntryOrder[]) {
	const ids = waiting.map(order => order.id)
	const references = new Set(waiting.map(order => order.reference))
	const totals = [...new Set(waiting.map(order => order.totalPence))]
	const [assigned, alike] = await Promise.all([
		inParts(ids, some => assignedTo.all(from, { some: JSON.stringify(some) })),
		inParts(totals, some => paying.all(from, { some: JSON.stringify(some) })),
	])
	return [...assigned, ...alike.filter(({ text }) => quotedIn(text).some(one => references.has(one)))]
}

export const entryColumns = {
	id: statementEntries.id,
	/* In the order in which they were imported: entries are never deleted. */
	place: sql<number>`statement_entries.rowid`.mapWith(Number),
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

const openThat = (which: SQL | undefined) =>
	prepared(on =>
		on
			.select(entryColumns)
			.from(statementEntries)
			.where(and(which, isNull(statementEntries.settledAt), isNull(statementEntries.returnedAt))),
	)
const assignedTo = openThat(inArray(statementEntries.orderId, listed('some')))
const paying = openThat(
	and(isNull(statementEntries.orderId), inArray(statementEntries.pence, listed('some'))),
)

/** A row of the table as the rules know it. */
export function toMatched<Row extends { settledAt: number | null; returnedAt: number | null }>(row: Row) {
	return { ...row, settled: row.settledAt !== null, returned: row.returnedAt !== null }
}

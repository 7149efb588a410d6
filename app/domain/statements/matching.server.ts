import { setImmediate as othersTurn } from 'node:timers/promises'
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { listed, prepared, preparedSql } from '~/server/prepared.server'
import { accounts, orders, statementEntries } from '~/server/schema.server'
import { readApproved } from './paid.server'
import { quotedIn } from './references'
import { type Found, type MatchedEntry, matchEntries, nearReferences, quotedReferences } from './rules'

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

const meant = ordersThat(
	or(inArray(orders.id, listed('ids')), inArray(orders.reference, listed('references'))),
)

/* All in one text: the driver takes longer for a row than SQLite for several. */
const pendingReferences = preparedSql<{ found: string }>(
	() => sql`select json_group_array(reference) as found from orders where status = 'pending'`,
)

/** The references of all orders that are pending. One query. */
export async function readPendingReferences(from: Readable): Promise<string[]> {
	return JSON.parse((await pendingReferences.get(from)).found)
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

/**
 * `paidIn`, of a duplicate: the statement whose payment pays the order. `isOwed`: the order is approved, and the
 * payment for it was taken back.
 */
export type FoundEntry = Found<EntryOrder> & { paidIn?: string; isOwed?: boolean }

/**
 * What some entries mean today, and the others that count with them: those assigned to the same orders, and those that
 * pay them to the penny in other statements (`elsewhere`: of these the exact ones). Of two that pay an order the one
 * that came in first is exact. `pending`: what {@link readPendingReferences} gave, if it was asked for already; then no
 * more orders are read than are meant. `gone`: ids of entries that count no more.
 */
export async function matchWith<Entry extends Placed>(
	from: Readable,
	entries: readonly Entry[],
	{ pending, gone = new Set() }: { pending?: readonly string[]; gone?: ReadonlySet<string> } = {},
): Promise<{ found: Map<string, FoundEntry>; elsewhere: MatchedEntry[] }> {
	const ids = [...new Set(entries.flatMap(entry => entry.orderId ?? []))]
	const quoted = await inTurns(quotedReferences(entries))
	const silent = entries.filter(({ orderId, text }) => orderId === null && quotedIn(text).length === 0)
	const near = pending ? await inTurns(nearReferences(silent, pending)) : []
	const own = [...entries.map(entry => entry.id), ...gone]
	const [read, rows] = await Promise.all([
		pending
			? meant.all(from, { ids: JSON.stringify(ids), references: JSON.stringify([...quoted, ...near]) })
			: readMeant(from, ids, quoted),
		readOthers(from, { ids, references: quoted, own }),
	])
	const known = new Set([...ids, ...quoted])
	const others = rows.filter(isFor(read, known)).map(toMatched)
	// What else they quote tells whether they are for several orders.
	const quotedToo = (await inTurns(quotedReferences(others))).filter(reference => !known.has(reference))
	const nearToo = pending ? await inTurns(nearReferences(withoutOrder(entries, read), pending)) : []
	const added = await readQuoted(from, [...new Set([...quotedToo, ...nearToo])])
	const all = [...entries, ...others].sort((one, other) => placeOf(one) - placeOf(other))
	const distinct =
		added.length > 0 ? [...new Map([...read, ...added].map(order => [order.id, order])).values()] : read
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
	await markOwed(from, { entries, found, gone })
	return { found, elsewhere: others.filter(({ id }) => found.get(id)?.match === 'exact') }
}

async function markOwed(
	from: Readable,
	{
		entries,
		found,
		gone,
	}: { entries: readonly MatchedEntry[]; found: Map<string, FoundEntry>; gone: ReadonlySet<string> },
) {
	const late = entries.flatMap(({ id, settled, returned }) => {
		const one = settled && !returned ? undefined : found.get(id)
		return one?.orders[0]?.status === 'approved' ? [one] : []
	})
	const ids = new Set(late.flatMap(one => one.orders.map(order => order.id)))
	const approved = await readApproved(from, [...ids], gone)
	for (const one of late) {
		const { missing = 0, isGone = false } = approved.get(one.orders[0]?.id ?? '') ?? {}
		if (one.orders.length === 1 && isGone && missing > 0) one.isOwed = true
	}
}

const placeOf = ({ place }: Placed) => place ?? Number.MAX_SAFE_INTEGER

type Orders = readonly EntryOrder[]

/* Entries that have no order among those that were read, though they name some. */
function withoutOrder<Entry extends MatchedEntry>(entries: readonly Entry[], read: Orders): Entry[] {
	const known = new Set(read.flatMap(({ id, reference }) => [id, reference]))
	return entries.filter(
		({ orderId, text }) =>
			!known.has(orderId ?? '') &&
			!quotedIn(text).some(reference => known.has(reference)) &&
			(orderId !== null || quotedIn(text).length > 0),
	)
}

/* Whether an entry was assigned, or quotes an order that waits and is among the meant ids and references. */
function isFor(read: Orders, meant: ReadonlySet<string>) {
	const waiting = read.filter(
		({ id, reference, status }) => status === 'pending' && (meant.has(id) || meant.has(reference)),
	)
	const references = new Set(waiting.map(order => order.reference))
	return ({ orderId, text }: { orderId: string | null; text: string }) =>
		orderId !== null || quotedIn(text).some(one => references.has(one))
}

type Asked = { ids: string[]; references: string[]; own: string[] }

/**
 * The open entries of all statements but `own` that were assigned to pending orders with these ids and references, or
 * may pay them to the penny.
 */
async function readOthers(from: Readable, { ids, references, own }: Asked) {
	const asked = {
		ids: JSON.stringify(ids),
		references: JSON.stringify(references),
		own: JSON.stringify(own),
	}
	const [assigned, alike] = await Promise.all([assignedTo.all(from, asked), paying.all(from, asked)])
	return [...assigned, ...alike]
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
	/* Somebody recorded that it was sent back; of what the house concluded from a file, nobody did. */
	isByHand: sql<number>`(statement_entries.returned_at is not null and exists (
		select 1 from audit_entries said where said.subject_id = statement_entries.statement_id
		and said.action = 'statement.return' and said.detail ->> 'entryId' = statement_entries.id))`.mapWith(
		Boolean,
	),
	version: statementEntries.version,
}

const openThat = (which: SQL | undefined) =>
	prepared(on =>
		on
			.select(entryColumns)
			.from(statementEntries)
			.where(
				and(
					which,
					isNull(statementEntries.settledAt),
					isNull(statementEntries.returnedAt),
					notInArray(statementEntries.id, listed('own')),
				),
			),
	)
/* The plus leads past the index of the pending to those of ids and references. */
const ofMeant = (column: 'id' | 'total_pence') => sql`(
	select ${sql.identifier(column)} from orders where +status = 'pending'
	and (id in ${listed('ids')} or reference in ${listed('references')}))`
const assignedTo = openThat(inArray(statementEntries.orderId, ofMeant('id')))
const paying = openThat(
	and(isNull(statementEntries.orderId), inArray(statementEntries.pence, ofMeant('total_pence'))),
)

/** A row of the table as the rules know it. */
export function toMatched<Row extends { settledAt: number | null; returnedAt: number | null }>(row: Row) {
	return Object.assign(row, { settled: row.settledAt !== null, returned: row.returnedAt !== null })
}

import { setImmediate as othersTurn } from 'node:timers/promises'
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Readable } from '~/server/db.server'
import { listed, prepared, preparedSql } from '~/server/prepared.server'
import { accounts, orders, statementEntries } from '~/server/schema.server'
import { quotedIn } from './references'
import { type Found, type MatchedEntry, type MatchedOrder, matchEntries, quotedReferences } from './rules'

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

/* All in one text: the driver takes longer for a row than SQLite for several. */
const pendingOrAssigned = (columns: SQL) =>
	preparedSql<{ found: string }>(
		() => sql`select json_group_array(json_array(${columns})) as found
			from orders where status = 'pending' or id in (
				select order_id from statement_entries where statement_id = ${sql.placeholder('statementId')})`,
	)
const meaningColumns = sql`id, reference, total_pence, status, refunded_at`
const meanings = pendingOrAssigned(meaningColumns)
const whole = pendingOrAssigned(sql`${meaningColumns}, version, account_id,
	(select full_name from accounts where accounts.id = account_id)`)

type Meaning = [string, string, number, EntryOrder['status'], number | null]
type Whole = [...Meaning, number, string, string]

/** The orders that are pending, and those that entries of a statement are assigned to. One query. */
export async function readPendingAndAssigned(from: Readable, statementId: string): Promise<EntryOrder[]> {
	const { found } = await whole.get(from, { statementId })
	return (JSON.parse(found) as Whole[]).map(
		([id, reference, totalPence, status, refundedAt, version, accountId, buyer]) => {
			return { id, reference, totalPence, status, refundedAt, version, accountId, buyer }
		},
	)
}

/** {@link readPendingAndAssigned}, as far as they tell what a payment means. */
export async function readMeanings(from: Readable, statementId: string): Promise<MatchedOrder[]> {
	const { found } = await meanings.get(from, { statementId })
	return (JSON.parse(found) as Meaning[]).map(([id, reference, totalPence, status, refundedAt]) => {
		return { id, reference, totalPence, status, refundedAt }
	})
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
type FoundEntry<Order extends MatchedOrder> = Found<Order> & { paidIn?: string }

/**
 * What some entries mean today, and the others that count with them: those assigned to the same orders, and those that
 * pay them to the penny in other statements. Of two that pay an order the one that came in first is exact. `early`:
 * what {@link readPendingAndAssigned} or {@link readMeanings} gave, where the entries are all of a statement.
 */
export async function matchWith<Entry extends Placed, Order extends MatchedOrder = EntryOrder>(
	from: Readable,
	entries: readonly Entry[],
	early?: readonly Order[],
): Promise<{ found: Map<string, FoundEntry<Order | EntryOrder>>; elsewhere: MatchedEntry[] }> {
	const assigned = [...new Set(entries.flatMap(entry => entry.orderId ?? []))]
	const quoted = await inTurns(quotedReferences(entries))
	const read: readonly (Order | EntryOrder)[] = early ?? (await readMeant(from, assigned, quoted))
	const isRead = new Set(read.map(order => order.reference))
	const missing = early ? quoted.filter(reference => !isRead.has(reference)) : []
	const meant = new Set([...assigned, ...quoted])
	const waiting = read.filter(
		order => order.status === 'pending' && (meant.has(order.id) || meant.has(order.reference)),
	)
	const own = new Set(entries.map(entry => entry.id))
	const [rows, late] = await Promise.all([readOthers(from, waiting, own), readQuoted(from, missing)])
	const others = rows.map(toMatched)
	// What else they quote tells whether they are for several orders.
	const more = (await inTurns(quotedReferences(others))).filter(reference => !meant.has(reference))
	const added = [...late, ...(await readQuoted(from, more))]
	const all = [...entries, ...others].sort((one, other) => placeOf(one) - placeOf(other))
	const distinct =
		added.length > 0 ? [...new Map([...read, ...added].map(order => [order.id, order])).values()] : read
	const found: Map<string, FoundEntry<Order | EntryOrder>> = await inTurns(matchEntries(all, distinct))
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

/** The open entries of all statements but `own` that were assigned to some orders, or may pay them to the penny. */
async function readOthers(from: Readable, waiting: readonly MatchedOrder[], own: ReadonlySet<string>) {
	const ids = waiting.map(order => order.id)
	const references = new Set(waiting.map(order => order.reference))
	const totals = [...new Set(waiting.map(order => order.totalPence))]
	const known = JSON.stringify([...own])
	const [assigned, alike] = await Promise.all([
		inParts(ids, some => assignedTo.all(from, { some: JSON.stringify(some), own: known })),
		inParts(totals, some => paying.all(from, { some: JSON.stringify(some), own: known })),
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
			.where(
				and(
					which,
					isNull(statementEntries.settledAt),
					isNull(statementEntries.returnedAt),
					notInArray(statementEntries.id, listed('own')),
				),
			),
	)
const assignedTo = openThat(inArray(statementEntries.orderId, listed('some')))
const paying = openThat(
	and(isNull(statementEntries.orderId), inArray(statementEntries.pence, listed('some'))),
)

/** A row of the table as the rules know it. */
export function toMatched<Row extends { settledAt: number | null; returnedAt: number | null }>(row: Row) {
	return Object.assign(row, { settled: row.settledAt !== null, returned: row.returnedAt !== null })
}

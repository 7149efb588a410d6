import { asc, count, desc, eq, sql } from 'drizzle-orm'
import { readPage, type Sort } from '~/domain/list'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { accounts, statementEntries, statements } from '~/server/schema.server'
import {
	type EntryOrder,
	entryColumns,
	type FoundEntry,
	matchWith,
	readPendingReferences,
	toMatched,
} from './matching.server'
import type { EntryFilter } from './schema'

const ENTRIES_A_PAGE = 50

/** A page of the statements, newest first. `open`: entries about which nothing is decided. */
export async function listStatements({ page: wanted, sort }: { page: number; sort?: Sort }) {
	const [row] = await countOfAll.all(db)
	return await readPage({ wanted, total: row?.total ?? 0, sort }, ({ skipped, size }) =>
		pageOfAll.all(db, { size, skipped }),
	)
}

const countOfAll = prepared(on => on.select({ total: count() }).from(statements))
const pageOfAll = prepared(on =>
	on
		.select({
			id: statements.id,
			name: statements.name,
			format: statements.format,
			importedAt: statements.importedAt,
			importedBy: accounts.fullName,
			entries: sql<number>`(select count(*) from statement_entries e where e.statement_id = ${statements.id})`,
			pence: sql<number>`(select sum(e.pence) from statement_entries e where e.statement_id = ${statements.id})`,
			open: sql<number>`(select count(*) from statement_entries e where e.statement_id = ${statements.id} and e.settled_at is null and e.returned_at is null)`,
		})
		.from(statements)
		.innerJoin(accounts, eq(accounts.id, statements.importedBy))
		.orderBy(desc(statements.importedAt), desc(statements.id))
		.limit(sql.placeholder('size'))
		.offset(sql.placeholder('skipped')),
)

/** A statement with what each of its entries means today; undefined when there is none. */
export async function readStatementEntries(id: string) {
	const [[statement], rows, pending] = await Promise.all([
		one.all(db, { id }),
		entriesOf.all(db, { id }),
		readPendingReferences(db),
	])
	if (!statement) return undefined
	const own = rows.map(toMatched)
	const { found, elsewhere } = await matchWith(db, own, { pending })
	const unknown: FoundEntry = { match: 'unknown', orders: [] }
	const entries = own.map(entry => Object.assign(entry, found.get(entry.id) ?? unknown))
	return { statement, entries, elsewhere }
}

const one = prepared(on =>
	on
		.select()
		.from(statements)
		.where(eq(statements.id, sql.placeholder('id'))),
)
const entriesOf = prepared(on =>
	on
		.select(entryColumns)
		.from(statementEntries)
		.where(eq(statementEntries.statementId, sql.placeholder('id')))
		.orderBy(asc(statementEntries.position)),
)

type Read = NonNullable<Awaited<ReturnType<typeof readStatementEntries>>>
export type StatementEntry = Read['entries'][number]

/** The entries that a filter leaves, by the page, and how many there are of each kind. */
export async function pageOfEntries(entries: StatementEntry[], { match, page: wanted }: EntryFilter) {
	const left = match === null ? entries : entries.filter(entry => entry.match === match && isOpen(entry))
	return await readPage({ wanted, size: ENTRIES_A_PAGE, total: left.length }, async ({ skipped, size }) =>
		left.slice(skipped, skipped + size),
	)
}

/** Whether somebody still has to decide. */
export function isOpen(entry: StatementEntry): boolean {
	return !entry.settled && !entry.returned
}

/** The orders that were approved with entries whose money was taken back since, and that nothing else pays. */
export function approvedAndGone(entries: readonly StatementEntry[]): EntryOrder[] {
	const gone = entries.filter(entry => entry.settled && entry.returned && entry.isOwed)
	return [...new Map(gone.flatMap(entry => entry.orders.map(order => [order.id, order]))).values()]
}

/** The orders that the entries of a statement pay to the penny, with the entries of each. */
export function payableOrders({ entries, elsewhere }: Read) {
	const exact = entries.filter(entry => entry.match === 'exact' && isOpen(entry))
	const orders = new Map(exact.flatMap(({ orders: [order] }) => (order ? [[order.id, order] as const] : [])))
	return [...orders.values()].map(order => {
		const own = exact.filter(entry => entry.orders[0]?.id === order.id)
		const others = own.every(entry => entry.orderId === order.id)
			? elsewhere.filter(entry => entry.orderId === order.id)
			: []
		return { order, entryIds: [...own, ...others].map(entry => entry.id) }
	})
}

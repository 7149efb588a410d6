import { and, asc, desc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm'
import { readPage, type Sort } from '~/domain/list'
import { isNoReversal, isOpenEntry, isReversed, selectPayments } from '~/domain/orders/ledger.server'
import { readProposals } from '~/domain/payments/candidates.server'
import { computeUnbooked, isExactMatch, MATCHES } from '~/domain/payments/proposals'
import type { EntryFilter } from '~/domain/payments/schema'
import { db } from '~/server/db/db.server'
import { accounts, bankEntries, statements } from '~/server/db/schema.server'

const ENTRIES_A_PAGE = 50

/** Lists a page of the statements, newest first. `open`: lines that need a decision. */
export async function listStatements({ page: requested, sort }: { page: number; sort?: Sort }) {
	const total = await db.$count(statements)
	const selectOfEntries = (what: SQL) =>
		sql<number>`(select ${what} from bank_entries where statement_id = ${statements.id})`.mapWith(Number)
	return await readPage({ requested, total, sort }, async ({ skipped, size }) =>
		db
			.select({
				...getTableColumns(statements),
				importedBy: accounts.fullName,
				entries: selectOfEntries(sql`count(*)`),
				inPence: selectOfEntries(sql`sum(max(pence, 0))`),
				outPence: selectOfEntries(sql`-sum(min(pence, 0))`),
				open: selectOfEntries(sql`sum(${isOpenEntry})`),
			})
			.from(statements)
			.innerJoin(accounts, eq(accounts.id, statements.importedBy))
			.orderBy(desc(statements.importedAt), desc(statements.id))
			.limit(size)
			.offset(skipped),
	)
}

/** Lists a page of the lines of all statements that need a decision, oldest first, with the current proposals. */
export async function listOpenEntries(requested: number) {
	const total = await db.$count(bankEntries, isOpenEntry)
	return await readPage({ requested, size: ENTRIES_A_PAGE, total }, async ({ skipped, size }) => {
		const open = await db
			.select({ id: bankEntries.id, statementId: bankEntries.statementId })
			.from(bankEntries)
			.where(isOpenEntry)
			.orderBy(asc(bankEntries.bookedOn), asc(sql`bank_entries.rowid`))
			.limit(size)
			.offset(skipped)
		/* A proposal depends on the other lines of its statement. */
		const ids = [...new Set(open.map(({ statementId }) => statementId))]
		const read = (await Promise.all(ids.map(readStatementEntries))).filter(each => each !== undefined)
		const entries = read.flatMap(({ statement, entries }) =>
			entries.map(entry => [entry.id, { ...entry, statement: statement.name }] as const),
		)
		const byId = new Map(entries)
		return open.flatMap(({ id }) => byId.get(id) ?? [])
	})
}

/**
 * Reads a statement with the current proposal for each of its lines, those that need a person first; undefined when it
 * does not exist.
 */
export async function readStatementEntries(id: string) {
	const [[statement], lines, booked] = await Promise.all([
		db
			.select({ ...getTableColumns(statements), importedBy: accounts.fullName })
			.from(statements)
			.innerJoin(accounts, eq(accounts.id, statements.importedBy))
			.where(eq(statements.id, id)),
		db
			.select({ ...getTableColumns(bankEntries), dismissedBy: accounts.fullName })
			.from(bankEntries)
			.leftJoin(accounts, eq(accounts.id, bankEntries.dismissedBy))
			.where(eq(bankEntries.statementId, id))
			.orderBy(asc(bankEntries.position)),
		selectPayments(db).where(and(eq(bankEntries.statementId, id), isNoReversal, not(isReversed))),
	])
	if (!statement) return undefined
	const entries = (await readProposals(db, lines, statement.format))
		.map(entry => ({
			...entry,
			left: computeUnbooked(entry),
			booked: booked.filter(part => part.bankEntryId === entry.id),
		}))
		.sort((a, b) => MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match))
	return { statement, entries }
}

export type StatementEntry = NonNullable<Awaited<ReturnType<typeof readStatementEntries>>>['entries'][number]

/** Reads a page of the lines that match a filter. */
export async function readEntryPage(
	entries: readonly StatementEntry[],
	{ match, page: requested }: EntryFilter,
) {
	const left = entries.filter(entry => match === null || entry.match === match)
	return await readPage({ requested, size: ENTRIES_A_PAGE, total: left.length }, async ({ skipped, size }) =>
		left.slice(skipped, skipped + size),
	)
}

/** Lists the lines that can be confirmed all at once, each with the order that it pays to the penny. */
export function payableEntries(entries: readonly StatementEntry[]) {
	return entries.filter(isExactMatch).flatMap(entry => entry.parts.map(({ order }) => ({ ...entry, order })))
}

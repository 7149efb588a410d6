import { and, asc, desc, eq, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { readPage, type Sort } from '~/domain/list'
import { type EntryProposal, readProposals } from '~/domain/payments/candidates.server'
import { isNoReversal, isOpenEntry, isReversed } from '~/domain/payments/ledger.server'
import { computeUnbooked, MATCHES, type Match } from '~/domain/payments/proposals'
import type { EntryFilter } from '~/domain/payments/schema'
import { db } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments, statements } from '~/server/db/schema.server'

const ENTRIES_A_PAGE = 50

/** A page of the statements, newest first. `open`: lines about which somebody has to decide. */
export async function listStatements({ page: wanted, sort }: { page: number; sort?: Sort }) {
	const total = await db.$count(statements)
	const ofEntries = (what: string) =>
		sql<number>`(select ${sql.raw(what)} from bank_entries where statement_id = ${statements.id})`.mapWith(
			Number,
		)
	return await readPage({ wanted, total, sort }, async ({ skipped, size }) =>
		db
			.select({
				id: statements.id,
				name: statements.name,
				format: statements.format,
				importedAt: statements.importedAt,
				importedBy: accounts.fullName,
				entries: ofEntries('count(*)'),
				inPence: ofEntries('sum(max(pence, 0))'),
				outPence: ofEntries('-sum(min(pence, 0))'),
				open: sql<number>`(select count(*) from bank_entries where statement_id = ${statements.id} and ${isOpenEntry})`,
			})
			.from(statements)
			.innerJoin(accounts, eq(accounts.id, statements.importedBy))
			.orderBy(desc(statements.importedAt), desc(statements.id))
			.limit(size)
			.offset(skipped),
	)
}

/** A page of the lines of all statements about which somebody has to decide, oldest first. */
export async function listOpenEntries(wanted: number) {
	const total = await db.$count(bankEntries, isOpenEntry)
	return await readPage({ wanted, size: ENTRIES_A_PAGE, total }, async ({ skipped, size }) =>
		db
			.select({
				id: bankEntries.id,
				statementId: bankEntries.statementId,
				statement: statements.name,
				bookedOn: bankEntries.bookedOn,
				pence: bankEntries.pence,
				counterparty: bankEntries.counterparty,
				text: bankEntries.text,
			})
			.from(bankEntries)
			.innerJoin(statements, eq(statements.id, bankEntries.statementId))
			.where(isOpenEntry)
			.orderBy(asc(bankEntries.bookedOn), asc(sql`bank_entries.rowid`))
			.limit(size)
			.offset(skipped),
	)
}

const dismissers = alias(accounts, 'dismissers')

/**
 * A statement with what each of its lines proposes today, those that need a person first; undefined when there
 * is none.
 */
export async function readStatementEntries(id: string) {
	const [[statement], rows, booked] = await Promise.all([
		db
			.select({ statement: statements, importedBy: accounts.fullName })
			.from(statements)
			.innerJoin(accounts, eq(accounts.id, statements.importedBy))
			.where(eq(statements.id, id)),
		db
			.select({ entry: bankEntries, dismissedBy: dismissers.fullName })
			.from(bankEntries)
			.leftJoin(dismissers, eq(dismissers.id, bankEntries.dismissedBy))
			.where(eq(bankEntries.statementId, id))
			.orderBy(asc(bankEntries.position)),
		readBookedParts(id),
	])
	if (!statement) return undefined
	const lines = rows.map(({ entry, dismissedBy }) => ({ ...entry, dismissedBy }))
	const proposals = await readProposals(db, lines, statement.statement.format)
	const entries = lines
		.map((line, index) => ({
			...line,
			...(proposals[index] ?? { match: 'unknown' as const, parts: [], why: '' }),
			left: computeUnbooked(line),
			booked: booked.filter(part => part.entryId === line.id),
		}))
		.sort((one, other) => MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match))
	return { statement: { ...statement.statement, importedBy: statement.importedBy }, entries }
}

/** On which orders lines of a statement are booked, without what was reversed. */
async function readBookedParts(statementId: string) {
	return await db
		.select({
			entryId: bankEntries.id,
			orderId: orders.id,
			reference: orders.reference,
			pence: payments.pence,
			paymentId: payments.id,
			recordedAt: payments.recordedAt,
			recordedBy: accounts.fullName,
		})
		.from(bankEntries)
		.innerJoin(payments, eq(payments.bankEntryId, bankEntries.id))
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.innerJoin(accounts, eq(accounts.id, payments.recordedBy))
		.where(and(eq(bankEntries.statementId, statementId), isNoReversal, not(isReversed)))
}

type Read = NonNullable<Awaited<ReturnType<typeof readStatementEntries>>>
export type StatementEntry = Read['entries'][number]

/** The lines that a filter leaves, by the page. */
export async function readEntryPage(
	entries: readonly StatementEntry[],
	{ match, page: wanted }: EntryFilter,
) {
	const left = entries.filter(entry => match === null || entry.match === match)
	return await readPage({ wanted, size: ENTRIES_A_PAGE, total: left.length }, async ({ skipped, size }) =>
		left.slice(skipped, skipped + size),
	)
}

/** Counts the lines of each kind, in the order of the list. */
export function countMatches(entries: readonly { match: Match }[]): { match: Match; count: number }[] {
	return MATCHES.map(match => ({ match, count: entries.filter(entry => entry.match === match).length }))
}

/** The lines that can be confirmed all at once, each with the order that it pays to the penny. */
export function payableEntries<Entry extends EntryProposal>(entries: readonly Entry[]) {
	return entries.flatMap(entry => {
		const [part] = entry.parts
		return part && (entry.match === 'exact' || entry.match === 'books')
			? [{ ...entry, order: part.order }]
			: []
	})
}

import { and, asc, count, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm'
import { db, type Readable } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments, receipts, statements } from '~/server/db/schema.server'

/* Reads the ledger. The conditions must be written exactly like those of the partial indexes. */

/** Matches bank entries of which a part is neither booked nor dismissed. */
export const isOpenEntry = sql`dismissed_at is null and booked_pence <> pence`
/** Matches approved orders without any booked money. */
export const isNotSeen = sql`status = 'approved' and received_pence = sent_pence and total_pence > 0`

/** The amount due for an order. */
export const due = sql`iif(status in ('pending', 'approved'), total_pence, 0)`
/** What is left of the money received for an order. */
export const balance = sql`received_pence - sent_pence`
/** Matches orders with more money left than is due. */
export const isToSendBack = sql`${balance} > ${due}`
/** The amount to send back for an order. */
export const toSendBackPence = sql`${balance} - ${due}`

/**
 * Matches rows of the ledger that reverse no other. The plus keeps SQLite from using the index of the column, which
 * would read the whole ledger.
 */
export const isNoReversal = sql`+payments.reverses is null`
/** Whether another row of the ledger reverses it. */
export const isReversed = sql<number>`exists (select 1 from payments as reversal where reversal.reverses = payments.id)`

/** Sums the rows of the ledger within a condition, excluding reversed ones. Amounts in pence. */
export async function sumPayments(within: SQL | undefined, from: Readable = db) {
	const [sums] = await from
		.select({
			count: count(),
			receivedPence: sql<number>`coalesce(sum(max(${payments.pence}, 0)), 0)`,
			sentPence: sql<number>`coalesce(sum(max(-${payments.pence}, 0)), 0)`,
		})
		.from(payments)
		.where(and(within, isNoReversal, not(isReversed)))
	return sums ?? { count: 0, receivedPence: 0, sentPence: 0 }
}

/** Selects rows of the ledger, each with its order and receipt, the bank line, and who booked it. */
export function selectPayments(from: Readable) {
	return from
		.select({
			...getTableColumns(payments),
			place: sql<number>`payments.rowid`,
			reference: orders.reference,
			receipt: receipts.number,
			isReversed: isReversed.mapWith(Boolean),
			recordedById: payments.recordedBy,
			recordedBy: accounts.fullName,
			statementId: bankEntries.statementId,
			statement: statements.name,
			counterparty: bankEntries.counterparty,
			text: bankEntries.text,
		})
		.from(payments)
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.innerJoin(accounts, eq(accounts.id, payments.recordedBy))
		.leftJoin(receipts, eq(receipts.orderId, payments.orderId))
		.leftJoin(bankEntries, eq(bankEntries.id, payments.bankEntryId))
		.leftJoin(statements, eq(statements.id, bankEntries.statementId))
}

/** Reads the rows of an order's ledger, oldest first. */
export async function readLedger(from: Readable, orderId: string) {
	return await selectPayments(from).where(eq(payments.orderId, orderId)).orderBy(asc(sql`payments.rowid`))
}

export type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** Reads the open statement lines whose text contains a reference, ignoring separators. */
export async function readOpenLinesNaming(reference: string) {
	const letters = sql`replace(replace(upper(${bankEntries.text}), ' ', ''), '-', '')`
	return await db
		.select()
		.from(bankEntries)
		.where(and(isOpenEntry, sql`instr(${letters}, ${reference}) > 0`))
		.orderBy(asc(bankEntries.bookedOn))
		.limit(LINES_SHOWN)
}

const LINES_SHOWN = 20

/** Reads the money sent back for an order, for its buyer. `on`: a day. */
export async function readSentBack(orderId: string) {
	return (await readLedger(db, orderId))
		.filter(row => row.pence < 0 && row.reverses === null && !row.isReversed)
		.map(({ bookedOn: on, pence, bankReference }) => ({ on, pence: -pence, bankReference }))
}

export type SentBack = Awaited<ReturnType<typeof readSentBack>>[number]

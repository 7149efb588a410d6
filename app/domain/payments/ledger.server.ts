import { and, asc, count, eq, lt, not, type SQL, sql } from 'drizzle-orm'
import { db, type Readable } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments, receipts, statements } from '~/server/db/schema.server'

/* Reads the ledger. The conditions are those of partial indexes, word for word. */

/** Of a bank entry: a part of it is neither booked nor dismissed. */
export const isOpenEntry = sql`dismissed_at is null and booked_pence <> pence`
/** Of an order: it is approved, and nothing of its money is booked. */
export const isNotSeen = sql`status = 'approved' and received_pence = sent_pence and total_pence > 0`

/** Of an order: the amount due. */
export const due = sql`iif(status in ('pending', 'approved'), total_pence, 0)`
/** Of an order: the rest of the money received. */
export const balance = sql`received_pence - sent_pence`
/** Of an order: more is left of its money than is due. */
export const isToSendBack = sql`${balance} > ${due}`
/** Of an order that has money to send back: how much. */
export const toSendBackPence = sql`${balance} - ${due}`

/**
 * Of a row of the ledger: it cancels no other. The plus keeps SQLite from the index of the column, which would read the
 * whole ledger.
 */
export const isNoReversal = sql`+payments.reverses is null`
/** Of a row of the ledger: another one cancels it. */
export const isReversed = sql<number>`exists (select 1 from payments as reversal where reversal.reverses = payments.id)`

/** Sums the rows of the ledger within a condition, without what was reversed. Amounts in pence. */
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

/** Rows of the ledger, each with its order and its receipt, the line of the bank, and who booked it. */
export function selectPayments(from: Readable) {
	return from
		.select({
			place: sql<number>`payments.rowid`,
			id: payments.id,
			orderId: payments.orderId,
			reference: orders.reference,
			receipt: receipts.number,
			bookedOn: payments.bookedOn,
			pence: payments.pence,
			bankReference: payments.bankReference,
			note: payments.note,
			reverses: payments.reverses,
			isReversed: isReversed.mapWith(Boolean),
			recordedAt: payments.recordedAt,
			recordedById: payments.recordedBy,
			recordedBy: accounts.fullName,
			entryId: payments.bankEntryId,
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

/** The rows of an order's ledger, oldest first. */
export async function readLedger(from: Readable, orderId: string) {
	return await selectPayments(from).where(eq(payments.orderId, orderId)).orderBy(asc(sql`payments.rowid`))
}

export type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** The open lines of statements whose text holds a reference, as letters and figures without signs between them. */
export async function readOpenLinesNaming(reference: string) {
	return await db
		.select()
		.from(bankEntries)
		.where(
			and(
				isOpenEntry,
				sql`instr(replace(replace(upper(${bankEntries.text}), ' ', ''), '-', ''), ${reference}) > 0`,
			),
		)
		.orderBy(asc(bankEntries.bookedOn))
		.limit(LINES_SHOWN)
}

const LINES_SHOWN = 20

/** Reads the money sent back for an order, as its buyer is told. `on`: a day. */
export async function readSentBack(orderId: string) {
	const ofOrder = eq(payments.orderId, orderId)
	const rows = await selectPayments(db)
		.where(and(ofOrder, lt(payments.pence, 0), isNoReversal, not(isReversed)))
		.orderBy(asc(sql`payments.rowid`))
	return rows.map(({ bookedOn: on, pence, bankReference }) => ({ on, pence: -pence, bankReference }))
}

export type SentBack = Awaited<ReturnType<typeof readSentBack>>[number]

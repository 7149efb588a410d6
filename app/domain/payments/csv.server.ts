import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { csvRow } from '~/domain/csv'
import { db } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments, receipts, statements } from '~/server/db/schema.server'

const HEAD = [
	'Day',
	'Order ID',
	'Receipt No.',
	'In (GBP)',
	'Out (GBP)',
	'Bank reference',
	'Statement',
	'Note',
	'Reverses an earlier row',
	'Booked by',
	'Booked at (UTC)',
]
const BATCH = 500

/** The rows of the ledger, by the day of the bank, as lines of comma-separated values. `from`, `to`: days, both included. */
export async function* paymentsAsCsv({ from, to }: { from: string | null; to: string | null }) {
	yield csvRow(HEAD)
	let last = { bookedOn: from ?? '', place: 0 }
	for (;;) {
		const rows = await readAfter(last, to)
		if (rows.length === 0) return
		yield rows
			.map(row =>
				csvRow([
					row.bookedOn,
					row.reference,
					row.receipt,
					row.pence > 0 ? row.pence / 100 : null,
					row.pence < 0 ? -row.pence / 100 : null,
					row.bankReference,
					row.statement,
					row.note,
					row.reverses ? 'yes' : null,
					row.recordedBy,
					new Date(row.recordedAt).toISOString(),
				]),
			)
			.join('')
		const { bookedOn, place } = rows.at(-1) ?? last
		last = { bookedOn, place }
	}
}

async function readAfter({ bookedOn, place }: { bookedOn: string; place: number }, to: string | null) {
	return await db
		.select({
			place: sql<number>`payments.rowid`,
			bookedOn: payments.bookedOn,
			reference: orders.reference,
			receipt: receipts.number,
			pence: payments.pence,
			bankReference: payments.bankReference,
			statement: statements.name,
			note: payments.note,
			reverses: payments.reverses,
			recordedBy: accounts.fullName,
			recordedAt: payments.recordedAt,
		})
		.from(payments)
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.innerJoin(accounts, eq(accounts.id, payments.recordedBy))
		.leftJoin(receipts, eq(receipts.orderId, payments.orderId))
		.leftJoin(bankEntries, eq(bankEntries.id, payments.bankEntryId))
		.leftJoin(statements, eq(statements.id, bankEntries.statementId))
		.where(
			and(
				gte(payments.bookedOn, bookedOn),
				sql`(payments.booked_on, payments.rowid) > (${bookedOn}, ${place})`,
				to === null ? undefined : lte(payments.bookedOn, to),
			),
		)
		.orderBy(asc(payments.bookedOn), asc(sql`payments.rowid`))
		.limit(BATCH)
}

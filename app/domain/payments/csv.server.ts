import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { csvTable, csvTime } from '~/domain/csv'
import { db } from '~/server/db/db.server'
import { accounts, bankEntries, orders, payments, receipts, statements } from '~/server/db/schema.server'

type Period = { from: string | null; to: string | null }

/**
 * The rows of the ledger, by the day of the bank, as lines of comma-separated values. `from`, `to`: days, both
 * included.
 */
export function paymentsAsCsv(period: Period) {
	return csvTable(readLedgerOf(period), {
		Day: row => row.bookedOn,
		'Order ID': row => row.reference,
		'Receipt No.': row => row.receipt,
		'In (GBP)': row => (row.pence > 0 ? row.pence / 100 : null),
		'Out (GBP)': row => (row.pence < 0 ? -row.pence / 100 : null),
		'Bank reference': row => row.bankReference,
		Statement: row => row.statement,
		Note: row => row.note,
		'Reverses an earlier row': row => (row.reverses ? 'yes' : null),
		'Booked by': row => row.recordedBy,
		'Booked at (UTC)': row => csvTime(row.recordedAt),
	})
}

const BATCH = 500

async function* readLedgerOf({ from, to }: Period) {
	let last = { bookedOn: from ?? '', place: 0 }
	for (;;) {
		const rows = await readAfter(last, to)
		const end = rows.at(-1)
		if (!end) return
		yield rows
		last = end
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

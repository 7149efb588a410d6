import { and, asc, lte, sql } from 'drizzle-orm'
import { csvTable, csvTime, readBatches } from '~/domain/csv'
import { type LedgerRow, selectPayments } from '~/domain/orders/ledger.server'
import { db } from '~/server/db/db.server'
import { payments } from '~/server/db/schema.server'

const BATCH = 500

/** Exports the ledger by the day of the bank, as CSV lines. `from`, `to`: days, both included. */
export function paymentsAsCsv({ from, to }: { from: string | null; to: string | null }) {
	const batches = readBatches<LedgerRow>(async last => {
		const isAfter = sql`(payments.booked_on, payments.rowid) > (${last?.bookedOn ?? from ?? ''}, ${last?.place ?? 0})`
		return await selectPayments(db)
			.where(and(isAfter, to === null ? undefined : lte(payments.bookedOn, to)))
			.orderBy(asc(payments.bookedOn), asc(sql`payments.rowid`))
			.limit(BATCH)
	})
	return csvTable(batches, {
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

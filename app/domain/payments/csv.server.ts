import { and, asc, lte, sql } from 'drizzle-orm'
import { csvTable, csvTime } from '~/domain/csv'
import { db } from '~/server/db/db.server'
import { payments } from '~/server/db/schema.server'
import { selectPayments } from './ledger.server'

type Period = { from: string | null; to: string | null }

/**
 * The rows of the ledger, by the day of the bank, as lines of comma-separated values. `from`, `to`: days, both
 * included.
 */
export function paymentsAsCsv(period: Period) {
	return csvTable(readPeriod(period), {
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

async function* readPeriod({ from, to }: Period) {
	let last = { bookedOn: from ?? '', place: 0 }
	for (;;) {
		const isAfter = sql`(payments.booked_on, payments.rowid) > (${last.bookedOn}, ${last.place})`
		const rows = await selectPayments(db)
			.where(and(isAfter, to === null ? undefined : lte(payments.bookedOn, to)))
			.orderBy(asc(payments.bookedOn), asc(sql`payments.rowid`))
			.limit(BATCH)
		const end = rows.at(-1)
		if (!end) return
		yield rows
		last = end
	}
}

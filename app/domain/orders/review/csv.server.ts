import { csvRow } from '~/domain/csv'
import { readAllForReview } from './list.server'
import type { ReviewFilter } from './schema'

const HEAD = [
	'Transaction ID',
	'Order ID',
	'Account',
	'Name',
	'Email',
	'No. of pixels',
	'Amount (GBP)',
	'Coupon Code',
	'Status',
	'Date (UTC)',
	'Released by the house (UTC)',
]

/** The orders that a filter finds, newest first, as lines of comma-separated values. */
export async function* ordersAsCsv(filter: ReviewFilter) {
	yield csvRow(HEAD)
	for await (const batch of readAllForReview(filter)) {
		yield batch
			.map(row =>
				csvRow([
					row.paymentId,
					row.reference,
					row.account,
					row.name,
					row.email,
					row.cells,
					row.totalPence / 100,
					row.couponCode,
					row.status,
					moment(row.submittedAt),
					moment(row.releasedAt),
				]),
			)
			.join('')
	}
}

function moment(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

import { csvRow } from '~/domain/csv'
import { balanceOf } from '~/domain/payments/balance'
import { type ReviewQuery, readAllForReview } from './list.server'

const HEAD = [
	'Transaction ID',
	'Order ID',
	'Account',
	'Name',
	'Email',
	'No. of pixels',
	'Subtotal (GBP)',
	'Coupon Code',
	'Discount (GBP)',
	'Total (GBP)',
	'Received (GBP)',
	'Sent back (GBP)',
	'Balance (GBP)',
	'Receipt No.',
	'Status',
	'Date (UTC)',
	'Decided by',
	'Decided at (UTC)',
	'Released by the house (UTC)',
]

/** The orders that a filter finds, newest first, as lines of comma-separated values. */
export async function* ordersAsCsv(filter: ReviewQuery) {
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
					row.subtotalPence / 100,
					row.couponCode,
					row.discountPence / 100,
					row.totalPence / 100,
					row.receivedPence / 100,
					row.sentPence / 100,
					balanceOf(row) / 100,
					row.receipt,
					row.status,
					moment(row.submittedAt),
					row.decidedBy,
					moment(row.decidedAt),
					moment(row.releasedAt),
				]),
			)
			.join('')
	}
}

function moment(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

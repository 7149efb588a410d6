import { csvTable, csvTime } from '~/domain/csv'
import { computeBalance } from '~/domain/orders/balance'
import { type ReviewQuery, readAllForReview } from './list.server'

/** Exports the orders that a filter matches, newest first, as CSV lines. */
export function ordersAsCsv(filter: ReviewQuery) {
	return csvTable(readAllForReview(filter), {
		'Transaction ID': row => row.paymentId,
		'Order ID': row => row.reference,
		Account: row => row.account,
		Name: row => row.name,
		Email: row => row.email,
		'No. of pixels': row => row.cells,
		'Subtotal (GBP)': row => row.subtotalPence / 100,
		'Coupon Code': row => row.couponCode,
		'Discount (GBP)': row => row.discountPence / 100,
		'Total (GBP)': row => row.totalPence / 100,
		'Received (GBP)': row => row.receivedPence / 100,
		'Sent back (GBP)': row => row.sentPence / 100,
		'Balance (GBP)': row => computeBalance(row) / 100,
		'Receipt No.': row => row.receipt,
		Status: row => row.status,
		'Date (UTC)': row => csvTime(row.submittedAt),
		'Decided by': row => row.decidedBy,
		'Decided at (UTC)': row => csvTime(row.decidedAt),
		'Released by the house (UTC)': row => csvTime(row.releasedAt),
	})
}

import { csvRow } from '~/domain/csv'
import { isFree } from '~/domain/orders/rules'
import { readOwnOrders } from './queries.server'
import type { HistoryFilter } from './schema'

const HEAD = [
	'Order ID',
	'Date (UTC)',
	'Pixels',
	'No. of pixels',
	'Subtotal (GBP)',
	'Discount (GBP)',
	'Coupon Code',
	'Price (GBP)',
	'Status',
	'Method',
	'Transaction ID',
	'Receipt No.',
	'Certificate',
	'Released by the house (UTC)',
]

/** An account's orders that a filter finds, newest first, as lines of comma-separated values for an accountant. */
export async function* ownOrdersAsCsv(accountId: string, filter: HistoryFilter) {
	yield csvRow(HEAD)
	for (const row of await readOwnOrders(accountId, filter)) {
		yield csvRow([
			row.reference,
			row.submittedAt === null ? null : new Date(row.submittedAt).toISOString(),
			row.types,
			row.cells,
			row.subtotalPence / 100,
			row.discountPence / 100,
			row.couponCode,
			row.totalPence / 100,
			row.status,
			isFree(row) ? 'Nothing to pay' : 'Bank transfer',
			row.paymentId,
			row.status === 'approved' ? row.receipt : null,
			row.status === 'approved' ? row.certificate : null,
			row.releasedAt === null ? null : new Date(row.releasedAt).toISOString(),
		])
	}
}

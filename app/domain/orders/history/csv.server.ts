import { csvRow, csvTime } from '~/domain/csv'
import { isFree } from '~/domain/orders/rules'
import { readTransferContents, typesText } from './contents.server'
import { type PurchasedOrder, readPurchased } from './queries.server'
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
	'List price (GBP)',
	'Received from',
]

/** Exports the filtered purchases and transfers of an account, newest first, as CSV for an accountant. */
export async function* ownOrdersAsCsv(accountId: string, filter: HistoryFilter) {
	yield csvRow(HEAD)
	const rows = await readPurchased(accountId, filter)
	const contentsOf = await readTransferContents(
		rows.flatMap(row => (row.receivedFrom === null ? [] : [row.id])),
	)
	for (const row of rows) {
		yield csvRow(row.receivedFrom === null ? boughtLine(row) : receivedLine(row, contentsOf(row.id).cells))
	}
}

function boughtLine(row: Extract<PurchasedOrder, { receivedFrom: null }>) {
	return [
		row.reference,
		csvTime(row.submittedAt),
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
		csvTime(row.releasedAt),
	]
}

/* The price paid between members is unknown. */
function receivedLine(row: Extract<PurchasedOrder, { receivedFrom: string }>, cells: readonly number[]) {
	return [
		row.id,
		csvTime(row.submittedAt),
		typesText(cells),
		row.cells,
		...[null, null, null, null],
		row.status,
		'Transfer',
		...[null, null],
		row.certificate,
		null,
		row.totalPence / 100,
		row.receivedFrom,
	]
}

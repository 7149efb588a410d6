import { type CsvValue, csvTable, csvTime } from '~/domain/csv'
import { isFree } from '~/domain/orders/rules'
import { formatTypeCounts, readTransferContents } from './contents.server'
import { type PurchasedOrder, readPurchased } from './queries.server'
import type { HistoryFilter } from './schema'

/** Exports the filtered purchases and transfers of an account, newest first, as CSV for an accountant. */
export function ownOrdersAsCsv(accountId: string, filter: HistoryFilter) {
	return csvTable(readRows(accountId, filter), {
		'Order ID': row => (row.receivedFrom === null ? row.reference : row.id),
		'Date (UTC)': row => csvTime(row.submittedAt),
		Pixels: row => row.types,
		'No. of pixels': row => row.cells,
		'Subtotal (GBP)': onlyForOrders(order => order.subtotalPence / 100),
		'Discount (GBP)': onlyForOrders(order => order.discountPence / 100),
		'Coupon Code': onlyForOrders(order => order.couponCode),
		'Price (GBP)': onlyForOrders(order => order.totalPence / 100),
		Status: row => row.status,
		Method: row =>
			row.receivedFrom !== null ? 'Transfer' : isFree(row) ? 'Nothing to pay' : 'Bank transfer',
		'Transaction ID': onlyForOrders(order => order.paymentId),
		'Receipt No.': onlyForOrders(order => (order.status === 'approved' ? order.receipt : null)),
		Certificate: row => (row.status === 'approved' || row.status === 'received' ? row.certificate : null),
		'Released by the house (UTC)': row => csvTime(row.releasedAt),
		'List price (GBP)': row => (row.receivedFrom === null ? null : row.totalPence / 100),
		'Received from': row => row.receivedFrom,
	})
}

type Order = Extract<PurchasedOrder, { receivedFrom: null }>

/* Empty for a transfer: the price paid between members is unknown. */
function onlyForOrders(value: (order: Order) => CsvValue) {
	return (row: PurchasedOrder) => (row.receivedFrom === null ? value(row) : null)
}

async function* readRows(accountId: string, filter: HistoryFilter) {
	const rows = await readPurchased(accountId, filter)
	const getContents = await readTransferContents(
		rows.flatMap(row => (row.receivedFrom === null ? [] : [row.id])),
	)
	yield rows.map(row =>
		row.receivedFrom === null ? row : { ...row, types: formatTypeCounts(getContents(row.id).cells) },
	)
}

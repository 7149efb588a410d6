import { csvTable, csvTime } from '~/domain/csv'
import { formatTypeCounts, readTransferContents } from '~/domain/orders/history/contents.server'
import { readSales } from './sold-queries.server'

/** Exports the accepted transfers that match a search, newest first, as CSV lines. */
export function soldAsCsv(q: string) {
	return csvTable(readSales(null, q), {
		'Order ID': row => row.id,
		Seller: row => (row.senderId === null ? 'The house' : row.senderName),
		'Seller email': row => row.senderEmail,
		'Recipient Name': row => row.recipientName,
		'Recipient Email': row => row.recipientEmail,
		'No. of pixels': row => row.cells,
		'List price (GBP)': row => (row.until === null ? row.pence / 100 : null),
		'Until (UTC)': row => csvTime(row.until),
		'Date (UTC)': row => csvTime(row.decidedAt),
	})
}

/** Exports an account's sales and loans that match a search, newest first, for its accountant. A loan has no price. */
export function ownSalesAsCsv(accountId: string, q: string) {
	return csvTable(readOwnSales(accountId, q), {
		'Order ID': row => row.id,
		'Date (UTC)': row => csvTime(row.decidedAt),
		Pixels: row => row.types,
		'No. of pixels': row => row.cells,
		'List price (GBP)': row => (row.until === null ? row.pence / 100 : null),
		Method: row => (row.until === null ? 'Transfer' : 'Loan'),
		'Until (UTC)': row => csvTime(row.until),
		'Recipient Name': row => row.recipientName,
		'Recipient Email': row => row.recipientEmail,
	})
}

async function* readOwnSales(accountId: string, q: string) {
	for await (const batch of readSales(accountId, q)) {
		const getContents = await readTransferContents(batch.map(row => row.id))
		yield batch.map(row => ({ ...row, types: formatTypeCounts(getContents(row.id).cells) }))
	}
}

import { csvRow } from '~/domain/csv'
import { readTransferContents, typesText } from '~/domain/orders/history/contents.server'
import { readSales } from './sold-queries.server'

const HEAD = [
	'Order ID',
	'Seller',
	'Seller email',
	'Recipient Name',
	'Recipient Email',
	'No. of pixels',
	'List price (GBP)',
	'Until (UTC)',
	'Date (UTC)',
]

/** The accepted transfers that a search finds, newest first, as lines of comma-separated values. */
export async function* soldAsCsv(q: string) {
	yield csvRow(HEAD)
	for await (const batch of readSales(null, q)) {
		for (const row of batch) {
			yield csvRow([
				row.id,
				row.senderId === null ? 'The house' : row.senderName,
				row.senderEmail,
				row.recipientName,
				row.recipientEmail,
				row.cells,
				row.till === null ? row.pence / 100 : null,
				moment(row.till),
				moment(row.decidedAt),
			])
		}
	}
}

const OWN_HEAD = [
	'Order ID',
	'Date (UTC)',
	'Pixels',
	'No. of pixels',
	'List price (GBP)',
	'Method',
	'Until (UTC)',
	'Recipient Name',
	'Recipient Email',
]

/** What an account has sold or lent, as a search finds it, newest first, for its accountant. A loan has no price. */
export async function* ownSalesAsCsv(accountId: string, q: string) {
	yield csvRow(OWN_HEAD)
	for await (const batch of readSales(accountId, q)) {
		const contentsOf = await readTransferContents(batch.map(row => row.id))
		for (const row of batch) {
			yield csvRow([
				row.id,
				moment(row.decidedAt),
				typesText(contentsOf(row.id).cells),
				row.cells,
				row.till === null ? row.pence / 100 : null,
				row.till === null ? 'Transfer' : 'Loan',
				moment(row.till),
				row.recipientName,
				row.recipientEmail,
			])
		}
	}
}

function moment(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

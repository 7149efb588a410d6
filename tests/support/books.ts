import { write } from '~/server/db.server'
import {
	auditEntries,
	cellHolders,
	cellLoans,
	certificates,
	creatives,
	files,
	orderCells,
	orders,
	outbox,
	receipts,
	throttles,
	transferCells,
	transfers,
} from '~/server/schema.server'

/**
 * Forgets everything that was bought, sold, lent, shown, counted, sent or put on record; accounts and settings stay.
 */
export async function emptyBooks(): Promise<void> {
	await write(async tx => {
		const papers = [receipts, certificates]
		const holdings = [transferCells, transfers, cellLoans, cellHolders, creatives, orderCells]
		for (const table of [...papers, ...holdings, auditEntries, outbox, orders, files, throttles]) {
			await tx.delete(table)
		}
	})
}

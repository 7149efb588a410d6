import { sql } from 'drizzle-orm'
import { type Tx, write } from '~/server/db/db.server'
import {
	auditEntries,
	bankEntries,
	cellHolders,
	cellLoans,
	certificates,
	creatives,
	files,
	firstConfirmations,
	notes,
	orderCells,
	orders,
	outbox,
	payments,
	receipts,
	statements,
	throttles,
	transferCells,
	transfers,
} from '~/server/db/schema.server'

/**
 * Deletes all purchases, transfers, loans, creatives, counters, emails and audit entries; keeps accounts and settings.
 */
export async function clearRecords(): Promise<void> {
	await write(async tx => {
		await forgetPayments(tx)
		const papers = [receipts, certificates]
		const holdings = [transferCells, cellLoans, transfers, cellHolders, creatives, orderCells]
		for (const table of [...papers, ...holdings, auditEntries, notes, outbox, orders, files, throttles]) {
			await tx.delete(table)
		}
	})
}

/* A trigger prevents the deletion of ledger rows, so it is dropped and recreated. */
async function forgetPayments(tx: Tx): Promise<void> {
	const trigger = await tx.get<{ sql: string }>(
		sql`select sql from sqlite_schema where name = 'payments_stay'`,
	)
	await tx.run(sql`drop trigger payments_stay`)
	for (const table of [firstConfirmations, payments, bankEntries, statements]) await tx.delete(table)
	await tx.run(sql.raw(trigger.sql))
}

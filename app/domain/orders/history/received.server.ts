import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { containsWords } from '~/domain/search/words'
import { readTransferPixels } from '~/domain/transfers/history/sold-queries.server'
import { db } from '~/server/db/db.server'
import { accounts, certificates, transfers } from '~/server/db/schema.server'

/* Pixels that an account received permanently. Each such transfer has a certificate, except those to the house. */

/**
 * Reads the accepted transfers to an account, newest first, in the shape of its orders; searches the sender's name and
 * the id. `totalPence`: the list price at acceptance.
 */
export async function readReceived(accountId: string, q: string) {
	const rows = await ownReceived.execute({ accountId })
	return rows.map(toRow).filter(row => !q || containsWords(`${row.id} ${row.receivedFrom}`, q))
}

/** Reads one of them with its cells; undefined when it is not the account's. */
export async function readReceivedTransfer(transferId: string, accountId: string) {
	const [[row], pixels] = await Promise.all([
		received(and(eq(certificates.accountId, accountId), eq(transfers.id, transferId))),
		readTransferPixels(transferId),
	])
	return row && { ...toRow(row), pixels }
}

const ownReceived = received(eq(certificates.accountId, sql.placeholder('accountId'))).prepare()

function received(where: SQL | undefined) {
	return db
		.select({
			id: transfers.id,
			decidedAt: transfers.decidedAt,
			sender: accounts.fullName,
			certificate: certificates.code,
			cells: sql<number>`(select count(*) from transfer_cells where transfer_id = transfers.id)`,
			totalPence: sql<number>`(select coalesce(sum(price_pence), 0) from transfer_cells where transfer_id = transfers.id)`,
		})
		.from(certificates)
		.innerJoin(transfers, eq(transfers.id, certificates.transferId))
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(where)
		.orderBy(desc(transfers.decidedAt), desc(sql`transfers.rowid`))
}

function toRow({ decidedAt, sender, ...row }: Awaited<ReturnType<typeof received>>[number]) {
	return {
		...row,
		reference: row.id.slice(0, 8),
		status: 'received' as const,
		submittedAt: decidedAt,
		releasedAt: null,
		receivedFrom: sender ?? brand.name,
	}
}

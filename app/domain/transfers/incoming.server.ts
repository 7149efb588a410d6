import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { accounts, transferCells, transfers } from '~/server/schema.server'
import { isOpenAt } from './expiry.server'

const MOST = 200

/**
 * Every open invitation to this address with its cells, newest first (at most 200). `sender` null: the house. Two
 * queries.
 */
export async function listIncomingWithCells(email: string, now: number) {
	const rows = await db
		.select({
			id: transfers.id,
			version: transfers.version,
			senderId: transfers.senderId,
			sender: accounts.fullName,
			till: transfers.till,
		})
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(and(eq(transfers.recipientEmail, email.toLowerCase()), isOpenAt(now)))
		.orderBy(desc(transfers.createdAt), desc(sql`transfers.rowid`))
		.limit(MOST)
	const ids = rows.map(row => row.id)
	const cells = await db.select().from(transferCells).where(inArray(transferCells.transferId, ids))
	return rows.map(row => ({
		...row,
		cells: cells.filter(one => one.transferId === row.id).map(one => one.cell),
	}))
}

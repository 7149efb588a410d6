import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { isOpenAt } from './columns.server'

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
			until: transfers.until,
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

/** The open invitation to this address that offers exactly these cells. @returns its id. Two queries. */
export async function findIncomingByCells(
	email: string,
	cells: readonly number[],
	now: number,
): Promise<string | undefined> {
	const wanted = new Set(cells)
	const [found] = await db
		.select({ id: transfers.id })
		.from(transferCells)
		.innerJoin(transfers, eq(transfers.id, transferCells.transferId))
		.where(
			and(
				inArray(transferCells.cell, [...wanted]),
				eq(transferCells.open, 1),
				eq(transfers.recipientEmail, email.toLowerCase()),
				isOpenAt(now),
			),
		)
		.limit(1)
	if (!found) return undefined
	const offered = await db.select().from(transferCells).where(eq(transferCells.transferId, found.id))
	return offered.length === wanted.size && offered.every(({ cell }) => wanted.has(cell))
		? found.id
		: undefined
}

import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { accounts, transferCells, transfers } from '~/server/db/schema.server'
import { cellsOfTransfer, isOpenAt } from './columns.server'

const MAX_LISTED = 200

/**
 * Lists the open invitations to this address with their cells, newest first (at most 200). `sender` null: the house.
 */
export async function listIncomingWithCells(email: string, now: number) {
	return await db
		.select({ ...getTableColumns(transfers), sender: accounts.fullName, cells: cellsOfTransfer })
		.from(transfers)
		.leftJoin(accounts, eq(accounts.id, transfers.senderId))
		.where(and(eq(transfers.recipientEmail, email.toLowerCase()), isOpenAt(now)))
		.orderBy(desc(transfers.createdAt), desc(sql`transfers.rowid`))
		.limit(MAX_LISTED)
}

/**
 * Finds the open invitation to this address that offers exactly these cells.
 * @returns its id.
 */
export async function findIncomingByCells(email: string, cells: readonly number[], now: number) {
	const wanted = new Set(cells)
	const [found] = await db
		.select({ id: transfers.id, cells: cellsOfTransfer })
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
	const isExactly = found?.cells.length === wanted.size && found.cells.every(cell => wanted.has(cell))
	return isExactly ? found.id : undefined
}

import { and, asc, count, desc, eq, isNull, sql, sum } from 'drizzle-orm'
import { cellById } from '~/domain/grid/layout'
import { db } from '~/server/db.server'
import { accounts, transferCells, transfers } from '~/server/schema.server'

const accepted = (accountId: string) =>
	and(eq(transfers.senderId, accountId), eq(transfers.status, 'accepted'))

const summary = {
	id: transfers.id,
	recipientEmail: transfers.recipientEmail,
	recipientName: accounts.fullName,
	decidedAt: transfers.decidedAt,
	till: transfers.till,
	cells: count(transferCells.cell),
	pence: sql<number>`coalesce(sum(${transferCells.pricePence}), 0)`.mapWith(Number),
}

/** The account's accepted transfers, newest first, `pageSize` a page; a page beyond the last gives the last. Two queries. */
export async function listSold(accountId: string, wanted: number, pageSize: number) {
	const [counted] = await db.select({ total: count() }).from(transfers).where(accepted(accountId))
	const total = counted?.total ?? 0
	const pageCount = Math.max(1, Math.ceil(total / pageSize))
	const page = Math.min(wanted, pageCount)
	const rows = await db
		.select(summary)
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.leftJoin(accounts, eq(accounts.email, transfers.recipientEmail))
		.where(accepted(accountId))
		.groupBy(transfers.id)
		.orderBy(desc(transfers.decidedAt))
		.limit(pageSize)
		.offset((page - 1) * pageSize)
	return { rows, total, page, pageCount }
}

/** One accepted transfer of the account with its cells; undefined when it is not the account's. */
export async function readSold(transferId: string, accountId: string) {
	const [row] = await db
		.select(summary)
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.leftJoin(accounts, eq(accounts.email, transfers.recipientEmail))
		.where(and(accepted(accountId), eq(transfers.id, transferId)))
		.groupBy(transfers.id)
	if (!row) return undefined
	const rows = await db
		.select({ cell: transferCells.cell, pricePence: transferCells.pricePence })
		.from(transferCells)
		.where(eq(transferCells.transferId, transferId))
		.orderBy(asc(transferCells.cell))
	const pixels = rows.flatMap(({ cell, pricePence }) => {
		const place = cellById(cell)
		return place
			? { cell, type: place.type, row: place.row, col: place.col, pricePence: pricePence ?? 0 }
			: []
	})
	return { ...row, pixels }
}

/** What the account's cells fetched when they were sold for good: the list prices at acceptance, in pence. One query. */
export async function readRevenue(accountId: string): Promise<number> {
	const [row] = await db
		.select({ pence: sum(transferCells.pricePence).mapWith(Number) })
		.from(transfers)
		.innerJoin(transferCells, eq(transferCells.transferId, transfers.id))
		.where(and(accepted(accountId), isNull(transfers.till)))
	return row?.pence ?? 0
}

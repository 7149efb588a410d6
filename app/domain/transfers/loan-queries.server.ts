import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { db } from '~/server/db/db.server'
import { accounts, cellLoans, transfers } from '~/server/db/schema.server'

/**
 * A loan that runs, as one of its two sides sees it. `other`: the name of the other side; null: the house. `until`: UTC
 * ms.
 */
export type RunningLoan = {
	transferId: string
	side: 'lender' | 'borrower'
	other: string | null
	until: number
	cells: Cell[]
}

/**
 * In a query of `transfers`: until when the loan by one runs (UTC ms); null when there is none, or none any more. Names
 * are written out: drizzle would leave the table's off.
 */
export const lentUntil = sql<number | null>`(
	select max(until) from cell_loans where cell_loans.transfer_id = transfers.id)`

const lenders = alias(accounts, 'lenders')
const borrowers = alias(accounts, 'borrowers')

/** The loans by and to an account that run at `now` (UTC ms), the next to end first. One query. */
export async function listLoans(accountId: string, now: number): Promise<RunningLoan[]> {
	const rows = await db
		.select({
			transferId: cellLoans.transferId,
			cell: cellLoans.cell,
			until: cellLoans.until,
			senderId: transfers.senderId,
			lender: lenders.fullName,
			borrower: borrowers.fullName,
		})
		.from(cellLoans)
		.innerJoin(transfers, eq(transfers.id, cellLoans.transferId))
		.leftJoin(lenders, eq(lenders.id, transfers.senderId))
		.leftJoin(borrowers, eq(borrowers.id, cellLoans.borrowerId))
		.where(
			and(
				gt(cellLoans.until, now),
				or(eq(transfers.senderId, accountId), eq(cellLoans.borrowerId, accountId)),
			),
		)
		.orderBy(asc(cellLoans.until), asc(cellLoans.cell))
	const loans = new Map<string, typeof rows>()
	for (const row of rows) loans.set(row.transferId, [...(loans.get(row.transferId) ?? []), row])
	return [...loans].flatMap(([transferId, cells]) => {
		const [first] = cells
		if (!first) return []
		const side = first.senderId === accountId ? 'lender' : 'borrower'
		return {
			transferId,
			side,
			other: side === 'lender' ? first.borrower : first.lender,
			until: first.until,
			cells: cellsByIds(cells.map(row => row.cell)),
		}
	})
}

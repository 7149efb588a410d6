import { eq, inArray } from 'drizzle-orm'
import type { Readable, Tx } from '~/server/db/db.server'
import { cellHolders, cellLoans } from '~/server/db/schema.server'

/**
 * Sets the creative of cells: their holder's, or while they are lent (`isLent`) their borrower's, which covers it. The
 * holder stays.
 */
export async function showOn(tx: Tx, cells: readonly number[], creativeId: string | null, isLent = false) {
	const table = isLent ? cellLoans : cellHolders
	await tx
		.update(table)
		.set({ creativeId })
		.where(inArray(table.cell, [...cells]))
}

/** The creatives that cells show, of their holders or (`isLent`) of those they are lent to. */
export async function shownOn(from: Readable, cells: readonly number[], isLent = false): Promise<string[]> {
	const table = isLent ? cellLoans : cellHolders
	const rows = await from
		.selectDistinct({ creativeId: table.creativeId })
		.from(table)
		.where(inArray(table.cell, [...cells]))
	return rows.flatMap(row => row.creativeId ?? [])
}

/** The cells that name a creative, of holders and of loans, those included whose time has passed. */
export async function findCellsShowing(from: Readable, creativeId: string): Promise<number[]> {
	const held = await from
		.select({ cell: cellHolders.cell })
		.from(cellHolders)
		.where(eq(cellHolders.creativeId, creativeId))
	const lent = await from
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.where(eq(cellLoans.creativeId, creativeId))
	return [...held, ...lent].map(row => row.cell)
}

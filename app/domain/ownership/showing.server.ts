import { eq, inArray } from 'drizzle-orm'
import type { Readable, Tx } from '~/server/db/db.server'
import { cellHolders, cellLoans } from '~/server/db/schema.server'

/**
 * Sets the creative of cells: the holder's, or for lent cells (`isLent`) the borrower's, which replaces it until the
 * loan ends.
 */
export async function setShown(tx: Tx, cells: readonly number[], creativeId: string | null, isLent = false) {
	const table = isLent ? cellLoans : cellHolders
	await tx
		.update(table)
		.set({ creativeId })
		.where(inArray(table.cell, [...cells]))
}

/** Reads the creatives of cells: the holders', or for `isLent` the borrowers'. */
export async function getShown(from: Readable, cells: readonly number[], isLent = false): Promise<string[]> {
	const table = isLent ? cellLoans : cellHolders
	const rows = await from
		.selectDistinct({ creativeId: table.creativeId })
		.from(table)
		.where(inArray(table.cell, [...cells]))
	return rows.flatMap(row => row.creativeId ?? [])
}

/** Finds the cells that refer to a creative, as holder's or borrower's, including loans whose time has passed. */
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

import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import { groupBy } from '~/domain/group-by'
import type { Tx } from '~/server/db/db.server'
import { cellLoans } from '~/server/db/schema.server'
import { recordEvents } from './events.server'

/* A loan does not replace the holder's row (P27): owner and creative stay there, and apply again when it ends. */

type Loan = {
	transferId: string
	/** The owner of the cells, and their borrower; null: the house. */
	ownerId: string | null
	borrowerId: string | null
	/** UTC ms. */
	until: number
	actorId: string
	now: number
}

/**
 * Lends cells, all or none: the insert fails for a cell that is already lent. Sweeps expired loans of these cells
 * first.
 * @returns the loans that were swept.
 */
export async function lendCells(tx: Tx, cells: readonly number[], loan: Loan): Promise<EndedLoan[]> {
	const { transferId, ownerId, borrowerId, until, actorId, now } = loan
	const swept = await releaseExpiredLoans(tx, now, cells)
	await tx.insert(cellLoans).values(cells.map(cell => ({ cell, transferId, borrowerId, since: now, until })))
	const event = { kind: 'lent', fromId: ownerId, toId: borrowerId, transferId, actorId } as const
	await recordEvents(tx, cells, { at: now, ...event })
	return swept
}

export type EndedLoan = typeof cellLoans.$inferSelect

/** Ends the loans of these cells early, because their owner loses them. */
export async function endLoansFrom(
	tx: Tx,
	cells: readonly number[],
	by: { actorId: string | null; now: number },
): Promise<EndedLoan[]> {
	if (cells.length === 0) return []
	return await endLoans(tx, inArray(cellLoans.cell, [...cells]), by)
}

/** Ends the loans to an account early; the cells show their owners' creatives again. */
export async function endLoansTo(tx: Tx, borrowerId: string, by: { actorId: string | null; now: number }) {
	return await endLoans(tx, eq(cellLoans.borrowerId, borrowerId), by)
}

/** Deletes loans whose time has passed, of these cells or of all. */
export async function releaseExpiredLoans(tx: Tx, now: number, cells?: readonly number[]) {
	const due = tx
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.where(and(lte(cellLoans.until, now), cells ? inArray(cellLoans.cell, [...cells]) : undefined))
	return await endLoans(tx, inArray(cellLoans.cell, due), { actorId: null })
}

/* Without `now` each loan ended at its own time; none ends later. */
async function endLoans(
	tx: Tx,
	which: SQL | undefined,
	{ actorId, now }: { actorId: string | null; now?: number },
): Promise<EndedLoan[]> {
	const ended = await tx.delete(cellLoans).where(which).returning()
	for (const group of groupBy(ended, loan => `${loan.transferId}:${loan.until}`).values()) {
		const [first] = group
		if (!first) continue
		const { transferId, borrowerId: fromId, until } = first
		const cells = group.map(item => item.cell)
		const at = Math.min(now ?? until, until)
		await recordEvents(tx, cells, { at, kind: 'returned', fromId, transferId, actorId })
	}
	return ended
}

/** Cells that lost their holder, and their creatives: the caller deletes those that no cell shows any more. */
export type Released = {
	cells: number[]
	creativeIds: (string | null)[]
	/** The loans that ended with it. The planned end of one may have passed. */
	loans: EndedLoan[]
}

/** Summarises released rows, each cell once. */
export function sumReleased(
	rows: readonly Pick<EndedLoan, 'cell' | 'creativeId'>[],
	loans: EndedLoan[],
): Released {
	const all = [...rows, ...loans]
	return { cells: [...new Set(all.map(row => row.cell))], creativeIds: all.map(row => row.creativeId), loans }
}

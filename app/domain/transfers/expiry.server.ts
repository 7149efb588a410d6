import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { type Tx, write } from '~/server/db/db.server'
import { transferCells, transfers } from '~/server/db/schema.server'

/** Whether an invitation is open at `now` (UTC ms): one whose date has passed is over, swept or not (P27). */
export const isOpenAt = (now: number) =>
	and(eq(transfers.status, 'open'), or(isNull(transfers.till), sql`${transfers.till} > ${now}`))

/**
 * Closes the invitations whose date has passed, of these cells or of all, so that the cells can be invited again.
 * @returns how many.
 */
export async function expireTransfers(tx: Tx, now: number, cells?: readonly number[]): Promise<number> {
	const offering = tx
		.select({ id: transferCells.transferId })
		.from(transferCells)
		.where(and(inArray(transferCells.cell, [...(cells ?? [])]), eq(transferCells.open, 1)))
	const expired = await tx
		.update(transfers)
		.set({ status: 'expired', decidedAt: transfers.till, version: sql`${transfers.version} + 1` })
		.where(
			and(
				eq(transfers.status, 'open'),
				lte(transfers.till, now),
				cells ? inArray(transfers.id, offering) : undefined,
			),
		)
		.returning({ id: transfers.id })
	if (expired.length === 0) return 0
	const ids = expired.map(({ id }) => id)
	await tx.update(transferCells).set({ open: null }).where(inArray(transferCells.transferId, ids))
	return ids.length
}

/** The sweep of {@link expireTransfers}. */
export async function sweepExpiredTransfers(now: number): Promise<void> {
	await write(tx => expireTransfers(tx, now))
}

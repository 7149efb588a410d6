import { and, eq, inArray, lte } from 'drizzle-orm'
import { groupBy } from '~/domain/group-by'
import type { Tx } from '~/server/db/db.server'
import { cellHolders } from '~/server/db/schema.server'
import { recordEvents } from './events.server'
import { endLoansFrom, type Released, sumReleased } from './loans.server'

/** `actorId` null: the first start of an empty database. `now`: UTC ms. */
type ReleaseActor = { actorId: string | null; now: number }

/**
 * Reserves available cells for the house. Sweeps expired holds of these cells first.
 * @returns the cells that are taken; the caller rolls the others back.
 */
export async function reserveCells(tx: Tx, cells: readonly number[], by: ReleaseActor): Promise<number[]> {
	const { actorId, now } = by
	await tx
		.delete(cellHolders)
		.where(
			and(
				inArray(cellHolders.cell, [...cells]),
				eq(cellHolders.kind, 'hold'),
				lte(cellHolders.holdUntil, now),
			),
		)
	const got = await tx
		.insert(cellHolders)
		.values(cells.map(cell => ({ cell, kind: 'house' as const, since: now })))
		.onConflictDoNothing()
		.returning({ cell: cellHolders.cell })
	const reserved = new Set(got.map(row => row.cell))
	await recordEvents(tx, [...reserved], { at: now, kind: 'reserved', actorId })
	return cells.filter(cell => !reserved.has(cell))
}

/**
 * Makes cells of the house or of members available again and ends their loans (P30). `kind` says why. Cells without a
 * holder, or merely on hold, are left alone.
 * @returns what they showed, their loans, and the orders that they came from.
 */
export async function freeCells(
	tx: Tx,
	cells: readonly number[],
	by: ReleaseActor & { kind: 'restored' | 'deleted' | 'account-deleted' },
): Promise<Released & { orderIds: string[] }> {
	const { actorId, now, kind } = by
	const loans = await endLoansFrom(tx, cells, by)
	const rows = await tx
		.delete(cellHolders)
		.where(and(inArray(cellHolders.cell, [...cells]), inArray(cellHolders.kind, ['owned', 'house'])))
		.returning()
	for (const lost of groupBy(rows, row => `${row.accountId}:${row.orderId}`).values()) {
		const { accountId: fromId = null, orderId = null } = lost[0] ?? {}
		const cells = lost.map(row => row.cell)
		await recordEvents(tx, cells, { at: now, kind, fromId, orderId, actorId })
	}
	return { ...sumReleased(rows, loans), orderIds: [...new Set(rows.flatMap(row => row.orderId ?? []))] }
}

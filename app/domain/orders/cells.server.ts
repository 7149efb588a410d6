import { and, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { Readable, Tx } from '~/server/db.server'
import { cellHolders, orderCells, orders, transferCells, transfers } from '~/server/schema.server'
import type { PastHold } from './rules'

/* Taking and giving back cells. A cell is taken if and only if it has its row in cell_holders, whose primary key is the cell. */

type Claim = {
	orderId: string
	accountId: string
	cells: readonly number[]
	now: number
}

/** Those of the cells that somebody else holds now: owned, the house's, or on hold for another account. */
export async function heldByOthers(from: Readable, claim: Omit<Claim, 'orderId'>): Promise<number[]> {
	const rows = await from
		.select()
		.from(cellHolders)
		.where(inArray(cellHolders.cell, [...claim.cells]))
	return rows
		.filter(row => {
			if (row.kind !== 'hold' || row.holdUntil === null) return true
			return row.holdUntil > claim.now && row.accountId !== claim.accountId
		})
		.map(row => row.cell)
}

/**
 * Takes cells for an order, after sweeping run-out holds of those cells and the account's own. The insert decides: a cell that
 * has a row already is not taken.
 * @returns the cells that somebody else has; the caller undoes the rest.
 */
export async function takeCells(
	tx: Tx,
	claim: Claim & ({ kind: 'hold'; holdUntil: number } | { kind: 'owned' }),
): Promise<number[]> {
	const { orderId, accountId, now, kind } = claim
	const cells = [...claim.cells]
	await tx
		.delete(cellHolders)
		.where(
			and(
				inArray(cellHolders.cell, cells),
				eq(cellHolders.kind, 'hold'),
				or(lte(cellHolders.holdUntil, now), eq(cellHolders.accountId, accountId)),
			),
		)
	const holdUntil = kind === 'hold' ? claim.holdUntil : null
	const taken = await tx
		.insert(cellHolders)
		.values(cells.map(cell => ({ cell, kind, accountId, orderId, holdUntil, since: now })))
		.onConflictDoNothing()
		.returning({ cell: cellHolders.cell })
	const got = new Set(taken.map(row => row.cell))
	return cells.filter(cell => !got.has(cell))
}

/** Gives back what the order holds or owns. Cells that have passed to somebody else since stay theirs. */
export async function releaseCells(
	tx: Tx,
	order: { id: string; accountId: string },
): Promise<{ cells: number[]; creativeIds: string[] }> {
	const rows = await tx
		.delete(cellHolders)
		.where(and(eq(cellHolders.orderId, order.id), eq(cellHolders.accountId, order.accountId)))
		.returning({ cell: cellHolders.cell, creativeId: cellHolders.creativeId })
	return {
		cells: rows.map(row => row.cell),
		creativeIds: [...new Set(rows.flatMap(row => row.creativeId ?? []))],
	}
}

/** Withdraws the open transfers that offer one of these cells: what was released can no longer be given away. */
export async function withdrawTransfersOf(tx: Tx, cells: readonly number[], now: number): Promise<void> {
	if (cells.length === 0) return
	const rows = await tx
		.selectDistinct({ id: transferCells.transferId })
		.from(transferCells)
		.where(and(inArray(transferCells.cell, [...cells]), eq(transferCells.open, 1)))
	const ids = rows.map(row => row.id)
	if (ids.length === 0) return
	await tx.update(transferCells).set({ open: null }).where(inArray(transferCells.transferId, ids))
	await tx
		.update(transfers)
		.set({ status: 'withdrawn', decidedAt: now, version: sql`${transfers.version} + 1` })
		.where(and(inArray(transfers.id, ids), eq(transfers.status, 'open')))
}

/** The account's holds on these cells that still matter for the next one: running, or in their cooling-off. */
export async function pastHolds(from: Readable, claim: Omit<Claim, 'orderId'>): Promise<PastHold[]> {
	const rows = await from
		.selectDistinct({
			id: orders.id,
			heldAt: orders.heldAt,
			until: orders.holdUntil,
			endedAt: orders.holdEndedAt,
		})
		.from(orders)
		.innerJoin(orderCells, eq(orderCells.orderId, orders.id))
		.where(
			and(
				eq(orders.accountId, claim.accountId),
				inArray(orders.status, ['open', 'abandoned', 'failed']),
				inArray(orderCells.cell, [...claim.cells]),
				gt(sql`2 * ${orders.holdUntil} - ${orders.heldAt}`, claim.now),
			),
		)
	return rows.flatMap(({ heldAt, until, endedAt }) =>
		heldAt === null || until === null ? [] : [{ heldAt, until, endedAt }],
	)
}

/** Closes the account's open checkout, if it is not `exceptId`, and releases its holds. @returns its id. */
export async function abandonOpenOrder(
	tx: Tx,
	accountId: string,
	now: number,
	exceptId = '',
): Promise<string | undefined> {
	const [old] = await tx
		.update(orders)
		.set({
			status: 'abandoned',
			version: sql`${orders.version} + 1`,
			holdEndedAt: sql`case when ${orders.holdUntil} > ${now} then coalesce(${orders.holdEndedAt}, ${now}) else ${orders.holdEndedAt} end`,
		})
		.where(and(eq(orders.accountId, accountId), eq(orders.status, 'open'), ne(orders.id, exceptId)))
		.returning({ id: orders.id })
	if (old) await releaseCells(tx, { id: old.id, accountId })
	return old?.id
}

import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Holder } from '~/domain/creatives/rules'
import { cellsWith } from '~/domain/grid/cells-with.server'
import { listHolderCells } from '~/domain/grid/holder-cells.server'
import type { GridSnapshot } from '~/domain/grid/queries.server'
import { db, type Readable } from '~/server/db/db.server'
import { cellHolders, cellLoans, orders, transferCells, transfers } from '~/server/db/schema.server'
import { isOpenAt } from './columns.server'
import type { OwnCell } from './offer-rules'

/**
 * Reads the cells of a holder at `now` (UTC ms), borrowed ones included, with any obstacle to offering them. One query.
 */
export async function readOwnCells(holder: Holder, now: number, from: Readable = db): Promise<OwnCell[]> {
	const rows = await from
		.select({
			cell: cellHolders.cell,
			holderId: cellHolders.accountId,
			orderStatus: orders.status,
			transferId: transfers.id,
			until: cellLoans.until,
		})
		.from(cellHolders)
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(cellLoans, and(eq(cellLoans.cell, cellHolders.cell), gt(cellLoans.until, now)))
		.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
		.leftJoin(transfers, and(eq(transfers.id, transferCells.transferId), isOpenAt(now)))
		.where(inArray(cellHolders.cell, cellsWith(holder, now)))
		.orderBy(cellHolders.cell)
	return rows.map(({ cell, holderId, orderStatus, transferId, until }) => ({
		cell,
		orderStatus,
		invited: transferId !== null,
		lentUntil: until,
		borrowed: holderId !== holder,
	}))
}

/** {@link readOwnCells} of the grid that a page shows (docs/decisions/0061). */
export function listOwnCells(grid: GridSnapshot, holder: Holder): OwnCell[] {
	return listHolderCells(grid, holder).map(({ cell, orderStatus, invited, loan, accountId }) => {
		return { cell, orderStatus, invited, lentUntil: loan?.until ?? null, borrowed: accountId !== holder }
	})
}

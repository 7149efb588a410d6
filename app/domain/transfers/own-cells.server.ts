import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Holder } from '~/domain/creatives/rules'
import { db, type Readable } from '~/server/db.server'
import { cellHolders, cellLoans, orders, transferCells, transfers } from '~/server/schema.server'
import { isOpenAt } from './expiry.server'
import type { OwnCell } from './offer-rules'

/**
 * What a holder has at `now` (UTC ms), and what is lent to them, with whatever stands in the way of offering it. One
 * query.
 */
export async function readOwnCells(holder: Holder, now: number, from: Readable = db): Promise<OwnCell[]> {
	const isTheirs =
		holder === null
			? eq(cellHolders.kind, 'house')
			: and(eq(cellHolders.kind, 'owned'), eq(cellHolders.accountId, holder))
	const isLentToThem = holder === null ? isNull(cellLoans.borrowerId) : eq(cellLoans.borrowerId, holder)
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
		.where(or(isTheirs, and(isLentToThem, gt(cellLoans.until, now))))
		.orderBy(cellHolders.cell)
	return rows.map(({ cell, holderId, orderStatus, transferId, until }) => ({
		cell,
		orderStatus,
		invited: transferId !== null,
		lentUntil: until,
		borrowed: holderId !== holder,
	}))
}

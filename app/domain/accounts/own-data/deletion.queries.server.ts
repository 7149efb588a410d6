import { createHash } from 'node:crypto'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { isOpenCheckout } from '~/domain/orders/checkout/holds.server'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db, type Readable } from '~/server/db/db.server'
import { cellHolders, cellLoans, orders, transfers } from '~/server/db/schema.server'

/**
 * Reads everything that deleting this account at `now` (UTC ms) would end. `seen` is its fingerprint, so that only what
 * was shown can be confirmed.
 */
export async function readLoss(accountId: string, now: number, from: Readable = db) {
	const isOwned = eq(cellHolders.accountId, accountId)
	const isRunning = gt(cellLoans.until, now)
	const selectLoans = () => from.select({ cell: cellLoans.cell }).from(cellLoans)
	const selectOrders = (are: SQL) =>
		from
			.select({ reference: orders.reference })
			.from(orders)
			.where(and(eq(orders.accountId, accountId), are))
			.orderBy(asc(orders.reference))
	const [cells, borrowed, lent, pending, [open], invitations] = await Promise.all([
		from
			.select({ cell: cellHolders.cell })
			.from(cellHolders)
			.where(and(isOwned, eq(cellHolders.kind, 'owned')))
			.orderBy(asc(cellHolders.cell)),
		selectLoans()
			.where(and(eq(cellLoans.borrowerId, accountId), isRunning))
			.orderBy(asc(cellLoans.cell)),
		selectLoans()
			.innerJoin(cellHolders, eq(cellHolders.cell, cellLoans.cell))
			.where(and(isOwned, isRunning))
			.orderBy(asc(cellLoans.cell)),
		// The plus keeps SQLite from choosing the index on status, which holds the pending orders of all accounts.
		selectOrders(sql`+${orders.status} = 'pending'`),
		selectOrders(isOpenCheckout),
		from.$count(transfers, and(eq(transfers.senderId, accountId), isOpenAt(now))),
	])
	const loss = {
		cells: cells.map(row => row.cell),
		borrowed: borrowed.map(row => row.cell),
		/** The account's cells that are lent to others now. */
		lent: lent.map(row => row.cell),
		/** Payment references of the account's pending orders. */
		pending: pending.map(row => row.reference),
		/** Payment reference of the open checkout, whether or not its cells are on hold. */
		checkout: open?.reference ?? null,
		/** Invitations that the account has sent. */
		invitations,
	}
	const seen = createHash('sha256')
		.update(JSON.stringify(Object.values(loss)))
		.digest('base64url')
	return { ...loss, seen }
}

export type Loss = Awaited<ReturnType<typeof readLoss>>

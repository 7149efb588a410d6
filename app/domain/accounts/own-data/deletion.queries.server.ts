import { createHash } from 'node:crypto'
import { and, asc, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import { isOpenCheckout } from '~/domain/orders/checkout/holds.server'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db, type Readable } from '~/server/db/db.server'
import { cellHolders, cellLoans, orders, transfers } from '~/server/db/schema.server'

/**
 * What an account would lose with its deletion. `seen`: stands for all of it, so that what is confirmed is what was
 * shown.
 */
export type Loss = {
	cells: number[]
	borrowed: number[]
	/** Of its cells those that are lent to others now. */
	lent: number[]
	/** Payment references of the orders that wait for their review. */
	pending: string[]
	/** The payment reference of the checkout that is open, on hold or not. */
	checkout: string | null
	/** Invitations that it has sent. */
	invitations: number
	seen: string
}

const ordersThat = (from: Readable, accountId: string, are: SQL) =>
	from
		.select({ reference: orders.reference })
		.from(orders)
		.where(and(eq(orders.accountId, accountId), are))
		.orderBy(asc(orders.reference))

/** What would end if this account were deleted at `now` (UTC ms). */
export async function readLoss(accountId: string, now: number, from: Readable = db): Promise<Loss> {
	const [cells, loans, lent, pending, [open], [counted]] = await Promise.all([
		from
			.select({ cell: cellHolders.cell })
			.from(cellHolders)
			.where(and(eq(cellHolders.accountId, accountId), eq(cellHolders.kind, 'owned')))
			.orderBy(asc(cellHolders.cell)),
		from
			.select({ cell: cellLoans.cell })
			.from(cellLoans)
			.where(and(eq(cellLoans.borrowerId, accountId), gt(cellLoans.until, now)))
			.orderBy(asc(cellLoans.cell)),
		from
			.select({ cell: cellLoans.cell })
			.from(cellLoans)
			.innerJoin(cellHolders, eq(cellHolders.cell, cellLoans.cell))
			.where(and(eq(cellHolders.accountId, accountId), gt(cellLoans.until, now)))
			.orderBy(asc(cellLoans.cell)),
		// A plus, or SQLite would go through all orders of the house that wait.
		ordersThat(from, accountId, sql`+${orders.status} = 'pending'`),
		ordersThat(from, accountId, isOpenCheckout),
		from
			.select({ total: count() })
			.from(transfers)
			.where(and(eq(transfers.senderId, accountId), isOpenAt(now))),
	])
	const loss = {
		cells: cells.map(row => row.cell),
		borrowed: loans.map(row => row.cell),
		lent: lent.map(row => row.cell),
		pending: pending.map(row => row.reference),
		checkout: open?.reference ?? null,
		invitations: counted?.total ?? 0,
	}
	const seen = createHash('sha256')
		.update(JSON.stringify(Object.values(loss)))
		.digest('base64url')
	return { ...loss, seen }
}

import { createHash } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import { isOpenAt } from '~/domain/transfers/expiry.server'
import { db, type Readable } from '~/server/db.server'
import { cellHolders, cellLoans, orders, transfers } from '~/server/schema.server'

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

/** What would end if this account were deleted at `now` (UTC ms). */
export async function readLoss(accountId: string, now: number, from: Readable = db): Promise<Loss> {
	const [owned, loans, lentOut, waiting, [open], sent] = await Promise.all([
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
		from
			.select({ reference: orders.reference })
			.from(orders)
			.where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending')))
			.orderBy(asc(orders.reference)),
		from
			.select({ reference: orders.reference })
			.from(orders)
			.where(and(eq(orders.accountId, accountId), eq(orders.status, 'open'))),
		from
			.select({ id: transfers.id })
			.from(transfers)
			.where(and(eq(transfers.senderId, accountId), isOpenAt(now))),
	])
	const checkout = open?.reference ?? null
	const cells = owned.map(row => row.cell)
	const borrowed = loans.map(row => row.cell)
	const lent = lentOut.map(row => row.cell)
	const pending = waiting.map(row => row.reference)
	const all = JSON.stringify([cells, borrowed, lent, pending, checkout, sent.length])
	const seen = createHash('sha256').update(all).digest('base64url')
	return { cells, borrowed, lent, pending, checkout, invitations: sent.length, seen }
}

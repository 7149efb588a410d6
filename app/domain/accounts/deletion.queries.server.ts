import { createHash } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { isOpenAt } from '~/domain/transfers/expiry.server'
import { db, type Readable } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
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

const accountOf = sql.placeholder('accountId')
const ownedBy = prepared(on =>
	on
		.select({ cell: cellHolders.cell })
		.from(cellHolders)
		.where(and(eq(cellHolders.accountId, accountOf), eq(cellHolders.kind, 'owned')))
		.orderBy(asc(cellHolders.cell)),
)
const borrowedBy = prepared(on =>
	on
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.where(and(eq(cellLoans.borrowerId, accountOf), gt(cellLoans.until, sql.placeholder('now'))))
		.orderBy(asc(cellLoans.cell)),
)
const lentBy = prepared(on =>
	on
		.select({ cell: cellLoans.cell })
		.from(cellLoans)
		.innerJoin(cellHolders, eq(cellHolders.cell, cellLoans.cell))
		.where(and(eq(cellHolders.accountId, accountOf), gt(cellLoans.until, sql.placeholder('now'))))
		.orderBy(asc(cellLoans.cell)),
)
const ordersOf = prepared(on =>
	on
		.select({ reference: orders.reference })
		.from(orders)
		.where(and(eq(orders.accountId, accountOf), eq(orders.status, sql.placeholder('status'))))
		.orderBy(asc(orders.reference)),
)
const sentBy = prepared(on =>
	on
		.select({ id: transfers.id })
		.from(transfers)
		.where(and(eq(transfers.senderId, accountOf), isOpenAt(sql.placeholder('now')))),
)

/** What would end if this account were deleted at `now` (UTC ms). */
export async function readLoss(accountId: string, now: number, from: Readable = db): Promise<Loss> {
	const [owned, loans, lentOut, waiting, [open], sent] = await Promise.all([
		ownedBy.all(from, { accountId }),
		borrowedBy.all(from, { accountId, now }),
		lentBy.all(from, { accountId, now }),
		ordersOf.all(from, { accountId, status: 'pending' }),
		ordersOf.all(from, { accountId, status: 'open' }),
		sentBy.all(from, { accountId, now }),
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

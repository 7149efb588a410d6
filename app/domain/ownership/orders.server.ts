import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { issueCertificate } from '~/domain/certificates/issue.server'
import type { Taken } from '~/domain/orders/taken-rules'
import { orUndo, putOff, type Readable, type Tx } from '~/server/db.server'
import { listed, prepared } from '~/server/prepared.server'
import { cellHolders } from '~/server/schema.server'
import { CellsTaken } from './cells-taken'
import { recordEvents } from './events.server'
import { endLoansOf } from './loans.server'
import { type Released, releasedOf } from './released'

/* Taking cells for an order and giving them back. A cell is taken if and only if it has its row in cell_holders. */

type Claim = {
	orderId: string
	accountId: string
	cells: readonly number[]
	/** UTC ms. */
	now: number
}

/** Those of the cells that somebody else holds now: owned, the house's, or on hold for another account. */
export async function heldByOthers(
	from: Readable,
	claim: { accountId: string; cells: readonly number[]; now: number },
): Promise<Taken[]> {
	const rows = await holders.all(from, { cells: JSON.stringify(claim.cells) })
	return rows
		.filter(row => {
			if (row.kind !== 'hold' || row.holdUntil === null) return true
			return row.holdUntil > claim.now && row.accountId !== claim.accountId
		})
		.map(({ cell, kind, holdUntil }) => ({ cell, holdUntil, ...(kind === 'house' ? { isHouse: true } : {}) }))
}

const holders = prepared(on =>
	on
		.select()
		.from(cellHolders)
		.where(inArray(cellHolders.cell, listed('cells'))),
)

/**
 * Puts cells on hold for an order until `holdUntil` (UTC ms), all or none. @returns those that somebody else has; then
 * nothing changed.
 */
export async function holdCells(tx: Tx, claim: Claim & { holdUntil: number }): Promise<Taken[]> {
	return await takeCells(tx, claim, { kind: 'hold', holdUntil: claim.holdUntil })
}

/** Until when (UTC ms) an order has its cells on hold, one by one. */
export async function readHolds(from: Readable, orderId: string): Promise<(number | null)[]> {
	return (await held.all(from, { orderId })).map(row => row.until)
}

const held = prepared(on =>
	on
		.select({ until: cellHolders.holdUntil })
		.from(cellHolders)
		.where(and(eq(cellHolders.orderId, sql.placeholder('orderId')), eq(cellHolders.kind, 'hold'))),
)

type PricedCells = readonly { readonly cell: number; readonly pricePence: number }[]

/**
 * Makes the cells of an order its buyer's, all or none. `actorId`: who does it, if not the buyer. @returns those that
 * somebody else has; then nothing changed.
 */
export async function buyCells(
	tx: Tx,
	claim: Omit<Claim, 'cells'> & { cells: PricedCells; actorId?: string },
): Promise<Taken[]> {
	const { orderId, accountId, now, actorId = accountId } = claim
	const cells = claim.cells.map(one => one.cell)
	const taken = await takeCells(tx, { ...claim, cells }, { kind: 'owned', holdUntil: null })
	if (taken.length > 0) return taken
	const pence = new Map(claim.cells.map(one => [one.cell, one.pricePence]))
	const event = { at: now, kind: 'bought', toId: accountId, orderId, actorId, pence } as const
	await recordEvents(tx, cells, event)
	return []
}

type TakenAs = { kind: 'hold'; holdUntil: number } | { kind: 'owned'; holdUntil: null }

/* All or none, so that a hold of the account's newer checkout, which taking sweeps, outlives the failure of an older
   one. Nothing else is written before the savepoint ends, because SQLite copies each page that is. */
async function takeCells(tx: Tx, claim: Claim, as: TakenAs): Promise<Taken[]> {
	// One cell is taken, or its row stood in the way, and then nothing was swept either.
	if (claim.cells.length === 1) return await takeSome(tx, claim, as)
	try {
		await orUndo(async () => {
			const taken = await takeSome(tx, claim, as)
			if (taken.length > 0) throw new CellsTaken(taken)
		})
		return []
	} catch (error) {
		if (!(error instanceof CellsTaken)) throw error
		return error.taken
	}
}

/* Sweeps run-out holds of those cells, and the account's own, first. The insert decides: a cell that has a row is not
   taken. */
async function takeSome(tx: Tx, { orderId, accountId, cells, now }: Claim, as: TakenAs): Promise<Taken[]> {
	const list = JSON.stringify(cells)
	putOff(sweep.of({ cells: list, accountId, now }))
	const got = await taking.all(tx, { cells: list, accountId, orderId, now, ...as })
	const mine = new Set(got.map(row => row.cell))
	const lost = cells.filter(cell => !mine.has(cell))
	return lost.length === 0 ? [] : await heldByOthers(tx, { accountId, cells: lost, now })
}

const isRunOutOrOwn = or(
	lte(cellHolders.holdUntil, sql.placeholder('now')),
	eq(cellHolders.accountId, sql.placeholder('accountId')),
)
const sweep = prepared(on =>
	on
		.delete(cellHolders)
		.where(and(inArray(cellHolders.cell, listed('cells')), eq(cellHolders.kind, 'hold'), isRunOutOrOwn)),
)

/* Its columns stand in the order of the table. */
const taking = prepared(on =>
	on
		.insert(cellHolders)
		.select(sql`
			select value, ${sql.placeholder('kind')}, ${sql.placeholder('accountId')}, ${sql.placeholder('orderId')},
				${sql.placeholder('holdUntil')}, null, ${sql.placeholder('now')}
			from ${listed('cells')} where true`)
		.onConflictDoNothing()
		.returning({ cell: cellHolders.cell }),
)

/** Gives back what an order has on hold. */
export function releaseHold(tx: Tx, order: { id: string; accountId: string }): void {
	putOff(tx.delete(cellHolders).where(and(fromOrder(order), eq(cellHolders.kind, 'hold'))))
}

type Decision = { order: { id: string; accountId: string }; actorId: string; now: number }

/**
 * On record that the cells which the buyer still has from the order are paid for, with the certificate (decision 54).
 */
export async function confirmOwnership(
	tx: Tx,
	{ order, actorId, now }: Decision,
): Promise<{ hasCertificate: boolean }> {
	const rows = await tx.select({ cell: cellHolders.cell }).from(cellHolders).where(fromOrder(order))
	const cells = rows.map(row => row.cell)
	const { id: orderId, accountId: toId } = order
	await recordEvents(tx, cells, { at: now, kind: 'approved', toId, orderId, actorId })
	if (cells.length > 0) await issueCertificate(tx, { orderId }, toId, now)
	return { hasCertificate: cells.length > 0 }
}

/**
 * Takes back the cells which the buyer still has from a rejected order. Cells that have passed to somebody else stay
 * theirs.
 */
export async function takeBack(tx: Tx, { order, actorId, now }: Decision): Promise<Released> {
	const rows = await tx
		.delete(cellHolders)
		.where(fromOrder(order))
		.returning({ cell: cellHolders.cell, creativeId: cellHolders.creativeId })
	const cells = rows.map(row => row.cell)
	const { id: orderId, accountId: fromId } = order
	const loans = await endLoansOf(tx, cells, { actorId, now })
	await recordEvents(tx, cells, { at: now, kind: 'rejected', fromId, orderId, actorId })
	return releasedOf(rows, loans)
}

const fromOrder = (order: { id: string; accountId: string }) =>
	and(eq(cellHolders.orderId, order.id), eq(cellHolders.accountId, order.accountId))

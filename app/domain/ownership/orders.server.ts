import { and, eq, inArray, lte, or, sql, TransactionRollbackError } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { issueCertificate } from '~/domain/certificates/issue.server'
import type { UnavailableCell } from '~/domain/orders/unavailable-cells'
import type { Readable, Tx } from '~/server/db/db.server'
import { cellHolders } from '~/server/db/schema.server'
import { recordEvents } from './events.server'
import { endLoansFrom, type Released, sumReleased } from './loans.server'

/* Takes cells for an order and gives them back. A cell is taken if and only if it has a row in cell_holders. */

type Claim = {
	orderId: string
	accountId: string
	cells: readonly number[]
	/** UTC ms. */
	now: number
	/**
	 * For a hold: the network (block of client addresses) of the buyer, if known. Bought cells keep that of their hold.
	 */
	heldFrom?: string | null
}

/** Finds which of the cells the account cannot buy now: owned by anyone, the house's, or on hold for another account. */
export async function findUnavailableCells(
	from: Readable,
	claim: { accountId: string; cells: readonly number[]; now: number },
): Promise<UnavailableCell[]> {
	const rows = await readHolders(from, claim.cells)
	return rows
		.filter(row => {
			if (row.kind !== 'hold' || row.holdUntil === null) return true
			return row.holdUntil > claim.now && row.accountId !== claim.accountId
		})
		.map(({ cell, kind, holdUntil }) => ({ cell, holdUntil, ...(kind === 'house' ? { isHouse: true } : {}) }))
}

async function readHolders(from: Readable, cells: readonly number[]) {
	return await from.select().from(cellHolders).where(inArray(cellHolders.cell, cells))
}

/**
 * Puts cells on hold for an order until `holdUntil` (UTC ms), all or none.
 * @returns the cells that are not free; then nothing has changed.
 */
export async function holdCells(tx: Tx, claim: Claim & { holdUntil: number }): Promise<UnavailableCell[]> {
	return await takeCells(tx, claim, { kind: 'hold', holdUntil: claim.holdUntil })
}

/** Finds the order through which the account has all of these cells now (UTC ms), on hold or owned. */
export async function findHoldingOrder(from: Readable, { accountId, cells, now }: Omit<Claim, 'orderId'>) {
	const rows = await readHolders(from, cells)
	const [first] = rows
	const hasAll = rows.length === cells.length && rows.every(row => row.orderId === first?.orderId)
	const isOwn = rows.every(
		row => row.accountId === accountId && (row.holdUntil === null || row.holdUntil > now),
	)
	return hasAll && isOwn ? (first?.orderId ?? undefined) : undefined
}

/**
 * Deletes expired holds (UTC ms) and the client networks stored with them, at most `max`.
 * @returns how many.
 */
export async function deleteExpiredHolds(tx: Tx, now: number, max: number): Promise<number> {
	const batch = tx
		.select({ cell: cellHolders.cell })
		.from(cellHolders)
		.where(and(eq(cellHolders.kind, 'hold'), lte(cellHolders.holdUntil, now)))
		.limit(max)
	return (await tx.delete(cellHolders).where(inArray(cellHolders.cell, batch))).rowsAffected
}

/** Reads until when (UTC ms) each cell of an order is on hold. */
export async function readHolds(from: Readable, orderId: string): Promise<(number | null)[]> {
	const rows = await from
		.select({ until: cellHolders.holdUntil })
		.from(cellHolders)
		.where(and(eq(cellHolders.orderId, orderId), eq(cellHolders.kind, 'hold')))
	return rows.map(row => row.until)
}

type PricedCells = readonly { readonly cell: number; readonly pricePence: number }[]

/**
 * Makes the buyer the owner of the order's cells, all or none. `actorId`: the account that acts, if not the buyer.
 * @returns the cells that somebody else has; then nothing has changed.
 */
export async function buyCells(
	tx: Tx,
	claim: Omit<Claim, 'cells'> & { cells: PricedCells; actorId?: string },
): Promise<UnavailableCell[]> {
	const { orderId, accountId, now, actorId = accountId } = claim
	const cells = claim.cells.map(cell => cell.cell)
	const taken = await takeCells(tx, { ...claim, cells }, { kind: 'owned', holdUntil: null })
	if (taken.length > 0) return taken
	const pence = new Map(claim.cells.map(cell => [cell.cell, cell.pricePence]))
	const event = { at: now, kind: 'bought', toId: accountId, orderId, actorId, pence } as const
	await recordEvents(tx, cells, event)
	return []
}

type TakenAs = { kind: 'hold'; holdUntil: number } | { kind: 'owned'; holdUntil: null }

/* The insert decides: a cell that already has a row is refused. The savepoint restores the holds that were deleted first,
   so that a hold of the account's newer checkout survives the failure of an older one. */
async function takeCells(tx: Tx, claim: Claim, as: TakenAs): Promise<UnavailableCell[]> {
	const { orderId, accountId, cells, now, heldFrom = null } = claim
	const isRunOutOrOwn = or(lte(cellHolders.holdUntil, now), eq(cellHolders.accountId, accountId))
	let taken: UnavailableCell[] = []
	try {
		await tx.transaction(async inner => {
			const ended = await inner
				.delete(cellHolders)
				.where(and(inArray(cellHolders.cell, [...cells]), eq(cellHolders.kind, 'hold'), isRunOutOrOwn))
				.returning({ cell: cellHolders.cell, from: cellHolders.heldFrom, accountId: cellHolders.accountId })
			const own = ended.filter(row => as.kind === 'owned' && row.accountId === accountId)
			const blocks = new Map(own.map(row => [row.cell, row.from]))
			const rows = cells.map(cell => ({
				cell,
				...as,
				accountId,
				orderId,
				since: now,
				heldFrom: blocks.get(cell) ?? heldFrom,
			}))
			const got = await inner
				.insert(cellHolders)
				.values(rows)
				.onConflictDoNothing()
				.returning({ cell: cellHolders.cell })
			const mine = new Set(got.map(row => row.cell))
			const lost = cells.filter(cell => !mine.has(cell))
			if (lost.length === 0) return
			taken = await findUnavailableCells(inner, { ...claim, cells: lost })
			inner.rollback()
		})
	} catch (error) {
		if (!(error instanceof TransactionRollbackError)) throw error
	}
	return taken
}

/** Releases the hold of an order. */
export async function releaseHold(tx: Tx, order: { id: string; accountId: string }): Promise<void> {
	await tx.delete(cellHolders).where(and(isFromOrder(order), eq(cellHolders.kind, 'hold')))
}

type OrderDecision = Actor & { order: { id: string; accountId: string } }

/**
 * Records that the cells the buyer still has from the order are paid for, and issues the certificate. Deletes the
 * buyer's network, which is no longer needed.
 * @returns those cells, ascending.
 */
export async function confirmOwnership(tx: Tx, { order, actorId, now }: OrderDecision): Promise<number[]> {
	const rows = await tx
		.update(cellHolders)
		.set({ heldFrom: null })
		.where(isFromOrder(order))
		.returning({ cell: cellHolders.cell })
	const cells = rows.map(row => row.cell).sort((a, b) => a - b)
	const { id: orderId, accountId: toId } = order
	await recordEvents(tx, cells, { at: now, kind: 'approved', toId, orderId, actorId })
	if (cells.length > 0) await issueCertificate(tx, { orderId }, toId, now)
	return cells
}

/** For queries on orders: counts the cells that the buyer never got from the order, or no longer has. */
export const lostCells = sql<number>`(
	select count(*) from order_cells where order_id = orders.id and not exists (
		select 1 from cell_holders where cell = order_cells.cell and kind = 'owned'
		and order_id = orders.id and account_id = orders.account_id))`.mapWith(Number)

/**
 * Takes back the cells that the buyer still has from a rejected order. Cells that have passed to somebody else stay
 * theirs.
 */
export async function revokeCells(tx: Tx, { order, actorId, now }: OrderDecision): Promise<Released> {
	const rows = await tx
		.delete(cellHolders)
		.where(isFromOrder(order))
		.returning({ cell: cellHolders.cell, creativeId: cellHolders.creativeId })
	const cells = rows.map(row => row.cell)
	const { id: orderId, accountId: fromId } = order
	const loans = await endLoansFrom(tx, cells, { actorId, now })
	await recordEvents(tx, cells, { at: now, kind: 'rejected', fromId, orderId, actorId })
	return sumReleased(rows, loans)
}

const isFromOrder = (order: { id: string; accountId: string }) =>
	and(eq(cellHolders.orderId, order.id), eq(cellHolders.accountId, order.accountId))

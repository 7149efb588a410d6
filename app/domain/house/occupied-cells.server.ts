import { createHash } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
	type AdminAction,
	type AdminCheck,
	type AdminSituation,
	adminSituation,
	checkAdminAction,
} from '~/domain/grid/admin-rules'
import { isOpenAt } from '~/domain/transfers/columns.server'
import { db, type Readable } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	cellLoans,
	creatives,
	orderCells,
	orders,
	transferCells,
	transfers,
} from '~/server/db/schema.server'

const borrowers = alias(accounts, 'borrowers')
const lentCreatives = alias(creatives, 'lent_creatives')

const columns = {
	cell: cellHolders.cell,
	kind: cellHolders.kind,
	holdUntil: cellHolders.holdUntil,
	since: cellHolders.since,
	holder: {
		id: accounts.id,
		fullName: accounts.fullName,
		email: accounts.email,
		deletedAt: accounts.deletedAt,
	},
	order: { id: orders.id, reference: orders.reference, status: orders.status, totalPence: orders.totalPence },
	/** The price of the cell in that order. */
	pricePence: orderCells.pricePence,
	invitation: transfers.id,
	loan: { transferId: cellLoans.transferId, until: cellLoans.until },
	borrower: borrowers.fullName,
	creative: { id: creatives.id, description: creatives.description },
	lentCreative: { id: lentCreatives.id, description: lentCreatives.description },
}

function query(from: Readable, now: number) {
	return from
		.select(columns)
		.from(cellHolders)
		.leftJoin(accounts, eq(accounts.id, cellHolders.accountId))
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(
			orderCells,
			and(eq(orderCells.orderId, cellHolders.orderId), eq(orderCells.cell, cellHolders.cell)),
		)
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.leftJoin(cellLoans, and(eq(cellLoans.cell, cellHolders.cell), gt(cellLoans.until, now)))
		.leftJoin(borrowers, eq(borrowers.id, cellLoans.borrowerId))
		.leftJoin(lentCreatives, eq(lentCreatives.id, cellLoans.creativeId))
		.leftJoin(transferCells, and(eq(transferCells.cell, cellHolders.cell), eq(transferCells.open, 1)))
		.leftJoin(transfers, and(eq(transfers.id, transferCells.transferId), isOpenAt(now)))
}

type Row = Awaited<ReturnType<typeof query>>[number]

/** A cell that has a holder, with everything that an administrator sees before taking it away. Times in UTC ms. */
export type OccupiedCell = Row & { situation: AdminSituation }

/**
 * Reads the holders of these cells at `now` (UTC ms). Cells without a row are available. A hold ends as a whole, so a
 * cell on hold adds the others of its order. One query, two if a cell is on hold.
 */
export async function readOccupiedCells(
	cells: readonly number[],
	now: number,
	from: Readable = db,
): Promise<OccupiedCell[]> {
	if (cells.length === 0) return []
	const chosen = await query(from, now).where(inArray(cellHolders.cell, [...cells]))
	const held = [...new Set(chosen.flatMap(row => (row.kind === 'hold' ? (row.order?.id ?? []) : [])))]
	const wholeHolds =
		held.length === 0
			? []
			: await query(from, now).where(and(inArray(cellHolders.orderId, held), eq(cellHolders.kind, 'hold')))
	const rows = new Map([...chosen, ...wholeHolds].map(row => [row.cell, row]))
	return [...rows.values()]
		.filter(row => row.holdUntil === null || row.holdUntil > now)
		.sort((a, b) => a.cell - b.cell)
		.map(row => ({ ...row, situation: getSituation(row) }))
}

function getSituation({ kind, holder, invitation, loan }: Row): AdminSituation {
	const holding = { accountId: holder?.id ?? '', invited: invitation !== null }
	return adminSituation(
		kind === 'house' ? { kind, invited: holding.invited } : { kind, ...holding },
		loan !== null,
	)
}

/** Calls {@link checkAdminAction} with the state of the occupied cells. */
export function checkOccupiedCells(
	action: AdminAction,
	ids: readonly number[],
	occupied: readonly OccupiedCell[],
): AdminCheck {
	const situations = new Map(occupied.map(cell => [cell.cell, cell.situation]))
	return checkAdminAction(action, ids, id => situations.get(id) ?? 'available')
}

/** Hashes everything that the administrator was shown about these cells (P17). */
export function computeVersion(occupied: readonly OccupiedCell[]): string {
	const seen = occupied.map(cell => [
		cell.cell,
		cell.kind,
		cell.since,
		cell.holder?.id,
		cell.order?.id,
		cell.order?.status,
		cell.holdUntil,
		cell.invitation,
		cell.loan?.transferId,
		cell.creative?.id,
		cell.creative?.description,
		cell.lentCreative?.id,
		cell.lentCreative?.description,
	])
	return createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 22)
}

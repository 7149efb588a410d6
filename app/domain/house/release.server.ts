import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { deleteOrphaned } from '~/domain/creatives/commands.server'
import type { AdminCheck } from '~/domain/grid/admin-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { holdEndedEmail, pixelsReleasedEmail } from '~/domain/mail/house-emails'
import { freeCells } from '~/domain/ownership/house.server'
import { releaseHold } from '~/domain/ownership/orders.server'
import { refusal } from '~/domain/refusal'
import { expireTransfers } from '~/domain/transfers/end-invitations.server'
import { notifyReleased } from '~/domain/transfers/loans.server'
import { audit, auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { cellHolders, cellLoans, creatives, orders } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { type Loss, listLosses } from './losses'
import { checkOccupiedCells, computeVersion, readOccupiedCells } from './occupied-cells.server'

export type Release = 'restore' | 'delete'

/** `version`: of the cells as the administrator saw them (P17). `now`: UTC ms. */
export type ReleaseInput = {
	action: Release
	cells: readonly number[]
	reason: string
	version: string
	actorId: string
	now: number
}

export type ReleaseResult =
	| { ok: true; count: number }
	| { ok: false; code: Extract<AdminCheck, { ok: false }>['code'] | 'changed'; message: string }

const CHANGED = 'These pixels have changed since you opened the page. Please check them again.'

/**
 * Takes cells from their holders in one transaction, so that they are available to everybody (P30). Creatives shown
 * only there are archived when cells are restored, and erased when they are deleted; holds and loans end, and orders
 * record it. Writes the audit log and emails everybody who loses something. Of two simultaneous administrators one is
 * refused.
 */
export async function releaseCells(input: ReleaseInput): Promise<ReleaseResult> {
	return await write(async tx => {
		await expireTransfers(tx, input.now, input.cells)
		const occupied = await readOccupiedCells(input.cells, input.now, tx)
		if (computeVersion(occupied) !== input.version) return refusal('changed', CHANGED)
		const check = checkOccupiedCells(input.action, input.cells, occupied)
		if (!check.ok) return check
		const losses = listLosses(occupied)
		const cells = occupied.map(cell => cell.cell)
		await applyRelease(tx, input, cells, losses)
		await notifyHolders(tx, input, losses)
		return { ok: true, count: cells.length }
	})
}

async function applyRelease(
	tx: Tx,
	{ action, ...by }: ReleaseInput,
	cells: readonly number[],
	losses: readonly Loss[],
): Promise<void> {
	await endHolds(
		tx,
		losses
			.filter(loss => loss.kind === 'hold')
			.flatMap(({ holderId, orders }) =>
				holderId === null ? [] : orders.map(order => ({ orderId: order.id, accountId: holderId })),
			),
		by,
	)
	const kind = action === 'restore' ? 'restored' : 'deleted'
	const freed = await freeCells(tx, cells, { ...by, kind })
	await markReleased(tx, freed.orderIds, by)
	await notifyReleased(tx, freed.loans, by.now)
	const archived = action === 'restore' ? await archiveUnused(tx, freed.creativeIds, by.now) : []
	if (action === 'delete') await deleteOrphaned(tx, freed.creativeIds)
	const from = losses.map(loss => {
		return { kind: loss.kind, holderId: loss.holderId, cells: loss.cells.map(cell => cell.id) }
	})
	const detail = { cells, reason: by.reason, from, ...(archived.length > 0 ? { archived } : {}) }
	await audit(tx, `cell.${action}`, { type: 'cell', id: String(cells[0] ?? '') }, by, detail)
}

/**
 * Archives creatives that no cell shows any more, for the house.
 * @returns the ids of the creatives.
 */
async function archiveUnused(tx: Tx, ids: readonly (string | null)[], now: number): Promise<string[]> {
	const named = ids.filter(id => id !== null)
	if (named.length === 0) return []
	const one = { one: sql`1` }
	const rows = await tx
		.update(creatives)
		.set({ archivedAt: now })
		.where(
			and(
				inArray(creatives.id, named),
				isNull(creatives.archivedAt),
				notExists(tx.select(one).from(cellHolders).where(eq(cellHolders.creativeId, creatives.id))),
				notExists(tx.select(one).from(cellLoans).where(eq(cellLoans.creativeId, creatives.id))),
			),
		)
		.returning({ id: creatives.id })
	return rows.map(row => row.id)
}

async function notifyHolders(tx: Tx, input: ReleaseInput, losses: readonly Loss[]): Promise<void> {
	for (const loss of losses) {
		if (loss.email === null || loss.isDeleted) continue
		const facts = {
			fullName: loss.name ?? '',
			cells: cellsByIds(loss.cells.map(cell => cell.id)),
			references: loss.orders.map(order => order.reference),
			reason: input.reason,
		}
		const isErased = input.action === 'delete'
		const mail = loss.kind === 'hold' ? holdEndedEmail(facts) : pixelsReleasedEmail(facts, isErased)
		const [order, ...others] = loss.orders
		const orderId = order && others.length === 0 ? order.id : null
		await enqueueEmail(tx, loss.email, mail, { now: input.now, orderId })
	}
}

type By = Actor & { reason: string }

/** Records on the orders that the house has taken back some or all of their cells (P30). Their status stays. */
export async function markReleased(tx: Tx, orderIds: readonly string[], by: By): Promise<void> {
	if (orderIds.length === 0) return
	await tx
		.update(orders)
		.set({ releasedAt: by.now, releaseReason: by.reason, version: sql`${orders.version} + 1` })
		.where(inArray(orders.id, [...orderIds]))
	await record(tx, orderIds, 'order.release', by)
}

/**
 * Ends the holds of orders. They count as expired now: the checkout stays, a receipt on its way is not lost (P9), and
 * the buyer may not put the same cells on hold again at once (docs/decisions/0020).
 */
export async function endHolds(tx: Tx, held: readonly { orderId: string; accountId: string }[], by: By) {
	for (const { orderId: id, accountId } of held) {
		await releaseHold(tx, { id, accountId })
		await tx
			.update(orders)
			.set({ holdUntil: by.now, holdEndedAt: by.now, version: sql`${orders.version} + 1` })
			.where(and(eq(orders.id, id), eq(orders.status, 'open')))
	}
	await record(
		tx,
		held.map(item => item.orderId),
		'order.end-hold',
		by,
	)
}

async function record(tx: Tx, orderIds: readonly string[], action: `order.${string}`, by: By) {
	for (const orderId of orderIds) {
		await auditOrder(tx, orderId, action, by, { reason: by.reason })
	}
}

import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Cell } from '~/domain/grid/layout'
import { checkSelection } from '~/domain/grid/selection-rules'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { heldByOthers } from '~/domain/ownership/orders.server'
import { getPrices } from '~/domain/settings/queries.server'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { accounts, orderCells, orders } from '~/server/schema.server'
import { abandonOpenOrder } from './holds.server'
import { pendingRefusal, sizeRefusal } from './limits.server'
import { countCheckout } from './quota.server'
import { type Refusal, takenRefusal } from './refusals'

const NOT_AVAILABLE = 'This pixel is not available for selection'

/**
 * Opens a checkout for a selection: cells, prices and totals are fixed here (decision 30). An account has one open
 * checkout; a new one replaces it and releases its holds. The same selection at the same prices leads back to the
 * checkout that is open. Against grabbing, cells and pending orders are limited (decision 48).
 */
export async function openCheckout(
	accountId: string,
	cellIds: readonly number[],
	now: number,
): Promise<{ ok: true; orderId: string } | Refusal> {
	const selection = checkSelection(cellIds, 'Please select pixels to buy')
	if (!selection.ok) return { ok: false, code: 'selection', message: selection.message }
	const { cells } = selection
	return await write(async tx => {
		/* Whoever has just deleted the account may have had this form open. */
		if (!(await isAlive(tx, accountId))) return NO_ACCOUNT
		const ids = cells.map(cell => cell.id)
		const taken = await heldByOthers(tx, { accountId, cells: ids, now })
		if (taken.length > 0) return takenRefusal(taken, NOT_AVAILABLE)
		const prices = await getPrices(tx)
		const priced = cells.map(cell => ({ cell: cell.id, type: cell.type, pricePence: prices[cell.type] }))
		const same = await openOrderWith(tx, accountId, priced)
		if (same) return { ok: true, orderId: same } as const
		const refusal =
			(await sizeRefusal(tx, cells.length)) ??
			(await pendingRefusal(tx, accountId)) ??
			(await countCheckout(tx, accountId, cells.length, now))
		if (refusal) return refusal
		const replaced = await abandonOpenOrder(tx, accountId, now)
		const orderId = await insertOrder(tx, accountId, cells, priced, now)
		await audit(tx, {
			at: now,
			actorId: accountId,
			action: 'order.open',
			subjectType: 'order',
			subjectId: orderId,
			detail: { cells: ids, replaced },
		})
		return { ok: true, orderId } as const
	})
}

const NO_ACCOUNT: Refusal = { ok: false, code: 'unknown', message: 'This account does not exist any more' }

async function isAlive(tx: Tx, accountId: string): Promise<boolean> {
	const alive = and(eq(accounts.id, accountId), isNull(accounts.deletedAt))
	return (await tx.select({ id: accounts.id }).from(accounts).where(alive)).length === 1
}

type PricedCell = { cell: number; type: Cell['type']; pricePence: number }

async function openOrderWith(
	tx: Tx,
	accountId: string,
	priced: readonly PricedCell[],
): Promise<string | undefined> {
	const rows = await tx
		.select({ id: orders.id, cell: orderCells.cell, pricePence: orderCells.pricePence })
		.from(orders)
		.innerJoin(orderCells, eq(orderCells.orderId, orders.id))
		.where(and(eq(orders.accountId, accountId), eq(orders.status, 'open')))
	const known = new Map(rows.map(row => [row.cell, row.pricePence]))
	const isSame = known.size === priced.length && priced.every(one => known.get(one.cell) === one.pricePence)
	return isSame ? rows[0]?.id : undefined
}

async function insertOrder(
	tx: Tx,
	accountId: string,
	cells: readonly Cell[],
	priced: readonly PricedCell[],
	now: number,
): Promise<string> {
	const subtotalPence = priced.reduce((sum, one) => sum + one.pricePence, 0)
	const order = {
		id: randomUUID(),
		accountId,
		status: 'open' as const,
		subtotalPence,
		totalPence: subtotalPence,
		createdAt: now,
	}
	for (let tries = 0; tries < 10; tries++) {
		const digits = Array.from({ length: REFERENCE_LENGTH }, () => randomInt(REFERENCE_BASE))
		const inserted = await tx
			.insert(orders)
			.values({ ...order, reference: referenceFrom(digits) })
			.onConflictDoNothing({ target: orders.reference })
			.returning({ id: orders.id })
		if (inserted.length === 0) continue
		await tx.insert(orderCells).values(priced.map(one => ({ orderId: order.id, ...one })))
		return order.id
	}
	throw new Error(`No free payment reference for ${cells.length} cells`)
}

import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Cell } from '~/domain/grid/layout'
import { checkSelection } from '~/domain/grid/selection-rules'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { heldByOthers } from '~/domain/ownership/orders.server'
import { getPrices } from '~/domain/settings/queries.server'
import { audit } from '~/server/audit.server'
import { putOff, type Tx, write } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { accounts, orderCells, orders } from '~/server/schema.server'
import { abandonOrder, isOpen } from './holds.server'
import { pendingRefusal, sizeRefusal } from './limits.server'
import { countCheckout, readCheckouts } from './quota.server'
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
	const selection = checkCells(cellIds)
	return selection.ok ? await write(tx => openCheckoutIn(tx, accountId, selection.cells, now)) : selection
}

/** The cells of a selection, if they may be bought together at all. */
export function checkCells(cellIds: readonly number[]): { ok: true; cells: readonly Cell[] } | Refusal {
	const selection = checkSelection(cellIds, 'Please select pixels to buy')
	return selection.ok ? selection : { ok: false, code: 'selection', message: selection.message }
}

type Opened = { ok: true; orderId: string; hasCoupon: boolean }

/** {@link openCheckout} of {@link checkCells} in the transaction that goes on with it. */
export async function openCheckoutIn(
	tx: Tx,
	accountId: string,
	cells: readonly Cell[],
	now: number,
): Promise<Opened | Refusal> {
	const ids = cells.map(cell => cell.id)
	const [isThere, taken, prices, open, tooLarge, tooMany, windows, reference] = await Promise.all([
		isAlive(tx, accountId),
		heldByOthers(tx, { accountId, cells: ids, now }),
		getPrices(tx),
		readOpenOrder(tx, accountId),
		sizeRefusal(tx, cells.length),
		pendingRefusal(tx, accountId),
		readCheckouts(tx, accountId, now),
		freeReference(tx),
	])
	/* Whoever has just deleted the account may have had this form open. */
	if (!isThere) return NO_ACCOUNT
	if (taken.length > 0) return takenRefusal(taken, NOT_AVAILABLE)
	const priced = cells.map(cell => ({ cell: cell.id, type: cell.type, pricePence: prices[cell.type] }))
	if (open && isSame(open.prices, priced)) return { ok: true, orderId: open.id, hasCoupon: open.hasCoupon }
	const refusal = tooLarge ?? tooMany ?? countCheckout(tx, windows, { accountId, cells: cells.length, now })
	if (refusal) return refusal
	if (open) abandonOrder(tx, { id: open.id, accountId }, now)
	const orderId = insertOrder({ accountId, reference, priced, now })
	await audit(tx, {
		at: now,
		actorId: accountId,
		action: 'order.open',
		subjectType: 'order',
		subjectId: orderId,
		detail: { cells: ids, replaced: open?.id },
	})
	return { ok: true, orderId, hasCoupon: false }
}

const NO_ACCOUNT: Refusal = { ok: false, code: 'unknown', message: 'This account does not exist any more' }

async function isAlive(tx: Tx, accountId: string): Promise<boolean> {
	return (await alive.first(tx, { accountId })) !== undefined
}

const alive = prepared(on =>
	on
		.select({ id: accounts.id })
		.from(accounts)
		.where(and(eq(accounts.id, sql.placeholder('accountId')), isNull(accounts.deletedAt))),
)

type PricedCell = { cell: number; type: Cell['type']; pricePence: number }

const openOrders = prepared(on =>
	on
		.select({
			id: orders.id,
			couponCode: orders.couponCode,
			cell: orderCells.cell,
			pricePence: orderCells.pricePence,
		})
		.from(orders)
		.innerJoin(orderCells, eq(orderCells.orderId, orders.id))
		.where(and(eq(orders.accountId, sql.placeholder('accountId')), isOpen)),
)

/** The account's open checkout, with its cells and what they cost there. */
async function readOpenOrder(
	tx: Tx,
	accountId: string,
): Promise<{ id: string; hasCoupon: boolean; prices: ReadonlyMap<number, number> } | undefined> {
	const rows = await openOrders.all(tx, { accountId })
	const [first] = rows
	if (!first) return undefined
	const prices = new Map(rows.map(row => [row.cell, row.pricePence]))
	return { id: first.id, hasCoupon: first.couponCode !== null, prices }
}

function isSame(known: ReadonlyMap<number, number>, priced: readonly PricedCell[]): boolean {
	return known.size === priced.length && priced.every(one => known.get(one.cell) === one.pricePence)
}

/** A payment reference that no order has; it stays so until the transaction ends. */
async function freeReference(tx: Tx): Promise<string> {
	for (let tries = 0; tries < 10; tries++) {
		const reference = referenceFrom(Array.from({ length: REFERENCE_LENGTH }, () => randomInt(REFERENCE_BASE)))
		if (!(await referenced.first(tx, { reference }))) return reference
	}
	throw new Error('There is no free payment reference')
}

const referenced = prepared(on =>
	on
		.select({ id: orders.id })
		.from(orders)
		.where(eq(orders.reference, sql.placeholder('reference'))),
)

function insertOrder(order: {
	accountId: string
	reference: string
	priced: readonly PricedCell[]
	now: number
}): string {
	const { priced, ...own } = order
	const id = randomUUID()
	const pence = priced.reduce((sum, one) => sum + one.pricePence, 0)
	putOff(orderInsertion.of({ id, ...own, pence }))
	putOff(cellsInsertion.of({ id, priced: JSON.stringify(priced) }))
	return id
}

const orderInsertion = prepared(on =>
	on.insert(orders).values({
		id: sql.placeholder('id'),
		accountId: sql.placeholder('accountId'),
		reference: sql.placeholder('reference'),
		status: 'open',
		subtotalPence: sql.placeholder('pence'),
		totalPence: sql.placeholder('pence'),
		createdAt: sql.placeholder('now'),
	}),
)

/* Its columns stand in the order of the table. */
const cellsInsertion = prepared(on =>
	on.insert(orderCells).select(sql`
		select ${sql.placeholder('id')}, value->>'cell', value->>'type', value->>'pricePence'
		from json_each(${sql.placeholder('priced')})`),
)

import { randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { findAccountById } from '~/domain/accounts/queries.server'
import { type PlacedImage, placeImage } from '~/domain/creatives/placed-image.server'
import type { Cell } from '~/domain/grid/layout'
import { checkSelection, SELECTION_MESSAGES } from '~/domain/grid/selection/selection-rules'
import { isHeld } from '~/domain/orders/hold-rules'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { findUnavailableCells } from '~/domain/ownership/orders.server'
import { refusal } from '~/domain/refusal'
import { getPrices } from '~/domain/settings/queries.server'
import { auditOrder } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { orderCells, orders } from '~/server/db/schema.server'
import { abandonOrder, isOpenCheckout } from './holds.server'
import { checkPendingOrders, checkSize, countCheckout } from './limits.server'
import { type CheckoutRefusal, refuseHeld, refuseUnavailable } from './refusals'

/**
 * Opens a checkout for a selection and fixes cells, prices and totals (P10). An open checkout of
 * the account with the same cells and prices is returned; while its hold runs, also with other prices. Any other open
 * checkout is abandoned, but one on hold only if `replaces` names it. Cells and pending orders are limited (P7).
 * `image`: the image placed on the selection, kept for the form of the block.
 */
export async function openCheckout(
	accountId: string,
	cellIds: readonly number[],
	now: number,
	{ replaces, image }: { replaces?: string | undefined; image?: PlacedImage | undefined } = {},
): Promise<{ ok: true; orderId: string } | CheckoutRefusal> {
	const selection = checkCells(cellIds)
	if (!selection.ok) return selection
	return await write(async tx => {
		const opened = await openCheckoutIn(tx, { accountId, cells: selection.cells, replaces, now })
		if (opened.ok && image) await placeImage(tx, { orderId: opened.orderId, accountId, now }, image)
		return opened
	})
}

/** Returns the cells of a selection, if they may be bought together. */
export function checkCells(
	cellIds: readonly number[],
): { ok: true; cells: readonly Cell[] } | CheckoutRefusal {
	const selection = checkSelection(cellIds, 'Please select pixels to buy')
	return selection.ok ? selection : { ok: false, code: 'selection', message: selection.message }
}

type Opened = { ok: true; orderId: string; hasCoupon: boolean; isHeld: boolean }
type CheckoutRequest = {
	accountId: string
	cells: readonly Cell[]
	replaces: string | undefined
	now: number
}

/** Opens a checkout of {@link checkCells} in the caller's transaction, like {@link openCheckout}. */
export async function openCheckoutIn(
	tx: Tx,
	{ accountId, cells, replaces, now }: CheckoutRequest,
): Promise<Opened | CheckoutRefusal> {
	const ids = cells.map(cell => cell.id)
	const [account, taken, prices, open, tooLarge, tooMany, reference] = await Promise.all([
		findAccountById(tx, accountId),
		findUnavailableCells(tx, { accountId, cells: ids, now }),
		getPrices(tx),
		readOpenOrder(tx, accountId),
		checkSize(tx, cells.length),
		checkPendingOrders(tx, accountId),
		freeReference(tx),
	])
	/* The account may have been deleted since the request was authenticated. */
	if (!account) return refusal('unknown', 'This account does not exist any more')
	if (taken.length > 0) return refuseUnavailable(taken, SELECTION_MESSAGES.unknown)
	const priced = cells.map(cell => ({ cell: cell.id, type: cell.type, pricePence: prices[cell.type] }))
	const hold = open && isHeld(open, now) ? open : undefined
	const hasSameCells = open && open.prices.size === ids.length && ids.every(id => open.prices.has(id))
	if (open && hasSameCells && (hold || isSame(open.prices, priced))) {
		return { ok: true, orderId: open.id, hasCoupon: open.hasCoupon, isHeld: hold !== undefined }
	}
	if (hold && hold.id !== replaces) return refuseHeld(hold)
	const refused = tooLarge ?? tooMany ?? (await countCheckout(tx, { accountId, cells: cells.length, now }))
	if (refused) return refused
	if (open) await abandonOrder(tx, { id: open.id, accountId }, now)
	const orderId = await insertOrder(tx, { accountId, reference, priced, now })
	const detail = { cells: ids, replaced: open?.id }
	await auditOrder(tx, orderId, 'order.open', { actorId: accountId, now }, detail)
	return { ok: true, orderId, hasCoupon: false, isHeld: false }
}

type PricedCell = { cell: number; type: Cell['type']; pricePence: number }

/** Reads the account's open checkout, with its cells and their prices. */
async function readOpenOrder(tx: Tx, accountId: string) {
	const rows = await tx
		.select({
			id: orders.id,
			reference: orders.reference,
			couponCode: orders.couponCode,
			holdUntil: orders.holdUntil,
			holdEndedAt: orders.holdEndedAt,
			cell: orderCells.cell,
			pricePence: orderCells.pricePence,
		})
		.from(orders)
		.innerJoin(orderCells, eq(orderCells.orderId, orders.id))
		.where(and(eq(orders.accountId, accountId), isOpenCheckout))
	const [first] = rows
	if (!first) return undefined
	const prices: ReadonlyMap<number, number> = new Map(rows.map(row => [row.cell, row.pricePence]))
	return { ...first, hasCoupon: first.couponCode !== null, prices }
}

function isSame(known: ReadonlyMap<number, number>, priced: readonly PricedCell[]): boolean {
	return priced.every(cell => known.get(cell.cell) === cell.pricePence)
}

/** Finds an unused payment reference; it stays unused until the transaction ends. */
async function freeReference(tx: Tx): Promise<string> {
	for (let tries = 0; tries < 10; tries++) {
		const reference = referenceFrom(Array.from({ length: REFERENCE_LENGTH }, () => randomInt(REFERENCE_BASE)))
		if ((await tx.$count(orders, eq(orders.reference, reference))) === 0) return reference
	}
	throw new Error('There is no free payment reference')
}

async function insertOrder(
	tx: Tx,
	order: { accountId: string; reference: string; priced: readonly PricedCell[]; now: number },
): Promise<string> {
	const { accountId, reference, priced, now } = order
	const id = randomUUID()
	const pence = priced.reduce((sum, cell) => sum + cell.pricePence, 0)
	const totals = { subtotalPence: pence, totalPence: pence }
	await tx.insert(orders).values({ id, accountId, reference, status: 'open', ...totals, createdAt: now })
	await tx.insert(orderCells).values(priced.map(cell => ({ orderId: id, ...cell })))
	return id
}

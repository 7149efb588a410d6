import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Cell } from '~/domain/grid/layout'
import { checkSelection } from '~/domain/grid/rules'
import { checkoutHeldMail, orderFailedMail, orderReceivedMail } from '~/domain/mail/order-mails'
import { getPrices, getSetting } from '~/domain/settings/queries.server'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { orderCells, orders } from '~/server/schema.server'
import { abandonOpenOrder, heldByOthers, pastHolds, releaseCells, takeCells } from './cells.server'
import { addressOf, orderForMail, readOwnOrder } from './queries.server'
import { REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from './reference'
import { goneMessage, isSubmitted, type NextHold, nextHold } from './rules'
import type { PaymentDetails } from './schema'

export { approveOrder, rejectOrder } from './decide.server'

/** `gone`: the cells that somebody else has. `reason`: for choosing the page that answers. */
export type Refusal = {
	ok: false
	message: string
	reason: 'selection' | 'gone' | 'unknown' | 'replaced' | 'submitted' | 'not-proceeded' | 'no-receipt'
	gone?: number[]
}

const NO_ORDER: Refusal = { ok: false, reason: 'unknown', message: 'This order does not exist' }

/** Undoes the whole transaction in which it is thrown. */
class CellsGone extends Error {
	readonly gone: number[]
	constructor(gone: number[]) {
		super('cells are gone')
		this.gone = gone
	}
}

/**
 * Opens a checkout for a selection: cells, prices and totals are fixed here (decision 30). An account has one open checkout; a
 * new one replaces it and releases its holds. The same selection at the same prices leads back to the checkout that is open.
 */
export async function openCheckout(
	accountId: string,
	cellIds: readonly number[],
	now: number,
): Promise<{ ok: true; orderId: string } | Refusal> {
	const selection = checkSelection(cellIds, 'Please select pixels to buy')
	if (!selection.ok) return { ok: false, reason: 'selection', message: selection.message }
	const { cells } = selection
	return await write(async tx => {
		const ids = cells.map(cell => cell.id)
		const gone = await heldByOthers(tx, { accountId, cells: ids, now })
		if (gone.length > 0) {
			return {
				ok: false,
				reason: 'gone',
				message: 'This pixel is not available for selection',
				gone,
			} as const
		}
		const prices = await getPrices(tx)
		const priced = cells.map(cell => ({ cell: cell.id, type: cell.type, pricePence: prices[cell.type] }))
		const same = await openOrderWith(tx, accountId, priced)
		if (same) return { ok: true, orderId: same } as const
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

/**
 * "Next" at step 1: puts the order's cells on hold, all or none (decision 7), and opens the bank details. Within the
 * cooling-off of an earlier hold nothing is held, and `hold` says so. Again while the hold runs: nothing changes.
 */
export async function holdCells(
	orderId: string,
	accountId: string,
	now: number,
): Promise<{ ok: true; hold: NextHold } | Refusal> {
	try {
		return await write(async tx => {
			const order = await readOwnOrder(tx, orderId, accountId)
			if (!order) return NO_ORDER
			if (isSubmitted(order.status)) return refuseSubmitted
			if (order.status !== 'open') return refuseReplaced
			const cells = order.cells.map(one => one.cell)
			const claim = { orderId, accountId, cells, now }
			const minutes = await getSetting('holdMinutes', tx)
			const hold = nextHold(await pastHolds(tx, claim), now, minutes)
			const gone =
				hold.kind === 'hold'
					? await takeCells(tx, { ...claim, kind: 'hold', holdUntil: hold.until })
					: await heldByOthers(tx, claim)
			if (gone.length > 0) throw new CellsGone(gone)
			const isNew = hold.kind === 'hold' && order.holdUntil !== hold.until
			if (!isNew && order.proceededAt !== null) return { ok: true, hold } as const
			await tx
				.update(orders)
				.set({
					proceededAt: order.proceededAt ?? now,
					version: sql`${orders.version} + 1`,
					...(isNew ? { heldAt: hold.heldAt, holdUntil: hold.until, holdEndedAt: null } : {}),
				})
				.where(and(eq(orders.id, orderId), eq(orders.status, 'open')))
			await audit(tx, {
				at: now,
				actorId: accountId,
				action: isNew ? 'order.hold' : 'order.proceed',
				subjectType: 'order',
				subjectId: orderId,
				detail: { hold },
			})
			if (isNew) {
				const mail = checkoutHeldMail(orderForMail(order), addressOf(orderId, 'payment').href, hold.until)
				await enqueueMail(tx, order.accountEmail, mail, {
					now,
					dedupeKey: `checkout-held:${orderId}:${hold.until}`,
				})
			}
			return { ok: true, hold } as const
		})
	} catch (error) {
		if (!(error instanceof CellsGone)) throw error
		return { ok: false, reason: 'gone', message: goneMessage(error.gone), gone: error.gone }
	}
}

const refuseSubmitted: Refusal = {
	ok: false,
	reason: 'submitted',
	message: 'This order has been submitted already',
}
const refuseReplaced: Refusal = {
	ok: false,
	reason: 'replaced',
	message: 'A newer checkout has replaced this one',
}

/** Keeps receipts that were accepted (keys of stored files) on an order that is not submitted, so that a mistake in another field does not cost them. */
export async function keepReceipts(
	orderId: string,
	accountId: string,
	receipts: { payment?: string | undefined; swift?: string | undefined },
): Promise<void> {
	const { payment, swift } = receipts
	if (payment === undefined && swift === undefined) return
	await write(tx =>
		tx
			.update(orders)
			.set({
				...(payment === undefined ? {} : { paymentReceiptKey: payment }),
				...(swift === undefined ? {} : { swiftReceiptKey: swift }),
			})
			.where(
				and(
					eq(orders.id, orderId),
					eq(orders.accountId, accountId),
					inArray(orders.status, ['open', 'abandoned']),
				),
			),
	)
}

/**
 * Step 3: the buyer has paid. The cells are the buyer's at once and the order is `pending`; if somebody else has one of them by
 * now, the order is kept as `failed`, receipt and all (decision 8). Money is the order's own; a second submission changes
 * nothing and gets the answer of the first (`repeated`).
 */
export async function submitPayment(
	orderId: string,
	accountId: string,
	details: PaymentDetails,
	now: number,
): Promise<{ ok: true; status: 'pending' | 'failed'; repeated: boolean } | Refusal> {
	return await write(async tx => {
		const order = await readOwnOrder(tx, orderId, accountId)
		if (!order) return NO_ORDER
		if (isSubmitted(order.status)) {
			return { ok: true, status: order.status === 'failed' ? 'failed' : 'pending', repeated: true } as const
		}
		if (order.proceededAt === null) {
			return { ok: false, reason: 'not-proceeded', message: 'Please start with the first step' } as const
		}
		if (order.paymentReceiptKey === null) {
			return { ok: false, reason: 'no-receipt', message: 'Payment receipt is required' } as const
		}
		checkTotals(order)
		const cells = order.cells.map(one => one.cell)
		const gone = await buyCells(tx, { orderId, accountId, cells, now })
		if (gone.length > 0) await releaseCells(tx, { id: orderId, accountId })
		const status = gone.length > 0 ? ('failed' as const) : ('pending' as const)
		const changed = await tx
			.update(orders)
			.set({
				...details,
				status,
				submittedAt: now,
				failureReason: gone.length > 0 ? goneMessage(gone) : null,
				version: sql`${orders.version} + 1`,
			})
			.where(and(eq(orders.id, orderId), inArray(orders.status, ['open', 'abandoned'])))
			.returning({ id: orders.id })
		if (changed.length !== 1) throw new Error('An order changed inside its own transaction')
		await audit(tx, {
			at: now,
			actorId: accountId,
			action: status === 'failed' ? 'order.fail' : 'order.submit',
			subjectType: 'order',
			subjectId: orderId,
			detail: { totalPence: order.totalPence, cells, gone },
		})
		const summary = { ...orderForMail(order), submittedAt: now, url: addressOf(orderId, 'done').href }
		const mail = status === 'failed' ? orderFailedMail(summary) : orderReceivedMail(summary)
		await enqueueMail(tx, order.accountEmail, mail, { now, dedupeKey: `order-submitted:${orderId}` })
		return { ok: true, status, repeated: false } as const
	})
}

/**
 * Makes the cells the buyer's, all or none. @returns the cells that somebody else has; then nothing changed, so that a hold of
 * the account's newer checkout, which taking sweeps, outlives the failure of an older one.
 */
async function buyCells(
	tx: Tx,
	claim: { orderId: string; accountId: string; cells: number[]; now: number },
): Promise<number[]> {
	try {
		await tx.transaction(async savepoint => {
			const gone = await takeCells(savepoint, { ...claim, kind: 'owned' })
			if (gone.length > 0) throw new CellsGone(gone)
		})
		return []
	} catch (error) {
		if (!(error instanceof CellsGone)) throw error
		return error.gone
	}
}

function checkTotals(order: {
	subtotalPence: number
	discountPence: number
	totalPence: number
	cells: readonly { pricePence: number }[]
}): void {
	const sum = order.cells.reduce((total, one) => total + one.pricePence, 0)
	const right =
		order.cells.length > 0 &&
		sum === order.subtotalPence &&
		order.discountPence <= sum &&
		order.totalPence === sum - order.discountPence
	if (!right) throw new Error('The totals of an order do not add up')
}

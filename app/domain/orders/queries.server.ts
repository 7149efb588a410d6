import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { cellById } from '~/domain/grid/layout'
import type { OrderForEmail } from '~/domain/mail/order-emails'
import { findHoldingOrder, findUnavailableCells } from '~/domain/ownership/orders.server'
import { db, type Readable } from '~/server/db/db.server'
import { accounts, files, orderCells, orders } from '~/server/db/schema.server'
import { env } from '~/server/ops/env.server'
import { pastHolds } from './checkout/holds.server'
import { checkLateReceipt } from './checkout/price-change.server'
import { computeNextHold, isHeld } from './hold-rules'
import { type CheckoutStep, checkoutPath, type OrderStatus } from './rules'
import { availableAgainAt, type UnavailableCell } from './unavailable-cells'

const paymentReceipt = alias(files, 'payment_receipt')
const swiftReceipt = alias(files, 'swift_receipt')

/** `isRefunded` in SQL. */
export const isRefundedColumn = sql`(${orders.status} in ('failed', 'rejected') and ${orders.sentPence} > 0 and ${orders.sentPence} = ${orders.receivedPence})`

/** The status shown in lists: that of the order, or refunded. */
export const shownStatusColumn = sql<
	OrderStatus | 'refunded'
>`iif(${isRefundedColumn}, 'refunded', ${orders.status})`

/**
 * Reads an order with its cells, the address of its account and the names of its receipts; undefined when it does not
 * exist.
 */
export async function readOrder(from: Readable, orderId: string | SQL) {
	return wholeOrder(...(await Promise.all([selectOrder(from, orderId), selectCells(from, orderId)])))
}

function selectOrder(from: Readable, orderId: string | SQL) {
	return from
		.select({
			order: orders,
			accountEmail: accounts.email,
			accountName: accounts.fullName,
			accountDeletedAt: accounts.deletedAt,
			paymentReceiptName: paymentReceipt.name,
			swiftReceiptName: swiftReceipt.name,
		})
		.from(orders)
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.leftJoin(paymentReceipt, eq(paymentReceipt.key, orders.paymentReceiptKey))
		.leftJoin(swiftReceipt, eq(swiftReceipt.key, orders.swiftReceiptKey))
		.where(eq(orders.id, orderId))
}

function selectCells(from: Readable, orderId: string | SQL) {
	return from.select().from(orderCells).where(eq(orderCells.orderId, orderId)).orderBy(asc(orderCells.cell))
}

function wholeOrder(
	[row]: Awaited<ReturnType<typeof selectOrder>>,
	rows: Awaited<ReturnType<typeof selectCells>>,
) {
	// An open checkout may end, or be replaced, between the two queries; every order has cells.
	const own = rows.filter(({ orderId }) => orderId === row?.order.id)
	if (!row || own.length === 0) return undefined
	const cells = own.map(({ orderId: _, ...one }) => {
		const place = cellById(one.cell)
		return { ...one, row: place?.row ?? 0, col: place?.col ?? 0 }
	})
	const { order, ...rest } = row
	return { ...order, ...rest, cells }
}

export type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** Reads an order that belongs to the account, if the account still exists; undefined otherwise. */
export async function readOwnOrder(
	from: Readable,
	orderId: string,
	accountId: string,
): Promise<Order | undefined> {
	const order = await readOrder(from, orderId)
	return order?.accountId === accountId && order.accountDeletedAt === null ? order : undefined
}

/**
 * Finds the order that a receipt sent for this one belongs to: itself, or, where a newer checkout has replaced it, the
 * order through which the account has exactly the same cells (P10).
 */
export async function findReceivingOrder(
	from: Readable,
	{ orderId, accountId, now }: { orderId: string; accountId: string; now: number },
): Promise<Order | undefined> {
	const order = await readOwnOrder(from, orderId, accountId)
	if (order?.status !== 'abandoned') return order
	const cells = order.cells.map(cell => cell.cell)
	const holding = await findHoldingOrder(from, { accountId, cells, now })
	const newer = holding === undefined ? undefined : await readOwnOrder(from, holding, accountId)
	return newer?.cells.length === cells.length ? newer : order
}

/** Finds the buyer's own order for a page of the checkout. */
export function findOwnOrder(orderId: string, accountId: string): Promise<Order | undefined> {
	return readOwnOrder(db, orderId, accountId)
}

const openOrder = sql`(select id from orders where account_id = ${sql.placeholder('accountId')} and status = 'open')`
const openCheckout = selectOrder(db, openOrder).prepare()
const openCheckoutCells = selectCells(db, openOrder).prepare()

/** Reads the account's open checkout, for the link back to it. */
export async function readOpenCheckout(accountId: string): Promise<Order | undefined> {
	const order = wholeOrder(
		...(await Promise.all([openCheckout.execute({ accountId }), openCheckoutCells.execute({ accountId })])),
	)
	return order?.accountDeletedAt === null ? order : undefined
}

/** The state of an unsubmitted order's cells at one moment (UTC ms). */
export type Situation =
	| { kind: 'held'; until: number }
	/**
	 * Nobody else has them. `ranOutAt`: when the hold ended, if there was one. `coolingUntil`: no new hold before that.
	 */
	| { kind: 'free'; ranOutAt: number | null; coolingUntil: number | null }
	/** Somebody else has some of them on hold, the last until then; nothing is sold (P8). */
	| { kind: 'on-hold'; taken: UnavailableCell[]; until: number }
	| { kind: 'gone'; taken: UnavailableCell[] }
	/** Nobody else has them, but the order is too old to be paid at its total; the message says why. */
	| { kind: 'ended'; message: string }

/** Reads the {@link Situation} of an open order at `now` (UTC ms). */
export async function readSituation(order: Order, now: number): Promise<Situation> {
	const claim = { accountId: order.accountId, cells: order.cells.map(cell => cell.cell), now }
	const holdUntil = order.status === 'open' && isHeld(order, now) ? order.holdUntil : null
	const [taken, holds] = await Promise.all([
		findUnavailableCells(db, claim),
		holdUntil === null ? pastHolds(db, claim) : [],
	])
	const until = availableAgainAt(taken)
	if (until !== null) return { kind: 'on-hold', taken, until }
	if (taken.length > 0) return { kind: 'gone', taken }
	if (holdUntil !== null) return { kind: 'held', until: holdUntil }
	const late = await checkLateReceipt(db, order, now)
	if (late) return { kind: 'ended', message: late.message }
	const next = computeNextHold(holds, now, 1)
	return {
		kind: 'free',
		ranOutAt: order.holdEndedAt ?? order.holdUntil,
		coolingUntil: next.kind === 'cooling' ? next.until : null,
	}
}

/** Reads which of the cells somebody else has now (UTC ms), for a page on which they are chosen. */
export function readUnavailableCells(accountId: string, cells: readonly number[], now: number) {
	return findUnavailableCells(db, { accountId, cells, now })
}

/** Returns the absolute URL of a step, for emails. */
export function buildCheckoutUrl(orderId: string, step: CheckoutStep): URL {
	return new URL(checkoutPath(orderId, step), env.appUrl)
}

export function orderForEmail(order: Order): OrderForEmail {
	return { ...order, fullName: order.accountName, url: buildCheckoutUrl(order.id, 'done').href }
}

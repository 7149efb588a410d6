import { and, count, eq, gt, ne, or, sql } from 'drizzle-orm'
import { countPromises, countUses } from '~/domain/coupons/queries.server'
import { COUPON_MESSAGES, isUsedUp } from '~/domain/coupons/rules'
import { type CellType, COUNTS, cellById } from '~/domain/grid/layout'
import { countAttempts } from '~/domain/limits.server'
import { getPersonKey, type HeldCell, isHeld, whyNotHold } from '~/domain/orders/hold-rules'
import type { Order } from '~/domain/orders/queries.server'
import { MAX_PENDING, tooManyCells, tooManyPending } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { accounts, cellHolders, coupons, orders } from '~/server/db/schema.server'
import type { CheckoutRefusal } from './refusals'

/* Limits against hoarding pixels (P7). Each is checked inside the transaction that would exceed it. */

const CHECKOUTS = { attempts: 60, seconds: 3600 }
const CELLS = { attempts: 2_000, seconds: 86_400 }
/** SQL that tests whether the account of a row has an approved order. */
const hasApproved = sql<number>`exists (select 1 from orders approved
	where approved.account_id = ${accounts.id} and approved.status = 'approved')`

/** What the smallest checkout counts as: the order itself takes space too. */
const MIN_CELLS = 10

/**
 * Counts a checkout that is about to be opened, because its rows are kept for a month or for good
 * (docs/decisions/0078).
 * @returns the refusal when the limit is exceeded.
 */
export async function countCheckout(
	tx: Tx,
	{ accountId, cells, now }: { accountId: string; cells: number; now: number },
): Promise<CheckoutRefusal | undefined> {
	const size = { ...CELLS, cost: Math.max(cells, MIN_CELLS) }
	const limits = [
		[`checkout-cells:${accountId}`, size] as const,
		[`checkout:${accountId}`, CHECKOUTS] as const,
	]
	return await countAttempts(tx, limits, now, 'Many checkouts were opened from your account.')
}

/** Checks the number of cells of an order. */
export async function checkSize(tx: Tx, cells: number): Promise<CheckoutRefusal | undefined> {
	const maxCells = await getSetting('maxCellsPerOrder', tx)
	if (cells <= maxCells) return undefined
	return { ok: false, code: 'too-many-cells', message: tooManyCells(cells, maxCells) }
}

/**
 * Checks whether other orders have used up this order's coupon since it was applied. Orders on hold reserve their use.
 * While this order is not on hold itself, their uses count too, so that nobody pays a price that another order is
 * entitled to.
 */
export async function checkOrderCoupon(
	tx: Tx,
	order: Order,
	now: number,
): Promise<CheckoutRefusal | undefined> {
	const { couponId, couponCode } = order
	if (couponId === null) return undefined
	const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, couponId))
	if (!coupon || coupon.maxUses === null) return undefined
	const promised = isHeld(order, now)
		? 0
		: await countPromises(tx, { couponId, exceptOrderId: order.id, now })
	if (!isUsedUp(coupon, (await countUses(tx, couponId)) + promised)) return undefined
	return { ok: false, code: 'coupon-used-up', message: `${COUPON_MESSAGES.usedUp} (${couponCode}).` }
}

/**
 * Checks whether an account without an approved order may have another pending one, counting all accounts of its
 * mailbox.
 */
export async function checkPendingOrders(tx: Tx, accountId: string): Promise<CheckoutRefusal | undefined> {
	const isNew = sql`not ${hasApproved}`
	// Leaves out most other people, whose keys begin with another letter.
	const isSimilar = sql`lower(substr(${accounts.email}, 1, 1)) = (
		select lower(substr(own.email, 1, 1)) from accounts own where own.id = ${accountId})`
	const [[own], waiting] = await Promise.all([
		tx
			.select({ email: accounts.email })
			.from(accounts)
			.where(and(eq(accounts.id, accountId), isNew)),
		tx
			.select({ id: accounts.id, email: accounts.email, pending: count() })
			.from(orders)
			.innerJoin(accounts, eq(accounts.id, orders.accountId))
			.where(and(eq(orders.status, 'pending'), isSimilar, isNew))
			.groupBy(accounts.id),
	])
	if (!own) return undefined
	const theirs = waiting.filter(item => getPersonKey(item.email) === getPersonKey(own.email))
	const pending = theirs.reduce((sum, item) => sum + item.pending, 0)
	if (pending < MAX_PENDING) return undefined
	const isShared = theirs.some(item => item.id !== accountId)
	return { ok: false, code: 'too-many-pending', message: tooManyPending(pending, isShared) }
}

/**
 * Reads the cells that are on hold now (UTC ms), or in a pending order of an account without an approved one, with
 * their account and whether there is a receipt.
 */
async function listLimitedCells(from: Readable, now: number) {
	return await from
		.select({
			cell: cellHolders.cell,
			until: cellHolders.holdUntil,
			address: cellHolders.heldFrom,
			orderId: cellHolders.orderId,
			receipt: orders.paymentReceiptKey,
			accountId: accounts.id,
			email: accounts.email,
			hasApprovedOrder: hasApproved,
		})
		.from(cellHolders)
		.innerJoin(orders, eq(orders.id, cellHolders.orderId))
		.innerJoin(accounts, eq(accounts.id, orders.accountId))
		.where(
			or(
				and(eq(cellHolders.kind, 'hold'), gt(cellHolders.holdUntil, now)),
				and(eq(cellHolders.kind, 'owned'), eq(orders.status, 'pending'), sql`not ${hasApproved}`),
			),
		)
}

type HoldRow = Awaited<ReturnType<typeof listLimitedCells>>[number]

/** Counts the owned and house cells of a type, from a single row. */
async function countTaken(from: Readable, type: CellType): Promise<number> {
	const [row] = await from
		.select({ cells: sql<string>`json_group_array(${cellHolders.cell})` })
		.from(cellHolders)
		.where(ne(cellHolders.kind, 'hold'))
	const cells = JSON.parse(row?.cells ?? '[]') as number[]
	return cells.filter(cell => cellById(cell)?.type === type).length
}

function heldCell({ cell, email, address, hasApprovedOrder, until }: HoldRow): HeldCell {
	const type = cellById(cell)?.type ?? 'tiny'
	return { person: getPersonKey(email), address, hasApprovedOrder: hasApprovedOrder === 1, type, until }
}

/**
 * Returns why an order's cells may not be put on hold, because of the other cells that its person, its client address
 * or all newcomers have on hold, and newcomers in pending orders (P7). Call it inside the transaction that would take
 * the hold. `now`: UTC ms.
 */
export async function checkHoldLimits(
	tx: Tx,
	{ order, heldFrom, now }: { order: Order; heldFrom: string | null; now: number },
): Promise<CheckoutRefusal | undefined> {
	const type = order.cells[0]?.type ?? 'tiny'
	const isApprovedOrder = and(eq(orders.accountId, order.accountId), eq(orders.status, 'approved'))
	const [rows, taken, [approved]] = await Promise.all([
		listLimitedCells(tx, now),
		countTaken(tx, type),
		tx.select({ id: orders.id }).from(orders).where(isApprovedOrder).limit(1),
	])
	const held = rows.filter(row => row.orderId !== order.id).map(heldCell)
	/* Already owned, and counted in the share of newcomers. */
	const pending = held.filter(cell => cell.until === null && cell.type === type)
	const holder = {
		person: getPersonKey(order.accountEmail),
		address: heldFrom,
		hasApprovedOrder: approved !== undefined,
	}
	const wanted = { ...holder, type, count: order.cells.length }
	const message = whyNotHold(wanted, held, COUNTS[type] - taken + pending.length)
	return message === undefined ? undefined : { ok: false, code: 'holding-limit', message }
}

/** The holds of a person, over all accounts. `until`: when the last of them ends (UTC ms). */
export type PersonsHolds = {
	person: string
	accounts: { id: string; email: string }[]
	cells: number[]
	/** Holds that have a receipt. */
	withReceipt: number
	until: number
}

/** Lists everything that is on hold now (UTC ms) by person, most cells first. */
export async function listHoldsByPerson(now: number): Promise<PersonsHolds[]> {
	const people = new Map<string, PersonsHolds>()
	for (const { accountId, email, cell, receipt, until } of await listLimitedCells(db, now)) {
		if (until === null) continue
		const person = getPersonKey(email)
		const known = people.get(person) ?? { person, accounts: [], cells: [], withReceipt: 0, until: 0 }
		if (!known.accounts.some(account => account.id === accountId))
			known.accounts.push({ id: accountId, email })
		known.cells.push(cell)
		if (receipt !== null) known.withReceipt++
		known.until = Math.max(known.until, until)
		people.set(person, known)
	}
	return [...people.values()].sort((a, b) => b.cells.length - a.cells.length)
}

import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { type CellType, COUNTS, cellById } from '~/domain/grid/layout'
import { getPersonKey, type HeldCell, whyNotHold } from '~/domain/orders/hold-limits'
import type { Order } from '~/domain/orders/queries.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { accounts, cellHolders, orders } from '~/server/db/schema.server'
import type { Refusal } from './refusals'

const hasApproved = sql<number>`exists (select 1 from orders approved
	where approved.account_id = ${accounts.id} and approved.status = 'approved')`

/**
 * The cells that are on hold now (UTC ms) or in a pending order of an account without an approved one, with who has
 * them, and whether there is a receipt.
 */
async function readHolds(from: Readable, now: number) {
	return await from
		.select({
			cell: cellHolders.cell,
			until: cellHolders.holdUntil,
			address: cellHolders.heldFrom,
			orderId: cellHolders.orderId,
			receipt: orders.paymentReceiptKey,
			accountId: accounts.id,
			email: accounts.email,
			isKnown: hasApproved,
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

type HoldRow = Awaited<ReturnType<typeof readHolds>>[number]

/** Counts the owned and house cells of a type. Reads one row, however many there are. */
async function countTaken(from: Readable, type: CellType): Promise<number> {
	const [row] = await from
		.select({ cells: sql<string>`json_group_array(${cellHolders.cell})` })
		.from(cellHolders)
		.where(ne(cellHolders.kind, 'hold'))
	const cells = JSON.parse(row?.cells ?? '[]') as number[]
	return cells.filter(cell => cellById(cell)?.type === type).length
}

function heldCell({ cell, email, address, isKnown, until }: HoldRow): HeldCell {
	const type = cellById(cell)?.type ?? 'tiny'
	return { person: getPersonKey(email), address, isKnown: isKnown === 1, type, until }
}

/**
 * Why an order's cells may not be put on hold, by what its person, its client address and all newcomers have on
 * hold in other orders, and newcomers in pending ones (P7). Asked inside the transaction that would take the
 * hold. `now`: UTC ms.
 */
export async function holdLimitRefusal(
	tx: Tx,
	{ order, heldFrom, now }: { order: Order; heldFrom: string | null; now: number },
): Promise<Refusal | undefined> {
	const type = order.cells[0]?.type ?? 'tiny'
	const approvedOf = and(eq(orders.accountId, order.accountId), eq(orders.status, 'approved'))
	const [rows, taken, [approved]] = await Promise.all([
		readHolds(tx, now),
		countTaken(tx, type),
		tx.select({ id: orders.id }).from(orders).where(approvedOf).limit(1),
	])
	const held = rows.filter(row => row.orderId !== order.id).map(heldCell)
	/* They are owned already, and part of what newcomers share. */
	const pending = held.filter(one => one.until === null && one.type === type)
	const holder = {
		person: getPersonKey(order.accountEmail),
		address: heldFrom,
		isKnown: approved !== undefined,
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

/** Everything that is on hold now (UTC ms), by person, most first. */
export async function listHoldsByPerson(now: number): Promise<PersonsHolds[]> {
	const people = new Map<string, PersonsHolds>()
	for (const { accountId, email, cell, receipt, until } of await readHolds(db, now)) {
		if (until === null) continue
		const person = getPersonKey(email)
		const known = people.get(person) ?? { person, accounts: [], cells: [], withReceipt: 0, until: 0 }
		if (!known.accounts.some(one => one.id === accountId)) known.accounts.push({ id: accountId, email })
		known.cells.push(cell)
		if (receipt !== null) known.withReceipt++
		known.until = Math.max(known.until, until)
		people.set(person, known)
	}
	return [...people.values()].sort((a, b) => b.cells.length - a.cells.length)
}

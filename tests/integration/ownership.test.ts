import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { readEvents } from '~/domain/ownership/events.server'
import { freeCells, reserveCells } from '~/domain/ownership/house.server'
import { lendCells, releaseExpiredLoans } from '~/domain/ownership/loans.server'
import { buyCells, findUnavailableCells, holdCells } from '~/domain/ownership/orders.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { db, write } from '~/server/db/db.server'
import { cellHolders, cellLoans, orders, ownershipEvents } from '~/server/db/schema.server'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	storeReceipt,
	type TestAccount,
} from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'

const NOW = Date.UTC(2026, 4, 1, 12)
const HOUR = 60 * 60 * 1000
const [A, B] = [200, 201]

let owner: TestAccount
let other: TestAccount
let admin: TestAccount

beforeEach(async () => {
	await clearGrid()
	owner = await makeUser()
	other = await makeUser()
	admin = await makeAdmin()
})

const listEvents = async (cell: number, since = 0) =>
	(await readEvents(cell))
		.filter(event => event.id > since)
		.map(({ kind, fromId, toId, pence }) => ({ kind, fromId, toId, pence }))
const lastEvent = async () => {
	const [row] = await db.select({ id: sql<number>`coalesce(max(id), 0)` }).from(ownershipEvents)
	return row?.id ?? 0
}

describe('the record of ownership', () => {
	test('contains a purchase, its approval and its rejection', async () => {
		const before = await lastEvent()
		const opened = await openCheckout(owner.id, [A, B], NOW)
		if (!opened.ok) throw new Error(opened.message)
		await proceedToPayment(opened.orderId, owner.id, NOW)
		expect(await listEvents(A, before)).toEqual([])
		const paymentReceiptKey = await storeReceipt(owner.id)
		await write(tx => tx.update(orders).set({ paymentReceiptKey }).where(eq(orders.id, opened.orderId)))
		expect(await submitPayment(opened.orderId, owner.id, PAYMENT_DETAILS, NOW)).toMatchObject({ ok: true })
		const version = async () =>
			(await db.select().from(orders).where(eq(orders.id, opened.orderId)))[0]?.version ?? 0
		const decision = { orderId: opened.orderId, actorId: admin.id, now: NOW }
		await approveOrder({ ...decision, version: await version() })
		await rejectOrder({ ...decision, version: await version() })
		const [bought] = await listEvents(A, before)
		expect(bought?.pence).toBeGreaterThan(0)
		for (const cell of [A, B]) {
			expect(await listEvents(cell, before)).toEqual([
				{ kind: 'bought', fromId: null, toId: owner.id, pence: bought?.pence },
				{ kind: 'approved', fromId: null, toId: owner.id, pence: null },
				{ kind: 'rejected', fromId: owner.id, toId: null, pence: null },
			])
		}
	})

	test('contains transfers between accounts, with the accepted transfer', async () => {
		await ownCells(owner.id, [A])
		const before = await lastEvent()
		const { id } = await makeTransfer(owner.id, [A], { recipientEmail: other.email })
		expect(await acceptTransfer({ transferId: id, accountId: other.id, now: NOW })).toEqual({ ok: true })
		expect(await listEvents(A, before)).toMatchObject([
			{ kind: 'transferred', fromId: owner.id, toId: other.id },
		])
	})

	test('is append-only', async () => {
		await write(tx => reserveCells(tx, [A], { actorId: admin.id, now: NOW }))
		await expect(write(tx => tx.delete(ownershipEvents))).rejects.toThrow()
		await expect(write(tx => tx.update(ownershipEvents).set({ cell: B }))).rejects.toThrow()
	})

	test('contains no change that was rolled back', async () => {
		const before = await lastEvent()
		const change = write(async tx => {
			await reserveCells(tx, [A], { actorId: admin.id, now: NOW })
			throw new Error('undone')
		})
		await expect(change).rejects.toThrow('undone')
		expect(await lastEvent()).toBe(before)
	})
})

describe('taking cells for an order', () => {
	test('reports another account’s hold and its end', async () => {
		const order = await makeOrder(owner.id, [A], { status: 'open', holdUntil: NOW + HOUR })
		const mine = await makeOrder(other.id, [B], { status: 'abandoned' })
		const claim = { orderId: mine.id, accountId: other.id, cells: [A, B], now: NOW }
		expect(await write(tx => holdCells(tx, { ...claim, holdUntil: NOW + HOUR }))).toEqual([
			{ cell: A, holdUntil: NOW + HOUR },
		])
		expect(order.cells).toEqual([A])
	})

	test('rejects cells that the buyer already owns', async () => {
		await ownCells(owner.id, [A])
		const again = await makeOrder(owner.id, [B], { status: 'abandoned' })
		const cells = [A, B].map(cell => ({ cell, pricePence: 1 }))
		const claim = { orderId: again.id, accountId: owner.id, cells, now: NOW }
		expect(await write(tx => buyCells(tx, claim))).toEqual([{ cell: A, holdUntil: null }])
	})
})

describe('the house', () => {
	test('reserves available cells and expired holds, and reports other holders', async () => {
		await makeOrder(owner.id, [A], { status: 'open', holdUntil: NOW })
		await ownCells(other.id, [B])
		const taken = await write(tx => reserveCells(tx, [A, B, 202], { actorId: admin.id, now: NOW }))
		expect(taken).toEqual([B])
		expect(await findUnavailableCells(db, { accountId: owner.id, cells: [A], now: NOW })).toEqual([
			{ cell: A, holdUntil: null, isHouse: true },
		])
	})

	test('releases cells of members and of the house, and records who lost which', async () => {
		const { creativeId } = await ownCells(owner.id, [A], { description: 'x', link: 'https://a.example/' })
		await write(tx => reserveCells(tx, [B], { actorId: admin.id, now: NOW }))
		await makeOrder(other.id, [202], { status: 'open', holdUntil: NOW + HOUR })
		const before = await lastEvent()
		const by = { actorId: admin.id, now: NOW, kind: 'restored' } as const
		const loss = await write(tx => freeCells(tx, [A, B, 202, 203], by))
		expect(loss.creativeIds).toContain(creativeId)
		expect(await listEvents(A, before)).toMatchObject([{ kind: 'restored', fromId: owner.id, toId: null }])
		expect(await listEvents(B, before)).toMatchObject([{ kind: 'restored', fromId: null, toId: null }])
		const left = await db.select({ cell: cellHolders.cell }).from(cellHolders)
		expect(left).toEqual([{ cell: 202 }])
	})
})

describe('a loan', () => {
	const lend = async (cells: readonly number[], until: number, now = NOW) => {
		const { id } = await makeTransfer(owner.id, cells, {
			recipientEmail: other.email,
			status: 'accepted',
			until,
		})
		const loan = { transferId: id, ownerId: owner.id, borrowerId: other.id, until, actorId: other.id, now }
		return await write(tx => lendCells(tx, cells, loan))
	}

	beforeEach(() => ownCells(owner.id, [A, B]))

	test('does not change the owner of its cells', async () => {
		await lend([A], NOW + HOUR)
		const [holder] = await db.select().from(cellHolders).where(eq(cellHolders.cell, A))
		expect(holder).toMatchObject({ kind: 'owned', accountId: owner.id })
	})

	test('is rejected completely if one of its cells is already lent', async () => {
		await lend([A], NOW + HOUR)
		await expect(lend([A, B], NOW + 2 * HOUR)).rejects.toThrow()
		expect(await db.select({ cell: cellLoans.cell }).from(cellLoans)).toEqual([{ cell: A }])
	})

	test('may follow an expired one before the sweep', async () => {
		const before = await lastEvent()
		await lend([A], NOW + HOUR)
		await lend([A], NOW + 3 * HOUR, NOW + HOUR)
		expect((await listEvents(A, before)).map(event => event.kind)).toEqual(['lent', 'returned', 'lent'])
	})

	test('is closed by the sweep, with an event at the time it ended', async () => {
		await lend([A, B], NOW + HOUR)
		expect(await write(tx => releaseExpiredLoans(tx, NOW + HOUR - 1))).toEqual([])
		const before = await lastEvent()
		expect(await write(tx => releaseExpiredLoans(tx, NOW + HOUR))).toHaveLength(2)
		expect((await readEvents(A)).filter(event => event.id > before)).toMatchObject([
			{ kind: 'returned', fromId: other.id, at: NOW + HOUR, actorId: null },
		])
	})

	test('ends when the owner loses the cell', async () => {
		await lend([A], NOW + HOUR)
		const by = { actorId: admin.id, now: NOW, kind: 'deleted' } as const
		await write(tx => freeCells(tx, [A], by))
		expect(await db.select().from(cellLoans)).toEqual([])
	})
})

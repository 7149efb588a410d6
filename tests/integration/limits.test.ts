import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { action as choose } from '~/routes/user/pixels/pixels-buy'
import { db, write } from '~/server/db/db.server'
import { cellHolders, orders, settings } from '~/server/db/schema.server'
import { buy, open, openPaymentStep, read } from '../support/checkouts'
import { clearGrid, makeAdmin, makeOrder, makeUser, ownCells, type TestAccount } from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { makeRequest, routeArgs } from '../support/requests'

/* Limits against hoarding (P7). */

const NOW = Date.UTC(2026, 5, 15, 12)
const WAITING =
	'3 of your orders wait for the review of their payment. Until the first is approved, you can have 3 at a time.'

let buyer: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(settings))
	buyer = await makeUser()
})

/** Returns this number of tiny cells, in rows of 40 from row 8. */
const block = (rows: number, cols: number) =>
	Array.from({ length: rows }, (_, row) =>
		Array.from({ length: cols }, (_, col) => 112 + row * 40 + col),
	).flat()

describe('the number of cells in an order', () => {
	test('is at most a hundred', async () => {
		expect(await openCheckout(buyer.id, block(3, 40), NOW)).toEqual({
			ok: false,
			code: 'too-many-cells',
			message: 'An order can have at most 100 pixels, and you have chosen 120. Please choose fewer.',
		})
		expect(await openCheckout(buyer.id, block(10, 10), NOW)).toMatchObject({ ok: true })
	})

	test('follows the setting, and an open checkout stays unchanged', async () => {
		const by = { actorId: (await makeAdmin()).id, now: NOW }
		const opened = await open(buyer, block(10, 10), NOW)
		await changeSettings({ maxCellsPerOrder: 4 }, by)
		expect(await open(buyer, block(10, 10), NOW)).toBe(opened)
		expect(await openCheckout(buyer.id, block(1, 5), NOW)).toMatchObject({ code: 'too-many-cells' })
		expect(await openCheckout(buyer.id, block(1, 4), NOW)).toMatchObject({ ok: true })
	})

	test('shows an error with a link back to the selection when it is exceeded', async () => {
		const fields = { intent: 'buy', cell: block(3, 40).map(String) }
		const request = await makeRequest('/user/pixels/buy', { as: buyer, fields })
		const response = await choose(routeArgs(request))
		const href = '/user/pixels/buy?type=tiny&fromRow=8&fromCol=1&toRow=10&toCol=40'
		const message = expect.stringContaining('at most 100 pixels')
		expect(response).toMatchObject({
			init: { status: 422 },
			data: { problem: { message, again: { href, count: 120 } } },
		})
	})
})

describe('orders pending review', () => {
	const threePending = async () => {
		for (const cell of [300, 301, 302]) await buy(buyer, [cell], NOW)
	}

	test('are at most three before the first approval: further checkouts and holds are refused', async () => {
		await buy(buyer, [300], NOW)
		await buy(buyer, [301], NOW)
		const before = await open(buyer, [310], NOW)
		await makeOrder(buyer.id, [302], { status: 'pending' })
		expect(await openCheckout(buyer.id, [320], NOW)).toEqual({
			ok: false,
			code: 'too-many-pending',
			message: WAITING,
		})
		expect(await proceedToPayment(before, buyer.id, NOW)).toMatchObject({ code: 'too-many-pending' })
		expect(await db.select().from(cellHolders).where(eq(cellHolders.orderId, before))).toEqual([])
	})

	test('are at most three across all accounts of a mailbox without an approved order', async () => {
		const mailbox = `me-${randomUUID()}`
		const owner = await makeUser({ email: `${mailbox}@example.test` })
		const second = await makeUser({ email: `${mailbox.toUpperCase()}+2@example.test` })
		const third = await makeUser({ email: `${mailbox}+3@example.test` })
		for (const [at, { id }] of [owner, second, third].entries()) {
			await makeOrder(id, [300 + at], { status: 'pending' })
		}
		expect(await openCheckout(owner.id, [320], NOW)).toEqual({
			ok: false,
			code: 'too-many-pending',
			message: WAITING.replace('. Until', ', counting all accounts of your mailbox. Until'),
		})
		await makeOrder(third.id, [303], { status: 'approved' })
		expect(await openCheckout(owner.id, [320], NOW)).toMatchObject({ ok: true })
		expect(await openCheckout(third.id, [321], NOW)).toMatchObject({ ok: true })
	})

	test('stay three when a fourth is submitted, whose receipt is kept for another try', async () => {
		const fourth = await openPaymentStep(buyer, [310], NOW)
		for (const cell of [300, 301, 302]) await makeOrder(buyer.id, [cell], { status: 'pending' })
		expect(await submitPayment(fourth, buyer.id, PAYMENT_DETAILS, NOW)).toEqual({
			ok: false,
			code: 'too-many-pending',
			message: `${WAITING} What you have sent for this order is kept: come back and submit it then.`,
		})
		const order = await read(fourth)
		expect(order.status).toBe('open')
		expect(order.paymentReceiptKey).not.toBeNull()
		await ownCells(buyer.id, [303])
		expect(await submitPayment(fourth, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ status: 'pending' })
	})

	test('at the limit do not prevent a failed order from being recorded', async () => {
		const fourth = await openPaymentStep(buyer, [310], NOW)
		for (const cell of [300, 301, 302]) await makeOrder(buyer.id, [cell], { status: 'pending' })
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, 310)))
		await ownCells((await makeUser()).id, [310])
		expect(await submitPayment(fourth, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ status: 'failed' })
	})

	test('are unlimited after the first approval', async () => {
		await threePending()
		const admin = await makeAdmin()
		const [first] = await db.select().from(orders).where(eq(orders.accountId, buyer.id))
		const decision = { orderId: first?.id ?? '', version: first?.version ?? 0, actorId: admin.id, now: NOW }
		expect(await approveOrder(decision)).toEqual({ ok: true })
		for (const cell of [310, 311, 312, 313]) await buy(buyer, [cell], NOW)
	})

	test('link back to the selection', async () => {
		await threePending()
		const request = await makeRequest('/user/pixels/buy', {
			as: buyer,
			fields: { intent: 'buy', cell: '330' },
		})
		const response = await choose(routeArgs(request))
		expect(response).toMatchObject({
			init: { status: 422 },
			data: { problem: { message: WAITING, again: { href: '/user/pixels/buy?cell=330' } } },
		})
	})
})

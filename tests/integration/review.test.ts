import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { approveOrder, rejectOrder } from '~/domain/orders/commands.server'
import { listForReview, readForReview } from '~/domain/orders/review-queries.server'
import type { ReviewFilter } from '~/domain/orders/review-schema'
import { action, loader } from '~/routes/admin/transaction'
import { db, write } from '~/server/db.server'
import {
	auditEntries,
	cellHolders,
	orderCells,
	orders,
	outbox,
	transferCells,
	transfers,
} from '~/server/schema.server'
import { makeAdmin, makeOrder, makeUser, ownCells } from '../support/factories'
import { makeRequest } from '../support/requests'

beforeEach(async () => {
	await write(async tx => {
		for (const table of [transferCells, transfers, cellHolders, orderCells, auditEntries, outbox, orders]) {
			await tx.delete(table)
		}
	})
})

const NOON = Date.UTC(2026, 10, 20, 12)
const list = (filter: Partial<ReviewFilter> = {}) =>
	listForReview({ q: '', status: null, page: 1, ...filter })
const referencesOf = (page: { rows: { reference: string }[] }) => page.rows.map(row => row.reference)

/** Orders of one cell each, the first submitted last; none holds its cell. */
async function makeSubmitted(count: number, options: Partial<typeof orders.$inferInsert> = {}) {
	const buyer = await makeUser()
	const made = []
	for (let index = 0; index < count; index++) {
		const submittedAt = NOON - index * 60_000
		made.push(await makeOrder(buyer.id, [300 + index], { status: 'rejected', submittedAt, ...options }))
	}
	return { buyer, made }
}

describe('the list', () => {
	test('is empty without submitted orders', async () => {
		const buyer = await makeUser()
		await makeOrder(buyer.id, [300], { status: 'open' })
		await makeOrder(buyer.id, [301], { status: 'abandoned' })
		expect(await list()).toEqual({ rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0 })
	})

	test('has ten a page, newest first, and says which', async () => {
		const { made } = await makeSubmitted(23)
		const references = made.map(order => order.reference)
		const first = await list()
		expect(referencesOf(first)).toEqual(references.slice(0, 10))
		expect(first).toMatchObject({ total: 23, page: 1, pageCount: 3, from: 1, to: 10 })
		const last = await list({ page: 3 })
		expect(referencesOf(last)).toEqual(references.slice(20))
		expect(last).toMatchObject({ from: 21, to: 23 })
		expect(await list({ page: 99 })).toEqual(last)
	})

	test('orders of the same moment are on one page each', async () => {
		await makeSubmitted(15, { submittedAt: NOON })
		const both = [...(await list()).rows, ...(await list({ page: 2 })).rows]
		expect(new Set(both.map(row => row.id)).size).toBe(15)
	})

	test('can be limited to a status', async () => {
		const buyer = await makeUser()
		await makeSubmitted(2)
		const failed = await makeOrder(buyer.id, [310], { status: 'failed' })
		expect(referencesOf(await list({ status: 'failed' }))).toEqual([failed.reference])
	})

	test('flags a transaction ID that was used before, however it was typed', async () => {
		const { buyer } = await makeSubmitted(1, { paymentId: 'alone' })
		await makeOrder(buyer.id, [310], { status: 'pending', paymentId: 'AB-12 34' })
		await makeOrder(buyer.id, [311], { status: 'failed', paymentId: 'ab1234' })
		const flags = Object.fromEntries((await list()).rows.map(row => [row.paymentId, row.usedTwice]))
		expect(flags).toEqual({ alone: false, 'AB-12 34': true, ab1234: true })
	})
})

describe('the search', () => {
	const found = async (q: string) => referencesOf(await list({ q }))

	test('finds by reference, order id, names, e-mail addresses and transaction ID, or parts of them', async () => {
		const buyer = await makeUser({ fullName: 'Zuzanna Wiśniewska', email: 'zuzanna@account.test' })
		const order = await makeOrder(buyer.id, [320], {
			status: 'pending',
			reference: 'K7P4-X9CD',
			name: 'Quibble & Sons',
			email: 'ledger@quibble.test',
			paymentId: 'HSBC 2026 0042',
		})
		await makeSubmitted(3)
		const words = ['K7P4-X9CD', 'k7p4x9', order.id, order.id.slice(2, 9), 'sons quibble', 'LEDGER@quibble']
		for (const word of [...words, 'wiśniew', 'zuzanna@account.test', '2026 0042', '20260042', 'hsbc-2026']) {
			expect(await found(word), word).toEqual(['K7P4-X9CD'])
		}
		expect(await found('quibble nobody')).toEqual([])
	})

	test('takes words that are too short for the index, and signs with a meaning, as they stand', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [321], { status: 'pending', name: '李小龍 100%_' })
		await makeSubmitted(2)
		for (const word of ['李小', '%_', '100% 龍']) {
			expect(await found(word), word).toEqual([order.reference])
		}
		for (const word of ['"', '* OR a', "'; drop table orders; --", 'NEAR(', 'body:x']) {
			expect(await found(word), word).toEqual([])
		}
	})

	test('does not find a checkout before it is submitted, and finds it after', async () => {
		const buyer = await makeUser({ fullName: 'Hesitant Harriet' })
		const order = await makeOrder(buyer.id, [322], { status: 'open' })
		expect(await found('hesitant')).toEqual([])
		await write(tx =>
			tx
				.update(orders)
				.set({ status: 'pending', submittedAt: NOON, paymentId: 'LATE-1' })
				.where(eq(orders.id, order.id)),
		)
		expect(await found('hesitant')).toEqual([order.reference])
		expect(await found('late1')).toEqual([order.reference])
	})
})

describe('the detail', () => {
	test('names twins of the transaction ID, other orders, holders and history', async () => {
		const buyer = await makeUser()
		const rival = await makeUser()
		const admin = await makeAdmin({ fullName: 'Grace' })
		const order = await makeOrder(buyer.id, [330, 331], { status: 'pending', paymentId: 'TWIN-1' })
		const twin = await makeOrder(rival.id, [340], { status: 'pending', paymentId: 'twin 1' })
		const earlier = await makeOrder(buyer.id, [350], { status: 'rejected', paymentId: 'other' })
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		const detail = await readForReview(order.id)
		expect(detail?.sameTransactionId.map(one => one.id)).toEqual([twin.id])
		expect(detail?.otherOrders.map(one => one.id)).toEqual([earlier.id])
		expect(detail?.holders.map(one => one.cell)).toEqual([330, 331])
		expect(detail?.history).toMatchObject([{ action: 'order.approve', actor: 'Grace', at: NOON }])
	})

	test('does not show a checkout that was not submitted', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [332], { status: 'open' })
		expect(await readForReview(order.id)).toBeUndefined()
	})
})

describe('a decision', () => {
	type Args = Parameters<typeof action>[0]

	async function decide(id: string, as: { id: string }, fields: Record<string, string>) {
		const request = await makeRequest(`/admin/transactions/${id}`, { as, fields })
		return await action({ request, params: { id } } as Args)
	}

	async function statusOf(answer: Promise<unknown>): Promise<number> {
		const result = await answer.catch((thrown: unknown) => thrown)
		if (result instanceof Response) return result.status
		return (result as { init: { status: number } }).init.status
	}

	test('leads back with a message, is on record and mailed once', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [400], { status: 'pending' })
		expect(await statusOf(decide(order.id, admin, { intent: 'approve', version: '1' }))).toBe(302)
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row).toMatchObject({ status: 'approved', version: 2, decidedBy: admin.id })
		const mails = await db.select().from(outbox)
		expect(mails.map(mail => [mail.recipient, mail.kind])).toEqual([[buyer.email, 'order-approved']])
	})

	test('of two administrators who decide at once, one is told', async () => {
		const [buyer, ada, ben] = [await makeUser(), await makeAdmin(), await makeAdmin()]
		for (let round = 0; round < 10; round++) {
			const order = await makeOrder(buyer.id, [410 + round], { status: 'pending' })
			const answers = await Promise.all([
				statusOf(decide(order.id, ada, { intent: 'approve', version: '1' })),
				statusOf(decide(order.id, ben, { intent: 'reject', version: '1' })),
			])
			expect(answers.toSorted()).toEqual([302, 409])
			const history = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, order.id))
			expect(history).toHaveLength(1)
			const mails = await db.select().from(outbox)
			expect(mails).toHaveLength(round + 1)
		}
	})

	test('a page that is out of date decides nothing, and says how it stands', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [430], { status: 'pending' })
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		const answer = await decide(order.id, admin, { intent: 'reject', version: '1' })
		expect(answer).toMatchObject({ init: { status: 409 }, data: { refused: /it is approved now/ } })
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('approved')
	})

	test('rejecting an approved order releases what the buyer still has, not what was passed on', async () => {
		const [buyer, heir, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const { orderId } = await ownCells(buyer.id, [440, 441], { description: 'Ours', link: 'https://a.test/' })
		await write(tx =>
			tx.update(cellHolders).set({ accountId: heir.id, orderId: null }).where(eq(cellHolders.cell, 441)),
		)
		const decision = { orderId, version: 1, actorId: admin.id, now: NOON }
		expect(await rejectOrder({ ...decision, reason: 'No money' })).toEqual({ ok: true })
		const holders = await db.select().from(cellHolders)
		expect(holders.map(row => [row.cell, row.accountId])).toEqual([[441, heir.id]])
		const [mail] = await db.select().from(outbox)
		expect(mail?.text).toContain('No money')
	})

	test('nonsense is 400, an unknown order 404, a failed order cannot be decided', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const failed = await makeOrder(buyer.id, [450], { status: 'failed' })
		expect(await statusOf(decide(failed.id, admin, { intent: 'delete', version: '1' }))).toBe(400)
		expect(await statusOf(decide(failed.id, admin, { intent: 'approve' }))).toBe(400)
		expect(await statusOf(decide(failed.id, admin, { intent: 'approve', version: '1' }))).toBe(409)
		expect(await statusOf(decide('nothing', admin, { intent: 'reject', version: '1' }))).toBe(404)
	})

	test('members neither see nor decide', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [460], { status: 'pending' })
		expect(await statusOf(decide(order.id, buyer, { intent: 'approve', version: '1' }))).toBe(302)
		const request = await makeRequest(`/admin/transactions/${order.id}`, { as: buyer })
		const read = loader({ request, params: { id: order.id } } as Parameters<typeof loader>[0])
		await expect(read).rejects.toMatchObject({ status: 302 })
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('pending')
	})
})

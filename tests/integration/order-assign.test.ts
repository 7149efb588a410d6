import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { approveOrder, assignOrder } from '~/domain/orders/review/commands.server'
import { readEvents } from '~/domain/ownership/events.server'
import { db, write } from '~/server/db/db.server'
import { accounts, cellHolders, outbox } from '~/server/db/schema.server'
import { open, read } from '../support/checkouts'
import { makeEnded as makeEndedFor, readEntries } from '../support/ended-orders'
import { clearGrid, makeAdmin, makeOrder, makeUser, ownCells, type TestAccount } from '../support/factories'

/* Assigning pixels to a failed or rejected order. */

const NOW = Date.UTC(2026, 10, 24, 12)
const [A, B] = [300, 301]

let buyer: TestAccount
let rival: TestAccount
let admin: TestAccount

beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	rival = await makeUser()
	admin = await makeAdmin({ fullName: 'Grace Ends' })
})

const makeEnded = (options?: Parameters<typeof makeOrder>[2]) =>
	makeEndedFor({ buyerId: buyer.id, actorId: admin.id, now: NOW, cells: [A, B] }, options)

const mailsTo = async (account: TestAccount) => {
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, account.email))
	return mails.map(mail => mail.kind)
}
const holders = async () =>
	(await db.select().from(cellHolders).orderBy(cellHolders.cell)).map(item => [
		item.cell,
		item.accountId,
		item.kind,
	])

describe('assigning the pixels of a failed order', () => {
	test('gives them to the buyer and makes the order pending, with an audit entry and an email', async () => {
		const { id, decision } = await makeEnded()
		expect(await assignOrder(decision)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({
			status: 'pending',
			version: 2,
			failureReason: null,
			decidedAt: null,
		})
		expect(await holders()).toEqual([
			[A, buyer.id, 'owned'],
			[B, buyer.id, 'owned'],
		])
		expect(await readEntries(id, 'order.assign')).toMatchObject([
			{ actorId: admin.id, detail: { cells: [A, B] } },
		])
		expect(await mailsTo(buyer)).toEqual(['order-assigned'])
		const event = (await readEvents(A)).at(-1)
		expect(event).toMatchObject({ kind: 'bought', toId: buyer.id, actorId: admin.id, orderId: id })
		expect(await approveOrder({ ...decision, version: 2 })).toEqual({ ok: true })
	})

	test('releases an expired hold', async () => {
		const { decision } = await makeEnded()
		await makeOrder(rival.id, [B], { status: 'open', holdUntil: NOW })
		expect(await assignOrder(decision)).toEqual({ ok: true })
	})

	test.each([
		['sold', /^This pixel is no longer available: .+ Nothing has changed\.$/, () => ownCells(rival.id, [B])],
		[
			'on hold for somebody else',
			/^This pixel is on hold for another buyer until 24 November 2026 at 12:01 GMT: .+ Nothing has changed\.$/,
			() => makeOrder(rival.id, [B], { status: 'open', holdUntil: NOW + 60_000 }),
		],
	])('is rejected completely when one of them is %s', async (_, message, take) => {
		const { id, decision } = await makeEnded()
		await take()
		const before = await holders()
		expect(await assignOrder(decision)).toEqual({
			ok: false,
			code: 'taken',
			message: expect.stringMatching(message),
		})
		expect(await holders()).toEqual(before)
		expect(await read(id)).toMatchObject({ status: 'failed', version: 1 })
		expect(await mailsTo(buyer)).toEqual([])
		expect(await readEntries(id, 'order.assign')).toEqual([])
	})

	test('is limited to failed orders in the version that was shown', async () => {
		for (const status of ['pending', 'approved', 'rejected'] as const) {
			await clearGrid()
			const { decision } = await makeEnded({ status })
			expect(await assignOrder(decision)).toMatchObject({ code: 'status' })
		}
		await clearGrid()
		const { decision } = await makeEnded()
		expect(await assignOrder({ ...decision, version: 2 })).toMatchObject({ code: 'changed' })
		expect(await assignOrder({ ...decision, orderId: 'none' })).toMatchObject({ code: 'unknown' })
	})

	test('is rejected when the buyer’s account has been deleted', async () => {
		const { decision } = await makeEnded()
		await write(tx => tx.update(accounts).set({ deletedAt: NOW }).where(eq(accounts.id, buyer.id)))
		expect(await assignOrder(decision)).toMatchObject({ code: 'deleted' })
		expect(await holders()).toEqual([])
	})

	test('succeeds once with two administrators at once', async () => {
		const { id, decision } = await makeEnded()
		const other = await makeAdmin()
		const both = await Promise.all([assignOrder(decision), assignOrder({ ...decision, actorId: other.id })])
		expect(both.filter(result => result.ok)).toHaveLength(1)
		expect(both.find(result => !result.ok)).toMatchObject({ code: 'changed' })
		expect(await readEntries(id, 'order.assign')).toHaveLength(1)
	})

	test('or selling them to a new buyer succeeds, never both', async () => {
		const { decision } = await makeEnded()
		const orderId = await open(rival, [A], NOW)
		const [assigned, held] = await Promise.all([
			assignOrder(decision),
			proceedToPayment(orderId, rival.id, NOW),
		])
		expect([assigned.ok, held.ok].toSorted()).toEqual([false, true])
	})
})

test('is the only claim on its cells: until then, anybody can buy them', async () => {
	await makeEnded()
	expect(await openCheckout(rival.id, [A, B], NOW)).toMatchObject({ ok: true })
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '~/domain/settings/commands.server'
import { action as transaction } from '~/routes/admin/transactions/transaction'
import { loader as list, action as tick } from '~/routes/admin/transactions/transactions'
import { action as confirm, loader as question } from '~/routes/admin/transactions/transactions-approve'
import { db, write } from '~/server/db/db.server'
import { cellHolders, outbox, payments, settings } from '~/server/db/schema.server'
import { read } from '../support/checkouts'
import { clearRecords } from '../support/clear-records'
import {
	bookMoney,
	makeAdmin,
	makeOrder,
	makeStatement,
	makeUser,
	type TestAccount,
} from '../support/factories'
import { makeRequest, readThrown, routeArgs } from '../support/requests'
import { nthReference } from '../support/statements'

/* Approving several orders of the list together. Tiny pixels cost £100,000. */

const PRICE = 100_000_00

let admin: TestAccount
let buyer: TestAccount

beforeEach(async () => {
	await clearRecords()
	await write(tx => tx.delete(settings))
	admin = await makeAdmin()
	buyer = await makeUser()
})

let made = 0
async function makePaid(cell: number, pence = PRICE) {
	made++
	const order = await makeOrder(buyer.id, [cell], { status: 'pending', reference: nthReference(made) })
	if (pence > 0) await bookMoney(order.id, pence, admin.id)
	return order
}

/** Submits the confirmation. @returns the redirect and its message. */
async function approve(orders: { id: string }[], as = admin) {
	const versions = await Promise.all(orders.map(async ({ id }) => String((await read(id)).version)))
	const fields = { intent: 'confirm', order: orders.map(({ id }) => id), version: versions }
	return await send(confirm, '/admin/transactions/approve?list=status%3Dpending', fields, as)
}

async function send(action: unknown, path: string, fields: Record<string, string | string[]>, as = admin) {
	const request = await makeRequest(path, { as, fields })
	try {
		await (action as (args: object) => Promise<unknown>)({ request, params: {} })
	} catch (thrown) {
		const cookie = thrown instanceof Response ? (thrown.headers.get('set-cookie') ?? '') : ''
		const [, flash = ''] = /=([^;]*)/.exec(cookie) ?? []
		const outcome = Buffer.from(decodeURIComponent(flash).split('.')[0] ?? '', 'base64').toString()
		return { ...readThrown(thrown), flash: outcome }
	}
	throw new Error('It led nowhere')
}

const readStatus = async ({ id }: { id: string }) => (await read(id)).status

describe('orders ticked for approval', () => {
	test('are listed for confirmation, with the excluded ones named', async () => {
		const [paid, part] = [await makePaid(300), await makePaid(301, PRICE - 1)]
		const path = '/admin/transactions?status=pending'
		const fields = { intent: 'approve-selected', order: [paid.id, part.id] }
		const { status, outcome } = await send(tick, path, fields)
		expect(status).toBe(302)
		const asked = await question(routeArgs(await makeRequest(outcome, { as: admin })))
		expect(asked.rows.map(row => row.id)).toEqual([paid.id])
		expect(asked.left).toEqual([part.reference])
		expect(asked.list).toMatchObject({ status: 'pending' })
		expect(await readStatus(paid)).toBe('pending')
	})

	test('are approved and emailed one by one, and the list keeps its place', async () => {
		const orders = [await makePaid(300), await makePaid(301)]
		const { outcome, flash } = await approve(orders)
		expect(outcome).toBe('/admin/transactions?status=pending')
		expect(flash).toContain('2 orders approved.')
		expect(await Promise.all(orders.map(readStatus))).toEqual(['approved', 'approved'])
		expect(await db.$count(outbox, eq(outbox.recipient, buyer.email))).toBe(2)
	})

	test('that were changed, are unpaid or lost their pixels are named and skipped', async () => {
		const [good, changed, part, bare] = [
			await makePaid(300),
			await makePaid(301),
			await makePaid(302, PRICE - 1),
			await makePaid(303),
		]
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, 303)))
		const versions = [2, 1, 2, 2].map(String)
		const fields = {
			intent: 'confirm',
			order: [good, changed, part, bare].map(({ id }) => id),
			version: versions,
		}
		const { flash } = await send(confirm, '/admin/transactions/approve', fields)
		expect(flash).toContain('1 order approved. 3 failed:')
		for (const { reference } of [changed, part, bare]) expect(flash).toContain(reference)
		const states = await Promise.all([good, changed, part, bare].map(readStatus))
		expect(states).toEqual(['approved', 'pending', 'pending', 'pending'])
	})

	test('above the limit wait for another administrator', async () => {
		const order = await makePaid(300)
		await changeSettings({ secondAbovePence: PRICE - 1 }, { actorId: admin.id, now: Date.now() })
		expect((await approve([order])).flash).toContain(
			'0 orders approved. 1 approval waits for another administrator.',
		)
		expect((await approve([order])).flash).toContain('1 failed:')
		expect(await readStatus(order)).toBe('pending')
		await approve([order], await makeAdmin())
		expect(await readStatus(order)).toBe('approved')
	})

	test('have a check box only when they are paid, hold their pixels and need one administrator', async () => {
		await makePaid(300)
		const request = await makeRequest('/admin/transactions', { as: admin })
		const { list: page } = await list(routeArgs(request))
		expect(page.rows[0]).toMatchObject({ lost: 0, isHalfApproved: false, money: { receivedPence: PRICE } })
	})

	test.each([
		['another intent', { intent: 'approve', order: [] }],
		['no ids', { intent: 'approve-selected', order: ['x'] }],
	])('with %s are rejected', async (_, fields) => {
		expect((await send(tick, '/admin/transactions', fields)).status).toBe(400)
	})
})

test('a bank line that names an order can be booked on the order’s page', async () => {
	const order = await makePaid(300, 0)
	const { entryIds } = await makeStatement(admin.id, [{ text: order.reference, pence: PRICE }])
	const fields = { intent: 'book', entry: entryIds[0] ?? '', left: String(PRICE), reference: order.reference }
	const request = await makeRequest(`/admin/transactions/${order.id}?list=q%3Dx`, { as: admin, fields })
	const thrown = await transaction(routeArgs(request, { orderId: order.id })).catch(readThrown)
	expect(thrown).toMatchObject({ status: 302, outcome: `/admin/transactions/${order.id}?list=q%3Dx` })
	expect(await db.select().from(payments)).toMatchObject([{ orderId: order.id, pence: PRICE }])
	expect(await readStatus(order)).toBe('pending')
})

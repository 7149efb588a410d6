import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db, write } from '~/server/db/db.server'
import { idempotencyKeys, orders } from '~/server/db/schema.server'
import { type ApiResponse, apiClient, parseData, purchaseForm } from '../support/api-client'
import { makeUser, type TestAccount } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* A purchase with an Idempotency-Key whose server process is killed: the client learns the outcome within a minute. */

const dataDir = process.env['DATA_DIR'] ?? ''
let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir })
})

afterEach(async () => {
	await write(tx => tx.run('drop trigger if exists endless'))
})

afterAll(async () => {
	await server.stop()
})

/** Makes a statement of the server run for minutes, so that the kill interrupts it. */
async function makeEndless(when: string): Promise<void> {
	const work = Array.from('abcde', name => `sqlite_schema ${name}`).join(', ')
	await write(tx => tx.run(`create trigger endless before ${when} begin select count(*) from ${work}; end`))
}

/** Creates a member and a repeatable purchase of `cell`. */
async function makeBuyer(key: string, cell: number) {
	const user = await makeUser()
	const login = { email: user.email, password: user.password }
	const { token } = await apiClient(server.url)('POST /user/login', { body: login })
	const buy = () => {
		const body = purchaseForm({ cells: [cell], email: user.email, paymentId: 'TX-1' })
		const headers = { 'idempotency-key': key }
		return apiClient(server.url)('POST /user/pixels/buy', { token, body, headers })
	}
	return { user, buy }
}

/** Kills the server once `hasBegun`, restarts it, and repeats the purchase until it is decided. */
async function decisionAfterKill(purchase: () => Promise<ApiResponse>, hasBegun: () => Promise<number>) {
	const lost = purchase().catch(() => 'no answer')
	await expect.poll(hasBegun, { interval: 20 }).toBe(1)
	await server.kill()
	const killedAt = performance.now()
	expect(await lost).toBe('no answer')
	await write(tx => tx.run('drop trigger endless'))
	server = await startServer({ dataDir })
	let response = await purchase()
	expect(response).toMatchObject({ status: 409, code: 'in-progress' })
	const status = async () => {
		response = await purchase()
		return response.status
	}
	// Retry-After is one second.
	await expect.poll(status, { interval: 1_000 }).not.toBe(409)
	expect(performance.now() - killedAt).toBeLessThan(60_000)
	return response
}

const countOrders = (user: TestAccount) =>
	db.$count(orders, and(eq(orders.accountId, user.id), eq(orders.status, 'pending')))
const getId = (response: ApiResponse) => parseData(response, z.looseObject({ order_id: z.string() })).order_id

test('after the commit the retry returns the order', async () => {
	const { user, buy } = await makeBuyer('after', 700)
	await makeEndless('update of status on idempotency_keys')
	const response = await decisionAfterKill(buy, () => countOrders(user))
	expect(response).toMatchObject({ status: 200, success: true })
	expect(response.headers.get('idempotent-replayed')).toBe('true')
	const [order] = await db.select().from(orders).where(eq(orders.accountId, user.id))
	expect(getId(response)).toBe(order?.id)
	expect(await countOrders(user)).toBe(1)
})

test('before the commit nothing is bought, and the retry buys', async () => {
	const { user, buy } = await makeBuyer('before', 701)
	await makeEndless('insert on orders')
	const response = await decisionAfterKill(buy, () =>
		db.$count(idempotencyKeys, eq(idempotencyKeys.accountId, user.id)),
	)
	expect(response).toMatchObject({ status: 200, success: true })
	expect(response.headers.get('idempotent-replayed')).toBeNull()
	expect(await countOrders(user)).toBe(1)
})

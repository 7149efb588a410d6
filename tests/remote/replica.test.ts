import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { apiClient, parseData, purchaseForm } from '../support/api-client'
import { extractCode, mailbox } from '../support/mailbox'
import { startServer, type TestServer } from '../support/server'
import { startSqld } from '../support/sqld'

/* One process of the product on a libSQL server and one on a replica, which forwards writes and reads its own,
   slightly older data. They share a directory of files. */

const dataDir = process.env['DATA_DIR'] ?? ''
const primary = await startSqld()
const replica = await startSqld({ primary: primary.grpcUrl })
/* The product's modules read the server's URL when they are imported, which is later. */
vi.stubEnv('DATABASE_URL', primary.url)

let onPrimary: TestServer
let onReplica: TestServer

beforeAll(async () => {
	onPrimary = await startServer({ dataDir, env: { DATABASE_URL: primary.url } })
	onReplica = await startServer({ dataDir, env: { DATABASE_URL: replica.url } })
})

afterAll(async () => {
	await Promise.all([onPrimary.stop(), onReplica.stop()])
	await replica.stop()
	await primary.stop()
})

/** Checks if a server's home page offers a cell. */
async function isOffered(server: TestServer, cell: number): Promise<boolean> {
	const html = await (await fetch(server.url)).text()
	const tag = new RegExp(`<[^>]*data-cell="${cell}"[^>]*>`).exec(html)?.[0] ?? ''
	if (tag === '') throw new Error(`The page has no cell ${cell}`)
	return tag.includes('data-state="available"')
}

test('the main job works on a replica, where its writes are readable a moment later', async () => {
	const { makeAdmin } = await import('../support/factories')
	const call = apiClient(onReplica.url)
	const email = 'ada@example.test'
	const password = 'a long and winding road'
	const registered = await call('POST /user/register', {
		body: { full_name: 'Ada Example', email, password },
	})
	expect(registered).toMatchObject({ status: 200, success: true })
	const otp = extractCode(await mailbox(dataDir).waitForMail(email))
	const verified = await call('POST /user/verify-registration', { body: { email, otp } })
	expect(verified).toMatchObject({ status: 200 })
	const { token } = verified
	// Even the session opened just now is missing at first.
	const self = async () => (await call('GET /user/userdetail', { token })).data
	await expect.poll(self).toMatchObject({ email })
	const body = purchaseForm({ cells: [200, 201], email, paymentId: 'TX-1' })
	const bought = await call('POST /user/pixels/buy', { token, body })
	expect(bought).toMatchObject({ status: 200, data: { status: 'pending' } })
	const own = async () => (await call('GET /user/ownpixel', { token })).data
	await expect.poll(own, { interval: 20 }).toMatchObject({ tiny: 2 })

	const admin = await makeAdmin()
	const office = apiClient(onPrimary.url)
	const login = await office('POST /user/login', { body: { email: admin.email, password: admin.password } })
	const payments = await office('GET /admin/submitedpayment?status=pending', { token: login.token })
	const [payment] = parseData(payments, z.array(z.looseObject({ id: z.string(), version: z.number() })))
	const decision = { payment_id: payment?.id, status: 'approved', version: payment?.version }
	expect(await office('POST /admin/reject-payment', { token: login.token, body: decision })).toMatchObject({
		status: 200,
	})
	const statusThere = async () => {
		const { data } = await call('GET /user/transaction', { token })
		return z.array(z.looseObject({ status: z.string() })).parse(data)[0]?.status
	}
	await expect.poll(statusThere).toBe('approved')
	for (const server of [onPrimary, onReplica]) await expect.poll(() => isOffered(server, 200)).toBe(false)
})

test('one of ten buyers on both servers gets the cell, and the others get the right message', async () => {
	const { makeUser, sessionCookie } = await import('../support/factories')
	const buyers = await Promise.all(Array.from({ length: 10 }, () => makeUser()))
	const cookies = await Promise.all(buyers.map(({ id }) => sessionCookie(id)))
	const servers = buyers.map((_, place) => (place % 2 === 0 ? onPrimary : onReplica))
	const open = async (place: number, path: string) => {
		const cookie = `${cookies[place]?.name}=${cookies[place]?.value}`
		const response = await fetch(`${servers[place]?.url}${path}`, { redirect: 'manual', headers: { cookie } })
		return response.status
	}
	const post = (place: number, path: string, fields: [string, string][]) => {
		const url = servers[place]?.url ?? ''
		const cookie = `${cookies[place]?.name}=${cookies[place]?.value}`
		const body = new URLSearchParams(fields)
		return fetch(url + path, { method: 'POST', redirect: 'manual', headers: { cookie, origin: url }, body })
	}
	for (const place of buyers.keys()) {
		await expect.poll(() => open(place, '/user/dashboard')).toBe(200)
	}
	const opened = await Promise.all(
		buyers.map(async (_, place) => {
			const response = await post(place, '/user/pixels/buy', [
				['cell', '300'],
				['intent', 'buy'],
			])
			return response.headers.get('location') ?? `${response.status}`
		}),
	)
	expect(opened).toEqual(buyers.map(() => expect.stringMatching(/^\/user\/checkout\//)))
	const held = await Promise.all(opened.map((path, place) => post(place, path, [['intent', 'next']])))
	expect(held.filter(response => response.headers.get('location')?.endsWith('/payment'))).toHaveLength(1)
	expect(held.filter(response => response.status === 422)).toHaveLength(9)
	for (const server of [onPrimary, onReplica]) await expect.poll(() => isOffered(server, 300)).toBe(false)
})

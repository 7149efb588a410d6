import { like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, write } from '~/server/db/db.server'
import { throttles } from '~/server/db/schema.server'
import { makeUser, type TestAccount } from '../support/factories'
import { freePort, startServer, type TestServer } from '../support/server'
import { askOverTls, startTlsProxy } from '../support/tls-proxy'

const CLIENT = '203.0.113.7'
let server: TestServer
let stopProxy: () => void
let origin: string
let user: TestAccount

beforeAll(async () => {
	const port = await freePort()
	origin = `https://localhost:${port}`
	server = await startServer({
		dataDir: process.env['DATA_DIR'] ?? '',
		env: { APP_URL: origin, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
	})
	stopProxy = await startTlsProxy(server.port, port, CLIENT)
	user = await makeUser()
})

afterAll(async () => {
	stopProxy()
	await server.stop()
})

const logIn = (password: string, headers: Record<string, string> = {}, path = '/login') =>
	askOverTls(new URL(path, origin), {
		fields: { email: user.email, password },
		headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
	})

test('a form sent through a TLS proxy is accepted, and its cookies are Secure', async () => {
	const response = await logIn(user.password)
	expect(response.status).toBe(302)
	expect(response.headers.location).toBe('/user/dashboard')
	const session = response.headers['set-cookie']?.find(cookie => cookie.startsWith('__Host-session='))
	expect(session).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)

	const cookie = session?.split(';')[0] ?? ''
	const dashboard = await askOverTls(new URL('/user/dashboard', origin), { headers: { cookie } })
	expect(dashboard.status).toBe(200)
	expect(dashboard.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
	for (const sent of response.headers['set-cookie'] ?? []) expect(sent).toContain('Secure')
})

test('another subdomain cannot replace a cookie, except one that the cache rules of proxies name', async () => {
	const answers = [
		await logIn(user.password),
		await askOverTls(new URL('/forgot-password', origin), {
			fields: { email: user.email },
			headers: { origin, 'sec-fetch-site': 'same-origin' },
		}),
	]
	const names = answers
		.flatMap(({ headers }) => headers['set-cookie'] ?? [])
		.flatMap(cookie => cookie.split('=')[0] ?? [])
	expect(names).toEqual(
		expect.arrayContaining(['__Host-session', '__Host-flash', '__Host-reset', '__Host-typed-email']),
	)
	expect(names.filter(name => !name.startsWith('__Host-'))).toEqual(['known-browser'])
})

test('a message is shown once', async () => {
	const cookies = (await logIn(user.password)).headers['set-cookie'] ?? []
	const cookie = cookies.map(item => item.split(';')[0]).join('; ')
	const page = await askOverTls(new URL('/user/dashboard', origin), { headers: { cookie } })
	expect(page.headers['set-cookie']?.join()).toMatch(/__Host-flash=; Max-Age=0/)
})

test('a form from another site is rejected', async () => {
	for (const foreign of ['https://evil.example', origin.replace('https', 'http'), 'null']) {
		const response = await logIn(user.password, { origin: foreign, 'sec-fetch-site': 'cross-site' })
		expect([400, 403]).toContain(response.status)
		expect(response.headers['set-cookie'] ?? []).not.toContainEqual(expect.stringContaining('session='))
	}
})

test('attempts are counted by the address that the proxy saw, not by a forged one', async () => {
	await logIn('not the password', { 'x-forwarded-for': '198.51.100.1', 'x-client-address': '198.51.100.2' })
	const keys = (await db.select().from(throttles)).map(row => row.key)
	expect(keys.filter(key => key.includes(CLIENT))).not.toEqual([])
	expect(keys.filter(key => key.includes('198.51.100'))).toEqual([])
	expect(keys.filter(key => key.includes('127.0.0.1'))).toEqual([])
})

test('every client has its own limit', async () => {
	await logIn('not the password')
	await write(tx =>
		tx
			.update(throttles)
			.set({ count: 50 })
			.where(like(throttles.key, `%${CLIENT}%`)),
	)
	const fields = { email: 'somebody@example.test', password: 'wrong horse' }
	expect((await askOverTls(new URL('/login', origin), { fields, headers: { origin } })).status).toBe(429)
	// Header values sent by a client are to the left of what the proxy adds.
	const next = await fetch(`http://127.0.0.1:${server.port}/login`, {
		method: 'POST',
		headers: { origin, 'x-forwarded-for': `${CLIENT}, 203.0.113.8` },
		body: new URLSearchParams(fields),
	})
	expect(next.status).toBe(422)
})

test('the header is ignored where no proxy is trusted', async () => {
	const open = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
	try {
		await write(tx => tx.delete(throttles))
		await fetch(`${open.url}/login`, {
			method: 'POST',
			headers: { origin: open.url, 'x-forwarded-for': '203.0.113.9' },
			body: new URLSearchParams({ email: user.email, password: 'wrong horse' }),
		})
		const keys = (await db.select().from(throttles)).map(({ key }) => key)
		expect(keys.filter(key => key.includes('127.0.0.1'))).not.toEqual([])
		expect(keys.filter(key => key.includes('203.0.113.9'))).toEqual([])
	} finally {
		await open.stop()
	}
})

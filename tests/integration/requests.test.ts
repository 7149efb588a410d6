import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser, sessionCookie } from '../support/factories'
import { sendRaw } from '../support/raw-http'
import { startServer, type TestServer } from '../support/server'

/* Responses and log lines for requests that no ordinary browser sends, and the log line of every request. */

let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { TRUST_PROXY: '1' } })
})

afterAll(async () => {
	await server.stop()
})

type Line = Record<string, unknown> & { level: number; msg?: string; path?: string }

const parseLines = (printed: string): Line[] =>
	printed
		.split('\n')
		.filter(Boolean)
		.map(line => JSON.parse(line) as Line)

/** Sends its own request and waits for its log line, after which earlier ones are complete. @returns its position. */
async function mark(): Promise<string> {
	const path = `/mark-${Math.random()}`
	await fetch(server.url + path, { redirect: 'manual' })
	await expect.poll(() => server.output()).toContain(path)
	return path
}

/** Returns the lines that the server logs during `work`; lines of the start-up check may be written late. */
async function linesDuring(work: () => Promise<unknown>): Promise<Line[]> {
	const first = await mark()
	await work()
	const last = await mark()
	const lines = parseLines(server.output()).filter(line => line.path !== '/healthz')
	const place = (path: string) => lines.findIndex(line => line.path === path)
	return lines.slice(place(first) + 1, place(last))
}

const MALFORMED: [what: string, text: string, status: number][] = [
	['a Host that is none', 'GET /about HTTP/1.1\r\nHost: a b\r\n', 400],
	['a Host with a path', 'GET /about HTTP/1.1\r\nHost: evil.example/x\r\n', 400],
	['a Host with a name', 'GET /about HTTP/1.1\r\nHost: user@localhost\r\n', 400],
	['a Host with a port that cannot be', 'GET /about HTTP/1.1\r\nHost: localhost:99999\r\n', 400],
	['a Host that is no address', 'GET /about HTTP/1.1\r\nHost: 999.999.999.999\r\n', 400],
	['an empty Host', 'GET /about HTTP/1.1\r\nHost:\r\n', 400],
	['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n', 405],
	['OPTIONS', 'OPTIONS /about HTTP/1.1\r\nHost: localhost\r\n', 405],
	['a method of another protocol', 'PROPFIND / HTTP/1.1\r\nHost: localhost\r\n', 405],
	['half an escape', 'GET /% HTTP/1.1\r\nHost: localhost\r\n', 400],
	['half an escape of a file', 'GET /assets/%zz.css HTTP/1.1\r\nHost: localhost\r\n', 400],
	[
		'a range beyond a file',
		'GET /favicon.svg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=99999999-\r\n',
		416,
	],
	['a version that a file has not', 'GET /favicon.svg HTTP/1.1\r\nHost: localhost\r\nIf-Match: "x"\r\n', 412],
	['a backslash', 'GET /\\evil.example/.. HTTP/1.1\r\nHost: localhost\r\n', 400],
	['a NUL', 'GET /about%00 HTTP/1.1\r\nHost: localhost\r\n', 400],
	['bytes that are no text', 'GET /about%ff HTTP/1.1\r\nHost: localhost\r\n', 400],
	['a form to such an address', 'POST /%c3%28 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n', 400],
	['a whole address', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n', 400],
	[
		'an Origin that is none',
		'POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: evil\r\nContent-Length: 0\r\n',
		400,
	],
	[
		'a foreign Origin, page',
		'POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nContent-Length: 0\r\n',
		400,
	],
	[
		'a foreign Origin, no page',
		'POST /logout HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nContent-Length: 0\r\n',
		400,
	],
	[
		'a form from another site',
		'POST /login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n',
		400,
	],
]

test.each(MALFORMED)('%s: one log line at level info', async (_what, text, status) => {
	let response = ''
	const lines = await linesDuring(async () => {
		response = await sendRaw(server.port, `${text}Connection: close\r\n\r\n`)
	})
	expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
	expect(response).toMatch(/^x-content-type-options: nosniff/im)
	expect(response).not.toMatch(/\n {4}at /)
	if (status === 405) expect(response).toMatch(/^allow: GET, HEAD, POST/im)
	const [method, path] = text.split(' ')
	expect(lines).toMatchObject([{ level: 30, method, path, status, address: '127.0.0.1' }])
})

test.each([
	['two slashes for the home page', '//', ''],
	['three slashes', '///', ''],
	['two slashes and a query', '//?page=2', ''],
	['a forwarded host that is none', '/contact', 'X-Forwarded-Host: [\r\n'],
	['a forwarded port that cannot be', '/contact', 'X-Forwarded-Host: evil.example:99999\r\n'],
	['a forwarded protocol that is none', '/contact', 'X-Forwarded-Proto: a b\r\n'],
])('%s: the page is served to guests and others', async (_what, path, header) => {
	for (const cookie of ['', 'Cookie: a=b\r\n']) {
		const lines = await linesDuring(async () => {
			const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}${cookie}Connection: close\r\n\r\n`
			expect(await sendRaw(server.port, text)).toMatch(/^HTTP\/1\.1 200 /)
		})
		expect(lines).toMatchObject([{ level: 30, status: 200 }])
	}
})

test('an old client without a Host header gets the page', async () => {
	const response = await sendRaw(server.port, 'GET /about HTTP/1.0\r\n\r\n')
	expect(response).toMatch(/^HTTP\/1\.1 200 /)
})

describe('the log line of a request', () => {
	test('has the account and the address that the proxy saw, and no secrets', async () => {
		const user = await makeUser()
		const { name, value } = await sessionCookie(user.id)
		const headers = { cookie: `${name}=${value}`, 'x-forwarded-for': '10.0.0.1, 203.0.113.7' }
		const lines = await linesDuring(async () => {
			await (await fetch(`${server.url}/user/dashboard?q=secret`, { headers })).text()
			await (await fetch(`${server.url}/about`)).text()
		})
		expect(lines).toMatchObject([
			{ path: '/user/dashboard', route: 'routes/user/dashboard', accountId: user.id, address: '203.0.113.7' },
			{ path: '/about', route: 'routes/public/about', status: 200, method: 'GET', address: '127.0.0.1' },
		])
		expect(lines[1]).not.toHaveProperty('accountId')
		const printed = JSON.stringify(lines)
		for (const secret of ['q=secret', value, user.email]) expect(printed).not.toContain(secret)
	})

	test('cannot be forged by a client', async () => {
		const forged = { 'x-client-address': '198.51.100.1', 'x-request-id': 'mine', 'x-refused': '400' }
		const lines = await linesDuring(async () => {
			expect((await fetch(`${server.url}/about`, { headers: forged })).status).toBe(200)
		})
		expect(lines).toMatchObject([{ address: '127.0.0.1', status: 200 }])
		expect(lines[0]?.['requestId']).not.toBe('mine')
	})

	test('is the only kind of output: every line is JSON, including the first', () => {
		const lines = parseLines(server.output())
		expect(lines.length).toBeGreaterThan(10)
		expect(lines.filter(line => line.level > 30)).toEqual([])
	})
})

test('static files have the same security headers, once', async () => {
	const asset = readdirSync('build/client/assets').find(name => name.endsWith('.woff2'))
	for (const path of [`/assets/${asset}`, '/favicon.svg', '/about', '/healthz', '/files/receipts/none.png']) {
		const response = await fetch(server.url + path)
		expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
		expect(response.headers.get('strict-transport-security'), path).toBeNull()
	}
})

test('over TLS responses have Strict-Transport-Security', async () => {
	const overTls = await startServer({ env: { APP_URL: 'https://localhost:3443' } })
	try {
		for (const path of ['/favicon.svg', '/about', '/healthz']) {
			const response = await fetch(overTls.url + path)
			expect(response.headers.get('strict-transport-security'), path).toBe('max-age=63072000')
		}
	} finally {
		await overTls.stop()
	}
})

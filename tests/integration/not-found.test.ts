import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser, sessionCookie } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Addresses that do not exist. */

const PAGE = { accept: 'text/html,application/xhtml+xml' }
const PICTURE = { accept: 'image/avif,image/webp,*/*' }

let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(() => server.stop())

const ask = (path: string, headers: Record<string, string>) =>
	fetch(server.url + path, { headers, redirect: 'manual' })

describe('an unknown address', () => {
	test('redirects to the home page, which shows a message', async () => {
		const response = await ask('/no-such-page', PAGE)
		expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
		const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
		const home = await (await ask('/', { ...PAGE, cookie })).text()
		expect(home).toContain('There is nothing at that address. This is the home page.')
	})

	test('sets no message for requests other than pages', async () => {
		const response = await ask('/no-such-picture.png', PICTURE)
		expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
		expect(response.headers.get('set-cookie') ?? '').not.toContain('flash=')
	})
})

test('a 404 page shows the id of its request', async () => {
	const response = await ask('/pixels/1e3', PAGE)
	expect(response.status).toBe(404)
	const text = (await response.text()).replaceAll(/<[^>]*>/g, '')
	expect(text).toContain(`Request ${response.headers.get('x-request-id')}`)
})

describe('a missing file', () => {
	test.each(['/files/creatives/none.webp', '/files/none', '/files/a/b/c'])(
		'%s shows an error page',
		async path => {
			const response = await ask(path, PAGE)
			expect(response.status).toBe(404)
			expect(await response.text()).toContain('There is nothing at this address')
		},
	)

	test('is a line of plain text in the frame of a receipt', async () => {
		const response = await ask('/files/receipts/none.pdf', { ...PAGE, 'sec-fetch-dest': 'iframe' })
		expect([response.status, response.headers.get('content-type')]).toEqual([
			404,
			'text/plain; charset=utf-8',
		])
		expect(await response.text()).toBe('This file is missing.')
	})

	test('is an empty response for an image', async () => {
		const response = await ask('/files/creatives/none.webp', PICTURE)
		expect([response.status, await response.text()]).toEqual([404, ''])
	})

	test('is the default image for a profile photo', async () => {
		const response = await ask('/files/profiles/none.webp', PICTURE)
		expect([response.status, response.headers.get('location')]).toEqual([302, '/images/profile.png'])
		expect((await ask('/files/profiles/none.webp', PAGE)).status).toBe(404)
		expect((await ask('/files/profiles/none.webp', { accept: '*/*' })).status).toBe(404)
	})
})

test('an unknown address in a signed-in area shows an error page with the menu', async () => {
	const { name, value } = await sessionCookie((await makeUser()).id)
	const response = await ask('/user/no-such-page', { ...PAGE, cookie: `${name}=${value}` })
	expect(response.status).toBe(404)
	const page = await response.text()
	expect(page).toContain('There is nothing at this address')
	expect(page).toContain('href="/user/pixels/buy"')
	expect((await ask('/user/no-such-page', PAGE)).headers.get('location')).toMatch(/^\/login\?/)
})

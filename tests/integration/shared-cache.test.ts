import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCreative } from '~/domain/creatives/commands.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { changePrices, readPrices } from '~/domain/prices/commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { write } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { flashCookie } from '~/server/forms/flash.server'
import { consentCookie } from '~/server/http/consent.server'
import { clearGrid, makeAdmin, makeUser, ownCells, sessionCookie, setPrices } from '../support/factories'
import { nginx, startNginx } from '../support/nginx'
import { sendRaw } from '../support/raw-http'
import { freePort, startServer, type TestServer } from '../support/server'
import { storeImage } from '../support/stored-images'
import { askOverTls } from '../support/tls-proxy'

/* Caching headers of pages that are the same for all guests, and the cache of the shipped nginx configuration. */

const SHARED = ['/', '/about', '/how-it-works', '/api', '/auctions', '/pixels', '/policy-terms']
const CACHING = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
const BAR = 'action="/cookie-preference"'

let server: TestServer
let origin: string
let stopNginx: (() => Promise<void>) | undefined

beforeAll(async () => {
	const [tls, plain] = [await freePort(), await freePort()]
	origin = `https://localhost:${tls}`
	server = await startServer({
		dataDir: process.env['DATA_DIR'] ?? '',
		env: { APP_URL: origin, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
	})
	if (nginx) stopNginx = await startNginx({ target: server.port, tls, plain })
	else console.log('nginx is not installed here: what it keeps is not checked')
})
beforeEach(clearGrid)
afterAll(async () => {
	await stopNginx?.()
	await server.stop()
})

const getPair = (setCookie: string) => setCookie.split(';', 1)[0] ?? ''
const consent = async () => getPair(await consentCookie('accepted', Date.now()))
async function session(): Promise<string> {
	return `__Host-session=${(await sessionCookie((await makeUser()).id)).value}`
}

const privateMessage = async () =>
	`__Host-${getPair(await flashCookie({ type: 'info', text: 'Only for you' }))}`

describe('the caching headers of the product', () => {
	const ask = (path: string, cookie?: string) =>
		fetch(server.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })

	test.each(SHARED)('%s is cacheable: no cookie, no nonce, and a minimal Vary', async path => {
		for (const cookie of [undefined, 'cookie_check=x; known-browser=x', await consent()]) {
			const { status, headers } = await ask(path, cookie)
			expect(status).toBe(200)
			expect(headers.get('cache-control')).toBe(CACHING)
			expect(headers.get('vary')).toBe('Accept-Encoding, Cookie')
			expect(headers.getSetCookie()).toEqual([])
			expect(headers.get('content-security-policy')).not.toContain('nonce')
		}
	})

	test('a personal page, a page with a message or an invalid consent is not cacheable', async () => {
		const message = await privateMessage()
		const cookies = [
			await session(),
			'session=over',
			'__Host-session=over',
			message,
			'a=b',
			'cookie_preference=x',
		]
		for (const path of SHARED) {
			for (const cookie of cookies) {
				expect((await ask(path, cookie)).headers.get('cache-control'), cookie).toBe('private, no-cache')
			}
		}
	})

	test.each(['/login', '/register', '/contact', '/pixels/1', '/nothing-here', '/maintenance', '/healthz'])(
		'%s is not cacheable',
		async path => expect((await ask(path)).headers.get('cache-control')).not.toContain('public'),
	)
})

describe('the cache of the process', () => {
	const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		fetch(server.url + path, { method, redirect: 'manual', headers })
	const FORMS = ['/login', '/register', '/forgot-password', '/contact']
	const OWN = [
		'x-request-id',
		'x-accel-expires',
		'date',
		'etag',
		'keep-alive',
		'connection',
		'transfer-encoding',
	]

	/** Fetches a page rendered by the framework, and the same page from the cache. */
	async function fetchUncachedAndCached(path: string) {
		// An unknown cookie makes the page uncacheable.
		const drawn = await ask(path, { cookie: 'a=b' })
		await ask(path)
		await ask(path)
		return { drawn, kept: await ask(path) }
	}
	const getSharedHeaders = ({ headers }: Response) =>
		Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name)))

	test.each([...SHARED, ...FORMS, '/pixels/1'])('%s is served like the uncached response', async path => {
		const { drawn, kept } = await fetchUncachedAndCached(path)
		const isForm = FORMS.includes(path)
		const isShared = SHARED.includes(path)
		expect(kept.headers.get('etag')).toMatch(/^W\/"/)
		const shared = { 'cache-control': CACHING, vary: 'Accept-Encoding, Cookie' }
		expect(getSharedHeaders(kept)).toEqual({
			...getSharedHeaders(drawn),
			...(isShared ? shared : {}),
			'content-length': kept.headers.get('content-length'),
		})
		expect(kept.headers.has('set-cookie')).toBe(isForm)
		expect(kept.headers.get('x-request-id')).not.toBe(drawn.headers.get('x-request-id'))
		expect(await kept.text()).toBe(await drawn.text())
	})

	test.each(['/about', '/login'])('%s is not resent for a matching ETag or for HEAD', async path => {
		const { kept } = await fetchUncachedAndCached(path)
		const etag = kept.headers.get('etag') ?? ''
		// fetch would add a Cache-Control header.
		const asked = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`
		expect(await sendRaw(server.port, asked)).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/)
		const head = await ask(path, {}, 'HEAD')
		expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
		expect(getSharedHeaders(head)).toEqual(getSharedHeaders(kept))
		expect((await ask(path, { 'if-none-match': 'W/"another"' })).status).toBe(200)
	})

	test('requests with a session, a message or other parameters bypass the cache', async () => {
		await fetchUncachedAndCached('/login')
		const cookie = await session()
		expect((await ask('/login', { cookie })).headers.get('location')).toBe('/user/dashboard')
		const message = await privateMessage()
		expect(await (await ask('/login', { cookie: message })).text()).toContain('Only for you')
		const led = await (await ask('/login?redirectTo=%2Fuser%2Fhistory')).text()
		expect(led).toContain('/user/history')
		for (const path of ['/login', '/contact']) {
			expect(await (await ask(path)).text()).not.toMatch(/Only for you|\/user\/history/)
		}
	})

	test('parameters that a page does not read share one cached page', async () => {
		const [plain, tagged] = [await ask('/about'), await ask('/about?utm_source=letter&page=3')]
		expect(tagged.headers.get('etag')).toBe(plain.headers.get('etag'))
		expect((await ask('/pixels?page=999999')).headers.get('location')).toBe('/pixels')
	})

	test('a change is visible in the next response', async () => {
		const { prices } = await readPrices()
		for (const path of ['/', '/about', '/pixels/1000']) {
			await fetchUncachedAndCached(path)
			await setPrices({ ...prices, tiny: 1_234_500 })
			expect(await (await ask(path)).text()).toContain('12,345')
			await setPrices(prices)
			expect(await (await ask(path)).text()).not.toContain('12,345')
		}
	})
})

describe.skipIf(!nginx)('the cache of nginx', () => {
	const ask = async (path: string, cookie?: string, encoding?: string) => {
		const headers = { ...(cookie ? { cookie } : {}), ...(encoding ? { 'accept-encoding': encoding } : {}) }
		const response = await askOverTls(new URL(path, origin), { headers })
		return { ...response, cache: response.headers['x-cache'], drawing: response.headers['x-request-id'] }
	}

	/** Requests a page until it comes from the cache. */
	async function askForHit(path: string, cookie?: string) {
		for (let tries = 0; tries < 200; tries++) {
			const response = await ask(path, cookie)
			if (response.cache === 'HIT') return response
		}
		throw new Error(`${path} was never kept`)
	}

	/**
	 * Changes something on a cached page, and requests it until guests see the change.
	 * @returns how long after the change the last outdated page was served, in ms.
	 */
	async function measureLag(
		change: () => Promise<unknown>,
		isNew: (page: { status: number; body: string }) => boolean,
	) {
		expect(isNew(await askForHit('/')), 'the page before the change').toBe(false)
		await change()
		const changedAt = performance.now()
		let lastOld = changedAt
		for (;;) {
			const asked = performance.now()
			if (isNew(await ask('/'))) return lastOld - changedAt
			lastOld = asked
			if (asked - changedAt > 30_000) throw new Error('Guests never saw it')
		}
	}

	test.each(SHARED)('%s: one rendering for many guests', async path => {
		const first = await askForHit(path)
		expect(first.body).toContain('</html>')
		const drawings = new Set<unknown>()
		for (let asked = 0; asked < 30; asked++) drawings.add((await ask(path)).drawing)
		expect(drawings.size).toBeLessThan(30)
	})

	test('pages with and without the cookie banner are cached separately, and an invalid consent changes neither', async () => {
		const chosen = await consent()
		const hasBar = async (cookie?: string) => (await askForHit('/about', cookie)).body.includes(BAR)
		expect([await hasBar(), await hasBar(chosen)]).toEqual([true, false])
		for (let asked = 0; asked < 100; asked++) {
			await ask('/about', 'cookie_preference=x')
			const { body } = await ask('/about', chosen)
			expect(body.includes(BAR)).toBe(false)
		}
		expect(await hasBar()).toBe(true)
	})

	test('each client gets a supported compression', async () => {
		for (const [accepted, sent] of [
			['gzip, deflate, br', 'br'],
			['gzip', 'gzip'],
			['br;q=0', undefined],
			['', undefined],
		]) {
			for (let asked = 0; asked < 3; asked++) {
				const { headers } = await ask('/', undefined, accepted)
				expect(headers['content-encoding'], accepted).toBe(sent)
			}
		}
	})

	test('members always get their own pages, and guests never do', async () => {
		const cookie = await session()
		for (const path of SHARED) {
			await askForHit(path)
			const own = await ask(path, cookie)
			expect([own.cache, own.headers['cache-control']]).toEqual(['BYPASS', 'private, no-cache'])
			expect(own.body.includes('>Dashboard<')).toBe(true)
			const next = await ask(path)
			expect(next.body.includes('>Dashboard<')).toBe(false)
		}
		const overview = await ask('/user/dashboard', cookie)
		expect([overview.status, overview.cache]).toEqual([200, undefined])
		expect((await ask('/user/dashboard')).status).toBe(302)
	})

	test.each([
		'/user/checkout/x/confirm',
		'/user/profile',
		'/user/pixels/preview',
		'/user/setting/photo',
		'/admin/profile/manage',
		'/admin/statements',
		'/admin/setting/photo',
		'/api/user/pixels/buy',
		'/api/user/payment-details',
		'/api/user/managepixel',
		'/api/admin/managepixel',
		'/api/user/uploadprofileimage',
		'/api/admin/uploadprofileimage',
	])('uploads for %s reach the product', async path => {
		const body = new FormData()
		body.set('image', new File([new Uint8Array(2_000_000)], 'large.png'))
		const form = new Response(body)
		const headers = { origin, 'content-type': form.headers.get('content-type') ?? '' }
		const response = await askOverTls(new URL(path, origin), {
			body: new Uint8Array(await form.arrayBuffer()),
			headers,
		})
		expect([302, 401]).toContain(response.status)
	})

	test('error pages of nginx match ours, and an unknown host is not answered', async () => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const tooMuch = await askOverTls(new URL('/contact', origin), {
			body: new Uint8Array(1_100_000),
			headers,
		})
		expect([tooMuch.status, tooMuch.body]).toEqual([
			413,
			expect.stringContaining('<h1>This is too large</h1>'),
		])
		expect(tooMuch.headers['content-type']).toContain('text/html')
		await expect(
			askOverTls(new URL('/about', origin), { headers: { host: 'other.example' } }),
		).rejects.toThrow()
	})

	test('error responses of nginx below /api are JSON: too large, and unavailable', async () => {
		const headers = { 'content-type': 'application/json' }
		const body = new Uint8Array(1_100_000)
		const tooMuch = await askOverTls(new URL('/api/contact', origin), { body, headers })
		expect([tooMuch.status, JSON.parse(tooMuch.body)]).toMatchObject([413, { code: 'too-large' }])
		expect(tooMuch.headers['cache-control']).toBe('no-store')

		// Uses an unused port last, so that no other server of this file takes it.
		const [tls, plain, nobody] = [await freePort(), await freePort(), await freePort()]
		const stop = await startNginx({ target: nobody, tls, plain })
		try {
			for (const path of ['/api/setting', '/API/setting', '/api/user/managepixel', '/Api/user/managepixel']) {
				const away = await askOverTls(new URL(path, `https://localhost:${tls}`))
				expect(away.status, path).toBe(503)
				expect(JSON.parse(away.body), path).toMatchObject({ success: false, code: 'unavailable' })
				expect(away.headers['cache-control']).toBe('no-store')
				expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
			}
		} finally {
			await stop()
		}
	})

	test('a message is shown to its recipient only', async () => {
		await askForHit('/')
		const message = await privateMessage()
		const own = await ask('/', message)
		expect(own.body.includes('Only for you')).toBe(true)
		expect(own.headers['set-cookie']?.join()).toContain('__Host-flash=;')
		for (let asked = 0; asked < 5; asked++) expect((await ask('/')).body.includes('Only for you')).toBe(false)
	})

	const by = async () => ({ actorId: (await makeAdmin()).id, now: Date.now() })
	const LINK = 'https://example.test/'

	test('an approval and a change of a block are visible within two seconds', async () => {
		const user = await makeUser()
		await changeSettings({ showCreatives: 'after-approval' }, await by())
		const first = {
			description: 'Seen after the approval',
			link: LINK,
			imageKey: await storeImage('#ff0000'),
		}
		const { orderId } = await ownCells(user.id, [700], first)
		await write(tx => tx.update(orders).set({ status: 'pending' }).where(eq(orders.id, orderId)))
		const approve = async () => {
			expect(await approveOrder({ orderId, version: 1, ...(await by()) })).toMatchObject({ ok: true })
		}
		expect(await measureLag(approve, ({ body }) => body.includes(first.description))).toBeLessThan(2_000)

		const content = {
			description: 'Seen after the change',
			link: LINK,
			image: undefined,
			rotation: 0,
		} as const
		const save = async () => {
			const owner = { holder: user.id, actorId: user.id, now: Date.now() }
			expect(await saveCreative(700, content, owner)).toMatchObject({ ok: true })
		}
		expect(await measureLag(save, ({ body }) => body.includes(content.description))).toBeLessThan(2_000)
	})

	test('a price change is visible within two seconds', async () => {
		const { prices, version } = await readPrices()
		const change = async () => {
			const input = { version, ...(await by()) }
			expect(await changePrices({ ...prices, tiny: 12_345_600 }, input)).toMatchObject({ ok: true })
		}
		expect(await measureLag(change, ({ body }) => body.includes('123,456'))).toBeLessThan(2_000)
		await setPrices(prices)
	})

	test('maintenance and its end are visible within two seconds', async () => {
		const turn = async (maintenance: boolean) => changeSettings({ maintenance }, await by())
		expect(
			await measureLag(
				() => turn(true),
				({ status }) => status === 503,
			),
		).toBeLessThan(2_000)
		await turn(false)
		await expect.poll(async () => (await ask('/')).status).toBe(200)
	})
})

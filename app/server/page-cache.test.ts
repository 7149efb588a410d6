import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bestEncoding, cachedPage } from './page-cache.server'

const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })
const page = (text: string, init: ResponseInit = {}) =>
	new Response(`<p>${text}</p>`, {
		...init,
		headers: { 'Content-Type': 'text/html; charset=utf-8', ...(init.headers ?? {}) },
	})

test('a page is drawn once for all who ask, and again for another source or variant', async () => {
	let drawn = 0
	const draw = async () => page(`drawing ${++drawn}`)
	const source = {}
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => cachedPage(source, 'a', ask(), draw).then(answer => answer.text())),
	)
	expect(new Set(answers)).toEqual(new Set(['<p>drawing 1</p>']))
	expect(await (await cachedPage(source, 'b', ask(), draw)).text()).toBe('<p>drawing 2</p>')
	expect(await (await cachedPage({}, 'a', ask(), draw)).text()).toBe('<p>drawing 3</p>')
})

test('it comes compressed as the browser likes it, and not at all to one that has it', async () => {
	const source = {}
	const draw = async () => page('text')
	const first = await cachedPage(source, 'a', ask({ 'accept-encoding': 'gzip, deflate' }), draw)
	expect(first.headers.get('content-encoding')).toBe('gzip')
	expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toBe('<p>text</p>')
	const etag = first.headers.get('etag') ?? ''
	const second = await cachedPage(source, 'a', ask({ 'if-none-match': etag }), draw)
	expect([second.status, await second.text()]).toEqual([304, ''])
})

test('errors, redirects and pages that set a cookie are passed on and never kept', async () => {
	const source = {}
	let drawn = 0
	const refused = async () => page(`${++drawn}`, { status: 503 })
	expect((await cachedPage(source, 'a', ask(), refused)).status).toBe(503)
	expect((await cachedPage(source, 'a', ask(), refused)).status).toBe(503)
	expect(drawn).toBe(2)
	const cookie = async () => page('mine', { headers: { 'Set-Cookie': 'a=b' } })
	expect((await cachedPage(source, 'a', ask(), cookie)).headers.get('set-cookie')).toBe('a=b')
	const failing = () => cachedPage(source, 'a', ask(), () => Promise.reject(new Error('broken')))
	await expect(failing()).rejects.toThrow('broken')
	expect(await (await cachedPage(source, 'a', ask(), async () => page('well'))).text()).toBe('<p>well</p>')
})

test.each([
	['gzip, deflate, br', 'br'],
	['gzip', 'gzip'],
	['gzip;q=1.0, br;q=0', 'gzip'],
	['', 'identity'],
	['zstd', 'identity'],
] as const)('of "%s" it takes %s', (accepted, encoding) => expect(bestEncoding(accepted)).toBe(encoding))

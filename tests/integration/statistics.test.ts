import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { countVisitor, flushStatistics } from '~/domain/statistics/count.server'
import { readStatistics } from '~/domain/statistics/queries.server'
import { db, write } from '~/server/db/db.server'
import { blockStatistics, files } from '~/server/db/schema.server'
import { clearGrid, makeUser, ownCells, sessionCookie } from '../support/factories'
import { startServer } from '../support/server'

/* Visitor counts of a block on the owner's management page. */

const NOW = Date.UTC(2026, 10, 22, 12)
const DAY = 24 * 60 * 60 * 1000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const OTHER_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'
const THIRD_BROWSER = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'
const visitor = (address: string, userAgent = BROWSER) => ({ address, userAgent })

beforeEach(async () => {
	await flushStatistics()
	await write(tx => tx.delete(blockStatistics))
})

test('a visitor counts once a day per block, with separate views and clicks', async () => {
	for (const at of [NOW, NOW + 1000, NOW + 2000]) countVisitor('views', 'a', visitor('192.0.2.1'), at)
	countVisitor('views', 'a', visitor('192.0.2.2'), NOW)
	countVisitor('views', 'a', visitor('192.0.2.1', OTHER_BROWSER), NOW)
	countVisitor('clicks', 'a', visitor('192.0.2.1'), NOW)
	countVisitor('views', 'b', visitor('192.0.2.1'), NOW)
	countVisitor('views', 'a', visitor('192.0.2.1'), NOW + DAY)
	await flushStatistics()
	const days = await readStatistics('a', NOW + DAY)
	expect(days).toHaveLength(30)
	expect(days.slice(-2)).toEqual([
		{ day: '2026-11-22', views: 3, clicks: 1 },
		{ day: '2026-11-23', views: 1, clicks: 0 },
	])
	expect((await readStatistics('b', NOW)).at(-1)).toEqual({ day: '2026-11-22', views: 1, clicks: 0 })
})

test('the last day is today, also in the last hour after the clocks went back', async () => {
	expect((await readStatistics('a', Date.UTC(2026, 10, 22, 23, 30))).at(-1)?.day).toBe('2026-11-22')
})

test('a visitor with changing headers or addresses of one IPv6 network counts once', async () => {
	for (let made = 0; made < 20; made++) {
		countVisitor('clicks', 'a', visitor('192.0.2.1', `${BROWSER} ${made}`), NOW)
		countVisitor('views', 'a', visitor(`2001:db8:1:2::${made.toString(16)}`), NOW)
	}
	await flushStatistics()
	expect((await readStatistics('a', NOW)).at(-1)).toEqual({ day: '2026-11-22', views: 1, clicks: 1 })
})

test('the stored counts add up, and contain nothing about visitors', async () => {
	countVisitor('views', 'a', visitor('192.0.2.9'), NOW)
	await flushStatistics()
	countVisitor('views', 'a', visitor('192.0.2.10'), NOW)
	await flushStatistics()
	expect(await db.select().from(blockStatistics)).toEqual([
		{ creativeId: 'a', day: '2026-11-22', views: 2, clicks: 0 },
	])
})

test('robots are not counted', async () => {
	countVisitor('views', 'a', visitor('192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)'), NOW)
	countVisitor('clicks', 'a', { address: '192.0.2.1', userAgent: null }, NOW)
	await flushStatistics()
	expect(await db.select().from(blockStatistics)).toEqual([])
})

describe('in the running product', () => {
	test('views and clicks are counted, written at shutdown, and shown to the owner', async () => {
		await clearGrid()
		const server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
		const owner = await makeUser()
		const image = { key: 'creatives/s.webp', kind: 'creative' as const, mime: 'image/webp', bytes: 1 }
		await write(tx =>
			tx.insert(files).values({ ...image, name: 'a.webp', accountId: owner.id, createdAt: NOW }),
		)
		const creative = { description: 'Watches', link: 'https://ashworth.example/', imageKey: image.key }
		const { creativeId } = await ownCells(owner.id, [310, 311], creative)
		const headers = { 'user-agent': BROWSER }
		const home = await (await fetch(server.url, { headers })).text()
		expect(home).toContain('ping="/clicks/310"')
		const visit = (userAgent: string, method = 'GET') =>
			fetch(`${server.url}/pixels/311`, { method, headers: { 'user-agent': userAgent } })
		expect((await visit(THIRD_BROWSER, 'HEAD')).status).toBe(200)
		for (let visits = 0; visits < 3; visits++) await visit(BROWSER)
		// Visitors served from the cache count too, robots do not.
		expect((await visit(OTHER_BROWSER)).headers.has('etag')).toBe(true)
		expect((await visit('Googlebot/2.1')).status).toBe(200)
		expect((await visit(THIRD_BROWSER, 'HEAD')).status).toBe(200)
		const click = (cell: number) =>
			fetch(`${server.url}/clicks/${cell}`, {
				method: 'POST',
				body: 'PING',
				headers: { ...headers, 'content-type': 'text/ping', origin: server.url },
			})
		expect((await click(310)).status).toBe(204)
		expect((await click(311)).status).toBe(204)
		expect((await click(4000)).status).toBe(204)
		const { name, value } = await sessionCookie(owner.id)
		await server.stop()
		const rows = await db
			.select({ views: blockStatistics.views, clicks: blockStatistics.clicks })
			.from(blockStatistics)
			.where(eq(blockStatistics.creativeId, creativeId ?? ''))
		expect(rows).toEqual([{ views: 2, clicks: 1 }])

		const again = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
		const cookie = { cookie: `${name}=${value}` }
		const page = await (await fetch(`${again.url}/user/profile?cell=310`, { headers: cookie })).text()
		const message = '2 visitors opened the page of this block, and 1 visitor followed its link'
		expect(page.replaceAll('<!-- -->', '')).toContain(message)
		// Exactly one day of the table and of the chart has a count, whichever day it is now.
		const [table = ''] = /<tbody><tr>.*?<\/tbody>/s.exec(page) ?? []
		const counts = [...table.matchAll(/<td class="num"[^>]*>(\d+)</g)].map(([, count]) => count)
		expect(counts.filter(count => count !== '0')).toEqual(['2', '1'])
		const bars = (page.match(/<g>.*?<\/g>/gs) ?? []).map(bar =>
			[...bar.matchAll(/ height="(\d+)"/g)].map(([, height]) => height),
		)
		expect(bars.filter(heights => heights.some(height => height !== '0'))).toEqual([['60', '30']])
		await again.stop()
	})
})

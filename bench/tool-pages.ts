/**
 * What the pages with a tool cost: `tsx bench/tool-pages.ts`. A line of 400 kbit/s and 400 ms, processor 4x slower,
 * first and second visit: script as it came over the line, time to text, time until scripts work, and what a tick
 * costs.
 */
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../tests/support/server'
import { machine } from './machine'

const LINE = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const SLOWER = 4
const VISITS = 3

type Row = { page: string; visit: string; scriptBytes: number; textMs: number; worksMs: number }

async function visit(context: BrowserContext, url: string): Promise<Omit<Row, 'page' | 'visit'>> {
	const tab = await context.newPage()
	const session = await context.newCDPSession(tab)
	await session.send('Network.enable')
	await session.send('Network.emulateNetworkConditions', LINE)
	await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
	const scripts = new Set<string>()
	let scriptBytes = 0
	session.on('Network.responseReceived', event => {
		if (event.type === 'Script' && !event.response.fromDiskCache) scripts.add(event.requestId)
	})
	session.on('Network.loadingFinished', event => {
		if (scripts.has(event.requestId)) scriptBytes += event.encodedDataLength
	})
	await tab.addInitScript(() => {
		Object.assign(window, { worksMs: Number.NaN })
		new MutationObserver((_, observer) => {
			if (!document.documentElement?.hasAttribute('data-enhanced')) return
			Object.assign(window, { worksMs: performance.now() })
			observer.disconnect()
		}).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-enhanced'] })
	})
	await tab.goto(url, { waitUntil: 'commit' })
	await tab.waitForFunction(() => (window as unknown as { worksMs: number }).worksMs > 0)
	await tab.waitForLoadState('networkidle')
	const times = await tab.evaluate(() => ({
		textMs: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
		worksMs: Math.round((window as unknown as { worksMs: number }).worksMs),
	}))
	await tab.close()
	return { scriptBytes, ...times }
}

/**
 * What a tick costs the processor from the press to the next painted frame, in ms at 4x slower: the first, the middle
 * and the slowest of twenty. Time of the thread, so that whatever else the machine does is not counted.
 */
async function ticks(context: BrowserContext, url: string) {
	const tab = await context.newPage()
	const session = await context.newCDPSession(tab)
	await session.send('Performance.enable', { timeDomain: 'threadTicks' })
	await tab.goto(url)
	await tab.waitForFunction(() => document.documentElement.hasAttribute('data-enhanced'))
	await tab.waitForLoadState('networkidle')
	const busy = async () => {
		const { metrics } = await session.send('Performance.getMetrics')
		return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
	}
	const costOf = async (index: number | null) => {
		const before = await busy()
		await tab.evaluate(
			cell =>
				new Promise<void>(painted => {
					if (cell !== null)
						document.querySelectorAll<HTMLElement>('[data-run="tiny"] > input[name="cell"]')[cell]?.click()
					requestAnimationFrame(() => {
						const { port1, port2 } = new MessageChannel()
						port1.onmessage = () => painted()
						port2.postMessage(null)
					})
				}),
			index,
		)
		return ((await busy()) - before) * SLOWER
	}
	// Asking the page costs something too.
	const asking: number[] = []
	for (let run = 0; run < 20; run++) asking.push(await costOf(null))
	const idle = asking.toSorted((a, b) => a - b)[10] ?? 0
	const costs: number[] = []
	for (let index = 0; index < 20; index++) costs.push((await costOf(index)) - idle)
	await tab.close()
	const sorted = costs.toSorted((a, b) => a - b)
	const [first, middle, slowest] = [costs[0], sorted[10], sorted.at(-1)].map(cost => Math.round(cost ?? 0))
	return { first, middle, slowest }
}

async function measure(browser: Browser, url: string, page: string, cookie: { name: string; value: string }) {
	const rows: Row[] = []
	for (let run = 0; run < VISITS; run++) {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
		await context.addCookies([{ ...cookie, url }])
		for (const name of ['first', 'second']) {
			rows.push({ page, visit: name, ...(await visit(context, url + page)) })
		}
		await context.close()
	}
	return ['first', 'second'].map(name => {
		const found = rows.filter(row => row.visit === name)
		const median = (key: 'scriptBytes' | 'textMs' | 'worksMs') =>
			found.map(row => row[key]).sort((a, b) => a - b)[VISITS >> 1] ?? 0
		return {
			page: page.replace(/[\w-]{30,}/, 'ORDER'),
			visit: name,
			scriptBytes: median('scriptBytes'),
			textMs: median('textMs'),
			worksMs: median('worksMs'),
		}
	})
}

const server = await startServer()
Object.assign(process.env, {
	NODE_ENV: 'test',
	DEMO: '1',
	DATA_DIR: server.dataDir,
	APP_URL: server.url,
	LOG_LEVEL: 'silent',
})
const { makeAdmin, makeOrder, makeUser, ownCells, sessionCookie } = await import('../tests/support/factories')
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
	console.log(machine())
	const buyer = await makeUser()
	const cookie = await sessionCookie(buyer.id)
	const { id } = await makeOrder(buyer.id, [112], { status: 'open' })
	const pages = ['/login', '/user/pixels/buy', '/user/profile', `/user/checkout/${id}/confirm`]
	const rows = []
	for (const page of pages) rows.push(...(await measure(browser, server.url, page, cookie)))
	console.table(rows)
	const keeper = await makeUser()
	await ownCells(
		keeper.id,
		Array.from({ length: 40 }, (_, index) => 111 + 40 * 12 + index + 1),
	)
	const admin = await makeAdmin()
	console.log('A tick at 4x slower, ms of the processor:')
	const costs = []
	for (const [page, account] of [
		['/user/pixels/buy', buyer],
		['/user/pixels/sell', keeper],
		['/user/profile', keeper],
		['/admin/profile', admin],
	] as const) {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
		await context.addCookies([{ ...(await sessionCookie(account.id)), url: server.url }])
		costs.push({ page, ...(await ticks(context, `${server.url}${page}`)) })
		await context.close()
	}
	console.table(costs)
} finally {
	await browser.close()
	const { closeDatabase } = await import('~/server/db.server')
	await closeDatabase()
	await server.stop()
}

/**
 * What each public page costs a visitor: `tsx bench/public-pages.ts`. Bytes of HTML (gzip) and script, hosts asked,
 * layout shift, and the time from the last byte of HTML to readable text on a line of 400 kbit/s and 400 ms (one round
 * trip: 400 ms).
 */
import { get } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../tests/support/server'

const PAGES = [
	'/',
	'/about',
	'/how-it-works',
	'/auctions',
	'/contact',
	'/policy-terms',
	'/login',
	'/register',
	'/forgot-password',
]
const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 400

type Row = {
	page: string
	htmlGzip: number
	scriptGzip: number
	foreignRequests: number
	layoutShift: number
	htmlEndMs: number
	readableAfterHtmlMs: number
}

function gzipBytes(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { 'accept-encoding': 'gzip' } }, response => {
			let bytes = 0
			response.on('data', (chunk: Buffer) => {
				bytes += chunk.length
			})
			response.on('end', () => resolve(bytes))
		}).on('error', reject)
	})
}

async function measure(browser: Browser, origin: string, page: string): Promise<Row> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
	const tab = await context.newPage()
	const session = await context.newCDPSession(tab)
	await session.send('Network.enable')
	await session.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: LATENCY_MS,
		downloadThroughput: BYTES_PER_SECOND,
		uploadThroughput: BYTES_PER_SECOND,
	})
	let foreignRequests = 0
	let scriptGzip = 0
	const scripts = new Set<string>()
	tab.on('request', request => {
		if (!request.url().startsWith(origin)) foreignRequests++
	})
	session.on('Network.responseReceived', event => {
		if (event.type === 'Script') scripts.add(event.requestId)
	})
	session.on('Network.loadingFinished', event => {
		if (scripts.has(event.requestId)) scriptGzip += event.encodedDataLength
	})
	await tab.addInitScript(() => {
		const shifts: number[] = []
		Object.assign(window, { shifts })
		new PerformanceObserver(list => {
			for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	await tab.goto(origin + page, { waitUntil: 'networkidle' })
	const timing = await tab.evaluate(() => {
		const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
		const paint = performance.getEntriesByName('first-contentful-paint')[0]
		const { shifts } = window as unknown as { shifts: number[] }
		return {
			htmlEnd: navigation?.responseEnd ?? Number.NaN,
			paint: paint?.startTime ?? Number.NaN,
			shift: shifts.reduce((sum, shift) => sum + shift, 0),
		}
	})
	await context.close()
	return {
		page,
		htmlGzip: await gzipBytes(origin + page),
		scriptGzip,
		foreignRequests,
		layoutShift: Number(timing.shift.toFixed(4)),
		htmlEndMs: Math.round(timing.htmlEnd),
		readableAfterHtmlMs: Math.round(timing.paint - timing.htmlEnd),
	}
}

const executablePath = await findChromium()
const server = await startServer()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
	],
})
try {
	const rows: Row[] = []
	for (const page of PAGES) rows.push(await measure(browser, server.url, page))
	console.table(rows)
} finally {
	await browser.close()
	await server.stop()
}

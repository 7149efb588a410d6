/**
 * The home page (issue "Foundation", section 7): bytes, requests per second beside a bare server, what a browser on a
 * slow line needs until the grid is complete, and whether the number of orders matters.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../tests/support/server'
import { bareRequestsPerSecond, fetchRaw, requestsPerSecond, runScript } from './machine'

const WARM_UP_SECONDS = 10
const SECONDS = 8
const LINE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const VIEWS = 5

type Case = { name: string; blocks: number; orders: number; slowLine: boolean }

const CASES: readonly Case[] = [
	{ name: 'empty grid, 10 orders', blocks: 0, orders: 10, slowLine: true },
	{ name: '300 blocks, 10 orders', blocks: 300, orders: 10, slowLine: true },
	{ name: 'empty grid, 100,000 orders', blocks: 0, orders: 100_000, slowLine: false },
]

export async function measureHome(): Promise<void> {
	const executablePath = await findChromium()
	const browser = await chromium.launch({
		...(executablePath ? { executablePath } : {}),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
	})
	try {
		const rows = []
		const views = []
		for (const one of CASES) {
			const { row, view } = await measureCase(one, browser)
			rows.push(row)
			// An empty grid is never complete: there is no composite image.
			const gridCompleteMs = view?.gridCompleteMs || '-'
			if (view) views.push({ case: one.name, ...view, gridCompleteMs })
		}
		console.log('\nHome page, server side')
		console.table(rows)
		console.log(
			`\nHome page in Chromium, 1440 x 900, 400 kbit/s and 400 ms, median of ${VIEWS} visits with an empty cache`,
		)
		console.table(views)
	} finally {
		await browser.close()
	}
}

async function measureCase({ name, blocks, orders, slowLine }: Case, browser: Browser) {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'market-bench-'))
	try {
		await runScript('seed.ts', [String(blocks), String(orders)], dataDir)
		const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
		try {
			const answer = await fetchRaw(`${server.url}/`)
			const html = gunzipSync(answer.body)
			const madeMs = await untilCompositeIsMade(server.url, html.toString())
			requestsPerSecond(`${server.url}/`, WARM_UP_SECONDS)
			const ours = requestsPerSecond(`${server.url}/`, SECONDS)
			const bare = await bareRequestsPerSecond(answer, SECONDS)
			const row = {
				case: name,
				rawBytes: html.length,
				gzipBytes: answer.body.length,
				requestsPerSecond: ours,
				bareRequestsPerSecond: bare,
				shareOfBare: `${((100 * ours) / bare).toFixed(1)} %`,
				compositeMadeInMs: madeMs,
			}
			return { row, view: slowLine ? await medianView(browser, server.url) : undefined }
		} finally {
			await server.stop()
		}
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
}

/** How long the first visitor after a change waits for the composite image that browsers ask for; null without one. */
async function untilCompositeIsMade(origin: string, html: string): Promise<number | null> {
	const address = /\/grid-picture\/\w+\/960\.avif/.exec(html)?.[0]
	if (!address) return null
	const from = performance.now()
	const { status } = await fetchRaw(origin + address)
	if (status !== 200) throw new Error(`The composite image answered ${status}`)
	return Math.round(performance.now() - from)
}

type View = { requests: number; bytes: number; firstPaintMs: number; lcpMs: number; gridCompleteMs: number }

async function medianView(browser: Browser, origin: string): Promise<View> {
	const views: View[] = []
	for (let visit = 0; visit < VIEWS; visit++) views.push(await viewOnce(browser, origin))
	const median = (key: keyof View) => views.map(view => view[key]).sort((a, b) => a - b)[VIEWS >> 1] ?? 0
	return {
		requests: median('requests'),
		bytes: median('bytes'),
		firstPaintMs: median('firstPaintMs'),
		lcpMs: median('lcpMs'),
		gridCompleteMs: median('gridCompleteMs'),
	}
}

async function viewOnce(browser: Browser, origin: string): Promise<View> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
	const page = await context.newPage()
	const session = await context.newCDPSession(page)
	await session.send('Network.enable')
	await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
	let requests = 0
	let bytes = 0
	session.on('Network.requestWillBeSent', () => {
		requests++
	})
	session.on('Network.loadingFinished', event => {
		bytes += event.encodedDataLength
	})
	await page.addInitScript({ path: 'bench/watch-grid.js' })
	await page.goto(`${origin}/`, { waitUntil: 'networkidle' })
	const times = await page.evaluate(() => {
		const { gridCompleteMs, lcpMs } = window as unknown as { gridCompleteMs: number; lcpMs: number }
		const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
		return {
			firstPaintMs: Math.round(paint),
			lcpMs: Math.round(lcpMs),
			gridCompleteMs: Math.round(gridCompleteMs),
		}
	})
	await context.close()
	return { requests, bytes, ...times }
}

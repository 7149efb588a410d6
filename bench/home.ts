/**
 * Measures the home page: `tsx bench/home.ts`, after a build. Needs wrk (Debian: apt install wrk) and Chromium. Prints
 * bytes, requests per second compared with a bare node:http server, and the time until the grid is complete in a
 * browser on a slow connection.
 */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../tests/support/server'
import { demoEnv, machine } from './machine'

const SECONDS = 8
const LINE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const VIEWS = 5

/** Fetches a page with gzip and returns its compressed body. */
function fetchRaw(url: string): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { 'accept-encoding': 'gzip' } }, response => {
			const parts: Buffer[] = []
			response.on('data', (part: Buffer) => parts.push(part))
			response.on('end', () => resolve(Buffer.concat(parts)))
			if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
		}).on('error', reject)
	})
}

/** Requests per second over 10 connections with gzip. */
async function requestsPerSecond(url: string): Promise<number> {
	const load = ['-t1', '-c10', `-d${SECONDS}s`, '-H', 'Accept-Encoding: gzip', url]
	const { stdout } = await promisify(execFile)('wrk', load)
	if (/Non-2xx/.test(stdout)) throw new Error(`${url} answered with errors:\n${stdout}`)
	return Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN))
}

/** Measures node:http alone with the same precompressed bytes. */
async function bareRequestsPerSecond(body: Buffer): Promise<number> {
	const headers = {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Encoding': 'gzip',
		'Content-Length': body.length,
	}
	const server = createServer((_request, response) => {
		response.writeHead(200, headers).end(body)
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	try {
		return await requestsPerSecond(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
	} finally {
		server.closeAllConnections()
		server.close()
	}
}

async function measure(blocks: number, browser: Browser) {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'market-bench-'))
	const seed = ['--import', 'tsx', 'scripts/fill-grid.ts', String(blocks)]
	execFileSync(process.execPath, seed, { env: demoEnv(dataDir) })
	const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
	try {
		const body = await fetchRaw(server.url)
		const html = gunzipSync(body).toString()
		// Renders the composite first, as only the first visitor after a change waits for it.
		const composite = /\/grid-picture\/\w+\/960\.avif/.exec(html)?.[0]
		if (composite) await fetchRaw(server.url + composite)
		await requestsPerSecond(server.url)
		const ours = await requestsPerSecond(server.url)
		const bare = await bareRequestsPerSecond(body)
		return {
			blocks,
			rawBytes: html.length,
			gzipBytes: body.length,
			requestsPerSecond: ours,
			bare,
			shareOfBare: `${((100 * ours) / bare).toFixed(1)} %`,
			...(await medianView(browser, server.url)),
		}
	} finally {
		await server.stop()
		await rm(dataDir, { recursive: true, force: true })
	}
}

type View = Awaited<ReturnType<typeof viewOnce>>

async function medianView(browser: Browser, origin: string): Promise<View> {
	const views: View[] = []
	for (let visit = 0; visit < VIEWS; visit++) views.push(await viewOnce(browser, origin))
	const median = (key: keyof View) => views.map(view => view[key]).sort((a, b) => a - b)[VIEWS >> 1] ?? 0
	return {
		requests: median('requests'),
		bytes: median('bytes'),
		firstPaintMs: median('firstPaintMs'),
		gridCompleteMs: median('gridCompleteMs'),
	}
}

/** One visit with an empty cache, 1440 x 900, at 400 kbit/s and 400 ms. */
async function viewOnce(browser: Browser, origin: string) {
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
	// tsx compiles named functions into calls of a helper that does not exist in the page.
	await page.addInitScript(`const __name = named => named; (${watchGrid})()`)
	await page.goto(`${origin}/`, { waitUntil: 'networkidle' })
	const times = await page.evaluate(() => ({
		firstPaintMs: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
		gridCompleteMs: Math.round(performance.getEntriesByName('grid-complete')[0]?.startTime ?? 0),
	}))
	await context.close()
	return { requests, bytes, ...times }
}

/* Runs in the page. The grid is complete when all cells are in the document and styled and the composite image, if
   any, is decoded. The time is that of the second frame afterwards, when it has been painted. */
function watchGrid(): void {
	const painted = () =>
		requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('grid-complete')))
	const look = () => {
		const cells = document.querySelectorAll('[data-cell]')
		const isStyled = cells[0] && getComputedStyle(cells[0]).backgroundColor !== 'rgba(0, 0, 0, 0)'
		const image = document.querySelector<HTMLImageElement>('img.pixel-picture')
		const isLoaded = !image || (image.complete && image.naturalWidth > 0)
		if (document.readyState === 'loading' || cells.length < 1151 || !isStyled || !isLoaded) {
			requestAnimationFrame(look)
		} else if (image) image.decode().then(painted, painted)
		else painted()
	}
	requestAnimationFrame(look)
}

console.log(machine())
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
	for (const blocks of [0, 300]) console.log(await measure(blocks, browser))
} finally {
	await browser.close()
}

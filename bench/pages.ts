/**
 * Measures pages with 10 orders and with many: `tsx bench/pages.ts [ORDERS]`, after a build, on Linux. Prints
 * milliseconds per page (the median of 31): CPU time of the server's main thread, which hardly depends on other load,
 * and the response time. At the end prints the memory of the servers.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../tests/support/server'
import { demoEnv, machine } from './machine'

const orders = Number(process.argv[2] ?? 20_000)
const ROUNDS = 31
const WARM_UP = 10

type Books = {
	cookies: { member: string; admin: string }
	checkoutId: string
	pendingId: string
	statementId: string
}
type Page = readonly [who: 'guest' | 'member' | 'admin', path: (books: Books) => string]

const PAGES: readonly Page[] = [
	['guest', () => '/login'],
	['member', () => '/user/dashboard'],
	['member', () => '/user/pixels/buy'],
	['member', () => '/user/history'],
	['member', books => `/user/history/${books.pendingId}`],
	['member', books => `/user/checkout/${books.checkoutId}/confirm`],
	['admin', () => '/admin/dashboard'],
	['admin', () => '/admin/transactions'],
	['admin', () => '/admin/transactions?q=zoe+hopper'],
	['admin', books => `/admin/transactions/${books.pendingId}`],
	['admin', () => '/admin/transactions?size=100'],
	['admin', () => '/admin/transactions?q=hopper&money=paid&sort=-amount&size=100'],
	['admin', () => '/admin/transactions?q=example&sort=-amount&size=100'],
	['admin', () => '/admin/transactions?sort=buyer&money=paid'],
	['admin', () => '/admin/transactions?money=nothing&sort=status'],
	['admin', () => '/admin/transactions?money=to-send-back'],
	['admin', () => '/admin/transactions?from=2026-01-01&to=2026-12-31&sort=-amount'],
	['admin', books => `/admin/transactions/${books.pendingId}?list=sort%3Dbuyer`],
	['admin', books => `/admin/transactions/${books.pendingId}?list=q%3Dexample%26sort%3D-amount`],
	['admin', () => '/admin/payments'],
	['admin', () => '/admin/statements'],
	['admin', books => `/admin/statements/${books.statementId}`],
	['admin', books => `/admin/statements/${books.statementId}/approve`],
	['admin', () => '/admin/history'],
	['admin', () => '/admin/history/sold'],
	['admin', () => '/admin/coupon'],
	['admin', () => '/admin/userManagement'],
	['admin', () => '/admin/audit'],
	['admin', () => '/admin/outbox'],
]

/** Starts the built product with a data set of this number of orders. */
async function openHouse(count: number) {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'market-bench-'))
	const seed = ['--import', 'tsx', 'bench/books.ts', String(count)]
	const books = JSON.parse(
		execFileSync(process.execPath, seed, { encoding: 'utf8', env: demoEnv(dataDir) }),
	) as Books
	const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
	/** CPU time of the main thread in ms since it started. */
	const computed = async () => {
		const schedule = await readFile(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8')
		return Number(schedule.split(' ')[0]) / 1e6
	}
	return {
		async open([who, getPath]: Page) {
			const address = getPath(books)
			const headers = who === 'guest' ? {} : { cookie: books.cookies[who] }
			const [before, begun] = [await computed(), performance.now()]
			const response = await fetch(server.url + address, { headers, redirect: 'manual' })
			await response.arrayBuffer()
			// A browser keeps the cookies it is given, so that the next page does not sign them again.
			const given = response.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0])
			if (who !== 'guest' && given.length > 0) books.cookies[who] += `; ${given.join('; ')}`
			if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
			return { took: performance.now() - begun, computing: (await computed()) - before }
		},
		async megabytes() {
			const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
			return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
		},
		async close() {
			await server.stop()
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}

type House = Awaited<ReturnType<typeof openHouse>>

/** Returns the median of each figure. Requests to the servers alternate, so that other load affects them equally. */
async function compare(page: Page, houses: readonly House[]) {
	const responses = houses.map(() => [] as { took: number; computing: number }[])
	for (let round = 0; round < WARM_UP + ROUNDS; round++) {
		for (const [place, house] of houses.entries()) {
			const response = await house.open(page)
			if (round >= WARM_UP) responses[place]?.push(response)
		}
	}
	return responses.map(all => {
		const median = (key: 'took' | 'computing') =>
			(all.map(item => item[key]).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN).toFixed(1)
		return `${median('computing')}, ${median('took')}`
	})
}

const NAMES: Books = {
	cookies: { member: '', admin: '' },
	checkoutId: ':id',
	pendingId: ':id',
	statementId: ':id',
}

console.log(machine())
const houses = [await openHouse(10), await openHouse(orders)]
try {
	const label = orders.toLocaleString('en-GB')
	console.log(`| page | 10 orders: computing, answer (ms) | ${label} orders |\n| --- | --- | --- |`)
	for (const page of PAGES) {
		console.log(`| ${page[1](NAMES)} | ${(await compare(page, houses)).join(' | ')} |`)
	}
	const memory = await Promise.all(houses.map(house => house.megabytes()))
	console.log(`memory of the servers: ${memory.join(' and ')} MB`)
} finally {
	await Promise.all(houses.map(house => house.close()))
}

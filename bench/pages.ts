/**
 * What every page of members and administrators costs with a few orders and with many: `tsx bench/pages.ts [ORDERS]
 * [MAILS] [DIR]`, after a build. DIR keeps the large books for another run, since it takes minutes to write them.
 * Milliseconds a page: what the server's main thread computes (on Linux), which hardly depends on what else the machine
 * does, and the quickest answer. The aim: at most 60 ms with 100,000 orders and 200,000 mails, or 1.5 times what it is
 * with 10.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startServer } from '../tests/support/server'
import { machine } from './machine'

const orders = Number(process.argv[2] ?? 100_000)
const mails = Number(process.argv[3] ?? 2 * orders)
const keptDir = process.argv[4]
const ROUNDS = 31
const WARM_UP = 5
const AIM_MS = 60
const AIM_TIMES = 1.5

type Books = {
	cookies: { member: string; admin: string }
	checkoutId: string
	invitationId: string
	saleId: string
	pendingId: string
	cell: number
}

/** Every page behind a sign-in, and the lists with what people ask them for. */
const PAGES: readonly [who: keyof Books['cookies'], path: (books: Books) => string][] = [
	['member', () => '/user/dashboard'],
	['member', () => '/user/history'],
	['member', books => `/user/history/${books.pendingId}`],
	['member', () => '/user/history/sold'],
	['member', books => `/user/history/sold/${books.saleId}`],
	['member', books => `/user/invitations/${books.invitationId}`],
	['member', () => '/user/profile'],
	['member', books => `/user/profile?cell=${books.cell}`],
	['member', () => '/user/pixels/buy'],
	['member', () => '/user/pixels/preview?cell=112'],
	['member', books => `/user/checkout/${books.checkoutId}`],
	['member', books => `/user/checkout/${books.checkoutId}/payment`],
	['member', books => `/user/checkout/${books.checkoutId}/confirm`],
	['member', books => `/user/checkout/${books.pendingId}/done`],
	['admin', () => '/admin/dashboard'],
	['admin', () => '/admin/setting'],
	['admin', () => '/admin/transactions'],
	['admin', () => '/admin/transactions?page=1000000'],
	['admin', () => '/admin/transactions?status=pending'],
	['admin', () => '/admin/transactions?status=rejected'],
	['admin', () => '/admin/transactions?status=rejected&page=1000000'],
	['admin', () => '/admin/transactions?q=example'],
	['admin', () => '/admin/transactions?q=example&page=1000000'],
	['admin', () => '/admin/transactions?q=example&status=pending'],
	['admin', () => '/admin/transactions?q=zoe+hopper'],
	['admin', () => '/admin/transactions?q=buyer7@example.com'],
	['admin', () => '/admin/transactions?q=FT+1000+0009'],
	['admin', () => '/admin/transactions?q=nobody+at+all'],
	['admin', () => '/admin/transactions?q=%E4%BC%9F'],
	['admin', () => '/admin/transactions?q=xy'],
	['admin', books => `/admin/transactions/${books.pendingId}`],
	['admin', books => `/admin/transactions/${books.pendingId}/reject`],
	['admin', () => '/admin/outbox'],
	['admin', () => '/admin/outbox?state=failed'],
	['admin', () => '/admin/outbox?state=sent'],
	['admin', () => `/admin/outbox?state=sent&page=${Math.floor(mails / 20)}`],
]

async function seedBooks(dataDir: string, orderCount: number, mailCount: number): Promise<Books> {
	const args = ['--import', 'tsx', 'bench/books.ts', String(orderCount), String(mailCount)]
	const env = {
		PATH: process.env['PATH'],
		NODE_ENV: 'production',
		DEMO: '1',
		DATA_DIR: dataDir,
		LOG_LEVEL: 'silent',
	}
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
	const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
	if (code !== 0) throw new Error(`bench/books.ts ended with ${code}`)
	return JSON.parse(printed) as Books
}

async function openHouse(orderCount: number, mailCount: number, kept?: string) {
	const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'market-bench-')))
	const note = path.join(dataDir, 'books.json')
	if (!existsSync(note))
		await writeFile(note, JSON.stringify(await seedBooks(dataDir, orderCount, mailCount)))
	const books = JSON.parse(await readFile(note, 'utf8')) as Books
	const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
	const open = async (who: keyof Books['cookies'], address: string) => {
		const headers = { cookie: books.cookies[who] }
		const begun = performance.now()
		const answer = await fetch(server.url + address, { headers, redirect: 'manual' })
		await answer.arrayBuffer()
		if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
		return performance.now() - begun
	}
	/** Milliseconds for which the server's main thread has computed so far. */
	const computed = async () => {
		const [nanoseconds] = (await readFile(`/proc/${server.pid}/schedstat`, 'utf8')).split(' ')
		return Number(nanoseconds) / 1e6
	}
	return {
		async measure(who: keyof Books['cookies'], pathOf: (books: Books) => string) {
			for (let round = 0; round < WARM_UP; round++) await open(who, pathOf(books))
			const before = await computed()
			let quickest = Number.POSITIVE_INFINITY
			for (let round = 0; round < ROUNDS; round++) {
				quickest = Math.min(quickest, await open(who, pathOf(books)))
			}
			return { computing: ((await computed()) - before) / ROUNDS, quickest }
		},
		async close() {
			await server.stop()
			if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
		},
	}
}

const PLACEHOLDERS = { checkoutId: ':id', invitationId: ':id', saleId: ':id', pendingId: ':id', cell: 112 }
const figures = ({ computing, quickest }: { computing: number; quickest: number }) =>
	`${computing.toFixed(1)}, ${quickest.toFixed(1)}`

console.log(machine())
const few = await openHouse(10, 20)
const many = await openHouse(orders, mails, keptDir)
try {
	const label = orders.toLocaleString('en-GB')
	console.log(`| page | 10 orders: computing, quickest | ${label} orders | times |\n|---|---|---|---|`)
	for (const [who, pathOf] of PAGES) {
		const [low, high] = [await few.measure(who, pathOf), await many.measure(who, pathOf)]
		const times = high.computing / low.computing
		const verdict = high.computing > AIM_MS && times > AIM_TIMES ? ' !' : ''
		const shown = pathOf({ cookies: { member: '', admin: '' }, ...PLACEHOLDERS })
		console.log(`| ${shown} | ${figures(low)} | ${figures(high)} | ${times.toFixed(2)}${verdict} |`)
	}
} finally {
	await Promise.all([few.close(), many.close()])
}

/**
 * How often the product asks a libSQL server for each step of a purchase and for pages: `npx tsx
 * bench/round-trips.ts`. Build first. Between product and server stands a proxy that counts, without what the workers
 * ask; others look at the grid every second, so the least of five is taken.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { apiClient, dataOf, purchaseForm } from '../tests/support/api-client'
import { startCountingProxy } from '../tests/support/counting-proxy'
import { startServer } from '../tests/support/server'
import { startSqld } from '../tests/support/sqld'
import { ADMIN, MEMBER } from './every-page'
import { nameOf, type PageOf, seedBooks } from './houses'

const PAGES = ['/', '/about', '/pixels/1', '/login']
const SIGNED_IN = ['/user/userdetail', '/user/dashboard', '/user/management', '/user/transaction']
const TIMES = 5
/* A page should ask no more often. */
const AIM = 3

const sqld = await startSqld()
const proxy = await startCountingProxy(sqld.url)
const dataDir = await mkdtemp(path.join(tmpdir(), 'market-trips-'))
const books = await seedBooks(dataDir, { orders: 10, mails: 20 }, { DATABASE_URL: sqld.url })
const server = await startServer({ dataDir, env: { DATABASE_URL: proxy.url } })
const counts: Record<string, number> = {}

const BEHIND_SIGN_IN: readonly PageOf[] = [
	...MEMBER.map((path): PageOf => ['member', path]),
	...ADMIN.map((path): PageOf => ['admin', path]),
]

async function open([who, pathOf]: PageOf): Promise<void> {
	const headers = who === 'guest' ? {} : { cookie: books.cookies[who] }
	const answer = await fetch(server.url + pathOf(books), { headers, redirect: 'manual' })
	await answer.arrayBuffer()
	if (answer.status !== 200) throw new Error(`${pathOf(books)} answered ${answer.status}`)
}

const purchaseOf = (cell: number, email: string) =>
	purchaseForm({ cells: [cell], email, paymentId: `TX-${cell}` })

/** Does something and notes the least number of round trips that it took so far. */
async function count<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = proxy.count()
	const result = await work()
	counts[name] = Math.min(counts[name] ?? Number.POSITIVE_INFINITY, proxy.count() - before)
	return result
}

try {
	const call = apiClient(server.url)
	const ok = async (...[what, sent]: Parameters<typeof call>) => {
		const answer = await call(what, sent)
		if (!answer.success) throw new Error(`${what}: ${answer.message}`)
		return answer
	}
	const admin = await ok('POST /user/login', {
		body: { email: 'admin@mcxi.example', password: 'demo-administrator' },
	})
	const account = { full_name: 'Ada Example', password: 'a long and winding road' }
	for (let time = 0; time < TIMES; time++) {
		const email = `ada${time}@example.test`
		await ok('POST /admin/users', { token: admin.token, body: { ...account, email } })
		const login = () => ok('POST /user/login', { body: { email, password: account.password } })
		const { token } = await count('POST /api/user/login', login)
		const hold = (cell: number) =>
			ok('POST /user/create-checkout-session', { token, body: { selectBlocks: [{ id: cell }] } })
		const pay = (cell: number) => ok('POST /user/pixels/buy', { token, body: purchaseOf(cell, email) })
		const first = 300 + 2 * time
		await count('a purchase in two calls: 1. open, and hold', () => hold(first))
		await count('a purchase in two calls: 2. receipt, and submit', () => pay(first))
		await count('a purchase in one call', () => pay(first + 1))
		const list = await count('GET /api/admin/submitedpayment', () =>
			ok('GET /admin/submitedpayment?status=pending', { token: admin.token }),
		)
		const [payment] = dataOf(list, z.array(z.looseObject({ id: z.string(), version: z.number() })))
		const body = { payment_id: payment?.id, version: payment?.version, status: 'approved' }
		await count('approve', () => ok('POST /admin/reject-payment', { token: admin.token, body }))
		for (const page of PAGES) {
			await count(`GET ${page}`, async () => (await fetch(server.url + page)).arrayBuffer())
		}
		for (const page of SIGNED_IN) await count(`GET /api${page}`, () => ok(`GET ${page}`, { token }))
		for (const page of BEHIND_SIGN_IN) await count(`GET ${nameOf(page)}`, () => open(page))
	}
	console.table(counts)
	const missed = BEHIND_SIGN_IN.map(nameOf).filter(name => (counts[`GET ${name}`] ?? 0) > AIM)
	console.log(
		`${missed.length} of ${BEHIND_SIGN_IN.length} pages behind a sign-in ask more than ${AIM} times`,
	)
} finally {
	await server.stop()
	proxy.stop()
	await sqld.stop()
	await rm(dataDir, { recursive: true, force: true })
}

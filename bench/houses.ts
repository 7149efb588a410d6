import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../tests/support/server'
import { printOf } from './machine'

const ROUNDS = 31
const WARM_UP = 5

/** What bench/books.ts prints: who may open the pages, and what they show. */
export type Books = {
	cookies: { member: string; admin: string }
	checkoutId: string
	invitationId: string
	saleId: string
	pendingId: string
	memberId: string
	couponId: string
	statementId: string
	cell: number
}

/** A page and who opens it. */
export type PageOf = readonly [who: keyof Books['cookies'] | 'guest', path: (books: Books) => string]

/** How much is in the books; what is left out follows from the orders. */
export type Size = { orders: number; mails: number; buyers?: number; audit?: number }

type House = Awaited<ReturnType<typeof openHouse>>

/** Milliseconds a page: what the server's main thread computes (the median), and the quickest and the median answer. */
export type Figures = { computing: number; quickest: number; median: number }

/**
 * What a page costs in each of the houses, which are asked in turn, so that what else the machine does hits them alike.
 */
export async function compare(page: PageOf, houses: readonly House[]): Promise<Figures[]> {
	const answers = houses.map(() => [] as Awaited<ReturnType<House['open']>>[])
	for (let round = 0; round < WARM_UP + ROUNDS; round++) {
		for (const [place, house] of houses.entries()) {
			const answer = await house.open(page)
			if (round >= WARM_UP) answers[place]?.push(answer)
		}
	}
	const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other)
	return answers.map(all => {
		const times = sorted(all.map(({ took }) => took))
		const computing = sorted(all.map(({ computing }) => computing))[ROUNDS >> 1] ?? 0
		return { computing, quickest: times[0] ?? 0, median: times[ROUNDS >> 1] ?? 0 }
	})
}

/** Fills a fresh database with books of a size; `env` says which, if it is not the file in `dataDir`. */
export async function seedBooks(
	dataDir: string,
	{ orders, mails, buyers, audit }: Size,
	env: Record<string, string> = {},
): Promise<Books> {
	const sizes = [
		orders,
		mails,
		...(buyers === undefined ? [] : [buyers]),
		...(audit === undefined ? [] : [audit]),
	]
	return JSON.parse(await printOf('books.ts', sizes.map(String), dataDir, env)) as Books
}

/**
 * Starts the built server on books of a size, kept in `dir` for another run if one is given. Open pages cost nothing
 * but themselves: what a page computes is read from the kernel (Linux), which hardly depends on what else runs.
 */
export async function openHouse(size: Size, dir?: string) {
	const dataDir = dir ?? (await mkdtemp(path.join(tmpdir(), 'market-bench-')))
	const note = path.join(dataDir, 'books.json')
	if (!existsSync(note)) await writeFile(note, JSON.stringify(await seedBooks(dataDir, size)))
	const books = JSON.parse(await readFile(note, 'utf8')) as Books
	const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } })
	const ofThread = async (thread: string | number) => {
		const schedule = `/proc/${server.pid}/task/${thread}/schedstat`
		const [nanoseconds] = (await readFile(schedule, 'utf8').catch(() => '0')).split(' ')
		return Number(nanoseconds) / 1e6
	}
	/** What the main thread and all threads of the server have computed so far, in ms. */
	const computed = async () => {
		const threads = await Promise.all((await readdir(`/proc/${server.pid}/task`)).map(ofThread))
		return { main: await ofThread(server.pid), all: threads.reduce((sum, ms) => sum + ms, 0) }
	}
	return {
		url: server.url,
		pid: server.pid,
		dataDir,
		books,
		computed,
		/** Asks for a page once: what that took of the clock, and of the server's main thread. */
		async open([who, pathOf]: PageOf) {
			const address = pathOf(books)
			const [before, begun] = [await ofThread(server.pid), performance.now()]
			const headers = who === 'guest' ? {} : { cookie: books.cookies[who] }
			const answer = await fetch(server.url + address, { headers, redirect: 'manual' })
			await answer.arrayBuffer()
			if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
			return { took: performance.now() - begun, computing: (await ofThread(server.pid)) - before }
		},
		async close() {
			await server.stop()
			if (dir === undefined) await rm(dataDir, { recursive: true, force: true })
		},
	}
}

const IDS = { checkoutId: ':id', invitationId: ':id', saleId: ':id', pendingId: ':id' }
const MORE = { memberId: ':id', couponId: ':id', statementId: ':id', cell: 112 }

/** The address of a page with names in place of ids. */
export function nameOf([, pathOf]: PageOf): string {
	return pathOf({ cookies: { member: '', admin: '' }, ...IDS, ...MORE })
}

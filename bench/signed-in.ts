/**
 * What every page of members and administrators costs beside /healthz, and every public page beside the home page, in
 * one run: `tsx bench/signed-in.ts [ORDERS] [ROUNDS]`, after a build. The cases are asked in turn, round after round,
 * eight requests at a time with gzip; what the server computed for them is read from the kernel (Linux), which hardly
 * depends on what else the machine does. The aims: 40 % of /healthz, 85 % of home.
 */
import { Agent, get } from 'node:http'
import { ADMIN, MEMBER, PUBLIC } from './every-page'
import { nameOf, openHouse, type PageOf } from './houses'
import { machine } from './machine'

const orders = Number(process.argv[2] ?? 1_000)
const rounds = Number(process.argv[3] ?? 8)
const BATCH = 24
const AT_ONCE = 8
const WARM_UP = 3
const AIMS = { '/healthz': 40, '/': 85 } as const

type Case = { page: PageOf; of: keyof typeof AIMS }

const CASES: readonly Case[] = [
	{ page: ['guest', () => '/healthz'], of: '/healthz' },
	...PUBLIC.map((path): Case => ({ page: ['guest', () => path], of: '/' })),
	...MEMBER.map((path): Case => ({ page: ['member', path], of: '/healthz' })),
	...ADMIN.map((path): Case => ({ page: ['admin', path], of: '/healthz' })),
]

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

function ask(url: string, cookie: string): Promise<number> {
	const headers = { 'accept-encoding': 'gzip', ...(cookie ? { cookie } : {}) }
	return new Promise((resolve, reject) => {
		get(url, { agent, headers }, response => {
			response.resume().on('end', () => resolve(response.statusCode ?? 0))
		}).on('error', reject)
	})
}

/** The cookies of a browser that has been there before. */
async function browserOf(url: string, session: string): Promise<string> {
	if (!session) return ''
	const { headers } = await fetch(url, { headers: { cookie: session }, redirect: 'manual' })
	const [known = ''] = headers.getSetCookie().filter(cookie => cookie.startsWith('known-browser='))
	return `${session}; ${known.split(';', 1)[0]}`
}

const median = (numbers: number[]) => numbers.sort((one, other) => one - other)[numbers.length >> 1] ?? 0

console.log(machine())
const house = await openHouse({ orders, mails: 2 * orders })
try {
	const costs = CASES.map(() => ({ main: [] as number[], all: [] as number[] }))
	const broken = new Set<number>()
	const cookies = {
		guest: '',
		member: await browserOf(`${house.url}/user/setting`, house.books.cookies.member),
		admin: await browserOf(`${house.url}/admin/setting`, house.books.cookies.admin),
	}
	for (let round = 0; round < WARM_UP + rounds; round++) {
		for (const [place, { page }] of CASES.entries()) {
			if (broken.has(place)) continue
			const url = house.url + page[1](house.books)
			const cookie = cookies[page[0]]
			const before = await house.computed()
			const statuses = await Promise.all(Array.from({ length: BATCH }, () => ask(url, cookie)))
			const after = await house.computed()
			if (statuses.some(status => status !== 200)) {
				broken.add(place)
				console.error(`${nameOf(page)} answered ${[...new Set(statuses)].join(', ')}`)
			}
			if (round < WARM_UP) continue
			costs[place]?.main.push((after.main - before.main) / BATCH)
			costs[place]?.all.push((after.all - before.all) / BATCH)
		}
	}
	const figures = CASES.map(({ page, of }, place) => {
		const { main = [], all = [] } = costs[place] ?? {}
		return { name: nameOf(page), of, main: median(main), all: median(all), isBroken: broken.has(place) }
	})
	const costOf = (name: string) => figures.find(figure => figure.name === name)?.main ?? Number.NaN
	console.log('| page | main thread, ms | all threads, ms | share of | % |\n|---|---|---|---|---|')
	for (const { name, of, main, all, isBroken } of figures) {
		if (isBroken) continue
		const share = (100 * costOf(of)) / main
		const verdict = share < AIMS[of] ? ' !' : ''
		console.log(
			`| ${name} | ${main.toFixed(2)} | ${all.toFixed(2)} | ${of} | ${share.toFixed(0)}${verdict} |`,
		)
	}
	const missed = figures.filter(({ of, main, isBroken }) => !isBroken && (100 * costOf(of)) / main < AIMS[of])
	console.log(`${missed.length} of ${figures.length} miss the aim`)
} finally {
	agent.destroy()
	await house.close()
}

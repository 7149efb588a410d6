/* Does the time of an answer tell whether an account exists? Log-in, forgotten password and registration, each for
   addresses that have an account and for some that have none, in turn, over HTTP. Prints medians, quartiles and how
   well a guesser would do who knows the best threshold (50 % is a coin). Usage: npx tsx bench/auth-timing.ts
   [rounds] */
import { randomUUID } from 'node:crypto'
import { startServer } from '../tests/support/server'

const ROUNDS = Number(process.argv[2] ?? 100)
const server = await startServer({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } })
Object.assign(process.env, {
	NODE_ENV: 'test',
	DEMO: '1',
	DATA_DIR: server.dataDir,
	APP_URL: server.url,
	LOG_LEVEL: 'silent',
})
const { makeUser } = await import('../tests/support/factories')
const { closeDatabase } = await import('~/server/db.server')

const names = { firstName: 'Ada', lastName: 'Example', terms: 'on' }
const flows: Record<string, (email: string) => Record<string, string>> = {
	'/login': email => ({ email, password: 'the wrong one' }),
	'/forgot-password': email => ({ email }),
	'/register': email => ({ ...names, email, password: 'correct horse', confirmPassword: 'correct horse' }),
}

async function time(path: string, fields: Record<string, string>): Promise<number> {
	const address = Array.from({ length: 4 }, () => Math.ceil(Math.random() * 250)).join('.')
	const before = performance.now()
	const answer = await fetch(server.url + path, {
		method: 'POST',
		body: new URLSearchParams(fields),
		headers: { origin: server.url, 'x-forwarded-for': address },
		redirect: 'manual',
	})
	await answer.text()
	const expected = path === '/login' ? 422 : 302
	if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}`)
	return performance.now() - before
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
const figures = (times: number[]) => {
	const sorted = times.toSorted((one, other) => one - other)
	return [0.25, 0.5, 0.75].map(share => at(sorted, share).toFixed(1)).join(' / ')
}

/** The share of right guesses with the best threshold between the two, in percent. */
function bestGuess(known: number[], unknown: number[]): string {
	const thresholds = [...known, ...unknown]
	const shares = thresholds.map(limit => {
		const right = known.filter(one => one > limit).length + unknown.filter(one => one <= limit).length
		return right / thresholds.length
	})
	return (100 * Math.max(...shares.map(share => Math.max(share, 1 - share)))).toFixed(0)
}

try {
	const members = await Promise.all(Array.from({ length: ROUNDS }, () => makeUser()))
	console.log(
		'| form | account exists: quartiles in ms | no account: quartiles in ms | best guess |\n|---|---|---|---|',
	)
	for (const [path, fields] of Object.entries(flows)) {
		const known: number[] = []
		const unknown: number[] = []
		for (const { email } of members) {
			known.push(await time(path, fields(email)))
			unknown.push(await time(path, fields(`${randomUUID()}@example.test`)))
		}
		console.log(
			`| ${path} | ${figures(known)} | ${figures(unknown)} | ${bestGuess(known.slice(5), unknown.slice(5))} % |`,
		)
	}
} finally {
	await closeDatabase()
	await server.stop()
}

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server'
import { makeRandom, shop } from '../support/shopping'

const place = mkdtempSync(path.join(tmpdir(), 'market-start-'))
const ends: (() => unknown)[] = [() => rmSync(place, { recursive: true, force: true })]

afterEach(async () => {
	for (const end of ends.splice(1)) await end()
})

async function serve(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
	const server = await startServer(options)
	ends.push(() => server.stop())
	return server
}

const getLines = (server: TestServer) =>
	server
		.output()
		.split('\n')
		.filter(Boolean)
		.map(line => JSON.parse(line) as Record<string, unknown>)

test('one log line reports version, database, files and mail, without passwords; a new directory is accessible to its owner only', async () => {
	const dataDir = path.join(place, 'new/data')
	const mail = {
		SMTP_URL: 'smtp://house:secret-word@127.0.0.1:2525',
		MAIL_FROM: 'House <house@mcxi.example>',
	}
	const server = await serve({ dataDir, env: mail })
	const started = getLines(server).filter(line => line['msg'] === 'started')
	expect(started).toMatchObject([
		{
			version: '1.0.0',
			database: `file:${dataDir}/market.db`,
			files: `directory ${dataDir}/files`,
			mail: 'SMTP server 127.0.0.1:2525',
		},
	])
	expect(server.output()).not.toContain('secret-word')
	expect(server.output()).not.toContain('[react-router-serve]')
	expect(openToOthers(path.join(place, 'new'))).toEqual([])
})

test('the start waits for the database, and logs the cause once', async () => {
	const late = path.join(place, 'late')
	const server = await serve({
		env: { DATABASE_URL: `file:${late}/market.db` },
		async meanwhile(output) {
			await expect.poll(output).toContain('does not answer')
			mkdirSync(late)
		},
	})
	const waiting = getLines(server).filter(line => String(line['msg']).includes('does not answer'))
	expect(waiting).toMatchObject([{ level: 40, msg: expect.stringContaining(`${late}/market.db`) }])
})

test('a signal ends the wait for the database', async () => {
	const starting = startServer({
		env: { DATABASE_URL: `file:${place}/never/market.db` },
		async meanwhile(output, pid) {
			await expect.poll(output).toContain('does not answer')
			process.kill(pid, 'SIGTERM')
		},
	})
	await expect(starting).rejects.toThrow('did not come up')
})

test('a database that never responds ends the start with an error without secrets', async () => {
	const script = `
		const { waitForDatabase } = await import('./app/server/db/database-wait.server.ts')
		const { checkDatabaseRead } = await import('./app/server/db/database-check.server.ts')
		await waitForDatabase(() => checkDatabaseRead(1_000), 2_500).catch(error => console.log(error.name + ': ' + error.message))
		process.exit(0)`
	const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
	const env = {
		PATH: process.env['PATH'],
		DEMO: '1',
		DATA_DIR: path.join(place, 'remote'),
		DATABASE_URL: 'http://127.0.0.1:9',
		DATABASE_AUTH_TOKEN: 'secret-token',
	} as unknown as NodeJS.ProcessEnv
	const { stdout } = await promisify(execFile)(process.execPath, args, { env })
	expect(stdout).toMatch(
		/StartError: The database \(libSQL server http:\/\/127\.0\.0\.1:9\) does not answer: .+ Gave up after 3 seconds\.$/m,
	)
	expect(stdout).toMatch(/ECONNREFUSED|bad port/)
	expect(stdout).not.toContain('secret')
})

test.each([
	['DATA_DIR', { DATA_DIR: '/dev/null' }],
	['APP_URL', { APP_URL: 'https://pixels.example' }],
	['SESSION_SECRET', { DEMO: undefined }],
	['TRUST_PROXY', { TRUST_PROXY: 'all' }],
])('invalid %s is one JSON line with a clear error and no stack', async (name, env) => {
	const message = await startServer({ env }).then(
		server => server.stop(),
		(error: Error) => error.message,
	)
	const printed = String(message).split('It printed:\n')[1] ?? ''
	expect(JSON.parse(printed)).toEqual({
		level: 60,
		time: expect.any(Number),
		msg: expect.stringContaining(`environment variable ${name}`),
	})
})

/** Lists paths in a directory, including itself, that others than the owner can access. */
function openToOthers(directory: string): string[] {
	const names = ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })]
	return names.filter(
		name => (statSync(path.join(directory, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
	)
}

test.each(['file:', 'file://localhost'])(
	'database (%s), receipts, emails and their folders are accessible to their owner only',
	async scheme => {
		const dataDir = process.env['DATA_DIR'] ?? ''
		chmodSync(dataDir, 0o755)
		mkdirSync(path.join(dataDir, 'files/receipts'), { recursive: true })
		chmodSync(path.join(dataDir, 'files/receipts'), 0o777)
		writeFileSync(path.join(dataDir, 'session-secret'), 'x'.repeat(64), { mode: 0o644 })
		for (const file of readdirSync(dataDir).filter(name => name.startsWith('market.db'))) {
			chmodSync(path.join(dataDir, file), 0o644)
		}
		const DATABASE_URL = `${scheme}${path.join(dataDir, 'market.db')}`
		const server = await serve({ dataDir, env: { DATABASE_URL } })
		await shop({ url: server.url, count: 2, chance: makeRandom(7) })
		await expect.poll(() => readdirSync(path.join(dataDir, 'mail')).length).toBeGreaterThan(1)
		expect(readdirSync(path.join(dataDir, 'files/receipts')).length).toBeGreaterThan(1)
		expect(openToOthers(dataDir)).toEqual([])
	},
)

test.each(['abc', '0', '70000'])('npm start with PORT=%s names the variable in its error', async PORT => {
	const start = promisify(execFile)(process.execPath, ['scripts/start.mjs'], {
		env: { ...process.env, PORT },
	})
	await expect(start).rejects.toMatchObject({
		code: 1,
		stderr: `The environment variable PORT is wrong: it must be a number from 1 to 65535, and is "${PORT}".\n`,
	})
})

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, expect, test } from 'vitest'
import { apiClient } from '../support/api-client'
import { ask, backUp, readContent, run, target } from '../support/backups'
import { copyTemplate, endServer, getDatabase } from '../support/database'
import { SMALL_PDF } from '../support/images'
import { startServer } from '../support/server'

/* An upgrade and its reversal as docs/operations/upgrade.md describes them, on a file and on a libSQL server. */

const isServer = process.env['TEST_DATABASE'] === 'sqld'
const place = mkdtempSync(path.join(tmpdir(), 'market-upgrade-'))
const used: string[] = []

afterAll(async () => {
	for (const dataDir of used) await endServer(dataDir)
	rmSync(place, { recursive: true, force: true })
})

/** Creates a data directory. @returns it and the URL of its database. */
async function newPlace(name: string) {
	const dataDir = path.join(place, name)
	mkdirSync(dataDir)
	used.push(dataDir)
	const DATABASE_URL = await getDatabase(dataDir)
	return { dataDir, env: { DATABASE_URL }, client: () => createClient({ url: DATABASE_URL }) }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The data of version 0.1.0: its database after some purchases, with their receipts. */
async function firstVersion(name: string) {
	const made = await newPlace(name)
	const client = made.client()
	await client.executeMultiple(readFileSync('tests/support/version-0.1.0.sql', 'utf8'))
	const { rows } = await client.execute('select key from files')
	client.close()
	mkdirSync(path.join(made.dataDir, 'files/receipts'), { recursive: true })
	for (const { key } of rows) writeFileSync(path.join(made.dataDir, 'files', String(key)), SMALL_PDF)
	return made
}

/** Returns the output of a failed start, and its duration in ms. */
async function failedStart({ dataDir, env }: Awaited<ReturnType<typeof newPlace>>) {
	const begin = performance.now()
	const printed = await startServer({ dataDir, env }).then(
		async server => {
			await server.stop()
			return ''
		},
		(error: Error) => error.message.split('It printed:\n')[1] ?? '',
	)
	const lines = printed.trim().split('\n')
	return {
		message: String(JSON.parse(lines.at(-1) || '{}').msg),
		ms: performance.now() - begin,
		lines: lines.length,
	}
}

test('version 0.1.0 is backed up, upgraded, used, and restored from its backup', async () => {
	const { dataDir, env } = await firstVersion('first')
	const before = await readContent(env.DATABASE_URL)
	const backup = await backUp(dataDir, target, env)
	const server = await startServer({ dataDir, env })
	const call = apiClient(server.url)
	const login = { email: 'ada@example.com', password: 'correct horse battery' }
	const { token } = await call('POST /user/login', { body: login })
	expect((await call('GET /user/ownpixel', { token })).data).toMatchObject({ medium: 1, tiny: 0 })
	const home = await (await fetch(server.url)).text()
	expect(home.includes('data-cell="1" data-state="invited"')).toBe(true)
	await server.stop()
	// Queries a copy of the file, because the driver would keep the file open.
	const copy = path.join(place, 'copy.db')
	if (!isServer) copyFileSync(path.join(dataDir, 'market.db'), copy)
	const asked = isServer ? env.DATABASE_URL : `file:${copy}`
	const updated = await ask(asked, 'select version from migrations where version is not null')
	expect(new Set(updated.map(row => row['version']))).toEqual(new Set([version]))

	// A libSQL server is restored into an empty one, a file in place.
	const back = isServer ? await newPlace('back') : { dataDir, env }
	const restored = await run('restore', [backup, back.dataDir, '--replace'], back.env)
	expect([restored.code, restored.error]).toEqual([0, ''])
	expect(await readContent(back.env.DATABASE_URL)).toEqual(before)
	const receipts = await ask(back.env.DATABASE_URL, 'select key from files')
	expect(receipts).toHaveLength(3)
	for (const { key } of receipts)
		expect(readFileSync(path.join(back.dataDir, 'files', String(key)))).toEqual(SMALL_PDF)
})

test.each([
	[
		'a newer version',
		'7.8.9',
		/updated by version 7\.8\.9 .*version 1\.\d+\.\d+, .*restore the backup.*upgrade\.md/,
	],
	['a newer build of this version', version, /updated by a newer build .*Start the newer build, or restore/],
])('a database updated by %s is rejected before any write', async (_, newer, words) => {
	const made = await newPlace(`newer-${newer}`)
	if (isServer) await (await startServer(made)).stop()
	else copyTemplate(made.dataDir)
	const file = path.join(made.dataDir, 'market.db')
	const client = made.client()
	await client.execute(`insert into migrations values (99999999999999, 'hash', '${newer}')`)
	if (!isServer) await client.execute('pragma journal_mode = delete')
	client.close()
	const readState = () => (isServer ? readContent(made.env.DATABASE_URL) : readFileSync(file))
	const before = await readState()
	const { message, lines } = await failedStart(made)
	expect(message).toMatch(words)
	expect(lines).toBe(1)
	expect(await readState()).toEqual(before)
})

test.skipIf(isServer)(
	'a file that is not a database, and a torn one, end the start immediately',
	async () => {
		const damaged = await newPlace('damaged')
		writeFileSync(path.join(damaged.dataDir, 'market.db'), 'this is no database. '.repeat(500))
		const first = await failedStart(damaged)
		expect(first.message).toMatch(
			/^The database \(\S+market\.db\) is damaged: SQLITE_NOTADB: [^.]*\. Restore a backup \(\S+\)\.$/,
		)
		// The start waits a minute for a database that does not respond.
		expect(first.ms).toBeLessThan(60_000)
		expect(first.lines).toBe(1)

		const torn = await firstVersion('torn')
		const file = path.join(torn.dataDir, 'market.db')
		const bytes = readFileSync(file)
		// Truncates after the first page, which has the header and the list of tables.
		writeFileSync(file, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]))
		expect((await failedStart(torn)).message).toMatch(/is damaged: .*Restore a backup/)
	},
)

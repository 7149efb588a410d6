import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, expect, test } from 'vitest'
import { ask, backUp, run, target } from '../support/backups'
import { startServer } from '../support/server'

/* An update and the way back, as docs/operations/upgrade.md describes them. These tests are about a database file. */

const place = mkdtempSync(path.join(tmpdir(), 'market-upgrade-'))
const database = (dataDir: string) => path.join(dataDir, 'market.db')
const onFile = (dataDir: string) => ({ DATABASE_URL: `file:${database(dataDir)}` })

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A data directory as the first version left it: its migrations, an account and an uploaded file. */
async function firstVersion(name: string): Promise<string> {
	const dataDir = path.join(place, name)
	mkdirSync(path.join(dataDir, 'files/receipts'), { recursive: true })
	writeFileSync(path.join(dataDir, 'files/receipts/a'), 'a')
	const client = createClient({ url: `file:${database(dataDir)}` })
	await client.execute('create table migrations (folder_millis integer primary key, hash text not null)')
	for (const migration of readMigrationFiles({ migrationsFolder: 'drizzle' }).slice(0, 8)) {
		for (const statement of migration.sql) if (statement.trim()) await client.execute(statement)
		await client.execute(`insert into migrations values (${migration.folderMillis}, '${migration.hash}')`)
	}
	await client.batch([
		`insert into accounts (id, email, full_name, role, created_at) values ('ada', 'ada@example.com', 'Ada', 'user', 1)`,
		`insert into files (key, kind, mime, bytes, name, account_id, created_at) values ('receipts/a', 'receipt', 'image/png', 1, 'a.png', 'ada', 1)`,
	])
	client.close()
	return dataDir
}

/** What a start printed that did not come up, and how long it took in ms. */
async function failedStart(dataDir: string): Promise<{ message: string; ms: number; lines: number }> {
	const begin = performance.now()
	const printed = await startServer({ dataDir, env: onFile(dataDir) }).then(
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

test('the first version is backed up, updated, and restored from its backup', async () => {
	const dataDir = await firstVersion('first')
	const backup = await backUp(dataDir)
	const server = await startServer({ dataDir, env: onFile(dataDir) })
	expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ok' })
	await server.stop()
	// A copy, because this process would keep the file open.
	const copy = path.join(place, 'updated.db')
	copyFileSync(database(dataDir), copy)
	const applied = await ask(copy, 'select version from migrations where version is not null')
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
	expect(new Set(applied.map(row => row['version']))).toEqual(new Set([version]))
	expect(await ask(copy, `select full_name from accounts where id = 'ada'`)).toHaveLength(1)

	const restored = await run('restore', [backup, dataDir, '--replace'])
	expect([restored.code, restored.error]).toEqual([0, ''])
	expect(await ask(database(dataDir), 'select count(*) as n from migrations')).toMatchObject([{ n: 8 }])
	expect(readFileSync(path.join(dataDir, 'files/receipts/a'), 'utf8')).toBe('a')
	rmSync(target, { recursive: true })
})

test('a database that a newer version has updated is refused before anything is written', async () => {
	const dataDir = path.join(place, 'newer')
	const server = await startServer({ dataDir, env: onFile(dataDir) })
	await server.stop()
	const client = createClient({ url: `file:${database(dataDir)}` })
	await client.execute(`insert into migrations values (99999999999999, 'hash', '7.8.9')`)
	await client.execute('pragma journal_mode = delete')
	client.close()
	const before = readFileSync(database(dataDir))
	const { message, lines } = await failedStart(dataDir)
	expect(message).toMatch(/version 7\.8\.9 .*version 1\.\d+\.\d+, .*restore the backup.*upgrade\.md/)
	expect(lines).toBe(1)
	expect(readFileSync(database(dataDir)).equals(before)).toBe(true)
})

test('a database that is no database, and a torn one, end the start at once', async () => {
	const dataDir = path.join(place, 'damaged')
	mkdirSync(dataDir)
	writeFileSync(database(dataDir), 'this is no database. '.repeat(500))
	const first = await failedStart(dataDir)
	expect(first.message).toMatch(/market\.db\) is damaged: .*Restore a backup/)
	expect(first.ms).toBeLessThan(30_000)
	expect(first.lines).toBe(1)

	const whole = await firstVersion('torn')
	const bytes = readFileSync(database(whole))
	// Everything behind the first page, which has the header and the list of tables.
	writeFileSync(
		database(whole),
		Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]),
	)
	const torn = await failedStart(whole)
	expect(torn.message).toMatch(/is damaged: .*Restore a backup/)
})

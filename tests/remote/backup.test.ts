import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { ask, backUp, place, readContent, run, target } from '../support/backups'
import { makeUser } from '../support/factories'
import { SMALL_PDF } from '../support/images'
import { startServer, type TestServer } from '../support/server'
import { makeRandom, shop } from '../support/shopping'
import { type Sqld, startSqld } from '../support/sqld'

/* Backup and restore of a product on a libSQL server, as docs/operations/backup.md describes them. */

const dataDir = process.env['DATA_DIR'] ?? ''
const DATABASE_URL = process.env['DATABASE_URL'] ?? ''
let server: TestServer
let fresh: Sqld

beforeAll(async () => {
	;[server, fresh] = await Promise.all([startServer({ dataDir }), startSqld()])
})

afterAll(async () => {
	await server.stop()
	await fresh.stop()
	rmSync(place, { recursive: true, force: true })
})

const own = { DATABASE_URL }

test('a backup made during purchases restores to an empty server on which the product starts', async () => {
	const ada = await makeUser({ fullName: 'Ada Unmistakable' })
	await storage.put('receipts/one.pdf', new Uint8Array(SMALL_PDF))
	const row = { kind: 'receipt', mime: 'application/pdf', bytes: SMALL_PDF.length, name: 'one.pdf' } as const
	await write(tx => tx.insert(files).values({ ...row, key: 'receipts/one.pdf', createdAt: 1 }))
	// More rows than one batch, with gaps in their numbers.
	await write(async tx => {
		await tx.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
			insert into throttles (key, count, window_ends_at) select 'row-' || i, i, 9999999999999 from n`)
		await tx.run(sql`delete from throttles where count % 7 = 0 and key like 'row-%'`)
	})
	let isShopping = true
	const shopping = shop({
		url: server.url,
		count: 6,
		chance: makeRandom(5),
		onBought: () => undefined,
	}).finally(() => {
		isShopping = false
	})
	const during = await backUp(dataDir, target, own)
	expect(isShopping, 'the backup was made under purchases').toBe(true)
	await shopping
	expect(await ask(`file:${during}/market.db`, 'pragma integrity_check')).toMatchObject([
		{ integrity_check: 'ok' },
	])

	await server.stop()
	const backup = await backUp(dataDir, target, own)
	const before = await readContent(DATABASE_URL)
	const into = path.join(place, 'restored')
	mkdirSync(into)
	const restored = await run('restore', [backup, into], { DATABASE_URL: fresh.url })
	expect([restored.code, restored.error]).toEqual([0, ''])
	expect(await readContent(fresh.url)).toEqual(before)

	server = await startServer({ dataDir: into, env: { DATABASE_URL: fresh.url } })
	const client = createClient({ url: fresh.url })
	const found = await client.execute(
		`select account_id from account_search where account_search match '"unmistakable"'`,
	)
	expect(found.rows).toMatchObject([{ account_id: ada.id }])
	const renamed = { sql: `update accounts set full_name = 'Bea Renamed' where id = ?`, args: [ada.id] }
	await client.execute(renamed)
	const again = await client.execute(
		`select account_id from account_search where account_search match '"renamed"'`,
	)
	expect(again.rows).toMatchObject([{ account_id: ada.id }])
	expect(await db.all(sql`pragma foreign_key_check`)).toEqual([])
	client.close()
})

test('a restore to a server with tables is refused', async () => {
	const backup = await backUp(dataDir, target, own)
	const into = path.join(place, 'refused')
	const { code, error } = await run('restore', [backup, into], { DATABASE_URL })
	expect([code, error]).toEqual([1, expect.stringContaining('has tables')])
})

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { newFileKey, storage } from '~/server/files/storage.server'
import { ask, backUp, expectWhole, place, run, target } from '../support/backups'
import { makeUser, sessionCookie } from '../support/factories'
import { SMALL_PDF } from '../support/images'
import { startServer, type TestServer } from '../support/server'
import { type Bought, makeRandom, shop } from '../support/shopping'

/* Backups of a running product. */

const dataDir = process.env['DATA_DIR'] ?? ''
let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir })
})

afterAll(async () => {
	await server.stop()
	rmSync(place, { recursive: true, force: true })
})

test('a backup during purchases contains every confirmed order with its receipt', async () => {
	const answered: Bought[] = []
	let began: () => void = () => undefined
	const underway = new Promise<void>(resolve => {
		began = resolve
	})
	const chance = makeRandom(3)
	const shoppers = Array.from({ length: 4 }, () =>
		shop({
			url: server.url,
			count: 6,
			chance,
			onBought(order) {
				answered.push(order)
				if (answered.length === 6) began()
			},
		}),
	)
	await underway
	let before = [...answered]
	let backup = await backUp(dataDir)
	let during = answered.length - before.length
	while (during === 0 && answered.length < 4 * 6) {
		before = [...answered]
		backup = await backUp(dataDir)
		during = answered.length - before.length
	}
	await Promise.all(shoppers)
	expect(during, 'purchases went on meanwhile').toBeGreaterThan(0)

	const restored = path.join(place, 'restored')
	const { code, out } = await run('restore', [backup, restored])
	expect([code, out]).toEqual([0, expect.stringContaining(restored)])
	await expectWhole(restored)
	for (const { orderId, accountId, cells } of before) {
		const database = `file:${restored}/market.db`
		const [order] = await ask(database, 'select * from orders where id = ?', [orderId])
		expect(order).toMatchObject({ account_id: accountId, status: 'pending' })
		const held = await ask(database, 'select cell from cell_holders where order_id = ?', [orderId])
		expect(held.map(row => row['cell']).sort()).toEqual([...cells].sort())
		const receipt = readFileSync(path.join(restored, 'files', String(order?.['payment_receipt_key'])))
		expect(receipt.equals(Buffer.from(SMALL_PDF))).toBe(true)
	}

	const first = before[0]
	if (!first) throw new Error('Nothing was bought')
	const again = await startServer({ dataDir: restored })
	try {
		expect(again.output()).not.toContain('migrations applied')
		const { rows } = await search(restored, first.orderId)
		expect(rows).toBe(1)
		expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
	} finally {
		await again.stop()
	}
	const modes = readdirSync(restored, { recursive: true, encoding: 'utf8' }).map(
		name => statSync(path.join(restored, name)).mode & 0o077,
	)
	expect(new Set(modes)).toEqual(new Set([0]))
})

/**
 * Counts the orders that the administrators' search finds by id: its index refers to row numbers, which a copy may
 * change.
 */
async function search(directory: string, orderId: string): Promise<{ rows: number }> {
	const rows = await ask(
		`file:${directory}/market.db`,
		'select orders.id from order_search join orders on orders.id = order_search.order_id where order_search match ?',
		[`"${orderId}"`],
	)
	return { rows: rows.length }
}

test('a session from before the backup is valid after the restore', async () => {
	const user = await makeUser()
	const { name, value } = await sessionCookie(user.id)
	const restored = path.join(place, 'signed-in')
	await run('restore', [await backUp(dataDir), restored])
	const again = await startServer({ dataDir: restored })
	try {
		const headers = { cookie: `${name}=${value}` }
		const page = await fetch(`${again.url}/user/dashboard`, { headers, redirect: 'manual' })
		expect(page.status).toBe(200)
	} finally {
		await again.stop()
	}
})

test('nightly backups have dated names, are complete, and do not contain each other', async () => {
	const own = path.join(dataDir, 'backups')
	writeFileSync(path.join(dataDir, 'half.tmp'), 'x')
	writeFileSync(path.join(dataDir, 'files/receipts/half.pdf.0a1b.tmp'), 'x')
	const nights = []
	for (let night = 0; night < 3; night++) {
		const { code, out } = await run('backup', [], { DATA_DIR: dataDir })
		expect(code).toBe(0)
		nights.push(out)
	}
	expect(new Set(nights).size).toBe(3)
	expect(readdirSync(own).sort()).toEqual(nights.map(night => path.basename(night)))
	for (const night of nights) {
		expect(path.basename(night)).toMatch(/^market-\d{4}-\d\d-\d\dT[\d-]+Z$/)
		const names = readdirSync(night, { recursive: true, encoding: 'utf8' })
		expect(names).toContain('manifest.json')
		expect(names.filter(name => /tmp|backups|-wal|-shm/.test(name))).toEqual([])
		expect(names.filter(name => name.startsWith('mail/')).length).toBeGreaterThan(0)
	}
	rmSync(own, { recursive: true })
})

test('a file deleted during the backup is saved either with its row or not at all', async () => {
	const keys: string[] = []
	for (let number = 0; number < 400; number++) {
		const key = newFileKey('creatives', 'webp')
		await storage.put(key, new Uint8Array(2_000))
		await write(tx =>
			tx
				.insert(files)
				.values({ key, kind: 'creative', mime: 'image/webp', bytes: 2_000, name: 'a', createdAt: 1 }),
		)
		keys.push(key)
	}
	let deleted = 0
	let isRunning = true
	const deleting = (async () => {
		for (const key of keys.reverse()) {
			if (!isRunning) return
			await write(tx => tx.delete(files).where(eq(files.key, key)))
			await storage.delete(key)
			deleted++
		}
	})()
	const backup = await backUp(dataDir)
	isRunning = false
	await deleting
	expect(deleted).toBeGreaterThan(0)
	const manifest = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'))
	expect(manifest.missing).toEqual([])
	await expectWhole(backup)
})

test('files already missing from the store are reported, and the rest is saved', async () => {
	const key = newFileKey('receipts', 'pdf')
	const row = {
		key,
		kind: 'receipt',
		mime: 'application/pdf',
		bytes: 9,
		name: 'lost.pdf',
		createdAt: 1,
	} as const
	await write(tx => tx.insert(files).values(row))
	const { code, out, error } = await run('backup', [dataDir, target])
	await write(tx => tx.delete(files).where(eq(files.key, key)))
	expect([code, error]).toEqual([2, expect.stringContaining(key)])
	const { code: restoring, out: output } = await run('restore', [out, path.join(place, 'lost')])
	expect([restoring, output]).toEqual([0, expect.stringContaining(key)])
})

test('backup and restore honour DATABASE_URL and STORAGE_URL', async () => {
	const apart = { DATABASE_URL: `file:${place}/apart/db/own.db`, STORAGE_URL: `${place}/apart/uploads` }
	const { code } = await run('restore', [await backUp(dataDir), path.join(place, 'apart/data')], apart)
	expect(code).toBe(0)
	const names = (directory: string) => readdirSync(path.join(place, 'apart', directory)).sort()
	expect([names('db'), names('uploads'), names('data')]).toEqual([
		['own.db'],
		expect.arrayContaining(['receipts']),
		['last-backup', 'mail', 'session-secret'],
	])
	const again = await run('backup', [path.join(place, 'apart/data'), target], apart)
	await expectWhole(again.out)
})

test.each(['backup', 'restore'] as const)('%s --help prints its usage', async script => {
	const { code, out } = await run(script, ['--help'])
	expect([code, out]).toEqual([0, expect.stringContaining('DATA_DIR')])
})

test('a backup of an empty directory fails', async () => {
	const { code, error } = await run('backup', [path.join(place, 'nothing'), target])
	expect([code, error]).toEqual([1, expect.stringMatching(/^The backup failed: .*DATA_DIR is wrong/)])
	expect(readdirSync(target).filter(name => name.endsWith('.tmp'))).toEqual([])
})

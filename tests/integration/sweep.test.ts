import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isReferenced } from '~/domain/files/commands.server'
import { sweepFiles } from '~/domain/files/sweep.server'
import { db, write } from '~/server/db/db.server'
import { files, leases } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { explainQuery } from '../support/database'
import { makeOrder, makeUser } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

const DAY = 24 * 60 * 60 * 1000
const forever = new AbortController().signal
const servers: TestServer[] = []

beforeEach(async () => {
	await write(async tx => {
		await tx.delete(files).where(like(files.key, 'receipts/abandoned-%'))
		await tx.delete(leases)
	})
})
afterEach(async () => {
	for (const server of servers.splice(0)) await server.stop()
})

/** Creates rows of receipts uploaded two days ago. @returns their keys. */
async function uploadedLongAgo(count: number, name: string): Promise<string[]> {
	const createdAt = Date.now() - 2 * DAY
	const keys = Array.from({ length: count }, () => `receipts/${name}-${randomUUID()}.pdf`)
	await write(tx =>
		tx.run(sql`
			insert into files (key, kind, mime, bytes, name, created_at)
			select value, 'receipt', 'application/pdf', 1, 'receipt.pdf', ${createdAt}
			from json_each(${JSON.stringify(keys)})
		`),
	)
	return keys
}

test('references to a file are read through four indexes', async () => {
	const query = db
		.select({ key: files.key })
		.from(files)
		.where(and(eq(files.key, 'a'), isReferenced))
	const plan = await explainQuery(query.toSQL())
	expect(plan.filter(step => step.startsWith('SCAN'))).toEqual([])
	for (const index of [
		'creatives_image',
		'orders_payment_receipt',
		'orders_swift_receipt',
		'accounts_profile_image',
	])
		expect(plan.join('; ')).toContain(index)
})

const abandoned = () => db.$count(files, like(files.key, 'receipts/abandoned-%'))

test('every page of the rows and of the store is swept, and files of orders are kept', async () => {
	const owner = await makeUser()
	const [named = ''] = await uploadedLongAgo(1, 'named')
	await makeOrder(owner.id, [950], { paymentReceiptKey: named })
	await uploadedLongAgo(1_200, 'abandoned')
	const stray = Array.from({ length: 700 }, (_, index) => `receipts/stray-${index}.pdf`)
	for (const key of stray) {
		await storage.put(key, new Uint8Array([1]))
		await utimes(path.join(env.storageUrl, key), new Date(0), new Date(0))
	}
	await sweepFiles(Date.now(), forever)
	expect(await abandoned()).toBe(0)
	expect(await db.$count(files, like(files.key, 'receipts/named-%'))).toBe(1)
	for (const key of stray) expect(await storage.get(key)).toBeUndefined()
})

test('an aborted sweep stops after its batch', async () => {
	await uploadedLongAgo(1_200, 'abandoned')
	const stopping = new AbortController()
	const sweep = sweepFiles(Date.now(), stopping.signal)
	stopping.abort()
	await sweep
	expect(await abandoned()).toBeGreaterThan(0)
})

test('during a sweep the product responds, handles SIGTERM, and sweeps the rest at the next start', async () => {
	// Enough for seconds of work, so that the signal interrupts it on a busy machine too.
	await uploadedLongAgo(40_000, 'abandoned')
	const dataDir = process.env['DATA_DIR'] ?? ''
	const first = await startServer({ dataDir })
	expect(first.output()).not.toContain('abandoned uploads removed')
	expect(await first.stop()).toBe(0)
	const left = await abandoned()
	expect(left).toBeGreaterThan(0)

	// Two thousand of them, four of its batches, are enough for the next start.
	await write(tx =>
		tx.run(sql`delete from files where key > (
			select key from files where key like 'receipts/abandoned-%' order by key limit 1 offset 1999
		) and key like 'receipts/abandoned-%'`),
	)
	servers.push(await startServer({ dataDir }))
	await expect.poll(abandoned, { timeout: 240_000 }).toBe(0)
})

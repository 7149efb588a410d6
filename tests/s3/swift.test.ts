import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallImageKey } from '~/domain/files/rules'
import { sweepFiles } from '~/domain/files/sweep.server'
import { readGrid } from '~/domain/grid/queries.server'
import { db, write } from '~/server/db/db.server'
import { files, orders } from '~/server/db/schema.server'
import { newFileKey, storage } from '~/server/files/storage.server'
import { makeUser, ownCells, sessionCookie } from '../support/factories'
import { SMALL_PDF } from '../support/images'
import { readPixels } from '../support/pixels'
import { startServer, type TestServer } from '../support/server'
import { makeRandom, shop } from '../support/shopping'
import { testStoreContract } from '../support/store-contract'
import { storeImage } from '../support/stored-images'

/* The product on a real S3 server. */

const { STORAGE_URL = '', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
const env = { STORAGE_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
const dataDir = process.env['DATA_DIR'] ?? ''
let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir, env: { ...env, METRICS_TOKEN: 'token' } })
})

afterAll(async () => {
	await server.stop()
})

describe('the file store', () => testStoreContract(() => storage))

test('a bucket keeps the receipts of purchases for their owners only', async () => {
	const bought = await shop({ url: server.url, count: 4, chance: makeRandom(5) })
	for (const { orderId, accountId } of bought) {
		const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
		const receipt = `${server.url}/files/${order?.paymentReceiptKey}`
		expect((await fetch(receipt)).status).toBe(404)
		const { name, value } = await sessionCookie(accountId)
		const response = await fetch(receipt, { headers: { cookie: `${name}=${value}` } })
		expect(response.headers.get('content-length')).toBe(String(SMALL_PDF.length))
		expect(SMALL_PDF.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
	}
})

test('the grid is drawn from images in the bucket, without damaged ones', async () => {
	const owner = await makeUser()
	const [good, cut] = [await storeImage('#ff0000'), await storeImage('#00ff00')]
	for (const key of [cut, smallImageKey(cut)]) {
		await storage.put(key, ((await storage.get(key)) ?? new Uint8Array()).subarray(0, 20))
	}
	for (const [cell, imageKey] of [
		[112, good],
		[114, cut],
	] as const) {
		await ownCells(owner.id, [cell], { description: 'Shown', link: 'https://shown.example/', imageKey })
	}
	const { compositeHash } = await readGrid(Date.now())
	const picture = `${server.url}/grid-picture/${compositeHash}/480.webp`
	const at = await readPixels(new Uint8Array(await (await fetch(picture)).arrayBuffer()))
	expect([0, 2].map(col => at(col * 12 + 6, 16 * 12 + 6).alpha)).toEqual([255, 0])
	expect((await fetch(`${server.url}/files/${good}`)).status).toBe(200)
	expect((await fetch(`${server.url}/files/${cut}`)).status).toBe(404)
	expect(await server.printed()).toContain('an upload is damaged')
})

test('the sweep deletes files that no row names after a day, and no others', async () => {
	const [stray, named] = [newFileKey('receipts', 'pdf'), await storeImage('#0000ff')]
	await storage.put(stray, new Uint8Array(1))
	const forever = new AbortController().signal
	await sweepFiles(Date.now(), forever)
	expect(await storage.get(stray)).toBeDefined()
	const now = Date.now() + 25 * 60 * 60 * 1000
	await write(tx => tx.update(files).set({ createdAt: now }))
	await sweepFiles(now, forever)
	expect(await storage.get(stray)).toBeUndefined()
	expect(await storage.get(named)).toBeDefined()
})

test('the bucket is named in the first log line, in the readiness check and in the metrics', async () => {
	const place = `S3 bucket market at ${new URL(STORAGE_URL).searchParams.get('endpoint')}`
	expect(server.output()).toContain(`"files":"${place}"`)
	expect(server.output()).not.toContain(S3_SECRET_ACCESS_KEY)
	const ready = await fetch(`${server.url}/readyz`)
	expect(await ready.json()).toMatchObject({ status: 'ready', canStoreFiles: true, freeDiskBytes: null })
	const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer token' } })
	const text = await metrics.text()
	expect(text).toContain('market_files_up 1')
	expect(text).toMatch(/market_file_store_requests_total\{method="PUT",outcome="200"\} [1-9]/)
})

test.each([
	['S3_SECRET_ACCESS_KEY', { S3_SECRET_ACCESS_KEY: 'wrong' }],
	['STORAGE_URL', { STORAGE_URL: STORAGE_URL.replace('s3://market', 's3://nowhere') }],
	['S3_REGION', { STORAGE_URL: STORAGE_URL.replace(/region=.*/, 'region=eu-west-2') }],
])('a wrong %s ends the start with an error that names it', async (name, change) => {
	const failed = await startServer({ env: { ...env, ...change } }).then(
		started => started.stop(),
		(error: Error) => error.message,
	)
	const printed = String(failed).split('It printed:\n')[1] ?? ''
	expect(JSON.parse(printed)).toMatchObject({ level: 60, msg: expect.stringContaining(`variable ${name}`) })
})

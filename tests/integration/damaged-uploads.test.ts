import { rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallImageKey } from '~/domain/files/rules'
import { readGrid } from '~/domain/grid/queries.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { makeUser, ownCells } from '../support/factories'
import { readPixels } from '../support/pixels'
import { startServer, type TestServer } from '../support/server'
import { storeImage } from '../support/stored-images'

/* The built product on this file's database, for its log and its responses. */

let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})

afterAll(() => server.stop())

const warnings = async (key: string) =>
	(await server.printed())
		.split('\n')
		.filter(line => line.includes(key) && line.includes('an upload is damaged on disk'))

test('a damaged upload is logged as one warning for any number of requests', async () => {
	const owner = await makeUser()
	const [good, cut, broken] = [
		await storeImage('#ff0000'),
		await storeImage('#00ff00'),
		await storeImage('#0000ff'),
	]
	// The smaller versions would be used instead.
	for (const key of [cut, broken]) await rm(path.join(env.storageUrl, smallImageKey(key)))
	const kept = await storage.get(cut)
	await truncate(path.join(env.storageUrl, cut), 20)
	await writeFile(path.join(env.storageUrl, broken), Buffer.alloc((await storage.get(broken))?.length ?? 0))
	for (const [cell, imageKey] of [
		[112, good],
		[114, cut],
		[116, broken],
	] as const) {
		await ownCells(owner.id, [cell], { description: 'Shown', link: 'https://shown.example/', imageKey })
	}
	const { compositeHash } = await readGrid(Date.now())

	for (const file of ['480.webp', '480.webp', '960.webp', '480.avif']) {
		const response = await fetch(`${server.url}/grid-picture/${compositeHash}/${file}`)
		expect(response.status).toBe(200)
		expect(response.headers.get('cache-control')).toBe('public, max-age=60')
		if (file !== '480.webp') continue
		const at = await readPixels(new Uint8Array(await response.arrayBuffer()))
		const alphas = [0, 2, 4].map(col => at(col * 12 + 6, 16 * 12 + 6).alpha)
		expect(alphas).toEqual([255, 0, 0])
	}
	for (let time = 0; time < 2; time++) {
		const response = await fetch(`${server.url}/files/${cut}`)
		expect(response.status).toBe(404)
	}
	expect(await warnings(good)).toHaveLength(0)
	const [warning = '', ...more] = await warnings(cut)
	expect(more).toEqual([])
	expect(JSON.parse(warning)).toMatchObject({ level: 40, found: 20, stored: kept?.length })
	expect(await warnings(broken)).toHaveLength(1)

	await storage.put(cut, kept ?? new Uint8Array())
	expect((await fetch(`${server.url}/files/${cut}`)).status).toBe(200)
	await truncate(path.join(env.storageUrl, cut), 10)
	expect((await fetch(`${server.url}/files/${cut}`)).status).toBe(404)
	expect(await warnings(cut)).toHaveLength(2)
})

import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { smallImageKey } from '~/domain/files/rules'
import { CELLS, cellsByIds } from '~/domain/grid/layout'
import { compositeAddress } from '~/domain/grid/picture/composite'
import { type CompositeFile, pruneComposites, readComposite } from '~/domain/grid/picture/composite.server'
import { CROP, computeCrops, intersect } from '~/domain/grid/picture/crop'
import { INCOMPLETE_MS } from '~/domain/grid/picture/generated-file.server'
import { readLotPictureAddress } from '~/domain/grid/picture/lot-picture.server'
import { startPrerender } from '~/domain/grid/picture/prerender.server'
import { readGrid } from '~/domain/grid/queries.server'
import { loader as compositeRoute } from '~/routes/api/composite'
import { write } from '~/server/db/db.server'
import { creatives } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { imageQueueSize } from '~/server/images/image-queue.server'
import { env } from '~/server/ops/env.server'
import { idsAt } from '../support/cells'
import { clearGrid, makeUser, ownCells } from '../support/factories'
import { plainWebp } from '../support/images'
import { readPixels, sharp } from '../support/pixels'
import { storeImage } from '../support/stored-images'

const folder = path.join(env.storageUrl, 'composites')

beforeEach(async () => {
	await clearGrid()
	await rm(folder, { recursive: true, force: true })
})

/** Shows a tiny creative on `cells`. @returns the hash of the grid. */
async function show(cells: number[], imageKey: string): Promise<string> {
	const owner = await makeUser()
	await ownCells(owner.id, cells, { description: 'Shown', link: 'https://shown.example/', imageKey })
	return (await readGrid(Date.now())).compositeHash ?? ''
}

async function readFile(hash: string, file: string, now = Date.now()): Promise<CompositeFile> {
	const found = await readComposite(hash, file, now)
	if (!found || 'movedTo' in found) throw new Error(`There is no ${file}`)
	return found
}

/** The centre of a tiny cell, counted from the first column of row 8, in an image of 480 pixels. */
const middle = (col: number, row = 0) => [col * 12 + 6, (16 + row) * 12 + 6] as const

test('a composite clips an image to its cells, and is rendered once for all requests', async () => {
	// Three tiny cells in an L shape in rows 8 and 9; the corner at row 9, column 2 is available.
	const hash = await show([112, 113, 152], await storeImage('#ff0000'))
	const responses = await Promise.all(Array.from({ length: 30 }, () => readFile(hash, '480.webp')))
	expect(responses.every(response => response.type === 'image/webp' && response.isComplete)).toBe(true)
	expect(await readdir(folder)).toEqual([`${hash}-480.webp`])

	const { bytes } = await readFile(hash, '480.webp')
	expect(bytes).toEqual(responses[0]?.bytes)
	expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 504, hasAlpha: true })
	const at = await readPixels(bytes)
	expect(at(...middle(0))).toMatchObject({ alpha: 255 })
	expect(at(...middle(0)).red).toBeGreaterThan(200)
	expect(at(...middle(1)).alpha).toBe(255)
	expect(at(...middle(0, 1)).alpha).toBe(255)
	expect(at(...middle(1, 1)).alpha).toBe(0)
	expect(at(...middle(20, 20)).alpha).toBe(0)
})

test('browsers without newer formats get a single PNG', async () => {
	const hash = await show([112], await storeImage('#ff0000'))
	const { bytes, type } = await readFile(hash, '960.png')
	expect(type).toBe('image/png')
	expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 960, hasAlpha: true })
	const at = await readPixels(bytes)
	expect(at(12, 16 * 24 + 12)).toMatchObject({ alpha: 255 })
	expect(at(12, 12).alpha).toBe(0)
	expect(await readComposite(hash, '1440.png', Date.now())).toBeUndefined()
})

test('reading the grid renders and writes nothing', async () => {
	await show([112], await storeImage('#ff0000'))
	expect(imageQueueSize()).toEqual({ waiting: 0, running: 0 })
	expect(await readdir(folder).catch(() => [])).toEqual([])
})

test('composites are rendered one at a time, also for parallel requests', async () => {
	const hash = await show([112, 113], await storeImage('#00ff00', 400, 400))
	const files = ['480.avif', '480.webp', '960.webp']
	const finished: string[] = []
	let most = 0
	await Promise.all(
		files.map(async file => {
			const { bytes } = await readFile(hash, file)
			const { waiting, running } = imageQueueSize()
			most = Math.max(most, waiting + running)
			if (bytes.length > 0) finished.push(file)
		}),
	)
	expect(finished.sort()).toEqual(files)
	expect(most).toBeLessThanOrEqual(1)
})

test('the crop for page headers shows an image at its position', async () => {
	const [id = 0] = idsAt([20, 15])
	const hash = await show([id], await storeImage('#ff0000'))
	const cell = intersect(CELLS[id - 1] ?? { x: 0, y: 0, w: 0, h: 0 }, computeCrops([{ cells: [id] }]).crop)
	const at = await readPixels((await readFile(hash, 'crop.webp')).bytes)
	const x = ((cell?.x ?? 0) + 0.5) * CROP.unit
	const y = ((cell?.y ?? 0) + 0.5) * CROP.unit
	expect(at(x, y).red).toBeGreaterThan(200)
	expect(at(x + CROP.unit, y).alpha).toBe(0)
})

test('the small version of an image is used where it is large enough', async () => {
	const key = await storeImage('#0000ff', 640, 640)
	await storage.put(smallImageKey(key), plainWebp('#ff0000', 320, 320))
	const redAt = async (hash: string, file: string, x: number, y: number) => {
		const { bytes } = await readFile(hash, file)
		return (await readPixels(bytes))(x, y).red > 200
	}
	expect(await redAt(await show([112], key), '480.webp', ...middle(0))).toBe(true)
	await clearGrid()
	// The large cell is 8 by 10 units: 288 by 360 pixels of 1,440.
	expect(await redAt(await show([19], key), '1440.webp', 720, 270)).toBe(false)
})

test('the URL changes with the content and changes back with it', async () => {
	const owner = await makeUser()
	const content = {
		description: 'Blue',
		link: 'https://blue.example/',
		imageKey: await storeImage('#0000ff'),
	}
	const { creativeId } = await ownCells(owner.id, [112], content)
	const hashNow = async () => (await readGrid(Date.now())).compositeHash
	const first = await hashNow()
	await ownCells(owner.id, [900])
	expect(await hashNow()).toBe(first)
	const imageKey = await storeImage('#00ffff')
	await write(tx =>
		tx
			.update(creatives)
			.set({ imageKey })
			.where(eq(creatives.id, creativeId ?? '')),
	)
	const second = await hashNow()
	expect(second).not.toBe(first)
	expect(compositeAddress(second ?? '', 960, 'avif')).toMatch(/^\/grid-picture\/[0-9a-f]{24}\/960\.avif$/)
})

test('an earlier URL returns the stored composite, or else redirects to the current grid', async () => {
	const first = await show([112], await storeImage('#ff0000'))
	await readFile(first, '480.webp')
	const second = await show([114], await storeImage('#00ff00'))
	expect((await readFile(first, '480.webp')).isComplete).toBe(true)
	expect(await readComposite(first, '960.webp', Date.now())).toEqual({ movedTo: second })
	const params = { hash: first, file: '960.webp' }
	const response = await compositeRoute({ params } as Parameters<typeof compositeRoute>[0])
	expect(response.status).toBe(302)
	expect(response.headers.get('location')).toBe(`/grid-picture/${second}/960.webp`)
	expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each([
	['gone', async (file: string) => rm(file)],
	['cut off', async (file: string) => writeFile(file, 'RIFF')],
	['not an image', async (file: string) => writeFile(file, 'x'.repeat((await readSize(file)) ?? 0))],
])('an image that is %s is left out until it is back', async (_, damage) => {
	const damaged = await storeImage('#00ff00')
	await show([112], await storeImage('#ff0000'))
	const hash = await show([114], damaged)
	const keys = [damaged, smallImageKey(damaged)]
	const kept = await storage.get(damaged)
	for (const key of keys) await damage(path.join(env.storageUrl, key))

	const now = Date.now()
	const alphas = async (time: number) => {
		const { bytes, isComplete } = await readFile(hash, '480.webp', time)
		const at = await readPixels(bytes)
		return { good: at(...middle(0)).alpha, damaged: at(...middle(2)).alpha, isComplete }
	}
	expect(await alphas(now)).toEqual({ good: 255, damaged: 0, isComplete: false })
	expect(await readdir(folder).catch(() => [])).toEqual([])
	const params = { hash, file: '480.webp' }
	const response = await compositeRoute({ params } as Parameters<typeof compositeRoute>[0])
	expect(response.headers.get('cache-control')).toBe('public, max-age=60')

	for (const key of keys) await storage.put(key, kept ?? new Uint8Array())
	expect(await alphas(now + INCOMPLETE_MS - 1)).toMatchObject({ damaged: 0 })
	expect(await alphas(now + INCOMPLETE_MS)).toEqual({ good: 255, damaged: 255, isComplete: true })
	expect(await readdir(folder)).toEqual([`${hash}-480.webp`])
})

async function readSize(file: string): Promise<number | undefined> {
	return (await storage.get(path.relative(env.storageUrl, file)))?.length
}

test('a composite is returned even if it cannot be stored', async () => {
	const hash = await show([116], await storeImage('#ff0000'))
	// A dangling link: the folder can neither be read nor created.
	await symlink(path.join(env.storageUrl, 'nowhere', 'at', 'all'), folder)
	expect((await readFile(hash, '480.webp')).bytes.length).toBeGreaterThan(0)
})

test('URLs that no page has named are not found', async () => {
	for (const [hash, file] of [
		['0'.repeat(24), '960.avif'],
		['../../secret', '960.avif'],
		['0'.repeat(24), '961.avif'],
		['0'.repeat(24), '960.png'],
		['0'.repeat(24), '960.avif.avif'],
	] as const) {
		expect(await readComposite(hash, file, Date.now())).toBeUndefined()
	}
})

test('composites of outdated grids are deleted, current ones stay', async () => {
	const hash = await show([112], await storeImage('#123456'))
	const now = Date.now()
	await mkdir(folder, { recursive: true })
	for (const name of [`${hash}-480.webp`, 'old-480.webp', 'new-480.webp']) {
		await storage.put(`composites/${name}`, new Uint8Array([1]))
	}
	const longAgo = new Date(now - 25 * 60 * 60 * 1000)
	for (const name of [`${hash}-480.webp`, 'old-480.webp'])
		await utimes(path.join(folder, name), longAgo, longAgo)
	await pruneComposites(hash, { now, hasRemoved: false })
	expect((await readdir(folder)).sort()).toEqual([`${hash}-480.webp`, 'new-480.webp'].sort())
})

describe('the image of a lot for shared links', () => {
	const read = async (path: string) => {
		const [hash = '', file = ''] = path.split('/').slice(2)
		return await compositeRoute({ params: { hash, file } } as Parameters<typeof compositeRoute>[0])
	}

	async function readAddress(id: number) {
		const address = await readLotPictureAddress(cellsByIds([id]), Date.now())
		if (!address) throw new Error(`There is no picture of ${id}`)
		return address
	}
	const HOUSE = '/images/open-graph.png'
	const leadsTo = (response: Response) => response.headers.get('location')

	test('is the same for all cells of a block, and missing for cells without content', async () => {
		await show([300, 301], await storeImage('#ff0000'))
		const { path } = await readAddress(301)
		expect(path).toBe((await readAddress(300)).path)
		for (const id of [301, 300]) expect((await read(path.replace(/-\d+\./, `-${id}.`))).status).toBe(200)
		expect(await readdir(folder)).toHaveLength(1)
		expect(await readLotPictureAddress(cellsByIds([400]), Date.now())).toBeUndefined()
		const response = await read(path.replace(/-\d+\./, '-400.'))
		expect([response.status, leadsTo(response)]).toEqual([302, HOUSE])
	})

	test('is rendered for two requests of a client address at a time; others get the image of the house', async () => {
		const paths: string[] = []
		const ids = [300, 400, 500, 600]
		for (const id of ids) await show([id], await storeImage('#ff0000'))
		for (const id of ids) paths.push((await readAddress(id)).path)
		const from = (address: string, path: string) =>
			withRequestContext(new Request('http://localhost/'), async context => {
				context.address = address
				return await read(path)
			})
		const [elsewhere = '', ...own] = paths
		const [responses, other] = await Promise.all([
			Promise.all(own.map(path => from('9.1.1.1', path))),
			from('9.1.1.2', elsewhere),
		])
		expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 302])
		expect(other.status).toBe(200)
		const refused = responses.findIndex(({ status }) => status === 302)
		expect(leadsTo(responses[refused] as Response)).toBe(HOUSE)
		expect((await from('9.1.1.1', own[refused] ?? '')).status).toBe(200)
	})

	test('is deleted like the composites when an image in it is removed; a change is rendered before the first request', async () => {
		const imageKey = await storeImage('#ff0000')
		const hash = await show([300], imageKey)
		await show([302], await storeImage('#00ff00'))
		const { path } = await readAddress(300)
		expect((await read(path)).status).toBe(200)
		const close = startPrerender(10)
		onTestFinished(close)
		const names = async () => await readdir(folder).catch(() => [])
		const current = (await readGrid(Date.now())).compositeHash
		const made = ['1440', '960', 'crop'].map(name => `${current}-${name}.avif`)
		await expect.poll(names).toEqual(expect.arrayContaining(made))
		await expect.poll(async () => (await names()).some(name => name.includes('lot-'))).toBe(false)
		expect((await read(path)).status).toBe(200)
		await write(tx => tx.update(creatives).set({ imageKey: null }).where(eq(creatives.imageKey, imageKey)))
		await expect.poll(async () => (await names()).some(name => name.includes('lot-'))).toBe(false)
		expect(leadsTo(await read(path))).toBe(HOUSE)
		expect(await readComposite(hash, '960.avif', Date.now())).toEqual({
			movedTo: (await readGrid(Date.now())).compositeHash,
		})
	})

	test('includes the neighbours, and its URL changes with its content', async () => {
		await show([300], await storeImage('#ff0000'))
		const before = await readAddress(300)
		const response = await read(before.path)
		expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
		const { width, height, format } = await sharp(await response.arrayBuffer()).metadata()
		expect({ width, height, format }).toEqual({ width: before.width, height: before.height, format: 'jpeg' })
		expect([width, height]).toEqual([1196, 624])
		await show([302], await storeImage('#00ff00'))
		const after = await readAddress(300)
		expect(after.path).not.toBe(before.path)
		expect((await read(before.path)).status).toBe(200)
		const unknown = before.path.replace(/[0-9a-f]{24}/, '0'.repeat(24))
		expect((await read(unknown)).headers.get('location')).toBe(after.path)
	})

	test.each(['lot-0.jpg', 'lot-1152.jpg', 'lot-300.png', 'lot-x.jpg', 'lot-0300.jpg'])(
		'%s is not found',
		async file => {
			expect((await read(`/grid-picture/${'0'.repeat(24)}/${file}`)).status).toBe(404)
		},
	)
})

import { randomUUID } from 'node:crypto'
import { mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { CELL_COUNT } from '~/domain/grid/layout'
import { pictureAddress } from '~/domain/grid/picture'
import { announcePicture, pictureWork, readPicture } from '~/domain/grid/picture.server'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { startGridWarmer } from '~/domain/grid/warmer.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { composeTiles } from '~/server/compose.server'
import { db, write } from '~/server/db.server'
import { env } from '~/server/env.server'
import {
	cellHolders,
	creatives,
	files,
	gridPictures,
	orderCells,
	orders,
	transferCells,
	transfers,
} from '~/server/schema.server'
import { storage } from '~/server/storage.server'
import { makeAdmin, makeOrder, makeUser, ownCells, reserveForHouse } from '../support/factories'

beforeEach(async () => {
	await write(async tx => {
		for (const table of [transferCells, transfers, cellHolders, creatives, files, orderCells, orders]) {
			await tx.delete(table)
		}
	})
})

/** Stores a plain picture as an upload would. @returns its key */
async function storeImage(background: string, width = 60, height = 60): Promise<string> {
	const key = `creatives/${randomUUID()}.webp`
	const bytes = await sharp({ create: { width, height, channels: 3, background } })
		.webp()
		.toBuffer()
	await storage.put(key, bytes)
	const row = { key, kind: 'creative' as const, mime: 'image/webp', bytes: bytes.length, name: 'a.webp' }
	await write(tx => tx.insert(files).values({ ...row, createdAt: Date.now() }))
	return key
}

async function inviteFor(cells: readonly number[], senderId: string): Promise<void> {
	const id = randomUUID()
	await write(async tx => {
		await tx.insert(transfers).values({
			id,
			senderId,
			recipientEmail: 'somebody@example.test',
			status: 'open',
			createdAt: Date.now(),
		})
		await tx.insert(transferCells).values(cells.map(cell => ({ transferId: id, cell, open: 1 })))
	})
}

test('an empty grid is available to everybody', async () => {
	const grid = await readGrid(Date.now())
	expect(grid.figures).toEqual({
		large: { price: 1_000_000_000, total: 1, available: 1 },
		medium: { price: 100_000_000, total: 10, available: 10 },
		small: { price: 50_000_000, total: 100, available: 100 },
		tiny: { price: 10_000_000, total: 1_040, available: 1_040 },
	})
	expect(grid.pictureHash).toBeNull()
	expect(new Set(statesFor(grid, { role: 'guest' }))).toEqual(new Set(['available']))
})

test('guest, owner, another member and administrator see their states', async () => {
	const [anna, ben, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
	await ownCells(anna.id, [112, 113])
	await makeOrder(ben.id, [114], { status: 'open' })
	await reserveForHouse([115])
	await inviteFor([113], anna.id)
	const grid = await readGrid(Date.now())
	const seen = (viewer: Parameters<typeof statesFor>[1]) => statesFor(grid, viewer).slice(111, 116)

	expect(seen({ role: 'guest' })).toEqual([
		'user-reserved',
		'invited',
		'user-reserved',
		'admin-reserved',
		'available',
	])
	expect(seen({ role: 'user', accountId: anna.id })).toEqual([
		'owned',
		'invited',
		'user-reserved',
		'admin-reserved',
		'available',
	])
	expect(seen({ role: 'user', accountId: ben.id })[2]).toBe('user-reserved')
	expect(seen({ role: 'admin', accountId: admin.id })).toEqual([
		'user-reserved',
		'invited',
		'user-reserved',
		'owned',
		'available',
	])
	expect(grid.figures.tiny.available).toBe(1_036)
})

test('a hold is over the moment its time has passed, though nothing swept it', async () => {
	const user = await makeUser()
	const now = Date.now()
	await makeOrder(user.id, [200], { status: 'open', holdUntil: now + 5_000 })
	const stateAt = async (time: number) => (await readGrid(time)).holdings[199]?.kind
	expect(await stateAt(now)).toBe('hold')
	expect(await stateAt(now + 4_999)).toBe('hold')
	expect(await stateAt(now + 5_000)).toBe('available')
})

test('nothing is read again until something changes, and then it shows at once', async () => {
	const user = await makeUser()
	const now = Date.now()
	const first = await readGrid(now)
	expect(await readGrid(now)).toBe(first)
	await ownCells(user.id, [300])
	const second = await readGrid(now)
	expect(second).not.toBe(first)
	expect(second.holdings[299]).toMatchObject({ kind: 'owned', accountId: user.id })
})

test('a creative is one block over the connected cells of its holder', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#ff0000')
	await ownCells(user.id, [112, 113, 152, 153, 400], {
		description: 'Red',
		link: 'https://red.example/',
		imageKey,
	})
	const { blocks } = await readGrid(Date.now())
	expect(blocks.map(block => block.cells)).toEqual([[112, 113, 152, 153], [400]])
})

test('a creative without an image, of a hold or of a rejected order is not shown', async () => {
	const user = await makeUser()
	await ownCells(user.id, [112], { description: 'No image', link: 'https://none.example/' })
	expect((await readGrid(Date.now())).blocks).toEqual([])
})

test('the creative of a pending order follows the setting', async () => {
	const user = await makeUser()
	const admin = await makeAdmin()
	const imageKey = await storeImage('#00ff00')
	const { orderId } = await ownCells(user.id, [112], {
		description: 'Green',
		link: 'https://green.example/',
		imageKey,
	})
	await write(tx => tx.update(orders).set({ status: 'pending' }).where(eq(orders.id, orderId)))
	const by = { actorId: admin.id, now: Date.now() }
	await changeSettings({ showCreatives: 'after-approval' }, by)
	expect((await readGrid(Date.now())).blocks).toEqual([])
	await changeSettings({ showCreatives: 'at-once' }, by)
	expect((await readGrid(Date.now())).blocks).toHaveLength(1)
	await changeSettings({ showCreatives: 'after-approval' }, by)
	await write(tx => tx.update(orders).set({ status: 'approved' }).where(eq(orders.id, orderId)))
	expect((await readGrid(Date.now())).blocks).toHaveLength(1)
	await changeSettings({ showCreatives: 'at-once' }, by)
})

async function pixelsOf(bytes: Uint8Array) {
	const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	return (x: number, y: number) => {
		const at = (y * info.width + x) * 4
		return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0, alpha: data[at + 3] ?? 0 }
	}
}

test('the picture shows a creative through its cells alone, and is made once for all who ask', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#ff0000')
	// An L of three tiny cells: rows 8 and 9, the corner at row 9, column 2 belongs to nobody.
	await ownCells(user.id, [112, 113, 152], { description: 'Red', link: 'https://red.example/', imageKey })
	const grid = await readGrid(Date.now())
	const hash = grid.pictureHash ?? ''
	await announcePicture(grid, Date.now())
	// What the announcement asks for.
	await Promise.all([readPicture(hash, '960.avif'), readPicture(hash, '1600.avif')])

	const before = pictureWork.composed
	const answers = await Promise.all(Array.from({ length: 30 }, () => readPicture(hash, '480.webp')))
	expect(answers.every(answer => answer?.type === 'image/webp')).toBe(true)
	expect((await readPicture(hash, '480.webp'))?.bytes).toEqual(answers[0]?.bytes)
	expect(pictureWork.composed - before).toBe(1)

	const bytes = answers[0]?.bytes ?? new Uint8Array()
	expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 504, hasAlpha: true })
	const at = await pixelsOf(bytes)
	const middle = (col: number, row: number) => at(col * 12 + 6, (16 + row) * 12 + 6)
	expect(middle(0, 0)).toMatchObject({ alpha: 255 })
	expect(middle(0, 0).red).toBeGreaterThan(200)
	expect(middle(1, 0).alpha).toBe(255)
	expect(middle(0, 1).alpha).toBe(255)
	expect(middle(1, 1).alpha).toBe(0)
	expect(middle(20, 20).alpha).toBe(0)
})

test('pictures are composed one after another, whatever is asked for at once', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#00ff00', 400, 400)
	await ownCells(user.id, [112, 113], { description: 'Green', link: 'https://green.example/', imageKey })
	const hash = (await readGrid(Date.now())).pictureHash ?? ''
	pictureWork.mostAtOnce = 0
	const files = ['480.avif', '480.webp', '960.avif', '960.webp', '1600.avif', '1600.webp']
	const pictures = await Promise.all(files.map(file => readPicture(hash, file)))
	expect(pictures.every(picture => picture && picture.bytes.length > 0)).toBe(true)
	expect(pictureWork.mostAtOnce).toBe(1)
})

test('a change is composed before anybody asks', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#ff00ff')
	const stop = startGridWarmer(10)
	try {
		const before = pictureWork.composed
		await ownCells(user.id, [118], { description: 'Pink', link: 'https://pink.example/', imageKey })
		await expect.poll(() => pictureWork.composed - before).toBe(2)
	} finally {
		await stop()
	}
})

test('of two versions of an image the smaller is used where it is large enough', async () => {
	const [small, large] = await Promise.all(
		(['#ff0000', '#0000ff'] as const).map((background, index) =>
			sharp({ create: { width: 50 + 50 * index, height: 50 + 50 * index, channels: 3, background } })
				.png()
				.toBuffer(),
		),
	)
	const source = async (key: string) => (key.endsWith('small') ? small : large)
	const compose = async (w: number) => {
		const box = { x: 0, y: 0, w, h: w }
		const versions = [`${randomUUID()}.small`, randomUUID()]
		return [...(await composeTiles(w, w, [{ versions, box, windows: [box] }], source)).subarray(0, 3)]
	}
	expect(await compose(50)).toEqual([255, 0, 0])
	expect(await compose(51)).toEqual([0, 0, 255])
})

test('the address changes with the content and comes back with it', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#0000ff')
	const { creativeId } = await ownCells(user.id, [112], {
		description: 'Blue',
		link: 'https://blue.example/',
		imageKey,
	})
	const first = (await readGrid(Date.now())).pictureHash
	await ownCells(user.id, [900])
	expect((await readGrid(Date.now())).pictureHash).toBe(first)
	const other = await storeImage('#00ffff')
	await write(tx =>
		tx
			.update(creatives)
			.set({ imageKey: other })
			.where(eq(creatives.id, creativeId ?? '')),
	)
	const second = (await readGrid(Date.now())).pictureHash
	expect(second).not.toBe(first)
	expect(pictureAddress(second ?? '', 960, 'avif')).toMatch(/^\/grid-picture\/[0-9a-f]{24}\/960\.avif$/)
})

test('a missing or broken image leaves its cells out and harms nobody', async () => {
	const user = await makeUser()
	const good = await storeImage('#ff0000')
	const broken = await storeImage('#00ff00')
	await storage.put(broken, new TextEncoder().encode('not an image'))
	await ownCells(user.id, [112], { description: 'Good', link: 'https://good.example/', imageKey: good })
	await ownCells(user.id, [114], { description: 'Broken', link: 'https://broken.example/', imageKey: broken })
	const grid = await readGrid(Date.now())
	await announcePicture(grid, Date.now())
	const picture = await readPicture(grid.pictureHash ?? '', '480.webp')
	const at = await pixelsOf(picture?.bytes ?? new Uint8Array())
	expect(at(6, 16 * 12 + 6).alpha).toBe(255)
	expect(at(2 * 12 + 6, 16 * 12 + 6).alpha).toBe(0)
})

test('where nothing can be written, the grid and its picture are shown all the same', async () => {
	const user = await makeUser()
	const imageKey = await storeImage('#ff0000')
	await ownCells(user.id, [116], { description: 'Red', link: 'https://red.example/', imageKey })
	await write(tx =>
		tx.run(
			sql`create trigger full_disk before insert on grid_pictures begin select raise(abort, 'full'); end`,
		),
	)
	const folders = path.join(env.storageUrl, 'grid')
	try {
		const { blocks, pictureHash } = await readGrid(Date.now())
		expect(blocks.map(block => block.imageKey)).toEqual([imageKey])
		// A link to nowhere: nothing is there to be read, and no folder can be made.
		const folder = path.join(folders, pictureHash ?? '')
		await rm(folder, { recursive: true, force: true })
		await mkdir(folders, { recursive: true })
		await symlink(path.join(folders, 'nowhere', 'at', 'all'), folder)
		expect(await readPicture(pictureHash ?? '', '480.webp')).toBeDefined()
	} finally {
		await write(tx => tx.run(sql`drop trigger full_disk`))
	}
})

test('addresses that no page ever named do not exist', async () => {
	for (const [hash, file] of [
		['0'.repeat(24), '960.avif'],
		['../../secret', '960.avif'],
		['0'.repeat(24), '961.avif'],
		['0'.repeat(24), '960.png'],
		['0'.repeat(24), '960.avif.avif'],
	] as const) {
		expect(await readPicture(hash, file)).toBeUndefined()
	}
})

test('recipes of pictures that no open page can name are forgotten', async () => {
	const old = 'a'.repeat(24)
	await write(tx => tx.insert(gridPictures).values({ hash: old, recipe: [], createdAt: 0 }))
	const user = await makeUser()
	const imageKey = await storeImage('#123456')
	await ownCells(user.id, [CELL_COUNT], { description: 'Last', link: 'https://last.example/', imageKey })
	const grid = await readGrid(Date.now())
	await announcePicture(grid, Date.now())
	const known = () => db.select().from(gridPictures).where(eq(gridPictures.hash, old))
	await expect.poll(known).toEqual([])
	expect(await readPicture(old, '480.webp')).toBeUndefined()
	expect(await readPicture(grid.pictureHash ?? '', '480.webp')).toBeDefined()
})

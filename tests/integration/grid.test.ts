import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { write } from '~/server/db/db.server'
import { orders, transferCells, transfers } from '~/server/db/schema.server'
import { clearRecords } from '../support/clear-records'
import { makeAdmin, makeOrder, makeUser, ownCells, reserveForHouse } from '../support/factories'
import { storeImage } from '../support/stored-images'

beforeEach(clearRecords)

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

test('every cell of an empty grid is available', async () => {
	const grid = await readGrid(Date.now())
	expect(grid.figures).toEqual({
		large: { price: 1_000_000_000, total: 1, available: 1 },
		medium: { price: 100_000_000, total: 10, available: 10 },
		small: { price: 50_000_000, total: 100, available: 100 },
		tiny: { price: 10_000_000, total: 1_040, available: 1_040 },
	})
	expect(grid.compositeHash).toBeNull()
	expect(new Set(statesFor(grid, { role: 'guest' }))).toEqual(new Set(['available']))
})

test('guest, owner, another member and administrator see different states', async () => {
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
	expect(grid.figures.tiny, 'the house’s is not counted').toMatchObject({ total: 1_039, available: 1_036 })
})

test('a hold ends at its exact time, even before the sweep', async () => {
	const user = await makeUser()
	const now = Date.now()
	await makeOrder(user.id, [200], { status: 'open', holdUntil: now + 5_000 })
	const stateAt = async (time: number) => (await readGrid(time)).holdings[199]?.kind
	expect(await stateAt(now)).toBe('hold')
	expect(await stateAt(now + 4_999)).toBe('hold')
	expect(await stateAt(now + 5_000)).toBe('available')
})

test('the grid is cached until a change, which is visible immediately', async () => {
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

test('a creative without an image, on hold or of a rejected order is not shown', async () => {
	const user = await makeUser()
	await ownCells(user.id, [112], { description: 'No image', link: 'https://none.example/' })
	expect((await readGrid(Date.now())).blocks).toEqual([])
})

test('the visibility of a pending order’s creative follows the setting', async () => {
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

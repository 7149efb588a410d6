import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { findBlock, listBlocks } from '~/domain/creatives/queries.server'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { setShown } from '~/domain/ownership/showing.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { listOwnCells } from '~/domain/transfers/offer.server'
import { write } from '~/server/db/db.server'
import { creatives, settings } from '~/server/db/schema.server'
import { drawWholeGrid } from '~/ui/grid/draw.server'
import { idsAt } from '../support/cells'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'

/* The cached grid of pages always equals what commands read in their transactions. */

const HOUR = 3_600_000
const OWN = idsAt([8, 1], [8, 2])
const WAITING = idsAt([8, 20])
const LENT = idsAt([10, 1], [10, 2])
const OF_HOUSE = idsAt([11, 1], [11, 2])
const ALL = [...OWN, ...WAITING, ...LENT, ...OF_HOUSE]

let ada: TestAccount
let grace: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(settings))
	ada = await makeUser({ fullName: 'Ada' })
	grace = await makeUser({ fullName: 'Grace' })
})

/** Compares the two for every account. @returns Ada's cells. */
async function asRead(now: number) {
	const grid = await readGrid(now)
	const { version: _, ...fresh } = await write(tx => readGrid(now, tx))
	expect(grid).toMatchObject(fresh)
	for (const holder of [ada.id, grace.id, null]) {
		for (const cell of ALL) {
			const inside = await write(tx => findBlock(cell, holder, now, tx))
			expect(await findBlock(cell, holder, now)).toEqual(inside)
		}
	}
	return listOwnCells(grid, ada.id)
}

test('the cached grid equals the database for orders, images and invitations', async () => {
	const now = Date.now()
	const { creativeId } = await ownCells(ada.id, OWN, { description: 'Roses', link: '' })
	const { id: orderId } = await makeOrder(ada.id, WAITING, { status: 'pending' })
	await reserveForHouse(OF_HOUSE)
	expect((await asRead(now)).map(cell => cell.orderStatus)).toEqual(['approved', 'approved', 'pending'])
	expect(
		listBlocks(await readGrid(now), ada.id).map(block => [block.creative?.description, block.isPending]),
	).toEqual([
		['Roses', false],
		[undefined, true],
	])

	const actor = { actorId: (await makeAdmin()).id, now }
	await approveOrder({ orderId, version: 1, ...actor })
	expect((await asRead(now)).map(cell => cell.orderStatus)).toEqual(['approved', 'approved', 'approved'])

	await write(async tx => {
		await tx
			.update(creatives)
			.set({ description: 'Tulips' })
			.where(eq(creatives.id, creativeId ?? ''))
		await setShown(tx, WAITING, creativeId ?? '', false)
	})
	await asRead(now)
	expect(listBlocks(await readGrid(now), ada.id).map(block => block.creative?.description)).toEqual([
		'Tulips',
		'Tulips',
	])

	await makeTransfer(ada.id, OWN, { recipientEmail: grace.email, until: now + HOUR })
	expect((await asRead(now)).map(cell => cell.invited)).toEqual([true, true, false])
	expect((await asRead(now + HOUR)).map(cell => cell.invited)).toEqual([false, false, false])
})

test('the cached grid equals the database for loans until their end', async () => {
	const now = Date.now()
	await ownCells(ada.id, [...OWN, ...LENT], { description: 'Roses', link: '' })
	await reserveForHouse(OF_HOUSE)
	const lend = async (senderId: string | null, cells: readonly number[], until: number) => {
		const { id } = await makeTransfer(senderId, cells, { recipientEmail: grace.email, until })
		expect(await acceptTransfer({ transferId: id, accountId: grace.id, now })).toEqual({ ok: true })
	}
	await lend(ada.id, LENT, now + HOUR)
	await lend(null, OF_HOUSE, now + 2 * HOUR)
	expect((await asRead(now)).map(cell => cell.lentUntil)).toEqual([null, null, now + HOUR, now + HOUR])
	expect(listBlocks(await readGrid(now), grace.id).map(block => block.cells)).toEqual([LENT, OF_HOUSE])
	expect((await asRead(now + HOUR)).map(cell => cell.lentUntil)).toEqual([null, null, null, null])
	expect(listBlocks(await readGrid(now + HOUR), grace.id).map(block => block.cells)).toEqual([OF_HOUSE])
	expect(listBlocks(await readGrid(now + 2 * HOUR), null)).toHaveLength(1)
})

test('the cached grid follows the setting that makes images public', async () => {
	const now = Date.now()
	await makeOrder(ada.id, WAITING, { status: 'pending' })
	const isLater = async () => {
		await asRead(now)
		return listBlocks(await readGrid(now), ada.id)[0]?.isPublicLater
	}
	const before = await isLater()
	const showCreatives = before ? 'at-once' : 'after-approval'
	await changeSettings({ showCreatives }, { actorId: (await makeAdmin()).id, now })
	expect(await isLater()).toBe(!before)
})

test('an outdated drawing of the grid is updated with the reasons why pixels cannot be picked', async () => {
	await ownCells(ada.id, OWN)
	const grid = await readGrid(Date.now())
	const viewer = { role: 'user', accountId: ada.id } as const
	const reasons = (barred?: ReadonlyMap<number, string>) =>
		[
			...drawWholeGrid(grid, 'sell', viewer, statesFor(grid, viewer), barred).matchAll(
				/data-cell="(\d+)"[^>]*data-why="(\w+)"/g,
			),
		].map(([, cell, why]) => `${cell} ${why}`)
	expect(reasons()).toEqual([])
	expect(reasons(new Map([[1, 'lent']]))).toEqual(['1 lent'])
	expect(reasons(new Map([[1, 'invited']]))).toEqual(['1 invited'])
	expect(reasons(new Map([[2, 'lent']]))).toEqual(['2 lent'])
	expect(reasons()).toEqual([])
})

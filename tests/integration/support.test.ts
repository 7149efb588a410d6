import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CELLS } from '~/domain/grid/layout'
import { seed } from '~/domain/settings/seed.server'
import { requireUser } from '~/server/auth/guards.server'
import { db, write } from '~/server/db/db.server'
import { accounts, cellHolders, pixelPrices } from '~/server/db/schema.server'
import { env } from '~/server/ops/env.server'
import { clearGrid, makeOrder, makeUser, ownCells } from '../support/factories'
import { makeRequest } from '../support/requests'

test('each file starts with its own seeded database', async () => {
	const rows = await db.select().from(accounts)
	expect(rows.map(row => row.role)).toEqual(['admin'])
})

test('a created user is signed in by makeRequest', async () => {
	const user = await makeUser()
	const account = await requireUser(await makeRequest('/user/dashboard', { as: user }))
	expect(account).toMatchObject({ id: user.id, email: user.email, role: 'user' })
})

test('owned and held cells have rows', async () => {
	const user = await makeUser()
	const { creativeId } = await ownCells(user.id, [1, 2], {
		description: 'Two medium cells',
		link: 'https://example.test/',
	})
	await makeOrder(user.id, [3], { status: 'open' })
	const rows = await db.select().from(cellHolders).where(eq(cellHolders.accountId, user.id))
	expect(rows.map(({ cell, kind }) => [cell, kind])).toEqual([
		[1, 'owned'],
		[2, 'owned'],
		[3, 'hold'],
	])
	expect(rows.map(row => row.creativeId)).toEqual([creativeId, creativeId, null])
})

test('the house keeps the last row from the first start: 40 cells, and 1,111 are for sale', async () => {
	await clearGrid()
	await write(tx => tx.delete(pixelPrices))
	const house = async () => {
		const kept = db.select().from(cellHolders).where(eq(cellHolders.kind, 'house'))
		return (await kept.orderBy(cellHolders.cell)).map(({ cell }) => cell)
	}
	await seed(Date.now())
	const row33 = CELLS.filter(({ row }) => row === 33).map(({ id }) => id)
	expect(row33).toHaveLength(40)
	expect(await house()).toEqual(row33)
	expect(CELLS.length - (await db.$count(cellHolders))).toBe(1_111)
	await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, row33[0] ?? 0)))
	await seed(Date.now())
	expect(await house()).toEqual(row33.slice(1))
})

test('a member with the address of ADMIN_EMAIL is not promoted, and the operator is notified', async () => {
	const beforehand = await db.select().from(accounts).where(eq(accounts.role, 'admin'))
	expect(beforehand.map(row => row.email)).toEqual([env.firstAdmin.email])
	expect(await seed(Date.now())).toBeUndefined()
	await write(tx => tx.update(accounts).set({ role: 'user' }).where(eq(accounts.role, 'admin')))
	expect(await seed(Date.now())).toContain('ADMIN_EMAIL is the address of a member')
	expect(await db.select().from(accounts).where(eq(accounts.role, 'admin'))).toEqual([])
})

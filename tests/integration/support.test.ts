import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/server/db.server'
import { requireUser } from '~/server/guards.server'
import { accounts, cellHolders } from '~/server/schema.server'
import { makeOrder, makeUser, ownCells } from '../support/factories'
import { makeRequest } from '../support/requests'

test('each file begins with a seeded database of its own', async () => {
	const rows = await db.select().from(accounts)
	expect(rows.map(row => row.role)).toEqual(['admin'])
})

test('a made user is signed in by makeRequest', async () => {
	const user = await makeUser()
	const account = await requireUser(await makeRequest('/user/dashboard', { as: user }))
	expect(account).toMatchObject({ id: user.id, email: user.email, role: 'user' })
})

test('owned and held cells have their rows', async () => {
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

import { beforeAll, expect, test } from 'vitest'
import { referenceFrom } from '~/domain/orders/reference'
import { matchWith } from '~/domain/statements/matching.server'
import { readStatementEntries } from '~/domain/statements/queries.server'
import { db } from '~/server/db.server'
import { makeAdmin, makeOrder, makeStatement, makeUser } from '../support/factories'

const reference = referenceFrom([3, 1, 4, 1, 5, 9, 2])
const nobodys = referenceFrom([2, 7, 1, 8, 2, 8, 11])
const [first = '', second = ''] = reference
const exchanged = second + first + reference.slice(2)

let orderId = ''
beforeAll(async () => {
	const buyer = await makeUser()
	const order = await makeOrder(buyer.id, [401], { status: 'pending', reference })
	orderId = order.id
})

test.each([
	['a slip alone', exchanged],
	['a slip beside a reference that no order has', `${exchanged} / ${nobodys}`],
])('%s leads to the pending order that is meant', async (_, text) => {
	const admin = await makeAdmin()
	const { id } = await makeStatement(admin.id, [{ text, pence: 1 }])
	const read = await readStatementEntries(id)
	const shown = read?.entries.map(({ match, orders }) => [match, ...orders.map(order => order.id)])
	expect(shown).toEqual([['similar', orderId]])
	// As the preview of a file has it.
	const { found } = await matchWith(db, read?.entries ?? [])
	expect([...found.values()].map(({ match, orders }) => [match, orders[0]?.id])).toEqual([
		['similar', orderId],
	])
})

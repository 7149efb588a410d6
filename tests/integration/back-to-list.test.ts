import { expect, test } from 'vitest'
import { readLedger } from '~/domain/orders/ledger.server'
import { action as book } from '~/routes/admin/transactions/payment-new'
import { action as reverse } from '~/routes/admin/transactions/payment-reverse'
import { action as assign } from '~/routes/admin/transactions/transaction-assign'
import { action as refund } from '~/routes/admin/transactions/transaction-refund'
import { db } from '~/server/db/db.server'
import { read } from '../support/checkouts'
import { makeAdmin, makeOrder, makeUser } from '../support/factories'
import { makeRequest, routeArgs } from '../support/requests'

/* Decisions on an order return to the list from which it was opened, in the same state. */

const LIST = '?list=status%3Dpending%26page%3D2'

type Action = (args: never) => Promise<unknown>

async function send(action: Action, id: string, fields: Record<string, string>, paymentId = '') {
	const { version } = await read(id)
	const request = await makeRequest(`/admin/transactions/${id}/page${LIST}`, {
		as: await makeAdmin(),
		fields: { version: `${version}`, ...fields },
	})
	const response = await Promise.resolve(action(routeArgs(request, { orderId: id, paymentId }))).catch(
		thrown => thrown,
	)
	return response instanceof Response ? response.headers.get('location') : response
}

test('booking and reversing return to the order, which keeps the link to its list', async () => {
	const { id } = await makeOrder((await makeUser()).id, [640], { status: 'pending' })
	const payment = { direction: 'in', booked_on: '2025-11-20', amount: '5', bank_reference: 'FT', note: '' }
	const page = `/admin/transactions/${id}${LIST}`
	expect(await send(book, id, { intent: 'confirm', ...payment })).toBe(page)
	const [row] = await readLedger(db, id)
	expect(await send(reverse, id, { intent: 'reverse', note: 'Wrong order' }, row?.id)).toBe(page)
})

test('a refund and an assignment return to the list', async () => {
	const buyer = await makeUser()
	const list = '/admin/transactions?status=pending&page=2'
	const failed = await makeOrder(buyer.id, [641], { status: 'failed' })
	expect(await send(assign, failed.id, { intent: 'assign' })).toBe(list)
	const { id } = await makeOrder(buyer.id, [642], { status: 'rejected', submittedAt: Date.UTC(2025, 10, 20) })
	const sent = { refunded_on: '2025-11-21', amount: '5', bank_reference: 'RF' }
	expect(await send(refund, id, { intent: 'refund', ...sent })).toBe(list)
})

import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readOrderTotals } from '~/domain/dashboard/order-totals.server'
import { listPurchased } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { readLedger } from '~/domain/orders/ledger.server'
import { approveOrder, assignOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { listForReview } from '~/domain/orders/review/list.server'
import { bookByHand, refundOrder } from '~/domain/payments/booking.server'
import { loader as assignPage, action as postAssign } from '~/routes/admin/transactions/transaction-assign'
import { action as postRefund, loader as refundPage } from '~/routes/admin/transactions/transaction-refund'
import { loader as done } from '~/routes/user/checkout/checkout-done'
import OrderDetails, { loader as details } from '~/routes/user/history/history-order'
import { db } from '~/server/db/db.server'
import { orders, outbox } from '~/server/db/schema.server'
import { read } from '../support/checkouts'
import { makeEnded as makeEndedFor, readEntries } from '../support/ended-orders'
import {
	clearGrid,
	makeAdmin,
	type makeOrder,
	makeUser,
	ownCells,
	type TestAccount,
} from '../support/factories'
import { renderPage } from '../support/render-page'
import { makeRequest, readThrown, routeArgs } from '../support/requests'

/* Refunds of failed and rejected orders. */

const NOW = Date.UTC(2025, 10, 24, 12)
const [A, B] = [300, 301]
const REFUND = { bookedOn: '2025-11-24', pence: -200_000_00, bankReference: 'RF-77' }

let buyer: TestAccount
let rival: TestAccount
let admin: TestAccount

beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	rival = await makeUser()
	admin = await makeAdmin({ fullName: 'Grace Ends' })
})

const makeEnded = (options?: Parameters<typeof makeOrder>[2]) =>
	makeEndedFor({ buyerId: buyer.id, actorId: admin.id, now: NOW, cells: [A, B] }, options)

describe('marking an order as refunded', () => {
	test.each(['failed', 'rejected'] as const)(
		'ends a %s order, with an audit entry and an email',
		async status => {
			const { id, decision } = await makeEnded({ status })
			expect(await refundOrder({ ...decision, payment: REFUND })).toEqual({ ok: true })
			expect(await read(id)).toMatchObject({
				status,
				receivedPence: 200_000_00,
				sentPence: 200_000_00,
			})
			expect(await readLedger(db, id)).toMatchObject([
				{ pence: 200_000_00, note: 'Received before its refund, seen by whoever sent it back' },
				{ pence: -200_000_00, bookedOn: '2025-11-24', bankReference: 'RF-77', recordedBy: 'Grace Ends' },
			])
			const detail = { pence: -200_000_00, on: '2025-11-24', bankReference: 'RF-77' }
			expect(await readEntries(id, 'order.payment-out')).toMatchObject([{ actorId: admin.id, detail }])
			const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
			expect(mail?.kind).toBe('order-refunded')
			for (const words of ['£200,000', '24 November 2025', 'RF-77']) expect(mail?.text).toContain(words)
		},
	)

	test('can be done in parts of the booked amount, with an email for each; a repeated form has no effect', async () => {
		const { id, decision } = await makeEnded()
		const received = { pence: 150_000_00, bookedOn: '2025-11-21', bankReference: 'IN' }
		await bookByHand({ ...decision, payment: received })
		const part = (version: number, pence: number) =>
			refundOrder({ ...decision, version, payment: { ...REFUND, pence: -pence } })
		expect(await part(2, 150_000_01)).toMatchObject({ ok: false, code: 'amount' })
		expect(await part(2, 100_000_00)).toEqual({ ok: true })
		expect(await part(2, 100_000_00)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ receivedPence: 150_000_00, sentPence: 100_000_00, version: 3 })
		expect(await part(3, 50_000_00)).toEqual({ ok: true })
		expect(await part(4, 1)).toMatchObject({ code: 'status' })
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(mails.map(mail => mail.kind)).toEqual(['order-refunded', 'order-refunded'])
	})

	test('is final: no further decision is possible', async () => {
		const { decision } = await makeEnded()
		await refundOrder({ ...decision, payment: REFUND })
		const again = { ...decision, version: 3 }
		for (const response of [
			await refundOrder({ ...again, payment: REFUND }),
			await assignOrder(again),
			await approveOrder(again),
			await rejectOrder(again),
		]) {
			expect(response).toMatchObject({
				ok: false,
				code: 'status',
				message: /^An order that is refunded cannot be/,
			})
		}
	})

	test('is limited to failed and rejected orders with an amount', async () => {
		for (const status of ['pending', 'approved'] as const) {
			await clearGrid()
			const { decision } = await makeEnded({ status })
			expect(await refundOrder({ ...decision, payment: REFUND })).toMatchObject({ code: 'status' })
		}
		const { decision } = await makeEnded({ totalPence: 0 })
		expect(await refundOrder({ ...decision, payment: REFUND })).toMatchObject({ code: 'status' })
	})

	test('succeeds once with two administrators at once, also against an assignment', async () => {
		const other = await makeAdmin()
		const { id, decision } = await makeEnded()
		const input = { ...decision, payment: REFUND }
		const both = await Promise.all([refundOrder(input), refundOrder({ ...input, actorId: other.id })])
		expect(both.map(result => result.ok).toSorted()).toEqual([false, true])
		expect(await readEntries(id, 'order.payment-out')).toHaveLength(1)

		const second = await makeEnded()
		const mixed = await Promise.all([
			assignOrder(second.decision),
			refundOrder({ ...second.decision, payment: REFUND }),
		])
		expect(mixed.map(item => item.ok).toSorted()).toEqual([false, true])
	})

	test('decreases the count on the dashboard; lists and search show "refunded"', async () => {
		const before = (await readOrderTotals()).failed
		const { id, reference, decision } = await makeEnded()
		expect((await readOrderTotals()).failed).toBe(before + 1)
		await refundOrder({ ...decision, payment: REFUND })
		expect((await readOrderTotals()).failed).toBe(before)
		const list = async (status: 'failed' | 'refunded' | null) =>
			(await listForReview({ q: reference, status, from: null, to: null, page: 1 })).rows.map(
				row => row.status,
			)
		expect(await list(null)).toEqual(['refunded'])
		expect(await list('refunded')).toEqual(['refunded'])
		expect(await list('failed')).toEqual([])
		expect((await listPurchased(buyer.id, WHOLE_HISTORY)).rows.map(row => [row.id, row.status])).toEqual([
			[id, 'refunded'],
		])
	})

	test('is shown to the buyer on the order’s page, to which the last page of the checkout redirects', async () => {
		const { id, decision } = await makeEnded()
		await refundOrder({ ...decision, payment: REFUND })
		const request = () => makeRequest('/user', { as: buyer })
		const params = { orderId: id }
		const moved = done(routeArgs(await request(), params))
		expect(readThrown(await moved.catch(error => error))).toMatchObject({ outcome: `/user/history/${id}` })
		const detail = await details(routeArgs(await request(), params))
		const page = renderPage(OrderDetails, { loaderData: detail })
		expect(page).toContain('The money for this order has been sent back')
		expect(page).toContain('bank reference RF-77')
		expect(page).not.toContain('is refunded in full')
	})
})

describe('the refund pages', () => {
	const FORM = {
		intent: 'refund',
		version: '1',
		refunded_on: '2025-11-21',
		amount: '200,000',
		bank_reference: 'X 1',
	}

	async function post(
		action: typeof postRefund | typeof postAssign,
		id: string,
		fields: Record<string, string>,
	) {
		const request = await makeRequest(`/admin/transactions/${id}`, { as: admin, fields })
		const response = (action as typeof postRefund)(routeArgs(request, { orderId: id }))
		return await response.catch((thrown: unknown) => thrown)
	}

	test('accept a refund and redirect back to the order', async () => {
		const { id } = await makeEnded()
		const response = await post(postRefund, id, FORM)
		expect((response as Response).headers.get('Location')).toBe(`/admin/transactions/${id}`)
		expect(await readLedger(db, id)).toMatchObject([{}, { pence: -200_000_00, bankReference: 'X 1' }])
	})

	test('show the errors of a refund, and keep the input', async () => {
		const { id } = await makeEnded()
		const typed = { ...FORM, amount: '2,000,000', bank_reference: '', refunded_on: '2025-11-19' }
		const response = await post(postRefund, id, typed)
		expect(response).toMatchObject({
			init: { status: 422 },
			data: { result: { initialValue: { amount: '2,000,000', refunded_on: '2025-11-19' } } },
		})
		expect(JSON.stringify(response)).toContain('At most £200,000 can be sent back')
		expect(await readLedger(db, id)).toEqual([])
	})

	test('return 409 when too late, 400 for invalid input and 404 for an unknown order', async () => {
		const { id } = await makeEnded()
		expect(await post(postRefund, id, { ...FORM, version: '7' })).toMatchObject({ init: { status: 409 } })
		expect(await post(postAssign, id, { intent: 'assign', version: '7' })).toMatchObject({
			init: { status: 409 },
		})
		expect(await post(postRefund, id, { ...FORM, intent: 'other' })).toMatchObject({ status: 400 })
		expect(await post(postRefund, id, { ...FORM, version: '' })).toMatchObject({ status: 400 })
		expect(await post(postAssign, id, { intent: 'assign' })).toMatchObject({ status: 400 })
		expect(await post(postRefund, 'none', FORM)).toMatchObject({ status: 404 })
		expect(await post(postAssign, 'none', { intent: 'assign', version: '1' })).toMatchObject({ status: 404 })
	})

	test('show beforehand that the pixels are not available', async () => {
		const { id } = await makeEnded()
		await ownCells(rival.id, [A])
		const request = await makeRequest(`/admin/transactions/${id}/assign`, { as: admin })
		const page = await assignPage(routeArgs(request, { orderId: id }))
		expect(page.refused).toMatch(/^This pixel is no longer available/)
	})

	test('are not accessible to members', async () => {
		const { id } = await makeEnded()
		for (const loader of [assignPage, refundPage]) {
			const request = await makeRequest(`/admin/transactions/${id}`, { as: buyer })
			await expect(loader(routeArgs(request, { orderId: id }))).rejects.toMatchObject({ status: 302 })
		}
		const [row] = await db.select().from(orders).where(eq(orders.id, id)).orderBy(desc(orders.createdAt))
		expect(row?.status).toBe('failed')
	})
})

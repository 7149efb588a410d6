import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readExpiredHolds, readRevenueByMonth } from '~/domain/dashboard/business.server'
import { lastMonths } from '~/domain/dashboard/months'
import { readMovedMoney, readWaitingMoney } from '~/domain/dashboard/order-totals.server'
import { readLedger } from '~/domain/orders/ledger.server'
import { bookByHand, reversePayment } from '~/domain/payments/booking.server'
import { db, write } from '~/server/db/db.server'
import { cellHolders, orders } from '~/server/db/schema.server'
import { clearRecords } from '../support/clear-records'
import { explainQuery } from '../support/database'
import {
	makeAdmin,
	makeFailedMail,
	makeOrder,
	makeStatement,
	makeUser,
	reserveForHouse,
} from '../support/factories'

/* Figures of the administrators' dashboard. */

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 22, 12)

beforeEach(clearRecords)

test('revenue counts approved orders by the London month of submission', async () => {
	const { id } = await makeUser()
	const at = (submittedAt: number, status: 'approved' | 'pending' | 'rejected' = 'approved') => ({
		status,
		submittedAt,
	})
	await makeOrder(id, [200], at(NOW))
	await makeOrder(id, [201, 202], at(NOW - DAY))
	await makeOrder(id, [203], at(Date.UTC(2026, 8, 30, 23, 30)))
	await makeOrder(id, [204], at(NOW, 'pending'))
	await makeOrder(id, [205], at(NOW, 'rejected'))
	await makeOrder(id, [206], at(NOW - 366 * DAY))
	const months = await readRevenueByMonth(NOW)
	expect(months.map(month => month.month)).toEqual(lastMonths(NOW, 12).map(month => month.month))
	expect(months.slice(-3)).toEqual([
		{ month: '2026-09', orders: 0, pence: 0 },
		{ month: '2026-10', orders: 1, pence: 100_000_00 },
		{ month: '2026-11', orders: 2, pence: 300_000_00 },
	])
	expect(months.reduce((sum, item) => sum + item.orders, 0)).toBe(3)
})

test('a failed order waits for an administrator while its pixels are free', async () => {
	const [ada, bob, cleo] = [await makeUser({ fullName: 'Ada Late' }), await makeUser(), await makeUser()]
	const late = await makeOrder(ada.id, [200, 201], { status: 'open', holdUntil: NOW - HOUR })
	await makeOrder(bob.id, [202], { status: 'open', holdUntil: NOW + HOUR })
	await makeOrder(cleo.id, [203], { status: 'open', holdUntil: NOW - 8 * DAY })
	expect(await readExpiredHolds(NOW)).toEqual({
		count: 1,
		newest: [
			{
				id: late.id,
				reference: late.reference,
				accountId: ada.id,
				name: 'Ada Late',
				totalPence: 200_000_00,
				ranOutAt: NOW - HOUR,
				hasReceipt: false,
			},
		],
	})
	await write(async tx => {
		await tx.delete(cellHolders).where(eq(cellHolders.orderId, late.id))
	})
	await reserveForHouse([200, 201])
	expect(await readExpiredHolds(NOW)).toEqual({ count: 0, newest: [] })
})

test('payment worklists show amounts and the oldest date', async () => {
	const [{ id }, admin] = [await makeUser(), await makeAdmin()]
	const at = (hours: number) => ({ submittedAt: NOW - hours * HOUR })
	await makeOrder(id, [200], { ...at(2), status: 'pending', receivedPence: 100_300_00 })
	await makeOrder(id, [201], { ...at(3), status: 'pending' })
	await makeOrder(id, [202], {
		...at(4),
		status: 'rejected',
		receivedPence: 100_000_00,
		sentPence: 40_000_00,
	})
	await makeOrder(id, [203], at(5))
	await makeStatement(admin.id, [
		{ text: 'One', pence: 500_00, bookedOn: '2026-11-20' },
		{ text: 'Two', pence: -100_00, bookedOn: '2026-11-19' },
	])
	expect(Object.fromEntries(await readWaitingMoney())).toEqual({
		toReview: { pence: 200_000_00, oldest: NOW - 3 * HOUR },
		toDecide: { pence: 500_00, oldest: '2026-11-19' },
		toSendBack: { pence: 60_300_00, oldest: NOW - 4 * HOUR },
		notSeen: { pence: 100_000_00, oldest: NOW - 5 * HOUR },
	})
})

test('payments of yesterday and of the month are counted by bank day, without reversed ones', async () => {
	const [{ id }, admin] = [await makeUser(), await makeAdmin()]
	const order = await makeOrder(id, [200], { status: 'rejected', submittedAt: NOW - 40 * DAY })
	const book = async (pence: number, bookedOn: string) => {
		const [row] = await db.select({ version: orders.version }).from(orders).where(eq(orders.id, order.id))
		const payment = { pence, bookedOn, bankReference: `FT-${pence}`, note: null }
		await bookByHand({ orderId: order.id, version: row?.version ?? 0, payment, actorId: admin.id, now: NOW })
	}
	await book(1_000_00, '2026-11-20')
	await book(200_00, '2026-11-21')
	await book(30_00, '2026-11-21')
	await book(4_00, '2026-11-22')
	await book(-100_00, '2026-10-31')
	await book(-20_00, '2026-11-01')
	await book(-3_00, '2026-11-21')
	const wrong = (await readLedger(db, order.id)).find(({ pence }) => pence === 30_00)
	await reversePayment({
		orderId: order.id,
		paymentId: wrong?.id ?? '',
		note: 'Wrong',
		actorId: admin.id,
		now: NOW,
	})
	expect(await readMovedMoney(NOW)).toEqual({
		yesterday: '2026-11-21',
		month: '2026-11',
		received: { count: 1, receivedPence: 200_00, sentPence: 0 },
		sentBack: { count: 2, receivedPence: 0, sentPence: 23_00 },
	})
})

test('every figure is read through an index', async () => {
	await makeFailedMail('nobody@example.test')
	const month = `select count(*), sum(total_pence) from orders
		where status = 'approved' and submitted_at >= 1 and submitted_at < 2`
	expect(await explainQuery({ sql: month })).toEqual([
		'SEARCH orders USING COVERING INDEX orders_status (status=? AND submitted_at>? AND submitted_at<?)',
	])
})

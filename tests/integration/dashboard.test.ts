import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readFunnel, readRevenueByMonth, readRunOutHolds } from '~/domain/dashboard/business.server'
import { lastMonths } from '~/domain/dashboard/months'
import { db, write } from '../../app/server/db/db.server'
import { cellHolders } from '../../app/server/db/schema.server'
import { emptyBooks } from '../support/books'
import { makeFailedMail, makeOrder, makeUser, reserveForHouse } from '../support/factories'

/* What the administrators' dashboard says. */

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 22, 12)

beforeEach(emptyBooks)

test('revenue counts approved orders by the month in London of their receipt', async () => {
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
	expect(months.map(one => one.month)).toEqual(lastMonths(NOW, 12).map(one => one.month))
	expect(months.slice(-3)).toEqual([
		{ month: '2026-09', orders: 0, pence: 0 },
		{ month: '2026-10', orders: 1, pence: 100_000_00 },
		{ month: '2026-11', orders: 2, pence: 300_000_00 },
	])
	expect(months.reduce((sum, one) => sum + one.orders, 0)).toBe(3)
})

test('the funnel follows the checkouts of thirty days as far as they came', async () => {
	const { id } = await makeUser()
	const opened = { createdAt: NOW - DAY, proceededAt: null, submittedAt: null }
	const submitted = { createdAt: NOW - DAY, proceededAt: NOW - DAY, submittedAt: NOW }
	await makeOrder(id, [200], { ...opened, status: 'abandoned' })
	await makeOrder(id, [201], { ...opened, status: 'open', proceededAt: NOW })
	await makeOrder(id, [202], { ...submitted, status: 'pending' })
	await makeOrder(id, [203], { ...submitted, status: 'approved' })
	await makeOrder(id, [204], { ...submitted, createdAt: NOW - 31 * DAY, status: 'approved' })
	expect(await readFunnel(NOW)).toEqual({ opened: 4, proceeded: 3, submitted: 2, approved: 1 })
})

test('a hold that ran out waits for the administrator while the pixels are free', async () => {
	const [ada, bob, cleo] = [await makeUser({ fullName: 'Ada Late' }), await makeUser(), await makeUser()]
	const late = await makeOrder(ada.id, [200, 201], { status: 'open', holdUntil: NOW - HOUR })
	await makeOrder(bob.id, [202], { status: 'open', holdUntil: NOW + HOUR })
	await makeOrder(cleo.id, [203], { status: 'open', holdUntil: NOW - 8 * DAY })
	expect(await readRunOutHolds(NOW)).toEqual({
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
	expect(await readRunOutHolds(NOW)).toEqual({ count: 0, newest: [] })
})

test('every figure is read from an index', async () => {
	await makeFailedMail('nobody@example.test')
	const plan = async (query: string) => {
		const rows = await db.all<{ detail: string }>(sql.raw(`explain query plan ${query}`))
		return rows.map(row => row.detail).join('; ')
	}
	const month = `select count(*), sum(total_pence) from orders
		where status = 'approved' and submitted_at >= 1 and submitted_at < 2`
	expect(await plan(month)).toBe(
		'SEARCH orders USING COVERING INDEX orders_status (status=? AND submitted_at>? AND submitted_at<?)',
	)
	const funnel = `select count(*), count(proceeded_at), count(submitted_at), sum(status = 'approved')
		from orders where created_at > 1`
	expect(await plan(funnel)).toBe('SEARCH orders USING COVERING INDEX orders_created (created_at>?)')
})

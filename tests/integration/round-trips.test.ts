import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { startCountingProxy } from '../support/counting-proxy'
import { startSqld } from '../support/sqld'

/* Counts the product's requests to a libSQL server, which may be milliseconds away. */

const sqld = await startSqld()
const proxy = await startCountingProxy(sqld.url)
/* The product's modules read the server's URL when they are imported, which is later. */
vi.stubEnv('DATABASE_URL', proxy.url)

const counted = async (work: () => Promise<unknown>) => {
	const before = proxy.count()
	await work()
	return proxy.count() - before
}

afterAll(async () => {
	proxy.stop()
	await sqld.stop()
})

test('a purchase takes at most forty round trips, and pages a few', async () => {
	const { makeUser } = await import('../support/factories')
	const { PAYMENT_DETAILS } = await import('../support/payment-details')
	const { newReceipt } = await import('../support/receipts')
	const { openCheckout } = await import('~/domain/orders/checkout/open.server')
	const { proceedToPayment } = await import('~/domain/orders/checkout/proceed.server')
	const { submitPayment } = await import('~/domain/orders/checkout/submit.server')
	const { readOpenCheckout } = await import('~/domain/orders/queries.server')
	const { listPayments } = await import('~/domain/orders/review/list.server')
	const { readGrid } = await import('~/domain/grid/queries.server')
	const { readLoss } = await import('~/domain/accounts/own-data/deletion.queries.server')
	const { withRequestContext } = await import('~/server/http/request-context.server')
	const [{ id: buyer }, now] = [await makeUser(), Date.now()]
	let orderId = ''
	const trips = {
		open: await counted(async () => {
			const opened = await openCheckout(buyer, [300], now)
			if (opened.ok) orderId = opened.orderId
		}),
		hold: await counted(() => proceedToPayment(orderId, buyer, now)),
		wayBack: await counted(async () => expect((await readOpenCheckout(buyer))?.id).toBe(orderId)),
		submit: await counted(async () => {
			const receipts = { payment: newReceipt(buyer) }
			expect(await submitPayment(orderId, buyer, PAYMENT_DETAILS, now, receipts)).toMatchObject({ ok: true })
		}),
		payments: await counted(async () => {
			const list = await listPayments({ q: '', page: 1, status: null, from: null, to: null })
			expect(list.rows.map(row => row.cells.map(cell => cell.id))).toEqual([[300]])
		}),
		loss: await counted(() => readLoss(buyer, now)),
		gridOfARequest: await counted(() =>
			withRequestContext(new Request('http://localhost:3000/'), async () => {
				expect((await readGrid(now)).holdings[299]).toMatchObject({ kind: 'owned' })
				await readGrid(now)
			}),
		),
	}
	const { open, hold, submit, ...pages } = trips
	expect(open + hold + submit).toBeLessThanOrEqual(40)
	for (const [page, count] of Object.entries(pages)) expect(count, page).toBeLessThanOrEqual(15)
	await withRequestContext(new Request('http://localhost:3000/', { method: 'POST' }), async () => {
		expect((await readGrid(now)).holdings[300]).toMatchObject({ kind: 'available' })
		const opened = await openCheckout(buyer, [301], now)
		await proceedToPayment(opened.ok ? opened.orderId : '', buyer, now)
		expect((await readGrid(now)).holdings[300]).toMatchObject({ kind: 'hold' })
	})
})

test('no list makes more than fifteen round trips', async () => {
	const { makeAdmin, makeCoupon, makeOrder, makeStatement, makeTransfer, makeUser, ownCells } = await import(
		'../support/factories'
	)
	const { couponOperations } = await import('~/api/operations/coupons.server')
	const { referenceFrom } = await import('~/domain/orders/reference')
	const { readStatementEntries } = await import('~/domain/statements/queries.server')
	const { listAudit } = await import('~/domain/audit/queries.server')
	const { findBlock } = await import('~/domain/creatives/queries.server')
	const { openCheckout } = await import('~/domain/orders/checkout/open.server')
	const { readOpenCheckout, readSituation } = await import('~/domain/orders/queries.server')
	const { listReceived } = await import('~/domain/transfers/history/received-queries.server')
	const { listSent } = await import('~/domain/transfers/history/sent-queries.server')
	const { listSales } = await import('~/domain/transfers/history/sold-queries.server')
	const [ada, grace, admin, now] = [await makeUser(), await makeUser(), await makeAdmin(), Date.now()]
	await ownCells(ada.id, [310, 311])
	await makeTransfer(ada.id, [310], { recipientEmail: grace.email, status: 'accepted' })
	await makeTransfer(ada.id, [311], { recipientEmail: grace.email })
	await openCheckout(grace.id, [320], now)
	const open = await readOpenCheckout(grace.id)
	const reference = referenceFrom([1, 2, 3, 4, 5, 6, 7])
	const pending = await makeOrder(ada.id, [330], { status: 'pending', reference })
	const text = `for ${reference}`
	const statement = await makeStatement(admin.id, [{ text, pence: 1 }])
	const couponId = randomUUID()
	await makeCoupon({ id: couponId })
	const all = { q: '', page: 1 }
	const filter = { ...all, status: null, who: null, kind: null, from: null, to: null }
	const trips = {
		received: await counted(async () => {
			const { rows } = await listReceived(grace, filter, now)
			expect(rows.map(row => row.cells.map(cell => cell.id))).toEqual([[311], [310]])
		}),
		sent: await counted(async () => {
			const { rows } = await listSent(ada.id, all, now)
			expect(rows.map(row => row.cells.map(cell => cell.id))).toEqual([[311]])
		}),
		sold: await counted(async () => expect((await listSales(null, all)).rows).toHaveLength(1)),
		audit: await counted(async () => expect((await listAudit(filter)).rows.length).toBeGreaterThan(0)),
		auditOfOne: await counted(() => listAudit({ ...filter, q: grace.id })),
		auditBeyondItsEnd: await counted(async () => {
			expect(await listAudit({ ...filter, page: 7 })).toMatchObject({ page: 1, from: 1 })
		}),
		situation: await counted(async () => {
			expect(open && (await readSituation(open, now))).toMatchObject({ kind: 'free' })
		}),
		block: await counted(async () => expect(await findBlock(310, ada.id, now)).toMatchObject({ ok: true })),
		statement: await counted(async () => {
			const read = await readStatementEntries(statement.id)
			expect(read?.entries[0]?.parts.map(part => part.order.id)).toEqual([pending.id])
		}),
		coupons: await counted(async () => {
			expect(await couponOperations[0]?.run({ query: all } as never)).toMatchObject({
				data: [{ id: couponId }],
			})
		}),
	}
	for (const [page, count] of Object.entries(trips)) expect(count, page).toBeLessThanOrEqual(15)
})

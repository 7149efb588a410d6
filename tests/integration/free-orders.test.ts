import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyCoupon, removeCoupon } from '~/domain/orders/checkout/coupon.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import Transaction, { loader as transaction } from '~/routes/admin/transactions/transaction'
import { loader as list } from '~/routes/admin/transactions/transactions'
import { action as next } from '~/routes/user/checkout/checkout'
import { action as confirm, loader as confirmPage } from '~/routes/user/checkout/checkout-confirm'
import { loader as paymentPage } from '~/routes/user/checkout/checkout-payment'
import { db, write } from '~/server/db/db.server'
import { cellHolders, coupons, outbox } from '~/server/db/schema.server'
import { attachReceipt, open, read } from '../support/checkouts'
import { clearGrid, makeAdmin, makeCoupon, makeUser, type TestAccount } from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'

/* Orders with a total of zero, because a coupon covers the whole amount (P14). */

const NOW = Date.now()
const FREE_DETAILS = { ...PAYMENT_DETAILS, bankName: null, bankAccountNo: null, paymentId: null }
const FORM = {
	name: 'Example Buyer Ltd',
	email: 'buyer@example.test',
	country: 'UK',
	contact_no: '7700 900123',
	details_confirmed: 'on',
	terms: 'on',
}

let buyer: TestAccount
let orderId: string

beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	orderId = await open(buyer, [300, 301], NOW)
	expect(await applyCoupon(orderId, buyer.id, await makeCoupon({ discount: 10_000 }), NOW)).toEqual({
		ok: true,
	})
	expect((await read(orderId)).totalPence).toBe(0)
})

/** Returns the redirect of a response, or its status. */
async function follow(response: Promise<unknown>): Promise<string | number | null> {
	const result = await response.catch((thrown: unknown) => thrown)
	if (result instanceof Response) return result.headers.get('Location')
	return (result as { init?: { status: number } | null }).init?.status ?? 200
}

const args = async (step: string, fields?: Record<string, string>) => {
	const path = `/user/checkout/${orderId}${step}`
	const request = await makeRequest(path, { as: buyer, ...(fields ? { fields } : {}) })
	return routeArgs(request, { orderId })
}

describe('an order with a total of zero', () => {
	test('skips the bank details, and asks for no receipt', async () => {
		expect(await follow(next(await args('', { intent: 'next' })))).toBe(`/user/checkout/${orderId}/confirm`)
		expect(await follow(paymentPage(await args('/payment')))).toBe(`/user/checkout/${orderId}/confirm`)
		expect(await follow(confirmPage(await args('/confirm')))).toBe(200)
		expect(await follow(confirm(await args('/confirm', { ...FORM, name: '' })))).toBe(422)
		expect(await follow(confirm(await args('/confirm', FORM)))).toBe(`/user/checkout/${orderId}/done`)
		const holders = await db.select().from(cellHolders).where(eq(cellHolders.orderId, orderId))
		expect(holders.map(holder => [holder.kind, holder.accountId])).toEqual([
			['owned', buyer.id],
			['owned', buyer.id],
		])
		expect(await read(orderId)).toMatchObject({
			status: 'pending',
			paymentId: null,
			paymentIdNormal: null,
			bankName: null,
			paymentReceiptKey: null,
		})
		const mails = await db.select().from(outbox).where(eq(outbox.recipient, buyer.email))
		expect(mails.map(mail => mail.kind).toSorted()).toEqual(['checkout-held', 'order-received'])
		for (const mail of mails) expect(mail.text).not.toMatch(/transfer|receipt/i)
	})

	test('stays in the checkout when others have used up the coupon', async () => {
		const code = await makeCoupon({ discount: 10_000, maxUses: 1 })
		expect(await applyCoupon(orderId, buyer.id, code, NOW)).toEqual({ ok: true })
		await proceedToPayment(orderId, buyer.id, NOW)
		await write(tx => tx.update(coupons).set({ maxUses: 0 }).where(eq(coupons.code, code)))
		const outcome = await submitPayment(orderId, buyer.id, FREE_DETAILS, NOW)
		expect(outcome).toMatchObject({ ok: false, code: 'coupon-used-up' })
		expect((await read(orderId)).status).toBe('open')
	})

	test('is approved like any other, and the administrator sees that nothing is to be paid', async () => {
		await proceedToPayment(orderId, buyer.id, NOW)
		await submitPayment(orderId, buyer.id, FREE_DETAILS, NOW)
		const admin = await makeAdmin()
		const request = await makeRequest(`/admin/transactions/${orderId}`, { as: admin })
		const loaderData = await transaction(routeArgs(request, { orderId }))
		const page = renderPage(Transaction, { loaderData })
		expect(page).toContain('Nothing is to be paid for this order')
		expect(page).toContain('None: nothing was to be paid')
		expect(page).not.toContain('used before')
		const { version } = await read(orderId)
		expect(await approveOrder({ orderId, version, actorId: admin.id, now: NOW })).toEqual({ ok: true })
	})

	test('is not flagged as a reuse of another order’s transaction ID', async () => {
		const ids: string[] = []
		for (const cells of [[310], [311]]) {
			const id = await open(buyer, cells, NOW)
			ids.push(id)
			await applyCoupon(id, buyer.id, await makeCoupon({ discount: 10_000 }), NOW)
			await proceedToPayment(id, buyer.id, NOW)
			await submitPayment(id, buyer.id, FREE_DETAILS, NOW)
		}
		const admin = await makeAdmin()
		const request = await makeRequest('/admin/transactions', { as: admin })
		const { rows } = (await list(routeArgs(request))).list
		expect(rows.filter(row => ids.includes(row.id)).map(row => row.usedTwice)).toEqual([false, false])
	})
})

describe('when the coupon is removed after the form was opened', () => {
	test('the transfer details are requested, and the input is kept', async () => {
		await proceedToPayment(orderId, buyer.id, NOW)
		await removeCoupon(orderId, buyer.id, NOW)
		const response = await confirm(await args('/confirm', FORM))
		expect(response).toMatchObject({
			init: { status: 422 },
			data: { order: { totalPence: 20_000_000 }, result: { initialValue: { name: FORM.name } } },
		})
		expect(await submitPayment(orderId, buyer.id, FREE_DETAILS, NOW)).toEqual({
			ok: false,
			code: 'no-payment',
			message: 'This order has to be paid now. Please fill in the details of the transfer.',
		})
		await attachReceipt(orderId, buyer)
		expect(await submitPayment(orderId, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ status: 'pending' })
	})
})

import { desc, eq } from 'drizzle-orm'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPixel } from '~/domain/grid/pixel.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import Checkout, { loader as stepOne } from '~/routes/user/checkout/checkout'
import CheckoutPayment, { loader as stepTwo } from '~/routes/user/checkout/checkout-payment'
import Dashboard, { loader as dashboard } from '~/routes/user/dashboard'
import OrderDetails, { loader as details } from '~/routes/user/history/history-order'
import BuyPixels, { loader as buyPage, action as choose } from '~/routes/user/pixels/pixels-buy'
import { db, write } from '~/server/db/db.server'
import { cellHolders, orders, outbox } from '~/server/db/schema.server'
import { open, openPaymentStep, read } from '../support/checkouts'
import {
	clearGrid,
	makeOrder,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { renderPage } from '../support/render-page'
import { loadWithMarkup, MEMBER_MATCHES, makeRequest, routeArgs } from '../support/requests'

/* Pixels on hold are not sold (P8): pages do not call them sold while another buyer has them on hold. */

const [A, B, C] = [300, 301, 302]
const HOUR = 60 * 60 * 1000
const UNTIL = /until \d{1,2} \w+ \d{4} at \d{2}:\d{2} (GMT|BST)/
const NEVER = /gone|bought|no longer available/i

let buyer: TestAccount
let rival: TestAccount

beforeEach(async () => {
	await clearGrid()
	buyer = await makeUser()
	rival = await makeUser()
})

/** Returns the text of a page as the buyer sees it. */
async function see<Args, Data>(
	page: { loader: (args: Args) => Promise<Data>; component: (props: never) => ReactNode },
	path: string,
	params = {},
	part = (html: string) => html.replace(/<[^>]*>/g, ' '),
): Promise<string> {
	const request = await makeRequest(path, { as: buyer })
	const { page: loaderData, html } = await loadWithMarkup(request, () =>
		page.loader(routeArgs(request, params)),
	)
	return part(renderPage(page.component, { loaderData, matches: MEMBER_MATCHES }) + html)
}

const holdForRival = (cells: number[]) => makeOrder(rival.id, cells, { status: 'open' })

describe('pixels that another buyer has on hold', () => {
	test('keep the larger view in the link back to the other pixels', async () => {
		await holdForRival([B])
		const page = { loader: buyPage, component: BuyPixels }
		const asked = `cell=${A}&cell=${B}`
		expect(await see(page, `/user/pixels/buy?view=tiny-4&${asked}`, {}, html => html)).toContain(
			`href="/user/pixels/buy?cell=${A}&amp;view=tiny-4#cells"`,
		)
		expect(await see(page, `/user/pixels/buy?${asked}`, {}, html => html)).toContain(
			`href="/user/pixels/buy?cell=${A}"`,
		)
	})

	test('cannot be selected, and the page shows until when and the options', async () => {
		await holdForRival([B])
		const page = { loader: buyPage, component: BuyPixels }
		const text = await see(page, `/user/pixels/buy?type=tiny&fromRow=12&fromCol=29&toRow=12&toCol=30`)
		expect(text).toContain('This pixel is not available for selection')
		expect(text).toMatch(UNTIL)
		expect(text).toContain('This pixel is on hold for another buyer')
		expect(text).toContain('you can wait until then, or choose other pixels')
		expect(text).not.toMatch(NEVER)
	})

	test('are distinguished from pixels of the house and one’s own', async () => {
		await reserveForHouse([B])
		await ownCells(buyer.id, [C])
		const coordinates = { type: 'tiny', fromRow: '12', fromCol: '29', toRow: '12', toCol: '31' }
		const page = { loader: buyPage, component: BuyPixels }
		const shown = await see(page, `/user/pixels/buy?${new URLSearchParams(coordinates)}`)
		const request = await makeRequest('/user/pixels/buy', {
			as: buyer,
			fields: { ...coordinates, intent: 'buy' },
		})
		const response = (await choose(routeArgs(request))) as {
			data: { problem: { taken: string } }
		}
		for (const text of [shown, response.data.problem.taken]) {
			expect(text).toContain('This pixel is reserved by the house: tiny pixel at row 12, column 30.')
			expect(text).toContain('This pixel is yours already: tiny pixel at row 12, column 31.')
			expect(text).not.toMatch(NEVER)
		}
	})

	test('are named in the response to a purchase', async () => {
		await holdForRival([B])
		for (const intent of ['select', 'buy', 'preview']) {
			const fields = { intent, cell: [String(A), String(B)] }
			const request = await makeRequest('/user/pixels/buy', { as: buyer, fields })
			const response = await choose(routeArgs(request))
			expect(response).toMatchObject({
				init: { status: 422 },
				data: { problem: { taken: expect.stringMatching(/on hold for another buyer until/) } },
			})
			expect(JSON.stringify((response as { data: { problem: unknown } }).data.problem)).not.toMatch(NEVER)
		}
	})

	test('can be waited for at the first two steps of a checkout, which shows no bank details', async () => {
		const id = await open(buyer, [A, B], Date.now())
		await write(tx => tx.update(orders).set({ proceededAt: 1 }).where(eq(orders.id, id)))
		await holdForRival([B])
		const params = { orderId: id }
		const first = await see({ loader: stepOne, component: Checkout }, `/user/checkout/${id}`, params)
		const second = await see(
			{ loader: stepTwo, component: CheckoutPayment },
			`/user/checkout/${id}/payment`,
			params,
		)
		for (const text of [first, second]) {
			expect(text).toContain('Another buyer has these pixels on hold')
			expect(text).toMatch(UNTIL)
			expect(text).toContain('Check again')
			expect(text).toContain('Choose other pixels')
			expect(text).not.toMatch(NEVER)
		}
		expect(second).not.toContain('Transfer to this account')
	})

	test('are shown on the dashboard', async () => {
		await open(buyer, [A, B], Date.now())
		await holdForRival([A, B])
		const text = await see({ loader: dashboard, component: Dashboard }, '/user/dashboard')
		expect(text).toContain('These pixels are on hold for another buyer')
		expect(text).toMatch(UNTIL)
		expect(text).not.toMatch(NEVER)
	})

	test('are shown as on hold on their own page', async () => {
		const now = Date.now()
		await makeOrder(rival.id, [C], { status: 'open', holdUntil: now + HOUR })
		expect(await readPixel(C, now)).toMatchObject({
			state: 'user-reserved',
			holdUntil: now + HOUR,
			since: null,
		})
		expect(await readPixel(C, now + HOUR)).toMatchObject({ state: 'available', holdUntil: null })
	})
})

describe('a receipt submitted while another buyer has the pixels on hold', () => {
	test('is kept with the failed order, with a matching message', async () => {
		const now = Date.now()
		const id = await openPaymentStep(buyer, [A, B], now)
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.orderId, id)))
		await holdForRival([B])
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, now)).toMatchObject({
			ok: true,
			status: 'failed',
		})
		const order = await read(id)
		expect(order).toMatchObject({ status: 'failed', paymentId: PAYMENT_DETAILS.paymentId })
		expect(order.paymentReceiptKey).not.toBeNull()
		expect(order.failureReason).toMatch(
			/^This pixel was on hold for another buyer when your receipt arrived: tiny pixel at row 12, column 30\.$/,
		)

		const [mail] = await db
			.select()
			.from(outbox)
			.where(eq(outbox.recipient, buyer.email))
			.orderBy(desc(outbox.createdAt))
		expect(mail?.kind).toBe('order-failed')
		expect(mail?.text.replace(/\s+/g, ' ')).toMatch(UNTIL)
		expect(mail?.text).not.toMatch(NEVER)
		const page = { loader: details, component: OrderDetails }
		const text = await see(page, `/user/history/${id}`, { orderId: id })
		expect(text).toContain('This pixel was on hold for another buyer when your receipt arrived')
		expect(text).not.toMatch(UNTIL)
		expect(text).not.toMatch(NEVER)
	})

	test('is distinguished from one for sold pixels', async () => {
		const now = Date.now()
		const id = await openPaymentStep(buyer, [A, B, C], now)
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.orderId, id)))
		await holdForRival([B])
		await ownCells(rival.id, [C])
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, now)
		expect((await read(id)).failureReason).toMatch(
			/^This pixel was no longer available when .+ column 31\. This pixel was on hold for another buyer when .+ column 30\.$/,
		)
	})
})

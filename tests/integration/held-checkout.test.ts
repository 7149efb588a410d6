import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatIdRanges } from '~/domain/grid/selection/ranges'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { loader as houseGrid } from '~/routes/admin/profile/profile'
import { action as release, loader as releasePage } from '~/routes/admin/profile/profile-release'
import { action as confirm, loader as confirmPage } from '~/routes/user/checkout/checkout-confirm'
import { action as choose } from '~/routes/user/pixels/pixels-buy'
import { action as replace, loader as replacePage } from '~/routes/user/pixels/pixels-buy-replace'
import { db, write } from '~/server/db/db.server'
import { cellHolders, coupons, orders, pixelPrices, settings } from '~/server/db/schema.server'
import { purchaseForm } from '../support/api-client'
import { attachReceipt, open, read } from '../support/checkouts'
import {
	clearGrid,
	makeAdmin,
	makeCoupon,
	makeUser,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { callOperation } from '../support/operations'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { makeRequest, readThrown, routeArgs } from '../support/requests'
import { paymentForm } from '../support/shopping'

/* A held checkout keeps its totals and its hold until it ends (P10). */

const HOUR = 60 * 60_000

let buyer: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(settings))
	await setPrice(10_000_000)
	buyer = await makeUser()
})

const hold = (cells: number[], more: object = {}) =>
	callOperation(buyer, 'POST /user/create-checkout-session', {
		body: { selectBlocks: cells.map(id => ({ id })), ...more },
	})
const buy = (cells: number[], more: Record<string, string> = {}) =>
	callOperation(buyer, 'POST /user/pixels/buy', {
		body: purchaseForm({ cells, email: buyer.email, paymentId: `TX-${cells}`, ...more }),
	})

const setPrice = (pence: number) =>
	write(tx => tx.update(pixelPrices).set({ pence }).where(eq(pixelPrices.type, 'tiny')))
const doublePrices = () => setPrice(20_000_000)
const deleteCoupon = (code: string) =>
	write(tx => tx.update(coupons).set({ deletedAt: Date.now() }).where(eq(coupons.code, code)))
const readOrders = () => db.select().from(orders).where(eq(orders.accountId, buyer.id))

describe('a held checkout bought through the API', () => {
	test('keeps its price', async () => {
		const held = await hold([300, 301])
		await doublePrices()
		expect(await hold([300, 301])).toMatchObject({ data: held.data })
		const bought = await buy([300, 301])
		const { order_id, reference, total } = held.data
		expect(bought).toMatchObject({ success: true, data: { order_id, reference, total, status: 'pending' } })
		expect(total).toBe(200_000)
		expect(await readOrders()).toHaveLength(1)
	})

	test('keeps its coupon, named or omitted, when that is deleted or used up', async () => {
		for (const [cell, sent] of [
			[310, false],
			[311, true],
		] as const) {
			const code = await makeCoupon()
			buyer = await makeUser()
			const held = await hold([cell], { coupon_code: code })
			await deleteCoupon(code)
			const bought = await buy([cell], sent ? { coupon_code: code.toLowerCase() } : {})
			expect(bought).toMatchObject({ success: true, data: { total: 90_000, order_id: held.data.order_id } })
		}
	})

	test('accepts another coupon only if it is valid now, and keeps its own otherwise', async () => {
		const [own, gone, better] = [
			await makeCoupon(),
			await makeCoupon(),
			await makeCoupon({ discount: 5_000 }),
		]
		await hold([320], { coupon_code: own })
		await deleteCoupon(gone)
		expect(await buy([320], { coupon_code: gone })).toMatchObject({ message: 'Coupon not found' })
		expect(await hold([320])).toMatchObject({ data: { total: 90_000 } })
		expect(await buy([320], { coupon_code: better })).toMatchObject({
			data: { total: 50_000, status: 'pending' },
		})
	})

	test('counts a use of a limited coupon when it is submitted', async () => {
		const code = await makeCoupon({ maxUses: 1 })
		await hold([330], { coupon_code: code })
		await write(tx => tx.update(coupons).set({ isActive: false }).where(eq(coupons.code, code)))
		const first = buyer
		buyer = await makeUser()
		const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
		const rival = await open(buyer, [331], Date.now())
		await proceedToPayment(rival, buyer.id, Date.now())
		await attachReceipt(rival, buyer)
		await write(tx =>
			tx
				.update(orders)
				.set({ couponId: coupon?.id ?? '', couponCode: code })
				.where(eq(orders.id, rival)),
		)
		expect(await submitPayment(rival, buyer.id, PAYMENT_DETAILS, Date.now())).toMatchObject({
			status: 'pending',
		})
		buyer = first
		expect(await hold([330])).toMatchObject({ success: true, data: { total: 90_000 } })
		expect(await buy([330])).toMatchObject({ success: false, data: { status: 'failed', total: 90_000 } })
	})

	test('costs today’s prices once its hold has ended', async () => {
		const held = await hold([340])
		await write(tx =>
			tx.update(orders).set({ heldAt: 1, holdUntil: 2 }).where(eq(orders.id, held.data.order_id)),
		)
		await doublePrices()
		expect(await buy([340])).toMatchObject({ success: true, data: { total: 200_000 } })
	})
})

test('can be one of two parallel purchases of an account: both succeed, and no receipt is left over', async () => {
	for (const place of [400, 402, 404]) {
		buyer = await makeUser()
		const bought = await Promise.all([buy([place]), buy([place + 1])])
		expect(bought).toMatchObject([{ success: true }, { success: true }])
		const stray = and(
			eq(orders.accountId, buyer.id),
			eq(orders.status, 'abandoned'),
			isNotNull(orders.paymentReceiptKey),
		)
		expect(await db.select().from(orders).where(stray)).toEqual([])
	}
})

test('is bought once by two parallel purchases of the same pixels', async () => {
	const bought = await Promise.all([buy([410]), buy([410])])
	expect(bought.filter(item => item.success)).toHaveLength(1)
	expect(bought.find(item => !item.success)).toMatchObject({ code: 'gone' })
	expect((await readOrders()).filter(order => order.paymentReceiptKey !== null)).toHaveLength(1)
})

describe('a receipt for a checkout replaced by a newer one of the same pixels', () => {
	/** Creates an older checkout with an expired hold, and a newer one with the same pixels on hold. */
	async function makeTwo(cell: number, isDearer: boolean) {
		const older = await open(buyer, [cell], Date.now() - 3 * HOUR)
		await proceedToPayment(older, buyer.id, Date.now() - 3 * HOUR)
		await open(buyer, [cell + 1], Date.now() - 2 * HOUR)
		if (isDearer) await doublePrices()
		const newer = await open(buyer, [cell], Date.now())
		await proceedToPayment(newer, buyer.id, Date.now())
		expect((await read(older)).status).toBe('abandoned')
		return { older, newer }
	}
	const send = async (orderId: string) => {
		const { name, value } = await sessionCookie(buyer.id)
		const address = `http://localhost:3000/user/checkout/${orderId}/confirm`
		const headers = { cookie: `${name}=${value}`, origin: 'http://localhost:3000' }
		const request = new Request(address, { method: 'POST', headers, body: paymentForm(buyer.email) })
		return await confirm(routeArgs(request, { orderId }))
	}

	beforeEach(() => changeSettings({ holdMinutes: 60 }, { actorId: buyer.id, now: Date.now() }))

	test('is attached to the newer one', async () => {
		const { older, newer } = await makeTwo(500, false)
		const request = await makeRequest(`/user/checkout/${older}/confirm`, { as: buyer })
		const shown = await confirmPage(routeArgs(request, { orderId: older })).catch(readThrown)
		expect(shown).toEqual({ status: 302, outcome: `/user/checkout/${newer}/confirm` })
		const sent = await send(older).catch(readThrown)
		expect(sent).toMatchObject({ status: 302, outcome: `/user/checkout/${newer}/done` })
		expect(await read(newer)).toMatchObject({ status: 'pending', paymentReceiptName: 'receipt.pdf' })
		expect(await read(older)).toMatchObject({ status: 'abandoned', paymentReceiptKey: null })
		// A repeated submission changes nothing.
		const again = await send(older).catch(readThrown)
		expect(again).toMatchObject({ status: 302, outcome: `/user/checkout/${newer}/done` })
	})

	test('is kept with it, and submitted once its changed total was shown', async () => {
		const { older, newer } = await makeTwo(510, true)
		expect(await send(older)).toMatchObject({
			init: { status: 409 },
			data: { order: { id: newer, totalPence: 20_000_000 }, kept: { payment: 'receipt.pdf' } },
		})
		expect(await read(older)).toMatchObject({ status: 'abandoned', paymentReceiptKey: null })
		expect(await read(newer)).toMatchObject({ status: 'open', paymentReceiptName: 'receipt.pdf' })
		const late = await submitPayment(older, buyer.id, PAYMENT_DETAILS, Date.now())
		expect(late).toMatchObject({ ok: false, code: 'replaced' })
	})
})

describe('a second checkout', () => {
	const chosen = { intent: 'buy', cell: '601' }
	const holdAndChoose = async () => {
		const held = await hold([600])
		const request = await makeRequest('/user/pixels/buy', { as: buyer, fields: chosen })
		const response = await choose(routeArgs(request)).catch(readThrown)
		return { held: held.data.order_id as string, response }
	}
	const path = '/user/pixels/buy/replace?cells=601'

	test('asks for confirmation, and the first one stays until then', async () => {
		const { held, response } = await holdAndChoose()
		expect(response).toEqual({ status: 302, outcome: path })
		const page = await replacePage(routeArgs(await makeRequest(path, { as: buyer })))
		expect(page).toMatchObject({
			open: { id: held, totalPence: 10_000_000 },
			backHref: expect.stringContaining('/user/pixels/buy?'),
		})
		expect(await read(held)).toMatchObject({ status: 'open', holdEndedAt: null })
		const send = async (replaces: string) => {
			const fields = { intent: 'confirm', replaces }
			const request = await makeRequest(path, { as: buyer, fields })
			return await replace(routeArgs(request)).catch(readThrown)
		}
		expect(await send('another')).toEqual({ status: 302, outcome: path })
		expect(await read(held)).toMatchObject({ status: 'open', holdEndedAt: null })
		expect(await send(held)).toMatchObject({
			status: 302,
			outcome: expect.stringMatching(/^\/user\/checkout\//),
		})
		expect(await read(held)).toMatchObject({ status: 'abandoned', holdEndedAt: expect.any(Number) })
	})

	test('through the API is rejected unless it names the one that it replaces', async () => {
		const { held } = await holdAndChoose()
		const order_id = held
		expect(await hold([601])).toMatchObject({ success: false, code: 'checkout-held', data: { order_id } })
		expect(await buy([601])).toMatchObject({ success: false, code: 'checkout-held', data: { order_id } })
		expect(await read(held)).toMatchObject({ status: 'open', holdEndedAt: null })
		expect(await hold([601], { replaces: held })).toMatchObject({ success: true })
		expect(await read(held)).toMatchObject({ status: 'abandoned' })
	})

	test('needs no confirmation without a running hold', async () => {
		const opened = await open(buyer, [600], Date.now())
		const request = await makeRequest('/user/pixels/buy', { as: buyer, fields: chosen })
		const response = await choose(routeArgs(request)).catch(readThrown)
		expect(response).toMatchObject({ outcome: expect.stringMatching(/^\/user\/checkout\//) })
		expect((await read(opened)).status).toBe('abandoned')
	})
})

test('administrators see holds by person on the grid, and can end them', async () => {
	const [name, domain] = buyer.email.split('@')
	const other = await makeUser({ email: `${name}+two@${domain}` })
	await hold([700, 701])
	const second = await open(other, [703], Date.now())
	await proceedToPayment(second, other.id, Date.now())
	await attachReceipt(second, other)
	const admin = await makeAdmin()
	const see = async () => {
		const request = await makeRequest('/admin/profile', { as: admin })
		return (await houseGrid(routeArgs(request))).holds
	}
	const accounts = [{ id: buyer.id }, { id: other.id }]
	const seen = { person: buyer.email, accounts, cells: [700, 701, 703], withReceipt: 1 }
	expect(await see()).toMatchObject([seen])
	const path = `/admin/profile/restore?cells=${formatIdRanges([700, 701, 703])}`
	const { version } = await releasePage(routeArgs(await makeRequest(path, { as: admin })))
	const fields = { intent: 'confirm', reason: 'Too much at once', version }
	const request = await makeRequest(path, { as: admin, fields })
	expect(await release(routeArgs(request)).catch(readThrown)).toMatchObject({ outcome: '/admin/profile' })
	expect(await see()).toEqual([])
	expect(await read(second)).toMatchObject({ status: 'open', holdEndedAt: expect.any(Number) })
})

test('the client address is stored with the hold and the pending order, and deleted with them', async () => {
	const address = async () => (await db.select().from(cellHolders).where(eq(cellHolders.cell, 710)))[0]
	const held = await open(buyer, [710], Date.now() - 2 * HOUR)
	await proceedToPayment(held, buyer.id, Date.now() - 2 * HOUR, '2001:db8:1:2ff::1')
	expect(await address()).toMatchObject({ kind: 'hold', heldFrom: '2001:db8:1:200::/56' })
	await write(tx =>
		tx
			.update(cellHolders)
			.set({ holdUntil: Date.now() - 1 })
			.where(eq(cellHolders.cell, 710)),
	)
	await applyRetention(Date.now(), new AbortController().signal)
	expect(await address()).toBeUndefined()
	await proceedToPayment(await open(buyer, [711], Date.now()), buyer.id, Date.now(), '192.0.2.1')
	expect(await buy([711])).toMatchObject({ success: true })
	const owned = async () => (await db.select().from(cellHolders).where(eq(cellHolders.cell, 711)))[0]
	expect(await owned()).toMatchObject({ kind: 'owned', heldFrom: '192.0.2.1' })
	const [order] = (await readOrders()).filter(item => item.status === 'pending')
	const { id: orderId = '', version = 0 } = order ?? {}
	const decided = await approveOrder({ orderId, version, actorId: (await makeAdmin()).id, now: Date.now() })
	expect(decided).toMatchObject({ ok: true })
	expect(await owned()).toMatchObject({ kind: 'owned', heldFrom: null })
})

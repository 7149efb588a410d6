import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { normaliseCouponCode } from '~/domain/coupons/rules'
import { cellAt } from '~/domain/grid/layout'
import { applyCoupon, removeCoupon } from '~/domain/orders/checkout/coupon.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { readSituation } from '~/domain/orders/queries.server'
import { isReference } from '~/domain/orders/reference'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import HowItWorks, { loader as howItWorks } from '~/routes/public/how-it-works'
import { action as stepOne } from '~/routes/user/checkout/checkout'
import { action as confirm } from '~/routes/user/checkout/checkout-confirm'
import { action as choosePixels } from '~/routes/user/pixels/pixels-buy'
import { throttle } from '~/server/auth/throttle.server'
import { db, write } from '~/server/db/db.server'
import {
	cellHolders,
	coupons,
	orders,
	outbox,
	pixelPrices,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { actionsOn } from '../support/audit'
import { attachReceipt, buy as buyAt, open as openAt, read } from '../support/checkouts'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeUser,
	ownCells,
	reserveForHouse,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { SMALL_PDF } from '../support/images'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'
import { paymentForm } from '../support/shopping'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 5, 15, 12)

/* Every test uses its own row of tiny cells, including the last row, which the house releases for them. */
beforeAll(clearGrid)

let row = 7
const fresh = (...columns: number[]) => columns.map(col => cellAt(row, col)?.id ?? 0)

let buyer: TestAccount
let other: TestAccount

beforeAll(async () => {
	buyer = await makeUser()
	other = await makeUser()
	// A buyer with an approved order may have any number of pending ones (P7).
	await makeOrder(buyer.id, [1], { status: 'approved' })
	await makeOrder(other.id, [2], { status: 'approved' })
	// Sets a hold of one hour, which is easier to compute with than the default of one day.
	await changeSettings({ holdMinutes: 60 }, { actorId: buyer.id, now: NOW })
})

const open = (account: TestAccount, cells: number[], now = NOW) => openAt(account, cells, now)
const buy = (account: TestAccount, cells: number[], now = NOW) => buyAt(account, cells, now)

const readHolders = (orderId: string) => db.select().from(cellHolders).where(eq(cellHolders.orderId, orderId))
/** Lists the kinds of emails to the buyer; notifications.test.ts tests those to the operator. */
const mailsAbout = async (reference: string) => {
	const rows = await db.select().from(outbox)
	const about = rows.filter(mail => mail.subject.includes(reference)).map(mail => mail.kind)
	return about.filter(kind => kind !== 'new-payment')
}

describe('opening a checkout', () => {
	test('fixes cells, prices and total, and generates a reference', async () => {
		row++
		const id = await open(buyer, fresh(1, 2, 3))
		const order = await read(id)
		expect(order.status).toBe('open')
		expect(isReference(order.reference)).toBe(true)
		expect(order.cells.map(cell => cell.pricePence)).toEqual([10_000_000, 10_000_000, 10_000_000])
		expect([order.subtotalPence, order.discountPence, order.totalPence]).toEqual([30_000_000, 0, 30_000_000])
		expect(await readHolders(id)).toHaveLength(0)
	})

	test('keeps its price when prices change', async () => {
		row++
		const id = await open(buyer, fresh(1))
		const setPrice = (pence: number) =>
			write(tx => tx.update(pixelPrices).set({ pence }).where(eq(pixelPrices.type, 'tiny')))
		await setPrice(99_900)
		await proceedToPayment(id, buyer.id, NOW)
		await attachReceipt(id, buyer)
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW)
		expect((await read(id)).totalPence).toBe(10_000_000)
		const later = await open(buyer, fresh(5))
		expect((await read(later)).totalPence).toBe(99_900)
		await setPrice(10_000_000)
	})

	test('replaces the previous checkout and releases its hold; the same selection returns to it', async () => {
		row++
		const first = await open(buyer, fresh(1, 2))
		await proceedToPayment(first, buyer.id, NOW)
		expect(await open(buyer, fresh(1, 2))).toBe(first)
		const second = await open(buyer, fresh(2, 3))
		expect(second).not.toBe(first)
		expect((await read(first)).status).toBe('abandoned')
		expect(await readHolders(first)).toHaveLength(0)
		const openOrders = await db
			.select()
			.from(orders)
			.where(sql`${orders.accountId} = ${buyer.id} and ${orders.status} = 'open'`)
		expect(openOrders.map(order => order.id)).toEqual([second])
	})

	test.each([
		['owned by somebody', 'gone', (cells: number[]) => ownCells(other.id, cells).then(() => undefined)],
		['the house’s', 'gone', (cells: number[]) => reserveForHouse(cells)],
		[
			'on hold for somebody',
			'on-hold',
			async (cells: number[]) => {
				await proceedToPayment(await open(other, cells), other.id, NOW)
			},
		],
	])('rejects cells that are %s', async (_, code, take) => {
		row++
		await take(fresh(4))
		const opened = await openCheckout(buyer.id, fresh(3, 4, 5), NOW)
		expect(opened).toMatchObject({
			ok: false,
			code,
			message: 'This pixel is not available for selection',
			taken: [{ cell: fresh(4)[0], holdUntil: code === 'on-hold' ? NOW + HOUR : null }],
		})
	})

	test('rejects selections that are not a filled rectangle of one type', async () => {
		row++
		expect(await openCheckout(buyer.id, fresh(1, 3), NOW)).toMatchObject({ ok: false, code: 'selection' })
		expect(await openCheckout(buyer.id, [], NOW)).toMatchObject({ message: 'Please select pixels to buy' })
	})
})

describe('coupons', () => {
	const coupon = (change: Partial<typeof coupons.$inferInsert> = {}) => {
		const code = `C${randomUUID().slice(0, 8)}`.toUpperCase()
		return write(async tx => {
			await tx.insert(coupons).values({
				id: randomUUID(),
				code,
				codeNormal: normaliseCouponCode(code),
				type: 'percentage',
				discount: 1_250,
				minPurchasePence: 1,
				startsAt: NOW - HOUR,
				endsAt: NOW + HOUR,
				isActive: true,
				createdAt: NOW,
				updatedAt: NOW,
				...change,
			})
			return code
		})
	}

	test('are applied in pence and in any case, and can be removed', async () => {
		row++
		const code = await coupon()
		const id = await open(buyer, fresh(1, 2))
		expect(await applyCoupon(id, buyer.id, ` ${code.toLowerCase()} `, NOW)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({
			couponCode: code,
			discountPence: 2_500_000,
			totalPence: 17_500_000,
		})
		expect(await removeCoupon(id, buyer.id, NOW)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ couponCode: null, discountPence: 0, totalPence: 20_000_000 })
	})

	test('with a fixed amount never exceed the subtotal', async () => {
		row++
		const id = await open(buyer, fresh(1))
		await applyCoupon(id, buyer.id, await coupon({ type: 'fixed', discount: 999_999_999_999 }), NOW)
		expect(await read(id)).toMatchObject({ discountPence: 10_000_000, totalPence: 0 })
	})

	test('are rejected with the fixed messages', async () => {
		row++
		const id = await open(buyer, fresh(1))
		const refusal = async (code: string) => {
			const result = await applyCoupon(id, buyer.id, code, NOW)
			return result.ok ? '' : result.message
		}
		expect(await refusal('  ')).toBe('Please enter a coupon code')
		expect(await refusal('NO-SUCH')).toBe('Coupon not found')
		expect(await refusal(await coupon({ isActive: false }))).toBe('Coupon is not active')
		expect(await refusal(await coupon({ endsAt: NOW - 2 * HOUR }))).toBe('Invalid coupon date range')
		expect(await refusal(await coupon({ startsAt: NOW + 1 }))).toBe('Coupon is not valid at this time')
		expect(await refusal(await coupon({ minPurchasePence: 400_000_000 }))).toBe(
			'Minimum purchase amount of £4.00 M required',
		)
		expect(await refusal(await coupon({ discount: 0 }))).toBe('Invalid discount amount')
		expect(await read(id)).toMatchObject({ couponCode: null, totalPence: 10_000_000 })
		expect(await applyCoupon(id, other.id, await coupon(), NOW)).toMatchObject({
			message: 'Failed to apply coupon',
		})
	})

	test('show an error and keep the input when the database fails', async () => {
		const code = await coupon({ endsAt: Date.now() + HOUR })
		const id = await open(buyer, fresh(38))
		const fields = { intent: 'apply-coupon', coupon_code: code }
		const request = await makeRequest(`/user/checkout/${id}`, { as: buyer, fields })
		await write(tx =>
			tx.run(
				sql`create trigger full_disk before insert on audit_entries begin select raise(abort, 'full'); end`,
			),
		)
		try {
			expect(await stepOne(routeArgs(request, { orderId: id }))).toMatchObject({
				init: { status: 500 },
				data: { coupon: { typed: code, message: 'Failed to apply coupon' } },
			})
		} finally {
			await write(tx => tx.run(sql`drop trigger full_disk`))
		}
	})

	test('can be applied until the form of step 3 is submitted, as How it works states', async () => {
		const page = renderPage(HowItWorks, { loaderData: await howItWorks() })
		expect(page).toContain(
			'Have a coupon code? Enter it at the first step; you can come back to it until you send the form at step 3.',
		)
		const now = Date.now()
		const [first, second] = [await coupon({ endsAt: now + HOUR }), await coupon({ endsAt: now + HOUR })]
		const id = await open(buyer, fresh(20, 21), now)
		const apply = async (code: string) => {
			const fields = { intent: 'apply-coupon', coupon_code: code }
			const request = await makeRequest(`/user/checkout/${id}`, { as: buyer, fields })
			return await stepOne(routeArgs(request, { orderId: id })).catch(thrown => thrown)
		}
		await proceedToPayment(id, buyer.id, now)
		expect(await apply(first)).toMatchObject({ status: 302 })
		expect(await read(id)).toMatchObject({ couponCode: first, totalPence: 17_500_000 })
		await attachReceipt(id, buyer)
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, now)).toMatchObject({ ok: true })
		const late: Response = await apply(second)
		expect(late.headers.get('location')).toBe(`/user/checkout/${id}/done`)
		expect(await applyCoupon(id, buyer.id, second, now)).toMatchObject({ message: 'Failed to apply coupon' })
		expect(await read(id)).toMatchObject({ couponCode: first, totalPence: 17_500_000 })
	})

	test('stay applied to an open checkout when they end', async () => {
		row++
		const code = await coupon()
		const id = await open(buyer, fresh(1, 2))
		await applyCoupon(id, buyer.id, code, NOW)
		await write(tx => tx.update(coupons).set({ isActive: false, endsAt: NOW }).where(eq(coupons.code, code)))
		await proceedToPayment(id, buyer.id, NOW + MINUTE)
		await attachReceipt(id, buyer)
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + 2 * MINUTE)
		expect(await read(id)).toMatchObject({ status: 'pending', discountPence: 2_500_000, couponCode: code })
	})
})

describe('holds', () => {
	test('last an hour, are announced once, and are not extended by pressing Next again', async () => {
		row++
		const id = await open(buyer, fresh(1, 2))
		const first = await proceedToPayment(id, buyer.id, NOW)
		expect(first).toMatchObject({ ok: true, hold: { kind: 'hold', until: NOW + HOUR } })
		const again = await proceedToPayment(id, buyer.id, NOW + 50 * MINUTE)
		expect(again).toMatchObject({ ok: true, hold: { kind: 'hold', until: NOW + HOUR } })
		expect((await readHolders(id)).map(holder => holder.holdUntil)).toEqual([NOW + HOUR, NOW + HOUR])
		expect(await mailsAbout((await read(id)).reference)).toEqual(['checkout-held'])
	})

	test('cover all cells or none, and name the pixels on hold by others and until when', async () => {
		row++
		const mine = await open(buyer, fresh(1, 2, 3))
		const theirs = await open(other, fresh(3))
		await proceedToPayment(theirs, other.id, NOW)
		expect(await proceedToPayment(mine, buyer.id, NOW)).toEqual({
			ok: false,
			code: 'on-hold',
			message: `This pixel is on hold for another buyer until 15 June 2026 at 14:00 BST: tiny pixel at row ${row}, column 3.`,
			taken: [{ cell: fresh(3)[0], holdUntil: NOW + HOUR }],
		})
		expect(await readHolders(mine)).toHaveLength(0)
		expect((await read(mine)).proceededAt).toBeNull()
	})

	test('end at their exact time, swept or not', async () => {
		row++
		const first = await open(buyer, fresh(1))
		await proceedToPayment(first, buyer.id, NOW)
		const second = await open(other, fresh(1), NOW + HOUR)
		expect(await proceedToPayment(second, other.id, NOW + HOUR - 1)).toMatchObject({
			ok: false,
			code: 'on-hold',
		})
		expect(await proceedToPayment(second, other.id, NOW + HOUR)).toMatchObject({ ok: true })
		expect(await readSituation(await read(first), NOW + HOUR)).toMatchObject({
			kind: 'on-hold',
			until: NOW + 2 * HOUR,
		})
	})

	test('cannot be renewed without limit: step 2 opens and shows that nothing is held', async () => {
		row++
		const id = await open(buyer, fresh(1))
		await proceedToPayment(id, buyer.id, NOW)
		const cooling = { ok: true, hold: { kind: 'cooling', until: NOW + 2 * HOUR } }
		expect(await proceedToPayment(id, buyer.id, NOW + HOUR)).toEqual(cooling)
		// A new checkout of the same cell does not renew it either.
		const wider = await open(buyer, fresh(1, 2), NOW + HOUR)
		expect(await proceedToPayment(wider, buyer.id, NOW + HOUR)).toEqual(cooling)
		expect(await readHolders(wider)).toHaveLength(0)
		expect(await readSituation(await read(wider), NOW + HOUR)).toMatchObject({
			kind: 'free',
			coolingUntil: NOW + 2 * HOUR,
		})
		expect(await proceedToPayment(wider, buyer.id, NOW + 2 * HOUR)).toMatchObject({ hold: { kind: 'hold' } })
	})

	test('cannot be renewed through failed submissions', async () => {
		const id = await open(buyer, fresh(11, 12))
		await proceedToPayment(id, buyer.id, NOW)
		await attachReceipt(id, buyer)
		await buy(other, fresh(12), NOW + HOUR)
		const late = await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + HOUR)
		expect(late).toMatchObject({ status: 'failed' })
		const again = await open(buyer, fresh(11), NOW + HOUR)
		expect(await proceedToPayment(again, buyer.id, NOW + HOUR)).toEqual({
			ok: true,
			hold: { kind: 'cooling', until: NOW + 2 * HOUR },
		})
	})

	test('of a replaced checkout continue in the new one until the same end', async () => {
		row++
		await proceedToPayment(await open(buyer, fresh(1)), buyer.id, NOW)
		const wider = await open(buyer, fresh(1, 2), NOW + 10 * MINUTE)
		expect(await proceedToPayment(wider, buyer.id, NOW + 20 * MINUTE)).toMatchObject({
			hold: { kind: 'hold', until: NOW + HOUR },
		})
	})
})

describe('submitting the payment', () => {
	test('gives the cells to the buyer immediately, with an audit entry', async () => {
		row++
		const id = await buy(buyer, fresh(1, 2))
		const order = await read(id)
		expect(order).toMatchObject({ status: 'pending', submittedAt: NOW, contactNo: '+447700900123' })
		const holders = await readHolders(id)
		expect(holders.map(holder => [holder.kind, holder.accountId, holder.holdUntil])).toEqual([
			['owned', buyer.id, null],
			['owned', buyer.id, null],
		])
		expect(await mailsAbout(order.reference)).toEqual(['checkout-held', 'order-received'])
		expect(await actionsOn(id)).toEqual(['order.open', 'order.hold', 'order.submit'])
	})

	test('takes effect once', async () => {
		row++
		const id = await buy(buyer, fresh(1))
		const before = await read(id)
		const again = await submitPayment(id, buyer.id, { ...PAYMENT_DETAILS, name: 'Changed' }, NOW + MINUTE)
		expect(again).toEqual({ ok: true, status: 'pending', repeated: true })
		expect(await read(id)).toEqual(before)
		await attachReceipt(id, buyer)
		expect((await read(id)).paymentReceiptKey).toBe(before.paymentReceiptKey)
	})

	test('requires step 1, a receipt, and the buyer', async () => {
		row++
		const id = await open(buyer, fresh(1))
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ code: 'not-proceeded' })
		await proceedToPayment(id, buyer.id, NOW)
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ code: 'no-receipt' })
		await attachReceipt(id, buyer)
		expect(await submitPayment(id, other.id, PAYMENT_DETAILS, NOW)).toMatchObject({ code: 'unknown' })
		expect(await submitPayment('no-such-order', buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({
			code: 'unknown',
		})
	})

	test('after the end of the hold succeeds if the cells are free', async () => {
		row++
		const id = await open(buyer, fresh(1))
		await proceedToPayment(id, buyer.id, NOW)
		await attachReceipt(id, buyer)
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + 5 * HOUR)).toMatchObject({
			status: 'pending',
		})
	})

	test('after the end of the hold is recorded as failed, with its receipt, if a pixel was sold', async () => {
		row++
		const id = await open(buyer, fresh(1, 2))
		await proceedToPayment(id, buyer.id, NOW)
		const receipt = await attachReceipt(id, buyer)
		const rival = await buy(other, fresh(2), NOW + 2 * HOUR)
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + 3 * HOUR)).toMatchObject({
			status: 'failed',
		})
		expect(await read(id)).toMatchObject({
			status: 'failed',
			paymentReceiptKey: receipt,
			name: 'Example Buyer Ltd',
			failureReason: `This pixel was no longer available when your receipt arrived: tiny pixel at row ${row}, column 2.`,
		})
		expect(await readHolders(id)).toHaveLength(0)
		expect(await readHolders(rival)).toHaveLength(1)
		expect(await mailsAbout((await read(id)).reference)).toEqual(['checkout-held', 'order-failed'])
	})

	test('without success does not end the hold of a newer checkout of the same buyer', async () => {
		const [gone = 0, shared = 0, own = 0] = fresh(31, 32, 33)
		const replaced = await open(buyer, [gone, shared])
		await proceedToPayment(replaced, buyer.id, NOW)
		await attachReceipt(replaced, buyer)
		const newer = await open(buyer, [shared, own], NOW + MINUTE)
		await proceedToPayment(newer, buyer.id, NOW + MINUTE)
		await buy(other, [gone], NOW + 2 * MINUTE)

		const late = await submitPayment(replaced, buyer.id, PAYMENT_DETAILS, NOW + 3 * MINUTE)
		expect(late).toMatchObject({ ok: true, status: 'failed' })
		expect((await readHolders(newer)).map(holder => holder.cell)).toEqual([shared, own])
		expect(await readHolders(replaced)).toEqual([])
		expect(await openCheckout(other.id, [shared], NOW + 4 * MINUTE)).toMatchObject({ code: 'on-hold' })
	})

	test('keeps the input when the database fails to save a receipt', async () => {
		const id = await open(buyer, fresh(34))
		await proceedToPayment(id, buyer.id, NOW)
		const form = new FormData()
		form.set('name', 'Example Buyer Ltd')
		form.set('payment_receipt', new File([new Uint8Array(SMALL_PDF)], 'receipt.pdf'))
		const { name, value } = await sessionCookie(buyer.id)
		const request = new Request(`http://localhost:3000/user/checkout/${id}/confirm`, {
			method: 'POST',
			headers: { cookie: `${name}=${value}` },
			body: form,
		})
		await write(tx =>
			tx.run(sql`create trigger full_disk before insert on files begin select raise(abort, 'full'); end`),
		)
		try {
			const response = await confirm(routeArgs(request, { orderId: id }))
			expect(response).toMatchObject({
				init: { status: 500 },
				data: { result: { initialValue: { name: 'Example Buyer Ltd' } } },
			})
			expect(JSON.stringify(response)).toContain('Failed to submit payment details. Please try again.')
		} finally {
			await write(tx => tx.run(sql`drop trigger full_disk`))
		}
	})

	test('keeps its receipt when the database fails', async () => {
		const id = await open(buyer, fresh(35))
		await proceedToPayment(id, buyer.id, NOW)
		const { name, value } = await sessionCookie(buyer.id)
		const request = new Request(`http://localhost:3000/user/checkout/${id}/confirm`, {
			method: 'POST',
			headers: { cookie: `${name}=${value}` },
			body: paymentForm(buyer.email),
		})
		await write(tx =>
			tx.run(sql`
				create trigger refusing before update of submitted_at on orders
				begin select raise(abort, 'full'); end`),
		)
		try {
			const response = await confirm(routeArgs(request, { orderId: id }))
			expect(response).toMatchObject({ init: { status: 500 }, data: { kept: { payment: 'receipt.pdf' } } })
		} finally {
			await write(tx => tx.run(sql`drop trigger refusing`))
		}
		expect(await read(id)).toMatchObject({ status: 'open', paymentReceiptName: 'receipt.pdf' })
	})

	test('works for a checkout that a newer one has replaced', async () => {
		row++
		const id = await open(buyer, fresh(1))
		await proceedToPayment(id, buyer.id, NOW)
		await open(buyer, fresh(5), NOW + MINUTE)
		await attachReceipt(id, buyer)
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + HOUR)).toMatchObject({
			status: 'pending',
		})
	})

	test('accepts a transaction ID that was used before', async () => {
		row++
		await buy(buyer, fresh(1))
		await expect(buy(other, fresh(3))).resolves.toBeTypeOf('string')
	})
})

describe('decisions', () => {
	test('approve once, with an audit entry and an email', async () => {
		row++
		const admin = await makeAdmin()
		const id = await buy(buyer, fresh(1))
		const { version, reference } = await read(id)
		const input = { orderId: id, version, actorId: admin.id, now: NOW }
		expect(await approveOrder(input)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ status: 'approved', decidedBy: admin.id, decidedAt: NOW })
		expect(await approveOrder(input)).toEqual({ ok: true })
		const colleague = { ...input, actorId: (await makeAdmin()).id }
		expect(await approveOrder(colleague)).toMatchObject({ ok: false, code: 'changed' })
		const now = await read(id)
		expect(await approveOrder({ ...input, version: now.version })).toMatchObject({
			ok: false,
			code: 'status',
			message: 'This order is already approved.',
		})
		expect(await mailsAbout(reference)).toEqual(['checkout-held', 'order-received', 'order-approved'])
		expect(await actionsOn(id)).toContain('order.approve')
	})

	test('reject: the buyer’s remaining cells are released, others stay, and open transfers are withdrawn', async () => {
		row++
		const admin = await makeAdmin()
		const id = await buy(buyer, fresh(1, 2, 3))
		const [first = 0, second = 0, third = 0] = fresh(1, 2, 3)
		const transferId = randomUUID()
		await write(async tx => {
			// One cell was transferred, and one is offered to another account.
			await tx.update(cellHolders).set({ accountId: other.id }).where(eq(cellHolders.cell, first))
			await tx.insert(transfers).values({
				id: transferId,
				senderId: buyer.id,
				recipientEmail: other.email,
				status: 'open',
				createdAt: NOW,
			})
			await tx.insert(transferCells).values({ transferId, cell: second, open: 1 })
		})
		const { version } = await read(id)
		const input = { orderId: id, version, actorId: admin.id, now: NOW, reason: 'No money arrived.' }
		expect(await rejectOrder(input)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ status: 'rejected', failureReason: 'No money arrived.' })
		expect((await readHolders(id)).map(holder => holder.cell)).toEqual([first])
		const [transfer] = await db.select().from(transfers).where(eq(transfers.id, transferId))
		expect(transfer?.status).toBe('withdrawn')
		expect(await openCheckout(other.id, [second, third], NOW)).toMatchObject({ ok: true })
	})

	test('are refused for an order that was not submitted', async () => {
		row++
		const id = await open(buyer, fresh(1))
		const input = { orderId: id, version: 1, actorId: other.id, now: NOW }
		expect(await rejectOrder(input)).toMatchObject({ ok: false, code: 'status' })
		expect(await approveOrder({ ...input, orderId: 'none' })).toMatchObject({ ok: false, code: 'unknown' })
	})
})

test('a rejected coupon code does not block the checkout: the other button continues without it', async () => {
	const account = await makeUser()
	const orderId = await open(account, fresh(36))
	const send = async (intent: string) => {
		const fields = { intent, coupon_code: 'NO-SUCH-CODE' }
		const request = await makeRequest(`/user/checkout/${orderId}`, { as: account, fields })
		return await stepOne(routeArgs(request, { orderId }))
	}
	expect(await send('next')).toMatchObject({ init: { status: 422 } })
	const response = (await send('next-without-coupon')) as Response
	expect(response.headers.get('location')).toBe(`/user/checkout/${orderId}/payment`)
})

describe('the rate limit', () => {
	type Refusal = { init: { status: number; headers: { 'Retry-After': string } }; data: object }

	async function reachLimit(key: string, attempts: number, seconds: number): Promise<void> {
		for (let time = 0; time < attempts; time++) {
			await write(tx => throttle(tx, { key, attempts, seconds, now: Date.now() }))
		}
	}

	test('for coupon codes rejects with the time to wait', async () => {
		const account = await makeUser()
		const orderId = await open(account, fresh(33))
		await reachLimit(`coupon:${account.id}`, 20, 900)
		const fields = { intent: 'apply-coupon', coupon_code: 'NO-SUCH-CODE' }
		const request = await makeRequest(`/user/checkout/${orderId}`, { as: account, fields })
		const response = (await stepOne(routeArgs(request, { orderId }))) as unknown as Refusal
		expect(response.init).toMatchObject({
			status: 429,
			headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
		})
		const message = 'Too many codes were tried. Please wait 15 minutes and try again.'
		expect(response.data).toMatchObject({ coupon: { typed: 'NO-SUCH-CODE', message } })
	})

	test('for checkouts rejects with the time to wait', async () => {
		const account = await makeUser()
		await reachLimit(`checkout:${account.id}`, 60, 3600)
		const [cell = 0] = fresh(34)
		const fields = { intent: 'buy', cell: String(cell) }
		const request = await makeRequest('/user/pixels/buy', { as: account, fields })
		const response = (await choosePixels(routeArgs(request))) as unknown as Refusal
		expect(response.init).toMatchObject({
			status: 429,
			headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
		})
		const message = 'Many checkouts were opened from your account. Please wait 60 minutes and try again.'
		const again = { href: `/user/pixels/buy?cell=${cell}`, count: 1 }
		expect(response.data).toMatchObject({ problem: { message, again } })
	})
})

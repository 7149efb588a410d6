import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cellAt } from '~/domain/grid/layout'
import { applyCoupon, removeCoupon } from '~/domain/orders/checkout/coupon.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { readSituation } from '~/domain/orders/queries.server'
import { assignOrder } from '~/domain/orders/review/commands.server'
import { DAY_MS } from '~/domain/time'
import { db, write } from '~/server/db/db.server'
import { cellHolders, pixelPrices } from '~/server/db/schema.server'
import { attachReceipt, open, openPaymentStep, read } from '../support/checkouts'
import { clearGrid, makeAdmin, makeCoupon, makeUser } from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'

/* A checkout keeps its total for a while, and not for good: prices are raised, and coupons end. */

const NOW = Date.UTC(2026, 5, 15, 12)
const LIST = 10_000_000

beforeAll(clearGrid)
afterEach(() => setPrice(LIST))

let row = 7
const fresh = (...columns: number[]) => columns.map(col => cellAt(row, col)?.id ?? 0)
const nextRow = () => {
	row++
	return fresh(1, 2)
}

const setPrice = (pence: number) =>
	write(tx => tx.update(pixelPrices).set({ pence }).where(eq(pixelPrices.type, 'tiny')))

const readHolders = (orderId: string) => db.select().from(cellHolders).where(eq(cellHolders.orderId, orderId))

const addCoupon = (discount: number) => makeCoupon({ discount, startsAt: NOW - DAY_MS, endsAt: NOW + DAY_MS })

describe('pixels are put on hold', () => {
	test('no second time at an old price', async () => {
		const buyer = await makeUser()
		const id = await open(buyer, nextRow(), NOW)
		expect(await proceedToPayment(id, buyer.id, NOW)).toMatchObject({ ok: true })
		await setPrice(2 * LIST)
		const refused = { ok: false, code: 'price-changed' }
		expect(await proceedToPayment(id, buyer.id, NOW + 3 * DAY_MS)).toMatchObject({
			...refused,
			message: 'The total of this checkout would be £400,000 today. Please choose the pixels again.',
		})
		await setPrice(LIST / 2)
		expect(await proceedToPayment(id, buyer.id, NOW + 3 * DAY_MS)).toMatchObject({ hold: { kind: 'hold' } })
	})

	test('no second time with a coupon that has ended', async () => {
		const buyer = await makeUser()
		const id = await open(buyer, nextRow(), NOW)
		await applyCoupon(id, buyer.id, await addCoupon(1_000), NOW)
		await proceedToPayment(id, buyer.id, NOW)
		expect(await proceedToPayment(id, buyer.id, NOW + 3 * DAY_MS)).toMatchObject({
			code: 'price-changed',
			message: 'The total of this checkout would be £200,000 today. Please remove the coupon.',
		})
		await removeCoupon(id, buyer.id, NOW + 3 * DAY_MS)
		expect(await proceedToPayment(id, buyer.id, NOW + 3 * DAY_MS)).toMatchObject({ hold: { kind: 'hold' } })
	})

	test('for the first time at the price of the checkout, for a week', async () => {
		const [quick, slow] = [await makeUser(), await makeUser()]
		const ids = [await open(quick, nextRow(), NOW), await open(slow, nextRow(), NOW)] as const
		await setPrice(2 * LIST)
		expect(await proceedToPayment(ids[0], quick.id, NOW + 6 * DAY_MS)).toMatchObject({ ok: true })
		expect(await proceedToPayment(ids[1], slow.id, NOW + 7 * DAY_MS)).toMatchObject({ code: 'price-changed' })
	})
})

describe('a receipt that arrives after the hold', () => {
	test('within a week buys the pixels at the old price', async () => {
		const buyer = await makeUser()
		const id = await openPaymentStep(buyer, nextRow(), NOW)
		await setPrice(2 * LIST)
		const late = NOW + 7 * DAY_MS
		expect(await readSituation(await read(id), late)).toMatchObject({ kind: 'free' })
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, late)).toMatchObject({ status: 'pending' })
		expect((await read(id)).totalPence).toBe(2 * LIST)
	})

	test('later is kept with its order, and an administrator decides about the old price', async () => {
		const buyer = await makeUser()
		const id = await openPaymentStep(buyer, nextRow(), NOW)
		await setPrice(2 * LIST)
		const late = NOW + 8 * DAY_MS
		const why = 'This checkout ended more than a week ago, and its total would be £400,000 today.'
		expect(await readSituation(await read(id), late)).toEqual({ kind: 'ended', message: why })
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, late)).toMatchObject({ status: 'failed' })
		const { version, ...failed } = await read(id)
		expect(failed).toMatchObject({ status: 'failed', failureReason: why, totalPence: 2 * LIST })
		expect(failed.paymentReceiptKey).not.toBeNull()
		expect(await readHolders(id)).toHaveLength(0)
		const { id: actorId } = await makeAdmin()
		expect(await assignOrder({ orderId: id, version, actorId, now: late })).toEqual({ ok: true })
		expect(await readHolders(id)).toHaveLength(2)
	})

	test('later buys the pixels if they cost no more today', async () => {
		const buyer = await makeUser()
		const id = await openPaymentStep(buyer, nextRow(), NOW)
		await setPrice(LIST / 2)
		const late = NOW + 80 * DAY_MS
		expect(await submitPayment(id, buyer.id, PAYMENT_DETAILS, late)).toMatchObject({ status: 'pending' })
	})
})

test('an order that a coupon paid for is not submitted once the coupon has ended', async () => {
	const buyer = await makeUser()
	const id = await open(buyer, nextRow(), NOW)
	await applyCoupon(id, buyer.id, await addCoupon(10_000), NOW)
	await proceedToPayment(id, buyer.id, NOW)
	await attachReceipt(id, buyer)
	const submitted = await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + 8 * DAY_MS)
	expect(submitted).toMatchObject({ ok: false, code: 'price-changed' })
	expect((await read(id)).status).toBe('open')
})

import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeCoupon, deleteCoupon } from '~/domain/coupons/commands.server'
import { listCouponOrders, listCoupons, readCoupon } from '~/domain/coupons/queries.server'
import { CouponForm, type CouponValues } from '~/domain/coupons/schema'
import { applyCoupon } from '~/domain/orders/checkout/coupon.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { loader as readForView } from '~/routes/admin/coupons/coupon'
import { loader as readForDeletion, action as remove } from '~/routes/admin/coupons/coupon-delete'
import { action as edit, loader as readForEdit } from '~/routes/admin/coupons/coupon-edit'
import { action as add } from '~/routes/admin/coupons/coupon-new'
import { db, write } from '~/server/db/db.server'
import { auditEntries, coupons, orders } from '~/server/db/schema.server'
import { attachReceipt, open, read } from '../support/checkouts'
import { clearGrid, makeAdmin, makeCoupon, makeUser, type TestAccount } from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { makeRequest, runRoute } from '../support/requests'

const FIELDS = {
	intent: 'save',
	coupon_code: 'Été 26',
	type: 'percentage',
	discount_amount: '10',
	min_purchase_amount: '100000',
	start_date: '2020-01-01',
	end_date: '2099-12-31',
	is_active: '1',
	max_uses: '',
}
const NOW = Date.now()

let admin: TestAccount
let buyer: TestAccount
let rival: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.update(orders).set({ couponId: null })
		await tx.delete(coupons)
	})
	admin = await makeAdmin()
	buyer = await makeUser()
	rival = await makeUser()
})

type Fields = Partial<Record<keyof typeof FIELDS | 'version', string>>
type Action = typeof add | typeof edit | typeof remove

/** Submits a form as an administrator. @returns the redirect, or the errors of the page. */
const send = async (action: Action, fields: Fields, couponId = '') =>
	await runRoute(action, await makeRequest(`/admin/coupon/${couponId}`, { as: admin, fields }), { couponId })

const values = (change: Fields = {}): CouponValues => CouponForm.parse({ ...FIELDS, ...change })
const stored = async (code: string) => {
	const [coupon] = await db
		.select()
		.from(coupons)
		.where(and(eq(coupons.code, code), isNull(coupons.deletedAt)))
	if (!coupon) throw new Error('No coupon')
	return coupon
}

describe('an administrator', () => {
	test('creates, finds, changes and deletes a coupon, with audit entries', async () => {
		expect(await send(add, FIELDS)).toEqual({ status: 302, outcome: '/admin/coupon' })
		const coupon = await stored('Été 26')
		expect(coupon).toMatchObject({ codeNormal: 'ÉTÉ 26', discount: 1_000, isActive: true, maxUses: null })
		const found = await listCoupons({ q: 'éte\u0301', page: 1 })
		expect(found.rows.map(row => row.id)).toEqual([coupon.id])
		expect((await listCoupons({ q: 'winter', page: 1 })).total).toBe(0)

		const fixed = { ...FIELDS, type: 'fixed', discount_amount: '50000', is_active: '0', version: '1' }
		expect(await send(edit, fixed, coupon.id)).toEqual({
			status: 302,
			outcome: `/admin/coupon/${coupon.id}`,
		})
		expect(await stored('Été 26')).toMatchObject({ type: 'fixed', discount: 5_000_000, isActive: false })

		expect(await send(remove, { intent: 'delete', version: '2' }, coupon.id)).toEqual({
			status: 302,
			outcome: '/admin/coupon',
		})
		expect(await readCoupon(coupon.id)).toBeUndefined()
		expect((await listCoupons({ q: '', page: 1 })).total).toBe(0)
		const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, coupon.id))
		expect(entries.map(entry => [entry.action, entry.actorId])).toEqual([
			['coupon.create', admin.id],
			['coupon.change', admin.id],
			['coupon.delete', admin.id],
		])
	})

	test('sees the errors and keeps the input', async () => {
		const response = await send(add, { ...FIELDS, coupon_code: '', discount_amount: '101' })
		expect(response.status).toBe(400)
		for (const text of [
			'Coupon code is required',
			'Percentage discount cannot exceed 100%',
			'"min_purchase_amount":"100000"',
		]) {
			expect(response.outcome).toContain(text)
		}
	})

	test('cannot create a code twice, in any spelling, until it is deleted', async () => {
		await send(add, FIELDS)
		const again = { ...FIELDS, coupon_code: 'E\u0301TE\u0301 26' }
		const response = await send(add, again)
		expect(response).toMatchObject({ status: 422 })
		expect(response.outcome).toContain('There is already a coupon with this code')
		const first = await stored('Été 26')
		await send(remove, { intent: 'delete', version: '1' }, first.id)
		expect(await send(add, again)).toMatchObject({ status: 302 })
	})

	test('cannot give a coupon the code of another, and can keep its own', async () => {
		await send(add, FIELDS)
		await send(add, { ...FIELDS, coupon_code: 'OTHER' })
		const { id } = await stored('OTHER')
		expect(await send(edit, { ...FIELDS, version: '1' }, id)).toMatchObject({ status: 422 })
		expect(await send(edit, { ...FIELDS, coupon_code: 'other', version: '1' }, id)).toMatchObject({
			status: 302,
		})
	})

	test('is redirected to the list from a deleted coupon, and keeps the input', async () => {
		await send(add, FIELDS)
		const { id } = await stored('Été 26')
		await send(remove, { intent: 'delete', version: '1' }, id)
		for (const fields of [FIELDS, { ...FIELDS, discount_amount: '200' }]) {
			const late = await send(edit, { ...fields, version: '1' }, id)
			expect(late.status).toBe(410)
			const typed = `Été 26 · Type: percentage · Discount: ${fields.discount_amount} · `
			for (const text of ['This coupon has been deleted', typed]) expect(late.outcome).toContain(text)
		}
		const toList = { status: 302, outcome: '/admin/coupon' }
		expect(await send(remove, { intent: 'delete', version: '1' }, id)).toEqual(toList)
		for (const load of [readForEdit, readForDeletion, readForView]) {
			const request = await makeRequest(`/admin/coupon/${id}`, { as: admin })
			expect(await runRoute(load, request, { couponId: id })).toEqual(toList)
		}
		expect(await send(edit, { ...FIELDS, version: '1' }, 'never')).toMatchObject({ status: 404 })
		expect(await send(remove, { intent: 'delete', version: '1' }, 'never')).toMatchObject({ status: 404 })
	})
})

describe('of two administrators at once', () => {
	test('the second sees a conflict and keeps the input', async () => {
		await send(add, FIELDS)
		const { id } = await stored('Été 26')
		const by = { couponId: id, version: 1, actorId: admin.id, now: NOW }
		const outcomes = await Promise.all([
			changeCoupon(values({ discount_amount: '20' }), by),
			changeCoupon(values({ discount_amount: '30' }), by),
			deleteCoupon(by),
		])
		expect(outcomes.map(outcome => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual([
			'changed',
			'changed',
			'ok',
		])
		const late = await send(edit, { ...FIELDS, discount_amount: '40', version: '1' }, id)
		expect(late.status).toBe(409)
		expect(late.outcome).toContain('Another administrator has changed this coupon')
		expect(late.outcome).toContain('"discount_amount":"40"')
	})
})

describe('a coupon limited to one order', () => {
	let code: string
	let couponId: string
	beforeEach(async () => {
		code = await makeCoupon({ maxUses: 1 })
		couponId = (await stored(code)).id
	})

	const withCoupon = async (account: TestAccount, cell: number) => {
		const orderId = await open(account, [cell], NOW)
		return { orderId, applied: await applyCoupon(orderId, account.id, code, NOW) }
	}

	test('is rejected once it is used, and available again when that order is rejected', async () => {
		const { orderId } = await withCoupon(buyer, 300)
		await proceedToPayment(orderId, buyer.id, NOW)
		await attachReceipt(orderId, buyer)
		expect(await submitPayment(orderId, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ status: 'pending' })
		const other = await withCoupon(rival, 301)
		expect(other.applied).toMatchObject({
			ok: false,
			message: 'This coupon has reached its usage limit',
		})
		expect((await listCouponOrders(couponId, { page: 1 })).rows.map(row => row.id)).toEqual([orderId])
		expect((await readCoupon(couponId))?.uses).toBe(1)

		const { version } = await read(orderId)
		await rejectOrder({ orderId, version, actorId: admin.id, now: NOW })
		expect((await readCoupon(couponId))?.uses).toBe(0)
		expect(await applyCoupon(other.orderId, rival.id, code, NOW)).toEqual({ ok: true })
	})

	test('is reserved for the first buyer with a hold, so that nobody pays in vain', async () => {
		const orderIds = [await withCoupon(buyer, 300), await withCoupon(rival, 301)].map(item => item.orderId)
		const outcomes = await Promise.all([
			proceedToPayment(orderIds[0] ?? '', buyer.id, NOW),
			proceedToPayment(orderIds[1] ?? '', rival.id, NOW),
		])
		expect(outcomes.map(outcome => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual([
			'coupon-used-up',
			'ok',
		])
	})

	test('is reserved against a checkout that is on hold without it', async () => {
		const late = await open(rival, [301], NOW)
		await proceedToPayment(late, rival.id, NOW)
		const { orderId } = await withCoupon(buyer, 300)
		await proceedToPayment(orderId, buyer.id, NOW)
		expect(await applyCoupon(late, rival.id, code, NOW)).toMatchObject({
			message: 'This coupon has reached its usage limit',
		})
		expect(await applyCoupon(orderId, buyer.id, code, NOW)).toEqual({ ok: true })
	})

	test('discounts one of two parallel submissions; the other is recorded with its receipt', async () => {
		const both = [
			{ account: buyer, ...(await withCoupon(buyer, 300)) },
			{ account: rival, ...(await withCoupon(rival, 301)) },
		]
		await write(tx => tx.update(coupons).set({ maxUses: 2 }).where(eq(coupons.id, couponId)))
		for (const { account, orderId } of both) {
			await proceedToPayment(orderId, account.id, NOW)
			await attachReceipt(orderId, account)
		}
		await write(tx => tx.update(coupons).set({ maxUses: 1 }).where(eq(coupons.id, couponId)))
		await Promise.all(
			both.map(({ account, orderId }) => submitPayment(orderId, account.id, PAYMENT_DETAILS, NOW)),
		)
		const kept = await Promise.all(both.map(({ orderId }) => read(orderId)))
		expect(kept.map(order => order.status).sort()).toEqual(['failed', 'pending'])
		const failed = kept.find(order => order.status === 'failed')
		expect(failed?.failureReason).toBe(`This coupon has reached its usage limit (${code}).`)
		expect(failed?.paymentReceiptKey).not.toBeNull()
		expect((await readCoupon(couponId))?.uses).toBe(1)
	})
})

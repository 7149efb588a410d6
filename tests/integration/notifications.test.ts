import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { summarisePayments } from '~/domain/orders/notices.server'
import { bookByHand, reversePayment } from '~/domain/payments/booking.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { getSetting, readSettings } from '~/domain/settings/queries.server'
import { loader as bell } from '~/routes/account/bell'
import { action } from '~/routes/admin/settings/setting'
import { db, write } from '~/server/db/db.server'
import { outbox, payments, settings } from '~/server/db/schema.server'
import { buy, openPaymentStep, read } from '../support/checkouts'
import { clearRecords } from '../support/clear-records'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeUser,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { makeRequest, routeArgs } from '../support/requests'

/* Emails to the operator about new payments (docs/decisions/0098). */

const HOUR = 60 * 60 * 1000
const NOW = Date.UTC(2026, 10, 22, 12)
const NOON_BEFORE = NOW - 24 * HOUR
const OPERATOR = 'operator@example.test'

let buyer: TestAccount
let admin: TestAccount

beforeEach(async () => {
	await clearRecords()
	await write(tx => tx.delete(settings))
	;[buyer, admin] = [await makeUser({ fullName: 'Ada Buyer' }), await makeAdmin()]
})

const setFrequency = (paymentMails: 'each' | 'daily' | 'none') =>
	changeSettings({ paymentMails, paymentMailsTo: OPERATOR }, { actorId: admin.id, now: NOW })
const listSummaryRecipients = () => db.select().from(outbox).where(eq(outbox.recipient, OPERATOR))

describe('an email for every payment', () => {
	test('is sent with the order, once, and links to its review', async () => {
		await setFrequency('each')
		const id = await buy(buyer, [300], NOW)
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW + 1)
		const [mail, ...more] = await listSummaryRecipients()
		expect(more).toEqual([])
		const { reference } = await read(id)
		expect(mail?.subject).toBe(`New payment to review, £100,000, reference ${reference}`)
		expect(mail?.text).toContain(`/admin/transactions/${id}`)
		expect(mail?.text).toContain(buyer.email)
		await summarisePayments(NOW)
		expect(await listSummaryRecipients()).toHaveLength(1)
	})

	test('mentions that somebody else has the pixels', async () => {
		await setFrequency('each')
		const id = await openPaymentStep(buyer, [300], NOW)
		await clearGrid()
		await reserveForHouse([300])
		await submitPayment(id, buyer.id, PAYMENT_DETAILS, NOW)
		expect((await listSummaryRecipients())[0]?.subject).toContain('New payment without pixels')
	})

	test('is the default setting', async () => {
		await buy(buyer, [300], NOW)
		const kinds = (await db.select().from(outbox)).map(mail => mail.kind)
		expect(kinds.filter(kind => kind === 'new-payment')).toHaveLength(1)
	})
})

describe('a daily summary', () => {
	const yesterday = (hours: number) => ({
		status: 'pending' as const,
		submittedAt: Date.UTC(2026, 10, 21) + hours * HOUR,
	})

	test('covers the previous day, from eight in the morning, once across all processes', async () => {
		await setFrequency('daily')
		const first = await makeOrder(buyer.id, [300], yesterday(0))
		const last = await makeOrder(buyer.id, [301], yesterday(23.9))
		await makeOrder(buyer.id, [302], yesterday(24))
		await makeOrder(buyer.id, [303], yesterday(-0.1))
		await summarisePayments(Date.UTC(2026, 10, 22, 7, 59))
		expect(await listSummaryRecipients()).toEqual([])
		await Promise.all([1, 2, 3].map(() => summarisePayments(Date.UTC(2026, 10, 22, 8))))
		await summarisePayments(NOW)
		const [mail, ...more] = await listSummaryRecipients()
		expect(more).toEqual([])
		expect(mail?.subject).toBe('Payments of 21 November 2026: £0 recorded, 2 new orders')
		expect(mail?.text).toContain('£200,000 · two hundred thousand pounds')
		expect(mail?.text).toMatch(new RegExp(`${last.reference}[^]*${first.reference}`))
		expect(mail?.text).toContain('4 orders are waiting for review')
	})

	test('includes the payments booked on the previous day, without reversed ones', async () => {
		await setFrequency('daily')
		const { id } = await makeOrder(buyer.id, [300], {
			status: 'approved',
			submittedAt: NOON_BEFORE - 40 * HOUR,
		})
		const book = async (pence: number, now: number) => {
			const { version } = await read(id)
			const payment = { pence, bookedOn: '2026-11-18', bankReference: '' }
			const by = { orderId: id, version, actorId: admin.id, now }
			expect(await bookByHand({ ...by, payment })).toEqual({ ok: true })
			const [row] = await db.select().from(payments).where(eq(payments.recordedAt, now))
			return row?.id ?? ''
		}
		await book(70_000_00, NOON_BEFORE)
		await book(-5_000_00, NOON_BEFORE + 1)
		const paymentId = await book(900_00, NOON_BEFORE + 2)
		await reversePayment({ orderId: id, paymentId, note: 'x', actorId: admin.id, now: NOON_BEFORE + 3 })
		await book(1_00, NOON_BEFORE + 24 * HOUR)
		await summarisePayments(NOW)
		const [mail] = await listSummaryRecipients()
		expect(mail?.subject).toBe('Payments of 21 November 2026: £70,000 recorded, no new orders')
		expect(mail?.text).toMatch(
			/Payments recorded on 21 November 2026, whichever day they have at the\s+bank:/,
		)
		expect(mail?.text).toMatch(/Sent back +£5,000 ·/)
		expect(mail?.text).toContain('No orders came in on 21 November 2026.')
	})

	test('is not sent when there is nothing to report or it is turned off', async () => {
		await setFrequency('daily')
		await summarisePayments(NOW)
		await setFrequency('none')
		await makeOrder(buyer.id, [300], yesterday(5))
		await summarisePayments(NOW)
		await buy(buyer, [301], NOW)
		expect(await listSummaryRecipients()).toEqual([])
	})
})

test('the bell of administrators counts orders to review, and links to them', async () => {
	const readBell = async (as: TestAccount): Promise<{ count: number; html: string }> => {
		const request = await makeRequest(`/${as.role}/bell`, { as })
		return await (await bell(routeArgs(request))).json()
	}
	expect(await readBell(admin)).toMatchObject({
		count: 0,
		html: expect.stringContaining('No new notifications'),
	})
	await makeOrder(buyer.id, [300], { status: 'pending' })
	await makeOrder(buyer.id, [301], { status: 'failed' })
	const { count, html } = await readBell(admin)
	expect(count).toBe(1)
	expect(html).toContain('You have received a new notification')
	expect(html).toContain('href="/admin/transactions?status=pending">1 payment waits for review<')
	expect(html).not.toContain('failed')
	expect((await readBell(buyer)).count).toBe(0)
})

describe('the settings of notifications', () => {
	const post = async (fields: Record<string, string>) => {
		const request = await makeRequest('/admin/setting', {
			as: admin,
			fields: { intent: 'notifications', ...fields },
		})
		const response = await Promise.resolve(action(routeArgs(request))).catch(thrown => thrown)
		return response instanceof Response ? response.status : response.init.status
	}

	test('show a conflict when somebody else has changed them', async () => {
		const fields = { paymentMails: 'daily', paymentMailsTo: OPERATOR }
		expect(await post({ ...fields, version: '0' })).toBe(302)
		expect(await post({ ...fields, paymentMails: 'none', version: '0' })).toBe(409)
		const { version } = await readSettings(['paymentMails', 'paymentMailsTo'])
		expect(await post({ ...fields, paymentMails: 'none', version: String(version) })).toBe(302)
		expect(await getSetting('paymentMails')).toBe('none')
	})

	test('change the frequency and the address', async () => {
		expect(await post({ paymentMails: 'daily', paymentMailsTo: ' Desk@Example.test ' })).toBe(302)
		const rows = await db.select().from(settings)
		expect(Object.fromEntries(rows.map(row => [row.key, row.value]))).toEqual({
			paymentMails: 'daily',
			paymentMailsTo: 'desk@example.test',
		})
	})

	test.each([
		[{ paymentMails: 'hourly', paymentMailsTo: OPERATOR }],
		[{ paymentMails: 'each', paymentMailsTo: 'nowhere' }],
		[{ paymentMails: 'each', paymentMailsTo: '' }],
	])('reject %j', async fields => {
		expect(await post(fields)).toBe(400)
		expect(await db.$count(settings)).toBe(0)
	})
})

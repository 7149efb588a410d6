import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient, parseData, purchaseForm } from '../support/api-client'
import { makeAdmin } from '../support/factories'
import { SMALL_PDF } from '../support/images'
import { extractCode, mailbox } from '../support/mailbox'
import { startServer, type TestServer } from '../support/server'

let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(() => server.stop())

test('a client registers, verifies, buys with a receipt and is approved through the API alone', async () => {
	const call = apiClient(server.url)
	const mails = mailbox(server.dataDir)
	const email = 'ada@example.test'

	const registered = await call('POST /user/register', {
		body: { full_name: 'Ada Example', email, password: 'a long and winding road' },
	})
	expect(registered).toMatchObject({ status: 200, success: true })
	const otp = extractCode(await mails.waitForMail(email))
	const verified = await call('POST /user/verify-registration', { body: { email, otp } })
	expect(verified).toMatchObject({ status: 200, message: 'Email verified successfully!' })
	const { token } = verified

	expect((await call('GET /user/userdetail', { token })).data).toMatchObject({
		role: 'user',
		full_name: 'Ada Example',
		email,
		user_info: null,
	})
	const cells = [{ id: 200 }, { id: 201 }]
	const held = await call('POST /user/create-checkout-session', { token, body: { selectBlocks: cells } })
	expect(held.data).toMatchObject({ status: 'open', total: 200_000, hold_until: expect.any(String) })

	const bought = await call('POST /user/pixels/buy', {
		token,
		body: purchaseForm({ cells: [200, 201], email, paymentId: 'TX-API-1', amount: '1' }),
	})
	expect(bought).toMatchObject({ status: 200, message: 'Payment details submitted successfully' })
	expect(bought.data).toMatchObject({ status: 'pending', total: 200_000 })

	const admin = await makeAdmin()
	const login = await call('POST /user/login', { body: { email: admin.email, password: admin.password } })
	const payments = await call('GET /admin/submitedpayment?status=pending', { token: login.token })
	const shape = z.array(z.looseObject({ id: z.string(), version: z.number(), payment_receipt: z.string() }))
	const [payment] = parseData(payments, shape)
	expect(payments['total']).toBe(1)
	expect(payment).toMatchObject({ payment_id: 'TX-API-1', transaction: { amount: 200_000 } })

	const path = new URL(payment?.payment_receipt ?? '').pathname
	const fetchReceipt = (bearer?: string) =>
		fetch(server.url + path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {})
	const receipt = await fetchReceipt(login.token)
	expect(receipt.headers.get('content-type')).toBe('application/pdf')
	expect((await receipt.arrayBuffer()).byteLength).toBe(SMALL_PDF.length)
	expect((await fetchReceipt()).status).toBe(404)

	const decision = { payment_id: payment?.id, status: 'approved', version: payment?.version }
	const approved = await call('POST /admin/reject-payment', { token: login.token, body: decision })
	expect(approved).toMatchObject({ status: 200, message: 'Payment status updated successfully' })
	const again = await call('POST /admin/reject-payment', { token: login.token, body: decision })
	expect(again).toMatchObject({ status: 200, message: 'Payment status updated successfully' })
	const late = await call('POST /admin/reject-payment', {
		token: login.token,
		body: { ...decision, status: 'rejected' },
	})
	expect(late).toMatchObject({ status: 409, code: 'changed', success: false })

	const history = await call('GET /user/transaction', { token })
	expect(history).toMatchObject({
		page: 1,
		total: 1,
		data: [{ pixel_status: 'purchase', pixel_types: 'tiny:2', total_price: 200_000, total_pixels: 2 }],
	})
	expect((await call('GET /user/ownpixel', { token })).data).toMatchObject({ tiny: 2, total_amount: 200_000 })
})

test('the details of a type count all its pixels, those of the house too', async () => {
	const { data } = await apiClient(server.url)('GET /getpixeldetails')
	expect(data).toMatchObject({ mediumPixel: { total: 10 }, tinyPixel: { price: 100_000, total: 1_040 } })
})

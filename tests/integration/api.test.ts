import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CELLS } from '~/domain/grid/layout'
import { lendingDays } from '~/domain/house/schema'
import { changeSettings } from '~/domain/settings/commands.server'
import { openKey } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	challenges,
	coupons,
	idempotencyKeys,
	orders,
	sessions,
} from '~/server/db/schema.server'
import { API_LIMIT } from '~/server/http/api-limit.server'
import { API_BODY_LIMIT } from '~/server/http/api-response.server'
import { env } from '~/server/ops/env.server'
import { apiClient, parseData, toForm } from '../support/api-client'
import { codeAt } from '../support/authenticator'
import { differentCode } from '../support/codes'
import {
	makeAdmin,
	makeCoupon,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	sessionCookie,
} from '../support/factories'
import { makeTwoColourPng, SMALL_PDF } from '../support/images'
import { extractCode, mailbox } from '../support/mailbox'
import { sendRaw } from '../support/raw-http'
import { setUpSecondFactor } from '../support/second-factor'
import { startServer, type TestServer } from '../support/server'
import { storeImage } from '../support/stored-images'

let server: TestServer
let call: ReturnType<typeof apiClient>
let mails: ReturnType<typeof mailbox>

beforeAll(async () => {
	const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1' }
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env })
	call = apiClient(server.url)
	mails = mailbox(server.dataDir)
})
afterAll(() => server.stop())

/* The server sends its emails immediately, and keeps no sent code. */
const newCode = async (email: string) => extractCode(await mails.waitForMail(email))

type Person = { id: string; email: string; password: string }

async function getToken({ email, password }: Person): Promise<string> {
	const { token } = await call('POST /user/login', { body: { email, password } })
	return token ?? ''
}

const purchase = (cell: number) =>
	toForm({
		selectBlocks: JSON.stringify([{ id: cell }]),
		name: 'Example Holdings Ltd',
		email: 'buyer@example.test',
		contact_no: '+447700900123',
		country: 'UK',
		bank_name: 'Example Bank',
		bank_account_no: 'GB00EXMP00000000',
		payment_id: `TX-${cell}`,
		payment_receipt: new File([SMALL_PDF], 'receipt.pdf'),
	})

describe('an API token', () => {
	test('is stored as a hash, and valid for the API only; a cookie is valid for pages only', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const rows = await db.select().from(sessions).where(eq(sessions.accountId, user.id))
		expect(rows).toMatchObject([{ kind: 'token' }])
		expect(rows[0]?.tokenHash).not.toContain(token)

		const page = (headers: Record<string, string>) =>
			fetch(`${server.url}/user/dashboard`, { redirect: 'manual', headers })
		const { name, value } = await sessionCookie(user.id)
		expect((await page({ cookie: `${name}=${value}` })).status).toBe(200)
		expect((await page({ cookie: `${name}=${token}` })).status).toBe(302)
		expect((await page({ authorization: `Bearer ${token}` })).status).toBe(302)

		expect((await call('GET /user/userdetail', { token })).status).toBe(200)
		expect((await call('GET /user/userdetail', { token: value })).status).toBe(401)
		const withCookie = await call('POST /user/logout', { headers: { cookie: `${name}=${value}` } })
		expect(withCookie).toMatchObject({ status: 401, code: 'unauthenticated' })
		expect(withCookie.headers.get('www-authenticate')).toBe('Bearer')
		expect(withCookie.headers.get('set-cookie')).toBeNull()
	})

	test('ends at log-out, with a new password, and after the lifetime of its role', async () => {
		const user = await makeUser()
		const [first, second] = [await getToken(user), await getToken(user)]
		expect((await call('POST /user/logout', { token: first })).status).toBe(200)
		expect((await call('GET /user/userdetail', { token: first })).status).toBe(401)
		expect((await call('GET /user/userdetail', { token: second })).status).toBe(200)

		await call('POST /user/forgotpassword', { body: { email: user.email } })
		const otp = await newCode(user.email)
		const newPassword = 'quite another song'
		const wrong = await call('POST /user/verifyotp', { body: { email: user.email, otp: differentCode(otp) } })
		expect(wrong).toMatchObject({
			status: 422,
			code: 'wrong-code',
			message: 'Invalid OTP. Please try again.',
		})
		const without = await call('POST /user/resetpassword', { body: { email: user.email, newPassword } })
		expect(without).toMatchObject({ status: 403, code: 'no-grant' })
		const { token: grant } = await call('POST /user/verifyotp', { body: { email: user.email, otp } })
		const reset = await call('POST /user/resetpassword', { body: { newPassword, token: grant } })
		expect(reset).toMatchObject({ status: 200, message: 'Password reset successfully!' })
		expect((await call('GET /user/userdetail', { token: second })).status).toBe(401)

		const admin = await makeAdmin()
		const token = await getToken(admin)
		const anHourAgo = Date.now() - 3_600_000
		await write(tx =>
			tx.update(sessions).set({ lastSeenAt: anHourAgo }).where(eq(sessions.accountId, admin.id)),
		)
		expect((await call('GET /admin/ownpixel', { token })).status).toBe(401)
	})

	test('requires a two-factor code where it is set up', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, Date.now())
		const body = { email: user.email, password: user.password }
		const asked = await call('POST /user/login', { body })
		expect(asked).toMatchObject({
			status: 401,
			code: 'second-factor',
			data: { challenge: expect.any(String) },
		})
		expect(asked.token).toBeUndefined()
		const { challenge } = Object(asked.data)
		const code = codeAt(link, Date.now())
		const wrong = await call('POST /user/login/code', { body: { challenge, code: differentCode(code) } })
		expect(wrong.status).toBe(401)
		const right = await call('POST /user/login/code', { body: { challenge, code } })
		expect((await call('GET /user/userdetail', { token: right.token })).status).toBe(200)
	})

	test('with read access changes nothing, and ends at its expiry date', async () => {
		const user = await makeUser()
		const key = { accountId: user.id, name: 'Report', isReadOnly: true, now: Date.now() }
		const good = await write(tx => openKey(tx, { ...key, expiresAt: Date.now() + 60_000 }))
		const over = await write(tx => openKey(tx, { ...key, expiresAt: Date.now() - 1 }))
		expect((await call('GET /user/ownpixel', { token: good })).status).toBe(200)
		const refused = await call('POST /user/transferpixel', { token: good, body: {} })
		expect(refused).toMatchObject({ status: 403, code: 'read-only' })
		expect((await call('GET /user/ownpixel', { token: over })).status).toBe(401)
	})

	test('that was created by hand does not count as a recent sign-in', async () => {
		const [user, google, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const noPassword = { passwordHash: null, googleSubject: google.id }
		await write(tx => tx.update(accounts).set(noPassword).where(eq(accounts.id, google.id)))
		const now = Date.now()
		const key = ({ id }: Person) =>
			write(tx =>
				openKey(tx, { accountId: id, name: 'Sync', isReadOnly: false, expiresAt: now + 60 * 60_000, now }),
			)
		const body = { newPassword: 'quite another song' }
		const change = async (token: string, more = {}) =>
			call('POST /user/updatepassword', { token, body: { ...body, ...more } })
		const token = await key(user)
		expect(await change(token)).toMatchObject({ status: 422, code: 'wrong-password' })
		expect(await change(token, { currentPassword: user.password })).toMatchObject({ status: 200 })
		expect(await change(await key(google))).toMatchObject({ status: 403, code: 'stale' })
		const keys = { access_key: 'ak_example_123456', publish_key: 'pk_example_123456' }
		const gateway = await call('POST /admin/updatepaymentgateway', { token: await key(admin), body: keys })
		expect(gateway).toMatchObject({ status: 403, code: 'stale-sign-in' })
	})
})

test('wrong passwords are limited, with a Retry-After header', async () => {
	const user = await makeUser()
	const body = { email: user.email, password: 'wrong' }
	for (let tries = 0; tries < 10; tries++) {
		expect(await call('POST /user/login', { body })).toMatchObject({ status: 401, code: 'wrong-credentials' })
	}
	const refused = await call('POST /user/login', { body })
	expect(refused).toMatchObject({ status: 429, code: 'too-many' })
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a code is bound to the network that requested it', async () => {
	const from = (address: string) => ({ 'x-forwarded-for': address })
	const { email } = await makeUser()
	await call('POST /user/forgotpassword', { body: { email }, headers: from('192.0.2.1') })
	const body = { email, otp: await newCode(email) }
	expect((await call('POST /user/verifyotp', { body, headers: from('192.0.2.2') })).status).toBe(422)
	expect((await call('POST /user/verifyotp', { body, headers: from('192.0.2.1') })).status).toBe(200)
})

test('a neighbour in the network cannot use or exhaust the challenge of another', async () => {
	const headers = { 'x-forwarded-for': '192.0.2.3' }
	const { email } = await makeUser()
	const ask = () => call('POST /user/forgotpassword', { body: { email }, headers })
	const { challenge } = (await ask()).data as { challenge: string }
	const otp = await newCode(email)
	const enter = (body: object) => call('POST /user/verifyotp', { body: { email, ...body }, headers })
	for (let time = 0; time < 5; time++) expect((await enter({ otp: differentCode(otp) })).status).toBe(422)
	expect((await enter({ otp })).status).toBe(429)
	expect((await ask()).data).not.toEqual({ challenge })
	expect((await enter({ otp, challenge })).status).toBe(200)
})

describe('every error response is JSON', () => {
	const raw = (path: string, init: RequestInit) => fetch(`${server.url}/api${path}`, init)
	const JSON_TYPE = { 'content-type': 'application/json' }
	test.each<[status: number, code: string, path: string, init: RequestInit]>([
		[400, 'malformed', '/user/login', { method: 'POST', headers: JSON_TYPE, body: '{' }],
		[400, 'malformed', '/user/login', { method: 'POST', headers: JSON_TYPE, body: '[]' }],
		[404, 'unknown', '/no-such-call', {}],
		[404, 'unknown', '/admin%252Fuserlist', {}],
		[404, 'unknown', '/user/getpixeldata', {}],
		[404, 'unknown', '/setting.data', {}],
		[405, 'method', '/files/receipts/none.pdf', { method: 'POST' }],
		[405, 'method', '/user/login', {}],
		[405, 'method', '/user/userdetail', { method: 'DELETE' }],
		[405, 'method', '/user/login', { method: 'OPTIONS' }],
		[405, 'method', '/openapi.json', { method: 'POST' }],
		[400, 'malformed', '/%00', {}],
		[
			413,
			'too-large',
			'/user/login',
			{ method: 'POST', headers: JSON_TYPE, body: ' '.repeat(API_BODY_LIMIT + 1) },
		],
		[415, 'media-type', '/user/login', { method: 'POST', body: new URLSearchParams({ email: 'a' }) }],
		[422, 'invalid', '/user/login', { method: 'POST', headers: JSON_TYPE, body: '{}' }],
		[
			400,
			'malformed',
			'/contact',
			{ method: 'POST', headers: { ...JSON_TYPE, origin: 'https://elsewhere.test' }, body: '{}' },
		],
	])('with the status %i for %s at %s', async (status, code, path, init) => {
		const response = await raw(path, init)
		expect(response.status).toBe(status)
		expect(response.headers.get('content-type')).toMatch(/^application\/json/)
		expect(await response.json()).toMatchObject({ success: false, code, message: expect.any(String) })
	})

	test.each([
		['/user/login', 'GET', 'POST'],
		['/user/userdetail', 'DELETE', 'GET'],
		['/user/login', 'OPTIONS', 'GET, HEAD, POST, PUT'],
		['/openapi.json', 'POST', 'GET, HEAD'],
	])('that names the allowed content type of %s instead of %s', async (path, method, allow) => {
		const response = await raw(path, { method })
		expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
	})

	test('that names every invalid field', async () => {
		const answer = await call('POST /contact', { body: { email: 'nonsense' } })
		expect(answer.fields).toMatchObject({
			firstName: ['Please enter your first name'],
			email: ['Please enter a valid email address'],
			message: ['Please enter your message'],
		})
		const token = await getToken(await makeUser())
		const form = purchase(900)
		form.delete('country')
		form.delete('payment_receipt')
		const refused = await call('POST /user/pixels/buy', { token, body: form })
		expect(refused).toMatchObject({ status: 422, fields: { country: ['Country is required'] } })
		const unpaid = purchase(900)
		unpaid.delete('payment_receipt')
		expect(await call('POST /user/pixels/buy', { token, body: unpaid })).toMatchObject({
			status: 422,
			code: 'no-receipt',
			fields: { payment_receipt: ['Payment receipt is required'] },
		})
	})
})

test('errors use the field names of the operation', async () => {
	const [user, admin] = [await makeUser(), await makeAdmin()]
	const [theirs, ours] = [await getToken(user), await getToken(admin)]
	const postForFields = async (path: string, body: unknown, token = theirs) => {
		const { status, fields } = await call(`POST ${path}`, { token, body })
		return [status, fields]
	}
	await call('POST /user/updateemail', { token: theirs, body: { newEmail: 'elsewhere@example.test' } })
	const otp = differentCode(await newCode('elsewhere@example.test'))
	const wrongCode = [422, { otp: ['Invalid OTP. Please try again.'] }]
	expect(await postForFields('/user/updateemail/verify', { otp })).toEqual(wrongCode)
	const { id: request_id } = await makeTransfer(user.id, [610], { recipientEmail: 'one@example.test' })
	const change = { request_id, buyer_email: 'one@example.test', transfer_date: '2020-01-31' }
	const past = [422, { transfer_date: [expect.stringContaining('in the future')] }]
	expect(await postForFields('/user/editinvite', change)).toEqual(past)
	const photo = toForm({ profile_image: new File(['GIF89a'], 'me.png') })
	const wrongType = [415, { profile_image: ['Please upload a valid image file (JPEG, PNG)'] }]
	expect(await postForFields('/user/uploadprofileimage', photo)).toEqual(wrongType)
	for (const amount of [true, null, [], '', ' ', '12a', '1e2', '0x10', -1]) {
		const nothing = [422, { amount: ['Please enter the amount in pounds'] }]
		expect(await postForFields('/admin/coupondetails', { coupon_code: 'X', amount }, ours)).toEqual(nothing)
	}
	const folder = path.join(env.storageUrl, 'profiles')
	await mkdir(folder, { recursive: true })
	await rename(folder, `${folder}-away`)
	await writeFile(folder, '')
	const image = toForm({ profile_image: new File([new Uint8Array(makeTwoColourPng())], 'me.png') })
	expect(await postForFields('/user/uploadprofileimage', image)).toEqual([503, undefined])
	await rm(folder)
	await rename(`${folder}-away`, folder)
	for (const id of ['1e2', '0x70', '%20112', '1.5']) {
		const answer = await call(`GET /user/getpixeldata/${id}`, { token: theirs })
		expect(answer).toMatchObject({ status: 422, fields: { id: ['Pixel ids must be whole numbers'] } })
	}
})

const ADA = { full_name: 'Ada Example', email: 'ada@example.test', password: 'correct horse battery' }
test.each([
	['/user/sendinvite', { buyer_email: ' ', pixel_id: [1] }, 'Please enter your email address'],
	['/user/updateemail', { newEmail: '' }, 'Please enter new email address'],
	['/admin/sendinvite', { buyer_email: '', pixel_id: [1] }, 'Please enter an email address'],
	['/user/updatepassword', {}, 'Please fill in all password fields'],
	['/user/verify-registration', { email: ADA.email, otp: '12' }, 'Please enter the complete OTP'],
	['/user/verifyotp', { email: ADA.email }, 'Please enter complete OTP'],
	['/user/updatepassword', { newPassword: '' }, 'Please fill in all password fields'],
	['/admin/users', { ...ADA, email: undefined }, 'Please fill in all fields'],
	['/admin/users', { ...ADA, password: '' }, 'Please fill in all fields'],
	['/admin/users', { ...ADA, full_name: 'Ada' }, 'Please fill in all fields'],
])(
	'%s with incomplete fields returns the messages of the error catalogue: %#',
	async (path, body, message) => {
		const token = await getToken(await (path.startsWith('/admin') ? makeAdmin() : makeUser()))
		expect(await call(`POST ${path}`, { token, body })).toMatchObject({ status: 422, message })
	},
)

describe('a selection of pixels in a request', () => {
	const hold = async (selectBlocks: unknown) =>
		call('POST /user/create-checkout-session', {
			token: await getToken(await makeUser()),
			body: { selectBlocks },
		})

	test.each([true, null, '', [112], 1.5, '0x70'])('rejects %o', async id => {
		const fields = { 'selectBlocks.0.id': ['Pixel ids must be whole numbers'] }
		expect(await hold([{ id }])).toMatchObject({ status: 422, code: 'invalid', fields })
	})

	test('may name every cell of the grid, as older clients do', async () => {
		const all = CELLS.map(({ id, type, row, col }) => ({
			id,
			type,
			row: String(row),
			col: String(col),
			span: '1',
			price: '10000000',
		}))
		expect(await hold(all)).toMatchObject({ status: 422, code: 'selection' })
		const form = purchase(900)
		form.set('selectBlocks', JSON.stringify(all))
		const token = await getToken(await makeUser())
		const bought = await call('POST /user/pixels/buy', { token, body: form })
		expect(bought).toMatchObject({ status: 422, code: 'selection' })
	})

	test('with many invalid ids gets a short response', async () => {
		const { status, fields } = await hold(CELLS.map(() => 0))
		expect([status, Object.keys(fields ?? {}).length]).toEqual([422, 100])
	})
})

describe('an Idempotency-Key', () => {
	const send = (token: string, key: string, cell: number) =>
		call('POST /user/pixels/buy', { token, body: purchase(cell), headers: { 'idempotency-key': key } })

	const passMinute = (mine: SQL) =>
		write(tx =>
			tx
				.update(idempotencyKeys)
				.set({ createdAt: Date.now() - 60_000 })
				.where(mine),
		)

	test('returns the same response for one effect', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const first = await send(token, 'one', 910)
		const second = await send(token, 'one', 910)
		expect(first.status).toBe(200)
		expect(second.data).toEqual(first.data)
		expect(second.headers.get('idempotent-replayed')).toBe('true')
		expect(await db.select().from(orders).where(eq(orders.accountId, user.id))).toHaveLength(1)
		const without = await call('POST /user/pixels/buy', { token, body: purchase(910) })
		expect(without).toMatchObject({ success: false })
	})

	test('has one effect with parallel requests', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const answers = await Promise.all(Array.from({ length: 6 }, () => send(token, 'many', 911)))
		const statuses = answers.map(answer => answer.status)
		expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
		expect(statuses.every(status => status === 200 || status === 409)).toBe(true)
		const mine = and(eq(orders.accountId, user.id), eq(orders.status, 'pending'))
		expect(await db.select().from(orders).where(mine)).toHaveLength(1)
		expect(await db.select().from(cellHolders).where(eq(cellHolders.cell, 911))).toHaveLength(1)
	})

	test('is rejected for another request, and separate for each account', async () => {
		const [one, other] = [await getToken(await makeUser()), await getToken(await makeUser())]
		expect((await send(one, 'shared', 912)).status).toBe(200)
		expect(await send(one, 'shared', 913)).toMatchObject({ status: 422, code: 'idempotency-key' })
		expect((await send(other, 'shared', 913)).status).toBe(200)
		expect(await send(one, 'x'.repeat(201), 914)).toMatchObject({ status: 400, code: 'idempotency-key' })
	})

	test('can be reused when its process died during the request', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const sender = await makeUser()
		await ownCells(sender.id, [5])
		const transfer = await makeTransfer(sender.id, [5], { recipientEmail: user.email })
		const body = { request_id: transfer.id, status: 'reject' }
		const decide = () =>
			call('POST /user/transferpixel', { token, body, headers: { 'idempotency-key': 'dead' } })
		expect((await decide()).status).toBe(200)
		const mine = eq(idempotencyKeys.accountId, user.id)
		await write(tx => tx.update(idempotencyKeys).set({ status: null, body: null }).where(mine))
		expect(await decide()).toMatchObject({ status: 409, code: 'in-progress' })
		await passMinute(mine)
		const decided = await decide()
		expect(decided).toMatchObject({ status: 200, success: true, data: null })
		expect(decided.headers.get('idempotent-replayed')).toBe('true')
		expect(await decide()).toMatchObject({ status: 200, message: decided.message })
	})

	test('returns the order when its process died after the purchase', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const mine = eq(idempotencyKeys.accountId, user.id)
		const first = await send(token, 'bought', 915)
		expect(first.status).toBe(200)
		await write(tx => tx.update(idempotencyKeys).set({ status: null, body: null }).where(mine))
		await passMinute(mine)
		const again = await send(token, 'bought', 915)
		expect(again).toMatchObject({ status: 200, message: first.message, data: first.data })
		expect(await db.select().from(orders).where(eq(orders.accountId, user.id))).toHaveLength(1)
	})

	test('runs the request again when its process died before the commit', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const mine = eq(idempotencyKeys.accountId, user.id)
		const taken = await send(token, 'nothing', 916)
		expect(taken.status).toBe(200)
		const requestIds = ['a request that changed nothing']
		await write(tx => tx.update(idempotencyKeys).set({ status: null, body: null, requestIds }).where(mine))
		await passMinute(mine)
		// The buyer owns the pixels now, so a second purchase would be rejected.
		expect(await send(token, 'nothing', 916)).toMatchObject({ success: false, status: 409 })
	})
})

test('changing an invitation counts towards the limit of sent emails', async () => {
	const user = await makeUser()
	const token = await getToken(user)
	const { id: request_id } = await makeTransfer(user.id, [600], { recipientEmail: 'one@example.test' })
	const body = (index: number) => ({ request_id, buyer_email: `to-${index}@example.test` })
	const edit = (index: number) => call('POST /user/editinvite', { token, body: body(index) })
	for (let index = 0; index < 30; index++) expect((await edit(index)).status).toBe(200)
	const late = await edit(30)
	expect(late).toMatchObject({ status: 429, code: 'too-many' })
	expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a client is rate-limited across all operations and tokens', async () => {
	const [greedy, other] = [await makeUser(), await makeUser()]
	const [token, another] = [await getToken(greedy), await getToken(greedy)]
	const paths = [
		'/api/user/ownpixel',
		'/%61pi/user/ownpixel',
		'/api/openapi.json',
		'/API/no-such-call',
		'/api/setting.data',
	]
	const ask = (path: string, bearer: string) =>
		fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}` } })
	for (const path of paths) expect((await ask(path, another)).status, path).not.toBe(429)
	// The cheapest requests, one after another on a connection: a busy machine has to reach the limit within its window.
	const head = (more = '') =>
		`GET /api/no-such-call HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`
	let answered = paths.length
	let isLimited = false
	while (!isLimited && answered < 5 * API_LIMIT.requests) {
		const responses = await sendRaw(server.port, head().repeat(99) + head('Connection: close\r\n'))
		const statuses = [...responses.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
		expect(statuses).toHaveLength(100)
		answered += statuses.filter(status => status !== '429').length
		isLimited = statuses.includes('429')
	}
	expect(answered).toBeGreaterThanOrEqual(API_LIMIT.requests)
	const refused = await ask('/api/no-such-call', another)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	expect(await refused.json()).toMatchObject({ success: false, code: 'too-many' })
	for (const path of paths) expect((await ask(path, token)).status, path).toBe(429)
	expect((await call('GET /user/ownpixel', { token: await getToken(other) })).status).toBe(200)
	const page = await (await fetch(`${server.url}/api`)).text()
	expect(page.replaceAll('<!-- -->', '')).toContain(
		`rate limit is ${API_LIMIT.requests} requests in ${API_LIMIT.seconds}`,
	)
})

const HistoryRows = z.array(z.object({ order_id: z.string(), pixel_status: z.string() }))

test('an operation that fails unexpectedly returns the fixed message', async () => {
	const [member, other, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
	await ownCells(member.id, [900, 901])
	await ownCells(other.id, [905])
	const sent = await makeTransfer(member.id, [900], { recipientEmail: other.email })
	const received = await makeTransfer(other.id, [905], { recipientEmail: member.email })
	await reserveForHouse([1093])
	const shown = {
		description: 'Theirs',
		link: 'https://example.test/',
		imageKey: await storeImage('#ff0000'),
	}
	await ownCells(member.id, [1095], shown)
	await makeCoupon()
	const [coupon] = await db.select().from(coupons)
	const pending = await makeOrder(other.id, [1097], { status: 'pending' })
	const [theirs, ours] = [await getToken(member), await getToken(admin)]
	const unsure = { full_name: 'Una Sure', email: 'una@example.test', password: 'a long and winding road' }
	await call('POST /user/register', { body: unsure })
	const otp = await newCode(unsure.email)
	await call('POST /user/forgotpassword', { body: { email: member.email } })
	const code = { email: member.email, otp: await newCode(member.email) }
	const { token: grant } = await call('POST /user/verifyotp', { body: code })
	const to = { buyer_email: 'friend@example.test' }
	const postForMessage = async (path: string, body: unknown, token = theirs) => {
		const { status, success, code, message } = await call(`POST ${path}`, { token, body })
		expect([status, success, code], path).toEqual([500, false, 'unexpected'])
		return message
	}
	const breaks = (table: string, moment = 'insert') =>
		write(tx =>
			tx.run(`create trigger broken before ${moment} on ${table} begin select raise(fail, 'broken'); end`),
		)
	const repairDatabase = () => write(tx => tx.run('drop trigger if exists broken'))
	try {
		await breaks('audit_entries')
		const answer = { request_id: received.id, status: 'accept' }
		expect(await postForMessage('/user/transferpixel', answer)).toBe('Failed to update invite status')
		const change = { request_id: sent.id, ...to, transfer_date: null }
		expect(await postForMessage('/user/editinvite', change)).toBe('Failed to update invitation')
		expect(await postForMessage('/user/deleteinvite', { request_id: sent.id })).toBe(
			'Failed to delete invitation',
		)
		const offer = { ...to, pixel_id: [901] }
		expect(await postForMessage('/user/sendinvite', offer)).toBe('Failed to list pixels for sale')
		expect(await postForMessage('/user/updatename', { full_name: 'Ada Example' })).toBe(
			'Failed to update name',
		)
		const reserve = { selectedBlocks: [{ id: 1090 }] }
		expect(await postForMessage('/admin/adminreservepixel', reserve, ours)).toBe('Failed to reserve pixels')
		const release = { pixel_ids: [1093], reason: 'Agreed' }
		expect(await postForMessage('/admin/restorepixel', release, ours)).toBe('Failed to restore pixels')
		const erase = { ...release, delete_type: 'delete' }
		expect(await postForMessage('/admin/restorepixel', erase, ours)).toBe('Failed to delete pixels')
		const lend = { ...to, pixel_id: [1093], transfer_till: lendingDays(Date.now()).first }
		expect(await postForMessage('/admin/tempsellpixels', lend, ours)).toBe(
			'Failed to temporarily sell pixels',
		)
		expect(await postForMessage('/admin/sendinvite', lend, ours)).toBe('Failed to temporarily sell pixels')
		const sell = { ...to, pixel_id: [1093] }
		expect(await postForMessage('/admin/sendinvite', sell, ours)).toBe('Failed to list pixels for sale')
		expect(await postForMessage('/admin/management/transfer', sell, ours)).toBe(
			'Failed to list pixels for sale',
		)
		const pixel = toForm({ pixels_id: '1093', delete_type: 'pixel', reason: 'Agreed' })
		expect(await postForMessage('/admin/managepixel', pixel, ours)).toBe('Failed to delete pixel')
		const image = toForm({ pixels_id: '1095', delete_type: 'image' })
		expect(await postForMessage('/user/managepixel', image)).toBe('Failed to delete image')
		const user = { user_id: other.id, name: 'Grace Example' }
		expect(await postForMessage('/admin/userupdate', user, ours)).toBe('Failed to update user details')
		expect(await postForMessage('/admin/userdelete', { user_id: other.id }, ours)).toBe(
			'Failed to delete user',
		)
		expect(await postForMessage('/admin/delete-coupon', { coupon_id: coupon?.id }, ours)).toBe(
			'Failed to delete coupon',
		)
		const decision = { payment_id: pending.id, version: 1, status: 'approved' }
		expect(await postForMessage('/admin/reject-payment', decision, ours)).toBe(
			'Failed to update payment status',
		)
		const prices = { large: 20_000_000, medium: 2_000_000, small: 900_000, tiny: 200_000 }
		expect(await postForMessage('/admin/updatepixelprice', prices, ours)).toBe('Operation failed')
		const reset = { newPassword: 'quite another song', token: grant }
		expect(await postForMessage('/user/resetpassword', reset)).toBe(
			'Failed to reset password. Please try again.',
		)
		await repairDatabase()
		await breaks('accounts')
		expect(await postForMessage('/user/verify-registration', { email: unsure.email, otp })).toBe(
			'Verification failed',
		)
		await repairDatabase()
		await breaks('challenges')
		const { email } = other
		expect(await postForMessage('/user/forgotpassword', { email })).toBe(
			'Failed to send reset link. Please try again.',
		)
		expect(await postForMessage('/user/register', { ...unsure, email: 'late@example.test' })).toBe(
			'Registration failed',
		)
		await repairDatabase()
		await write(tx => tx.update(challenges).set({ resendAfter: 0 }))
		await breaks('challenges', 'update')
		expect(await postForMessage('/user/register', { email: unsure.email, resend: true })).toBe(
			'Failed to resend OTP',
		)
		await repairDatabase()
		await breaks('contact_messages')
		const letter = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.test', message: 'Hello.' }
		const notSent = 'Failed to send message. Please try again later.'
		expect(await postForMessage('/contact', letter)).toBe(notSent)
		await repairDatabase()
		await breaks('orders')
		const checkout = { selectBlocks: [{ id: 920 }] }
		expect(await postForMessage('/user/create-checkout-session', checkout)).toBe('API call failed')
	} finally {
		await repairDatabase()
	}
})

test('one’s own history lists purchases and sales together, newest first, or one of them', async () => {
	const user = await makeUser()
	const token = await getToken(user)
	const earlier = await makeOrder(user.id, [600], { status: 'approved' })
	const sale = await makeTransfer(user.id, [601], {
		recipientEmail: 'grace@example.test',
		status: 'accepted',
	})
	const later = await makeOrder(user.id, [602, 603], { status: 'pending' })
	const ids = async (query = '') => {
		const answer = await call(`GET /user/transaction${query}`, { token })
		return parseData(answer, HistoryRows).map(row => [row.order_id, row.pixel_status])
	}
	const rows = { earlier: [earlier.id, 'purchase'], sale: [sale.id, 'sold'], later: [later.id, 'pending'] }
	expect(await ids()).toEqual([rows.later, rows.sale, rows.earlier])
	expect(await ids('?sort=oldest')).toEqual([rows.earlier, rows.sale, rows.later])
	expect(await ids('?status=purchase')).toEqual([rows.later, rows.earlier])
	expect(await ids('?status=sold')).toEqual([rows.sale])
})

test('an unknown block is rejected with the message of the error catalogue', async () => {
	const token = await getToken(await makeUser())
	for (const fields of [{}, { pixels_id: '' }, { pixels_id: 'none' }]) {
		const body = toForm({ delete_type: 'image', ...fields })
		const answer = await call('POST /user/managepixel', { token, body })
		expect([answer.status, Object.values(answer.fields ?? {}).flat()]).toEqual([422, ['No pixel selected']])
	}
})

test('administrators and the log-in keep working during maintenance', async () => {
	const admin = await makeAdmin()
	const user = await makeUser()
	const userToken = await getToken(user)
	const by = { actorId: admin.id, now: Date.now() }
	const token = await getToken(admin)
	expect(
		(await call('POST /admin/updatepaymentgateway', { token, body: { maintenance_mode: 1 } })).status,
	).toBe(200)
	const closed = await call('GET /user/ownpixel', { token: userToken })
	expect(closed).toMatchObject({ status: 503, code: 'maintenance', data: [{ maintenance_mode: '1' }] })
	expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
	expect((await call('GET /setting')).data).toEqual([{ maintenance_mode: '1' }])
	expect((await fetch(`${server.url}/API/%73etting`)).status).toBe(200)
	const again = await getToken(admin)
	for (const open of ['GET /admin/ownpixel', 'GET /user/userdetail', 'GET /user/checkinvites']) {
		expect((await call(open, { token: again })).status, open).toBe(200)
	}
	expect((await call('GET /files/receipts/none.pdf', { token: again })).status).toBe(404)
	const photo = {
		headers: { accept: 'image/*', authorization: `Bearer ${again}` },
		redirect: 'manual',
	} as const
	expect((await fetch(`${server.url}/api/files/profiles/none.webp`, photo)).status).toBe(404)
	expect((await call('GET /files/receipts/none.pdf', { token: userToken })).status).toBe(503)
	await changeSettings({ maintenance: false }, by)
})

test('an administrator without the required two-factor authentication can only set it up', async () => {
	const admin = await makeAdmin()
	const token = await getToken(admin)
	const by = { actorId: admin.id, now: Date.now() }
	await changeSettings({ demandSecondFactor: true }, by)
	const refused = await call('GET /admin/submitedpayment', { token })
	await changeSettings({ demandSecondFactor: false }, by)
	expect(refused).toMatchObject({ status: 403, code: 'second-factor-missing' })
	expect((await call('GET /admin/submitedpayment', { token })).status).toBe(200)
})

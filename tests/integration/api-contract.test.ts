import { randomUUID } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '~/api/document.server'
import { OPERATIONS } from '~/api/operations.server'
import { type ApiResponse, apiClient, toForm } from '../support/api-client'
import {
	makeAdmin,
	makeCoupon,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
} from '../support/factories'
import { makeTwoColourPng, SMALL_PDF } from '../support/images'
import { extractCode, mailbox } from '../support/mailbox'
import { startServer, type TestServer } from '../support/server'

const document = apiDocument()
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'api', ...JSON.parse(JSON.stringify(document)) })

/** Returns the differences between a response and the document; null if there are none. */
function findProblems(call: string, { status, headers: _, ...body }: ApiResponse): string | null {
	const [method = '', path = ''] = call.split(' ')
	const escaped = path
		.replaceAll('~', '~0')
		.replaceAll('/', '~1')
		.replaceAll('{', '%7B')
		.replaceAll('}', '%7D')
	const at = `paths/${escaped}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
	try {
		const validate = ajv.compile({ $ref: `api#/${at}` })
		return validate(body) ? null : ajv.errorsText(validate.errors)
	} catch (error) {
		return `${call} may not answer ${status}: ${String(error)}`
	}
}

let server: TestServer
let call: ReturnType<typeof apiClient>
let mails: ReturnType<typeof mailbox>
const made = {
	user: { id: '', email: '', password: '' },
	admin: { id: '', email: '', password: '' },
	userToken: '',
	adminToken: '',
	payments: [] as string[],
	transfer: '',
	sent: '',
	houseSent: '',
	coupon: '',
	couponId: '',
	other: '',
	grant: '',
}

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
	call = apiClient(server.url)
	mails = mailbox(server.dataDir)
	made.user = await makeUser()
	made.admin = await makeAdmin()
	const login = async ({ email, password }: { email: string; password: string }) =>
		(await call('POST /user/login', { body: { email, password } })).token ?? ''
	made.userToken = await login(made.user)
	made.adminToken = await login(made.admin)
	const other = await makeUser()
	await ownCells(made.user.id, [1, 2])
	await ownCells(other.id, [3])
	made.payments = [(await makeOrder(other.id, [4], { status: 'pending' })).id]
	made.transfer = (await makeTransfer(other.id, [3], { recipientEmail: made.user.email })).id
	await ownCells(made.user.id, [400])
	await ownCells(made.user.id, [402])
	await ownCells(made.user.id, [404])
	const to = { recipientEmail: 'one@example.test' }
	made.sent = (await makeTransfer(made.user.id, [404], to)).id
	await reserveForHouse([510, 520, 522, 524, 526])
	made.houseSent = (await makeTransfer(null, [510], to)).id
	made.other = (await makeUser()).id
	made.couponId = randomUUID()
	made.coupon = await makeCoupon({ id: made.couponId })
})
afterAll(() => server.stop())

/* The server sends its emails immediately, and keeps no sent code. */
const newCode = async (email: string) => extractCode(await mails.waitForMail(email))

const purchase = (cell: number) => () =>
	toForm({
		selectBlocks: JSON.stringify([{ id: cell }]),
		name: 'Example Holdings Ltd',
		email: 'buyer@example.test',
		contact_no: '7700 900123',
		country: 'UK',
		bank_name: 'Example Bank',
		bank_account_no: 'GB00EXMP00000000',
		payment_id: `TX-${cell}`,
		payment_receipt: new File([SMALL_PDF], 'receipt.pdf'),
	})
const image = () => new File([new Uint8Array(makeTwoColourPng())], 'image.png')
const COUPON = {
	coupon_code: 'SPRING',
	discount_amount: 10,
	min_purchase_amount: '100.00',
	start_date: '2020-11-01',
	end_date: '2099-11-30',
	is_active: 1,
}
/* A first and a last name, each almost as long as allowed. */
const LONG_NAME = `${'New '.repeat(14)}${'Example '.repeat(7)}`.trim()
const NEW = { full_name: LONG_NAME, email: 'new@example.test', password: 'a long and winding road' }

/**
 * A successful request: its body, its path parameters, and the status if it is not 200. The order matters, as each uses
 * the results of earlier ones.
 */
type Row = { body?: () => unknown; path?: () => Record<string, string>; status?: number; anonymous?: true }
const ROWS: Record<string, Row> = {
	'POST /user/login': { body: () => ({ email: made.user.email, password: made.user.password }) },
	'POST /user/login/code': { body: () => ({ challenge: 'none', code: '123456' }), status: 401 },
	'POST /user/register': { body: () => NEW },
	'POST /user/verify-registration': {
		body: async () => ({ email: NEW.email, otp: await newCode(NEW.email) }),
	},
	'POST /user/forgotpassword': { body: () => ({ email: NEW.email }) },
	'POST /user/verifyotp': { body: async () => ({ email: NEW.email, otp: await newCode(NEW.email) }) },
	'POST /user/resetpassword': { body: () => ({ newPassword: 'quite another song', token: made.grant }) },
	'POST /contact': {
		body: () => ({ firstName: 'Ada', lastName: 'Example', email: 'ada@example.test', message: 'Hello' }),
	},
	'GET /user/getpixeldata/{id}': { path: () => ({ id: '1' }) },
	'GET /admin/getpixeldata/{id}': { path: () => ({ id: '1' }) },
	'POST /user/coupondetails': { body: () => ({ coupon_code: made.coupon, amount: 400_000 }) },
	'POST /admin/coupondetails': { body: () => ({ coupon_code: made.coupon, amount: 400_000 }) },
	'POST /user/create-checkout-session': { body: () => ({ selectBlocks: [{ id: 300 }] }) },
	'POST /user/pixels/buy': { body: purchase(300) },
	'POST /user/payment-details': { body: purchase(301) },
	'POST /success': { body: () => ({ token: 'x', status: 'completed', amount: 1 }), status: 422 },
	'POST /user/managepixel': {
		body: async () =>
			toForm({ pixels_id: '1', description: 'Here', link: 'https://example.test/', image: image() }),
	},
	'POST /admin/managepixel': {
		body: async () =>
			toForm({ pixels_id: '526', description: 'Here', link: 'https://example.test/', image: image() }),
	},
	'POST /user/sendinvite': { body: () => ({ buyer_email: 'one@example.test', pixel_id: [400] }) },
	'POST /user/pixels/sell': { body: () => ({ buyer_email: 'one@example.test', pixel_id: [402] }) },
	'POST /user/editinvite': {
		body: () => ({ request_id: made.sent, buyer_email: 'two@example.test', transfer_date: '2030-01-31' }),
	},
	'POST /user/deleteinvite': { body: () => ({ request_id: made.sent }) },
	'POST /admin/adminreservepixel': {
		body: () => ({ selectedBlocks: [{ id: 530 }, { id: 531 }] }),
	},
	'POST /admin/restorepixel': { body: () => ({ pixel_ids: [530, 531], reason: 'Agreed by telephone' }) },
	'POST /admin/sendinvite': { body: () => ({ buyer_email: 'one@example.test', pixel_id: [520] }) },
	'POST /admin/tempsellpixels': {
		body: () => ({ buyer_email: 'one@example.test', pixel_id: [522], transfer_till: '2030-01-31' }),
	},
	'POST /admin/management/transfer': {
		body: () => ({ buyer_email: 'one@example.test', pixel_id: [524] }),
	},
	'POST /admin/editinvite': {
		body: () => ({ request_id: made.houseSent, buyer_email: 'two@example.test', transfer_date: null }),
	},
	'POST /admin/deleteinvite': { body: () => ({ request_id: made.houseSent }) },
	'POST /user/transferpixel': { body: () => ({ pixel_ids: [3], status: 'accept' }) },
	'POST /admin/reject-payment': {
		body: () => ({ payment_id: made.payments[0], status: 'rejected', version: 1, reason: 'No money came' }),
	},
	'POST /admin/updatepixelprice': {
		body: () => ({ large: 10_000_000, medium: 1_000_000, small: 500_000, tiny: 110_000 }),
	},
	'PUT /admin/management/update-price': {
		body: () => ({ large: 10_000_000, medium: 1_000_000, small: 500_000, tiny: 100_000 }),
	},
	'POST /user/updatename': { body: () => ({ full_name: 'Ada Example' }) },
	'POST /admin/updatename': { body: () => ({ full_name: 'Ada Example' }) },
	'POST /user/updatepassword': { body: () => ({ newPassword: 'another winding road' }) },
	'POST /admin/updatepassword': { body: () => ({ newPassword: 'another winding road' }) },
	'POST /user/updateemail': { body: () => ({ newEmail: 'moved@example.test' }) },
	'POST /admin/updateemail': { body: () => ({ newEmail: 'moved-too@example.test' }) },
	'POST /user/updateemail/verify': { body: async () => ({ otp: await newCode('moved@example.test') }) },
	'POST /admin/updateemail/verify': {
		body: async () => ({ otp: await newCode('moved-too@example.test') }),
	},
	'POST /user/uploadprofileimage': { body: async () => toForm({ profile_image: image() }) },
	'POST /admin/uploadprofileimage': { body: async () => toForm({ profile_image: image() }) },
	'POST /admin/users': { body: () => ({ ...NEW, email: 'made@example.test' }) },
	'POST /admin/userupdate': { body: () => ({ user_id: made.other, name: 'Renamed Example', version: 1 }) },
	'POST /admin/userdelete': { body: () => ({ user_id: made.other, version: 2 }) },
	'GET /admin/coupons/{id}': { path: () => ({ id: made.couponId }) },
	'POST /admin/coupon/create': { body: () => COUPON },
	'POST /admin/update-coupon': {
		body: () => ({ ...COUPON, coupon_code: 'OTHER', coupon_id: made.couponId }),
	},
	'POST /admin/delete-coupon': { body: () => ({ coupon_id: made.couponId }) },
	'POST /admin/updatepaymentgateway': {
		body: () => ({ access_key: 'ak_example_123456', publish_key: 'pk_example_123456' }),
	},
}

const getName = ({ method, path }: (typeof OPERATIONS)[number]) => `${method} ${path}`
/* The last operation ends the session of the token. */
const inOrder = [...OPERATIONS].sort(
	(a, b) => Number(a.path === '/user/logout') - Number(b.path === '/user/logout'),
)

test('the document is valid OpenAPI 3.1', async () => {
	const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
	expect(errors ?? []).toEqual([])
	expect(valid).toBe(true)
	expect(document.openapi).toBe('3.1.0')
	expect(await (await fetch(`${server.url}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
})

const bodies = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
	Object.entries(
		item.post?.requestBody && 'content' in item.post.requestBody ? item.post.requestBody.content : {},
	).map(([type, body]) => ({ path, type, body })),
)

test('the examples in the document are valid requests', () => {
	const jsonBodies = bodies.filter(({ type }) => type === 'application/json')
	const wrong = jsonBodies.flatMap(({ path, body: { schema, example } }) => {
		const validate = ajv.compile(
			JSON.parse(JSON.stringify({ ...schema, $defs: {} }).replaceAll('"#/', '"api#/')),
		)
		return validate(example) ? [] : `${path}: ${ajv.errorsText(validate.errors)}`
	})
	expect(jsonBodies.length).toBeGreaterThan(30)
	expect(wrong).toEqual([])
})

test('a purchase requires the fields that the document requires', async () => {
	const { body } = bodies.find(({ path }) => path === '/user/pixels/buy') ?? {}
	const { required } = JSON.parse(JSON.stringify(body?.schema))
	const onlyPixels = toForm({ selectBlocks: '[{"id":600}]' })
	const { fields } = await call('POST /user/pixels/buy', { token: made.userToken, body: onlyPixels })
	expect(required).toEqual(expect.arrayContaining(['selectBlocks', ...Object.keys(fields ?? {})]))
	expect(Object.keys(fields ?? {}).length).toBeGreaterThan(5)
})

test('every operation is in the document with a unique id', () => {
	expect(Object.keys(document.paths ?? {}).sort()).toEqual(
		[...new Set(['/files/{folder}/{name}', ...OPERATIONS.map(operation => operation.path)])].sort(),
	)
	expect(new Set(OPERATIONS.map(getName)).size).toBe(OPERATIONS.length)
})

describe.each(inOrder.map(operation => [getName(operation), operation] as const))(
	'%s',
	(name, { access, path, body, method }) => {
		const row = ROWS[name] ?? {}
		const addressNow = () =>
			`${method} ${path.replace(/\{(\w+)\}/g, (_, key: string) => row.path?.()[key] ?? key)}`

		test('responds as documented', async () => {
			const token = access === 'admin' ? made.adminToken : access === 'anybody' ? undefined : made.userToken
			const sent = await row.body?.()
			const response = await call(addressNow(), { token, ...(sent === undefined ? {} : { body: sent }) })
			expect(response, JSON.stringify(response)).toMatchObject({ status: row.status ?? 200 })
			expect(findProblems(name, response)).toBeNull()
			if (name === 'POST /user/verifyotp') made.grant = response.token ?? ''
		})

		if (access !== 'anybody')
			test('is rejected without a token and with the wrong role', async () => {
				const stranger = await call(addressNow(), { ...(method === 'GET' ? {} : { body: {} }) })
				expect(stranger).toMatchObject({ status: 401, code: 'unauthenticated' })
				expect(findProblems(name, stranger)).toBeNull()
				if (access === 'account') return
				const wrong = access === 'admin' ? made.userToken : made.adminToken
				const refused = await call(addressNow(), { token: wrong, ...(method === 'GET' ? {} : { body: {} }) })
				expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
			})

		if (body)
			test('rejects a body of another type and an empty one', async () => {
				const token = access === 'admin' ? made.adminToken : access === 'anybody' ? undefined : made.userToken
				const response = await call(addressNow(), {
					token,
					body: 'nothing',
					headers: { 'content-type': 'text/plain' },
				})
				expect(response).toMatchObject({ status: 415, code: 'media-type' })
				expect(findProblems(name, response)).toBeNull()
			})
	},
)

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATIONS } from '~/api/operations.server'
import { perform } from '~/api/perform.server'
import { readGrid } from '~/domain/grid/queries.server'
import { lendingDays } from '~/domain/house/schema'
import { londonDay, londonMoment } from '~/domain/time'
import { loader as orderDetails } from '~/routes/admin/history/history-order'
import { db, write } from '~/server/db/db.server'
import { accounts, cellHolders, orders, transfers } from '~/server/db/schema.server'
import { toForm } from '../support/api-client'
import { idsAt } from '../support/cells'
import { clearRecords } from '../support/clear-records'
import {
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	SHIPPED_PRICES,
	type TestAccount,
} from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { callOperation } from '../support/operations'
import { makeRequest, routeArgs } from '../support/requests'

/* The responses of the administrators' operations, field by field. */

let admin: TestAccount

beforeEach(async () => {
	await clearRecords()
	admin = await makeAdmin()
})

const call = (name: string, sent?: Parameters<typeof callOperation>[2]) => callOperation(admin, name, sent)

test('an operation without a token gets the error of a missing token', async () => {
	const [operation] = OPERATIONS.filter(item => item.path === '/admin/paymentgateway')
	if (!operation) throw new Error('There is no such call')
	const response = await perform(operation, new Request('http://localhost:3000/api/admin/paymentgateway'), {})
	expect(response.status).toBe(401)
	expect(await response.json()).toMatchObject({
		message: 'Authentication token not found. Please login again.',
	})
})

const TAKING = OPERATIONS.filter(
	({ access, body, files }) => (access === 'admin' || access === 'account') && body && !files,
)
test.each(TAKING.map(({ method, path, example }) => [`${method} ${path}`, example] as const))(
	'%s reports missing and mistyped fields in our own words',
	async (name, example) => {
		const names = Object.keys(example ?? {})
		const wrong = Object.fromEntries(names.map(field => [field, { [field]: null }]))
		for (const body of [{}, wrong]) {
			expect(JSON.stringify(await call(name, { body }))).not.toMatch(/Invalid|[Ee]xpected|Too (small|big)/)
		}
	},
)

test('a decision without the version that was shown names the missing field, and decides nothing', async () => {
	const order = await makeOrder((await makeUser()).id, [500], { status: 'pending' })
	const body = { payment_id: order.id, status: 'approved' }
	expect(await call('POST /admin/reject-payment', { body })).toMatchObject({
		success: false,
		message: 'The field version is missing',
		fields: { version: ['The field version is missing'] },
	})
	expect(await call('POST /admin/reject-payment', { body: { ...body, version: 1.5 } })).toMatchObject({
		message: 'The field version must be a whole number',
	})
	const [still] = await db.select().from(orders).where(eq(orders.id, order.id))
	expect(still).toMatchObject({ status: 'pending', version: 1 })
})

test('an order without its pixels is not approved, and a repeated decision gets the first response', async () => {
	const order = await makeOrder((await makeUser()).id, [500, 501], { status: 'pending' })
	const body = { payment_id: order.id, status: 'approved', version: 1 }
	await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, 501)))
	expect(await call('POST /admin/reject-payment', { body })).toMatchObject({
		success: false,
		code: 'gone',
		message: expect.stringMatching(/^1 of the 2 pixels of this order is no longer held by it.*Reject it/),
	})
	const rejection = { body: { ...body, status: 'rejected', reason: 'No pixels' } }
	const first = await call('POST /admin/reject-payment', rejection)
	expect(first).toMatchObject({ success: true, message: 'Payment status updated successfully' })
	expect(await call('POST /admin/reject-payment', rejection)).toEqual(first)
})

test.each([
	['POST /admin/adminreservepixel', {}, 'Please select pixels to reserve'],
	['POST /admin/adminreservepixel', { selectedBlocks: [] }, 'Please select pixels to reserve'],
	['POST /admin/restorepixel', { reason: 'x' }, 'Please select pixels to restore'],
	['POST /admin/restorepixel', { pixel_ids: [], reason: 'x' }, 'Please select pixels to restore'],
	['POST /admin/tempsellpixels', { buyer_email: 'a@example.test' }, 'No pixels selected'],
	['POST /admin/tempsellpixels', { pixel_id: [500] }, 'Please enter an email address'],
	[
		'POST /admin/tempsellpixels',
		{ buyer_email: 'a@example.test', pixel_id: [500] },
		'Please select an expiry date',
	],
])('%s with %o returns the message of its page', async (name, body, message) => {
	expect((await call(name, { body })).message).toBe(message)
})

test('users are listed with their pixels by type, photo and sign-in method', async () => {
	const owner = await makeUser({ fullName: 'Listed Lina' })
	await ownCells(owner.id, [20, 500, 501])
	const photo = 'profiles/lina.webp'
	const google = { profileImageKey: photo, googleSubject: `subject-${owner.id}` }
	await write(tx => tx.update(accounts).set(google).where(eq(accounts.id, owner.id)))
	await makeUser({ fullName: 'Listed Leo' })
	const { data } = await call('GET /admin/userlist', { query: '?q=listed' })
	expect(data).toEqual([
		expect.objectContaining({
			full_name: 'Listed Leo',
			total_type_pixels: '',
			profile_image: expect.stringContaining('/images/profile.png'),
			user_info: null,
		}),
		expect.objectContaining({
			full_name: 'Listed Lina',
			total_type_pixels: 'small:1, tiny:2',
			profile_image: expect.stringContaining(photo),
			user_info: 'google',
		}),
	])
	const oldest = await call('GET /admin/userlist', { query: '?q=listed&sort=oldest' })
	expect(oldest.data).toEqual((data as unknown[]).toReversed())
})

test('the pixels of the house have a value', async () => {
	await reserveForHouse([20, 500, 501])
	const { small, tiny } = SHIPPED_PRICES
	expect((await call('GET /admin/ownpixel')).data).toMatchObject({
		small: 1,
		tiny: 2,
		total_amount: (small + 2 * tiny) / 100,
	})
})

test('a pixel shows its state and pending content to its owner before it is public', async () => {
	const [owner, other] = [await makeUser(), await makeUser()]
	await reserveForHouse([600])
	const { orderId } = await ownCells(owner.id, [500, 501], {
		description: 'A shop',
		link: 'https://shop.example/',
	})
	await write(tx => tx.update(orders).set({ status: 'pending' }).where(eq(orders.id, orderId)))
	const shown = async (to: TestAccount) =>
		(await callOperation(to, 'GET /user/getpixeldata/{id}', { params: { id: '500' } })).data
	expect(await shown(owner)).toMatchObject({
		description: 'A shop',
		link: 'https://shop.example/',
		state: 'owned',
		pixels: [{ id: 500 }, { id: 501 }],
	})
	expect(await shown(other)).toMatchObject({ description: null, link: null, state: 'user-reserved' })
	const house = await call('GET /admin/getpixeldata/{id}', { params: { id: '600' } })
	expect(house.data).toMatchObject({ state: 'owned' })
})

test('an order with a total of zero has no payment method, in one’s own history too', async () => {
	const buyer = await makeUser()
	const { id } = await makeOrder(buyer.id, [500], { status: 'approved' })
	await write(tx => tx.update(orders).set({ totalPence: 0 }).where(eq(orders.id, id)))
	const method = [{ method: 'Nothing to pay' }]
	expect(await call('GET /admin/usertransactionhistory')).toMatchObject({ data: method })
	expect(await callOperation(buyer, 'GET /user/transaction')).toMatchObject({ data: method })
})

describe('the history of all transactions', () => {
	const SHOWS = { description: 'A shop', link: 'https://shop.example/' }
	const history = async (query: string) =>
		(await call('GET /admin/usertransactionhistory', { query })).data as Record<string, unknown>[]

	test('contains purchases and transfers', async () => {
		const seller = await makeUser({ fullName: 'Selma Seller' })
		const { orderId } = await ownCells(seller.id, [500], SHOWS)
		await makeOrder(seller.id, [501], { status: 'rejected' })
		const recipientEmail = 'buyer@example.test'
		const sale = await makeTransfer(seller.id, [502, 503], { recipientEmail, status: 'accepted' })
		expect(await history('?status=purchase')).toMatchObject([
			{
				order_id: orderId,
				transaction_type: 'purchase',
				pixel_status: 'purchase',
				upload_details: [{ description: 'A shop', link: 'https://shop.example/' }],
			},
		])
		expect(await history('?status=sold')).toMatchObject([
			{
				order_id: sale.id,
				transaction_type: 'sold',
				pixel_status: 'sold',
				user_name: 'Selma Seller',
				recipient_email: recipientEmail,
				total_pixels: 2,
				pixel_types: 'tiny:2',
			},
		])
		expect(await history('')).toHaveLength(2)
	})

	test('includes the content that the order’s page shows', async () => {
		const { orderId } = await ownCells((await makeUser()).id, [500, 501], SHOWS)
		const request = await makeRequest(`/admin/history/${orderId}`, { as: admin })
		expect(await orderDetails(routeArgs(request, { orderId }))).toMatchObject({
			shown: [SHOWS],
		})
	})
})

describe('a temporary sale', () => {
	const { first: transfer_till } = lendingDays(Date.now())
	const lend = async (cells: number[], buyer_email = 'friend@example.test') =>
		(
			await call('POST /admin/tempsellpixels', {
				body: { pixel_id: cells, buyer_email, transfer_till },
			})
		).message

	test('is rejected with its own messages', async () => {
		await reserveForHouse([20, 500, 501, 505])
		expect(await lend([502])).toBe('Can only temporarily sell owned pixels')
		expect(await lend([20, 500])).toBe('All selected pixels must be of the same type')
		expect(await lend([500, 505])).toBe(
			'Selected pixels must form a complete rectangle or square shape with same type of pixels',
		)
		expect(await lend([500], admin.email.toUpperCase())).toBe(
			'You cannot temporarily sell pixels to yourself',
		)
		expect(await lend([500])).toBe('Invitation sent successfully')
		expect(await lend([500], 'another@example.test')).toBe(
			'One or more selected pixels are already in an invitation and cannot be temporarily sold',
		)
		const sale = { pixel_id: [500], buyer_email: 'another@example.test' }
		expect((await call('POST /admin/management/transfer', { body: sale })).message).toBe(
			'One or more selected pixels are already in an invitation and cannot be sold',
		)
	})
})

test.each([
	['POST /admin/tempsellpixels', { transfer_date: lendingDays(Date.now()).first }],
	['POST /admin/management/transfer', {}],
	['POST /admin/sendinvite', {}],
])('%s sells a part of the house’s pixels, leaving any shape', async (name, until) => {
	await reserveForHouse(idsAt([8, 1], [8, 2], [8, 3], [9, 1], [9, 2], [9, 3]))
	const body = { pixel_id: idsAt([8, 2]), buyer_email: 'friend@example.test', ...until }
	expect(await call(name, { body })).toMatchObject({ success: true, message: 'Invitation sent successfully' })
	const angle = { ...body, pixel_id: idsAt([8, 1], [9, 1], [9, 2]) }
	expect((await call(name, { body: angle })).message).toBe(
		'Selected pixels must form a complete rectangle or square shape with same type of pixels',
	)
})

const TOO_SOON = 'The expiry date must be at least tomorrow'

test('a temporary sale accepts its day under either name, and no day in the past', async () => {
	await reserveForHouse([510, 511, 512])
	const now = Date.now()
	const [from, today] = [lendingDays(now).first, `${londonDay(now)}T23:59`]
	const lend = (name: string, cell: number, until: object) =>
		call(name, { body: { pixel_id: [cell], buyer_email: 'friend@example.test', ...until } })
	expect(await lend('POST /admin/tempsellpixels', 510, { transfer_date: from })).toMatchObject({
		success: true,
	})
	expect(await lend('POST /admin/sendinvite', 511, { transfer_date: from })).toMatchObject({ success: true })
	const otherName = { transfer_till: '', transfer_date: today }
	expect((await lend('POST /admin/tempsellpixels', 512, otherName)).message).toBe(TOO_SOON)
	for (const name of ['POST /admin/tempsellpixels', 'POST /admin/sendinvite']) {
		for (const field of ['transfer_date', 'transfer_till']) {
			const refused = await lend(name, 512, { [field]: today })
			expect(refused).toMatchObject({ message: TOO_SOON, fields: { [field]: [TOO_SOON] } })
		}
	}
	const dates = (await db.select().from(transfers)).map(item => item.until)
	expect(dates).toEqual([londonMoment(`${from}T23:59`), londonMoment(`${from}T23:59`)])
})

const NOT_IN_TEN_YEARS = 'Please choose a date in the future, at most ten years from now'
const NO_DATE = 'Please enter a date and a time, or leave it empty'
test.each([
	['2020-01-01', TOO_SOON],
	['2020-01-01T10:00Z', TOO_SOON],
	['2199-01-01T10:00:00.000+01:00', NOT_IN_TEN_YEARS],
	['2030-02-30', NO_DATE],
	['2030-02-30T10:00:00Z', NO_DATE],
])('an invitation until %s is rejected', async (transfer_till, message) => {
	await reserveForHouse([530])
	const body = { pixel_id: [530], buyer_email: 'friend@example.test', transfer_till }
	const response = await call('POST /admin/sendinvite', { body })
	expect(response).toMatchObject({ success: false })
	expect(JSON.stringify(response)).toContain(message)
	expect(await db.select().from(transfers)).toEqual([])
})

test('a block of the house gets an image and a text, loses the image, and is deleted with a reason', async () => {
	await reserveForHouse([540, 541])
	const image = new File([new Uint8Array(makeTwoColourPng())], 'image.png')
	const shown = { pixels_id: '540', description: 'Ours', link: 'https://example.test/', image }
	expect(await call('POST /admin/managepixel', { body: toForm(shown) })).toMatchObject({
		message: 'Pixel managed successfully',
		data: { pixels: [540, 541] },
	})
	const { blocks } = await readGrid(Date.now())
	expect(blocks).toMatchObject([{ cells: [540, 541], description: 'Ours' }])

	const withoutImage = toForm({ pixels_id: '540', delete_type: 'image' })
	expect(await call('POST /admin/managepixel', { body: withoutImage })).toMatchObject({
		message: 'Image deleted successfully',
	})
	expect((await readGrid(Date.now())).blocks).toEqual([])

	const kind = { pixels_id: '[540,541]', delete_type: 'pixel' }
	expect(await call('POST /admin/managepixel', { body: toForm(kind) })).toMatchObject({
		success: false,
		fields: { reason: ['Please enter a reason'] },
	})
	const deletion = toForm({ ...kind, reason: 'Not needed any more' })
	expect(await call('POST /admin/managepixel', { body: deletion })).toMatchObject({
		message: 'Pixels Deleted Successfully!',
		data: { pixels: [540, 541] },
	})
	const { holdings } = await readGrid(Date.now())
	expect([540, 541].map(cell => holdings[cell - 1]?.kind)).toEqual(['available', 'available'])
	expect(await call('POST /admin/managepixel', { body: deletion })).toMatchObject({
		success: false,
		message: 'Can only delete reserved pixels',
	})
	await reserveForHouse([540])
	const alone = toForm({ pixels_id: '540', delete_type: 'pixel', reason: 'Not needed any more' })
	expect(await call('POST /admin/managepixel', { body: alone })).toMatchObject({
		message: 'Pixel deleted successfully',
	})
})

test('members’ pixels cannot be managed by the house', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [550])
	const image = new File([new Uint8Array(makeTwoColourPng())], 'image.png')
	const body = toForm({ pixels_id: '550', description: 'Theirs', link: 'https://example.test/', image })
	expect(await call('POST /admin/managepixel', { body })).toMatchObject({ success: false })
	expect((await readGrid(Date.now())).blocks).toEqual([])
})

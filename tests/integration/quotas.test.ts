import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteImage, saveCreative } from '~/domain/creatives/commands.server'
import { CELLS } from '~/domain/grid/layout'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { buyDirectly } from '~/domain/orders/checkout/purchase.server'
import { saveReceipts } from '~/domain/orders/checkout/receipts.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { action as manage } from '~/routes/account/block'
import { action as confirm } from '~/routes/user/checkout/checkout-confirm'
import { action as choosePixels } from '~/routes/user/pixels/pixels-buy'
import { db, write } from '~/server/db/db.server'
import { auditEntries, files, orderCells, orders, throttles } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { open } from '../support/checkouts'
import { makeUser, ownCells, sessionCookie, type TestAccount } from '../support/factories'
import { makeTwoColourPng, SMALL_PDF } from '../support/images'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { newReceipt } from '../support/receipts'
import { makeRequest, routeArgs } from '../support/requests'
import { storeImage } from '../support/stored-images'

const NOW = Date.now()
const MB = 1024 * 1024
const TINY = CELLS.filter(cell => cell.type === 'tiny').map(cell => cell.id)
const answered429 = { init: { status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } } }

/** Opens a checkout and continues to the bank details. @returns the order's id. */
async function proceed(account: TestAccount, cells: number[], now = NOW): Promise<string> {
	const orderId = await open(account, cells, now)
	const held = await proceedToPayment(orderId, account.id, now)
	if (!held.ok) throw new Error(held.message)
	return orderId
}

const readReceipts = (accountId: string) => db.select().from(files).where(eq(files.accountId, accountId))
const inStore = () => readdir(path.join(env.storageUrl, 'receipts')).catch(() => [])

/** A form with files, as the account's browser sends it. */
async function upload(account: TestAccount, pathname: string, body: FormData): Promise<Request> {
	const { name, value } = await sessionCookie(account.id)
	const headers = { cookie: `${name}=${value}`, origin: 'http://localhost:3000' }
	return new Request(`http://localhost:3000${pathname}`, { method: 'POST', headers, body })
}

describe('receipts', () => {
	/** A submission with two receipts of a megabyte each, and no other fields. */
	async function submitBadly(account: TestAccount, orderId: string) {
		const body = new FormData()
		const sent = Buffer.concat([SMALL_PDF.subarray(0, 9), Buffer.alloc(MB, '\n'), SMALL_PDF.subarray(9)])
		for (const name of ['payment_receipt', 'swift_receipt']) {
			body.set(name, new File([new Uint8Array(sent)], 'receipt.pdf'))
		}
		const request = await upload(account, `/user/checkout/${orderId}/confirm`, body)
		return await confirm(routeArgs(request, { orderId }))
	}

	test('replaced by new ones are deleted immediately: eight failed submissions leave one pair', async () => {
		const buyer = await makeUser()
		const orderId = await proceed(buyer, [300])
		const before = (await inStore()).length
		for (let time = 0; time < 8; time++) {
			expect(await submitBadly(buyer, orderId)).toMatchObject({ init: { status: 422 } })
		}
		const left = await readReceipts(buyer.id)
		const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
		expect(left.map(file => file.key).sort()).toEqual(
			[order?.paymentReceiptKey, order?.swiftReceiptKey].sort(),
		)
		expect((await inStore()).length).toBe(before + 2)
		for (const { key, bytes } of left) expect((await storage.get(key))?.length).toBe(bytes)
	})

	test('for an order submitted meanwhile are deleted, and its own are kept', async () => {
		const buyer = await makeUser()
		const orderId = await proceed(buyer, [301])
		const own = newReceipt(buyer.id)
		await submitPayment(orderId, buyer.id, PAYMENT_DETAILS, NOW, { payment: own })
		await saveReceipts(orderId, buyer.id, { payment: newReceipt(buyer.id) })
		await submitPayment(orderId, buyer.id, PAYMENT_DETAILS, NOW, { payment: newReceipt(buyer.id) })
		expect((await readReceipts(buyer.id)).map(file => file.key)).toEqual([own.key])
	})

	describe('of a purchase in one step', () => {
		const form = {
			name: 'Example Buyer Ltd',
			email: 'buyer@example.test',
			country: 'UK',
			contact_no: '+447700900123',
			bank_name: 'Example Bank',
			bank_account_no: 'GB00EXMP00000000',
			payment_id: 'TX-1',
			details_confirmed: 'on',
			terms: 'on',
		}
		const rest = SMALL_PDF.subarray(9)
		const space = Buffer.alloc(5 * MB - SMALL_PDF.length, '\n')
		const pdf = new File(
			[SMALL_PDF.subarray(0, 9), space, rest].map(part => new Uint8Array(part)),
			'a.pdf',
		)
		const buy = (account: TestAccount, cell: number, swift: File) => {
			const what = { cells: [cell], couponCode: '', form, receipts: { payment: pdf, swift } }
			return buyDirectly(account.id, what, { now: NOW, address: null, signal: new AbortController().signal })
		}
		const newIn = async (before: string[]) =>
			(await inStore()).filter(name => !before.includes(name)).map(name => `receipts/${name}`)
		const readKeys = async (account: TestAccount) => (await readReceipts(account.id)).map(file => file.key)

		test('are deleted when the second is rejected', async () => {
			const [buyer, before] = [await makeUser(), await inStore()]
			for (let time = 0; time < 3; time++) {
				const bought = await buy(buyer, 305, new File(['x'], 'x.txt'))
				expect(bought).toMatchObject({ ok: false, field: 'swift_receipt', code: 'type' })
			}
			expect(await newIn(before)).toEqual([])
			expect(await readKeys(buyer)).toEqual([])
		})

		test('are left to the sweep when the database fails, as the outcome is unknown', async () => {
			const [buyer, before] = [await makeUser(), await inStore()]
			await write(tx =>
				tx.run(sql`create trigger full_disk before update of status on orders when new.status = 'pending'
					begin select raise(abort, 'full'); end`),
			)
			await expect(buy(buyer, 306, pdf)).rejects.toThrow()
			await write(tx => tx.run(sql`drop trigger full_disk`))
			expect(await newIn(before)).toHaveLength(2)
			expect(await readKeys(buyer)).toEqual([])
		})
	})

	test('of replaced checkouts take at most 40 MB: the oldest are deleted, the current one never', async () => {
		const buyer = await makeUser()
		const orderIds: string[] = []
		for (let index = 0; index < 6; index++) {
			const now = NOW + index
			const orderId = await proceed(buyer, [310 + index], now)
			orderIds.push(orderId)
			const pair = { payment: newReceipt(buyer.id, 5 * MB), swift: newReceipt(buyer.id, 5 * MB) }
			await saveReceipts(orderId, buyer.id, pair)
		}
		const own = and(eq(orders.accountId, buyer.id), isNotNull(orders.paymentReceiptKey))
		const kept = await db.select({ id: orders.id }).from(orders).where(own).orderBy(orders.createdAt)
		expect(kept.map(order => order.id)).toEqual(orderIds.slice(2))
		expect(await readReceipts(buyer.id)).toHaveLength(8)
		// The buyer returns to the oldest: its new receipt is current, and the next oldest loses its receipts.
		const again = newReceipt(buyer.id, 5 * MB)
		await saveReceipts(orderIds[0] ?? '', buyer.id, { payment: again })
		expect((await readReceipts(buyer.id)).map(file => file.key)).toContain(again.key)
		expect(await readReceipts(buyer.id)).toHaveLength(7)
	})
})

describe('checkouts', () => {
	async function pressBuy(account: TestAccount, cells: number[]) {
		const fields = { intent: 'buy', cell: cells.map(String) }
		const request = await makeRequest('/user/pixels/buy', { as: account, fields })
		return await choosePixels(routeArgs(request)).catch((response: unknown) => response)
	}

	test('are limited by their pixels per day, and the error keeps the selection and shows the wait', async () => {
		const buyer = await makeUser()
		const rows = (row: number) =>
			CELLS.filter(cell => cell.row === row && cell.col <= 20).map(cell => cell.id)
		const [first, second] = [rows(20), rows(21)]
		let opened = 0
		for (let time = 0; time < 200; time++) {
			// One checkout a minute, so that the limit per hour does not apply.
			const result = await openCheckout(buyer.id, time % 2 ? second : first, NOW + time * 61_000)
			if (!result.ok) break
			opened++
		}
		expect(opened).toBe(100)
		expect(await pressBuy(buyer, first)).toMatchObject({
			...answered429,
			data: {
				problem: {
					again: { count: 20 },
					message: expect.stringMatching(/^Many checkouts .* Please wait 2[34] hours and try again\.$/),
				},
			},
		})
		const rowsLeft = await db.$count(orderCells, eq(orderCells.cell, first[0] ?? 0))
		expect(rowsLeft).toBeLessThanOrEqual(100)
	})

	test('are limited to 60 an hour, also in parallel', async () => {
		const buyer = await makeUser()
		const results = await Promise.all(
			Array.from({ length: 70 }, (_, index) => openCheckout(buyer.id, [TINY[900 + index] ?? 0], NOW)),
		)
		expect(results.filter(result => result.ok)).toHaveLength(60)
		expect(results.at(-1)).toMatchObject({ code: 'too-many', retryAfter: 3_600 })
		expect(await db.$count(orders, eq(orders.accountId, buyer.id))).toBe(60)
	})

	test('that return to the open one do not count', async () => {
		const buyer = await makeUser()
		for (let time = 0; time < 3; time++) await openCheckout(buyer.id, [TINY[900] ?? 0], NOW)
		const [counted] = await db
			.select()
			.from(throttles)
			.where(eq(throttles.key, `checkout:${buyer.id}`))
		expect(counted?.count).toBe(1)
	})
})

describe('changes of a block’s content', () => {
	const text = { link: 'https://a.example/', image: undefined, rotation: 0 } as const
	const by = (account: TestAccount) => ({ holder: account.id, actorId: account.id, now: NOW })
	const saved = (account: TestAccount) => db.$count(auditEntries, eq(auditEntries.actorId, account.id))

	async function makeOwner(cell: number): Promise<TestAccount> {
		const owner = await makeUser()
		const shown = { description: 'First', link: text.link, imageKey: await storeImage('#ff0000') }
		await ownCells(owner.id, [cell], shown)
		return owner
	}

	test('without effect store nothing', async () => {
		const owner = await makeOwner(700)
		expect(await saveCreative(700, { ...text, description: 'First' }, by(owner))).toMatchObject({ ok: true })
		expect(await saved(owner)).toBe(0)
		expect(await saveCreative(700, { ...text, description: 'Second' }, by(owner))).toMatchObject({ ok: true })
		expect(await saved(owner)).toBe(1)
	})

	test('are limited to 120 an hour, text included; the error keeps the input', async () => {
		const owner = await makeOwner(710)
		for (let time = 0; time < 150; time++) {
			await saveCreative(710, { ...text, description: `Words ${time}` }, by(owner))
		}
		expect(await saved(owner)).toBe(120)
		expect(await deleteImage(710, by(owner))).toMatchObject({ ok: false, code: 'too-many' })

		const body = new FormData()
		const fields = { intent: 'upload', description: 'One more', link: text.link, rotation: '0' }
		for (const [name, value] of Object.entries(fields)) body.set(name, value)
		body.set('image', new File([new Uint8Array(makeTwoColourPng())], 'logo.png'))
		const request = await upload(owner, '/user/profile?cell=710', body)
		const message = expect.stringMatching(/^Many changes came from your account .* Please wait \d+ minutes/)
		expect(await manage(routeArgs(request))).toMatchObject({
			...answered429,
			data: {
				result: {
					error: { '': [message] },
					initialValue: { description: 'One more' },
				},
				// An accepted image need not be sent again.
				chosen: { editing: { held: { name: 'logo.png' } } },
			},
		})
	})

	test('are limited to 500 a day', async () => {
		const owner = await makeOwner(720)
		const key = `creative-day:${owner.id}`
		await write(tx => tx.insert(throttles).values({ key, count: 500, windowEndsAt: NOW + 5 * 3_600_000 }))
		expect(await saveCreative(720, { ...text, description: randomUUID() }, by(owner))).toMatchObject({
			ok: false,
			code: 'too-many',
			message: 'Many changes came from your account in a short time. Please wait 5 hours and try again.',
		})
	})
})

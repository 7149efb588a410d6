import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveCreative } from '~/domain/creatives/commands.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { action as manage } from '~/routes/account/block'
import { action as confirm } from '~/routes/user/checkout/checkout-confirm'
import { action as preview } from '~/routes/user/pixels/pixels-preview'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { imageQueueSize, queueUpload } from '~/server/images/image-queue.server'
import { makeUser, ownCells, sessionCookie, type TestAccount } from '../support/factories'
import { makeTwoColourPng, SMALL_PDF } from '../support/images'
import { routeArgs } from '../support/requests'
import { startServer } from '../support/server'

const imageFile = (name = 'a.png') => new File([new Uint8Array(makeTwoColourPng())], name)

async function post(pathname: string, account: TestAccount, fields: Record<string, string | File>) {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const { name, value } = await sessionCookie(account.id)
	const headers = { cookie: `${name}=${value}` }
	return new Request(`http://localhost:3000${pathname}`, { method: 'POST', headers, body: form })
}

/** Occupies the one place of an account while `work` runs. */
async function whileBusy<T>(account: TestAccount, work: () => Promise<T>): Promise<T> {
	let end = () => {}
	const blocked = new Promise<void>(resolve => {
		end = resolve
	})
	const running = [0, 1].map(() => queueUpload({ accountId: account.id }, () => blocked))
	try {
		return await work()
	} finally {
		end()
		await Promise.all(running)
	}
}

const KEPT = { description: 'Kept words', link: 'https://kept.example/', rotation: '90' }
const BUSY = 'Another image of yours is still being processed. Please send this one again in half a minute.'
const answered503 = { init: { status: 503, headers: { 'Retry-After': '30' } } }

test('a block’s form returns 503 with its input while an image of the account is queued', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [112])
	const image = imageFile()
	const params = { description: 'First', link: 'https://first.example/', rotation: 0 } as const
	await saveCreative(112, { ...params, image }, { holder: owner.id, actorId: owner.id, now: Date.now() })
	for (const fields of [KEPT, { ...KEPT, image }]) {
		const request = await post('/user/profile?cell=112', owner, { intent: 'upload', ...fields })
		const response = await whileBusy(owner, () => manage(routeArgs(request)))
		expect(response).toMatchObject(answered503)
		expect(response).toMatchObject({ data: { result: { error: { image: [BUSY] }, initialValue: KEPT } } })
	}
})

test('a preview returns the same 503 while an image of the account is queued', async () => {
	const buyer = await makeUser()
	const pathname = '/user/pixels/preview?type=tiny&fromRow=8&fromCol=1'
	const request = await post(pathname, buyer, { intent: 'preview', image: imageFile() })
	const response = await whileBusy(buyer, () => preview(routeArgs(request)))
	expect(response).toMatchObject({ ...answered503, data: { errors: { image: [BUSY] } } })
})

test('a receipt that finds no place returns 503; the other receipt and the input are kept', async () => {
	const buyer = await makeUser()
	const opened = await openCheckout(buyer.id, [300], Date.now())
	if (!opened.ok) throw new Error(opened.message)
	await proceedToPayment(opened.orderId, buyer.id, Date.now())
	const request = await post(`/user/checkout/${opened.orderId}/confirm`, buyer, {
		name: 'Example Buyer Ltd',
		payment_receipt: new File([new Uint8Array(SMALL_PDF)], 'transfer.pdf'),
		swift_receipt: imageFile(),
	})
	const params = { orderId: opened.orderId }
	const response = await whileBusy(buyer, () => confirm(routeArgs(request, params)))
	expect(response).toMatchObject(answered503)
	expect(response).toMatchObject({
		data: {
			kept: { payment: 'transfer.pdf', swift: null },
			result: { error: { swift_receipt: [BUSY] }, initialValue: { name: 'Example Buyer Ltd' } },
		},
	})
})

test('forty parallel rotations of one account do not delay another account’s receipt', async () => {
	const server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
	try {
		const [greedy, buyer] = [await makeUser(), await makeUser()]
		await ownCells(greedy.id, [400])
		const image = imageFile()
		const text = { description: 'Turned', link: 'https://turned.example/', rotation: 0 } as const
		await saveCreative(400, { ...text, image }, { holder: greedy.id, actorId: greedy.id, now: Date.now() })
		const opened = await openCheckout(buyer.id, [500], Date.now())
		if (!opened.ok) throw new Error(opened.message)
		await proceedToPayment(opened.orderId, buyer.id, Date.now())

		const send = async (request: Request) => {
			const headers = { cookie: request.headers.get('cookie') ?? '', origin: server.url }
			const { pathname, search } = new URL(request.url)
			const body = await request.formData()
			const init = { method: 'POST', redirect: 'manual', headers, body } as const
			const response = await fetch(server.url + pathname + search, init)
			return { status: response.status, text: await response.text() }
		}
		const turns = await Promise.all(
			Array.from({ length: 40 }, () => post('/user/profile?cell=400', greedy, { intent: 'upload', ...KEPT })),
		)
		const turned: number[] = []
		const all = turns.map(async request => {
			const response = await send(request)
			if (response.status !== 503) turned.push(response.status)
			return response
		})
		const receipt = await post(`/user/checkout/${opened.orderId}/confirm`, buyer, {
			payment_receipt: imageFile('transfer.png'),
		})
		const response = await send(receipt)
		const before = turned.length
		expect(response.status).toBe(422)
		expect(response.text).toContain('transfer.png')
		// Without a limit per account, all forty would come before it.
		expect(before).toBeLessThan(10)

		const responses = await Promise.all(all)
		const refused = responses.filter(({ status }) => status === 503)
		expect(refused.length).toBeGreaterThan(10)
		for (const { text } of refused) {
			expect(text).toContain(BUSY)
			expect(text).toContain('Kept words')
			expect(text).toContain('https://kept.example/')
		}
	} finally {
		await server.stop()
	}
})

test('a queued image is not processed when its sender disconnects', async () => {
	const [other, buyer] = [await makeUser(), await makeUser()]
	const opened = await openCheckout(buyer.id, [530], Date.now())
	if (!opened.ok) throw new Error(opened.message)
	const { orderId } = opened
	await proceedToPayment(orderId, buyer.id, Date.now())
	const sender = new AbortController()
	const fields = { payment_receipt: imageFile() }
	const form = await post(`/user/checkout/${orderId}/confirm`, buyer, fields)
	const request = new Request(form, { signal: sender.signal })
	await whileBusy(other, async () => {
		const { waiting } = imageQueueSize()
		const answer = confirm(routeArgs(request, { orderId }))
		await expect.poll(() => imageQueueSize().waiting).toBe(waiting + 1)
		sender.abort()
		await answer
	})
	await expect.poll(imageQueueSize).toEqual({ waiting: 0, running: 0 })
	const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
	expect(order?.paymentReceiptKey).toBeNull()
})

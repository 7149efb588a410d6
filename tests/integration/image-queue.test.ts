import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveCreative } from '~/domain/creatives/commands.server'
import { readGrid } from '~/domain/grid/queries.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { action as manage } from '~/routes/account/block'
import { action as confirm } from '~/routes/user/checkout/checkout-confirm'
import { action as preview } from '~/routes/user/pixels/pixels-preview'
import { db } from '~/server/db/db.server'
import { orders } from '~/server/db/schema.server'
import { queueUpload } from '~/server/images/image-queue.server'
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

/**
 * Stops the process that encodes an image, so that later ones wait until SIGCONT. `again` sends another one if all were
 * finished before one could be stopped. @returns its process id.
 */
async function holdWorker(server: number, again: () => Promise<void>): Promise<number> {
	for (let tries = 0; tries < 10; tries++) {
		for (const until = Date.now() + 10_000; Date.now() < until; ) {
			const worker = await findChild(server)
			if (worker !== undefined && (await halts(worker))) return worker
			await new Promise(setImmediate)
		}
		await again()
	}
	throw new Error('No process works on an image')
}

/** Checks that the process has stopped: one that is ending accepts the signal, and ends. */
async function halts(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 'SIGSTOP')
		for (;;) {
			const state = await readState(pid)
			if (state === 'T') return true
			if (state === undefined || 'ZX'.includes(state)) return false
		}
	} catch {
		return false
	}
}

async function readState(pid: number): Promise<string | undefined> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0] || undefined
}

async function findChild(parent: number): Promise<number | undefined> {
	for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
		const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
		const [state, parentId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		if (Number(parentId) === parent && state !== 'Z') return Number(pid)
	}
	return undefined
}

test('a queued image is not processed when its sender disconnects', async () => {
	const dataDir = process.env['DATA_DIR'] ?? ''
	const server = await startServer({ dataDir, env: { METRICS_TOKEN: 'queue-token' } })
	const waiting = async () => {
		const headers = { authorization: 'Bearer queue-token' }
		const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
		return Number(/^market_image_queue (\d+)$/m.exec(text)?.[1])
	}
	/** A receipt for an order of the account, as raw bytes. */
	const sendReceipt = async (cell: number, image: Buffer) => {
		const buyer = await makeUser()
		const opened = await openCheckout(buyer.id, [cell], Date.now())
		if (!opened.ok) throw new Error(opened.message)
		const { orderId } = opened
		await proceedToPayment(orderId, buyer.id, Date.now())
		const file = new File([new Uint8Array(image)], 'a.png')
		const request = await post(`/user/checkout/${orderId}/confirm`, buyer, { payment_receipt: file })
		const body = Buffer.from(await request.arrayBuffer())
		const { pathname } = new URL(request.url)
		const head = [
			`POST ${pathname} HTTP/1.1`,
			`Host: 127.0.0.1:${server.port}`,
			`Origin: ${server.url}`,
			`Cookie: ${request.headers.get('cookie')}`,
			`Content-Type: ${request.headers.get('content-type')}`,
			`Content-Length: ${body.length}`,
			'Connection: close',
		]
		const socket = connect(server.port, '127.0.0.1')
		const closed = once(socket, 'close')
		await once(socket, 'connect')
		socket.resume().write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
		const receipt = async () => {
			const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
			return order?.paymentReceiptKey
		}
		return { pathname, socket, closed, receipt }
	}
	try {
		// The composite image uses a process too, which the test must not stop.
		const { compositeHash } = await readGrid(Date.now())
		for (const file of ['960.avif', '1440.avif', 'crop.avif']) {
			if (compositeHash) await fetch(`${server.url}/grid-picture/${compositeHash}/${file}`)
		}
		const large = makeTwoColourPng(3_000, 3_000)
		const before = await readdir(path.join(dataDir, 'files/receipts')).catch(() => [])
		const others = [await sendReceipt(510, large)]
		const worker = await holdWorker(server.pid, async () => {
			others.push(await sendReceipt(510 + others.length, large))
		})
		const inLine = await waiting()
		const gone = await sendReceipt(530, makeTwoColourPng())
		await expect.poll(waiting).toBe(inLine + 1)
		gone.socket.destroy()
		const lines = () =>
			server
				.output()
				.split('\n')
				.filter(line => line.includes(gone.pathname))
		await expect.poll(lines).toHaveLength(1)
		expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ status: 499 })
		// The receipt of a later account is finished when its turn is over.
		others.push(await sendReceipt(531, makeTwoColourPng()))
		process.kill(worker, 'SIGCONT')
		await Promise.all(others.map(({ closed }) => closed))
		expect(await Promise.all(others.map(({ receipt }) => receipt()))).not.toContain(null)
		expect(await gone.receipt()).toBeNull()
		const after = await readdir(path.join(dataDir, 'files/receipts'))
		expect(after).toHaveLength(before.length + others.length)
	} finally {
		await server.stop()
	}
})

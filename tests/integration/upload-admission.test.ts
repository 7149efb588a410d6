import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeBrowser } from '../support/browser'
import { makeAdmin, makeOrder, makeUser, ownCells, sessionCookie } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { startServer, type TestServer } from '../support/server'
import { stallUpload } from '../support/stalled-upload'

/* Effects of uploads on other clients and on the server's memory (P46). */

const MB = 1024 * 1024
const PHOTO = '/user/setting/photo'

let server: TestServer
beforeAll(async () => {
	const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1' }
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env })
})
afterAll(() => server.stop())

type Stalled = Awaited<ReturnType<typeof stallUpload>>
const stalled: Stalled[] = []
afterEach(() => {
	for (const upload of stalled.splice(0)) upload.leave()
})

async function stall(cookie: string, address: string, count: number, port = server.port) {
	const headers = { cookie, 'x-forwarded-for': address }
	for (let at = 0; at < count; at++) {
		stalled.push(await stallUpload({ port, path: PHOTO, headers, bytes: 5 * MB }))
	}
}

async function member(make = makeUser) {
	const account = await make()
	const { name, value } = await sessionCookie(account.id)
	return { ...account, cookie: `${name}=${value}` }
}

async function send(path: string, cookie: string, address: string, fields: Record<string, string | File>) {
	const body = new FormData()
	for (const [name, value] of Object.entries(fields)) body.set(name, value)
	const headers = { cookie, origin: server.url, 'x-forwarded-for': address }
	const response = await fetch(server.url + path, { method: 'POST', redirect: 'manual', headers, body })
	return { status: response.status, headers: response.headers, text: await response.text() }
}

const image = () => new File([new Uint8Array(makeTwoColourPng())], 'a.png', { type: 'image/png' })

/* Measures the bytes of buffers after a garbage collection, as V8 decides when to run it. */
const COLLECT = [
	'process.on("SIGUSR2", () => {',
	// Buffers are released in the background.
	'	gc()',
	'	setTimeout(() => {',
	'		console.log("held " + process.memoryUsage().arrayBuffers + ".")',
	'	}, 100)',
	'})',
].join('\n')
const COLLECTING = [
	'--no-warnings',
	'--expose-gc',
	'--import',
	`data:text/javascript,${encodeURIComponent(COLLECT)}`,
	'server.js',
]

async function readBuffersMb({ pid, output }: TestServer): Promise<number> {
	const reports = () => [...output().matchAll(/held (\d+)\./g)]
	const before = reports().length
	process.kill(pid, 'SIGUSR2')
	await expect.poll(() => reports().length).toBe(before + 1)
	return Number(reports().at(-1)?.[1]) / MB
}

test('a hundred stalled uploads use less than 60 MB of buffers', async () => {
	const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1' }
	const fresh = await startServer({ dataDir: server.dataDir, env, program: COLLECTING })
	onTestFinished(async () => {
		await fresh.stop()
	})
	const senders = await Promise.all(Array.from({ length: 50 }, () => member()))
	const before = await readBuffersMb(fresh)
	let most = before
	for (let upload = 0; upload < 2; upload++) {
		for (const [at, { cookie }] of senders.entries()) await stall(cookie, `9.8.${at}.1`, 1, fresh.port)
	}
	// Admitted uploads are dropped after half a minute, and waiting ones half a minute later.
	const readAnswers = async () => {
		most = Math.max(most, await readBuffersMb(fresh))
		return stalled.map(upload => upload.response().slice(0, 12))
	}
	const dropped = Array(100).fill('HTTP/1.1 408')
	await expect.poll(readAnswers, { timeout: 240_000, interval: 5_000 }).toEqual(dropped)
	expect(most - before).toBeLessThan(60)
})

test('files of requests without a session are not buffered', async () => {
	const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1' }
	const fresh = await startServer({ dataDir: server.dataDir, env, program: COLLECTING })
	onTestFinished(async () => {
		await fresh.stop()
	})
	const browser = makeBrowser(fresh.url, { address: '9.7.0.1' })
	await browser.logIn(await makeUser())
	const before = await readBuffersMb(fresh)
	for (let at = 0; at < 40; at++) {
		await stall(`known-browser=${browser.jar.get('known-browser')}`, `9.7.${at}.1`, 1, fresh.port)
	}
	await Promise.all(stalled.map(upload => upload.sent))
	expect((await readBuffersMb(fresh)) - before).toBeLessThan(20)
})

test('stalled uploads do not delay other clients', async () => {
	const other = await member()
	const photo = { intent: 'upload', profile_image: image() }
	for (let sender = 0; sender < 3; sender++) await stall((await member()).cookie, '9.9.9.1', 12)
	const browser = makeBrowser(server.url, { address: '9.9.9.2' })
	await browser.logIn(await makeUser())
	await stall(`known-browser=${browser.jar.get('known-browser')}`, '9.9.9.3', 24)
	for (let time = 0; time < 5; time++) {
		expect(await send(PHOTO, other.cookie, '9.9.9.9', photo)).toMatchObject({ status: 302 })
	}
})

test('a disconnecting client frees its room immediately', async () => {
	const [one, two, three] = [await member(), await member(), await member()]
	await stall(one.cookie, '9.9.9.4', 2)
	await stall(two.cookie, '9.9.9.4', 2)
	await Promise.all(stalled.map(upload => upload.sent))
	let isDone = false
	const photo = { intent: 'upload', profile_image: image() }
	const sending = send(PHOTO, three.cookie, '9.9.9.4', photo).finally(() => {
		isDone = true
	})
	// It would otherwise finish long before the other one.
	expect(await send(PHOTO, three.cookie, '9.9.9.5', photo)).toMatchObject({ status: 302 })
	expect(isDone).toBe(false)
	stalled.pop()?.leave()
	expect(await sending).toMatchObject({ status: 302 })
	// The remaining uploads were not dropped.
	expect(stalled.some(upload => upload.isEnded())).toBe(false)
})

test('a form that gets no room in time returns with its text, and a stalled one is dropped', async () => {
	const address = '9.9.9.6'
	await stall((await member()).cookie, '9.9.9.7', 1)
	const idle = stalled.pop()
	for (let sender = 0; sender < 2; sender++) await stall((await member()).cookie, address, 2)
	await Promise.all(stalled.map(upload => upload.sent))
	const keeping = setInterval(() => {
		for (const upload of stalled) upload.drip()
	}, 500)
	onTestFinished(() => {
		clearInterval(keeping)
		idle?.leave()
	})
	// The form is read without its files, and gets no further waiting time.
	const guest = await stallUpload({ port: server.port, path: PHOTO, headers: {}, bytes: 5 * MB })
	onTestFinished(() => {
		guest.leave()
	})
	await expect.poll(() => guest.response()).toMatch(/^HTTP\/1\.1 302 /)
	expect(guest.isEnded()).toBe(false)

	const buyer = await member()
	const admin = await member(makeAdmin)
	await ownCells(buyer.id, [112], { description: 'Before', link: 'https://before.example/' })
	const order = await makeOrder(buyer.id, [120], { status: 'open' })
	const words = { description: 'Typed words', link: 'https://typed.example/', rotation: '0' }
	const payment = { name: 'Typed Name', email: 'typed@example.test', payment_id: 'TYPED-1' }
	const forms: [
		path: string,
		sender: typeof buyer,
		fields: Record<string, string>,
		file: string,
		kept: string,
	][] = [
		['/user/profile?cell=112', buyer, { intent: 'upload', ...words }, 'image', 'Typed words'],
		[`/user/checkout/${order.id}/confirm`, buyer, payment, 'payment_receipt', 'Typed Name'],
		['/user/pixels/preview?cell=130', buyer, { intent: 'preview', ...words }, 'image', 'Image Preview'],
		[PHOTO, buyer, { intent: 'upload' }, 'profile_image', 'profile_image'],
		['/admin/profile/manage?cell=1151', admin, { intent: 'upload', ...words }, 'image', 'Typed words'],
		['/admin/statements', admin, { intent: 'preview' }, 'statement', 'statement'],
	]
	const file = image()
	const responses = await Promise.all(
		forms.map(([path, sender, fields, name]) =>
			send(path, sender.cookie, address, { ...fields, [name]: file }),
		),
	)
	for (const [at, { status, headers, text }] of responses.entries()) {
		expect([forms[at]?.[0], status]).toEqual([forms[at]?.[0], 503])
		expect(text).toContain('We are busy just now.')
		expect(text).toContain(forms[at]?.[4])
		expect(headers.get('retry-after')).toBe('5')
	}
	await expect.poll(() => idle?.response()).toMatch(/^HTTP\/1\.1 408 /)
	expect(idle?.response()).toMatch(/^connection: close/im)
	expect(guest.isEnded()).toBe(true)
})

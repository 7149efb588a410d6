import { setTimeout as pause } from 'node:timers/promises'
import { isNotNull, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db, write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { apiClient, parseData, purchaseForm, toForm } from '../support/api-client'
import { expectAllMails, expectConsistentOrders } from '../support/consistency'
import { makeAdmin, makeUser, sessionCookie } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { startMailServer } from '../support/mail-server'
import { extractCode } from '../support/mailbox'
import { nginx, startNginx } from '../support/nginx'
import { startNodeProxy } from '../support/node-proxy'
import { freePort, startServer, type TestServer } from '../support/server'
import { type Bought, makeRandom, shop, shopDuringKills } from '../support/shopping'

/* Two processes of the product behind a proxy, with one libSQL server and one directory of files: a stage of `npm
   run test:all`. */

const seed = Number(process.env['CLUSTER_SEED'] ?? 1111)
const chance = makeRandom(seed)
const sum: Record<string, number | string> = { seed, proxy: nginx ? 'nginx' : 'node' }
const bought: Bought[] = []

let origin: string
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let options: { dataDir: string; port: number; env: Record<string, string> }[]
let crew: TestServer[]
let stopProxy: () => Promise<void>
/** The output of ended processes. */
const printed: string[] = []

beforeAll(async () => {
	const [front, plain, mailPort] = [await freePort(), await freePort(), await freePort()]
	origin = `http://127.0.0.1:${front}`
	mailServer = await startMailServer(mailPort)
	const env = {
		APP_URL: origin,
		TRUST_PROXY: '1',
		DATABASE_URL: process.env['DATABASE_URL'] ?? '',
		SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`,
		MAIL_FROM: 'MCXI <house@mcxi.example>',
	}
	const ports = [await freePort(), await freePort()]
	options = ports.map(port => ({ dataDir: process.env['DATA_DIR'] ?? '', port, env }))
	crew = await Promise.all(options.map(startServer))
	stopProxy = nginx
		? await startNginx({ target: ports, tls: front, plain, isPlain: true })
		: await startNodeProxy(ports, front)
})

afterAll(async () => {
	await stopProxy()
	await Promise.all(crew.map(server => server.stop()))
	await mailServer.stop()
	const errors =
		[...printed, ...crew.map(server => server.output())].join('').match(/^.*"level":[56]0.*$/gm) ?? []
	for (const line of errors.slice(0, 20)) console.log(line)
	console.table([{ ...sum, errors: errors.length }])
})

/** Ends a process with `how`, and starts it again on the same port. */
async function renew(place: number, how: 'kill' | 'stop'): Promise<void> {
	const server = crew[place]
	await server?.[how]()
	printed.push(server?.output() ?? '')
	const again = options[place]
	if (again) crew[place] = await startServer(again)
}

const nothingWaits = async () => (await db.$count(outbox, isNull(outbox.sentAt))) === 0

test('a hundred purchases while processes are killed in turn lose nothing and sell nothing twice', async () => {
	let unanswered = 0
	const { responses, kills, ...shopped } = await shopDuringKills({
		getUrl: () => origin,
		kill: () => renew(Math.floor(chance() * crew.length), 'kill'),
		chance,
		onSilence: () => unanswered++,
	})
	bought.push(...shopped.bought)
	expect(bought).toHaveLength(100)
	expect(kills).toBeGreaterThanOrEqual(3)

	// Expires the leases of emails claimed by a killed process, which would take two minutes.
	await write(tx => tx.update(outbox).set({ lockedUntil: 0 }).where(isNotNull(outbox.lockedUntil)))
	await expect.poll(nothingWaits, { timeout: 900_000 }).toBe(true)
	await expectConsistentOrders(bought)
	await expectAllMails(mailServer.accepted, bought)
	const repeated = mailServer.accepted.length - new Set(mailServer.accepted.map(mail => mail.messageId)).size
	expect(repeated).toBeLessThanOrEqual((kills + 1) * 5)
	Object.assign(sum, { purchases: bought.length, kills, responses, unanswered, repeatedMails: repeated })
})

test('a rolling restart fails no request', async () => {
	const member = await sessionCookie((await makeUser()).id)
	const cookie = `${member.name}=${member.value}`
	const failed: string[] = []
	let requests = 0
	let isOver = false
	const fetchPage = async (path: string, headers: Record<string, string>) => {
		while (!isOver) {
			requests++
			await pause(20)
			const status = await fetch(origin + path, { headers, redirect: 'manual' }).then(
				async response => (await response.arrayBuffer()) && response.status,
				error => String(error.cause ?? error),
			)
			if (status !== 200) failed.push(`GET ${path}: ${status}`)
		}
	}
	const buy = async () => {
		const own: Bought[] = []
		for (let count = 0; !isOver && count < 8; count++) {
			const onSilence = (what: string) => failed.push(what)
			own.push(...(await shop({ url: origin, count: 1, chance, onResponse: () => requests++, onSilence })))
		}
		return own
	}
	const looking = [
		fetchPage('/', {}),
		fetchPage('/pixels/1', {}),
		fetchPage('/user/dashboard', { cookie }),
		fetchPage('/user/pixels/buy', { cookie }),
	]
	const buying = [buy(), buy(), buy()]
	try {
		for (const place of [0, 1, 0, 1]) await renew(place, 'stop')
	} finally {
		isOver = true
	}
	await Promise.all(looking)
	bought.push(...(await Promise.all(buying)).flat())
	expect(failed).toEqual([])
	await expectConsistentOrders(bought)
	Object.assign(sum, { restarts: 4, requestsMeanwhile: requests, failed: failed.length })
})

test('the main job works when its requests are spread over both processes', async () => {
	const call = apiClient(origin)
	const email = 'ada@example.test'
	const body = { full_name: 'Ada Example', email, password: 'a long and winding road' }
	expect(await call('POST /user/register', { body })).toMatchObject({ status: 200 })
	const mail = () => mailServer.accepted.find(({ to }) => to === email)
	await expect.poll(mail).toBeDefined()
	const otp = extractCode(mail() ?? { text: '' })
	const { token } = await call('POST /user/verify-registration', { body: { email, otp } })

	const purchase = purchaseForm({ cells: [1_100], email, paymentId: 'TX-CLUSTER' })
	expect(await call('POST /user/pixels/buy', { token, body: purchase })).toMatchObject({ status: 200 })

	const admin = await makeAdmin()
	const login = await call('POST /user/login', { body: { email: admin.email, password: admin.password } })
	const shape = z.array(z.looseObject({ id: z.string(), payment_id: z.string(), version: z.number() }))
	const payments = parseData(
		await call('GET /admin/submitedpayment?q=TX-CLUSTER', { token: login.token }),
		shape,
	)
	const [payment] = payments.filter(item => item.payment_id === 'TX-CLUSTER')
	const decision = { payment_id: payment?.id, status: 'approved', version: payment?.version }
	expect(await call('POST /admin/reject-payment', { token: login.token, body: decision })).toMatchObject({
		status: 200,
	})

	const description = 'Seen through both'
	const image = new File([new Uint8Array(makeTwoColourPng())], 'image.png')
	const shown = toForm({ pixels_id: '1100', description, link: 'https://example.test/', image })
	expect(await call('POST /user/managepixel', { token, body: shown })).toMatchObject({ status: 200 })
	await expect.poll(async () => (await (await fetch(origin)).text()).includes(description)).toBe(true)
	sum['mainJob'] = 'done'
})

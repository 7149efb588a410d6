import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { write } from '~/server/db.server'
import { accounts } from '~/server/schema.server'
import { emptyBooks } from '../support/books'
import { makeBrowser } from '../support/browser'
import { sqldOf } from '../support/database'
import { makeUser, ownCells, sessionCookie, type TestAccount } from '../support/factories'
import { type Link, openLink } from '../support/link'
import { startServer, type TestServer } from '../support/server'
import { chanceFrom, shop } from '../support/shopping'
import { expectSoundOrders } from '../support/sound-books'
import { type Sqld, startSqld } from '../support/sqld'
import { storeImage } from '../support/stored-images'

/* The product on a libSQL server and a replica of it, which is made to lag, freeze and die. */

const dataDir = process.env['DATA_DIR'] ?? ''
const METRICS_TOKEN = 'a-token-of-the-operator'
let link: Link
let replica: Sqld
let server: TestServer
let ada: TestAccount

beforeAll(async () => {
	const primary = await sqldOf(dataDir)
	if (!primary) throw new Error('This is for a libSQL server alone')
	link = await openLink(primary.grpcUrl)
	replica = await startSqld({ follows: link.url })
	server = await startServer({ dataDir, env: { DATABASE_REPLICA_URL: replica.url, METRICS_TOKEN } })
	ada = await makeUser()
})

beforeEach(async () => {
	link.release()
	replica.thaw()
	await untilInUse(1)
})

afterAll(async () => {
	await server.stop()
	await replica.stop()
	await link.stop()
})

async function metric(line: string): Promise<number | undefined> {
	const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
	const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
	const found = text.split('\n').find(one => one.startsWith(`${line} `))
	return found === undefined ? undefined : Number(found.split(' ')[1])
}

const untilInUse = (isInUse: 0 | 1) => expect.poll(() => metric('market_replica_up')).toBe(isInUse)
const readsFrom = async (source: string) =>
	(await metric(`market_replica_reads_total{source="${source}"}`)) ?? 0

/** A browser of an account, that has done nothing yet. */
async function browserOf(account: TestAccount) {
	const browser = makeBrowser(server.url)
	const { name, value } = await sessionCookie(account.id)
	browser.jar.set(name, value)
	return browser
}

const rename = (account: TestAccount, fullName: string) =>
	write(tx => tx.update(accounts).set({ fullName }).where(eq(accounts.id, account.id)))

/** Whether an administrator's page about a member has a word on it. */
async function makeReader() {
	const browser = await browserOf(await makeUser({ role: 'admin' }))
	return async (word: string) => (await browser.send(`/admin/userManagement/${ada.id}`)).html.includes(word)
}

test('pages of members and administrators are read from it, everything else is not', async () => {
	const browser = await browserOf(ada)
	const before = await readsFrom('replica')
	for (const path of ['/', '/pixels/1', '/login', '/healthz', '/readyz', '/api/user/dashboard']) {
		await browser.send(path)
	}
	expect(await readsFrom('replica')).toBe(before)
	for (const path of ['/user/dashboard', '/user/pixels/buy', '/user/history']) {
		const already = await readsFrom('replica')
		const look = async () => {
			expect((await browser.send(path)).status).toBe(200)
			return await readsFrom('replica')
		}
		await expect.poll(look).toBeGreaterThan(already)
	}
	expect(server.output()).toContain('pages are read from the replica')
	expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ readsFromReplica: true })
})

describe('while it lags', () => {
	test('people see what they have just done, in the moments before anybody knows of it too', async () => {
		const browser = await browserOf(ada)
		for (let round = 0; round < 6; round++) {
			link.hold()
			const phone = `+44207946000${round}`
			const saved = await browser.send('/user/setting/phone', [['phone', phone]])
			expect(saved.location).toBe('/user/setting')
			expect((await browser.send('/user/setting')).html).toContain(phone)
			link.release()
			browser.jar.delete('recent-write')
			await untilInUse(1)
		}
	})

	test('others see it within two seconds, and then at once', async () => {
		const sees = await makeReader()
		link.hold()
		const first = randomUUID()
		await rename(ada, first)
		const at = Date.now()
		await expect.poll(() => sees(first), { interval: 20 }).toBe(true)
		expect(Date.now() - at).toBeLessThan(2_000)
		await untilInUse(0)
		for (let round = 0; round < 5; round++) {
			const next = randomUUID()
			await rename(ada, next)
			expect(await sees(next)).toBe(true)
		}
		expect(server.output()).toMatch(/changes behind.*the replica is behind or away/)
		link.release()
		await untilInUse(1)
		expect(await sees(first)).toBe(false)
	})

	test('guests see a change of the grid at once', async () => {
		const shown = {
			description: randomUUID(),
			link: 'https://example.test/',
			imageKey: await storeImage('red'),
		}
		const page = async () => (await fetch(server.url)).text()
		await page()
		link.hold()
		await ownCells(ada.id, [300], shown)
		expect(await page()).toContain(shown.description)
		link.release()
	})
})

test.each([
	['freezes', () => replica.freeze(), () => replica.thaw()],
	['is killed', () => replica.kill(), () => replica.revive()],
])('where it %s, pages are read from the primary, and from it again afterwards', async (_, end, begin) => {
	const browser = await browserOf(ada)
	await end()
	const names = ['/user/dashboard', '/user/pixels/buy', '/user/history', '/user/setting']
	const answers = await Promise.all(names.map(name => browser.send(name)))
	expect(answers.map(answer => answer.status)).toEqual(names.map(() => 200))
	await untilInUse(0)
	const before = await readsFrom('replica')
	expect((await browser.send('/user/dashboard')).status).toBe(200)
	expect(await readsFrom('replica')).toBe(before)
	await begin()
	await untilInUse(1)
})

test('purchases while it comes and goes are whole', async () => {
	await emptyBooks()
	let isOpen = true
	const shaking = (async () => {
		while (isOpen) {
			link.hold()
			await untilInUse(0)
			link.release()
			await replica.kill()
			await replica.revive()
			await untilInUse(1)
		}
	})()
	const chance = chanceFrom(2026)
	const shoppers = Array.from({ length: 4 }, () => shop({ url: server.url, count: 4, chance }))
	const bought = (await Promise.all(shoppers).finally(() => (isOpen = false))).flat()
	await shaking
	expect(bought).toHaveLength(16)
	await expectSoundOrders(bought)
	expect(await server.printed()).not.toMatch(/"level":[56]0/)
})

test('a replica of another house is not read from', async () => {
	const stranger = await startSqld()
	const other = await startServer({ env: { DATABASE_URL: stranger.url, DATABASE_REPLICA_URL: replica.url } })
	await expect.poll(other.output).toContain('it holds another database')
	const { name, value } = await sessionCookie(ada.id)
	const answer = await fetch(`${other.url}/user/dashboard`, {
		redirect: 'manual',
		headers: { cookie: `${name}=${value}` },
	})
	expect(answer.status).toBe(302)
	await other.stop()
	await stranger.stop()
})

import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePrices, readPrices } from '~/domain/prices/commands.server'
import { db } from '~/server/db/db.server'
import { auditEntries } from '~/server/db/schema.server'
import { open, read } from '../support/checkouts'
import {
	clearGrid,
	makeAdmin,
	makeUser,
	SHIPPED_PRICES,
	sessionCookie,
	setPrices,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* The prices of pixels, changed by an administrator. */

const PATH = '/admin/setting/prices'
const TYPED = { large: '12,000,000', medium: '1000000', small: '£500,000', tiny: '100000.50' }

let server: TestServer
beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})
afterAll(() => server.stop())
afterEach(() => setPrices(SHIPPED_PRICES))

async function post(fields: Record<string, string>, admin: { id: string }) {
	const { name, value } = await sessionCookie(admin.id)
	const headers = { cookie: `${name}=${value}`, origin: server.url }
	const body = new URLSearchParams(fields)
	const response = await fetch(server.url + PATH, { method: 'POST', headers, body, redirect: 'manual' })
	const location = response.headers.get('location') ?? ''
	const shown = location.startsWith(PATH) ? await fetch(server.url + location, { headers }) : response
	return { status: response.status, location, html: await shown.text() }
}

test('prices are previewed before they change, then changed with an audit entry', async () => {
	const admin = await makeAdmin()
	const { version } = await readPrices()
	const fields = { ...TYPED, version: String(version) }
	const review = await post({ ...fields, intent: 'save' }, admin)
	expect(review.html).toContain('£12,000,000')
	expect(review.html).toContain('£100,000.50')
	expect(review.html).toContain('one hundred thousand pounds and fifty pence')
	expect((await readPrices()).prices).toEqual(SHIPPED_PRICES)

	const done = await post({ ...fields, intent: 'confirm' }, admin)
	expect([done.status, done.location]).toEqual([302, '/admin/setting'])
	const { prices } = await readPrices()
	expect(prices).toEqual({ ...SHIPPED_PRICES, large: 1_200_000_000, tiny: 10_000_050 })
	const entries = await db
		.select({ detail: auditEntries.detail, actorId: auditEntries.actorId })
		.from(auditEntries)
		.where(eq(auditEntries.action, 'price.change'))
		.orderBy(desc(auditEntries.at))
	expect(entries).toContainEqual({
		actorId: admin.id,
		detail: { type: 'tiny', from: SHIPPED_PRICES.tiny, to: 10_000_050 },
	})
})

test('prices of open checkouts stay unchanged', async () => {
	await clearGrid()
	const buyer = await makeUser()
	const orderId = await open(buyer, [300], Date.now())
	const { version } = await readPrices()
	const by = { version, actorId: (await makeAdmin()).id, now: Date.now() }
	await changePrices({ ...SHIPPED_PRICES, tiny: 99 }, by)
	expect((await read(orderId))?.totalPence).toBe(SHIPPED_PRICES.tiny)
})

describe('a change of prices is rejected, and the input kept,', () => {
	test.each(['', 'ten', '0', '-5', '1e9', '100.505', '99999999999999'])('with a price of %j', async tiny => {
		const admin = await makeAdmin()
		const { version } = await readPrices()
		const { status, html } = await post({ ...TYPED, tiny, version: String(version), intent: 'save' }, admin)
		expect(status).toBe(400)
		expect(html).toContain('Please enter valid numeric values for all prices')
		expect(html).toContain('12,000,000')
	})

	test('with an outdated version', async () => {
		const admin = await makeAdmin()
		const { status, html } = await post({ ...TYPED, version: '1', intent: 'confirm' }, admin)
		expect(status).toBe(409)
		expect(html).toContain('The prices have changed since you opened this page')
		expect((await readPrices()).prices).toEqual(SHIPPED_PRICES)
	})

	test('without a change', async () => {
		const { version } = await readPrices()
		const same = { large: '10000000', medium: '1000000', small: '500000', tiny: '100000' }
		const { status, html } = await post(
			{ ...same, version: String(version), intent: 'save' },
			await makeAdmin(),
		)
		expect([status, html.includes('These are already the prices.')]).toEqual([422, true])
	})
})

test('the second of two administrators at once sees a conflict', async () => {
	const { version } = await readPrices()
	const by = { version, actorId: (await makeAdmin()).id, now: Date.now() }
	const outcomes = await Promise.all([
		changePrices({ ...SHIPPED_PRICES, tiny: 11 }, by),
		changePrices({ ...SHIPPED_PRICES, tiny: 12 }, by),
	])
	expect(outcomes.map(outcome => outcome.ok).sort()).toEqual([false, true])
})

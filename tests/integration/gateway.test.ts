import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeGateway, readGateway } from '~/domain/gateway/commands.server'
import { GatewayForm } from '~/domain/gateway/schema'
import { db, write } from '~/server/db/db.server'
import { auditEntries, settings } from '~/server/db/schema.server'
import { makeAdmin, sessionCookie } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Keys of payment providers (P22). */

const SECRET = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
const FIELDS = {
	access_key: SECRET,
	publish_key: 'pk_test_TYooMQauvdEDq54NiTphI7jx',
	wise_api_key: 'wise-5f2e8c1d9a7b',
	wise_profile_id: '12345678',
	wise_environment: 'live',
	version: '0',
}

let server: TestServer
beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})
afterAll(() => server.stop())
beforeEach(() => write(tx => tx.delete(settings).where(eq(settings.key, 'gateway'))))

async function open(admin: { id: string }, fields?: Record<string, string>) {
	const { name, value } = await sessionCookie(admin.id)
	const headers = { cookie: `${name}=${value}`, origin: server.url }
	const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
	const address = `${server.url}/admin/setting/gateway`
	const response = await fetch(address, { headers, redirect: 'manual', ...sent })
	return { status: response.status, html: await response.text() }
}

test('gateway keys are encrypted in the database, and only their ends are shown', async () => {
	const admin = await makeAdmin()
	expect((await open(admin, FIELDS)).status).toBe(302)
	const [row] = await db.select().from(settings).where(eq(settings.key, 'gateway'))
	const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'gateway.change'))
	const page = (await open(admin)).html
	const log = await server.printed()
	for (const key of [FIELDS.access_key, FIELDS.publish_key, FIELDS.wise_api_key]) {
		for (const place of [JSON.stringify(row), JSON.stringify(entries), page, log]) {
			expect(place).not.toContain(key)
		}
		expect(page).toContain(`ends in ${key.slice(-4)}`)
	}
	const changed = Object.keys(FIELDS).filter(name => name !== 'version')
	expect(entries.at(-1)?.detail).toEqual({ changed })
	expect(page).toContain('12345678')
})

test('gateway keys are kept when a field is left empty', async () => {
	const by = { actorId: (await makeAdmin()).id, now: Date.now() }
	await changeGateway(GatewayForm.parse(FIELDS), by)
	const change = GatewayForm.parse({
		wise_api_key: 'wise-another-0001',
		wise_environment: 'sandbox',
		version: 0,
	})
	expect(await changeGateway(change, by)).toEqual({ ok: true })
	expect(await readGateway()).toEqual({
		accessKey: { end: 'p7dc' },
		publishKey: { end: 'I7jx' },
		wiseApiKey: { end: '0001' },
		wiseProfileId: '',
		wiseEnvironment: 'sandbox',
		version: by.now + 1,
	})
})

test('gateway keys are not overwritten when another administrator changed them', async () => {
	const [first, second] = [await makeAdmin(), await makeAdmin()]
	const seen = String((await readGateway()).version)
	expect((await open(first, { ...FIELDS, version: seen })).status).toBe(302)
	const late = await open(second, { ...FIELDS, wise_profile_id: '87654321', version: seen })
	expect(late.status).toBe(409)
	expect(late.html).toContain('Somebody else has changed these settings in the meantime')
	expect(late.html).toContain('value="87654321"')
	expect(late.html).not.toContain(SECRET)
	const stored = await readGateway()
	expect(stored.wiseProfileId).toBe(FIELDS.wise_profile_id)
	expect(late.html).toContain(`name="version" value="${stored.version}"`)
	const again = { ...FIELDS, wise_profile_id: '87654321', version: String(stored.version) }
	expect((await open(second, again)).status).toBe(302)
	expect((await readGateway()).wiseProfileId).toBe('87654321')
})

test('both gateway keys are required, and no page contains them', async () => {
	const { status, html } = await open(await makeAdmin(), { ...FIELDS, publish_key: '' })
	expect(status).toBe(422)
	expect(html).toContain('Please enter both Stripe Access Key and Publish Key')
	expect(html).not.toContain(SECRET)
	expect(html).toContain('12345678')
	expect(await readGateway()).toMatchObject({ accessKey: null })
})

test('gateway keys encrypted with a missing secret are shown as unreadable', async () => {
	const value = { accessKey: 'AAAA', publishKey: null, wiseApiKey: null, wiseProfileId: '' }
	await write(tx =>
		tx
			.insert(settings)
			.values({ key: 'gateway', value: { ...value, wiseEnvironment: 'live' }, updatedAt: 1 }),
	)
	expect((await open(await makeAdmin())).html).toContain('cannot be read any more')
})

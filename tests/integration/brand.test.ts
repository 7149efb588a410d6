import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brand, DEFAULT_BRAND, setBrand } from '~/domain/brand'
import { resetUnknownEmail } from '~/domain/mail/account-emails'
import { startBrand } from '~/domain/settings/brand.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { brandFields } from '~/domain/settings/forms'
import { getSetting } from '~/domain/settings/queries.server'
import { db, write } from '~/server/db/db.server'
import { auditEntries, settings } from '~/server/db/schema.server'
import { makeAdmin, sessionCookie, type TestAccount } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Name, contacts and links of the house (docs/decisions/0104). */

const TYPED = {
	...brandFields(DEFAULT_BRAND),
	name: 'Example Grid',
	founder: 'Ada Example',
	phone: '+44 20 7946 0000',
	city2: '',
	address2: '',
	x: '',
}

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})
afterAll(() => server.stop())
beforeEach(async () => {
	setBrand(DEFAULT_BRAND)
	await write(tx => tx.delete(settings).where(eq(settings.key, 'brand')))
	admin = await makeAdmin()
})

async function open(path: string, fields?: Record<string, string>) {
	const { name, value } = await sessionCookie(admin.id)
	const headers = fields ? { cookie: `${name}=${value}`, origin: server.url } : {}
	const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
	const response = await fetch(server.url + path, { headers, redirect: 'manual', ...sent })
	return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

async function fetchBar(path: string) {
	const { name, value } = await sessionCookie(admin.id)
	const response = await fetch(server.url + path, { headers: { cookie: `${name}=${value}` } })
	return /<header class="shell-bar.*?<\/header>/s.exec(await response.text())?.[0]
}

const save = (fields: Record<string, string>) => open('/admin/setting/brand', fields)

test('saved values appear on every page, with an audit entry; an empty link is not shown', async () => {
	expect((await open('/')).html).toContain('x.example/mcxi')
	expect(await fetchBar('/admin/setting')).toContain(DEFAULT_BRAND.name)
	expect((await save({ ...TYPED, version: '0' })).status).toBe(302)
	const { html: home } = await open('/')
	expect(home).toContain('Example Grid. All rights reserved.')
	expect(home).toContain('href="tel:+442079460000"')
	expect(home).toContain('instagram.example')
	expect(home).not.toContain('x.example/mcxi')
	expect(await fetchBar('/admin/setting')).toContain('Example Grid')
	const { html: about } = await open('/about')
	expect(about).toContain('Example Grid was founded by Ada Example, who')
	expect(about).not.toContain('Dubai')
	expect((await open('/policy-terms')).html).toContain('+44 20 7946 0000')
	const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, 'brand'))
	expect(entry).toMatchObject({ actorId: admin.id, action: 'setting.change' })
})

test('an error keeps the input', async () => {
	const wrong = {
		...TYPED,
		version: '0',
		linkedin: 'http://linkedin.example',
		city2: 'Dubai',
		phone: 'call us',
	}
	const { status, html } = await save(wrong)
	expect(status).toBe(400)
	expect(html).toContain('Please enter a web address that begins with https://')
	expect(html).toContain('Please enter a telephone number of digits, spaces and brackets')
	expect(html).toContain('Please enter the address')
	expect(html).toContain('value="Example Grid"')
	expect(await getSetting('brand')).toEqual(DEFAULT_BRAND)
})

test('the second of two administrators at once sees a conflict', async () => {
	const by = { version: 0, actorId: admin.id, now: Date.now() }
	const outcomes = await Promise.all([
		changeSettings({ brand: { ...DEFAULT_BRAND, name: 'One' } }, by),
		changeSettings({ brand: { ...DEFAULT_BRAND, name: 'Two' } }, by),
	])
	expect(outcomes.map(outcome => outcome.ok).sort()).toEqual([false, true])
	const { status, html } = await save({ ...TYPED, version: '0' })
	expect(status).toBe(409)
	expect(html).toContain('Somebody else has changed these settings in the meantime.')
	expect(html).toContain('value="Example Grid"')
})

test('a starting process loads the stored brand, and emails use it', async () => {
	await changeSettings({ brand: { ...DEFAULT_BRAND, name: 'Example Grid' } }, { actorId: admin.id, now: 1 })
	setBrand(DEFAULT_BRAND)
	const stop = await startBrand()
	expect(brand.name).toBe('Example Grid')
	expect(resetUnknownEmail({ registerUrl: 'https://a.example' }).text).toContain('at Example Grid')
	stop()
})

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_KEYS, makeKey } from '~/domain/accounts/profile/keys.commands.server'
import { db, write } from '~/server/db/db.server'
import { auditEntries, outbox, sessions } from '~/server/db/schema.server'
import { makeUser, sessionCookie } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* API keys that members create for programs (docs/decisions/0091). */

const DAY_MS = 24 * 60 * 60 * 1000
const FIELDS = { intent: 'make', name: 'Accounting', access: 'read', days: '90' }

let server: TestServer
beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
})
afterAll(() => server.stop())

/** Loads the page of an account's keys, or submits its form. */
async function openPage(cookie: string, fields?: Record<string, string>) {
	const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
	const headers = fields ? { cookie, origin: server.url } : { cookie }
	const response = await fetch(`${server.url}/user/setting/keys`, { headers, redirect: 'manual', ...sent })
	const html = (await response.text()).replaceAll('<!-- -->', '')
	return { status: response.status, headers: response.headers, html }
}

async function signIn(account: { id: string }, signedInAt?: number) {
	const { name, value } = await sessionCookie(account.id)
	if (signedInAt !== undefined) {
		await write(tx => tx.update(sessions).set({ signedInAt }).where(eq(sessions.accountId, account.id)))
	}
	return `${name}=${value}`
}

const readKeys = ({ id }: { id: string }) =>
	db
		.select()
		.from(sessions)
		.where(and(eq(sessions.accountId, id), eq(sessions.kind, 'key')))

/** Creates a key on the page. @returns the key, as the next page shows it. */
async function makeOnPage(cookie: string, fields: Partial<typeof FIELDS> = {}) {
	const { status, headers } = await openPage(cookie, { ...FIELDS, ...fields })
	expect(status).toBe(302)
	const carried = headers.getSetCookie().map(line => line.split(';')[0])
	const next = await openPage([cookie, ...carried].join('; '))
	expect(next.headers.get('cache-control')).toBe('no-store')
	return /<code class="wrap-anywhere">([\w-]{43})<\/code>/.exec(next.html)?.[1] ?? ''
}

const ask = (key: string, method = 'GET', path = '/api/user/userdetail') =>
	fetch(server.url + path, {
		method,
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		...(method === 'POST' ? { body: '{}' } : {}),
	})

test('a key is shown once, authorises API requests until it is deleted, and its owner is notified', async () => {
	const ada = await makeUser()
	const cookie = await signIn(ada)
	const key = await makeOnPage(cookie)
	expect((await ask(key)).status).toBe(200)
	expect((await ask(key, 'POST', '/api/user/transferpixel')).status).toBe(403)
	const page = await openPage(cookie)
	expect(page.html).not.toContain(key)
	expect(page.html).toContain('API, reading only')

	const [row] = await readKeys(ada)
	expect(row).toMatchObject({ name: 'Accounting', isReadOnly: true })
	expect(JSON.stringify(row)).not.toContain(key)
	const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, ada.email))
	expect(mail).toMatchObject({ subject: 'An API key has been created for your account' })
	const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'account.key-make'))
	expect(entry).toMatchObject({ actorId: ada.id, detail: { name: 'Accounting', isReadOnly: true } })

	expect((await openPage(cookie, { intent: 'end-session', session: row?.id ?? '' })).status).toBe(302)
	expect((await ask(key)).status).toBe(401)
})

test('a key with write access may change data', async () => {
	const key = await makeOnPage(await signIn(await makeUser()), { access: 'write' })
	// The field is invalid, but the key may write.
	expect((await ask(key, 'POST', '/api/user/transferpixel')).status).not.toBe(403)
})

test('a key does not open pages', async () => {
	const key = await makeOnPage(await signIn(await makeUser()))
	const { redirected, url } = await ask(key, 'GET', '/user/dashboard')
	expect([redirected, new URL(url).pathname]).toEqual([true, '/login'])
})

test.each([
	[{ name: ' ' }, 'Please name the key'],
	[{ access: 'all' }, 'Please choose what the key may do'],
	[{ days: '4000' }, 'Please choose how long the key lasts'],
])('%o is rejected, and the input kept', async (wrong, message) => {
	const ada = await makeUser()
	const { status, html } = await openPage(await signIn(ada), { ...FIELDS, ...wrong })
	expect(status).toBe(400)
	expect(html).toContain(message)
	if (!('name' in wrong)) expect(html).toContain('value="Accounting"')
	expect(await readKeys(ada)).toEqual([])
})

test('a form sent twice makes one key, the one that is shown last', async () => {
	const ada = await makeUser()
	const cookie = await signIn(ada)
	const keys = [await makeOnPage(cookie), await makeOnPage(cookie)]
	expect(await readKeys(ada)).toHaveLength(1)
	expect(await Promise.all(keys.map(async key => (await ask(key)).status))).toEqual([401, 200])
})

test('a new key requires the password unless the sign-in is recent', async () => {
	const ada = await makeUser()
	const cookie = await signIn(ada, Date.now() - DAY_MS)
	expect((await openPage(cookie)).html).toContain('name="currentPassword"')
	expect((await openPage(cookie, { ...FIELDS, currentPassword: 'wrong' })).status).toBe(422)
	expect(await readKeys(ada)).toEqual([])
})

test(`an account has at most ${MAX_KEYS} keys, even with parallel requests`, async () => {
	const ada = await makeUser()
	await signIn(ada)
	const [row] = await db.select().from(sessions).where(eq(sessions.accountId, ada.id))
	const changer = { id: ada.id, sessionId: row?.id ?? '', signedInAt: Date.now() }
	const wanted = { name: 'Many', access: 'read', days: 30, currentPassword: '' } as const
	const caller = { now: Date.now(), address: '127.0.0.1' }
	const outcomes = await Promise.all(
		Array.from({ length: MAX_KEYS + 2 }, (_, at) =>
			makeKey(changer, { ...wanted, name: `Key ${at}` }, caller),
		),
	)
	expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(MAX_KEYS)
	expect(await readKeys(ada)).toHaveLength(MAX_KEYS)
})

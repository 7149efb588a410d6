import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { and, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admitGoogle } from '~/domain/accounts/sign-in/google.commands.server'
import { loader as transactionsCsv } from '~/routes/admin/transactions/transactions-csv'
import { loader as googleResponse } from '~/routes/auth/google-response'
import { action as logInAction } from '~/routes/auth/login'
import { startFlow } from '~/server/auth/flow-cookies.server'
import { seal, unseal } from '~/server/auth/secret-box.server'
import { db, write } from '~/server/db/db.server'
import { accounts, creatives, orders, restoredForms, sessions } from '~/server/db/schema.server'
import { MAX_SEALED_LENGTH, saveForm, sealForm } from '~/server/forms/restored-form.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { env } from '~/server/ops/env.server'
import { hiddenField, makeBrowser } from '../support/browser'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeUser,
	ownCells,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { makeRequest, routeArgs } from '../support/requests'
import { setUpSecondFactor } from '../support/second-factor'
import { startServer, type TestServer } from '../support/server'

/* Pages and forms after the end of a session. */

const HOUR = 60 * 60_000
const ENDED = 'Your session has ended'
const NOTHING_SENT = 'Your form has not been sent yet'

let server: TestServer
beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
})
afterAll(async () => {
	await server.stop()
})

/** Signs in and opens a page in a new browser. */
async function signedIn(account: TestAccount) {
	const browser = makeBrowser(server.url)
	await browser.logIn(account)
	return browser
}
const endSessions = (account: { id: string }) =>
	write(tx => tx.delete(sessions).where(eq(sessions.accountId, account.id)))

const PAYMENT: [string, string][] = [
	['name', 'Example "Holdings" <Ltd>'],
	['email', 'ledger@example.test'],
	['country', 'Germany'],
	['contact_no', '30 1234567'],
	['bank_name', 'Bänk & Söhne'],
	['bank_account_no', 'DE00 1234'],
	['payment_id', 'FT-2026-77'],
	['terms', 'on'],
]
function multipart(fields: [string, string][]): FormData {
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	form.set('payment_receipt', new File(['%PDF-1.4 %%EOF'], 'receipt.pdf', { type: 'application/pdf' }))
	return form
}

describe('a page requested after the end of the session', () => {
	test('redirects to the log-in with a message, and clears the cookie', async () => {
		const user = await makeUser()
		const browser = await signedIn(user)
		await endSessions(user)
		const response = await browser.send('/user/history?page=2')
		expect(response.location).toBe('/login?redirectTo=%2Fuser%2Fhistory%3Fpage%3D2')
		expect([...browser.jar.keys()]).not.toContain('session')
		expect((await browser.send(response.location)).html).toContain(ENDED)
		const again = await browser.send('/user/history')
		expect((await browser.send(again.location)).html, 'once').not.toContain(ENDED)
	})

	test('shows no message to visitors who had no session', async () => {
		const browser = makeBrowser(server.url)
		const response = await browser.send('/admin/dashboard')
		expect(response.location).toBe('/login?redirectTo=%2Fadmin%2Fdashboard')
		expect((await browser.send(response.location)).html).not.toContain(ENDED)
	})

	test('by a background request changes no cookie', async () => {
		const user = await makeUser()
		const browser = await signedIn(user)
		await endSessions(user)
		const asked = await browser.send('/user/bell', undefined, { 'sec-fetch-dest': 'empty' })
		expect(asked.location).toMatch(/^\/login/)
		expect(asked.headers.getSetCookie()).toEqual([])
	})

	test('of the signed-in areas is sent with no-store', async () => {
		const [user, admin] = [await makeUser(), await makeAdmin()]
		for (const [account, path] of [
			[user, '/user/history'],
			[admin, '/admin/transactions'],
		] as const) {
			const browser = await signedIn(account)
			for (const address of [path, path.toUpperCase()]) {
				expect((await browser.send(address)).headers.get('cache-control'), address).toBe('no-store')
			}
		}
	})
})

test('logging out clears the remembered address, and keeps the cookie preference', async () => {
	const browser = await signedIn(await makeUser())
	await browser.send('/cookie-preference', [['preference', 'accepted']])
	await browser.send('/logout', [])
	expect([...browser.jar.keys()].sort()).toEqual(['cookie_preference', 'flash', 'known-browser'])
})

async function confirmation() {
	await clearGrid()
	const user = await makeUser()
	const order = await makeOrder(user.id, [500], { status: 'open' })
	const browser = await signedIn(user)
	return { user, order, browser, path: `/user/checkout/${order.id}/confirm` }
}

describe('a session that ends while a form arrives', () => {
	/* Sends all but the last 10 bytes in a session last used `age` ms ago. @returns a function that sends them. */
	async function beginForm(account: TestAccount, path: string, body: FormData | URLSearchParams, age = 0) {
		const form = new Response(body)
		const bytes = Buffer.from(await form.arrayBuffer())
		const { name, value } = await sessionCookie(account.id)
		const lastSeenAt = Date.now() - age
		await write(tx => tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.accountId, account.id)))
		const headers = {
			cookie: `${name}=${value}`,
			'content-type': form.headers.get('content-type') ?? '',
			'content-length': bytes.length,
		}
		const sending = request(server.url + path, { method: 'POST', headers })
		await new Promise(resolve => sending.write(bytes.subarray(0, -10), resolve))
		return async () => {
			const answer = once(sending, 'response')
			sending.end(bytes.subarray(-10))
			const [{ statusCode, headers }] = (await answer) as [IncomingMessage]
			return [statusCode, headers.location]
		}
	}

	test('refuses the decision of an administrator who was demoted', async () => {
		const admin = await makeAdmin()
		const { id } = await makeOrder((await makeUser()).id, [900], { status: 'pending' })
		const fields = new URLSearchParams({ intent: 'approve', version: '1', reason: 'Seen at the bank' })
		const finish = await beginForm(admin, `/admin/transactions/${id}/approve`, fields)
		await write(tx => tx.update(accounts).set({ role: 'user' }).where(eq(accounts.id, admin.id)))
		expect(await finish()).toEqual([302, '/user/dashboard'])
		expect((await db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({ status: 'pending' })
	})

	test('refuses the form with an image of a member who was signed out', async () => {
		const account = await makeUser()
		await ownCells(account.id, [901])
		const form = new FormData()
		form.set('intent', 'upload')
		form.set('description', 'Theirs')
		form.set('link', 'https://brand.example')
		const finish = await beginForm(account, '/user/profile?cell=901', form, 2 * 60_000)
		const isVisited = and(eq(sessions.accountId, account.id), gt(sessions.lastSeenAt, Date.now() - 60_000))
		await expect.poll(() => db.$count(sessions, isVisited)).toBe(1)
		await endSessions(account)
		expect(await finish()).toEqual([401, undefined])
		expect(await db.$count(creatives, eq(creatives.accountId, account.id))).toBe(0)
	})
})

test('a CSV file that is being downloaded stops when the session ends', async () => {
	const admin = await makeAdmin()
	const request = await makeRequest('/admin/transactions.csv', { as: admin })
	const response = await withRequestContext(request, () => transactionsCsv(routeArgs(request)))
	await endSessions(admin)
	await expect(response.text()).rejects.toThrow('The session ended')
})

test('a rejected form redirects browsers to a page for Back, and returns the page to other clients', async () => {
	const { browser, path } = await confirmation()
	const refused = multipart(PAYMENT.filter(([name]) => name !== 'country'))
	const direct = await browser.send(path, refused)
	expect(direct.status).toBe(422)
	expect(direct.html).toContain('Country is required')

	const led = await browser.send(path, refused, { 'sec-fetch-dest': 'document' })
	expect(led.status).toBe(302)
	expect(led.location).toMatch(new RegExp(`^${path}\\?restored=[\\w-]+$`))
	const page = await browser.send(led.location)
	expect(page.status).toBe(422)
	for (const words of ['Country is required', 'FT-2026-77']) expect(page.html).toContain(words)
	expect(page.html).not.toContain(NOTHING_SENT)
	const stranger = await signedIn(await makeUser())
	expect((await stranger.send(led.location)).html).not.toContain('FT-2026-77')
	const ids = []
	for (let times = 0; times < 4; times++) {
		ids.push((await browser.send(path, refused, { 'sec-fetch-dest': 'document' })).location)
	}
	expect((await browser.send(ids[3] ?? '')).status).toBe(422)
	expect((await browser.send(ids[0] ?? '')).status, 'three are kept').toBe(200)
})

describe('a form submitted after the end of the session', () => {
	test('is restored after the log-in without being submitted', async () => {
		const { user, order, browser, path } = await confirmation()
		await endSessions(user)
		const page = await browser.send(path, multipart(PAYMENT))
		expect(page.status).toBe(401)
		for (const words of [ENDED, 'Nothing has been sent.', 'choose the files again'])
			expect(page.html).toContain(words)
		expect(page.html).not.toContain('<h1>Error')
		expect([...browser.jar.keys()]).not.toContain('session')
		const sealedForm = hiddenField(page.html, 'sealedForm') ?? ''

		const wrong = await browser.logIn({ ...user, password: 'wrong' }, { sealedForm })
		expect(wrong.status).toBe(422)
		expect(hiddenField(wrong.html, 'sealedForm')).toBe(sealedForm)
		expect(wrong.html).toContain('What you had typed before is still kept.')

		const { location } = await browser.logIn(user, { sealedForm })
		expect(location).toMatch(new RegExp(`^${path}\\?restored=[\\w-]+$`))
		const form = await browser.send(location)
		for (const words of [NOTHING_SENT, 'Files could not be kept']) expect(form.html).toContain(words)
		expect(hiddenField(form.html, 'name')).toBe('Example &quot;Holdings&quot; &lt;Ltd&gt;')
		expect(hiddenField(form.html, 'bank_name')).toBe('Bänk &amp; Söhne')
		expect(hiddenField(form.html, 'payment_id')).toBe('FT-2026-77')
		expect(form.html).toMatch(/<option value="Germany" selected/)
		expect(form.html).toMatch(/<input[^>]*name="terms"[^>]*checked/)
		expect(form.html).not.toMatch(/<input[^>]*name="details_confirmed"[^>]*checked/)
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('open')

		const refused = await browser.send(location, multipart(PAYMENT.filter(([name]) => name !== 'name')))
		expect(refused.status).toBe(422)
		expect(refused.html, 'what is typed now counts').not.toContain('Holdings')
		expect(refused.html).not.toContain(NOTHING_SENT)
		const done = await browser.send(location, multipart([...PAYMENT, ['details_confirmed', 'on']]))
		expect(done.location).toBe(`/user/checkout/${order.id}/done`)
	})

	test('of another account is dropped with a message', async () => {
		const { user, browser, path } = await confirmation()
		await endSessions(user)
		const sealedForm = hiddenField((await browser.send(path, multipart(PAYMENT))).html, 'sealedForm') ?? ''
		const { location } = await browser.logIn(await makeUser(), { sealedForm, redirectTo: path })
		expect(location).toBe('/user/dashboard')
		expect((await browser.send(location)).html).toContain('belongs to another account')
	})

	test('is shown only to its account, on its page and for an hour', async () => {
		const { user, browser, path } = await confirmation()
		const other = await signedIn(await makeUser())
		const own = sealForm(PAYMENT, { accountId: user.id, path, now: Date.now() }).sealed ?? ''
		const kept = await saveForm(own, { for: user.id, now: Date.now() })
		if (!kept.ok) throw new Error(kept.reason)
		expect((await browser.send(kept.path)).html).toContain('FT-2026-77')
		expect((await other.send(`/user/history?restored=${kept.id}`)).html).not.toContain('FT-2026-77')
		expect((await browser.send(`/user/history?restored=${kept.id}`)).html).not.toContain(NOTHING_SENT)
		await write(tx =>
			tx
				.update(restoredForms)
				.set({ createdAt: Date.now() - HOUR })
				.where(eq(restoredForms.id, kept.id)),
		)
		expect((await browser.send(kept.path)).html).not.toContain('FT-2026-77')
	})

	test('is ignored when it is forged, altered or expired', async () => {
		const user = await makeUser()
		const now = Date.now()
		const sealedFor = (path: string) => sealForm(PAYMENT, { accountId: user.id, path, now }).sealed
		const good = sealedFor('/user/profile') ?? ''
		expect(await saveForm(good, { for: user.id, now })).toMatchObject({ ok: true })
		expect(await saveForm(good, { for: user.id, now: now + 12 * HOUR })).toMatchObject({ ok: false })
		const changed = Buffer.from(good, 'base64url')
		changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
		const foreign = seal(unseal(good, 'unsent-form') ?? '', 'another place')
		for (const forged of ['', '.', good.slice(0, -4), changed.toString('base64url'), foreign]) {
			expect(await saveForm(forged, { for: user.id, now }), forged).toEqual({ ok: false, reason: 'not-ours' })
		}
		for (const path of ['//evil.example', '/login', 'https://evil.example/user/', '/user/\\evil', '/users']) {
			expect(sealedFor(path), path).toBeNull()
		}
	})

	test('contains no passwords, codes, keys or conform fields, and no overlong values', async () => {
		const form: [string, string][] = [
			'currentPassword newPassword password digit code otp access_key wise_api_key __intent__ __state__',
			'coupon_code phone swift_receipt wise_profile_id',
		]
			.join(' ')
			.split(' ')
			.map(name => [name, `value of ${name}`])
		const sealing = { accountId: 'a', path: '/user/setting', now: Date.now() }
		const opened = unseal(sealForm(form, sealing).sealed ?? '', 'unsent-form') ?? ''
		const { fields } = JSON.parse(opened)
		expect(fields.map(([name]: [string]) => name)).toEqual([
			'coupon_code',
			'phone',
			'swift_receipt',
			'wise_profile_id',
		])
		expect(sealForm([['reason', 'x'.repeat(MAX_SEALED_LENGTH)]], sealing).sealed).toBeNull()
	})

	test('that is too long shows a message and links back to its page', async () => {
		const admin = await makeAdmin()
		const browser = await signedIn(admin)
		await endSessions(admin)
		const page = await browser.send('/admin/setting', [['accountHolder', 'x'.repeat(45_000)]])
		expect(page.status).toBe(401)
		expect(page.html).toContain('too much to be kept. Please enter it again after you have logged in.')
		expect(page.html).not.toContain('Go back in your browser')
		expect(hiddenField(page.html, 'sealedForm')).toBeUndefined()
		expect(hiddenField(page.html, 'redirectTo')).toBe('/admin/setting')
	})

	test('from an unknown browser redirects to the log-in unread', async () => {
		const browser = makeBrowser(server.url)
		for (const cookie of ['', 'bm9ib2R5']) {
			browser.jar.set('session', cookie)
			const response = await browser.send('/user/profile?cell=1', [['description', 'x']])
			expect([response.status, response.location]).toEqual([
				302,
				'/login?redirectTo=%2Fuser%2Fprofile%3Fcell%3D1',
			])
		}
	})

	test('is stored at most three times per account, and only until it expires', async () => {
		const user = await makeUser()
		const now = Date.now()
		const sealed = sealForm([['a', 'b']], { accountId: user.id, path: '/user/profile', now }).sealed ?? ''
		for (let time = 0; time < 5; time++) await saveForm(sealed, { now: now + time })
		const rows = () => db.select().from(restoredForms).where(eq(restoredForms.accountId, user.id))
		expect((await rows()).map(row => row.createdAt).sort()).toEqual([now + 2, now + 3, now + 4])
		await saveForm(sealed, { now: now + 2 * HOUR })
		expect(await rows()).toHaveLength(1)
	})
})

describe('other forms submitted after the end of the session', () => {
	/** Submits a form after the end of the session, and logs in again. @returns the page with the form. */
	async function carry(account: TestAccount, path: string, fields: [string, string][]) {
		const browser = await signedIn(account)
		await endSessions(account)
		const sealedForm = hiddenField((await browser.send(path, fields)).html, 'sealedForm') ?? ''
		const { location } = await browser.logIn(account, { sealedForm })
		expect(location).toContain(path)
		const page = await browser.send(location)
		expect(page.html).toContain(NOTHING_SENT)
		return page.html
	}

	test('restore the text of a block, and leave the stored one unchanged', async () => {
		await clearGrid()
		const user = await makeUser()
		await ownCells(user.id, [112], { description: 'Before', link: 'https://before.example/' })
		const html = await carry(user, '/user/profile?cell=112', [
			['intent', 'upload'],
			['description', 'After\nall'],
			['link', 'https://after.example/'],
			['rotation', '90'],
		])
		expect(html).toMatch(/<textarea[^>]*name="description"[^>]*>After\nall<\/textarea>/)
		expect(hiddenField(html, 'link')).toBe('https://after.example/')
		expect(html).toMatch(/<option value="90" selected/)
		const [row] = await db.select().from(creatives).where(eq(creatives.accountId, user.id))
		expect(row?.description).toBe('Before')
	})

	test('restore the submitted one of two forms on a page', async () => {
		const admin = await makeAdmin()
		const html = await carry(admin, '/admin/setting', [
			['intent', 'checkout'],
			['holdMinutes', '77'],
			['showCreatives', 'after-approval'],
		])
		expect(hiddenField(html, 'holdMinutes')).toBe('77')
		expect(hiddenField(html, 'accountHolder')).toBe('MCXI Example Holdings Ltd')
	})

	test('restore an administrator’s brand, prices and gateway without its keys', async () => {
		const admin = await makeAdmin()
		const brand = await carry(admin, '/admin/setting/brand', [
			['name', 'Typed late'],
			['version', '0'],
		])
		expect(hiddenField(brand, 'name')).toBe('Typed late')
		const prices = await carry(admin, '/admin/setting/prices', [
			['intent', 'save'],
			['tiny', '123,456'],
		])
		expect(hiddenField(prices, 'tiny')).toBe('123,456')
		const gateway = await carry(admin, '/admin/setting/gateway', [
			['access_key', 'sk_never_kept'],
			['wise_profile_id', '87654321'],
		])
		expect(hiddenField(gateway, 'wise_profile_id')).toBe('87654321')
		expect(gateway).not.toContain('sk_never_kept')
	})

	test('restore a selection, the reason of a rejection and a coupon', async () => {
		await clearGrid()
		const [user, admin] = [await makeUser(), await makeAdmin()]
		const grid = await carry(user, '/user/pixels/buy', [
			['cell', '600'],
			['cell', '601'],
			['intent', 'buy'],
		])
		const ticked = (grid.match(/<input[^>]*name="cell"[^>]*>/g) ?? []).filter(box => box.includes('checked'))
		expect(ticked.map(box => /value="(\d+)"/.exec(box)?.[1])).toEqual(['600', '601'])
		const open = await makeOrder(user.id, [602], { status: 'open', proceededAt: null })
		const coupon = await carry(user, `/user/checkout/${open.id}`, [
			['coupon_code', 'SPRING'],
			['intent', 'apply-coupon'],
		])
		expect(hiddenField(coupon, 'coupon_code')).toBe('SPRING')
		const order = await makeOrder(user.id, [603], { status: 'pending' })
		const reason = await carry(admin, `/admin/transactions/${order.id}/reject`, [
			['intent', 'reject'],
			['version', '1'],
			['reason', 'No money came.'],
		])
		expect(reason).toContain('No money came.</textarea>')
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('pending')
	})
})

describe('while a two-factor code is pending', () => {
	/** Submits a form after the end of the session, and logs in again with a code. @returns the page with the form. */
	async function carryOverCode(
		user: TestAccount,
		path: string,
		body: (browser: Awaited<ReturnType<typeof signedIn>>) => Promise<[string, string][] | FormData>,
	) {
		const browser = await signedIn(user)
		const sent = await body(browser)
		await endSessions(user)
		const { codes } = await setUpSecondFactor(user, Date.now())
		const late = await browser.send(path, sent)
		const asked = await browser.logIn(user, { sealedForm: hiddenField(late.html, 'sealedForm') ?? '' })
		expect(asked.location).toMatch(/^\/login\/code/)
		const [code = ''] = codes
		const { location } = await browser.send(asked.location, [['code', code]])
		expect(location.split(/[?&]restored=/)[0]).toBe(path)
		const page = await browser.send(location)
		expect(page.html).toContain(NOTHING_SENT)
		return page.html
	}

	test('the form is kept', async () => {
		await clearGrid()
		const user = await makeUser()
		await ownCells(user.id, [112])
		const html = await carryOverCode(user, '/user/profile?cell=112', async () => [
			['link', 'https://waited.example/'],
		])
		expect(hiddenField(html, 'link')).toBe('https://waited.example/')
	})

	test('an accepted photo and its framing are kept, a new file is not', async () => {
		const path = '/user/setting/photo'
		const photo = new File([new Uint8Array(makeTwoColourPng())], 'me.png', { type: 'image/png' })
		let held = ''
		const html = await carryOverCode(await makeUser(), path, async browser => {
			const preview = new FormData()
			preview.set('intent', 'preview')
			preview.set('profile_image', photo)
			held = hiddenField((await browser.send(path, preview)).html, 'held') ?? ''
			const form = new FormData()
			for (const [name, value] of Object.entries({ intent: 'upload', held, rotation: '90', fit: 'contain' }))
				form.set(name, value)
			form.set('profile_image', photo)
			return form
		})
		expect(held).not.toBe('')
		expect(hiddenField(html, 'held')).toBe(held)
		expect(html).toContain('me.png is kept')
		expect(html).toMatch(/<option value="90" selected/)
		expect(html).toMatch(/<option value="contain" selected/)
		expect(html).toContain('Files could not be kept')
	})
})

describe('signing in with Google', () => {
	async function backFromGoogle(user: TestAccount, sender: TestAccount) {
		const path = '/user/profile?cell=1'
		const { sealed } = sealForm([['link', 'x']], { accountId: sender.id, path, now: Date.now() })
		const kept = await saveForm(sealed ?? '', { now: Date.now() })
		if (!kept.ok) throw new Error(kept.reason)
		await write(tx => tx.update(accounts).set({ googleSubject: user.id }).where(eq(accounts.id, user.id)))
		const profile = { subject: user.id, email: user.email, name: user.fullName }
		const admitted = await admitGoogle(profile, { now: Date.now(), address: '203.0.113.9' })
		if (!admitted.ok || admitted.next !== 'token') throw new Error('not admitted')
		const cookies = await Promise.all([
			startFlow('google-sign-in', admitted.challengeId),
			startFlow('interrupted-form', kept.id),
		])
		const cookie = cookies.map(item => item.split(';')[0]).join('; ')
		const request = await makeRequest(`/google-response?token=${admitted.token}&finish=`, { cookie })
		const response: unknown = await googleResponse(routeArgs(request)).catch((thrown: unknown) => thrown)
		return { location: response instanceof Response ? response.headers.get('location') : null, kept }
	}

	test('keeps the form for its own account only', async () => {
		const [owner, other] = [await makeUser(), await makeUser()]
		const own = await backFromGoogle(owner, owner)
		expect(own.location).toBe(own.kept.path)
		expect((await backFromGoogle(other, owner)).location).toBe('/user/dashboard')
	})

	test('is rejected where Google is not configured', async () => {
		expect(env.google).toBeUndefined()
		const request = await makeRequest('/login', { fields: { intent: 'google', sealedForm: 'x' } })
		const refused = logInAction(routeArgs(request))
		await expect(refused).rejects.toMatchObject({ status: 400 })
	})
})

test('the log-in redirects only to our own pages', async () => {
	for (const redirectTo of [
		'https://evil.example/',
		'//evil.example/',
		'/.//evil.example/',
		'/user/%2e%2e//evil.example/',
		'/\\evil.example',
		'javascript:alert(1)',
		'/admin/dashboard',
	]) {
		const { location } = await makeBrowser(server.url).logIn(await makeUser(), { redirectTo })
		expect([redirectTo, location]).toEqual([redirectTo, '/user/dashboard'])
	}
})

test('a GET of /logout does not end the session', async () => {
	const browser = await signedIn(await makeUser())
	expect((await browser.send('/logout')).location).toBe('/')
	expect((await browser.send('/user/dashboard')).status).toBe(200)
})

test('a step without the previous one redirects to it and says why', async () => {
	const browser = makeBrowser(server.url)
	expect((await browser.send('/verify-otp')).location).toBe('/register')
	for (const path of ['/verify-user', '/reset-password']) {
		const { location } = await browser.send(path)
		expect(location).toBe('/forgot-password')
		expect((await browser.send(location)).html).toContain('Please provide your email first')
	}
})

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { personName } from '~/domain/fields'

/* A real OpenID provider on a free port. The product reads its URL when its modules are imported, hence the order. */
const provider = new OAuth2Server()
await provider.issuer.keys.generate('RS256')
await provider.start(0, '127.0.0.1')
const issuer = `http://127.0.0.1:${provider.address().port}`
provider.issuer.url = issuer
vi.stubEnv('GOOGLE_CLIENT_ID', 'market-client')
vi.stubEnv('GOOGLE_CLIENT_SECRET', 'market-secret')
vi.stubEnv('GOOGLE_ISSUER', issuer)
const { db, write } = await import('~/server/db/db.server')
const { accounts, challenges, sessions } = await import('~/server/db/schema.server')
const { readSession } = await import('~/server/auth/session.server')
const { readFlash } = await import('~/server/forms/flash.server')
const { linkGoogle, redeemSignInToken, signUpWithGoogle } = await import(
	'~/domain/accounts/sign-in/google.commands.server'
)
const { actionsOn } = await import('../support/audit')
const { emailsTo } = await import('../support/codes')
const { codeAt } = await import('../support/authenticator')
const { setUpSecondFactor } = await import('../support/second-factor')
const { makeAdmin, makeUser } = await import('../support/factories')
const routes = {
	start: (await import('~/routes/auth/google')).loader,
	callback: (await import('~/routes/auth/google-callback')).loader,
	response: (await import('~/routes/auth/google-response')).loader,
	link: (await import('~/routes/auth/google-link')).loader,
	enterPassword: (await import('~/routes/auth/google-link')).action,
	signUpPage: (await import('~/routes/auth/google-sign-up')).loader,
	signUp: (await import('~/routes/auth/google-sign-up')).action,
	enterCode: (await import('~/routes/auth/login-code')).action,
}

afterAll(() => provider.stop())

type Claims = Record<string, unknown>
let claims: Claims
let person: { email: string; sub: string }
beforeEach(() => {
	person = { email: `${randomUUID()}@example.test`, sub: randomUUID() }
	claims = { ...person, email_verified: true, name: 'Ada Example' }
	provider.service.removeAllListeners()
	provider.service.on('beforeTokenSigning', token => {
		Object.assign(token.payload, claims)
		for (const [name, value] of Object.entries(claims)) if (value === undefined) delete token.payload[name]
	})
})

/** A browser that keeps cookies and does not follow redirects. */
function browser() {
	const jar = new Map<string, string>()
	return {
		jar,
		cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
		async open(
			route: keyof typeof routes,
			url: string,
			fields?: Record<string, string>,
		): Promise<{ location: string; page: unknown; setCookie: string[] }> {
			const request = new Request(new URL(url, 'http://localhost:3000'), {
				headers: { cookie: this.cookie() },
				...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
			})
			/* The loaders use only the request. */
			const response: unknown = await Reflect.apply(routes[route], undefined, [
				{ request, params: {} },
			]).catch((thrown: unknown) => thrown)
			if (response instanceof Error) throw response
			if (!(response instanceof Response)) return { location: '', page: response, setCookie: [] }
			for (const line of response.headers.getSetCookie()) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
				if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
				else jar.set(name, value)
			}
			return {
				location: response.headers.get('location') ?? '',
				page: undefined,
				setCookie: response.headers.getSetCookie(),
			}
		},
	}
}
type Browser = ReturnType<typeof browser>

const LINK = '/auth/google/link'
const enterPassword = (at: Browser, password: string) => at.open('enterPassword', LINK, { password })

/** Signs in at the provider. @returns the callback URL. */
async function authorize(at: Browser): Promise<string> {
	return (await authorizeWithNonce(at)).callback
}

async function authorizeWithNonce(at: Browser) {
	const { location } = await at.open('start', '/auth/google')
	const response = await fetch(location, { redirect: 'manual' })
	return {
		callback: response.headers.get('location') ?? '',
		nonce: new URL(location).searchParams.get('nonce'),
	}
}

const SIGN_UP = '/auth/google/sign-up'
const signUp = (at: Browser) => at.open('signUp', SIGN_UP, { terms: 'on' })

/** Follows the Google sign-in; a new visitor also accepts the terms. */
async function signInWith(at: Browser): Promise<string> {
	const { location } = await at.open('callback', await authorize(at))
	if (location === SIGN_UP) return (await signUp(at)).location
	if (location === '/login' || location === LINK) return location
	await at.open('response', location)
	return (await at.open('response', `${location}&finish=`)).location
}

const getFlash = async (at: Browser) =>
	(await readFlash(new Request('http://localhost:3000/', { headers: { cookie: at.cookie() } })))?.text
const whoIs = (at: Browser) =>
	readSession(new Request('http://localhost:3000/', { headers: { cookie: at.cookie() } }), Date.now())

async function expectRefused(at: Browser, location: string) {
	expect(location).toBe('/login')
	expect(await getFlash(at)).toBe('Login failed. Please try again.')
	expect(await whoIs(at)).toBeUndefined()
}

test('a new visitor gets an account without a password, and a session', async () => {
	const at = browser()
	expect(await signInWith(at)).toBe('/user/dashboard')
	expect(await whoIs(at)).toMatchObject({
		email: person.email,
		fullName: 'Ada Example',
		role: 'user',
		isGoogle: true,
		hasPassword: false,
	})
	expect([...at.jar.keys()], 'the cookies of the way are gone').toEqual(['session', 'flash'])
})

test.each([
	['=HYPERLINK("https://evil.example")', 'HYPERLINK("https evil example")'],
	['  Ada\u200b  Example\nLtd. ', 'Ada Example Ltd.'],
	['=?utf-8?q?x', 'utf-8?q?x'],
	['==//', 'ada'],
])('the Google name %j is converted to a valid name', async (name, fullName) => {
	Object.assign(claims, { name, email: `ada@${randomUUID()}.example.test` })
	const at = browser()
	expect(await signInWith(at)).toBe('/user/dashboard')
	expect(await whoIs(at)).toMatchObject({ fullName })
	expect(personName('', 121).safeParse(fullName)).toMatchObject({ success: true })
})

describe('before a new account is created', () => {
	const readAccounts = (email: string) => db.select().from(accounts).where(eq(accounts.email, email))

	test('the terms must be accepted, and nothing but the challenge is stored', async () => {
		const at = browser()
		expect((await at.open('callback', await authorize(at))).location).toBe(SIGN_UP)
		expect((await at.open('signUpPage', SIGN_UP)).page).toEqual({
			email: person.email,
			fullName: 'Ada Example',
		})
		expect((await at.open('signUp', SIGN_UP, {})).page).toMatchObject({
			init: { status: 400 },
			data: { result: { error: { terms: ['Please accept the Terms and Policy to continue'] } } },
		})
		expect(await readAccounts(person.email)).toEqual([])
		expect(await whoIs(at)).toBeUndefined()
		expect((await signUp(at)).location).toBe('/user/dashboard')
		expect(await whoIs(at)).toMatchObject({ email: person.email, isGoogle: true })
	})

	test('only the browser that signed in with Google can accept them', async () => {
		const at = browser()
		await at.open('callback', await authorize(at))
		const other = browser()
		await expectRefused(other, (await other.open('signUpPage', SIGN_UP)).location)
		await expectRefused(other, (await signUp(other)).location)
		expect(await readAccounts(person.email)).toEqual([])
	})

	test('they can be accepted once, within ten minutes', async () => {
		const at = browser()
		await at.open('callback', await authorize(at))
		const [row] = await db.select().from(challenges).where(eq(challenges.email, person.email))
		const [id, asked] = [row?.id ?? '', row?.createdAt ?? 0]
		expect(await signUpWithGoogle(id, asked + 600_000)).toMatchObject({ ok: false })
		const outcomes = await Promise.all(Array.from({ length: 5 }, () => signUpWithGoogle(id, asked + 599_999)))
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await readAccounts(person.email)).toHaveLength(1)
	})

	test('an account that took the address meanwhile is unchanged: the next sign-in asks to link it', async () => {
		const at = browser()
		await at.open('callback', await authorize(at))
		const user = await makeUser({ email: person.email })
		expect((await signUp(at)).location).toBe('/login')
		expect(await readAccounts(person.email)).toMatchObject([{ id: user.id, googleSubject: null }])
		expect(await whoIs(at)).toBeUndefined()
		expect(await signInWith(at)).toBe(LINK)
	})

	test('a challenge to accept the terms cannot link an account, and vice versa', async () => {
		const at = browser()
		await at.open('callback', await authorize(at))
		const [signUpRow] = await db.select().from(challenges).where(eq(challenges.email, person.email))
		const user = await makeUser()
		const by = { now: Date.now(), address: randomUUID() }
		expect(await linkGoogle(signUpRow?.id ?? '', user.password, by)).toMatchObject({ code: 'over' })
		claims['email'] = user.email
		claims['sub'] = randomUUID()
		await at.open('callback', await authorize(at))
		const [linkRow] = await db.select().from(challenges).where(eq(challenges.email, user.email))
		expect(await signUpWithGoogle(linkRow?.id ?? '', Date.now())).toMatchObject({ code: 'over' })
	})
})

test('the authorization request has PKCE with S256, a state, a nonce and our callback', async () => {
	const { location, setCookie } = await browser().open('start', '/auth/google?state=foreign&code=x')
	const { origin, searchParams } = new URL(location)
	expect(origin).toBe(issuer)
	expect(Object.fromEntries(searchParams)).toMatchObject({
		response_type: 'code',
		client_id: 'market-client',
		redirect_uri: 'http://localhost:3000/auth/google/callback',
		code_challenge_method: 'S256',
		scope: 'openid email profile',
		nonce: expect.stringMatching(/^.{43}$/),
		state: expect.not.stringMatching(/^foreign$/),
	})
	expect(setCookie[0]).toMatch(/HttpOnly/)
	expect(setCookie[0]).toMatch(/SameSite=Lax/)
})

test('the same Google account signs in to the same account, even after its email changed', async () => {
	await signInWith(browser())
	const [first] = await db.select().from(accounts).where(eq(accounts.googleSubject, person.sub))
	claims['email'] = `${randomUUID()}@example.test`
	const again = browser()
	await signInWith(again)
	expect(await whoIs(again)).toMatchObject({ id: first?.id, email: person.email })
})

describe('an account with the same verified email', () => {
	const readSubject = async (id: string) =>
		(await db.select().from(accounts).where(eq(accounts.id, id)))[0]?.googleSubject

	test('is not linked silently: its password is required first', async () => {
		const user = await makeUser({ email: person.email })
		claims['email'] = person.email.toUpperCase()
		const at = browser()
		expect(await signInWith(at)).toBe(LINK)
		expect((await at.open('link', LINK)).page).toEqual({ email: person.email })
		expect(await whoIs(at)).toBeUndefined()
		expect(await readSubject(user.id)).toBeNull()
		await enterPassword(at, 'not the password')
		expect(await whoIs(at)).toBeUndefined()
		expect(await readSubject(user.id)).toBeNull()
		expect(await actionsOn(user.id)).toEqual([])
	})

	test('is linked by its password with an audit entry, keeps it, and can then sign in with Google', async () => {
		const user = await makeUser({ email: person.email })
		const at = browser()
		await signInWith(at)
		expect((await enterPassword(at, user.password)).location).toBe('/user/dashboard')
		expect(await whoIs(at)).toMatchObject({ id: user.id, isGoogle: true, hasPassword: true })
		expect(await readSubject(user.id)).toBe(person.sub)
		expect(await actionsOn(user.id)).toEqual(['account.google-link'])
		expect((await emailsTo(user.email)).map(({ kind }) => kind)).toEqual(['google-linked'])
		expect([...at.jar.keys()], 'the cookies of the way are gone').toEqual(['session', 'flash'])
		const again = browser()
		expect(await signInWith(again)).toBe('/user/dashboard')
		expect(await whoIs(again)).toMatchObject({ id: user.id })
	})

	test('can be linked only by the browser that signed in with Google', async () => {
		const user = await makeUser({ email: person.email })
		await signInWith(browser())
		const other = browser()
		await expectRefused(other, (await other.open('link', LINK)).location)
		await expectRefused(other, (await enterPassword(other, user.password)).location)
		expect(await readSubject(user.id)).toBeNull()
	})

	test('is linked once, within ten minutes, even from several tabs', async () => {
		const user = await makeUser({ email: person.email })
		const at = browser()
		await signInWith(at)
		const [row] = await db.select().from(challenges).where(eq(challenges.email, person.email))
		const id = row?.id ?? ''
		const late = { now: (row?.createdAt ?? 0) + 600_000, address: randomUUID() }
		expect(await linkGoogle(id, user.password, late)).toMatchObject({ ok: false, code: 'over' })
		const now = Date.now()
		const outcomes = await Promise.all(
			Array.from({ length: 5 }, () => linkGoogle(id, user.password, { now, address: randomUUID() })),
		)
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await actionsOn(user.id)).toEqual(['account.google-link'])
	})

	test('limits wrong passwords like the log-in', async () => {
		const user = await makeUser({ email: person.email })
		const at = browser()
		await signInWith(at)
		for (let time = 0; time < 10; time++) await enterPassword(at, 'wrong')
		await enterPassword(at, user.password)
		expect(await whoIs(at)).toBeUndefined()
		expect(await readSubject(user.id)).toBeNull()
	})

	test('that is linked to another Google account meanwhile stays unchanged', async () => {
		const user = await makeUser({ email: person.email })
		const at = browser()
		await signInWith(at)
		await write(tx => tx.update(accounts).set({ googleSubject: 'x' }).where(eq(accounts.id, user.id)))
		expect((await enterPassword(at, user.password)).location).toBe('/login')
		expect(await whoIs(at)).toBeUndefined()
		expect(await readSubject(user.id)).toBe('x')
	})

	test('is not linked when its address has moved to another account', async () => {
		const user = await makeUser({ email: person.email })
		const at = browser()
		await signInWith(at)
		const moved = `${randomUUID()}@example.test`
		await write(tx => tx.update(accounts).set({ email: moved }).where(eq(accounts.id, user.id)))
		const heir = await makeUser({ email: person.email })
		expect((await enterPassword(at, heir.password)).location).toBe('/login')
		expect(await whoIs(at)).toBeUndefined()
		expect(await readSubject(heir.id)).toBeNull()
	})

	test('without a password cannot be linked, and the page explains how to set one', async () => {
		const user = await makeUser({ email: person.email })
		await write(tx => tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, user.id)))
		const at = browser()
		expect(await signInWith(at)).toBe('/login')
		expect(await getFlash(at)).toContain('has no password yet')
		expect(await readSubject(user.id)).toBeNull()
	})
})

test('a two-factor code is required after Google and after linking', async () => {
	const user = await makeUser({ email: person.email })
	const { link } = await setUpSecondFactor(user, Date.now() - 600_000)
	const at = browser()
	await signInWith(at)
	expect((await enterPassword(at, user.password)).location).toBe('/login/code')
	expect(await whoIs(at)).toBeUndefined()
	const readSubject = async () =>
		(await db.select().from(accounts).where(eq(accounts.id, user.id)))[0]?.googleSubject
	expect(await readSubject(), 'the password alone links nothing').toBeNull()
	const letters = async () => (await emailsTo(user.email)).map(({ kind }) => kind)
	expect(await letters()).not.toContain('google-linked')
	await at.open('enterCode', '/login/code', { code: '000000' })
	expect(await readSubject()).toBeNull()
	const code = codeAt(link, Date.now() - 30_000)
	expect((await at.open('enterCode', '/login/code', { code })).location).toBe('/user/dashboard')
	expect(await readSubject()).toBe(person.sub)
	expect(await letters()).toContain('google-linked')
	const again = browser()
	expect(await signInWith(again)).toBe('/login/code')
	expect(await whoIs(again)).toBeUndefined()
	const entered = await again.open('enterCode', '/login/code', { code: codeAt(link, Date.now()) })
	expect(entered.location).toBe('/user/dashboard')
	expect(await whoIs(again)).toMatchObject({ id: user.id })
})

test('a Google account linked elsewhere before the code was entered does not sign in', async () => {
	const user = await makeUser({ email: person.email })
	const { link } = await setUpSecondFactor(user, Date.now() - 600_000)
	const at = browser()
	await signInWith(at)
	await enterPassword(at, user.password)
	const other = await makeUser()
	await write(tx => tx.update(accounts).set({ googleSubject: person.sub }).where(eq(accounts.id, other.id)))
	const entered = await at.open('enterCode', '/login/code', { code: codeAt(link, Date.now()) })
	expect(entered.location).toBe('/login')
	expect(await whoIs(at)).toBeUndefined()
})

test('an administrator is redirected to the administration', async () => {
	const admin = await makeAdmin({ email: person.email })
	const at = browser()
	await signInWith(at)
	await enterPassword(at, admin.password)
	expect(await signInWith(browser())).toBe('/admin/dashboard')
})

test('an address held by another Google account is not taken over', async () => {
	await signInWith(browser())
	claims['sub'] = randomUUID()
	const at = browser()
	await expectRefused(at, await signInWith(at))
})

describe('an ID token is rejected', () => {
	const now = () => Math.floor(Date.now() / 1000)
	const cases: [string, () => Claims][] = [
		['for another audience', () => ({ aud: 'another-client' })],
		['for several audiences, given to another client', () => ({ aud: ['market-client', 'b'], azp: 'b' })],
		['for several audiences, given to nobody known', () => ({ aud: ['market-client', 'b'] })],
		['given to another client', () => ({ azp: 'b' })],
		['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
		['that has expired', () => ({ exp: now() - 60, iat: now() - 3600 })],
		['without an expiry', () => ({ exp: undefined })],
		['that is not valid yet', () => ({ nbf: now() + 600 })],
		['of another request', () => ({ nonce: 'another' })],
		['without a nonce', () => ({ nonce: undefined })],
		['with an unverified email', () => ({ email_verified: false })],
		['with an email that is unverified in words', () => ({ email_verified: 'false' })],
		['that does not say whether the email is verified', () => ({ email_verified: undefined })],
		['without an email', () => ({ email: undefined })],
		['without a subject', () => ({ sub: undefined })],
	]
	test.each(cases)('%s', async (_name, change) => {
		await makeUser({ email: person.email })
		Object.assign(claims, change())
		const at = browser()
		await expectRefused(at, await signInWith(at))
	})

	test('without a signature or with another key', async () => {
		await signInWith(browser())
		const foreign = new OAuth2Server()
		await foreign.issuer.keys.generate('RS256')
		foreign.issuer.url = issuer
		const [header] = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' }))
			.toString('base64url')
			.split('.')
		for (const signer of ['none', 'foreign', 'own']) {
			const at = browser()
			const { callback, nonce } = await authorizeWithNonce(at)
			const payload = {
				...claims,
				iss: issuer,
				aud: 'market-client',
				nonce,
				exp: Math.floor(Date.now() / 1000) + 600,
				iat: Math.floor(Date.now() / 1000),
			}
			const token =
				signer === 'none'
					? `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`
					: await (signer === 'own' ? provider : foreign).issuer.buildToken({
							scopesOrTransform: (_header, body) => Object.assign(body, payload),
						})
			provider.service.once('beforeResponse', response => {
				if (response.body && typeof response.body === 'object')
					Object.assign(response.body, { id_token: token })
			})
			const { location } = await at.open('callback', callback)
			/* The same claims signed by the provider are valid, so the signature was the reason. */
			if (signer === 'own') expect(location).toMatch(/^\/google-response/)
			else await expectRefused(at, location)
		}
	})
})

describe('the callback of the provider is rejected', () => {
	test('in another browser', async () => {
		const callback = await authorize(browser())
		const victim = browser()
		await expectRefused(victim, (await victim.open('callback', callback)).location)
		await victim.open('start', '/auth/google')
		await expectRefused(victim, (await victim.open('callback', callback)).location)
	})

	test('for the second time', async () => {
		await signInWith(browser())
		const at = browser()
		const callback = await authorize(at)
		const before = new Map(at.jar)
		expect((await at.open('callback', callback)).location).toMatch(/^\/google-response/)
		at.jar.delete('google-sign-in')
		await expectRefused(at, (await at.open('callback', callback)).location)
		/* Restoring the cookie works only with the provider, which accepts a code once. */
		for (const [name, value] of before) at.jar.set(name, value)
		provider.service.once('beforeResponse', response => {
			response.statusCode = 400
			response.body = { error: 'invalid_grant' }
		})
		await expectRefused(at, (await at.open('callback', callback)).location)
	})

	test.each(['', '?code=x', '?state=', '?error=access_denied', '?state=a&code=b'])(
		'if it is %s',
		async query => {
			const at = browser()
			await at.open('start', '/auth/google')
			await expectRefused(at, (await at.open('callback', `/auth/google/callback${query}`)).location)
		},
	)
})

describe('a sign-in token', () => {
	beforeEach(() => signInWith(browser()).then(() => undefined))

	const isSignIn = () => and(eq(challenges.email, person.email), eq(challenges.purpose, 'sign-in'))

	async function landed(at: Browser) {
		return (await at.open('callback', await authorize(at))).location
	}

	test('completes the login in a second step, which uses it up', async () => {
		const at = browser()
		const address = await landed(at)
		expect((await at.open('response', address)).page).toEqual({ next: `${address}&finish=` })
		expect((await at.open('response', address)).page).toEqual({ next: `${address}&finish=` })
		expect(await whoIs(at)).toBeUndefined()
		expect((await at.open('response', `${address}&finish=`)).location).toBe('/user/dashboard')
	})

	test('works once with parallel requests', async () => {
		const at = browser()
		const address = await landed(at)
		const [row] = await db.select().from(challenges).where(isSignIn())
		const token = new URL(address, issuer).searchParams.get('token') ?? ''
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, () => redeemSignInToken(token, row?.id, Date.now())),
		)
		expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
		expect(
			await db
				.select()
				.from(sessions)
				.where(eq(sessions.accountId, row?.accountId ?? '')),
			'that of the sign-up, and one more',
		).toHaveLength(2)
		await expectRefused(at, (await at.open('response', address)).location)
	})

	test('is rejected in another browser', async () => {
		const address = await landed(browser())
		for (const step of [address, `${address}&finish=`]) {
			const other = browser()
			await expectRefused(other, (await other.open('response', step)).location)
		}
		const third = browser()
		await landed(third)
		await expectRefused(third, (await third.open('response', `${address}&finish=`)).location)
	})

	test('is valid for a minute', async () => {
		const at = browser()
		const token = new URL(await landed(at), issuer).searchParams.get('token') ?? ''
		const [row] = await db.select().from(challenges).where(isSignIn())
		const issued = row?.createdAt ?? 0
		expect(await redeemSignInToken(token, row?.id, issued + 60_000)).toEqual({ ok: false })
		expect(await redeemSignInToken(token, row?.id, issued + 59_999)).toMatchObject({ ok: true })
	})

	test.each(['', '?token=', '?token=abc', '?token=abc&finish='])('is rejected if it is %s', async query => {
		const at = browser()
		await expectRefused(at, (await at.open('response', `/google-response${query}`)).location)
	})
})

test('an unreachable provider shows a message instead of an error page', async () => {
	provider.service.once('beforeResponse', response => {
		response.statusCode = 500
		response.body = {}
	})
	const at = browser()
	await expectRefused(at, (await at.open('callback', await authorize(at))).location)
})

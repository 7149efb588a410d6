import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { slowDownMs } from '~/domain/accounts/rules'
import {
	resendResetCode,
	resetPassword,
	startReset,
	verifyResetCode,
} from '~/domain/accounts/sign-in/reset.commands.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { fileUrl } from '~/domain/files/rules'
import { hashPassword, verifyPassword } from '~/server/auth/password.server'
import { write } from '~/server/db/db.server'
import { files, settings, throttles } from '~/server/db/schema.server'
import { newFileKey, storage } from '~/server/files/storage.server'
import { makeBrowser } from '../support/browser'
import { differentCode, emailsTo, newestCode } from '../support/codes'
import { makeUser, ownCells, type TestAccount } from '../support/factories'
import { extractCode, mailbox } from '../support/mailbox'
import { readCpuSeconds, startServer, type TestServer } from '../support/server'

/* Nobody can lock others out (P38): strangers try passwords for an account, and its owner can still sign in. */

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000
const METRICS_TOKEN = 'lockout'
const WRONG = { ok: false, message: 'Invalid email or password' }
const elsewhere = (now = NOW) => ({ now, address: randomUUID() })
const trustBrowser = (account: { id: string }) => ({ id: randomUUID(), accounts: [account.id] })

/** Tries wrong passwords from different addresses. @returns the delay of each in ms. */
async function tryWrongPasswords({ email }: { email: string }, times: number, now = NOW): Promise<number[]> {
	const waits: number[] = []
	const wait = async (ms: number) => waits.push(ms)
	for (let time = 0; time < times; time++) {
		expect(await signIn({ email, password: 'wrong' }, { ...elsewhere(now), wait })).toEqual(WRONG)
	}
	return waits
}

/** Sets the number of wrong log-ins of strangers counted for an account. */
async function countStrangers({ email }: { email: string }, count: number, now = NOW): Promise<void> {
	const key = `signInOfStrangers:${email}`
	const row = { key, count, windowEndsAt: now + 60 * MINUTE }
	await write(tx => tx.insert(throttles).values(row).onConflictDoUpdate({ target: throttles.key, set: row }))
}

describe('wrong log-ins from many addresses', () => {
	test('delay strangers but reject nobody: the owner can log in from a new browser', async () => {
		const user = await makeUser()
		const waits = await tryWrongPasswords(user, 11)
		for (const count of [19, 49]) {
			await countStrangers(user, count)
			waits.push(...(await tryWrongPasswords(user, 2)))
		}
		expect(waits).toEqual([1_000, 1_000, 2_000, 2_000, 5_000])
		const waited: number[] = []
		const wait = async (ms: number) => waited.push(ms)
		expect(await signIn(user, { ...elsewhere(), wait })).toMatchObject({ ok: true })
		expect(waited).toEqual([5_000])
	})

	test('neither block nor delay a browser that has signed in to the account before', async () => {
		const user = await makeUser()
		await tryWrongPasswords(user, 11)
		const wait = async () => expect.fail('it had to wait')
		const owner = { ...elsewhere(), browser: trustBrowser(user), wait }
		expect(await signIn({ ...user, password: 'mistyped' }, owner)).toEqual(WRONG)
		expect(await signIn(user, owner)).toMatchObject({ ok: true })
	})

	test('from the owner’s address do not affect the owner’s browser', async () => {
		const user = await makeUser()
		const { address } = elsewhere()
		for (let time = 0; time < 11; time++) await signIn({ ...user, password: 'wrong' }, { now: NOW, address })
		expect(await signIn(user, { now: NOW, address })).toMatchObject({ ok: false, retryAfter: 900 })
		expect(await signIn(user, { now: NOW, address, browser: trustBrowser(user) })).toMatchObject({ ok: true })
	})

	test('are forgotten after an hour', async () => {
		const user = await makeUser()
		await tryWrongPasswords(user, 11)
		expect(await tryWrongPasswords(user, 1, NOW + 60 * MINUTE + 1)).toEqual([])
	})

	test('rejected by the limit of an address do not count for the account', async () => {
		const user = await makeUser()
		const by = { ...elsewhere(), wait: async () => undefined }
		for (let time = 0; time < 60; time++) await signIn({ ...user, password: 'wrong' }, by)
		expect(await tryWrongPasswords(user, 1), 'ten of the sixty counted').toEqual([1_000])
	})

	test('are delayed but never rejected, however many there are', () => {
		for (const wrong of [0, 1, 10, 11, 51, 1_000_000]) expect(slowDownMs(wrong)).toBeLessThanOrEqual(5_000)
	})
})

describe('a browser that has signed in before', () => {
	test('has its own limit of ten wrong passwords in a quarter of an hour', async () => {
		const user = await makeUser()
		const browser = trustBrowser(user)
		for (let time = 0; time < 10; time++) {
			expect(await signIn({ ...user, password: 'wrong' }, { ...elsewhere(), browser })).toEqual(WRONG)
		}
		expect(await signIn(user, { ...elsewhere(), browser })).toMatchObject({ ok: false, retryAfter: 900 })
		expect(await signIn(user, elsewhere()), 'another browser').toMatchObject({ ok: true })
	})

	test('is unknown to every other account', async () => {
		const [mine, theirs] = [await makeUser(), await makeUser()]
		const by = { ...elsewhere(), browser: trustBrowser(mine) }
		for (let time = 0; time < 10; time++) await signIn({ ...theirs, password: 'wrong' }, by)
		expect(await signIn(theirs, by)).toMatchObject({ ok: false, retryAfter: 900 })
	})

	test('does not wait behind password checks of strangers', async () => {
		const stored = await hashPassword('correct horse')
		const done: string[] = []
		const flood = Array.from({ length: 66 }, () =>
			verifyPassword(stored, 'wrong').then(() => done.push('stranger')),
		)
		await expect(verifyPassword(stored, 'wrong')).rejects.toMatchObject({ name: 'PasswordsBusyError' })
		const owner = verifyPassword(stored, 'correct horse', { first: true })
		expect(await owner.then(right => done.push('owner') && right)).toBe(true)
		expect(done.indexOf('owner'), 'behind those that were being checked').toBeLessThan(flood.length / 2)
		await Promise.all(flood)
	})
})

describe('codes for a new password', () => {
	async function ask(email: string, by: Parameters<typeof startReset>[1]) {
		const outcome = await startReset(email, by)
		if (!outcome.ok) throw new Error(outcome.message)
		return outcome
	}

	test('are bound to the browser that requested them: a later request by a stranger invalidates none', async () => {
		const { email } = await makeUser()
		const own = await ask(email, { ...elsewhere(), known: undefined })
		const code = await newestCode(email)
		const strange = await ask(email, { ...elsewhere(NOW + 1000), known: undefined })
		const strangers = await newestCode(email)
		if (strangers !== code) {
			expect(await verifyResetCode(own.challengeId, strangers, elsewhere())).toMatchObject({ ok: false })
		}
		expect(await verifyResetCode(strange.challengeId, code, elsewhere())).toMatchObject({
			ok: strangers === code,
		})
		expect(await verifyResetCode(own.challengeId, code, elsewhere())).toMatchObject({ ok: true })
	})

	test('requested twice by a browser: only the newest is valid', async () => {
		const { email } = await makeUser()
		const first = await ask(email, { ...elsewhere(), known: undefined })
		const code = await newestCode(email)
		await ask(email, { ...elsewhere(NOW + 10 * MINUTE), known: first.challengeId })
		expect(await verifyResetCode(first.challengeId, code, elsewhere())).toMatchObject({ ok: false })
	})

	test('one client address can request four of the six per hour, and leaves the rest to others', async () => {
		const { email } = await makeUser()
		const { address } = elsewhere()
		const strange = { now: NOW, address, known: undefined }
		for (let time = 0; time < 4; time++) await ask(email, strange)
		for (let time = 0; time < 20; time++)
			expect(await ask(email, strange)).toMatchObject({ withheldFor: 3600 })
		for (let time = 0; time < 2; time++) {
			const other = await ask(email, { ...elsewhere(), known: undefined })
			expect(other).toMatchObject({ withheldFor: undefined })
		}
		expect(await ask(email, { ...elsewhere(), known: undefined })).toMatchObject({ withheldFor: 3600 })
		expect(await emailsTo(email)).toHaveLength(6)
	})

	test('requested by strangers let the owner continue: a correct one gets a new code for this browser', async () => {
		const { email } = await makeUser()
		for (let time = 0; time < 6; time++) await ask(email, { ...elsewhere(), known: undefined })
		const mailed = await newestCode(email)
		for (let time = 0; time < 50; time++) {
			const { challengeId } = await ask(email, { ...elsewhere(), known: undefined })
			const tried = await verifyResetCode(challengeId, differentCode(mailed), elsewhere())
			expect(tried).toMatchObject({ message: 'Invalid OTP. Please try again.' })
		}
		const own = await ask(email, { ...elsewhere(), known: undefined })
		expect(await getCodeStep(own.challengeId, 'reset', NOW)).toMatchObject({ isWithheld: true })
		const first = await verifyResetCode(own.challengeId, mailed, elsewhere())
		expect(first).toMatchObject({ ok: false, code: 'another-code' })
		const code = await newestCode(email)
		const entered = await verifyResetCode(own.challengeId, code, elsewhere())
		const grant = entered.ok ? entered.grant : ''
		expect(await resetPassword(grant, 'another horse entirely', elsewhere())).toMatchObject({ ok: true })

		const late = await ask(email, { ...elsewhere(), known: undefined })
		for (const { text } of await emailsTo(email)) {
			const used = /\d{6}/.exec(text)?.[0] ?? '000000'
			const tried = await verifyResetCode(late.challengeId, used, elsewhere())
			expect(tried).toEqual({
				ok: false,
				message: expect.stringMatching(/^(Invalid OTP|Too many wrong codes)/),
			})
		}
	})

	test('are accepted after five wrong ones once the same browser has requested again', async () => {
		const { email } = await makeUser()
		for (let time = 0; time < 6; time++) await ask(email, { ...elsewhere(), known: undefined })
		const mailed = await newestCode(email)
		const own = await ask(email, { ...elsewhere(), known: undefined })
		for (let time = 0; time < 5; time++) {
			await verifyResetCode(own.challengeId, differentCode(mailed), elsewhere())
		}
		const again = await ask(email, { ...elsewhere(), known: own.challengeId })
		expect(again.challengeId).not.toBe(own.challengeId)
		const tried = await verifyResetCode(again.challengeId, mailed, elsewhere())
		expect(tried).toMatchObject({ ok: false, code: 'another-code' })
	})

	test('get the same response for an unknown address', async () => {
		const email = `${randomUUID()}@example.test`
		for (let time = 0; time < 6; time++) await ask(email, { ...elsewhere(), known: undefined })
		const { challengeId, withheldFor } = await ask(email, { ...elsewhere(), known: undefined })
		expect(withheldFor).toBe(3600)
		expect(await verifyResetCode(challengeId, '123456', elsewhere())).toMatchObject({
			message: 'Invalid OTP. Please try again.',
		})
	})

	test('entered in the owner’s browser are counted there only, resent or not', async () => {
		const user = await makeUser()
		for (let time = 0; time < 6; time++) await ask(user.email, { ...elsewhere(), known: undefined })
		const browser = trustBrowser(user)
		const { challengeId } = await ask(user.email, { ...elsewhere(), browser, known: undefined })
		for (let time = 1; time < 6; time++) {
			const by = { ...elsewhere(NOW + time * 10 * MINUTE), browser }
			expect(await resendResetCode(challengeId, by)).toEqual({ ok: true })
		}
		const seventh = { ...elsewhere(NOW + 59 * MINUTE), browser, known: undefined }
		expect(await ask(user.email, seventh)).toMatchObject({ withheldFor: 60 })
	})
})

/** Sends the form of a registration. */
const registration = (firstName: string, email: string) =>
	Object.entries({
		firstName,
		lastName: 'Example',
		email,
		password: 'correct horse battery',
		confirmPassword: 'correct horse battery',
		terms: 'on',
	})

describe('over HTTP', () => {
	let server: TestServer
	let user: TestAccount
	beforeAll(async () => {
		const dataDir = process.env['DATA_DIR'] ?? ''
		server = await startServer({ dataDir, env: { TRUST_PROXY: '1', LOG_LEVEL: 'error', METRICS_TOKEN } })
		user = await makeUser()
	})
	afterAll(async () => {
		await server.stop()
	})

	async function publishedImage(accountId: string): Promise<string> {
		const key = newFileKey('creatives', 'webp')
		const image = { key, kind: 'creative', mime: 'image/webp', bytes: 1, name: 'logo.webp' } as const
		await storage.put(key, new Uint8Array([1]))
		await write(tx => tx.insert(files).values({ ...image, accountId, createdAt: Date.now() }))
		await ownCells(accountId, [1], { description: 'A logo', link: 'https://a.example/', imageKey: key })
		return fileUrl(key)
	}

	const browser = (address: string) => makeBrowser(server.url, { address })

	test('the owner’s browser stays trusted after the log-out; a forged or foreign cookie is ignored', async () => {
		const owner = browser('203.0.113.1')
		expect((await owner.logIn(user)).location).toBe('/user/dashboard')
		expect([...owner.jar.keys()]).toContain('known-browser')
		await owner.send('/logout', [])
		expect([...owner.jar.keys()]).not.toContain('session')

		const stranger = browser('203.0.113.1')
		for (let time = 0; time < 10; time++)
			expect((await stranger.logIn({ ...user, password: 'wrong' })).status).toBe(422)
		const refused = await stranger.logIn(user)
		expect(refused.status).toBe(429)
		expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)

		const known = owner.jar.get('known-browser') ?? ''
		const decoded = Buffer.from(decodeURIComponent(known).split('.')[0] ?? '', 'base64').toString()
		expect(decoded).toContain(user.id)
		stranger.jar.set('known-browser', Buffer.from(decoded).toString('base64'))
		expect((await stranger.logIn(user)).status, 'without the signature').toBe(429)

		expect((await owner.logIn(user)).location).toBe('/user/dashboard')
	})

	test('every session makes its browser trusted, and cacheable pages never set the cookie', async () => {
		const owner = browser('203.0.113.2')
		await owner.logIn(user)
		owner.jar.delete('known-browser')
		const image = await owner.send(await publishedImage(user.id))
		expect(image.headers.get('cache-control')).toContain('public')
		expect(image.headers.getSetCookie()).toEqual([])
		await owner.send('/user/dashboard')
		expect([...owner.jar.keys()]).toContain('known-browser')
		expect((await owner.send('/user/dashboard')).headers.getSetCookie()).toEqual([])
		owner.jar.delete('known-browser')
		await write(tx => tx.insert(settings).values({ key: 'maintenance', value: true, updatedAt: Date.now() }))
		await expect.poll(async () => (await owner.send('/about')).status).toBe(503)
		owner.jar.delete('known-browser')
		const notice = await owner.send('/about')
		expect(notice.headers.getSetCookie().filter(line => line.startsWith('known-browser='))).toHaveLength(1)
		await write(tx => tx.delete(settings).where(eq(settings.key, 'maintenance')))
		await expect.poll(async () => (await owner.send('/about')).status).toBe(200)
	})

	test('the owner of an address that strangers registered gets an email about its code, and registers with it', async () => {
		const email = 'besieged@example.test'
		for (let time = 1; time <= 8; time++) {
			const stranger = browser(`203.0.113.${10 + time}`)
			expect((await stranger.send('/register', registration('Eve', email))).location).toBe('/verify-otp')
		}
		const owner = browser('203.0.113.30')
		expect((await owner.send('/register', registration('Ada', email))).location).toBe('/verify-otp')
		const page = (await owner.send('/verify-otp')).html.replaceAll(/<[^>]*>/g, '')
		expect(page).toContain(`has already been sent to ${email}.`)
		const mails = mailbox(process.env['DATA_DIR'] ?? '')
		const code = extractCode(await mails.waitForMail(email))
		const digits = [...code].map(digit => ['digit', digit] as const)
		const entered = await owner.send('/verify-otp', [...digits, ['intent', 'verify']])
		expect(entered.location).toBe('/user/dashboard')
		expect((await owner.send('/user/dashboard')).html).toContain('Ada Example')
	})

	test('a registration continues after five wrong codes once the same browser has requested again', async () => {
		const email = 'mistyped@example.test'
		const owner = browser('203.0.113.60')
		const ask = () => owner.send('/register', registration('Ada', email))
		const enter = async (code: string) => {
			const digits = [...code].map(digit => ['digit', digit] as const)
			return await owner.send('/verify-otp', [...digits, ['intent', 'verify']])
		}
		await ask()
		const code = extractCode(await mailbox(process.env['DATA_DIR'] ?? '').waitForMail(email))
		for (let time = 0; time < 5; time++) await enter(differentCode(code))
		expect((await enter(code)).location).toBe('')
		await ask()
		expect((await enter(code)).location).toBe('/user/dashboard')
	})

	test('a correct code after many guesses of strangers gets another code by email, which works', async () => {
		const email = 'guessed-at@example.test'
		const mails = mailbox(process.env['DATA_DIR'] ?? '')
		const enter = (who: ReturnType<typeof browser>, code: string) =>
			who.send('/verify-otp', [...[...code].map(digit => ['digit', digit] as const), ['intent', 'verify']])
		await browser('203.0.113.100').send('/register', registration('Eve', email))
		const first = extractCode(await mails.waitForMail(email))
		for (let network = 1; network <= 10; network++) {
			const stranger = browser(`198.51.${network}.1`)
			await stranger.send('/register', registration('Eve', email))
			for (let time = 0; time < 5; time++) {
				expect((await enter(stranger, differentCode(first))).html).not.toContain('Too many attempts')
			}
		}
		const owner = browser('203.0.113.101')
		await owner.send('/register', registration('Ada', email))
		const response = await enter(owner, first)
		expect(response.location).toBe('/verify-otp')
		expect((await owner.send('/verify-otp')).html).toContain('That code is right.')
		const second = extractCode(await mails.waitForMail(email))
		expect((await enter(owner, second)).location).toBe('/user/dashboard')
	})

	test('80 parallel resets without a grant compute no hashes and delay nobody', async () => {
		const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.66' }
		const body = JSON.stringify({ newPassword: 'correct horse battery' })
		const before = await readCpuSeconds(server, METRICS_TOKEN)
		const flood = Array.from({ length: 80 }, async () => {
			const response = await fetch(`${server.url}/api/user/resetpassword`, { method: 'POST', headers, body })
			await response.text()
			return response.status
		})
		expect(new Set(await Promise.all(flood))).toEqual(new Set([403]))
		const seconds = (await readCpuSeconds(server, METRICS_TOKEN)) - before
		// 80 hashes take two seconds.
		expect(seconds).toBeLessThan(1)
	})

	test('after a hundred strangers’ attempts the owner logs in from a new browser, with a delay', async () => {
		await countStrangers(user, 100, Date.now())
		const began = performance.now()
		const response = await browser('203.0.113.3').logIn(user)
		expect(response.location).toBe('/user/dashboard')
		expect(performance.now() - began).toBeGreaterThan(4_500)
	})
})

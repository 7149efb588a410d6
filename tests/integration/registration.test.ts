import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { TOTPStrategy } from 'remix-auth-totp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { countAttempt } from '~/domain/accounts/sign-in/limits.server'
import {
	finishRegistration,
	resendRegistrationCode,
	startRegistration,
} from '~/domain/accounts/sign-in/registration.commands.server'
import { startReset, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { isCode, NO_CODE } from '~/server/auth/one-time-code.server'
import { db, write } from '~/server/db/db.server'
import { accounts, challenges, sessions, throttles } from '~/server/db/schema.server'
import { differentCode, emailsTo, newestCode } from '../support/codes'
import { makeUser } from '../support/factories'

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000
const somebody = () => ({
	firstName: 'Ada',
	lastName: 'Example',
	email: `${randomUUID()}@example.test`,
	password: 'correct horse battery',
})
/* Limits per client address have their own tests, so every request here has another address. */
const from = (now = NOW) => ({ now, address: randomUUID() })

async function start(form = somebody(), now = NOW, known?: string) {
	const outcome = await startRegistration(form, { ...from(now), known })
	if (!outcome.ok) throw new Error(outcome.message)
	return { ...form, id: outcome.challengeId }
}
const readAccount = (email: string) => db.select().from(accounts).where(eq(accounts.email, email))

test('an account is created when the code is entered, not before', async () => {
	const { id, email, password } = await start()
	expect(await readAccount(email)).toEqual([])

	const outcome = await finishRegistration(id, await newestCode(email), from())

	expect(outcome).toMatchObject({
		ok: true,
		cookie: expect.stringMatching(/^session=.+HttpOnly.+SameSite=Lax/),
	})
	expect(await readAccount(email)).toMatchObject([{ fullName: 'Ada Example', role: 'user' }])
	expect(await signIn({ email, password }, from())).toMatchObject({ ok: true, role: 'user' })
	const [used] = await db.select().from(challenges).where(eq(challenges.id, id))
	expect(used?.payload, 'no copy of the password hash is left').toBeNull()
})

test('one of twenty parallel correct codes succeeds', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	const outcomes = await Promise.all(Array.from({ length: 20 }, () => finishRegistration(id, code, from())))
	expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
	const [account] = await readAccount(email)
	const opened = await db
		.select()
		.from(sessions)
		.where(eq(sessions.accountId, account?.id ?? ''))
	expect(opened).toHaveLength(1)
})

test('a code stays valid after four wrong tries', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	for (let time = 0; time < 4; time++) {
		expect(await finishRegistration(id, differentCode(code), from())).toEqual({
			ok: false,
			message: 'Invalid OTP. Please try again.',
		})
	}
	expect(await finishRegistration(id, code, from())).toMatchObject({ ok: true })
})

test('the correct code is rejected after five wrong ones', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	for (let time = 0; time < 5; time++) await finishRegistration(id, differentCode(code), from())
	expect(await finishRegistration(id, code, from())).toEqual({
		ok: false,
		message: 'Too many wrong codes. Please request a new one.',
	})
	expect(await readAccount(email)).toEqual([])
})

test('thirty parallel wrong codes count as five, and a correct one among them is rejected', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	await Promise.all(Array.from({ length: 30 }, () => finishRegistration(id, differentCode(code), from())))
	const [row] = await db.select().from(challenges).where(eq(challenges.id, id))
	expect(row?.attempts).toBe(5)
	expect(await finishRegistration(id, code, from())).toMatchObject({ ok: false })
})

test.each([
	{ after: 5 * MINUTE - 1, ok: true },
	{ after: 5 * MINUTE, ok: false },
])('a code is valid for five minutes: $after ms', async ({ after, ok }) => {
	const { id, email } = await start()
	expect(await finishRegistration(id, await newestCode(email), from(NOW + after))).toMatchObject({ ok })
})

test('a code works once', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	await finishRegistration(id, code, from())
	expect(await finishRegistration(id, code, from())).toMatchObject({ ok: false })
})

describe('a new registration code', () => {
	test('is not sent for a completed registration', async () => {
		const { id, email } = await start()
		await finishRegistration(id, await newestCode(email), from())
		expect(await resendRegistrationCode(id, from(NOW + 6 * MINUTE))).toEqual({
			ok: false,
			message: 'Failed to resend OTP',
		})
		expect(await emailsTo(email)).toHaveLength(1)
	})

	test('is not sent before the countdown ends', async () => {
		const { id, email } = await start()
		expect(await resendRegistrationCode(id, from(NOW + 4 * MINUTE))).toEqual({
			ok: false,
			code: 'too-many',
			message: 'Please wait 60 seconds before requesting a new OTP',
			retryAfter: 60,
		})
		expect(await emailsTo(email)).toHaveLength(1)
	})

	test('invalidates the old one and has five tries of its own', async () => {
		const { id, email } = await start()
		const old = await newestCode(email)
		for (let time = 0; time < 5; time++) await finishRegistration(id, differentCode(old), from())
		const later = NOW + 5 * MINUTE

		expect(await resendRegistrationCode(id, from(later))).toEqual({ ok: true })

		const fresh = await newestCode(email)
		if (fresh !== old) expect(await finishRegistration(id, old, from(later))).toMatchObject({ ok: false })
		expect(await finishRegistration(id, fresh, from(later))).toMatchObject({ ok: true })
	})

	test('is sent once with parallel requests', async () => {
		const { id, email } = await start()
		const asked = Array.from({ length: 10 }, () => resendRegistrationCode(id, from(NOW + 6 * MINUTE)))
		const outcomes = await Promise.all(asked)
		expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
		expect(await emailsTo(email)).toHaveLength(2)
	})

	test('beyond the limit is not sent, and earlier ones stay valid in this browser', async () => {
		const { id, email } = await start()
		for (let time = 1; time < 5; time++) {
			expect(await resendRegistrationCode(id, from(NOW + time * 5 * MINUTE))).toEqual({ ok: true })
		}
		const code = await newestCode(email)
		const later = NOW + 30 * MINUTE
		for (let time = 0; time < 5; time++) await finishRegistration(id, differentCode(code), from(later))
		expect(await resendRegistrationCode(id, from(later))).toEqual({
			ok: false,
			code: 'too-many',
			message: sentAlready('30 minutes'),
			retryAfter: 1800,
		})
		expect(await emailsTo(email)).toHaveLength(5)
		expect(await resendRegistrationCode(id, from(later + 10 * MINUTE))).toMatchObject({
			message: 'Please wait 1200 seconds before requesting a new OTP',
		})
		expect(await finishRegistration(id, code, from(later))).toMatchObject({ ok: true })
	})

	test('requested too early is not counted', async () => {
		const { id } = await start()
		for (let time = 0; time < 10; time++) await resendRegistrationCode(id, from(NOW + MINUTE))
		expect(await resendRegistrationCode(id, from(NOW + 5 * MINUTE))).toEqual({ ok: true })
	})

	test('of another browser does not affect or verify this one', async () => {
		const first = await start()
		const code = await newestCode(first.email)
		const second = await start({ ...somebody(), email: first.email }, NOW + 2 * MINUTE)
		const others = await newestCode(first.email)
		if (others !== code)
			expect(await finishRegistration(first.id, others, from())).toMatchObject({ ok: false })
		expect(await finishRegistration(first.id, code, from())).toMatchObject({ ok: true })
		expect(await finishRegistration(second.id, others, from())).toMatchObject({ ok: false })
		expect(await readAccount(first.email)).toHaveLength(1)
	})

	test('of the same browser invalidates the old one', async () => {
		const first = await start()
		const code = await newestCode(first.email)
		await start(first, NOW + 5 * MINUTE, first.id)
		expect(await finishRegistration(first.id, code, from())).toMatchObject({ ok: false })
	})
})

test('is not sent when the same browser corrects the name during the countdown', async () => {
	const first = await start()
	const again = await start({ ...first, firstName: 'Grace' }, NOW + MINUTE, first.id)
	expect(again.id).toBe(first.id)
	expect(await emailsTo(first.email)).toHaveLength(1)
	await finishRegistration(first.id, await newestCode(first.email), from())
	expect(await readAccount(first.email)).toMatchObject([{ fullName: 'Grace Example' }])
})

describe('registering a known address', () => {
	test('gets the same response, a different email, and no valid code', async () => {
		const owner = await makeUser()
		const stranger = await start({ ...somebody(), email: owner.email })

		const [letter] = await emailsTo(owner.email)
		expect(letter).toMatchObject({ kind: 'account-exists', subject: 'You already have an account' })
		expect(letter?.text).not.toMatch(/\d{6}/)
		const [row] = await db.select().from(challenges).where(eq(challenges.id, stranger.id))
		expect(row?.codeHash).toBe(NO_CODE)

		const words: string[] = []
		for (let time = 0; time < 6; time++) {
			const outcome = await finishRegistration(stranger.id, '000000', from())
			words.push(outcome.ok ? 'opened' : outcome.message)
		}
		expect(words).toEqual([
			...Array(4).fill('Invalid OTP. Please try again.'),
			...Array(2).fill('Too many wrong codes. Please request a new one.'),
		])
		expect(await signIn(owner, from())).toMatchObject({ ok: true })
	})

	test('also gets no valid code by requesting a new one', async () => {
		const owner = await makeUser()
		const { id } = await start({ ...somebody(), email: owner.email })
		expect(await resendRegistrationCode(id, from(NOW + 5 * MINUTE))).toEqual({ ok: true })
		const letters = await emailsTo(owner.email)
		expect(letters.map(letter => letter.kind)).toEqual(['account-exists', 'account-exists'])
	})
})

test('an address registered while the code was on its way is not registered twice', async () => {
	const { id, email } = await start()
	const code = await newestCode(email)
	const owner = await makeUser({ email })
	expect(await finishRegistration(id, code, from())).toEqual({ ok: false, message: 'Verification failed' })
	expect(await readAccount(email)).toMatchObject([{ id: owner.id }])
})

describe('a code is valid for its purpose only', () => {
	test('a registration code is rejected for a reset', async () => {
		const { id, email } = await start()
		expect(await verifyResetCode(id, await newestCode(email), from())).toMatchObject({ ok: false })
	})

	test('a reset code is rejected for a registration', async () => {
		const owner = await makeUser()
		const reset = await startReset(owner.email, { ...from(), known: undefined })
		if (!reset.ok) throw new Error(reset.message)
		const code = await newestCode(owner.email)
		expect(await finishRegistration(reset.challengeId, code, from())).toMatchObject({ ok: false })
	})
})

const sentAlready = (wait: string) =>
	`A code has already been sent to this address. Please enter the newest one, or ask for another in ${wait}.`

describe('an address that strangers also register', () => {
	/** Eight strangers register an address, this many minutes apart. @returns the owner of the address. */
	async function registerRepeatedly(minutes: number, owner = somebody()) {
		for (let time = 0; time < 8; time++) {
			await start({ ...somebody(), email: owner.email }, NOW + time * minutes * MINUTE)
		}
		return owner
	}
	/** Registers the owner. @returns the challenge, for which no code was sent. */
	async function register(owner: ReturnType<typeof somebody>, now: number) {
		const outcome = await startRegistration(owner, { ...from(now), known: undefined })
		if (!outcome.ok) throw new Error(outcome.message)
		expect(outcome.withheldFor).toBeGreaterThan(0)
		return outcome.challengeId
	}
	const codesTo = async (email: string) =>
		(await emailsTo(email)).map(({ text }) => /\d{6}/.exec(text ?? '')?.[0] ?? '')

	test('gets one email a minute, whose code works in the owner’s browser with the names typed there', async () => {
		const owner = await registerRepeatedly(0)
		expect(await codesTo(owner.email)).toHaveLength(1)
		const id = await register(owner, NOW + 1000)
		expect(await getCodeStep(id, 'registration', NOW)).toMatchObject({
			isWithheld: true,
			resendAfter: NOW + 60_000,
		})
		const code = await newestCode(owner.email)
		expect(await finishRegistration(id, differentCode(code), from())).toMatchObject({ message: INVALID })
		expect(await finishRegistration(id, code, from(NOW + 4 * MINUTE))).toMatchObject({ ok: true })
		expect(await readAccount(owner.email)).toMatchObject([{ fullName: 'Ada Example' }])
		expect(await signIn(owner, from())).toMatchObject({ ok: true })
	})

	test('gets five an hour, and each code works there until the next can be sent', async () => {
		const owner = await registerRepeatedly(2)
		const codes = await codesTo(owner.email)
		expect(codes).toHaveLength(5)
		for (const code of codes) {
			const other = { ...owner, email: `${randomUUID()}@example.test` }
			const id = await register(owner, NOW + 50 * MINUTE)
			await write(tx => tx.update(challenges).set({ email: other.email }).where(eq(challenges.id, id)))
			expect(await finishRegistration(id, code, from(NOW + 50 * MINUTE))).toMatchObject({ message: INVALID })
		}
		const id = await register(owner, NOW + 59 * MINUTE)
		expect(await finishRegistration(id, codes.at(-1) ?? '', from(NOW + 59 * MINUTE))).toMatchObject({
			ok: true,
		})
	})

	test('gets a code again after the hour', async () => {
		const owner = await registerRepeatedly(2)
		const id = await register(owner, NOW + 40 * MINUTE)
		expect(await resendRegistrationCode(id, from(NOW + 61 * MINUTE))).toEqual({ ok: true })
		const old = (await codesTo(owner.email))[1] ?? ''
		const code = await newestCode(owner.email)
		expect(code).not.toBe(old)
		expect(await finishRegistration(id, old, from(NOW + 61 * MINUTE))).toMatchObject({ message: INVALID })
		expect(await finishRegistration(id, code, from(NOW + 61 * MINUTE))).toMatchObject({ ok: true })
	})

	test('does not accept a code sent more than an hour ago or already used', async () => {
		const owner = await registerRepeatedly(0)
		const [code = ''] = await codesTo(owner.email)
		const late = { ...from(NOW + 66 * MINUTE), known: undefined }
		await write(tx => tx.delete(throttles))
		for (let time = 0; time < 2; time++) await startRegistration({ ...owner, email: owner.email }, late)
		const [waiting] = await db
			.select()
			.from(challenges)
			.where(
				and(
					eq(challenges.email, owner.email),
					eq(challenges.createdAt, late.now),
					isNull(challenges.codeHash),
				),
			)
		expect(await finishRegistration(waiting?.id ?? '', code, late)).toMatchObject({ message: INVALID })

		const other = await registerRepeatedly(0)
		const [first, second] = [await register(other, NOW), await register(other, NOW)]
		const served = await newestCode(other.email)
		expect(await finishRegistration(first, served, from())).toMatchObject({ ok: true })
		expect(await finishRegistration(second, served, from())).toMatchObject({ message: INVALID })
	})

	test('gets the same response when it has an account, and no valid code', async () => {
		const { email } = await makeUser()
		const owner = somebody()
		for (let time = 0; time < 8; time++) await start({ ...owner, email }, NOW)
		expect(await emailsTo(email)).toHaveLength(1)
		const id = await register({ ...owner, email }, NOW)
		expect(await getCodeStep(id, 'registration', NOW)).toMatchObject({ isWithheld: true })
		expect(await finishRegistration(id, '123456', from())).toMatchObject({ message: INVALID })
		expect(await resendRegistrationCode(id, from(NOW + 2 * MINUTE))).toEqual({ ok: true })
		expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(['account-exists', 'account-exists'])
	})

	test('takes the same time to reject a code with and without an account', async () => {
		// Creates the value that is compared when there is no code, as the first comparison does.
		expect(await isCode('any', '123456', NO_CODE)).toBe(false)
		const compared = vi.spyOn(TOTPStrategy.prototype, 'authenticate')
		onTestFinished(() => compared.mockRestore())
		const { email } = await makeUser()
		const work = []
		for (const owner of [somebody(), somebodyAt(email)]) {
			await registerRepeatedly(2, owner)
			const withheld = await register(owner, NOW + 20 * MINUTE)
			const [first] = await db.select().from(challenges).where(eq(challenges.email, owner.email))
			compared.mockClear()
			for (const challenge of [first?.id ?? '', withheld]) {
				expect(await finishRegistration(challenge, '123456', from())).toMatchObject({ message: INVALID })
			}
			work.push(compared.mock.calls.length)
		}
		expect(work[0]).toBeGreaterThan(5)
		expect(work[1]).toBe(work[0])
	})

	/** Strangers guess the codes that were sent, each from another browser and network. */
	async function guess(email: string, times: number, now = NOW) {
		const wrong = differentCode(await newestCode(email))
		for (let time = 0; time < times; time++) {
			const id = await register(somebodyAt(email), now)
			expect(await finishRegistration(id, wrong, from(now))).toMatchObject({ message: INVALID })
		}
	}

	test('works immediately in the owner’s browser after a few guesses of strangers', async () => {
		const owner = await registerRepeatedly(0)
		await guess(owner.email, 19)
		const id = await register(owner, NOW)
		expect(await finishRegistration(id, await newestCode(owner.email), from())).toMatchObject({ ok: true })
	})

	test('is never blocked by strangers: after many guesses, a correct code gets a new one for this browser', async () => {
		const owner = await registerRepeatedly(0)
		await guess(owner.email, 50)
		const id = await register(owner, NOW)
		const first = await newestCode(owner.email)
		expect(await finishRegistration(id, first, from())).toMatchObject({ ok: false, code: 'another-code' })
		expect(await readAccount(owner.email)).toEqual([])
		expect(await getCodeStep(id, 'registration', NOW)).toMatchObject({ isWithheld: false, triesLeft: 5 })

		// A guess that is correct by chance does not verify, and cannot be repeated.
		const second = await newestCode(owner.email)
		const strange = await register(somebodyAt(owner.email), NOW)
		expect(await finishRegistration(strange, first, from())).toMatchObject({ message: INVALID })
		await guess(owner.email, 20)
		expect(await finishRegistration(id, differentCode(second), from())).toMatchObject({ message: INVALID })
		expect(await finishRegistration(id, second, from())).toMatchObject({ ok: true })
		expect(await signIn(owner, from())).toMatchObject({ ok: true })
	})
})

const INVALID = 'Invalid OTP. Please try again.'
const somebodyAt = (email: string) => ({ ...somebody(), email })

describe('limits', () => {
	test('do not count a correct code, and do not reset the count of wrong ones', async () => {
		const caller = from()
		for (let time = 0; time < 59; time++) await countAttempt('codeTriesPerAddress', caller.address, NOW)
		for (let time = 0; time < 2; time++) {
			const { id, email } = await start()
			expect(await finishRegistration(id, await newestCode(email), caller)).toMatchObject({ ok: true })
		}
		const { id, email } = await start()
		const code = await newestCode(email)
		const sixtieth = await finishRegistration(id, differentCode(code), caller)
		expect(sixtieth).toEqual({ ok: false, message: 'Invalid OTP. Please try again.' })
		expect(await finishRegistration(id, code, caller)).toMatchObject({ ok: false, retryAfter: 900 })
	})

	test('do not count a corrected name during the countdown, which sends nothing', async () => {
		const form = somebody()
		const { id } = await start(form)
		for (let time = 0; time < 10; time++) await start(form, NOW + MINUTE, id)
		expect(await resendRegistrationCode(id, from(NOW + 5 * MINUTE))).toEqual({ ok: true })
	})

	test('allow sixty open registrations in a quarter of an hour from one client, not counting completed ones', async () => {
		const address = randomUUID()
		const form = somebody()
		const first = await startRegistration(form, { now: NOW, address, known: undefined })
		if (!first.ok) throw new Error(first.message)
		for (let time = 0; time < 59; time++) await countAttempt('registrationsPerAddress', address, NOW)

		await finishRegistration(first.challengeId, await newestCode(form.email), { now: NOW, address })

		const next = () => startRegistration(somebody(), { now: NOW, address, known: undefined })
		expect(await next()).toMatchObject({ ok: true })
		expect(await next()).toMatchObject({ ok: false, retryAfter: 900 })
	})

	test('allow sixty wrong codes in a quarter of an hour from one client, over all challenges', async () => {
		const address = randomUUID()
		for (let time = 0; time < 60; time++)
			await finishRegistration(randomUUID(), '123456', { now: NOW, address })
		const { id, email } = await start()
		expect(await finishRegistration(id, await newestCode(email), { now: NOW, address })).toMatchObject({
			ok: false,
			retryAfter: 900,
		})
	})
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import {
	confirmSecondFactor,
	renewRecoveryCodes,
	startSecondFactor,
	turnOffSecondFactor,
} from '~/domain/accounts/second-factor/second-factor.commands.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { resetPassword, startReset, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import {
	findWaitingSignIn,
	passSecondFactor,
	signIn,
} from '~/domain/accounts/sign-in/sign-in.commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { db, write } from '~/server/db/db.server'
import { accounts, recoveryCodes, secondFactors, sessions } from '~/server/db/schema.server'
import { env } from '~/server/ops/env.server'
import { actionsOn } from '../support/audit'
import { codeAt } from '../support/authenticator'
import { signInChanger } from '../support/changer'
import { differentCode, emailsTo, newestCode } from '../support/codes'
import { makeAdmin, makeUser, type TestAccount } from '../support/factories'
import { setUpSecondFactor } from '../support/second-factor'

const NOW = Date.UTC(2026, 5, 1, 12)
const STEP = 30_000
const MINUTE = 60_000
const from = (now = NOW) => ({ now, address: randomUUID() })
const [secret = ''] = env.sessionSecrets

afterEach(async () => {
	env.sessionSecrets.splice(0, env.sessionSecrets.length, secret)
	await changeSettings({ demandSecondFactor: false }, { actorId: 'test', now: NOW })
})

async function waitingSignIn(account: TestAccount, now = NOW): Promise<string> {
	const outcome = await signIn(account, from(now))
	if (!outcome.ok || outcome.next !== 'second-factor') throw new Error('No code was asked for')
	return outcome.challengeId
}

const enter = async (account: TestAccount, code: string, now = NOW) =>
	passSecondFactor(await waitingSignIn(account, now), code, from(now))
const readSessions = ({ id }: TestAccount) => db.select().from(sessions).where(eq(sessions.accountId, id))
const kindsTo = async ({ email }: TestAccount) => (await emailsTo(email)).map(({ kind }) => kind)
const fresh = (account: TestAccount, signedInAt = NOW) => signInChanger(account, signedInAt)

describe('setting up two-factor authentication', () => {
	test('shows a key for an app, encrypted in the database', async () => {
		const user = await makeUser()
		expect(await readSecondFactor(user, NOW)).toEqual({ state: 'off' })
		expect(await startSecondFactor(await fresh(user), '', from())).toEqual({ ok: true })
		const view = await readSecondFactor(user, NOW)
		if (view.state !== 'setup') throw new Error(view.state)
		expect(view.key).toMatch(/^[A-Z2-7]{32}$/)
		const link = new URL(view.link)
		expect(link.protocol).toBe('otpauth:')
		expect(decodeURIComponent(link.pathname)).toContain(user.email)
		expect(Object.fromEntries(link.searchParams)).toEqual({
			issuer: 'MCXI',
			secret: view.key,
			algorithm: 'SHA1',
			digits: '6',
			period: '30',
		})
		const [row] = await db.select().from(secondFactors).where(eq(secondFactors.accountId, user.id))
		expect(row?.secret).not.toContain(view.key)
		expect(view.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
	})

	test('does not affect sign-ins before the first code', async () => {
		const user = await makeUser()
		await startSecondFactor(await fresh(user), '', from())
		expect(await signIn(user, from())).toMatchObject({ ok: true, next: 'in' })
	})

	test('ends with a correct code, ten recovery codes, an audit entry and an email', async () => {
		const user = await makeUser()
		const { link, codes } = await setUpSecondFactor(user, NOW)
		expect(link).toContain('otpauth://totp/')
		expect(codes).toHaveLength(10)
		expect(new Set(codes).size).toBe(10)
		for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
		const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, user.id))
		expect(JSON.stringify(stored)).not.toContain(codes[0]?.replaceAll('-', ''))
		expect(await readSecondFactor(user, NOW)).toMatchObject({ state: 'on', codesLeft: 10 })
		expect(await actionsOn(user.id)).toEqual(['account.second-factor-on'])
		expect(await kindsTo(user)).toEqual(['second-factor-on'])
	})

	test('changes nothing with a wrong code; one of many parallel correct ones succeeds', async () => {
		const user = await makeUser()
		await startSecondFactor(await fresh(user), '', from())
		const view = await readSecondFactor(user, NOW)
		const code = view.state === 'setup' ? codeAt(view.link, NOW) : ''
		expect(await confirmSecondFactor(user.id, differentCode(code), NOW)).toMatchObject({ code: 'wrong-code' })
		expect(await signIn(user, from())).toMatchObject({ next: 'in' })
		const outcomes = await Promise.all(
			Array.from({ length: 10 }, () => confirmSecondFactor(user.id, code, NOW)),
		)
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(outcomes.filter(outcome => !outcome.ok && outcome.code === 'wrong-state')).toHaveLength(9)
		expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, user.id))).toHaveLength(10)
	})

	test('keeps a key for an hour, until a newer one replaces it', async () => {
		const user = await makeUser()
		await startSecondFactor(await fresh(user), '', from())
		const first = await readSecondFactor(user, NOW)
		const old = first.state === 'setup' ? first.link : ''
		const late = NOW + 60 * MINUTE
		expect(await readSecondFactor(user, late)).toEqual({ state: 'off' })
		expect(await confirmSecondFactor(user.id, codeAt(old, late), late)).toMatchObject({ code: 'wrong-state' })
		await startSecondFactor(await fresh(user, late), '', from(late))
		expect(await confirmSecondFactor(user.id, codeAt(old, late), late)).toMatchObject({ code: 'wrong-code' })
	})

	test('requires the password when the sign-in is not recent', async () => {
		const user = await makeUser()
		const stale = await fresh(user, NOW - 15 * MINUTE - 1)
		expect(await startSecondFactor(stale, '', from())).toMatchObject({ code: 'wrong-password' })
		expect(await startSecondFactor(stale, 'wrong horse', from())).toMatchObject({
			field: 'currentPassword',
		})
		expect(await readSecondFactor(user, NOW)).toEqual({ state: 'off' })
		expect(await startSecondFactor(stale, user.password, from())).toEqual({ ok: true })
	})

	test('requires a new sign-in without a password', async () => {
		const user = await makeUser()
		await write(tx => tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, user.id)))
		const stale = await fresh(user, NOW - 15 * MINUTE - 1)
		expect(await startSecondFactor(stale, '', from())).toMatchObject({ code: 'stale' })
		expect(await startSecondFactor(await fresh(user), '', from())).toEqual({ ok: true })
	})

	test('never replaces active two-factor authentication', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW)
		expect(await startSecondFactor(await fresh(user), '', from())).toMatchObject({ code: 'wrong-state' })
		expect(await enter(user, codeAt(link, NOW))).toMatchObject({ ok: true })
	})
})

describe('signing in with two-factor authentication', () => {
	test('opens no session with the password alone; the code does', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW)
		const challengeId = await waitingSignIn(user)
		expect(await readSessions(user)).toEqual([])
		expect(await findWaitingSignIn(challengeId, NOW)).toBe(user.email)
		expect(await passSecondFactor(challengeId, codeAt(link, NOW), from())).toMatchObject({
			ok: true,
			next: 'in',
			role: 'user',
			fullName: user.fullName,
		})
		expect(await readSessions(user)).toHaveLength(1)
	})

	test('accepts the code of the previous or next step, written with a space', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const spaced = (now: number) => codeAt(link, now).replace(/^.../, '$& ')
		expect(await enter(user, spaced(NOW - STEP))).toMatchObject({ ok: true })
		expect(await enter(user, spaced(NOW + STEP))).toMatchObject({ ok: true })
		expect(await enter(user, codeAt(link, NOW + 2 * STEP + STEP))).toMatchObject({ code: 'wrong-code' })
	})

	test('accepts a code once, also across sign-ins, and no earlier one afterwards', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const code = codeAt(link, NOW)
		expect(await enter(user, code)).toMatchObject({ ok: true })
		expect(await enter(user, code)).toMatchObject({ code: 'used-code' })
		expect(await enter(user, codeAt(link, NOW - STEP)), 'an older one').toMatchObject({ code: 'used-code' })
		expect(await enter(user, codeAt(link, NOW + STEP)), 'the next one').toMatchObject({ ok: true })
	})

	test('does not accept the code of the set-up', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW + MINUTE)
		expect(await enter(user, codeAt(link, NOW))).toMatchObject({ code: 'used-code' })
	})

	test('accepts one of twenty parallel correct codes, in one sign-in or in many', async () => {
		for (const many of [false, true]) {
			const user = await makeUser()
			const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
			const one = await waitingSignIn(user)
			const ids: string[] = []
			for (let time = 0; time < 20; time++) ids.push(many ? await waitingSignIn(user) : one)
			const outcomes = await Promise.all(ids.map(id => passSecondFactor(id, codeAt(link, NOW), from())))
			expect(
				outcomes.filter(({ ok }) => ok),
				many ? 'many' : 'one',
			).toHaveLength(1)
			expect(await readSessions(user)).toHaveLength(1)
		}
	})

	test('rejects the sixth try, correct or not, and notifies the owner once', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const wrong = differentCode(codeAt(link, NOW))
		for (let round = 0; round < 2; round++) {
			const id = await waitingSignIn(user)
			for (let time = 1; time < 5; time++) {
				expect(await passSecondFactor(id, wrong, from())).toMatchObject({ code: 'wrong-code' })
			}
			expect(await passSecondFactor(id, wrong, from()), 'the fifth').toMatchObject({
				code: 'over',
				message: 'Too many wrong codes. Please log in again.',
			})
			expect(await passSecondFactor(id, codeAt(link, NOW), from())).toMatchObject({ code: 'over' })
			expect(await findWaitingSignIn(id, NOW)).toBeUndefined()
		}
		expect(await readSessions(user)).toEqual([])
		expect(await kindsTo(user)).toEqual(['wrong-second-factor', 'second-factor-on'])
		expect(
			(await actionsOn(user.id)).filter(action => action === 'account.second-factor-refused'),
		).toHaveLength(2)
	})

	test('counts parallel tries', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const id = await waitingSignIn(user)
		const wrong = differentCode(codeAt(link, NOW))
		const outcomes = await Promise.all(Array.from({ length: 20 }, () => passSecondFactor(id, wrong, from())))
		expect(outcomes.filter(outcome => !outcome.ok && outcome.code === 'wrong-code')).toHaveLength(4)
	})

	test('allows twenty wrong codes an hour over all sign-ins; a recovery code still works', async () => {
		const user = await makeUser()
		const { link, codes } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const right = codeAt(link, NOW)
		for (let round = 0; round < 4; round++) {
			const id = await waitingSignIn(user)
			for (let time = 0; time < 5; time++) await passSecondFactor(id, differentCode(right), from())
		}
		expect(await enter(user, right)).toMatchObject({ code: 'too-many', retryAfter: 3600 })
		expect(await enter(user, codes[0] ?? '')).toMatchObject({ ok: true })
		const later = NOW + 60 * MINUTE + 1
		expect(await enter(user, codeAt(link, later), later)).toMatchObject({ ok: true })
	})

	test('does not count correct codes', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		for (let time = 0; time < 25; time++) {
			const now = NOW + time * STEP
			expect(await enter(user, codeAt(link, now), now), `time ${time}`).toMatchObject({ ok: true })
		}
	})

	test('must be completed within ten minutes', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW)
		const id = await waitingSignIn(user)
		const late = NOW + 10 * MINUTE
		expect(await passSecondFactor(id, codeAt(link, late), from(late))).toMatchObject({ code: 'over' })
		expect(await passSecondFactor(id, codeAt(link, late - 1), from(late - 1))).toMatchObject({ ok: true })
	})

	test.each(['', 'nothing', '000', '１２３４５６'])('rejects %j', async typed => {
		const user = await makeUser()
		await setUpSecondFactor(user, NOW)
		expect(await enter(user, typed)).toMatchObject({ code: 'wrong-code' })
	})

	test("rejects another account's code", async () => {
		const [user, other] = [await makeUser(), await makeUser()]
		await setUpSecondFactor(user, NOW)
		const { link, codes } = await setUpSecondFactor(other, NOW)
		expect(await enter(user, codeAt(link, NOW))).toMatchObject({ code: 'wrong-code' })
		expect(await enter(user, codes[0] ?? '')).toMatchObject({ code: 'wrong-code' })
	})

	test('works with a key encrypted with an older secret of the list; without it, recovery codes work', async () => {
		const user = await makeUser()
		const { link, codes } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		env.sessionSecrets.unshift('a newer secret of at least 32 characters')
		expect(await enter(user, codeAt(link, NOW))).toMatchObject({ ok: true })
		env.sessionSecrets.pop()
		expect(await enter(user, codeAt(link, NOW + STEP))).toMatchObject({ code: 'unreadable' })
		expect(await enter(user, codes[3] ?? '')).toMatchObject({ ok: true })
	})

	test('is not bypassed by a new password, which ends sign-ins started with the old one', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW)
		const begun = await waitingSignIn(user)
		const started = await startReset(user.email, { ...from(), known: undefined })
		if (!started.ok) throw new Error(started.message)
		const verified = await verifyResetCode(started.challengeId, await newestCode(user.email), from())
		if (!verified.ok) throw new Error(verified.message)
		expect(await resetPassword(verified.grant, 'another horse entirely', from())).toMatchObject({ ok: true })
		expect(await passSecondFactor(begun, codeAt(link, NOW), from())).toMatchObject({ code: 'over' })
		const renewed = { ...user, password: 'another horse entirely' }
		expect(await signIn(renewed, from())).toMatchObject({ ok: true, next: 'second-factor' })
		expect(await enter(renewed, codeAt(link, NOW))).toMatchObject({ ok: true })
	})
})

describe('a recovery code', () => {
	test('works once, in any case and grouping, and the owner is notified', async () => {
		const user = await makeUser()
		const { codes } = await setUpSecondFactor(user, NOW)
		const typed = (codes[4] ?? '').toLowerCase().replaceAll('-', ' ')
		expect(await enter(user, typed)).toMatchObject({ ok: true })
		expect(await enter(user, codes[4] ?? '')).toMatchObject({ code: 'wrong-code' })
		expect(await readSecondFactor(user, NOW)).toMatchObject({ codesLeft: 9 })
		const [letter] = await emailsTo(user.email)
		expect(letter?.text).toMatch(/Recovery codes left +9/)
		expect(await actionsOn(user.id)).toContain('account.recovery-code-used')
	})

	test('works in one of twenty parallel sign-ins', async () => {
		const user = await makeUser()
		const { codes } = await setUpSecondFactor(user, NOW)
		const ids: string[] = []
		for (let time = 0; time < 20; time++) ids.push(await waitingSignIn(user))
		const outcomes = await Promise.all(ids.map(id => passSecondFactor(id, codes[0] ?? '', from())))
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await readSessions(user)).toHaveLength(1)
		expect((await kindsTo(user)).filter(kind => kind === 'recovery-code-used')).toHaveLength(1)
	})

	test('is invalidated by new ones, which require the password and a code', async () => {
		const user = await makeUser()
		const { link, codes } = await setUpSecondFactor(user, NOW - 10 * MINUTE)
		const [old = '', another = ''] = codes
		const proof = { currentPassword: user.password, code: codeAt(link, NOW) }
		expect(
			await renewRecoveryCodes(await fresh(user), { ...proof, currentPassword: 'wrong' }, from()),
		).toMatchObject({
			code: 'wrong-password',
		})
		expect(await renewRecoveryCodes(await fresh(user), { ...proof, code: 'wrong' }, from())).toMatchObject({
			code: 'wrong-code',
		})
		const renewed = await renewRecoveryCodes(await fresh(user), proof, from())
		if (!renewed.ok) throw new Error(renewed.message)
		expect(renewed.codes).toHaveLength(10)
		expect(await enter(user, old)).toMatchObject({ code: 'wrong-code' })
		expect(await enter(user, renewed.codes[0] ?? '')).toMatchObject({ ok: true })
		expect(await renewRecoveryCodes(await fresh(user), { ...proof, code: another }, from())).toMatchObject({
			ok: false,
		})
		expect(await renewRecoveryCodes(await fresh(user), proof, from()), 'a code that was used').toMatchObject({
			code: 'used-code',
		})
		expect(await actionsOn(user.id)).toContain('account.recovery-codes-renewed')
		expect(await kindsTo(user)).toContain('recovery-codes-made')
	})
})

describe('turning two-factor authentication off', () => {
	const on = async (account: TestAccount) => ({ account, ...(await setUpSecondFactor(account, NOW)) })

	test('requires the password and a code; afterwards the password alone signs in', async () => {
		const { account, link, codes } = await on(await makeUser())
		const proof = { currentPassword: account.password, code: codeAt(link, NOW) }
		for (const wrong of [{ currentPassword: '' }, { code: '' }, { code: differentCode(proof.code) }]) {
			expect(await turnOffSecondFactor(await fresh(account), { ...proof, ...wrong }, from())).toMatchObject({
				ok: false,
			})
		}
		expect(await turnOffSecondFactor(await fresh(account), proof, from())).toEqual({ ok: true })
		expect(await signIn(account, from())).toMatchObject({ next: 'in' })
		expect(await readSecondFactor(account, NOW)).toEqual({ state: 'off' })
		expect(
			await turnOffSecondFactor(await fresh(account), { ...proof, code: codes[0] ?? '' }, from()),
		).toMatchObject({
			code: 'wrong-state',
		})
		expect(await actionsOn(account.id)).toEqual(['account.second-factor-on', 'account.second-factor-off'])
		expect(await kindsTo(account)).toContain('second-factor-off')
	})

	test('with a wrong password does not use up the code, and is counted by account', async () => {
		const { account, codes } = await on(await makeUser())
		const [code = ''] = codes
		for (let time = 0; time < 10; time++) {
			expect(
				await turnOffSecondFactor(await fresh(account), { currentPassword: 'wrong', code }, from()),
			).toMatchObject({
				code: 'wrong-password',
			})
		}
		const proof = { currentPassword: account.password, code }
		expect(await turnOffSecondFactor(await fresh(account), proof, from())).toMatchObject({ code: 'too-many' })
		expect(await signIn(account, from()), 'the log-in is another matter').toMatchObject({ ok: true })
		const later = from(NOW + 15 * MINUTE + 1)
		expect(await turnOffSecondFactor(await fresh(account), proof, later)).toEqual({ ok: true })
	})

	test('is refused to an administrator while it is required, and keeps the code', async () => {
		const { account, codes } = await on(await makeAdmin())
		await changeSettings({ demandSecondFactor: true }, { actorId: account.id, now: NOW })
		const proof = { currentPassword: account.password, code: codes[0] ?? '' }
		expect(await turnOffSecondFactor(await fresh(account), proof, from())).toMatchObject({
			code: 'wrong-state',
		})
		expect(await readSecondFactor(account, NOW)).toMatchObject({ state: 'on', codesLeft: 10 })
		await changeSettings({ demandSecondFactor: false }, { actorId: account.id, now: NOW })
		expect(await turnOffSecondFactor(await fresh(account), proof, from())).toEqual({ ok: true })
	})

	test('is refused to an administrator when it becomes required during the password check', async () => {
		const { account, link } = await on(await makeAdmin())
		const proof = { currentPassword: account.password, code: codeAt(link, NOW) }
		const [outcome] = await Promise.all([
			turnOffSecondFactor(await fresh(account), proof, from()),
			changeSettings({ demandSecondFactor: true }, { actorId: account.id, now: NOW }),
		])
		expect(outcome).toMatchObject({ code: 'wrong-state' })
		expect(await readSecondFactor(account, NOW)).toMatchObject({ state: 'on' })
	})
})

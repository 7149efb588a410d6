import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { countAttempt } from '~/domain/accounts/sign-in/limits.server'
import {
	findResetGrant,
	resendResetCode,
	resetPassword,
	startReset,
	verifyResetCode,
} from '~/domain/accounts/sign-in/reset.commands.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { NO_CODE } from '~/server/auth/one-time-code.server'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries, challenges, sessions } from '~/server/db/schema.server'
import { differentCode, emailsTo, newestCode } from '../support/codes'
import { makeUser, sessionCookie } from '../support/factories'

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000
const NEW = 'another horse entirely'
const from = (now = NOW) => ({ now, address: randomUUID() })

async function start(email: string, now = NOW, known?: string) {
	const outcome = await startReset(email, { ...from(now), known })
	if (!outcome.ok) throw new Error(outcome.message)
	return outcome
}

async function grantFor(email: string, now = NOW): Promise<string> {
	const { challengeId } = await start(email, now)
	const outcome = await verifyResetCode(challengeId, await newestCode(email), from(now))
	if (!outcome.ok) throw new Error(outcome.message)
	return outcome.grant
}

test('code, grant, new password: the old one is invalid, all sessions end, the owner is notified, with an audit entry', async () => {
	const user = await makeUser()
	await sessionCookie(user.id)
	const grant = await grantFor(user.email)

	expect(await resetPassword(grant, NEW, from())).toEqual({ ok: true, email: user.email })

	expect(await db.select().from(sessions).where(eq(sessions.accountId, user.id))).toEqual([])
	expect(await signIn(user, from())).toMatchObject({ ok: false })
	expect(await signIn({ email: user.email, password: NEW }, from())).toMatchObject({ ok: true })
	const kinds = (await emailsTo(user.email)).map(letter => letter.kind)
	expect(kinds).toContain('password-changed')
	const entries = await db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.subjectId, user.id), eq(auditEntries.action, 'account.password-reset')))
	expect(entries).toHaveLength(1)
})

test('an account without a password can set one', async () => {
	const user = await makeUser()
	await write(tx => tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, user.id)))
	expect(await signIn(user, from())).toMatchObject({ ok: false })
	await resetPassword(await grantFor(user.email), NEW, from())
	expect(await signIn({ email: user.email, password: NEW }, from())).toMatchObject({ ok: true })
})

test('a correct code is not counted, and does not reset the count of wrong ones', async () => {
	const caller = from()
	for (let time = 0; time < 59; time++) await countAttempt('codeTriesPerAddress', caller.address, NOW)
	for (let time = 0; time < 2; time++) {
		const { email } = await makeUser()
		const { challengeId } = await start(email)
		expect(await verifyResetCode(challengeId, await newestCode(email), caller)).toMatchObject({ ok: true })
	}
	const { email } = await makeUser()
	const { challengeId } = await start(email)
	const code = await newestCode(email)
	expect(await verifyResetCode(challengeId, differentCode(code), caller)).toMatchObject({ ok: false })
	expect(await verifyResetCode(challengeId, code, caller)).toMatchObject({ ok: false, retryAfter: 900 })
})

test('a code used for a new password does not count towards the six of its account', async () => {
	const { email } = await makeUser()
	await resetPassword(await grantFor(email), NEW, from())
	for (let time = 0; time < 6; time++) expect(await start(email)).toMatchObject({ withheldFor: undefined })
	expect(await start(email)).toMatchObject({ ok: true, withheldFor: 3600 })
})

test('a new password with the account’s name or address is rejected, and the grant stays valid', async () => {
	const user = await makeUser({ fullName: 'Grace Hopper' })
	const grant = await grantFor(user.email)
	for (const password of ['hopper and horses', user.email, `${user.email.split('@')[0]} 2`]) {
		expect(await resetPassword(grant, password, from())).toEqual({
			ok: false,
			field: 'newPassword',
			code: 'personal-password',
			message: 'Please choose a password without your name or email address in it',
		})
	}
	expect(await signIn(user, from())).toMatchObject({ ok: true })
	expect(await resetPassword(grant, NEW, from())).toMatchObject({ ok: true })
})

test('a password on the list of common ones keeps working for existing accounts', async () => {
	const user = await makeUser({ password: 'password123' })
	expect(await signIn(user, from())).toMatchObject({ ok: true })
})

describe('a grant for a reset', () => {
	test('invalidates all other grants and codes of the account when it is used', async () => {
		const user = await makeUser()
		const stolen = await grantFor(user.email)
		const own = await grantFor(user.email, NOW + MINUTE)
		const { challengeId } = await start(user.email, NOW + MINUTE)
		const code = await newestCode(user.email)
		expect(await resetPassword(own, NEW, from(NOW + MINUTE))).toMatchObject({ ok: true })
		expect(await resetPassword(stolen, 'the thief’s own', from(NOW + MINUTE))).toMatchObject({ ok: false })
		expect(await verifyResetCode(challengeId, code, from(NOW + MINUTE))).toMatchObject({ ok: false })
		expect(await signIn({ email: user.email, password: NEW }, from())).toMatchObject({ ok: true })
	})

	test('is valid for ten minutes', async () => {
		const user = await makeUser()
		const grant = await grantFor(user.email)
		expect(await findResetGrant(grant, NOW + 10 * MINUTE - 1)).toMatchObject({ email: user.email })
		expect(await resetPassword(grant, NEW, from(NOW + 10 * MINUTE))).toMatchObject({ ok: false })
		expect(await signIn(user, from())).toMatchObject({ ok: true })
	})

	test('works once with parallel requests', async () => {
		const user = await makeUser()
		const grant = await grantFor(user.email)
		const tried = Array.from({ length: 5 }, (_, index) => resetPassword(grant, `${NEW} ${index}`, from()))
		const outcomes = await Promise.all(tried)
		expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
		expect(await resetPassword(grant, NEW, from())).toEqual({
			ok: false,
			message: 'Failed to reset password. Please try again.',
		})
	})

	test('is not the challenge that the browser has before entering the code', async () => {
		const user = await makeUser()
		const grant = await grantFor(user.email)
		const [id] = grant.split('.')
		for (const forged of [`${id}`, `${id}.`, `${id}.undefined`, `.${grant.split('.')[1]}`]) {
			expect(await resetPassword(forged, NEW, from()), forged).toMatchObject({ ok: false })
		}
		expect(await signIn(user, from())).toMatchObject({ ok: true })
	})

	test('requires a correct code', async () => {
		const user = await makeUser()
		const { challengeId } = await start(user.email)
		expect(await resetPassword(`${challengeId}.`, NEW, from())).toMatchObject({ ok: false })
		expect(await resetPassword(challengeId, NEW, from())).toMatchObject({ ok: false })
	})

	test('stays valid when another browser gets a grant a moment later', async () => {
		const user = await makeUser()
		const grant = await grantFor(user.email)
		await start(user.email, NOW + 1000)
		expect(await resetPassword(grant, NEW, from(NOW + 2000))).toMatchObject({ ok: true })
	})
})

test('is given to one of twenty parallel correct codes', async () => {
	const user = await makeUser()
	const { challengeId } = await start(user.email)
	const code = await newestCode(user.email)
	const outcomes = await Promise.all(
		Array.from({ length: 20 }, () => verifyResetCode(challengeId, code, from())),
	)
	expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(1)
})

test('the correct code is rejected after five wrong ones', async () => {
	const user = await makeUser()
	const { challengeId } = await start(user.email)
	const code = await newestCode(user.email)
	for (let time = 0; time < 5; time++) await verifyResetCode(challengeId, differentCode(code), from())
	expect(await verifyResetCode(challengeId, code, from())).toMatchObject({ ok: false })
})

test('the code and its countdown last ten minutes', async () => {
	const user = await makeUser()
	const { challengeId } = await start(user.email)
	const code = await newestCode(user.email)
	expect(await resendResetCode(challengeId, from(NOW + 10 * MINUTE - 1000))).toMatchObject({
		message: 'Please wait 1 seconds before requesting a new OTP',
	})
	expect(await verifyResetCode(challengeId, code, from(NOW + 10 * MINUTE))).toEqual({
		ok: false,
		message: 'This code has expired. Please request a new one.',
	})
	expect(await resendResetCode(challengeId, from(NOW + 10 * MINUTE))).toEqual({ ok: true })
	expect(
		await verifyResetCode(challengeId, await newestCode(user.email), from(NOW + 11 * MINUTE)),
	).toMatchObject({ ok: true })
})

test('requesting again in the same browser sends no second code during the countdown', async () => {
	const user = await makeUser()
	const first = await start(user.email)
	const again = await start(user.email, NOW + 4 * MINUTE, first.challengeId)
	expect(again).toEqual({ ok: true, challengeId: first.challengeId, wait: 360 })
	expect(await emailsTo(user.email)).toHaveLength(1)
})

test('requesting again during the countdown does not count towards the address’s limit', async () => {
	const user = await makeUser()
	const { challengeId } = await start(user.email)
	for (let time = 0; time < 10; time++) await start(user.email, NOW + MINUTE, challengeId)
	expect(await resendResetCode(challengeId, from(NOW + 10 * MINUTE))).toEqual({ ok: true })
})

test('an unknown address gets the same response, a different email, and no valid code', async () => {
	const email = `${randomUUID()}@example.test`
	const { challengeId } = await start(email)
	const letters = await emailsTo(email)
	expect(letters.map(letter => letter.kind)).toEqual(['reset-unknown'])
	expect(letters[0]?.text).not.toMatch(/\d{6}/)
	const [row] = await db.select().from(challenges).where(eq(challenges.id, challengeId))
	expect(row).toMatchObject({ codeHash: NO_CODE, accountId: null })
	/* The code does not verify an account created in the meantime either. */
	await makeUser({ email })
	expect(await verifyResetCode(challengeId, '000000', from())).toMatchObject({
		message: 'Invalid OTP. Please try again.',
	})
})

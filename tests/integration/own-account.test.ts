import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
	findEmailChange,
	finishEmailChange,
	resendEmailCode,
	startEmailChange,
} from '~/domain/accounts/profile/email-change.commands.server'
import { changePassword } from '~/domain/accounts/profile/password.commands.server'
import { changeName, changePhone } from '~/domain/accounts/profile/profile.commands.server'
import { startReset, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { db, write } from '~/server/db/db.server'
import { accounts, sessions } from '~/server/db/schema.server'
import { actionsOn } from '../support/audit'
import { readSessions, signInChanger } from '../support/changer'
import { differentCode, emailsTo, newestCode } from '../support/codes'
import { makeTransfer, makeUser, ownCells, type TestAccount } from '../support/factories'

const NOW = Date.now()
const MINUTE = 60_000
const from = (now = NOW) => ({ now, address: randomUUID() })
const fromClient = (known?: string) => ({ ...from(), known })
const fresh = (account: TestAccount) => signInChanger(account, NOW)
const signInLongAgo = (account: TestAccount) => signInChanger(account, NOW - 16 * MINUTE)
const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.test`
const kindsTo = async (email: string) => (await emailsTo(email)).map(({ kind }) => kind)
async function readRow({ id }: { id: string }) {
	const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
	if (!row) throw new Error('The account is gone')
	return row
}

test('a name and a phone number change with an audit entry, and an administrator’s outdated form is rejected', async () => {
	const user = await makeUser()
	const by = { accountId: user.id, now: NOW }
	await changeName({ firstName: 'Ada', lastName: 'Lovelace' }, by)
	await changePhone('+442079460000', by)
	expect(await readRow(user)).toMatchObject({ fullName: 'Ada Lovelace', phone: '+442079460000', version: 3 })
	await changePhone('', by)
	expect((await readRow(user)).phone).toBeNull()
	expect(await actionsOn(user.id)).toEqual([
		'account.name-change',
		'account.phone-change',
		'account.phone-change',
	])
})

describe('changing the password', () => {
	const change = { currentPassword: '', newPassword: 'another horse battery' }

	test('ends the other sessions, keeps this one and notifies the address', async () => {
		const user = await makeUser()
		const elsewhere = await fresh(user)
		const here = await fresh(user)
		expect(await changePassword(here, change, from())).toEqual({ ok: true })
		expect((await readSessions(user)).map(row => row.id)).toEqual([here.sessionId])
		expect(elsewhere.sessionId).not.toBe(here.sessionId)
		expect(await kindsTo(user.email)).toEqual(['password-changed'])
		expect(await signIn(user, from())).toMatchObject({ ok: false })
		expect(await signIn({ ...user, password: change.newPassword }, from())).toMatchObject({ ok: true })
	})

	test('requires the current one when the sign-in is older than 15 minutes', async () => {
		const user = await makeUser()
		const here = await signInLongAgo(user)
		expect(await changePassword(here, change, from())).toMatchObject({
			code: 'wrong-password',
			field: 'currentPassword',
		})
		const right = { ...change, currentPassword: user.password }
		expect(await changePassword(here, right, from())).toEqual({ ok: true })
	})

	test('is limited to ten times an hour, with one email an hour', async () => {
		const user = await makeUser()
		const here = await fresh(user)
		const by = (minutes: number) => from(NOW + minutes * MINUTE)
		for (let time = 0; time < 10; time++) {
			expect(await changePassword({ ...here, signedInAt: NOW + time * MINUTE }, change, by(time))).toEqual({
				ok: true,
			})
		}
		expect(await kindsTo(user.email)).toEqual(['password-changed'])
		const again = { ...here, signedInAt: NOW + 59 * MINUTE }
		expect(await changePassword(again, change, by(59))).toMatchObject({ code: 'too-many', retryAfter: 60 })
		expect(await changePassword(again, change, by(61))).toEqual({ ok: true })
		expect(await kindsTo(user.email)).toEqual(['password-changed', 'password-changed'])
	})

	test('rejects a password with the account’s name in it', async () => {
		const user = await makeUser({ fullName: 'Ada Lovelace' })
		const outcome = await changePassword(
			await fresh(user),
			{ ...change, newPassword: 'lovelace forever' },
			from(),
		)
		expect(outcome).toMatchObject({ ok: false, code: 'personal-password', field: 'newPassword' })
	})

	test('has no effect in a session that has ended', async () => {
		const user = await makeUser()
		const here = await fresh(user)
		await fresh(user)
		await write(tx => tx.delete(sessions).where(eq(sessions.id, here.sessionId)))
		expect(await changePassword(here, change, from())).toMatchObject({ ok: false, code: 'session-over' })
		expect(await signIn(user, from())).toMatchObject({ ok: true })
	})

	test('sets a first one for a member with Google, only after a recent sign-in', async () => {
		const user = await makeUser()
		await write(tx =>
			tx
				.update(accounts)
				.set({ passwordHash: null, googleSubject: randomUUID() })
				.where(eq(accounts.id, user.id)),
		)
		expect(await changePassword(await signInLongAgo(user), change, from())).toMatchObject({ code: 'stale' })
		expect(await changePassword(await fresh(user), change, from())).toEqual({ ok: true })
	})

	test('invalidates codes for a change of address and grants for a reset', async () => {
		const user = await makeUser()
		const here = await fresh(user)
		const newEmail = newAddress()
		const started = await startEmailChange(here, { newEmail, currentPassword: '' }, fromClient())
		if (!started.ok) throw new Error(started.message)
		await changePassword(here, change, from())
		const outcome = await finishEmailChange(started.challengeId, await newestCode(newEmail), here, from())
		expect(outcome).toMatchObject({ ok: false, code: 'over' })
	})
})

describe('changing the address', () => {
	async function begin(user: TestAccount, newEmail = newAddress()) {
		const here = await fresh(user)
		const started = await startEmailChange(here, { newEmail, currentPassword: '' }, fromClient())
		if (!started.ok) throw new Error(started.message)
		return { here, newEmail, challengeId: started.challengeId }
	}

	test('takes effect when the code sent to the new one is entered', async () => {
		const user = await makeUser()
		const elsewhere = await fresh(user)
		const { here, newEmail, challengeId } = await begin(user)
		expect((await readRow(user)).email).toBe(user.email)
		const code = await newestCode(newEmail)
		expect(await finishEmailChange(challengeId, differentCode(code), here, from())).toMatchObject({
			ok: false,
			code: 'wrong-code',
			field: 'digit',
			message: 'Invalid OTP. Please try again.',
		})
		expect(await finishEmailChange(challengeId, code, here, from())).toEqual({ ok: true, email: newEmail })
		expect(await readRow(user)).toMatchObject({ email: newEmail, version: 2 })
		expect(await kindsTo(user.email)).toEqual(['email-changed'])
		const left = (await readSessions(user)).map(row => row.id)
		expect(left).toEqual([here.sessionId])
		expect(left).not.toContain(elsewhere.sessionId)
		expect(await actionsOn(user.id)).toEqual(['account.email-change'])
		expect(await finishEmailChange(challengeId, code, here, from())).toMatchObject({ code: 'over' })
	})

	test('moves the open invitations', async () => {
		const sender = await makeUser()
		const user = await makeUser()
		await ownCells(sender.id, [900])
		await makeTransfer(sender.id, [900], { recipientEmail: user.email })
		const { here, newEmail, challengeId } = await begin(user)
		await finishEmailChange(challengeId, await newestCode(newEmail), here, from())
		expect((await readIncomingTransfers(newEmail, NOW)).count).toBe(1)
		expect((await readIncomingTransfers(user.email, NOW)).count).toBe(0)
	})

	test('to the address of another account looks the same and has no effect', async () => {
		const user = await makeUser()
		const other = await makeUser()
		const { here, challengeId } = await begin(user, other.email)
		const [mail] = await emailsTo(other.email)
		expect(mail?.kind).toBe('email-change-taken')
		expect(mail?.text).not.toMatch(/\d{6}/)
		expect(await findEmailChange(challengeId, user.id, NOW)).toBeDefined()
		expect(await finishEmailChange(challengeId, '123456', here, from())).toMatchObject({
			message: 'Invalid OTP. Please try again.',
		})
		await resendEmailCode(challengeId, from(NOW + 6 * MINUTE))
		expect(await kindsTo(other.email)).toEqual(['email-change-taken', 'email-change-taken'])
	})

	test('succeeds for one of two accounts that want the same address', async () => {
		const newEmail = newAddress()
		const [first, second] = [await makeUser(), await makeUser()]
		const one = await begin(first, newEmail)
		const oneCode = await newestCode(newEmail)
		const two = await begin(second, newEmail)
		const letters = await emailsTo(newEmail)
		const twoCode = letters.map(({ text }) => text.match(/\d{6}/)?.[0]).find(code => code !== oneCode)
		const outcomes = await Promise.all([
			finishEmailChange(one.challengeId, oneCode, one.here, from()),
			finishEmailChange(two.challengeId, twoCode ?? oneCode, two.here, from()),
		])
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'taken', message: 'Failed to update email' })
	})

	test('works for this account only, in any browser', async () => {
		const user = await makeUser()
		const { newEmail, challengeId } = await begin(user)
		const stranger = await fresh(await makeUser())
		const code = await newestCode(newEmail)
		expect(await finishEmailChange(challengeId, code, stranger, from())).toMatchObject({ code: 'over' })
		expect(await findEmailChange(challengeId, stranger.id, NOW)).toBeUndefined()
	})

	test('invalidates a code for a reset sent to the old one', async () => {
		const user = await makeUser()
		const reset = await startReset(user.email, fromClient())
		if (!reset.ok) throw new Error(reset.message)
		const resetCode = await newestCode(user.email)
		const { here, newEmail, challengeId } = await begin(user)
		await finishEmailChange(challengeId, await newestCode(newEmail), here, from())
		expect(await verifyResetCode(reset.challengeId, resetCode, from())).toMatchObject({ ok: false })
	})

	test('requires the password when the sign-in is older than 15 minutes', async () => {
		const user = await makeUser()
		const here = await signInLongAgo(user)
		const newEmail = newAddress()
		expect(await startEmailChange(here, { newEmail, currentPassword: 'wrong' }, fromClient())).toMatchObject({
			code: 'wrong-password',
		})
		expect(
			await startEmailChange(here, { newEmail, currentPassword: user.password }, fromClient()),
		).toMatchObject({ ok: true })
	})

	test('is rejected for one’s current address, and for accounts with Google', async () => {
		const user = await makeUser()
		const here = await fresh(user)
		const same = { newEmail: user.email, currentPassword: '' }
		expect(await startEmailChange(here, same, fromClient())).toMatchObject({
			code: 'same',
			field: 'newEmail',
		})
		await write(tx => tx.update(accounts).set({ googleSubject: 'g-1' }).where(eq(accounts.id, user.id)))
		expect(
			await startEmailChange(here, { newEmail: newAddress(), currentPassword: '' }, fromClient()),
		).toMatchObject({ code: 'google', message: 'Google account users cannot update their email' })
	})

	test('sends at most six codes to a mailbox, and a correct one gets a new code for this account', async () => {
		const newEmail = newAddress()
		const ask = async () => {
			const here = await fresh(await makeUser())
			const asked = await startEmailChange(here, { newEmail, currentPassword: '' }, fromClient())
			if (!asked.ok) throw new Error(asked.message)
			return { here, ...asked }
		}
		for (let i = 0; i < 6; i++) expect(await ask()).toMatchObject({ withheldFor: undefined })
		const { here, challengeId, withheldFor } = await ask()
		expect(withheldFor).toBe(3600)
		const mailed = await newestCode(newEmail)
		const enter = (code: string) => finishEmailChange(challengeId, code, here, fromClient())
		expect(await enter(differentCode(mailed))).toMatchObject({ code: 'wrong-code' })
		expect(await enter(mailed)).toMatchObject({ code: 'another-code', field: 'digit' })
		expect(await enter(await newestCode(newEmail))).toEqual({ ok: true, email: newEmail })
	})
})

import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isFreshSignIn } from '~/domain/accounts/rules'
import { action as changeEmail } from '~/routes/account/setting-email'
import { action as verifyEmail } from '~/routes/account/setting-email-verify'
import { action as changeName } from '~/routes/account/setting-name'
import { action as changePassword } from '~/routes/account/setting-password'
import { action as changePhone } from '~/routes/account/setting-phone'
import { action as changePhoto } from '~/routes/account/setting-photo'
import Setting, { loader as settings } from '~/routes/user/setting'
import { action as deleteAccount, loader as deletionPage } from '~/routes/user/setting-delete'
import { db, write } from '~/server/db/db.server'
import { accounts, files, sessions } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { newestCode } from '../support/codes'
import { makeUser, ownCells, sessionCookie, type TestAccount } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { sharp } from '../support/pixels'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'
import { type Fields, getCookies, getErrors, getRedirect, post, runHandler } from '../support/responses'

const readRow = async ({ id }: { id: string }) =>
	(await db.select().from(accounts).where(eq(accounts.id, id)))[0]
const google = (user: TestAccount) =>
	write(tx => tx.update(accounts).set({ googleSubject: randomUUID() }).where(eq(accounts.id, user.id)))

describe('name and phone', () => {
	test('are saved with the fixed message', async () => {
		const user = await makeUser()
		const name = { firstName: 'Ada', lastName: 'Lovelace' }
		expect(await getRedirect(await post(changeName, '/user/setting/name', user, name))).toEqual([
			'/user/setting',
			'Name updated successfully',
		])
		expect((await readRow(user))?.fullName).toBe('Ada Lovelace')
		await post(changePhone, '/user/setting/phone', user, { phone: '+44 (0)20 7946-0000' })
		expect((await readRow(user))?.phone).toBe('+442079460000')
	})

	test.each([
		{ firstName: '', lastName: 'Lovelace' },
		{ firstName: 'Ada' },
		{ firstName: ' \u200b', lastName: 'x' },
	])('an incomplete name is rejected: %j', async fields => {
		const response = await post(changeName, '/user/setting/name', await makeUser(), fields as Fields)
		expect(getErrors(response)).toEqual([400, 'Please enter both first and last name'])
	})

	test('a phone number needs a prefix and 7 to 15 digits', async () => {
		const user = await makeUser()
		const phone = (typed: string) => post(changePhone, '/user/setting/phone', user, { phone: typed })
		expect(getErrors(await phone('020 7946 0000'))[1]).toMatch(/begin the contact number with a plus/)
		expect(getErrors(await phone('+44'))).toEqual([400, 'Valid contact number is required (7-15 digits)'])
		expect(await getRedirect(await phone(''))).toEqual(['/user/setting', 'Phone number removed'])
	})
})

describe('the password', () => {
	const change = (user: TestAccount, fields: Fields) =>
		post(changePassword, '/user/setting/password', user, fields)

	test('is rejected with the fixed messages', async () => {
		const user = await makeUser()
		const missing = 'Please fill in all password fields'
		expect(getErrors(await change(user, {}))).toEqual([400, missing, missing])
		const differing = { newPassword: 'horse battery', confirmPassword: 'horse batteries' }
		expect(getErrors(await change(user, differing))).toEqual([
			400,
			'New password and confirm password do not match',
		])
		await write(tx => tx.update(accounts).set({ fullName: 'Ada Lovelace' }).where(eq(accounts.id, user.id)))
		const personal = { newPassword: 'lovelace forever', confirmPassword: 'lovelace for ever' }
		expect(getErrors(await change(user, personal))).toEqual([
			400,
			'New password and confirm password do not match',
			'Please choose a password without your name or email address in it',
		])
	})

	test('requires the current one after 15 minutes, with the same messages', async () => {
		const user = await makeUser()
		const request = await makeRequest('/user/setting/password', {
			as: user,
			fields: { newPassword: 'a good one now', confirmPassword: 'a good one now' },
		})
		const signedInAt = Date.now() - 16 * 60_000
		expect(isFreshSignIn(signedInAt, Date.now())).toBe(false)
		await write(tx => tx.update(sessions).set({ signedInAt }).where(eq(sessions.accountId, user.id)))
		expect(getErrors(await runHandler(changePassword, request))).toEqual([
			400,
			'Please fill in all password fields',
		])
	})

	test('is changed', async () => {
		const fields = { newPassword: 'a good one now', confirmPassword: 'a good one now' }
		const [to, text] = await getRedirect(await change(await makeUser(), fields))
		expect([to, text]).toEqual(['/user/setting', expect.stringMatching(/^Password updated successfully/)])
	})
})

describe('the address', () => {
	const email = (user: TestAccount, fields: Fields) => post(changeEmail, '/user/setting/email', user, fields)

	test('is rejected with the fixed messages', async () => {
		const user = await makeUser()
		expect(getErrors(await email(user, {}))).toEqual([400, 'Please enter new email address'])
		expect(getErrors(await email(user, { newEmail: 'ada' }))).toEqual([
			400,
			'Please enter a valid email address',
		])
		await google(user)
		expect(getErrors(await email(user, { newEmail: 'ada@example.test' }))).toEqual([
			403,
			'Google account users cannot update their email',
		])
		const request = await makeRequest('/user/setting', { as: user })
		const loaderData = await settings(routeArgs(request))
		const page = renderPage(Setting, { loaderData })
		expect(page).toContain('You are signed in with Google. Email cannot be updated.')
		expect(page).not.toContain('/user/setting/email')
	})

	test('changes with a code of six digits', async () => {
		const user = await makeUser()
		const newEmail = `${randomUUID()}@example.test`
		const { name, value } = await sessionCookie(user.id)
		const session = `${name}=${value}`
		const ask = await makeRequest('/user/setting/email', { cookie: session, fields: { newEmail } })
		const asked = await runHandler(changeEmail, ask)
		if (!(asked instanceof Response)) throw new Error('refused')
		expect(asked.headers.get('location')).toBe('/user/setting/email/verify')
		const cookie = `${session}; ${getCookies(asked)}`
		const enter = async (digits: string[]) => {
			const fields = { digit: digits, intent: 'verify' }
			return await runHandler(
				verifyEmail,
				await makeRequest('/user/setting/email/verify', { cookie, fields }),
			)
		}
		expect(getErrors(await enter(['1', '2', '', '', '', '']))).toEqual([400, 'Please enter complete OTP'])
		const code = await newestCode(newEmail)
		expect(await getRedirect(await enter([...code]))).toEqual(['/user/setting', 'Email updated successfully'])
		expect((await readRow(user))?.email).toBe(newEmail)
		const again = await enter([...code])
		expect(again instanceof Response && again.headers.get('location')).toBe('/user/setting/email')
	})
})

describe('the photo', () => {
	async function send(user: TestAccount, file: File | undefined, intent = 'upload') {
		const { name, value } = await sessionCookie(user.id)
		const body = new FormData()
		if (file) body.set('profile_image', file)
		body.set('intent', intent)
		const url = 'http://localhost:3000/user/setting/photo'
		return await runHandler(
			changePhoto,
			new Request(url, { method: 'POST', body, headers: { cookie: `${name}=${value}` } }),
		)
	}
	const png = () => new File([new Uint8Array(makeTwoColourPng())], 'me.png', { type: 'image/png' })

	test('is re-encoded, replaces the former one, and can be removed', async () => {
		const user = await makeUser()
		expect(await getRedirect(await send(user, await png()))).toEqual([
			'/user/setting',
			'Profile photo updated successfully',
		])
		const first = (await readRow(user))?.profileImageKey ?? ''
		const [file] = await db.select().from(files).where(eq(files.key, first))
		expect(file).toMatchObject({ kind: 'profile', mime: 'image/webp', accountId: user.id })
		const jpeg = new File([new Uint8Array(await sharp(makeTwoColourPng()).jpeg().toBuffer())], 'me.jpg')
		await send(user, jpeg)
		const second = (await readRow(user))?.profileImageKey ?? ''
		expect(second).not.toBe(first)
		expect(await storage.get(first)).toBeUndefined()
		expect(await db.select().from(files).where(eq(files.key, first))).toEqual([])
		expect(await storage.get(second)).toBeDefined()
		expect(await getRedirect(await send(user, undefined, 'delete'))).toEqual([
			'/user/setting',
			'Profile photo deleted',
		])
		expect((await readRow(user))?.profileImageKey).toBeNull()
		expect(await storage.get(second)).toBeUndefined()
	})

	test('is rejected with the fixed messages', async () => {
		const user = await makeUser()
		expect(getErrors(await send(user, undefined))).toEqual([
			400,
			'Please upload a valid image file (JPEG, PNG)',
		])
		const text = new File(['not an image'], 'me.png', { type: 'image/png' })
		expect(getErrors(await send(user, text))).toEqual([
			415,
			'Invalid file type. Please choose a JPEG or PNG file.',
			'Please upload a valid image file (JPEG, PNG)',
		])
		const gif = new File([new Uint8Array(await sharp(makeTwoColourPng()).gif().toBuffer())], 'me.gif')
		expect(getErrors(await send(user, gif))[0]).toBe(415)
		const large = new File([png(), randomBytes(5 * 1024 * 1024)], 'me.png')
		expect(getErrors(await send(user, large))).toEqual([
			413,
			'Image file is too large. Please choose a smaller file.',
			'Image size should be less than 5MB',
		])
		const broken = new File([new Uint8Array(makeTwoColourPng().subarray(0, 60))], 'me.png')
		expect(getErrors(await send(user, broken)).slice(0, 2)).toEqual([422, 'Failed to upload image'])
		expect((await readRow(user))?.profileImageKey).toBeNull()
	})
})

test('an account is deleted at one URL in two steps, and the browser’s cookies are cleared', async () => {
	const user = await makeUser()
	await ownCells(user.id, [710])
	const { name, value } = await sessionCookie(user.id)
	const session = `${name}=${value}`
	const path = '/user/setting/delete'
	const send = async (fields: Fields, cookie = session) =>
		await runHandler(deleteAccount, await makeRequest(path, { cookie, fields }))
	const wrong = await send({ currentPassword: 'wrong', intent: 'delete' })
	expect(getErrors(wrong)).toEqual([422, 'This is not your current password.'])
	const seenAtFirst = await deletionPage(routeArgs(await makeRequest(path, { cookie: session })))
	expect(seenAtFirst).toMatchObject({ isGranted: false, loss: { cells: [710] } })
	const { seen } = seenAtFirst.loss
	expect(getErrors(await send({ intent: 'confirm', seen }))).toEqual([
		409,
		'Please enter your password again.',
	])

	const granted = await send({ currentPassword: user.password, intent: 'delete' })
	if (!(granted instanceof Response)) throw new Error('refused')
	expect(granted.headers.get('location')).toBe(path)
	const cookie = `${session}; ${getCookies(granted)}`
	const deleted = await send({ intent: 'confirm', seen }, cookie)
	expect((await getRedirect(deleted))[0]).toBe('/')
	expect(deleted instanceof Response && deleted.headers.getSetCookie().join()).toContain(`${name}=;`)
	expect((await readRow(user))?.deletedAt).not.toBeNull()
})

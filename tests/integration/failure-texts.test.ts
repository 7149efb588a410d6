import path from 'node:path'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { action as manage } from '~/routes/account/block'
import { action as deleteImage } from '~/routes/account/delete-image'
import { action as changeEmail } from '~/routes/account/setting-email'
import { action as changeName } from '~/routes/account/setting-name'
import { action as changePassword } from '~/routes/account/setting-password'
import { action as forgotPassword } from '~/routes/auth/forgot-password'
import { action as logIn } from '~/routes/auth/login'
import { action as register } from '~/routes/auth/register'
import { action as verifyOtp } from '~/routes/auth/verify-otp'
import { action as verifyUser } from '~/routes/auth/verify-user'
import { action as contact } from '~/routes/public/contact'
import { write } from '~/server/db/db.server'
import { challenges, throttles } from '~/server/db/schema.server'
import { readFlash } from '~/server/forms/flash.server'
import { makeAdmin, makeUser, ownCells, sessionCookie } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { makeRequest, routeArgs } from '../support/requests'
import { startServer, type TestServer } from '../support/server'
import { storeImage } from '../support/stored-images'

/* Texts of the error catalogues for server failures: the page is returned with status 500, its message and the input
   instead of an error page. Triggers make the database reject the writes of each form. */

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const DIGITS = ['1', '2', '3', '4', '5', '6']
const person = {
	firstName: 'Ada',
	lastName: 'Example',
	email: 'ada@example.test',
	password: 'correct horse battery',
	confirmPassword: 'correct horse battery',
	terms: 'on',
}

type Action = (args: never) => Promise<unknown>
type Fields = Record<string, string | string[]>

async function post(action: Action, path: string, fields: Fields, cookie?: string): Promise<unknown> {
	const request = await makeRequest(path, { fields, ...(cookie ? { cookie } : {}) })
	try {
		return await action(routeArgs(request))
	} catch (thrown) {
		if (thrown instanceof Response) return thrown
		throw thrown
	}
}

/** Completes the previous step, and keeps its cookie. */
async function getCookie(action: Action, path: string, fields: Fields): Promise<string> {
	const response = await post(action, path, fields)
	if (!(response instanceof Response)) throw new Error('The step before was refused')
	return response.headers
		.getSetCookie()
		.map(cookie => cookie.split(';')[0])
		.join('; ')
}

async function breakDatabase(table = 'throttles'): Promise<void> {
	await write(tx =>
		tx.run(
			sql.raw(`create trigger broken before insert on ${table} begin select raise(fail, 'broken'); end`),
		),
	)
}

afterEach(async () => {
	await write(tx => tx.run(sql.raw('drop trigger if exists broken')))
})

async function expectTexts(response: unknown, texts: string[]): Promise<void> {
	expect(response).toMatchObject({ init: { status: 500 } })
	const reply = JSON.stringify(response)
	for (const text of texts) expect(reply).toContain(text)
	expect(reply).not.toContain(person.password)
}

test('registration', async () => {
	await breakDatabase()
	const response = await post(register, '/register', person)
	await expectTexts(response, ['Registration failed', UNEXPECTED, person.email])
})

test('the code of a registration, and a resent one', async () => {
	const cookie = await getCookie(register, '/register', { ...person, email: 'code@example.test' })
	await breakDatabase()
	const verified = await post(verifyOtp, '/verify-otp', { digit: DIGITS, intent: 'verify' }, cookie)
	await expectTexts(verified, ['Verification failed', UNEXPECTED])
	const resent = await post(verifyOtp, '/verify-otp', { intent: 'resend' }, cookie)
	await expectTexts(resent, ['Failed to resend OTP', UNEXPECTED])
})

test('log-in', async () => {
	await breakDatabase()
	const { email } = await makeUser()
	const response = await post(logIn, '/login', { email, password: person.password })
	await expectTexts(response, [UNEXPECTED, email])
})

test('the code of a reset, and a resent one', async () => {
	const { email } = await makeUser()
	const cookie = await getCookie(forgotPassword, '/forgot-password', { email })
	await breakDatabase()
	const verified = await post(verifyUser, '/verify-user', { digit: DIGITS, intent: 'verify' }, cookie)
	await expectTexts(verified, [UNEXPECTED])
	const resent = await post(verifyUser, '/verify-user', { intent: 'resend' }, cookie)
	await expectTexts(resent, ['Failed to resend code. Please try again.', UNEXPECTED])
	const asked = await post(forgotPassword, '/forgot-password', { email })
	await expectTexts(asked, ['Failed to send reset link. Please try again.', email])
})

test('incomplete codes show the message of each flow', async () => {
	const cookie = await getCookie(forgotPassword, '/forgot-password', { email: 'nobody@example.test' })
	const fields = { digit: DIGITS.slice(1), intent: 'verify' }
	const response = await post(verifyUser, '/verify-user', fields, cookie)
	expect(response).toMatchObject({ init: { status: 400 } })
	expect(JSON.stringify(response)).toContain('Please enter complete OTP')
})

test('a message to the house', async () => {
	await breakDatabase()
	const { firstName, lastName, email } = person
	const response = await post(contact, '/contact', { firstName, lastName, email, message: 'Good day.' })
	await expectTexts(response, ['Failed to send message. Please try again later.', 'Good day.'])
})

test('a block, and its image', async () => {
	const [owner, stranger] = [await makeUser(), await makeUser()]
	await ownCells(owner.id, [1, 2])
	const { name, value } = await sessionCookie(owner.id)
	const body = new FormData()
	body.set('intent', 'upload')
	body.set('description', 'Kept words')
	body.set('link', 'https://kept.example/')
	body.set('image', new File([new Uint8Array(makeTwoColourPng())], 'logo.png', { type: 'image/png' }))
	const headers = { cookie: `${name}=${value}`, origin: 'http://localhost:3000' }
	const request = new Request('http://localhost:3000/user/profile?cell=1', { method: 'POST', headers, body })
	await breakDatabase('creatives')
	await expectTexts(await manage(routeArgs(request)), [
		'Failed to manage pixel',
		'Kept words',
		'https://kept.example/',
	])

	const asked = await makeRequest('/user/profile/delete-image?cell=1', {
		as: stranger,
		fields: { intent: 'delete-image' },
	})
	const response = await deleteImage(routeArgs(asked)).catch(thrown => thrown)
	expect(await getFlash(response)).toMatchObject({
		type: 'error',
		text: 'Failed to delete image. Can only manage owned pixels.',
	})

	await write(tx => tx.run(sql.raw('drop trigger broken')))
	await ownCells(owner.id, [3], {
		description: 'Ours',
		link: 'https://ours.example/',
		imageKey: await storeImage('#ff0000'),
	})
	await breakDatabase('audit_entries')
	const own = await makeRequest('/user/profile/delete-image?cell=3', {
		as: owner,
		fields: { intent: 'delete-image' },
	})
	const failed = await deleteImage(routeArgs(own)).catch(thrown => thrown)
	expect(await getFlash(failed)).toMatchObject({
		text: 'Failed to delete image. Please try again.',
	})
})

test('one’s own account', async () => {
	const user = await makeUser()
	const { name, value } = await sessionCookie(user.id)
	const cookie = `${name}=${value}`
	const { firstName, lastName, password } = person
	await breakDatabase('audit_entries')
	const named = await post(changeName, '/user/setting/name', { firstName, lastName }, cookie)
	await expectTexts(named, ['Failed to update name', lastName])
	const passwords = { newPassword: password, confirmPassword: password }
	const changed = await post(changePassword, '/user/setting/password', passwords, cookie)
	await expectTexts(changed, ['Failed to update password', UNEXPECTED])
	await write(tx => tx.run(sql.raw('drop trigger broken')))
	await breakDatabase('challenges')
	const newEmail = 'kept@example.test'
	const asked = await post(changeEmail, '/user/setting/email', { newEmail }, cookie)
	await expectTexts(asked, ['Failed to update email', newEmail])
})

test('toasts stay three seconds in the members’ area and five in the administrators’', async () => {
	const { firstName, lastName } = person
	for (const [account, path, seconds] of [
		[await makeUser(), '/user/setting/name', 3],
		[await makeAdmin(), '/admin/setting/name', 5],
	] as const) {
		const { name, value } = await sessionCookie(account.id)
		const changed = await post(changeName, path, { firstName, lastName }, `${name}=${value}`)
		expect(await getFlash(changed)).toMatchObject({ text: 'Name updated successfully', seconds })
	}
})

test('maintenance counts as off when it cannot be read, with a log line', async () => {
	const server = await startServer({ env: { LOG_LEVEL: 'error' } })
	const client = createClient({ url: `file:${path.join(server.dataDir, 'market.db')}`, timeout: 30_000 })
	try {
		await client.execute(
			"insert or replace into settings (key, value, updated_at) values ('maintenance', 'true', 0)",
		)
		await expect.poll(() => fetchStatus(server)).toBe(503)
		await client.execute('alter table settings rename to settings_away')
		await expect.poll(() => fetchStatus(server)).toBe(200)
		await expect.poll(() => server.output()).toContain('"msg":"Failed to get maintenance mode"')
	} finally {
		client.close()
		await server.stop()
	}
})

const fetchStatus = async (server: TestServer) => (await fetch(`${server.url}/about`)).status

describe('the message after resending a code', () => {
	test.each([
		['registration', register, person, verifyOtp, 'New OTP sent successfully!'],
		[
			'reset',
			forgotPassword,
			{ email: 'again@example.test' },
			verifyUser,
			'Verification code resent to your email.',
		],
	] as const)('of a %s', async (flow, begin, fields, step, text) => {
		const cookie = await getCookie(begin, '/', { ...fields, email: 'again@example.test' })
		await write(async tx => {
			await tx.update(challenges).set({ resendAfter: 0 })
			await tx.delete(throttles)
		})
		const response = await post(step, '/', { intent: 'resend' }, cookie)
		expect(await getFlash(response), flow).toMatchObject({ type: 'success', text, seconds: 3 })
	})
})

/** The message shown by the next page. */
async function getFlash(response: unknown) {
	if (!(response instanceof Response)) throw new Error(`No redirect: ${JSON.stringify(response)}`)
	const cookie = response.headers
		.getSetCookie()
		.map(value => value.split(';')[0])
		.join('; ')
	return await readFlash(new Request('http://localhost:3000/', { headers: { cookie } }))
}

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { countAttempt } from '~/domain/accounts/sign-in/limits.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { hashPassword } from '~/server/auth/password.server'
import { endSession, readSession } from '~/server/auth/session.server'
import { throttle } from '~/server/auth/throttle.server'
import { db, write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { makeAdmin, makeUser } from '../support/factories'
import { makeRequest, waitForVisits } from '../support/requests'

const NOW = Date.UTC(2026, 5, 1, 12)
const DAY = 24 * 60 * 60_000
const from = (now = NOW) => ({ now, address: randomUUID() })
const WRONG = { ok: false, message: 'Invalid email or password' }

async function getCookie(account: { email: string; password: string }, now = NOW): Promise<string> {
	const outcome = await signIn(account, from(now))
	if (!outcome.ok || outcome.next !== 'in') throw new Error('Not signed in')
	return outcome.cookie.split(';')[0] ?? ''
}

test('the correct password opens a session of the right role', async () => {
	expect(await signIn(await makeUser(), from())).toMatchObject({ ok: true, role: 'user' })
	expect(await signIn(await makeAdmin(), from())).toMatchObject({ ok: true, role: 'admin' })
})

test('a wrong password and an unknown address get the same message', async () => {
	const user = await makeUser()
	expect(await signIn({ ...user, password: 'wrong' }, from())).toEqual(WRONG)
	expect(await signIn({ ...user, email: 'nobody@example.test' }, from())).toEqual(WRONG)
})

describe('limits of the log-in', () => {
	test('ten wrong passwords in a quarter of an hour from one address block the correct one too', async () => {
		const user = await makeUser()
		const { address } = from()
		for (let time = 0; time < 10; time++) {
			expect(await signIn({ ...user, password: 'wrong' }, { now: NOW, address })).toEqual(WRONG)
		}
		expect(await signIn(user, { now: NOW + 60_000, address })).toEqual({
			ok: false,
			code: 'too-many',
			message: 'Too many attempts. Please wait 14 minutes and try again.',
			retryAfter: 840,
		})
		expect(await signIn(user, from(NOW + 60_000)), 'from elsewhere').toMatchObject({ ok: true })
		expect(await signIn(user, { now: NOW + 900_001, address })).toMatchObject({ ok: true })
	})

	test('correct passwords do not count, and do not reset the count of wrong ones', async () => {
		const user = await makeUser()
		const by = from()
		const wrong = { ...user, password: 'wrong' }
		for (let time = 0; time < 9; time++) expect(await signIn(wrong, by)).toEqual(WRONG)
		for (let time = 0; time < 2; time++) expect(await signIn(user, by)).toMatchObject({ ok: true })
		expect(await signIn(wrong, by), 'the tenth').toEqual(WRONG)
		expect(await signIn(user, by)).toMatchObject({ ok: false, retryAfter: 900 })
	})

	test('an unknown email address has the same limit', async () => {
		const nobody = { email: `${randomUUID()}@example.test`, password: 'wrong' }
		const by = from()
		for (let time = 0; time < 10; time++) await signIn(nobody, by)
		expect(await signIn(nobody, by)).toMatchObject({ ok: false, retryAfter: 900 })
	})

	test('fifty wrong passwords from one client block it for all accounts; correct ones do not count', async () => {
		const address = '2001:db8:1:2:3:4:5:6'
		const user = await makeUser()
		const wrong = () => ({ email: `${randomUUID()}@example.test`, password: 'wrong' })
		for (let time = 0; time < 5; time++) {
			expect(await signIn(wrong(), { now: NOW, address })).toEqual(WRONG)
			expect(await signIn(user, { now: NOW, address })).toMatchObject({ ok: true })
		}
		for (let time = 5; time < 49; time++) await countAttempt('signInPerAddress', address, NOW)
		expect(await signIn(wrong(), { now: NOW, address }), 'the fiftieth').toEqual(WRONG)
		const sameNetwork = '2001:db8:1:2::1'
		expect(await signIn(user, { now: NOW, address: sameNetwork })).toMatchObject({
			ok: false,
			retryAfter: 900,
		})
		expect(await signIn(user, { now: NOW, address: '2001:db8:1:3::1' })).toMatchObject({ ok: true })
	})

	test('parallel attempts are all counted', async () => {
		const key = randomUUID()
		const attempt = { key, attempts: 10, seconds: 60, now: NOW }
		const outcomes = await Promise.all(Array.from({ length: 40 }, () => write(tx => throttle(tx, attempt))))
		expect(outcomes.filter(outcome => outcome.ok)).toHaveLength(10)
	})
})

describe('a session', () => {
	test('is stored as a hash of its token', async () => {
		const user = await makeUser()
		const cookie = await getCookie(user)
		const [row] = await db.select().from(sessions).where(eq(sessions.accountId, user.id))
		const token = JSON.parse(Buffer.from(decodeURIComponent(cookie.split('=')[1] ?? ''), 'base64').toString())
		expect(row?.tokenHash).not.toContain(token)
		expect(await readSession(await makeRequest('/', { cookie }), NOW)).toMatchObject({ id: user.id })
	})

	test('ends with the log-out, for every holder of the token', async () => {
		const user = await makeUser()
		const cookie = await getCookie(user)
		await endSession(await makeRequest('/logout', { cookie, fields: {} }))
		expect(await readSession(await makeRequest('/', { cookie }), NOW)).toBeUndefined()
	})

	test('ends after fourteen days without a visit, and is extended by a visit', async () => {
		const user = await makeUser()
		const idle = await getCookie(user)
		const used = await getCookie(user)
		await readSession(await makeRequest('/', { cookie: used }), NOW + 13 * DAY)
		await waitForVisits()
		expect(await readSession(await makeRequest('/', { cookie: idle }), NOW + 14 * DAY)).toBeUndefined()
		expect(await readSession(await makeRequest('/', { cookie: used }), NOW + 14 * DAY)).toMatchObject({
			id: user.id,
		})
	})

	test('has a cookie that outlives the fourteen days of inactivity', async () => {
		const signedIn = await signIn(await makeUser(), from())
		if (!signedIn.ok || signedIn.next !== 'in') throw new Error('Not signed in')
		const seconds = Number(/Max-Age=(\d+)/.exec(signedIn.cookie)?.[1])
		expect(seconds * 1000).toBeGreaterThan(365 * DAY)
	})

	test('is not accepted from a forged or foreign cookie', async () => {
		for (const cookie of ['session=', 'session=abc', 'session=eyJhIjoxfQ%3D%3D', 'session=bnVsbA==']) {
			expect(await readSession(await makeRequest('/', { cookie }), NOW), cookie).toBeUndefined()
		}
	})
})

test('too many parallel passwords are rejected instead of queued', async () => {
	const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('correct horse')))
	const refused = outcomes.filter(outcome => outcome.status === 'rejected')
	expect(refused).toHaveLength(80 - 66)
	expect(refused[0]).toMatchObject({ reason: { name: 'PasswordsBusyError' } })
	await expect(hashPassword('correct horse')).resolves.toMatch(/^\$argon2id\$/)
})

test('a session that cannot be extended stays valid', async () => {
	const user = await makeUser()
	const cookie = await getCookie(user)
	await write(tx =>
		tx.run(sql`create trigger full_disk before update on sessions begin select raise(abort, 'full'); end`),
	)
	try {
		expect(await readSession(await makeRequest('/', { cookie }), NOW + DAY)).toMatchObject({ id: user.id })
	} finally {
		await write(tx => tx.run(sql`drop trigger full_disk`))
	}
})

test('a session that cannot be created shows the fixed message', async () => {
	const user = await makeUser()
	await write(tx =>
		tx.run(sql`create trigger full_disk before insert on sessions begin select raise(abort, 'full'); end`),
	)
	try {
		const refused = { ok: false, message: 'Failed to load user details', status: 500 }
		expect(await signIn(user, from())).toEqual(refused)
	} finally {
		await write(tx => tx.run(sql`drop trigger full_disk`))
	}
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { endOneSession, endOtherSessions } from '~/domain/accounts/profile/sessions.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { openSession, readSession } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries, sessions } from '~/server/db/schema.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { makeAdmin, makeUser } from '../support/factories'
import { waitForVisits } from '../support/requests'

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Visitor = { cookie: string; userAgent?: string; address?: string; dest?: string; method?: string }

function toRequest({ cookie, userAgent, dest, method = 'GET' }: Visitor): Request {
	const headers = new Headers({ cookie })
	if (userAgent) headers.set('user-agent', userAgent)
	if (dest) headers.set('sec-fetch-dest', dest)
	return new Request('http://localhost:3000/', { headers, method })
}

const makeFacts = ({ address = '127.0.0.1' }: { address?: string }) => ({ id: address, address })

async function signIn(
	account: { id: string },
	now = NOW,
	from: Omit<Visitor, 'cookie'> = {},
): Promise<string> {
	const setCookie = await withRequestContext(
		toRequest({ cookie: '', ...from }),
		() => write(tx => openSession(tx, account.id, now)),
		makeFacts(from),
	)
	return setCookie.split(';')[0] ?? ''
}

/** Records a visit at a time. @returns the account, or undefined when the session has ended. */
async function visit(cookie: string, now: number, from: Omit<Visitor, 'cookie'> = {}) {
	const request = toRequest({ cookie, ...from })
	const account = await withRequestContext(request, () => readSession(request, now), makeFacts(from))
	await waitForVisits()
	return account
}

const readRows = (account: { id: string }) =>
	db.select().from(sessions).where(eq(sessions.accountId, account.id)).orderBy(sessions.signedInAt)

describe('a session ends', () => {
	test("a member's after fourteen days without a visit", async () => {
		const cookie = await signIn(await makeUser())
		expect(await visit(cookie, NOW + 14 * DAY - 1)).toBeDefined()
		const other = await signIn(await makeUser())
		expect(await visit(other, NOW + 14 * DAY)).toBeUndefined()
	})

	test("a member's after thirty days, however often they come", async () => {
		const cookie = await signIn(await makeUser())
		for (let day = 1; day < 30; day++)
			expect(await visit(cookie, NOW + day * DAY), `day ${day}`).toBeDefined()
		expect(await visit(cookie, NOW + 30 * DAY - 1)).toBeDefined()
		expect(await visit(cookie, NOW + 30 * DAY)).toBeUndefined()
	})

	test("an administrator's after thirty minutes without a visit", async () => {
		const cookie = await signIn(await makeAdmin())
		expect(await visit(cookie, NOW + 29 * MINUTE)).toBeDefined()
		expect(await visit(cookie, NOW + 58 * MINUTE)).toBeDefined()
		expect(await visit(cookie, NOW + 88 * MINUTE)).toBeUndefined()
	})

	test("an administrator's after twelve hours, however busy they are", async () => {
		const cookie = await signIn(await makeAdmin())
		for (let time = 1; time < 36; time++) {
			expect(await visit(cookie, NOW + time * 20 * MINUTE), `visit ${time}`).toBeDefined()
		}
		expect(await visit(cookie, NOW + 12 * HOUR - 1)).toBeDefined()
		expect(await visit(cookie, NOW + 12 * HOUR)).toBeUndefined()
	})

	test('by the rule of the role that the account has now', async () => {
		const user = await makeUser()
		const cookie = await signIn(user)
		await write(tx => tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.id, user.id)))
		expect(await visit(cookie, NOW + 30 * MINUTE)).toBeUndefined()
	})
})

describe('the last visit of a session', () => {
	test('is updated at most once a minute, with its address', async () => {
		const user = await makeUser()
		const cookie = await signIn(user, NOW, { address: '192.0.2.1', userAgent: 'Firefox/140.0 (Windows)' })
		expect(await readRows(user)).toMatchObject([
			{ address: '192.0.2.1', userAgent: 'Firefox/140.0 (Windows)' },
		])
		const moved = { address: '192.0.2.2', userAgent: 'Firefox/141.0 (Windows)' }
		await visit(cookie, NOW + MINUTE - 1, moved)
		expect(await readRows(user)).toMatchObject([{ lastSeenAt: NOW, address: '192.0.2.1' }])
		await visit(cookie, NOW + MINUTE, moved)
		expect(await readRows(user)).toMatchObject([{ lastSeenAt: NOW + MINUTE, ...moved }])
	})

	test('is not updated by polling', async () => {
		const admin = await makeAdmin()
		const cookie = await signIn(admin)
		for (let minute = 1; minute < 30; minute++) await visit(cookie, NOW + minute * MINUTE, { dest: 'empty' })
		expect(await readRows(admin)).toMatchObject([{ lastSeenAt: NOW }])
		expect(await visit(cookie, NOW + 30 * MINUTE, { dest: 'document' })).toBeUndefined()
	})

	test('is updated by a form that a script submits', async () => {
		const user = await makeUser()
		const cookie = await signIn(user)
		await visit(cookie, NOW + HOUR, { dest: 'empty', method: 'POST' })
		expect(await readRows(user)).toMatchObject([{ lastSeenAt: NOW + HOUR }])
	})

	test('stores at most 300 characters of the user agent', async () => {
		const user = await makeUser()
		await signIn(user, NOW, { userAgent: 'x'.repeat(5000) })
		expect((await readRows(user))[0]?.userAgent).toHaveLength(300)
	})

	test('does not revive a session that has ended', async () => {
		const user = await makeUser()
		const cookie = await signIn(user)
		const request = toRequest({ cookie })
		const reading = readSession(request, NOW + HOUR)
		await write(tx => tx.delete(sessions).where(eq(sessions.accountId, user.id)))
		await reading
		await waitForVisits()
		expect(await readRows(user)).toEqual([])
	})
})

describe('the list of sessions', () => {
	test('shows browser, address and time, this one first, without expired ones and other accounts’', async () => {
		const user = await makeUser()
		await signIn(await makeUser())
		await signIn(user, NOW - 14 * DAY, { userAgent: 'Chrome/100 (Windows)' })
		await signIn(user, NOW - HOUR, { userAgent: 'Chrome/100 (Android)', address: '192.0.2.7' })
		await signIn(user, NOW - DAY)
		const own = await signIn(user, NOW - 2 * DAY)
		const current = await visit(own, NOW, { userAgent: 'Firefox/140 (X11)' })
		if (!current) throw new Error('The session is over')
		expect(await listSessions(current, NOW)).toMatchObject([
			{ id: current.sessionId, browser: 'Firefox on Linux', isCurrent: true, lastSeenAt: NOW },
			{ browser: 'Chrome on Android', address: '192.0.2.7', isCurrent: false, lastSeenAt: NOW - HOUR },
			{ browser: 'Unknown browser', isCurrent: false, lastSeenAt: NOW - DAY },
		])
	})

	test("excludes an administrator's session that has expired by the shorter limit", async () => {
		const admin = await makeAdmin()
		await signIn(admin, NOW - 30 * MINUTE)
		const current = await visit(await signIn(admin), NOW)
		if (!current) throw new Error('The session is over')
		expect(await listSessions(current, NOW)).toHaveLength(1)
	})
})

describe('ending sessions', () => {
	const readAudit = async (account: { id: string }) =>
		(await db.select().from(auditEntries).where(eq(auditEntries.subjectId, account.id))).map(
			({ action, detail }) => ({ action, detail }),
		)

	test('ends one immediately, with an audit entry, and keeps the others', async () => {
		const user = await makeUser()
		const [lost, kept] = [await signIn(user, NOW, { address: '192.0.2.9' }), await signIn(user)]
		const sessionId = (await visit(lost, NOW))?.sessionId ?? ''
		expect(await endOneSession({ accountId: user.id, sessionId, now: NOW })).toBe(true)
		expect(await visit(lost, NOW)).toBeUndefined()
		expect(await visit(kept, NOW)).toBeDefined()
		expect(await readAudit(user)).toEqual([
			{ action: 'account.session-end', detail: { address: '192.0.2.9', userAgent: null } },
		])
		expect(await endOneSession({ accountId: user.id, sessionId, now: NOW }), 'a second time').toBe(false)
		expect(await readAudit(user)).toHaveLength(1)
	})

	test("rejects another person's session", async () => {
		const cookie = await signIn(await makeUser())
		const sessionId = (await visit(cookie, NOW))?.sessionId ?? ''
		const stranger = await makeUser()
		expect(await endOneSession({ accountId: stranger.id, sessionId, now: NOW })).toBe(false)
		expect(await endOtherSessions({ accountId: stranger.id, keep: '', now: NOW })).toBe(0)
		expect(await visit(cookie, NOW)).toBeDefined()
		expect(await readAudit(stranger)).toEqual([])
	})

	test('ends all others immediately, and keeps the current one', async () => {
		const user = await makeUser()
		const others = [await signIn(user), await signIn(user)]
		const own = await signIn(user)
		const keep = (await visit(own, NOW))?.sessionId ?? ''
		expect(await endOtherSessions({ accountId: user.id, keep, now: NOW })).toBe(2)
		for (const other of others) expect(await visit(other, NOW)).toBeUndefined()
		expect(await visit(own, NOW)).toBeDefined()
		expect(await readAudit(user)).toEqual([{ action: 'account.sessions-end', detail: { ended: 2 } }])
	})
})

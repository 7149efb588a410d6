import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeName, changePhone } from '~/domain/accounts/profile/profile.commands.server'
import { openKey, openSession } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	cellLoans,
	idempotencyKeys,
	orders,
	sessions,
	throttles,
} from '~/server/db/schema.server'
import { claimKey } from '~/server/http/idempotency.server'
import { apiClient, toForm } from '../support/api-client'
import {
	makeAdmin,
	makeCoupon,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Attacks by a member on other members. */

let server: TestServer
let call: ReturnType<typeof apiClient>

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
	call = apiClient(server.url)
})
afterAll(() => server.stop())

async function getToken({ email, password }: TestAccount): Promise<string> {
	return (await call('POST /user/login', { body: { email, password } })).token ?? ''
}

describe('guessing coupon codes', () => {
	const TRIES = 20
	const preview = (token: string, code: string) =>
		call('POST /user/coupondetails', { token, body: { coupon_code: code, amount: 400_000 } })

	test('through the API is limited as on the page, for every operation that accepts one', async () => {
		const user = await makeUser()
		const token = await getToken(user)
		const code = await makeCoupon()
		expect((await preview(token, 'GUESSED')).status).toBe(422)
		const counter = eq(throttles.key, `coupon:${user.id}`)
		const rows = await write(tx =>
			tx
				.update(throttles)
				.set({ count: TRIES - 1 })
				.where(counter)
				.returning(),
		)
		expect(rows).toHaveLength(1)
		expect((await preview(token, 'GUESSED-TOO')).status).toBe(422)
		const refused = await preview(token, code)
		expect(refused).toMatchObject({ status: 429, code: 'too-many' })
		expect(refused.message).toMatch(/^Too many codes were tried\. Please wait .+ and try again\.$/)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

		const opened = { selectBlocks: [{ id: 900 }], coupon_code: code }
		expect((await call('POST /user/create-checkout-session', { token, body: opened })).status).toBe(429)
		const bought = toForm({
			selectBlocks: JSON.stringify([{ id: 900 }]),
			coupon_code: code,
			name: 'Example Holdings Ltd',
			email: 'buyer@example.test',
			contact_no: '+447700900123',
			country: 'UK',
		})
		expect((await call('POST /user/pixels/buy', { token, body: bought })).status).toBe(429)

		const without = { selectBlocks: [{ id: 900 }] }
		const order = await call('POST /user/create-checkout-session', { token, body: without })
		expect(order.status).toBe(200)
		const { name, value } = await sessionCookie(user.id)
		const page = await fetch(`${server.url}/user/checkout/${Object(order.data).order_id}`, {
			method: 'POST',
			headers: { cookie: `${name}=${value}`, origin: server.url },
			body: new URLSearchParams({ intent: 'apply-coupon', coupon_code: code }),
		})
		expect(page.status).toBe(429)
		expect((await preview(await getToken(await makeUser()), code)).status).toBe(200)
	})
})

describe('a deeply nested body', () => {
	test.each([{}, { 'idempotency-key': 'nested' }])('is malformed with any headers: %j', async headers => {
		const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
		const response = await fetch(`${server.url}/api/admin/coupon/create`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${await getToken(await makeAdmin())}`,
				'content-type': 'application/json',
				...headers,
			},
			body: `{"x":${deep}}`,
		})
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({ code: 'malformed' })
	})
})

test.each(['/user/dashboard', '/%75ser/dashboard', '/USER/dashboard'])(
	'%s is gone with the session, in any spelling of the URL',
	async path => {
		const { name, value } = await sessionCookie((await makeUser()).id)
		const page = await fetch(server.url + path, { headers: { cookie: `${name}=${value}` } })
		expect(page.status).toBe(200)
		expect(page.headers.get('cache-control')).toBe('no-store')
	},
)

describe('the data that one account can create', () => {
	const now = Date.UTC(2026, 10, 21, 9)

	test('is limited to so many idempotency keys in an hour; existing ones still respond', async () => {
		const { id: accountId } = await makeUser()
		const claim = (key: number, at = now) =>
			claimKey({ accountId, key: `key-${key}`, requestHash: 'the same', requestId: 'one', now: at })
		expect(await claim(1)).toEqual({ kind: 'new' })
		const counter = eq(throttles.key, `idempotency:${accountId}`)
		expect(
			await write(tx => tx.update(throttles).set({ count: 599 }).where(counter).returning()),
		).toHaveLength(1)
		expect(await claim(600)).toEqual({ kind: 'new' })
		expect(await claim(601)).toEqual({ kind: 'too-many', retryAfter: 3_600 })
		expect(await claim(1)).toEqual({ kind: 'running' })
		expect(await db.$count(idempotencyKeys, eq(idempotencyKeys.accountId, accountId))).toBe(2)
		expect(await claim(601, now + 3_600_001)).toEqual({ kind: 'new' })
	})

	test('is limited to a hundred sessions, the least recently used ending first; keys stay', async () => {
		const { id: accountId } = await makeUser()
		await write(async tx => {
			const expiresAt = now + 365 * 86_400_000
			await openKey(tx, { accountId, name: 'Reports', isReadOnly: true, expiresAt, now: now - 1_000 })
			for (let log = 0; log < 120; log++) await openSession(tx, accountId, now + log, 'token')
		})
		const rows = await db.select().from(sessions).where(eq(sessions.accountId, accountId))
		expect(rows.filter(row => row.kind === 'key')).toHaveLength(1)
		const tokens = rows.filter(row => row.kind === 'token').map(row => row.signedInAt - now)
		expect(tokens.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => 20 + index))
	})

	test('is limited to sixty audited changes of name and number in an hour', async () => {
		const { id: accountId } = await makeUser()
		const by = { accountId, now }
		for (let change = 0; change < 30; change++) {
			expect(await changeName({ firstName: 'Ada', lastName: 'Example' }, by)).toEqual({ ok: true })
			expect(await changePhone('+442079460000', by)).toEqual({ ok: true })
		}
		expect(await changeName({ firstName: 'Eve', lastName: 'Example' }, by)).toMatchObject({
			ok: false,
			retryAfter: 3_600,
		})
		expect(await changePhone('', by)).toMatchObject({ ok: false })
		expect(await db.$count(auditEntries, eq(auditEntries.subjectId, accountId))).toBe(60)
	})
})

describe('a page of a member', () => {
	const getCookie = async (accountId: string) => {
		const { name, value } = await sessionCookie(accountId)
		return `${name}=${value}`
	}
	const page = async (path: string, cookie: string) =>
		await (await fetch(server.url + path, { headers: { cookie } })).text()
	const owned = (html: string) =>
		Array.from(html.matchAll(/data-cell="(\d+)" data-state="owned"/g), ([, cell]) => Number(cell))
	const GRIDS = ['/user/dashboard', '/user/profile', '/user/pixels/buy', '/user/pixels/sell']

	test('is never served to another, who sees their own cells and name', async () => {
		const [one, other, none] = await Promise.all([
			makeUser({ fullName: 'Ada Kept' }),
			makeUser({ fullName: 'Bea Kept' }),
			makeUser({ fullName: 'Cleo Kept' }),
		])
		await ownCells(one.id, [610, 611])
		await ownCells(other.id, [620])
		const people = [
			{ ...one, cells: [610, 611] },
			{ ...other, cells: [620] },
			{ ...none, cells: [] as number[] },
		]
		const cookies = await Promise.all(people.map(({ id }) => getCookie(id)))
		for (const path of [...GRIDS, ...GRIDS]) {
			for (const [index, { fullName, cells }] of people.entries()) {
				const html = await page(path, cookies[index] ?? '')
				expect(owned(html), `${path} of ${fullName}`).toEqual(cells)
				expect(people.filter(person => html.includes(person.fullName)).length).toBe(1)
				expect(html).toContain(fullName)
			}
		}
	})

	test('shows a hold to its holder only', async () => {
		const [holder, none] = await Promise.all([makeUser(), makeUser()])
		await makeOrder(holder.id, [640], { status: 'open' })
		const seen: boolean[] = []
		for (const { id } of [holder, none]) {
			const html = await page('/user/pixels/buy', await getCookie(id))
			seen.push(/<input[^>]* name="cell" value="640"/.test(html))
		}
		expect(seen).toEqual([true, false])
	})

	test('shows a lent pixel to its borrower only', async () => {
		const [borrower, none] = await Promise.all([makeUser(), makeUser()])
		await reserveForHouse([641])
		const until = Date.now() + 3_600_000
		const { email: recipientEmail, id: borrowerId } = borrower
		const loan = await makeTransfer(null, [641], { recipientEmail, status: 'accepted', until })
		await write(tx =>
			tx.insert(cellLoans).values({ cell: 641, transferId: loan.id, borrowerId, since: Date.now(), until }),
		)
		const seen: number[][] = []
		for (const { id } of [borrower, none]) {
			seen.push(owned(await page('/user/dashboard', await getCookie(id))))
		}
		expect(seen).toEqual([[641], []])
	})

	test('shows what another process has just written', async () => {
		const member = await makeUser({ fullName: 'Dora Before' })
		const cookie = await getCookie(member.id)
		for (const path of GRIDS) expect(owned(await page(path, cookie))).toEqual([])
		const order = await makeOrder(member.id, [630], { status: 'pending' })
		for (const path of GRIDS) expect(owned(await page(path, cookie)), path).toEqual([630])
		const list = await page('/user/history', cookie)
		expect(list).toMatch(new RegExp(`${order.reference}[\\s\\S]*>pending</span>`))
		await changeName({ firstName: 'Dora', lastName: 'After' }, { accountId: member.id, now: Date.now() })
		await write(tx => tx.update(orders).set({ status: 'approved' }).where(eq(orders.id, order.id)))
		const changed = await page('/user/history', cookie)
		expect(changed).toMatch(new RegExp(`${order.reference}[\\s\\S]*>approved</span>`))
		expect(changed).not.toContain('>pending</span>')
		expect(changed).toContain('Dora After')
		expect(changed).not.toContain('Dora Before')
	})
})

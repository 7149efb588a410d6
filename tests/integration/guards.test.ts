import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '~/api/operations.server'
import { changeSettings } from '~/domain/settings/commands.server'
import routes from '~/routes'
import { write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import {
	makeAdmin,
	makeCoupon,
	makeFailedMail,
	makeOrder,
	makeStatement,
	makeTransfer,
	makeUser,
	ownCells,
	sessionCookie,
} from '../support/factories'
import { setUpSecondFactor } from '../support/second-factor'
import { startServer, type TestServer } from '../support/server'

type Role = 'guest' | 'owner' | 'other' | 'admin'
type Row = {
	/**
	 * Who has access. `guests`: signed-in people are redirected to their dashboard. `user` and `admin`: guests are
	 * redirected to /login, the other role to its own dashboard.
	 */
	for: 'everybody' | 'guests' | 'user' | 'admin'
	/** The response to an allowed GET: statuses, or `-> path`; 200 by default. */
	get?: (number | string)[]
	/** The URL contains the id of something of this user, which does not exist for others. */
	of?: 'owner' | 'other'
	/** The redirect of signed-in people from a page for guests, if not their dashboard. */
	away?: string
	/** Who may submit its form, if not everybody who may see it. */
	form?: 'user'
}

/* Every route of routes.ts has a row here; the last test fails for a missing one. */
const TABLE: Record<string, Row> = {
	'/': { for: 'everybody' },
	'/about': { for: 'everybody' },
	'/how-it-works': { for: 'everybody' },
	'/auctions': { for: 'everybody' },
	'/pixels': { for: 'everybody' },
	'/pixels/:cell': { for: 'everybody', form: 'user' },
	'/certificates': { for: 'everybody' },
	'/certificates/:code': { for: 'everybody', get: [404] },
	'/contact': { for: 'everybody' },
	'/policy-terms': { for: 'everybody' },
	'/maintenance': { for: 'everybody' },
	'/payment-response': { for: 'everybody', get: [200, 400] },
	'/register': { for: 'guests', away: '/' },
	'/verify-otp': { for: 'guests', get: ['-> /register'] },
	'/login': { for: 'guests' },
	'/login/code': { for: 'guests', get: ['-> /login'] },
	'/forgot-password': { for: 'guests' },
	'/verify-user': { for: 'guests', get: ['-> /forgot-password'] },
	'/reset-password': { for: 'guests', get: ['-> /forgot-password'] },
	'/google-response': { for: 'everybody', get: ['-> /login', '-> /user/dashboard', '-> /admin/dashboard'] },
	'/auth/google/link': { for: 'guests', get: ['-> /login'] },
	'/auth/google/sign-up': { for: 'guests', get: ['-> /login'] },
	'/auth/google': { for: 'guests', get: ['-> /login'] },
	'/auth/google/callback': { for: 'guests', get: ['-> /login'] },
	'/logout': { for: 'everybody', get: [405, '-> /', '-> /login'] },

	'/user': { for: 'user', get: ['-> /user/dashboard'] },
	'/user/dashboard': { for: 'user' },
	'/user/bell': { for: 'user' },
	'/user/invitations': { for: 'user' },
	'/user/invitations/:transferId': { for: 'user', of: 'other' },
	'/user/profile': { for: 'user' },
	'/user/profile/delete-image': { for: 'user', get: [200, 404, '-> /user/profile'] },
	'/user/history': { for: 'user' },
	'/user/history.csv': { for: 'user' },
	'/user/history/sold': { for: 'user' },
	'/user/history/sold.csv': { for: 'user' },
	'/user/history/sold/:transferId': { for: 'user', of: 'owner' },
	'/user/history/documents': { for: 'user' },
	'/user/history/received/:transferId': { for: 'user', get: [404] },
	'/user/history/:orderId': { for: 'user', of: 'owner' },
	'/user/history/:orderId/receipt.pdf': { for: 'user', get: [404] },
	'/user/history/:orderId/certificate.pdf': { for: 'user', get: [404] },
	'/user/certificates/:code/certificate.pdf': { for: 'user', get: [404] },
	'/user/pixels/buy': { for: 'user' },
	'/user/pixels/buy/replace': { for: 'user', get: [200, '-> /user/pixels/buy'] },
	'/user/pixels/sell': { for: 'user' },
	'/user/pixels/sell/to': { for: 'user', get: [200, '-> /user/pixels/sell'] },
	'/user/pixels/sell/:transferId/edit': { for: 'user', of: 'owner' },
	'/user/pixels/sell/:transferId/delete': { for: 'user', of: 'owner' },
	'/user/pixels/preview': { for: 'user', get: [200, '-> /user/pixels/buy'] },
	'/user/pixels/suggest': { for: 'user' },
	'/user/checkout/:orderId': { for: 'user', of: 'owner' },
	'/user/checkout/:orderId/payment': { for: 'user', of: 'owner' },
	'/user/checkout/:orderId/confirm': { for: 'user', of: 'owner' },
	'/user/checkout/:orderId/done': { for: 'user', of: 'owner' },
	'/user/setting': { for: 'user' },
	'/user/setting/photo': { for: 'user' },
	'/user/setting/name': { for: 'user' },
	'/user/setting/password': { for: 'user' },
	'/user/setting/email': { for: 'user' },
	'/user/setting/email/verify': { for: 'user', get: ['-> /user/setting/email'] },
	'/user/setting/phone': { for: 'user' },
	'/user/setting/second-factor': { for: 'user' },
	'/user/setting/keys': { for: 'user' },
	'/user/setting/sessions': { for: 'user' },
	'/user/setting/export': { for: 'user' },
	'/user/setting/delete': { for: 'user' },
	'/user/*': { for: 'user', get: [404] },

	'/admin': { for: 'admin', get: ['-> /admin/dashboard'] },
	'/admin/dashboard': { for: 'admin' },
	'/admin/bell': { for: 'admin' },
	'/admin/invitations': { for: 'admin' },
	'/admin/invitations/:transferId': { for: 'admin', get: [404] },
	'/admin/profile': { for: 'admin' },
	'/admin/profile/manage': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/delete-image': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/reserve': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/restore': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/delete': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/sell': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/temporary-sell': { for: 'admin', get: ['-> /admin/profile'] },
	'/admin/profile/invitations/:transferId/edit': { for: 'admin', get: [404] },
	'/admin/profile/invitations/:transferId/delete': { for: 'admin', get: [404] },
	'/admin/transactions': { for: 'admin' },
	'/admin/transactions/:orderId': { for: 'admin' },
	'/admin/transactions/:orderId/approve': { for: 'admin' },
	'/admin/transactions/:orderId/reject': { for: 'admin' },
	'/admin/transactions/:orderId/assign': { for: 'admin' },
	'/admin/transactions/:orderId/refund': { for: 'admin' },
	'/admin/transactions/approve': { for: 'admin' },
	'/admin/transactions/:orderId/payments/new': { for: 'admin' },
	'/admin/transactions/:orderId/payments/:paymentId/reverse': { for: 'admin', get: [404] },
	'/admin/transactions.csv': { for: 'admin' },
	'/admin/payments': { for: 'admin' },
	'/admin/payments.csv': { for: 'admin' },
	'/admin/statements': { for: 'admin' },
	'/admin/statements/:statementId': { for: 'admin' },
	'/admin/statements/:statementId/approve': { for: 'admin' },
	'/admin/userManagement': { for: 'admin' },
	'/admin/userManagement/new': { for: 'admin' },
	'/admin/userManagement/:userId': { for: 'admin' },
	'/admin/userManagement/:userId/edit': { for: 'admin' },
	'/admin/userManagement/:userId/role': { for: 'admin' },
	'/admin/userManagement/:userId/delete': { for: 'admin' },
	'/admin/history': { for: 'admin' },
	'/admin/history/sold': { for: 'admin' },
	'/admin/history/sold.csv': { for: 'admin' },
	'/admin/history/sold/:transferId': { for: 'admin' },
	'/admin/history/:orderId': { for: 'admin' },
	'/admin/coupon': { for: 'admin' },
	'/admin/coupon/new': { for: 'admin' },
	'/admin/coupon/:couponId': { for: 'admin' },
	'/admin/coupon/:couponId/edit': { for: 'admin' },
	'/admin/coupon/:couponId/delete': { for: 'admin' },
	'/admin/audit': { for: 'admin' },
	'/admin/audit.csv': { for: 'admin' },
	'/admin/transactions/:orderId/receipt.pdf': { for: 'admin', get: [404] },
	'/admin/transactions/:orderId/certificate.pdf': { for: 'admin', get: [404] },
	'/admin/outbox': { for: 'admin' },
	'/admin/outbox/send-failed': { for: 'admin' },
	'/admin/outbox/:mailId': { for: 'admin' },
	'/admin/outbox/:mailId/address': { for: 'admin' },
	'/admin/setting': { for: 'admin' },
	'/admin/setting/photo': { for: 'admin' },
	'/admin/setting/name': { for: 'admin' },
	'/admin/setting/password': { for: 'admin' },
	'/admin/setting/email': { for: 'admin' },
	'/admin/setting/email/verify': { for: 'admin', get: ['-> /admin/setting/email'] },
	'/admin/setting/phone': { for: 'admin' },
	'/admin/setting/prices': { for: 'admin' },
	'/admin/setting/gateway': { for: 'admin' },
	'/admin/setting/brand': { for: 'admin' },
	'/admin/setting/maintenance': { for: 'admin' },
	'/admin/setting/check': { for: 'admin' },
	'/admin/setting/second-factor': { for: 'admin' },
	'/admin/setting/keys': { for: 'admin' },
	'/admin/setting/sessions': { for: 'admin' },
	'/admin/*': { for: 'admin', get: [404] },

	'/grid-picture/:hash/:file': { for: 'everybody', get: [404] },
	'/files/:folder/:name': { for: 'everybody', get: [404] },
	'/assets/*': { for: 'everybody', get: [404] },
	'/files/*': { for: 'everybody', get: [404] },
	'/clicks/:cell': { for: 'everybody', get: [404, 204] },
	'/cookie-preference': { for: 'everybody', get: ['-> /'] },
	'/api': { for: 'everybody' },
	'/api/openapi.json': { for: 'everybody' },
	'/api/files/:folder/:name': { for: 'everybody', get: [404] },
	'/api/*': { for: 'everybody', get: [404] },
	'/sitemap.xml': { for: 'everybody' },
	'/robots.txt': { for: 'everybody' },
	'/healthz': { for: 'everybody' },
	'/readyz': { for: 'everybody' },
	'/metrics': { for: 'everybody', get: [404] },
	'/*': { for: 'everybody', get: ['-> /'] },
}

type Address = { pattern: string }

function listAddresses(entries: readonly RouteConfigEntry[], parent = ''): Address[] {
	return entries.flatMap(entry => {
		const pattern = entry.path === undefined ? parent : `${parent}/${entry.path}`
		const own = entry.path !== undefined || entry.index
		return [...(own ? [{ pattern: pattern || '/' }] : []), ...listAddresses(entry.children ?? [], pattern)]
	})
}

const ADDRESSES = listAddresses(await routes)

/* API operations ignore cookies, so a signed-in browser counts as a guest. */
for (const { path, method, access } of OPERATIONS) {
	const pattern = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
	const get = method === 'GET' ? (access === 'anybody' ? [200] : [401]) : [405]
	if (!TABLE[pattern]) ADDRESSES.push({ pattern })
	TABLE[pattern] = { for: 'everybody', get }
}

const COUPON_ID = randomUUID()

let server: TestServer
const cookies: Record<Role, string> = { guest: '', owner: '', other: '', admin: '' }
const ids: Record<string, string> = {
	cell: '1',
	code: '3467-9CDF-GHJK',
	hash: 'none',
	file: 'none.webp',
	folder: 'receipts',
	name: 'none.png',
	couponId: COUPON_ID,
}

const accounts: Partial<Record<Role, { id: string }>> = {}

async function signIn(role: Role): Promise<void> {
	const account = accounts[role]
	if (!account) return
	const { name, value } = await sessionCookie(account.id)
	cookies[role] = `${name}=${value}`
}

beforeAll(async () => {
	const dataDir = process.env['DATA_DIR'] ?? ''
	server = await startServer({ dataDir, env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } })
	const [owner, other, admin] = await Promise.all([makeUser(), makeUser(), makeAdmin()])
	Object.assign(accounts, { owner, other, admin })
	await Promise.all((['owner', 'other', 'admin'] as const).map(signIn))
	await ownCells(owner.id, [1, 2])
	const open = await makeOrder(owner.id, [20], { status: 'open' })
	const pending = await makeOrder(owner.id, [21], { status: 'pending' })
	const transfer = await makeTransfer(owner.id, [2], { recipientEmail: other.email, status: 'accepted' })
	await makeCoupon({ id: COUPON_ID })
	const statement = await makeStatement(admin.id, [{ text: 'Hello', pence: 100 }])
	Object.assign(ids, {
		userId: owner.id,
		orderId: open.id,
		pendingId: pending.id,
		id: '1',
		transferId: transfer.id,
		statementId: statement.id,
		paymentId: 'none',
		mailId: await makeFailedMail(owner.email),
	})
})

afterAll(async () => {
	await server.stop()
})

/** A URL with existing ids: histories, reviews and the last page use submitted orders, checkouts open ones. */
function fill(pattern: string): string {
	const isSubmitted =
		/^\/(user\/history|admin\/(history|transactions))\b/.test(pattern) || pattern.endsWith('/done')
	return pattern
		.replace(
			/:(\w+)/g,
			(_, name: string) => ids[isSubmitted && name === 'orderId' ? 'pendingId' : name] ?? '',
		)
		.replace('*', 'no-such-page')
}

async function ask(role: Role, address: string, method: 'GET' | 'POST' = 'GET'): Promise<number | string> {
	const response = await fetch(server.url + address, {
		method,
		redirect: 'manual',
		headers: {
			// More API requests than one address may send in a minute.
			'x-forwarded-for': `198.51.100.${address.length}`,
			cookie: cookies[role],
			...(method === 'POST'
				? { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' }
				: {}),
		},
		...(method === 'POST' ? { body: 'nothing=' } : {}),
	})
	const body = await response.text()
	const location =
		response.status === 202 ? (/"(\/[^"]*)"/.exec(body)?.[1] ?? null) : response.headers.get('location')
	return location === null ? response.status : `-> ${new URL(location, server.url).pathname}`
}

/** Returns the redirect for a person without access; undefined for those with access. */
function refusal(row: Row, role: Role): number | string | undefined {
	if (row.for === 'everybody') return undefined
	if (row.for === 'guests') return role === 'guest' ? undefined : `-> ${row.away ?? getHome(role)}`
	if (role === 'guest') return '-> /login'
	const isRight = (role === 'admin') === (row.for === 'admin')
	if (!isRight) return `-> ${getHome(role)}`
	return row.for === 'user' && row.of && row.of !== role ? 404 : undefined
}

const getHome = (role: Role) => (role === 'admin' ? '/admin/dashboard' : '/user/dashboard')

/* An action may reject the empty form in any way, and a page may have no action (405), but access checks come first
   and no response is a 500. */
const REFUSED_FORM = [400, 401, 403, 404, 405, 409, 415, 422, 429]

describe.each(ADDRESSES)('$pattern', ({ pattern }) => {
	const row = TABLE[pattern]
	// Members differ only where the URL contains something of one of them.
	const roles: Role[] = ['guest', 'owner', ...(row?.of ? ['other' as const] : []), 'admin']
	const insider = row?.for === 'admin' ? 'admin' : 'owner'

	test.runIf(row).each(roles)('as %s', async role => {
		if (!row) return
		const address = fill(pattern)
		const sent = refusal(row, role)
		const sentForm = refusal({ ...row, for: row.form ?? row.for }, role)
		const welcome = (row.get ?? [200]).map(response =>
			typeof response === 'string' ? fill(response) : response,
		)
		const expected = sent === undefined ? welcome : [sent]
		/* A wrong person's empty form may be rejected as empty before its owner is checked. */
		const refused = sentForm === 404 ? [404, 405, 400] : [sentForm, 405]

		expect(expected, 'GET').toContain(await ask(role, address))
		const data = address === '/' ? '/_root.data' : `${address}.data`
		if (role === insider) {
			expect(await ask(role, data), 'GET .data').toBe(404)
			// The API accepts no forms (415).
			expect([404, 415], 'POST .data').toContain(await ask(role, data, 'POST'))
		}
		const target = pattern === '/' ? '/?index' : address
		const posted = await ask(role, target, 'POST')
		const fine = sentForm === undefined ? [...REFUSED_FORM, 200, ...welcome, '-> /', '-> /login'] : refused
		expect(fine, 'POST').toContain(posted)
		if (pattern === '/logout' && role !== 'guest') {
			expect(await ask(role, getHome(role)), 'the session has ended').toBe('-> /login')
			await signIn(role)
		}
	})
})

describe('while administrators must have two-factor authentication', () => {
	const SET_UP = '/admin/setting/second-factor'
	const demand = (demandSecondFactor: boolean) =>
		changeSettings({ demandSecondFactor }, { actorId: accounts.admin?.id ?? '', now: Date.now() })
	beforeAll(() => demand(true))
	afterAll(() => demand(false))

	test.each(ADDRESSES.filter(({ pattern }) => TABLE[pattern]?.for === 'admin' && pattern !== SET_UP))(
		'one without it is redirected from $pattern to the set-up',
		async ({ pattern }) => {
			const address = fill(pattern)
			expect(await ask('admin', address)).toBe(`-> ${SET_UP}`)
			expect([`-> ${SET_UP}`, 405]).toContain(await ask('admin', address, 'POST'))
		},
	)

	test('the set-up is open; members and administrators with one can continue', async () => {
		expect(await ask('admin', SET_UP)).toBe(200)
		expect(await ask('owner', '/user/dashboard')).toBe(200)
		const other = await makeAdmin()
		await setUpSecondFactor(other, Date.now())
		const { name, value } = await sessionCookie(other.id)
		const response = await fetch(`${server.url}/admin/dashboard`, {
			headers: { cookie: `${name}=${value}` },
			redirect: 'manual',
		})
		expect(response.status).toBe(200)
	})

	test('receipts are blocked too', async () => {
		const key = `receipts/${randomUUID()}.png`
		await storage.put(key, Buffer.from('receipt'))
		const file = { key, kind: 'receipt', mime: 'image/png', bytes: 7, name: 'receipt.png' } as const
		await write(tx => tx.insert(files).values({ ...file, createdAt: Date.now() }))
		expect(await ask('admin', `/files/${key}`)).toBe(404)
		await demand(false)
		expect(await ask('admin', `/files/${key}`)).toBe(200)
		await demand(true)
	})
})

test('every route has its row', () => {
	expect(ADDRESSES.map(({ pattern }) => pattern).filter(pattern => !TABLE[pattern])).toEqual([])
})

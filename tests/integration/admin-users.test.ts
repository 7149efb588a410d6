import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { changeRole, changeUser } from '~/domain/accounts/users.commands.server'
import { listUsers, readUser, readUserDetails } from '~/domain/accounts/users.queries.server'
import { UserFilter } from '~/domain/accounts/users-schema'
import { listForReview } from '~/domain/orders/review/list.server'
import { loader as readForView } from '~/routes/admin/users/user'
import { loader as readForDeletion, action as remove } from '~/routes/admin/users/user-delete'
import { action as edit, loader as readForEdit } from '~/routes/admin/users/user-edit'
import { action as add } from '~/routes/admin/users/user-new'
import { loader as readForRole, action as role } from '~/routes/admin/users/user-role'
import Users, { loader as usersPage } from '~/routes/admin/users/users'
import { verifyPassword } from '~/server/auth/password.server'
import { db, write } from '~/server/db/db.server'
import { accounts, cellHolders, outbox, sessions, transfers } from '~/server/db/schema.server'
import { actionsOn } from '../support/audit'
import { signInChanger } from '../support/changer'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { callOperation } from '../support/operations'
import { renderPage } from '../support/render-page'
import { makeOutdatedRequest, makeRequest, routeArgs, runRoute } from '../support/requests'

let admin: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.update(accounts).set({ role: 'user' }))
	admin = await makeAdmin({ fullName: 'Grace Operator' })
})

type Action = typeof add | typeof edit | typeof role | typeof remove

/** Submits a form as the administrator. @returns the redirect, or the errors of the page. */
const send = async (action: Action, fields: Record<string, string>, userId = '') =>
	await runRoute(action, await makeRequest(`/admin/userManagement/${userId}`, { as: admin, fields }), {
		userId,
	})

const stored = async (id: string) => {
	const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
	if (!account) throw new Error('No account')
	return account
}
const mailsTo = async (recipient: string) =>
	await db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(desc(outbox.createdAt))
const anAddress = () => `user-${randomUUID()}@example.test`
const NEW = {
	firstName: 'Berta',
	lastName: 'Newcomer',
	password: 'a long enough sentence',
	confirmPassword: 'a long enough sentence',
	terms: 'on',
}

describe('the list of users', () => {
	test('has ten rows per page, newest first, with the pixels and their cost', async () => {
		const made: string[] = []
		for (let index = 0; index < 12; index++) made.unshift((await makeUser({ fullName: 'Paging Paula' })).id)
		const [owner = ''] = made
		await ownCells(owner, [700, 701])
		await makeOrder(owner, [702], { status: 'rejected' })
		const list = (page: string) => listUsers(UserFilter.parse({ q: 'paging paula', page }))
		const first = await list('1')
		expect(first).toMatchObject({ pageCount: 2, total: 12, from: 1, to: 10 })
		expect([...first.rows, ...(await list('2')).rows].map(row => row.id)).toEqual(made)
		expect(first.rows[0]).toMatchObject({ totalPixels: 2, totalPence: 20_000_000 })
		const all = await listUsers(UserFilter.parse({}))
		expect(all.rows[0]?.id).toBe(owner)
	})

	test('shows when a user has spent nothing', async () => {
		await makeUser({ fullName: 'Penniless Percy' })
		const request = await makeRequest('/admin/userManagement?q=penniless', { as: await makeAdmin() })
		const loaderData = await usersPage(routeArgs(request))
		const html = renderPage(Users, { loaderData })
		expect(html).toContain('>£0<')
		expect(html).not.toContain('£0.0')
	})

	test('finds users by a part of name or address, but no deleted ones', async () => {
		const user = await makeUser({ fullName: 'Zoë Findable', email: anAddress() })
		for (const q of ['zoe find', 'Findable', user.email.slice(5, 20), user.id]) {
			expect(
				(await listUsers(UserFilter.parse({ q }))).rows.map(row => row.id),
				q,
			).toEqual([user.id])
		}
		await write(tx => tx.update(accounts).set({ deletedAt: 1 }).where(eq(accounts.id, user.id)))
		expect((await listUsers(UserFilter.parse({ q: 'findable' }))).total).toBe(0)
		expect(await readUser(user.id)).toBeUndefined()
	})
})

describe('the details of a user', () => {
	test('show pixels by type, orders, invitations and sessions', async () => {
		const user = await makeUser()
		const { orderId } = await ownCells(user.id, [700, 701])
		const sent = await makeTransfer(user.id, [700], { recipientEmail: 'friend@example.test' })
		const received = await makeTransfer(null, [702], { recipientEmail: user.email })
		const past = await makeTransfer(user.id, [701], { recipientEmail: 'late@example.test', until: 1 })
		await sessionCookie(user.id)
		const found = await readUser(user.id)
		if (!found) throw new Error('No user')
		const details = await readUserDetails(found, Date.now())
		expect(details.byType).toEqual({ large: 0, medium: 0, small: 0, tiny: 2 })
		expect(details.orders.map(order => order.id)).toEqual([orderId])
		expect(
			new Map(details.invitations.map(invitation => [invitation.id, [invitation.isSent, invitation.status]])),
		).toEqual(
			new Map([
				[sent.id, [true, 'open']],
				[received.id, [false, 'open']],
				[past.id, [true, 'expired']],
			]),
		)
		expect(details.sessions).toHaveLength(1)
	})

	test('show which orders wait for an administrator', async () => {
		const [user, other] = [await makeUser(), await makeUser()]
		await makeOrder(user.id, [710], { status: 'pending', receivedPence: 100_500_00 })
		await makeOrder(user.id, [711], { status: 'rejected', receivedPence: 100_000_00, sentPence: 1_00 })
		await makeOrder(user.id, [712])
		await makeOrder(user.id, [713], { status: 'open' })
		await makeOrder(other.id, [714], { status: 'pending' })
		const found = await readUser(user.id)
		if (!found) throw new Error('No user')
		expect((await readUserDetails(found, Date.now())).sums).toEqual({
			bought: 2,
			toReview: 1,
			reviewPence: 100_000_00,
			toSendBack: 2,
			sendBackPence: 100_499_00,
		})
	})
})

describe('a new user', () => {
	test('gets an email about the account and how to set a password, without the password', async () => {
		const email = anAddress()
		expect(await send(add, { ...NEW, email })).toEqual({ status: 302, outcome: '/admin/userManagement' })
		const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
		expect(account).toMatchObject({ fullName: 'Berta Newcomer', role: 'user' })
		expect(await verifyPassword(account?.passwordHash, NEW.password)).toBe(true)
		const [mail] = await mailsTo(email)
		expect(mail?.text).toContain('Grace Operator, administrator')
		expect(mail?.text).toContain('/forgot-password')
		expect(mail?.text).toContain('/login')
		expect(mail?.text).not.toContain(NEW.password)
		expect(await actionsOn(account?.id ?? '', admin.id)).toEqual(['account.create'])
	})

	test.each([
		[{ firstName: '' }, 'Please fill in all fields'],
		[{ email: '' }, 'Please fill in all fields'],
		[{ password: '' }, 'Please fill in all fields'],
		[{ confirmPassword: 'another long sentence' }, 'Passwords do not match'],
		[{ terms: '' }, 'Please agree to the Terms & Conditions'],
	])('is rejected with %j', async (change, message) => {
		const response = await send(add, { ...NEW, email: 'b@example.test', ...change })
		expect(response.status).toBe(400)
		expect(response.outcome).toContain(message)
		expect(response.outcome).not.toContain(NEW.password)
	})

	test('needs a unique address', async () => {
		const email = anAddress()
		const both = await Promise.all([send(add, { ...NEW, email }), send(add, { ...NEW, email })])
		expect(both.map(response => response.status).sort()).toEqual([302, 422])
	})
})

describe('editing a user', () => {
	test('changes the address, ends the sessions, moves invitations, and notifies the former address', async () => {
		const user = await makeUser()
		const invitation = await makeTransfer(null, [702], { recipientEmail: user.email })
		await sessionCookie(user.id)
		const email = anAddress()
		const response = await send(edit, { name: 'New Name', email, version: '1' }, user.id)
		expect(response).toEqual({ status: 302, outcome: `/admin/userManagement/${user.id}` })
		expect(await stored(user.id)).toMatchObject({ fullName: 'New Name', email })
		expect(await db.select().from(sessions).where(eq(sessions.accountId, user.id))).toEqual([])
		expect((await mailsTo(user.email))[0]?.kind).toBe('email-changed')
		const [moved] = await db.select().from(transfers).where(eq(transfers.id, invitation.id))
		expect(moved?.recipientEmail).toBe(email)
		expect(await actionsOn(user.id, admin.id)).toEqual(['account.change', 'account.email-change'])
	})

	test('changes the password, notifies the user, and keeps it when the field is empty', async () => {
		const user = await makeUser()
		const keep = { name: user.fullName, email: user.email, password: '', confirmPassword: '', version: '1' }
		await send(edit, keep, user.id)
		expect(await verifyPassword((await stored(user.id)).passwordHash, user.password)).toBe(true)
		const password = 'another long sentence'
		await send(edit, { ...keep, password, confirmPassword: password, version: '2' }, user.id)
		expect(await verifyPassword((await stored(user.id)).passwordHash, password)).toBe(true)
		expect((await mailsTo(user.email)).map(mail => mail.kind)).toEqual(['password-changed'])
		expect(await actionsOn(user.id, admin.id)).toEqual(['account.password-set'])
	})

	test('is rejected by each rule with its message', async () => {
		const user = await makeUser()
		const other = await makeUser()
		const form = { name: 'X', email: user.email, version: '1' }
		expect((await send(edit, { ...form, name: '' }, user.id)).outcome).toContain('Name is required')
		const one = { ...form, password: 'a long enough sentence', confirmPassword: 'b' }
		expect((await send(edit, one, user.id)).outcome).toContain('Passwords do not match')
		expect((await send(edit, { ...form, email: other.email }, user.id)).status).toBe(422)
		await write(tx => tx.update(accounts).set({ googleSubject: user.id }).where(eq(accounts.id, user.id)))
		const google = await send(edit, { ...form, email: anAddress() }, user.id)
		expect(google.outcome).toContain('This user signed in with Google. Email cannot be updated.')
		expect((await send(edit, { ...form, email: admin.email }, admin.id)).status).toBe(422)
		expect((await stored(user.id)).version).toBe(1)
	})

	test('changes only the name of an administrator, on the page and through the API', async () => {
		const other = await makeAdmin()
		const before = await stored(other.id)
		const form = { name: 'Renamed', email: other.email, version: '1' }
		const password = 'another long sentence'
		for (const change of [{ email: anAddress() }, { password, confirmPassword: password }]) {
			const response = await send(edit, { ...form, ...change }, other.id)
			expect(response.status).toBe(422)
			expect(response.outcome).toContain('Administrators set their own password and email address')
			const { confirmPassword: _, ...wanted } = { confirmPassword: '', ...change }
			await callOperation(admin, 'POST /admin/userupdate', {
				body: { user_id: other.id, name: 'X', ...wanted },
			})
		}
		expect(await stored(other.id)).toEqual(before)
		expect((await send(edit, form, other.id)).status).toBe(302)
		expect((await stored(other.id)).fullName).toBe('Renamed')
	})

	test('by two administrators at once shows the second a conflict and the input', async () => {
		const user = await makeUser()
		const form = (name: string) => ({ name, email: user.email, version: '1' })
		const both = await Promise.all([send(edit, form('One'), user.id), send(edit, form('Two'), user.id)])
		expect(both.map(response => response.status).sort()).toEqual([302, 409])
		const told = both.find(response => response.status === 409)
		expect(told?.outcome).toMatch(/"name":"(One|Two)"/)
	})
})

describe('changing a role', () => {
	test('grants and revokes it with an audit entry, ends sessions and notifies the user', async () => {
		const user = await makeUser()
		await sessionCookie(user.id)
		await send(role, { intent: 'confirm', role: 'admin', version: '1' }, user.id)
		expect(await stored(user.id)).toMatchObject({ role: 'admin', version: 2 })
		expect(await db.select().from(sessions).where(eq(sessions.accountId, user.id))).toEqual([])
		await send(role, { intent: 'confirm', role: 'user', version: '2' }, user.id)
		expect((await stored(user.id)).role).toBe('user')
		expect((await mailsTo(user.email)).map(mail => mail.subject).sort()).toEqual([
			'You are no longer an administrator',
			'You are now an administrator',
		])
		expect(await actionsOn(user.id, admin.id)).toEqual(['account.role', 'account.role'])
	})

	test('takes effect once if the form is submitted twice, and shows others a conflict', async () => {
		const [user, other] = [await makeUser(), await makeAdmin()]
		const change = { role: 'admin', version: 1, currentPassword: '' } as const
		const by = async (account: TestAccount) => ({
			actor: { ...account, ...(await signInChanger(account, Date.now())) },
			now: Date.now(),
			address: '9.9.9.9',
		})
		const mine = await by(admin)
		const both = await Promise.all([changeRole(user.id, change, mine), changeRole(user.id, change, mine)])
		expect(both).toEqual([{ ok: true }, { ok: true }])
		expect(await actionsOn(user.id, admin.id)).toEqual(['account.role'])
		expect(await mailsTo(user.email)).toHaveLength(1)
		expect(await changeRole(user.id, change, await by(other))).toMatchObject({ code: 'changed' })
	})

	test('never removes the last administrator, even when two demote each other at once', async () => {
		expect((await send(role, { intent: 'confirm', role: 'user', version: '1' }, admin.id)).outcome).toContain(
			'The last administrator cannot become a member.',
		)
		const other = await makeAdmin()
		const demote = async (from: TestAccount, to: TestAccount) => {
			const actor = { ...from, ...(await signInChanger(from, Date.now())) }
			const change = { role: 'user', version: 1, currentPassword: '' } as const
			return () => changeRole(to.id, change, { actor, now: Date.now(), address: '9.9.9.9' })
		}
		const decisions = [await demote(admin, other), await demote(other, admin)]
		const both = await Promise.all(decisions.map(decide => decide()))
		expect(both.map(outcome => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['last-admin', 'ok'])
	})

	test('of oneself is rejected on the first page, without asking', async () => {
		const loadPage = async (path: string) => {
			const loaders = { role: readForRole, delete: readForDeletion } as const
			const [id = '', what = 'role'] = path.split('/')
			const request = await makeRequest(`/admin/userManagement/${path}`, { as: admin })
			const read = loaders[what as keyof typeof loaders]
			return (await read(routeArgs(request, { userId: id }))).fixed
		}
		expect(await loadPage(`${admin.id}/role`)).toBe('The last administrator cannot become a member.')
		expect(await loadPage(`${admin.id}/delete`)).toBe('You cannot delete your own account.')
		const other = await makeAdmin()
		expect(await loadPage(`${admin.id}/role`)).toContain('your role by another administrator')
		for (const what of ['role', 'delete']) expect(await loadPage(`${other.id}/${what}`)).toBeUndefined()
	})

	test('requires one’s own password unless the sign-in is recent', async () => {
		const user = await makeUser()
		const now = Date.now()
		const actor = { ...admin, ...(await signInChanger(admin, now - 16 * 60 * 1000)) }
		const change = { role: 'admin', version: 1 } as const
		const decide = (currentPassword: string) =>
			changeRole(user.id, { ...change, currentPassword }, { actor, now, address: '9.9.9.9' })
		for (const wrong of ['', 'not the password']) {
			expect(await decide(wrong)).toMatchObject({ code: 'wrong-password', field: 'currentPassword' })
		}
		expect((await stored(user.id)).role).toBe('user')
		const path = `/admin/userManagement/${user.id}/role`
		const request = await makeRequest(path, { as: admin })
		const params = { userId: user.id }
		expect(await readForRole(routeArgs(request, params))).toMatchObject({ asksPassword: false })
		await makeOutdatedRequest(request, admin)
		expect(await readForRole(routeArgs(request, params))).toMatchObject({ asksPassword: true })
		const fields = { intent: 'confirm', role: 'admin', version: '1' }
		const sent = await makeOutdatedRequest(await makeRequest(path, { as: admin, fields }), admin)
		expect(await role(routeArgs(sent, params))).toMatchObject({ init: { status: 422 } })
		expect((await stored(user.id)).role).toBe('user')
		expect(await decide(admin.password)).toEqual({ ok: true })
		expect((await stored(user.id)).role).toBe('admin')
		await write(tx => tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, admin.id)))
		expect(await decide('')).toMatchObject({ code: 'stale' })
	})

	test('and changing another account’s address or password require a recent sign-in, changing a name does not', async () => {
		const user = await makeUser()
		const now = Date.now()
		const by = { actor: { ...admin, signedInAt: now - 16 * 60 * 1000 }, now }
		const same = {
			name: user.fullName,
			email: user.email,
			password: undefined,
			confirmPassword: '',
			version: 1,
		}
		for (const outcome of [
			await changeUser(user.id, { ...same, email: 'another@example.test' }, by),
			await changeUser(user.id, { ...same, password: 'correct horse battery' }, by),
		]) {
			expect(outcome).toMatchObject({ ok: false, code: 'stale-sign-in' })
		}
		expect(await changeUser(user.id, { ...same, name: 'Another Name' }, by)).toEqual({ ok: true })
	})

	test('is rejected for one’s own role and for an outdated version', async () => {
		await makeAdmin()
		expect((await send(role, { intent: 'confirm', role: 'user', version: '1' }, admin.id)).status).toBe(409)
		const user = await makeUser()
		expect((await send(role, { intent: 'confirm', role: 'admin', version: '7' }, user.id)).status).toBe(409)
		expect((await stored(user.id)).role).toBe('user')
	})
})

describe('deleting a user', () => {
	test('asks twice, and releases the pixels', async () => {
		const user = await makeUser()
		await ownCells(user.id, [700, 701])
		const { seen } = await readLoss(user.id, Date.now())
		const path = `/admin/userManagement/${user.id}/delete?seen=${seen}`
		expect(await send(remove, { intent: 'delete', version: '1', seen }, user.id)).toEqual({
			status: 302,
			outcome: path,
		})
		expect((await stored(user.id)).deletedAt).toBeNull()
		expect(await send(remove, { intent: 'confirm', version: '1', seen }, user.id)).toEqual({
			status: 302,
			outcome: '/admin/userManagement',
		})
		expect(await db.select().from(cellHolders).where(eq(cellHolders.accountId, user.id))).toEqual([])
		expect((await mailsTo(user.email))[0]?.kind).toBe('account-deleted')
	})

	test('requires a recent sign-in', async () => {
		const user = await makeUser()
		const { seen } = await readLoss(user.id, Date.now())
		const path = `/admin/userManagement/${user.id}/delete`
		const params = { userId: user.id }
		const page = await makeOutdatedRequest(await makeRequest(path, { as: admin }), admin)
		const stale = expect.stringContaining('logged in more than 15 minutes ago')
		expect(await readForDeletion(routeArgs(page, params))).toMatchObject({ fixed: stale })
		const fields = { intent: 'confirm', version: '1', seen }
		const sent = await makeOutdatedRequest(await makeRequest(path, { as: admin, fields }), admin)
		expect(await runRoute(remove, sent, params)).toEqual({ status: 403, outcome: stale })
		expect((await stored(user.id)).deletedAt).toBeNull()
	})

	test('deletes no more than was shown', async () => {
		const user = await makeUser()
		const { seen } = await readLoss(user.id, Date.now())
		await ownCells(user.id, [703])
		const late = await send(remove, { intent: 'confirm', version: '1', seen }, user.id)
		expect(late).toMatchObject({ status: 409, outcome: expect.stringContaining('would lose has changed') })
		expect((await stored(user.id)).deletedAt).toBeNull()
	})

	test('keeps orders, but no name or address to find them by', async () => {
		const user = await makeUser({ fullName: 'Wilhelmina Vanishing' })
		const order = await makeOrder(user.id, [704], { status: 'approved' })
		const findOrders = async (q: string) =>
			(await listForReview({ q, page: 1, status: null, from: null, to: null })).rows.map(row => row.id)
		await write(tx =>
			tx.update(accounts).set({ fullName: 'Wilhelmina Renamed' }).where(eq(accounts.id, user.id)),
		)
		expect(await findOrders('vanishing')).toEqual([])
		expect(await findOrders('renamed')).toEqual([order.id])
		expect(await findOrders(user.email)).toEqual([order.id])
		const { seen } = await readLoss(user.id, Date.now())
		await send(remove, { intent: 'confirm', version: '1', seen }, user.id)
		expect(await findOrders('renamed')).toEqual([])
		expect(await findOrders(user.email)).toEqual([])
		expect(await findOrders(order.reference)).toEqual([order.id])
	})

	test('by another administrator redirects an open form to the list, and keeps its input', async () => {
		const user = await makeUser()
		const { seen } = await readLoss(user.id, Date.now())
		const confirm = { intent: 'confirm', version: '1', seen }
		await send(remove, confirm, user.id)
		const toList = { status: 302, outcome: '/admin/userManagement' }
		expect(await send(remove, confirm, user.id)).toEqual(toList)
		expect(await send(role, { intent: 'confirm', role: 'admin', version: '1' }, user.id)).toEqual(toList)
		const typed = {
			name: 'Typed Name',
			password: 'a secret that is long',
			confirmPassword: 'a secret that is long',
		}
		const late = await send(edit, { ...typed, email: 'typed@example.test', version: '1' }, user.id)
		expect(late).toMatchObject({
			status: 410,
			outcome: expect.stringContaining('Typed Name typed@example.test'),
		})
		expect(late.outcome).toContain('This user has been deleted')
		expect(late.outcome).not.toContain('a secret')
		const wrong = await send(edit, { ...typed, email: 'typed@', version: '1' }, user.id)
		expect(wrong).toMatchObject({ status: 410, outcome: expect.stringContaining('Typed Name typed@') })
		for (const load of [readForEdit, readForDeletion, readForRole, readForView]) {
			const request = await makeRequest(`/admin/userManagement/${user.id}`, { as: admin })
			expect(await runRoute(load, request, { userId: user.id })).toEqual(toList)
		}
	})

	test('is rejected for oneself and for an outdated version', async () => {
		const { seen } = await readLoss(admin.id, Date.now())
		const own = await send(remove, { intent: 'confirm', version: '1', seen }, admin.id)
		expect(own).toMatchObject({ status: 409 })
		const user = await makeUser()
		const stale = await send(remove, { intent: 'confirm', version: '9', seen }, user.id)
		expect(stale.outcome).toContain('Failed to delete user')
		expect((await send(remove, { intent: 'confirm', version: '1', seen }, randomUUID())).status).toBe(404)
	})
})

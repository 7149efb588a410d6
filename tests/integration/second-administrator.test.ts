import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { issuePassword } from '~/domain/accounts/operator.commands.server'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { changeRole, changeUser, createUser } from '~/domain/accounts/users.commands.server'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { readRows } from '~/domain/orders/review/list.server'
import { bookByHand, refundOrder } from '~/domain/payments/booking.server'
import { bookEntry, confirmExact } from '~/domain/payments/entries.server'
import { changeSettings } from '~/domain/settings/commands.server'
import { action as settingPage } from '~/routes/admin/settings/setting'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries, orders, outbox, payments, settings } from '~/server/db/schema.server'
import { signInChanger } from '../support/changer'
import { read } from '../support/checkouts'
import { clearRecords } from '../support/clear-records'
import { makeAdmin, makeOrder, makeStatement, makeUser, type TestAccount } from '../support/factories'
import { callOperation } from '../support/operations'
import { makeRequest, routeArgs } from '../support/requests'
import { nthReference } from '../support/statements'

/* Above the limit two administrators decide (P53). Tiny pixels cost £100,000. */

const NOW = Date.UTC(2026, 10, 22, 12)
const PRICE = 100_000_00

let buyer: TestAccount
let first: TestAccount
let second: TestAccount

beforeEach(async () => {
	await clearRecords()
	await write(tx => tx.delete(settings))
	buyer = await makeUser()
	first = await makeAdmin({ fullName: 'Beatrice First' })
	second = await makeAdmin({ fullName: 'Alan Second' })
	await limitTo(PRICE - 1)
})

const limitTo = (secondAbovePence: number) =>
	changeSettings({ secondAbovePence }, { actorId: first.id, now: NOW })
const approve = async (id: string, by: TestAccount, version?: number) => {
	const seen = version ?? (await read(id)).version
	return await approveOrder({ orderId: id, version: seen, actorId: by.id, now: NOW })
}
const decisionsOn = async (id: string) => {
	const rows = await db
		.select({ action: auditEntries.action, actorId: auditEntries.actorId })
		.from(auditEntries)
		.where(eq(auditEntries.subjectId, id))
		.orderBy(asc(auditEntries.at), asc(sql`rowid`))
	return rows.map(({ action, actorId }) => [action, actorId])
}

describe('an approval above the limit', () => {
	test('waits for another administrator, and both are recorded', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		expect(await approve(id, first)).toEqual({ ok: true, isWaiting: true })
		expect((await read(id)).status).toBe('pending')
		expect(await db.$count(outbox)).toBe(0)
		const order = await read(id)
		expect((await readConfirmation(order, second.id)).approval).toMatchObject({
			by: 'Beatrice First',
			barred: undefined,
		})
		expect((await readConfirmation(order, first.id)).approval?.barred).toContain('already decided this')
		expect(await approve(id, second)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ status: 'approved', decidedBy: second.id })
		expect(await decisionsOn(id)).toEqual([
			['order.approve-first', first.id],
			['order.approve', second.id],
		])
	})

	test('is never completed by one person, by submitting twice or by removing the limit', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		const { version } = await read(id)
		const both = await Promise.all([approve(id, first, version), approve(id, first, version)])
		expect(both).toEqual([
			{ ok: true, isWaiting: true },
			{ ok: true, isWaiting: true },
		])
		expect(await approve(id, first)).toMatchObject({ ok: false, code: 'second' })
		await limitTo(0)
		expect(await approve(id, first)).toMatchObject({ ok: false, code: 'second' })
		expect((await read(id)).status).toBe('pending')
		expect(await decisionsOn(id)).toEqual([['order.approve-first', first.id]])
		expect(await approve(id, second)).toEqual({ ok: true })
	})

	test('through the API waits as well, for the same person', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		const ask = async (by: TestAccount) => {
			const { version } = await read(id)
			const body = { payment_id: id, status: 'approved', version }
			return await callOperation(by, 'POST /admin/reject-payment', { body })
		}
		expect(JSON.stringify(await ask(first))).toContain('Another administrator must confirm it.')
		await ask(first)
		expect((await read(id)).status).toBe('pending')
		await ask(second)
		expect((await read(id)).status).toBe('approved')
	})

	test('once waiting, needs two under any limit and after any change', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		await approve(id, first)
		const payment = { pence: PRICE, bookedOn: '2026-11-20', bankReference: 'FT' }
		const { version } = await read(id)
		await bookByHand({ orderId: id, version, payment, actorId: first.id, now: NOW })
		await limitTo(0)
		expect(await approve(id, first)).toEqual({ ok: true, isWaiting: true })
		expect(await approve(id, second)).toEqual({ ok: true })
	})

	test('starts again when the order has changed in between', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		await approve(id, first)
		const payment = { pence: PRICE, bookedOn: '2026-11-20', bankReference: 'FT' }
		const { version } = await read(id)
		await bookByHand({ orderId: id, version, payment, actorId: second.id, now: NOW })
		expect(await approve(id, second)).toEqual({ ok: true, isWaiting: true })
		expect(await approve(id, first)).toEqual({ ok: true })
	})

	test('is not needed up to the limit, nor for a rejection', async () => {
		await limitTo(PRICE)
		const small = await makeOrder(buyer.id, [300], { status: 'pending' })
		expect(await approve(small.id, first)).toEqual({ ok: true })
		const large = await makeOrder(buyer.id, [301, 302], { status: 'pending' })
		await approve(large.id, first)
		const { version } = await read(large.id)
		expect(await rejectOrder({ orderId: large.id, version, actorId: first.id, now: NOW })).toEqual({
			ok: true,
		})
		expect((await readConfirmation(await read(large.id), second.id)).approval).toBeUndefined()
	})

	test('from the confirmation of a statement books the payment and waits', async () => {
		const reference = nthReference(1)
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending', reference })
		const { entryIds } = await makeStatement(first.id, [{ text: reference, pence: PRICE }])
		const { version } = await read(id)
		const line = { entryId: entryIds[0] ?? '', orderId: id, version, actorId: first.id, now: NOW }
		expect(await confirmExact(line)).toEqual({ ok: true, isApprovalWaiting: true })
		expect(await confirmExact(line)).toMatchObject({ ok: true })
		expect(await read(id)).toMatchObject({ status: 'pending', receivedPence: PRICE })
		expect(await approve(id, second)).toEqual({ ok: true })
		expect(await db.$count(payments)).toBe(1)
	})
})

describe('the second administrator', () => {
	const isRefused = {
		ok: false,
		code: 'second',
		message: expect.stringContaining('Ask another administrator.'),
	}

	/** Creates an administrator's account as `by` through the pages. */
	async function makePuppet(by: TestAccount): Promise<TestAccount> {
		const now = Date.now()
		const email = `${randomUUID()}@example.test`
		const form = { firstName: 'Own', lastName: 'Puppet', email, password: 'a long enough sentence' }
		const made = await createUser(form, { actor: by, now })
		if (!made.ok) throw new Error(made.message)
		await giveRole(by, made.userId)
		return { ...by, id: made.userId, email, fullName: 'Own Puppet' }
	}
	async function giveRole(by: TestAccount, userId: string) {
		const now = Date.now()
		const actor = { ...by, ...(await signInChanger(by, now)) }
		const change = { role: 'admin', version: 1, currentPassword: '' } as const
		expect(await changeRole(userId, change, { actor, now, address: '9.9.9.9' })).toEqual({ ok: true })
	}

	test('must not be created by the first, or vice versa, nor both by a third', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		const puppet = await makePuppet(first)
		const grandchild = await makePuppet(puppet)
		await approve(id, first)
		for (const account of [puppet, grandchild]) expect(await approve(id, account)).toMatchObject(isRefused)
		const shown = await readConfirmation(await read(id), puppet.id)
		expect(shown.approval?.barred).toContain('Ask another administrator.')
		const other = await makeOrder(buyer.id, [301], { status: 'pending' })
		await approve(other.id, grandchild)
		const sibling = await makePuppet(first)
		for (const account of [first, sibling]) expect(await approve(other.id, account)).toMatchObject(isRefused)
		expect(await approve(id, second)).toEqual({ ok: true })
		expect(await approve(other.id, second)).toEqual({ ok: true })
	})

	test('must not be a member whose password the first has set before the promotion', async () => {
		const member = await makeUser()
		const change = { name: member.fullName, email: member.email, password: 'a long enough sentence' }
		const by = { actor: { ...first, signedInAt: Date.now() }, now: Date.now() }
		expect(await changeUser(member.id, { ...change, version: 1 }, by)).toEqual({ ok: true })
		await write(tx => tx.update(accounts).set({ version: 1 }).where(eq(accounts.id, member.id)))
		await giveRole(second, member.id)
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		await approve(id, first)
		expect(await approve(id, member)).toMatchObject(isRefused)
	})

	test('of a refund must be independent as well', async () => {
		const money = { status: 'rejected', receivedPence: 2 * PRICE } as const
		const { id } = await makeOrder(buyer.id, [300, 301], money)
		const payment = { pence: -2 * PRICE, bookedOn: '2026-11-20', bankReference: 'RF' }
		const sendBack = async ({ id: actorId }: TestAccount) =>
			await bookByHand({ orderId: id, version: (await read(id)).version, payment, actorId, now: NOW })
		await sendBack(first)
		expect(await sendBack(await makePuppet(first))).toMatchObject(isRefused)
		expect(await db.$count(payments)).toBe(0)
	})

	test('is the first again when the first is an administrator no longer', async () => {
		const third = await makeAdmin({ fullName: 'Third Administrator' })
		const orders = [
			await makeOrder(buyer.id, [300], { status: 'pending' }),
			await makeOrder(buyer.id, [301], { status: 'pending' }),
		] as const
		await approve(orders[0].id, first)
		await approve(orders[1].id, second)
		const actor = { ...third, ...(await signInChanger(third, Date.now())) }
		const demotion = { role: 'user', version: 1, currentPassword: '' } as const
		await changeRole(first.id, demotion, { actor, now: Date.now(), address: '9.9.9.9' })
		await deleteAccount({ accountId: second.id, actorId: third.id, version: 1, now: NOW })
		const rows = await readRows(orders.map(({ id }) => id))
		expect(rows.map(row => row.isHalfApproved)).toEqual([false, false])
		for (const { id } of orders) {
			expect(await approve(id, third)).toEqual({ ok: true, isWaiting: true })
			expect((await read(id)).status).toBe('pending')
		}
	})

	test('may be one whose password the operator has reset', async () => {
		const puppet = await makePuppet(first)
		await issuePassword(puppet.id, 'a password of the operator', Date.now())
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		await approve(id, first)
		expect(await approve(id, puppet)).toEqual({ ok: true })
	})
})

describe('a refund above the limit', () => {
	const money = { status: 'rejected', receivedPence: 2 * PRICE } as const
	const sendBack = async (id: string, by: TestAccount, pence: number, version?: number) => {
		const payment = { pence: -pence, bookedOn: '2026-11-20', bankReference: 'RF' }
		const seen = version ?? (await read(id)).version
		return await bookByHand({ orderId: id, version: seen, payment, actorId: by.id, now: NOW })
	}

	test('by hand waits, and is booked once by the second as it was decided', async () => {
		const { id } = await makeOrder(buyer.id, [300, 301], money)
		const { version } = await read(id)
		const twice = [sendBack(id, first, 2 * PRICE, version), sendBack(id, first, 2 * PRICE, version)]
		expect(await Promise.all(twice)).toEqual([
			{ ok: true, isWaiting: true },
			{ ok: true, isWaiting: true },
		])
		expect(await sendBack(id, first, 2 * PRICE)).toMatchObject({ ok: false, code: 'second' })
		expect(await db.$count(payments)).toBe(0)
		expect(await sendBack(id, second, 2 * PRICE)).toEqual({ ok: true })
		expect((await read(id)).sentPence).toBe(2 * PRICE)
		expect((await decisionsOn(id)).map(([action]) => action)).toEqual([
			'order.send-back-first',
			'order.payment-out',
		])
	})

	test('with another amount is a separate decision', async () => {
		const { id } = await makeOrder(buyer.id, [300, 301], money)
		await sendBack(id, first, 2 * PRICE)
		expect(await sendBack(id, second, PRICE)).toEqual({ ok: true, isWaiting: true })
		expect(await db.$count(payments)).toBe(0)
	})

	test('in parts waits once the parts exceed the limit together', async () => {
		const { id } = await makeOrder(buyer.id, [300, 301], money)
		expect(await sendBack(id, first, PRICE - 1)).toEqual({ ok: true })
		expect(await sendBack(id, first, 2)).toEqual({ ok: true, isWaiting: true })
	})

	test('of an unbooked payment waits as well', async () => {
		const { id } = await makeOrder(buyer.id, [300], { status: 'rejected' })
		const payment = { bookedOn: '2026-11-20', pence: -PRICE, bankReference: 'RF' }
		const refundBy = async (by: TestAccount) => {
			const { version } = await read(id)
			return await refundOrder({ orderId: id, version, payment, actorId: by.id, now: NOW })
		}
		expect(await refundBy(first)).toEqual({ ok: true, isWaiting: true })
		expect(await refundBy(first)).toMatchObject({ code: 'second' })
		expect(await db.$count(payments)).toBe(0)
		expect(await refundBy(second)).toEqual({ ok: true })
		expect(await read(id)).toMatchObject({ receivedPence: PRICE, sentPence: PRICE })
	})

	test('rejected for one part of a line leaves no decision about the others', async () => {
		const [one, two] = [nthReference(1), nthReference(2)]
		await makeOrder(buyer.id, [300, 301], { ...money, reference: one })
		const other = await makeOrder(buyer.id, [302, 303], { ...money, reference: two })
		const { entryIds } = await makeStatement(first.id, [{ text: one, pence: -4 * PRICE }])
		const book = (...references: string[]) =>
			bookEntry({
				entryId: entryIds[0] ?? '',
				left: 4 * PRICE,
				parts: references.map(reference => ({ reference, pence: 2 * PRICE })),
				actorId: first.id,
				now: NOW,
			})
		expect(await book(one)).toEqual({ ok: true, isWaiting: true })
		expect(await book(two, one)).toMatchObject({ ok: false, code: 'second' })
		expect(await decisionsOn(other.id)).toEqual([])
		expect((await readConfirmation(await read(other.id), second.id)).sendBack).toBeUndefined()
	})

	test('by a line of a statement waits, with all of its parts or none', async () => {
		const [one, two] = [nthReference(1), nthReference(2)]
		const big = await makeOrder(buyer.id, [300, 301], { ...money, reference: one })
		await makeOrder(buyer.id, [302, 303], { ...money, reference: two })
		const { entryIds } = await makeStatement(first.id, [{ text: one, pence: -2 * PRICE }])
		const parts = [
			{ reference: one, pence: 2 * PRICE - 1_00 },
			{ reference: two, pence: 1_00 },
		]
		const book = (by: TestAccount) =>
			bookEntry({ entryId: entryIds[0] ?? '', left: 2 * PRICE, parts, actorId: by.id, now: NOW })
		expect(await book(first)).toEqual({ ok: true, isWaiting: true })
		expect(await book(first)).toMatchObject({ ok: false, code: 'second' })
		expect(await db.$count(payments)).toBe(0)
		expect(await book(second)).toEqual({ ok: true })
		expect((await read(big.id)).sentPence).toBe(2 * PRICE - 1_00)
		expect(await db.$count(payments)).toBe(2)
		const rows = await db.select().from(auditEntries).where(eq(auditEntries.action, 'order.payment-out'))
		expect(rows.find(({ subjectId }) => subjectId === big.id)?.detail).toMatchObject({
			first: 'Beatrice First',
		})
	})
})

describe('the limit for one administrator', () => {
	const save = async (secondAbove: string) => {
		const request = await makeRequest('/admin/setting', {
			as: first,
			fields: { intent: 'second', secondAbove },
		})
		const response = await Promise.resolve(settingPage(routeArgs(request))).catch(thrown => thrown)
		return response instanceof Response ? response.status : response.init.status
	}
	const stored = async () => (await db.select().from(settings)).find(({ key }) => key === 'secondAbovePence')

	test('is announced to all other administrators when it is raised or removed, not when it is lowered', async () => {
		const mailsTo = async ({ email }: TestAccount) =>
			(await db.select().from(outbox).where(eq(outbox.recipient, email))).map(({ subject }) => subject)
		await save('500,000')
		await save('400,000')
		expect(await mailsTo(second)).toEqual(['The limit for a second administrator was raised'])
		await save('')
		await save('100')
		expect(await mailsTo(second)).toEqual([
			'The limit for a second administrator was raised',
			'Decisions no longer need a second administrator',
		])
		expect(await mailsTo(first)).toEqual([])
	})

	test('is in pounds, and empty for no limit', async () => {
		expect(await save('1,000,000')).toBe(302)
		expect((await stored())?.value).toBe(1_000_000_00)
		for (const wrong of ['much', '-1', '0']) expect(await save(wrong)).toBe(400)
		expect(await save('')).toBe(302)
		expect((await stored())?.value).toBe(0)
		const { id } = await makeOrder(buyer.id, [300], { status: 'pending' })
		expect(await approve(id, first)).toEqual({ ok: true })
		expect((await db.select().from(orders).where(eq(orders.id, id)))[0]?.status).toBe('approved')
	})
})

import { and, eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { exportAccount } from '~/domain/accounts/own-data/export.commands.server'
import { listOrderEmails, readEmail } from '~/domain/mail/queries.server'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { approveOrder, sendOrderMessage } from '~/domain/orders/review/commands.server'
import { action as act, loader as orderPage } from '~/routes/admin/transactions/transaction'
import { loader as rejectPage } from '~/routes/admin/transactions/transaction-reject'
import { loader as userPage, action as writeUserNote } from '~/routes/admin/users/user'
import { loader as ownOrder } from '~/routes/user/history/history-order'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries, notes, outbox } from '~/server/db/schema.server'
import { actionsOn } from '../support/audit'
import { signInChanger } from '../support/changer'
import { clearRecords } from '../support/clear-records'
import { makeAdmin, makeOrder, makeUser, type TestAccount } from '../support/factories'
import { makeRequest, routeArgs, runRoute } from '../support/requests'

/* Administrators' notes on orders and users, and emails to the buyer. */

const NOTE = 'Called the bank.\nThe transfer comes on Monday.'

let admin: TestAccount
let buyer: TestAccount
let order: { id: string; reference: string }

beforeAll(async () => {
	admin = await makeAdmin({ fullName: 'Grace Operator' })
})
beforeEach(async () => {
	await clearRecords()
	buyer = await makeUser({ fullName: 'Ada Lovelace' })
	order = await makeOrder(buyer.id, [300], { status: 'pending' })
})

const by = (now = Date.now()) => ({ actorId: admin.id, now })
const aboutOrder = () => ({ type: 'order', id: order.id }) as const
const aboutBuyer = () => ({ type: 'account', id: buyer.id }) as const

type Action = Parameters<typeof runRoute>[0]

/**
 * Submits a form of the order's or the user's pages. @returns the status and the redirect or the errors of the page.
 */
async function send(action: unknown, fields: Record<string, string>, as = admin) {
	const request = await makeRequest('/admin/x', { as, fields })
	const { status = 200, outcome } = await runRoute(action as Action, request, {
		orderId: order.id,
		userId: buyer.id,
	})
	return { status, outcome }
}

describe('an administrator’s note', () => {
	test('appears with its author on the order’s and the user’s page, newest first', async () => {
		expect(await send(act, { intent: 'add-note', note: NOTE })).toEqual({
			status: 302,
			outcome: `/admin/transactions/${order.id}`,
		})
		await addNote(aboutOrder(), 'Second', by(Date.now() + 1))
		const page = await orderPage(
			routeArgs(await makeRequest('/admin/x', { as: admin }), { orderId: order.id }),
		)
		expect(page.notes).toMatchObject([
			{ author: 'Grace Operator', text: 'Second' },
			{ author: 'Grace Operator', text: NOTE },
		])
		expect(page.order.history.map(entry => entry.action)).toContain('order.note')

		expect(await send(writeUserNote, { intent: 'add-note', note: 'Prefers the telephone' })).toMatchObject({
			status: 302,
		})
		const user = await userPage(routeArgs(await makeRequest('/admin/x', { as: admin }), { userId: buyer.id }))
		expect(user.notes).toMatchObject([{ author: 'Grace Operator', text: 'Prefers the telephone' }])
		expect(await actionsOn(buyer.id)).toEqual(['account.note'])
	})

	test('requires text of at most 2,000 characters; the input is kept', async () => {
		const empty = await send(act, { intent: 'add-note', note: ' ' })
		expect(empty).toMatchObject({ status: 400, outcome: expect.stringContaining('Please write a note') })
		const long = await send(writeUserNote, { intent: 'add-note', note: 'x'.repeat(2_001) })
		expect(long).toMatchObject({ status: 400, outcome: expect.stringContaining('x'.repeat(2_001)) })
		expect(await send(act, { intent: 'other', note: NOTE })).toMatchObject({ status: 400, outcome: '' })
		expect(await db.$count(notes)).toBe(0)
	})

	test('is added once when submitted twice, and there are at most a hundred', async () => {
		await Promise.all([addNote(aboutOrder(), NOTE, by()), addNote(aboutOrder(), NOTE, by())])
		expect(await readNotes(aboutOrder())).toHaveLength(1)
		for (let count = 1; count < 100; count++) {
			expect(await addNote(aboutOrder(), `Note ${count}`, by())).toEqual({ ok: true })
		}
		expect(await addNote(aboutOrder(), 'One more', by())).toMatchObject({ ok: false, code: 'full' })
		expect(await addNote(aboutBuyer(), 'Another subject', by())).toEqual({ ok: true })
	})

	test('can be added to a submitted order or an existing account', async () => {
		const open = await makeOrder((await makeUser()).id, [301], { status: 'open' })
		for (const subject of [
			{ type: 'order', id: open.id },
			{ type: 'order', id: buyer.id },
			{ type: 'account', id: 'nobody' },
		] as const) {
			expect(await addNote(subject, NOTE, by())).toMatchObject({ ok: false, code: 'unknown' })
		}
	})

	test('is never shown to the buyer, neither on the order’s page nor in the data export', async () => {
		await addNote(aboutOrder(), NOTE, by())
		await addNote(aboutBuyer(), NOTE, by())
		const page = await ownOrder(routeArgs(await makeRequest('/user/x', { as: buyer }), { orderId: order.id }))
		expect(JSON.stringify(page)).not.toContain('bank.\\nThe transfer')
		const file = await exportAccount(await signInChanger(buyer, Date.now()), Date.now())
		if (!file.ok) throw new Error(file.message)
		let text = ''
		for await (const piece of file.pieces) text += piece
		expect(text).toContain(order.reference)
		expect(text).not.toContain('Called the bank')
		expect(text).not.toContain('.note')
	})

	test('about a user is deleted with the account; one about the order is kept', async () => {
		await addNote(aboutOrder(), 'About the order', by())
		await addNote(aboutBuyer(), 'About the person', by())
		const [account] = await db.select().from(accounts).where(eq(accounts.id, buyer.id))
		const version = account?.version ?? 0
		expect(await deleteAccount({ accountId: buyer.id, version, ...by() })).toEqual({ ok: true })
		expect((await db.select().from(notes)).map(note => note.text)).toEqual(['About the order'])
		const recorded = JSON.stringify(await db.select().from(auditEntries))
		expect(recorded).not.toContain('About the')
		expect(await send(writeUserNote, { intent: 'add-note', note: NOTE })).toMatchObject({
			status: 410,
			outcome: expect.stringContaining('Called the bank'),
		})
	})
})

test('the page of a rejection announces an email only while the buyer has an account', async () => {
	const announced = async () =>
		await rejectPage(routeArgs(await makeRequest('/admin/x', { as: admin }), { orderId: order.id }))
	expect((await announced()).emailNote).toBe('The buyer gets an email.')
	await deleteAccount({ accountId: buyer.id, version: 1, ...by() })
	expect((await announced()).emailNote).toContain('nobody gets an email')
})

describe('an email to the buyer', () => {
	const TEXT = 'Your bank has sent it twice.\nWhich one?\n\nPlease tell us.'

	test('is sent once, with an audit entry, and shown as it was sent', async () => {
		const fields = { intent: 'write-buyer', message: TEXT }
		const sent = await Promise.all([send(act, fields), send(act, fields)])
		expect(sent.map(({ status }) => status)).toEqual([302, 302])
		const mails = await db.select().from(outbox)
		expect(mails).toMatchObject([
			{
				kind: 'order-message',
				orderId: order.id,
				recipient: buyer.email,
				subject: `About your order ${order.reference}`,
			},
		])
		expect(mails[0]?.text).toContain('Dear Ada Lovelace,')
		expect(mails[0]?.text).toContain('twice.\nWhich one?\n\nPlease tell us.\n')
		expect(await actionsOn(order.id)).toEqual(['order.message'])
		expect((await listOrderEmails(order.id)).mails).toMatchObject([
			{ id: mails[0]?.id, recipient: buyer.email, status: 'waiting' },
		])
		expect((await readEmail(mails[0]?.id ?? '', Date.now()))?.text).toBe(mails[0]?.text)
	})

	test('requires text and an existing buyer', async () => {
		const empty = await send(act, { intent: 'write-buyer', message: '' })
		expect(empty).toMatchObject({ status: 400, outcome: expect.stringContaining('Please write the email') })
		expect(await send(act, { intent: 'delete', message: TEXT })).toMatchObject({ status: 400, outcome: '' })
		await write(tx => tx.update(accounts).set({ deletedAt: 1 }).where(eq(accounts.id, buyer.id)))
		const late = await send(act, { intent: 'write-buyer', message: TEXT })
		expect(late).toMatchObject({
			status: 422,
			outcome: expect.stringContaining('account of the buyer was deleted'),
		})
		expect(late.outcome).toContain('twice.')
		const open = await makeOrder((await makeUser()).id, [301], { status: 'open' })
		const outcome = await sendOrderMessage({ orderId: open.id, text: TEXT, ...by() })
		expect(outcome).toMatchObject({ ok: false, code: 'unknown' })
		expect(await db.$count(outbox)).toBe(0)
	})
})

test('about a decision is listed with its order only', async () => {
	const other = await makeOrder(buyer.id, [302], { status: 'pending' })
	for (const { id } of [order, other]) await approveOrder({ orderId: id, version: 1, ...by() })
	const [mail, ...more] = (await listOrderEmails(order.id)).mails
	expect(more).toEqual([])
	expect(mail?.subject).toBe(`Your order ${order.reference} is confirmed`)
	const known = and(like(outbox.dedupeKey, 'order-%'), eq(outbox.orderId, other.id))
	expect(await db.$count(outbox, known)).toBe(1)
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { toDatetimeLocal } from '~/domain/time'
import { acceptTransfer, rejectTransfer } from '~/domain/transfers/commands.server'
import { sweepExpiredTransfers } from '~/domain/transfers/end-invitations.server'
import { offerCells } from '~/domain/transfers/offer.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { loader as deletePage, action as deletion } from '~/routes/account/sent-delete'
import { action as edit, loader as editPage } from '~/routes/account/sent-edit'
import { loader as sellPage } from '~/routes/user/pixels/pixels-sell'
import { db, write } from '~/server/db/db.server'
import { certificates, outbox, transferCells, transfers } from '~/server/db/schema.server'
import { idsAt } from '../support/cells'
import { clearGrid, makeTransfer, makeUser, ownCells, type TestAccount } from '../support/factories'
import { callOperation } from '../support/operations'
import { makeRequest, routeArgs } from '../support/requests'

const CELLS = idsAt([8, 1], [8, 2])
const HOUR = 3_600_000

let ada: TestAccount
let grace: TestAccount
let eve: TestAccount
let id: string

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(certificates)
		await tx.delete(transferCells)
		await tx.delete(transfers)
		await tx.delete(outbox)
	})
	ada = await makeUser({ fullName: 'Ada Sender' })
	grace = await makeUser({ fullName: 'Grace Buyer' })
	eve = await makeUser()
	await ownCells(ada.id, CELLS)
	id = (await makeTransfer(ada.id, CELLS, { recipientEmail: grace.email })).id
})

const caught = (response: unknown) => Promise.resolve(response).catch((thrown: unknown) => thrown)
const getStatus = (response: unknown) =>
	(response as { status?: number; init?: { status: number } }).init?.status ?? (response as Response).status

async function save(fields: Record<string, string>, as = ada) {
	const all = { intent: 'save', buyer_email: grace.email, transfer_till: '', version: '1', ...fields }
	const request = await makeRequest(`/user/pixels/sell/${id}/edit`, { as, fields: all })
	return await caught(edit(routeArgs(request, { transferId: id })))
}

async function remove(fields: Record<string, string> = {}, as = ada) {
	const all = { intent: 'delete', version: '1', ...fields }
	const request = await makeRequest(`/user/pixels/sell/${id}/delete`, { as, fields: all })
	return await caught(deletion(routeArgs(request, { transferId: id })))
}

const stored = async () => (await db.select().from(transfers).where(eq(transfers.id, id)))[0]
const mails = async () => (await db.select().from(outbox)).map(mail => [mail.recipient, mail.kind]).sort()

async function list(page = '') {
	const request = await makeRequest(`/user/pixels/sell${page}`, { as: ada })
	return (await sellPage(routeArgs(request))).sent.list
}

describe('the list of sent invitations', () => {
	test('shows open and expired ones, newest first, ten per page', async () => {
		await makeTransfer(ada.id, idsAt([9, 1]), { recipientEmail: eve.email, status: 'rejected' })
		await makeTransfer(ada.id, idsAt([9, 2]), { recipientEmail: eve.email, until: Date.now() - 1 })
		expect((await list()).rows.map(row => [row.recipientEmail, row.isExpired, row.cells.length])).toEqual([
			[eve.email, true, 1],
			[grace.email, false, 2],
		])
		await sweepExpiredTransfers(Date.now())
		expect((await list()).rows.map(row => row.isExpired)).toEqual([true, false])
		for (let col = 3; col < 13; col++) {
			await makeTransfer(ada.id, idsAt([9, col]), { recipientEmail: eve.email })
		}
		expect((await list()).rows).toHaveLength(10)
		expect(await list('?page=2')).toMatchObject({ from: 11, to: 12, total: 12, pageCount: 2 })
	})

	test('names people who have accepted an invitation of the sender before, and nobody else', async () => {
		expect((await list()).rows[0]?.recipientName).toBeNull()
		await acceptTransfer({ transferId: id, accountId: grace.id, now: Date.now() })
		await ownCells(ada.id, idsAt([20, 1]))
		await makeTransfer(ada.id, idsAt([20, 1]), { recipientEmail: grace.email })
		expect((await list()).rows[0]?.recipientName).toBe('Grace Buyer')
	})
})

describe('the search of sent invitations', () => {
	const findRecipients = async (q: string) =>
		(await list(`?q=${encodeURIComponent(q)}`)).rows.map(row => row.recipientEmail)

	test('finds the address, and the name if it is known', async () => {
		await makeTransfer(ada.id, idsAt([9, 1]), { recipientEmail: eve.email })
		await makeTransfer(eve.id, idsAt([9, 2]), { recipientEmail: grace.email })
		expect(await findRecipients(grace.email.toUpperCase())).toEqual([grace.email])
		expect(await findRecipients('@')).toEqual([eve.email, grace.email])
		expect(await findRecipients('grace buyer')).toEqual([])
		await acceptTransfer({ transferId: id, accountId: grace.id, now: Date.now() })
		await makeTransfer(ada.id, idsAt([20, 1]), { recipientEmail: grace.email })
		expect(await findRecipients('buyer grace')).toEqual([grace.email])
		expect(await findRecipients('%')).toEqual([])
	})
})

describe('editing an invitation', () => {
	test('to another address notifies both, and the old one can no longer accept it', async () => {
		const response = (await save({ buyer_email: eve.email })) as Response
		expect(response.headers.get('location')).toBe('/user/pixels/sell')
		expect(await stored()).toMatchObject({ recipientEmail: eve.email, version: 2, status: 'open' })
		expect(await mails()).toEqual(
			[
				[eve.email, 'invitation-received'],
				[grace.email, 'invitation-withdrawn'],
			].sort(),
		)
		const decision = { transferId: id, accountId: grace.id, now: Date.now() }
		expect(await acceptTransfer(decision)).toMatchObject({ code: 'unknown' })
		expect((await readIncomingTransfers(eve.email, Date.now())).count).toBe(1)
	})

	test('with a date makes it a loan, without one a sale again, and notifies the recipient', async () => {
		const until = Math.floor((Date.now() + 48 * HOUR) / 60_000) * 60_000
		await save({ transfer_till: toDatetimeLocal(until) })
		expect(await stored()).toMatchObject({ until, version: 2 })
		const [mail] = await db.select().from(outbox)
		expect([mail?.recipient, mail?.kind]).toEqual([grace.email, 'invitation-changed'])
		await save({ version: '2' })
		expect(await stored()).toMatchObject({ until: null, version: 3 })
		expect(await mails()).toHaveLength(2)
	})

	test('without a change notifies nobody', async () => {
		expect(getStatus(await save({}))).toBe(302)
		expect(await stored()).toMatchObject({ version: 1 })
		expect(await mails()).toEqual([])
	})

	test.each([
		['between two minutes', Date.UTC(2030, 5, 1, 9, 30, 12, 345), '2030-06-01T10:30'],
		['in the second of two hours', Date.UTC(2030, 9, 27, 1, 30), '2030-10-27T01:30'],
	])('keeps a date %s', async (_, until, shown) => {
		await write(tx => tx.update(transfers).set({ until }).where(eq(transfers.id, id)))
		await save({ transfer_till: shown })
		expect(await stored()).toMatchObject({ until, version: 1 })
		await save({ transfer_till: shown, buyer_email: eve.email })
		expect(await stored()).toMatchObject({ until, recipientEmail: eve.email, version: 2 })
	})

	test.each([
		[{ buyer_email: '' }, 'buyer_email', 'Please enter an email address', 400],
		[{ buyer_email: 'a@b.test,c@d.test' }, 'buyer_email', 'Please enter only one email address', 400],
		[{ buyer_email: 'nobody' }, 'buyer_email', 'Please enter a valid email address', 400],
		[{ transfer_till: 'soon' }, 'transfer_till', 'Please enter a date and a time, or leave it empty', 400],
		[{ transfer_till: '2020-01-01T10:00' }, 'transfer_till', 'Please choose a date in the future', 422],
		[{ transfer_till: '2199-01-01T10:00' }, 'transfer_till', 'at most ten years', 422],
	])('%j is rejected, and the input kept', async (fields, field, message, status) => {
		expect(await save(fields)).toMatchObject({
			init: { status },
			data: { result: { error: { [field]: [expect.stringContaining(message)] } } },
		})
		expect(await stored()).toMatchObject({ version: 1 })
	})

	test('with a wrong address and a wrong date is rejected for both', async () => {
		const transfer_till = '2020-01-01T10:00'
		for (const buyer_email of ['nobody', ada.email]) {
			expect(await save({ buyer_email, transfer_till })).toMatchObject({
				init: { status: 422 },
				data: {
					result: {
						error: {
							buyer_email: [expect.stringMatching(/valid|yourself/)],
							transfer_till: [expect.stringMatching('in the future')],
						},
					},
				},
			})
		}
	})

	test('to one’s own address is rejected', async () => {
		expect(await save({ buyer_email: ada.email })).toMatchObject({
			data: { result: { error: { buyer_email: ['You cannot sell pixels to yourself'] } } },
		})
	})

	test('after it was changed in another window or accepted shows a conflict', async () => {
		await save({ buyer_email: eve.email })
		expect(await save({ buyer_email: 'third@example.test' })).toMatchObject({
			init: { status: 409 },
			data: {
				title: 'Failed to update invitation',
				result: { error: { '': [expect.stringContaining('has changed')] } },
			},
		})
		await acceptTransfer({ transferId: id, accountId: eve.id, now: Date.now() })
		expect(await save({ version: '2' })).toMatchObject({
			init: { status: 409 },
			data: { result: { error: { '': ['This invitation has already been accepted.'] } } },
		})
		const request = await makeRequest(`/user/pixels/sell/${id}/edit`, { as: ada })
		const page = await editPage(routeArgs(request, { transferId: id }))
		expect(page.sent.over).toBe('This invitation has already been accepted.')
	})

	test('makes the acceptance of the previous version a conflict', async () => {
		await save({ transfer_till: toDatetimeLocal(Date.now() + 48 * HOUR) })
		const decision = { transferId: id, accountId: grace.id, version: 1, now: Date.now() }
		expect(await acceptTransfer(decision)).toMatchObject({
			code: 'open',
			message: expect.stringContaining('has changed'),
		})
	})

	test('is limited to its sender', async () => {
		for (const as of [grace, eve]) expect(getStatus(await save({}, as))).toBe(404)
	})
})

describe('deleting an invitation', () => {
	test('withdraws it, releases the pixels and notifies the recipient', async () => {
		expect(((await remove()) as Response).headers.get('location')).toBe('/user/pixels/sell')
		expect(await stored()).toMatchObject({ status: 'withdrawn', version: 2 })
		expect(await mails()).toEqual([[grace.email, 'invitation-withdrawn']])
		const [mail] = await db.select().from(outbox)
		expect(mail?.text).toContain('withdrawn')
		const anew = {
			senderId: ada.id,
			actorId: ada.id,
			cells: CELLS,
			recipientEmail: eve.email,
			now: Date.now(),
		}
		expect(await offerCells(anew)).toMatchObject({ ok: true })
		expect((await list()).rows).toHaveLength(1)
	})

	test('that has expired only removes it from the list', async () => {
		await write(tx =>
			tx
				.update(transfers)
				.set({ until: Date.now() - 1 })
				.where(eq(transfers.id, id)),
		)
		expect(getStatus(await save({}))).toBe(409)
		expect(getStatus(await remove())).toBe(302)
		expect((await list()).rows).toEqual([])
		expect(await mails()).toEqual([])
	})

	test('after it was rejected, changed or accepted shows a conflict', async () => {
		await write(tx => tx.update(transfers).set({ version: 2 }).where(eq(transfers.id, id)))
		expect(await remove()).toMatchObject({
			init: { status: 409 },
			data: { result: { error: { '': [expect.stringContaining('has changed')] } } },
		})
		await rejectTransfer({ transferId: id, accountId: grace.id, now: Date.now() })
		expect(await remove({ version: '3' })).toMatchObject({
			data: { result: { error: { '': ['This invitation has already been rejected.'] } } },
		})
		const request = await makeRequest(`/user/pixels/sell/${id}/delete`, { as: ada })
		const page = await deletePage(routeArgs(request, { transferId: id }))
		expect(page.sent.over).toContain('already been rejected')
		expect(getStatus(await remove({}, eve))).toBe(404)
		expect(getStatus(await remove({ intent: 'x' }))).toBe(400)
	})
})

test('an edit through the API keeps the date unless it sets or removes it', async () => {
	const until = Date.now() + 48 * HOUR
	await write(tx => tx.update(transfers).set({ until }).where(eq(transfers.id, id)))
	const change = (fields: object) =>
		callOperation(ada, 'POST /user/editinvite', {
			body: { request_id: id, buyer_email: eve.email, ...fields },
		})
	expect(await change({})).toMatchObject({ success: true })
	expect(await stored()).toMatchObject({ recipientEmail: eve.email, until })
	expect(await change({ transfer_date: null })).toMatchObject({ success: true })
	expect(await stored()).toMatchObject({ until: null })
})

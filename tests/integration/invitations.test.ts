import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { findBlock } from '~/domain/creatives/queries.server'
import { findFileFor } from '~/domain/files/stored.server'
import { CELLS } from '~/domain/grid/layout'
import { readGrid } from '~/domain/grid/queries.server'
import { readTransferContents } from '~/domain/orders/history/contents.server'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { acceptTransfer, rejectTransfer } from '~/domain/transfers/commands.server'
import { expireTransfers, sweepExpiredTransfers } from '~/domain/transfers/end-invitations.server'
import { readRevenue, readSale } from '~/domain/transfers/history/sold-queries.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { loader as news } from '~/routes/account/bell'
import SaleDetails, { loader as saleDetails } from '~/routes/account/history/sale'
import { action, loader } from '~/routes/account/invitation'
import type { SessionAccount } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	cellHolders,
	creatives,
	files,
	outbox,
	pixelPrices,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { newFileKey, storage } from '~/server/files/storage.server'
import { clearRecords } from '../support/clear-records'
import { emailsTo } from '../support/codes'
import {
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'

beforeEach(clearRecords)

const NOON = Date.UTC(2026, 10, 20, 12)
const LINK = { description: 'Ours', link: 'https://a.test/' }
const tiny = CELLS.filter(cell => cell.type === 'tiny').map(cell => cell.id)
const [A = 0, B = 0, C = 0] = tiny

const holders = () => db.select().from(cellHolders).orderBy(cellHolders.cell)
const owners = async () => (await holders()).map(row => [row.cell, row.accountId])
const visitor = ({ id }: { id: string }) => ({ id, role: 'user' }) as SessionAccount
const readStatus = async (id: string) =>
	(await db.select().from(transfers).where(eq(transfers.id, id)))[0]?.status
const mailsTo = async () =>
	(await db.select().from(outbox)).map(mail => [mail.recipient, mail.kind]).toSorted()

async function offer(cells: readonly number[] = [A, B], options: { until?: number } = {}) {
	const [sender, recipient] = [await makeUser({ fullName: 'Ada' }), await makeUser()]
	const { orderId } = await ownCells(sender.id, cells)
	const { id } = await makeTransfer(sender.id, cells, { recipientEmail: recipient.email, ...options })
	const by = (account: { id: string }, now = NOON) => ({ transferId: id, accountId: account.id, now })
	return { sender, recipient, orderId, id, by }
}

/** Expects an unchanged invitation: open, the sender's cells still offered, and no emails. */
async function expectUntouched(id: string, cells: unknown[]) {
	expect(await readStatus(id)).toBe('open')
	expect(await owners()).toEqual(cells)
	const offered = await db.select().from(transferCells).where(eq(transferCells.transferId, id))
	expect(offered.every(row => row.open === 1 && row.pricePence === null)).toBe(true)
	expect(await mailsTo()).toEqual([])
	expect(await db.select().from(auditEntries)).toEqual([])
}

describe('accepting an invitation', () => {
	test('transfers every cell without its order, at today’s price, with audit entries and emails to both', async () => {
		const { sender, recipient, id, by } = await offer()
		await write(tx => tx.update(pixelPrices).set({ pence: 777_00 }).where(eq(pixelPrices.type, 'tiny')))
		expect(await acceptTransfer(by(recipient))).toEqual({ ok: true })
		await write(tx => tx.update(pixelPrices).set({ pence: 100_000_00 }).where(eq(pixelPrices.type, 'tiny')))

		const row = { kind: 'owned', accountId: recipient.id, orderId: null, creativeId: null, since: NOON }
		expect(await holders()).toMatchObject([
			{ cell: A, ...row },
			{ cell: B, ...row },
		])
		const [transfer] = await db.select().from(transfers).where(eq(transfers.id, id))
		expect(transfer).toMatchObject({ status: 'accepted', decidedAt: NOON, version: 2 })
		const cells = await db.select().from(transferCells).orderBy(transferCells.cell)
		expect(cells.map(cell => [cell.cell, cell.open, cell.pricePence])).toEqual([
			[A, null, 777_00],
			[B, null, 777_00],
		])
		expect(await readSale(id, sender.id)).toMatchObject({ recipientName: recipient.fullName, pence: 1554_00 })
		expect(await readRevenue(sender.id)).toBe(1554_00)
		expect(await mailsTo()).toEqual(
			[
				[sender.email, 'invitation-accepted'],
				[recipient.email, 'pixels-received'],
			].toSorted(),
		)
		const [entry] = await db.select().from(auditEntries)
		expect(entry).toMatchObject({
			action: 'transfer.accept',
			actorId: recipient.id,
			subjectId: id,
			detail: { cells: [A, B], from: sender.id, to: recipient.id, pence: 1554_00 },
		})
		expect((await readIncomingTransfers(recipient.email, NOON)).count).toBe(0)
	})

	test('removes the content of the cells, and keeps it only in the sender’s history', async () => {
		const [sender, recipient] = [await makeUser(), await makeUser()]
		const key = newFileKey('creatives', 'webp')
		await storage.put(key, new Uint8Array([1]))
		await write(tx =>
			tx.insert(files).values({
				key,
				kind: 'creative',
				mime: 'image/webp',
				bytes: 1,
				name: 'a.webp',
				accountId: sender.id,
				createdAt: NOON,
			}),
		)
		await ownCells(sender.id, [A, B], { ...LINK, imageKey: key })
		const first = await makeTransfer(sender.id, [A], { recipientEmail: recipient.email })
		const second = await makeTransfer(sender.id, [B], { recipientEmail: recipient.email })
		const by = { accountId: recipient.id, now: NOON }
		await acceptTransfer({ transferId: first.id, ...by })
		expect((await holders()).map(row => row.creativeId === null)).toEqual([true, false])
		await write(tx =>
			tx.update(creatives).set({ description: 'Changed' }).where(isNull(creatives.archivedAt)),
		)
		await acceptTransfer({ transferId: second.id, ...by })
		const kept = await db.select().from(creatives)
		expect(kept.map(row => [row.description, row.accountId, row.archivedAt])).toEqual([
			[LINK.description, sender.id, NOON],
			['Changed', sender.id, NOON],
		])
		const getContents = await readTransferContents([first.id, second.id])
		expect(getContents(first.id).shown).toMatchObject([{ ...LINK, imageKey: key }])
		expect(getContents(second.id).shown).toMatchObject([{ description: 'Changed', imageKey: key }])
		expect(await storage.get(key)).toBeDefined()
		expect(await findFileFor(key, visitor(sender), NOON)).toBeDefined()
		expect(await findFileFor(key, visitor(recipient), NOON)).toBeUndefined()

		const admin = await makeAdmin()
		const gone = await deleteAccount({ accountId: sender.id, actorId: admin.id, version: 1, now: NOON })
		expect(gone).toEqual({ ok: true })
		expect(await db.select().from(creatives)).toEqual([])
		expect(await db.select().from(files)).toEqual([])
		expect(await storage.get(key)).toBeUndefined()
		expect((await readTransferContents([first.id]))(first.id)).toEqual({ cells: [A], shown: [] })
	})

	test('shows the transferred content in the sale’s details to both parties', async () => {
		const [sender, recipient, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		await ownCells(sender.id, [A], LINK)
		const { id: transferId } = await makeTransfer(sender.id, [A], { recipientEmail: recipient.email })
		await acceptTransfer({ transferId, accountId: recipient.id, now: NOON })
		for (const [account, area] of [
			[sender, 'user'],
			[admin, 'admin'],
		] as const) {
			const request = await makeRequest(`/${area}/history/sold/${transferId}`, { as: account })
			const loaderData = await saleDetails(routeArgs(request, { transferId }))
			expect(loaderData).toMatchObject({ shown: [LINK] })
			const drawn = renderPage(SaleDetails, { loaderData })
			for (const text of [
				'Tiny: 1',
				'<dt>List price</dt>',
				'What they showed',
				LINK.description,
				`href="${LINK.link}"`,
			]) {
				expect(drawn).toContain(text)
			}
		}
	})

	test('transfers pixels of the house to a member, and of a member to the house', async () => {
		const [member, admin] = [await makeUser(), await makeAdmin()]
		await reserveForHouse([A])
		const gift = await makeTransfer(null, [A], { recipientEmail: member.email })
		expect(await acceptTransfer({ transferId: gift.id, accountId: member.id, now: NOON })).toEqual({
			ok: true,
		})
		expect(await holders()).toMatchObject([{ cell: A, kind: 'owned', accountId: member.id, orderId: null }])
		const back = await makeTransfer(member.id, [A], { recipientEmail: admin.email })
		expect(await acceptTransfer({ transferId: back.id, accountId: admin.id, now: NOON })).toEqual({
			ok: true,
		})
		expect(await holders()).toMatchObject([{ cell: A, kind: 'house', accountId: null, orderId: null }])
		expect((await emailsTo(admin.email))[0]?.text).toMatch(/\/admin\/profile\?\S/)
	})

	test('is final: rejecting the order later does not take back transferred cells', async () => {
		const { sender, recipient, orderId, by } = await offer([A, B, C])
		const admin = await makeAdmin()
		await acceptTransfer(by(recipient))
		const home = await makeTransfer(recipient.id, [C], { recipientEmail: sender.email })
		await acceptTransfer({ transferId: home.id, accountId: sender.id, now: NOON })
		expect(await rejectOrder({ orderId, version: 1, actorId: admin.id, now: NOON })).toEqual({ ok: true })
		expect(await owners()).toEqual([
			[A, recipient.id],
			[B, recipient.id],
			[C, sender.id],
		])
	})
})

describe('rejecting an invitation', () => {
	test('leaves the cells with the sender, ready for a new offer, and notifies the sender', async () => {
		const { sender, recipient, id, by } = await offer()
		expect(await rejectTransfer(by(recipient))).toEqual({ ok: true })
		expect(await readStatus(id)).toBe('rejected')
		expect(await owners()).toEqual([
			[A, sender.id],
			[B, sender.id],
		])
		expect(await mailsTo()).toEqual([[sender.email, 'invitation-rejected']])
		expect(await db.select().from(auditEntries)).toMatchObject([{ action: 'transfer.reject', subjectId: id }])
		await makeTransfer(sender.id, [A], { recipientEmail: recipient.email })
	})
})

describe('a decision is refused without changes', () => {
	test.each([['accept', acceptTransfer] as const, ['reject', rejectTransfer] as const])(
		'%s by the sender, by another account, or after a change of address',
		async (_, decide) => {
			const { sender, recipient, id, by } = await offer([A])
			for (const account of [sender, await makeUser(), { id: 'nobody' }]) {
				expect(await decide(by(account))).toMatchObject({ ok: false, code: 'unknown' })
			}
			await write(tx =>
				tx
					.update(transfers)
					.set({ recipientEmail: `new-${recipient.email}` })
					.where(eq(transfers.id, id)),
			)
			expect(await decide(by(recipient))).toMatchObject({ ok: false, code: 'unknown' })
			await expectUntouched(id, [[A, sender.id]])
		},
	)

	test('except that the case of the address does not matter', async () => {
		const { recipient, id, by } = await offer([A])
		const shouted = { recipientEmail: recipient.email.toUpperCase() }
		await write(tx => tx.update(transfers).set(shouted).where(eq(transfers.id, id)))
		expect(await acceptTransfer(by(recipient))).toEqual({ ok: true })
	})

	test('after the end of the invitation, swept or not', async () => {
		const { sender, recipient, id, by } = await offer([A], { until: NOON })
		expect(await acceptTransfer(by(recipient))).toMatchObject({ ok: false, code: 'over' })
		expect(await rejectTransfer(by(recipient))).toMatchObject({ ok: false, code: 'over' })
		await expectUntouched(id, [[A, sender.id]])
		expect(await rejectTransfer(by(recipient, NOON - 1))).toEqual({ ok: true })
	})

	test('for an outdated version of the invitation', async () => {
		const { sender, recipient, id, by } = await offer([A])
		expect(await acceptTransfer({ ...by(recipient), version: 2 })).toMatchObject({
			ok: false,
			code: 'open',
		})
		await expectUntouched(id, [[A, sender.id]])
	})

	test('when one cell was lost meanwhile', async () => {
		const [sender, recipient] = [await makeUser(), await makeUser()]
		await ownCells(sender.id, [A, B], LINK)
		const { id } = await makeTransfer(sender.id, [A, B], { recipientEmail: recipient.email })
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, B)))
		const decision = { transferId: id, accountId: recipient.id, now: NOON }
		expect(await acceptTransfer(decision)).toMatchObject({ ok: false, code: 'open' })
		await expectUntouched(id, [[A, sender.id]])
		expect(await db.select().from(creatives)).toHaveLength(1)
		const other = await makeUser()
		await makeOrder(other.id, [B], { status: 'open' })
		expect(await acceptTransfer(decision)).toMatchObject({ ok: false, code: 'open' })
		expect(await rejectTransfer(decision)).toEqual({ ok: true })
	})

	test('while the payment of a cell is unverified; its rejection withdraws the invitation', async () => {
		const [sender, recipient, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const order = await makeOrder(sender.id, [A], { status: 'pending' })
		const { id } = await makeTransfer(sender.id, [A], { recipientEmail: recipient.email })
		const decision = { transferId: id, accountId: recipient.id, now: NOON }
		expect(await acceptTransfer(decision)).toMatchObject({ ok: false, code: 'open' })
		await expectUntouched(id, [[A, sender.id]])
		await rejectOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		expect(await acceptTransfer(decision)).toMatchObject({ ok: false, code: 'over' })
		expect((await emailsTo(recipient.email)).map(({ kind }) => kind)).toEqual(['invitation-withdrawn'])
	})

	test('without a message when the payment is rejected after the invitation’s end', async () => {
		const [sender, recipient, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const order = await makeOrder(sender.id, [A], { status: 'pending' })
		const { id } = await makeTransfer(sender.id, [A], { recipientEmail: recipient.email, until: NOON })
		await rejectOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		expect(await readStatus(id)).toBe('withdrawn')
		expect(await emailsTo(recipient.email)).toEqual([])
	})

	test.each([
		['accept', 'accept'],
		['accept', 'reject'],
		['reject', 'accept'],
	] as const)('%s, then %s: only the first succeeds', async (first, second) => {
		const { recipient, id, by } = await offer()
		const decide = { accept: acceptTransfer, reject: rejectTransfer }
		expect(await decide[first](by(recipient))).toEqual({ ok: true })
		const [status, cells, mails] = [await readStatus(id), await owners(), await mailsTo()]
		expect(await decide[second](by(recipient))).toMatchObject({ ok: false, code: 'over' })
		expect([await readStatus(id), await owners(), await mailsTo()]).toEqual([status, cells, mails])
	})

	test('two parallel decisions: only one succeeds', async () => {
		for (let round = 0; round < 10; round++) {
			const { recipient, id, by } = await offer([tiny[10 + round] ?? 0])
			const decisions = [acceptTransfer, rejectTransfer, acceptTransfer, rejectTransfer]
			const results = await Promise.all(decisions.map(decide => decide(by(recipient))))
			expect(results.filter(result => result.ok)).toHaveLength(1)
			const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))
			expect(entries).toHaveLength(1)
			const [holder] = await db
				.select()
				.from(cellHolders)
				.where(eq(cellHolders.cell, tiny[10 + round] ?? 0))
			expect(holder?.accountId === recipient.id).toBe((await readStatus(id)) === 'accepted')
		}
	})
})

describe('the URL of an invitation', () => {
	type LoaderArgs = Parameters<typeof loader>[0]

	async function post(id: string, as: TestAccount, fields: Record<string, string>) {
		const request = await makeRequest(`/user/invitations/${id}`, { as, fields })
		return await action(routeArgs(request, { transferId: id })).catch((thrown: unknown) => thrown)
	}

	test('redirects back to the page of origin, within the site only', async () => {
		for (const [returnTo, location] of [
			['/user/history?page=2', '/user/history?page=2'],
			['https://evil.example/', '/user/dashboard'],
			['//evil.example/', '/user/dashboard'],
		]) {
			const { recipient, id } = await offer([A])
			const response = await post(id, recipient, { intent: 'accept', version: '1', returnTo: returnTo ?? '' })
			expect(response).toBeInstanceOf(Response)
			expect((response as Response).headers.get('location')).toBe(location)
			expect((response as Response).headers.get('set-cookie')).toMatch(/^flash=/)
			await write(tx => tx.delete(cellHolders))
		}
	})

	test('returns 400 for invalid input, 404 to others, and 409 when too late', async () => {
		const { sender, recipient, id } = await offer([A])
		for (const fields of [{ intent: 'delete' }, { nothing: '' }, { intent: 'accept', version: 'x' }]) {
			expect(await post(id, recipient, fields as Record<string, string>)).toMatchObject({ status: 400 })
		}
		expect(await post(id, sender, { intent: 'accept' })).toMatchObject({ init: { status: 404 } })
		expect(await post(id, recipient, { intent: 'reject' })).toMatchObject({ status: 302 })
		expect(await post(id, recipient, { intent: 'accept' })).toMatchObject({
			init: { status: 409 },
			data: {
				refused: {
					title: 'Failed to update invitation status',
					message: 'You have already rejected this invitation.',
				},
			},
		})
	})

	test('shows the message of the error catalogue for a failed decision', async () => {
		const { recipient, sender, id } = await offer([A])
		await write(tx =>
			tx.run(`create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end`),
		)
		try {
			for (const intent of ['accept', 'reject']) {
				expect(await post(id, recipient, { intent })).toMatchObject({
					init: { status: 500 },
					data: { refused: { title: 'Failed to update invite status' } },
				})
			}
		} finally {
			await write(tx => tx.run('drop trigger broken'))
		}
		await expectUntouched(id, [[A, sender.id]])
	})

	test('of the administrators is refused to members', async () => {
		const { recipient, sender, id } = await offer([A])
		const request = await makeRequest(`/admin/invitations/${id}`, {
			as: recipient,
			fields: { intent: 'accept' },
		})
		const response = action(routeArgs(request, { transferId: id }))
		await expect(response).rejects.toMatchObject({ status: 302 })
		await expectUntouched(id, [[A, sender.id]])
	})

	test('shows the offer to the recipient only', async () => {
		const { sender, recipient, id } = await offer([A, B])
		const read = async (as: TestAccount) => {
			const request = await makeRequest(`/user/invitations/${id}`, { as })
			return await loader({ request, params: { transferId: id } } as LoaderArgs)
		}
		const shown = await read(recipient)
		expect(shown.data.invitation).toMatchObject({ sender: 'Ada', version: 1, over: null })
		expect(shown.data.invitation?.cells.map(cell => cell.id)).toEqual([A, B])
		expect(await read(sender)).toMatchObject({ data: { invitation: null }, init: { status: 404 } })
	})

	test('polling returns the count and the list, and is never cached', async () => {
		const { recipient, id } = await offer([A])
		const request = await makeRequest('/user/bell?page=/user/history', { as: recipient })
		const response = await news(routeArgs(request))
		expect(response.headers.get('cache-control')).toBe('no-store')
		const { count, html } = await response.json()
		expect(count).toBe(1)
		expect(html).toContain(`/user/invitations/${id}`)
		expect(html).toContain('value="/user/history"')
	})
})

describe('an expired invitation', () => {
	const HOUR = 60 * 60 * 1000

	test('no longer marks its cells, from that time on and before any sweep', async () => {
		const sender = await makeUser()
		await ownCells(sender.id, [A])
		const now = Date.now()
		await makeTransfer(sender.id, [A], { recipientEmail: 'late@example.com', until: now + HOUR })
		const invited = async (at: number) => (await readGrid(at)).holdings[A - 1]?.invited
		expect(await invited(now)).toBe(true)
		expect(await invited(now + HOUR - 1)).toBe(true)
		expect(await findBlock(A, sender.id, now)).toMatchObject({ ok: false })
		expect(await invited(now + HOUR)).toBe(false)
		expect(await findBlock(A, sender.id, now + HOUR)).toMatchObject({ ok: true })
	})

	test('is closed by the sweep, and its cells can be offered again', async () => {
		const sender = await makeUser()
		await ownCells(sender.id, [A])
		const now = Date.now()
		const { id } = await makeTransfer(sender.id, [A], { recipientEmail: 'late@example.com', until: now })
		const again = () => makeTransfer(sender.id, [A], { recipientEmail: 'next@example.com' })
		await expect(again()).rejects.toThrow()
		const row = async () => (await db.select().from(transfers).where(eq(transfers.id, id)))[0]
		await sweepExpiredTransfers(now - 1)
		expect(await row()).toMatchObject({ status: 'open' })
		await sweepExpiredTransfers(now)
		expect(await row()).toMatchObject({ status: 'expired', decidedAt: now, version: 2 })
		await again()
	})

	test('is closed by a transaction that needs its cells, which leaves others open', async () => {
		const sender = await makeUser()
		await ownCells(sender.id, [A, B])
		const now = Date.now()
		for (const cell of [A, B]) {
			await makeTransfer(sender.id, [cell], { recipientEmail: 'late@example.com', until: now })
		}
		const isExpired = and(eq(transfers.senderId, sender.id), eq(transfers.status, 'expired'))
		await write(tx => expireTransfers(tx, now, [B]))
		expect(await db.$count(transfers, isExpired)).toBe(1)
		await write(tx => expireTransfers(tx, now))
		expect(await db.$count(transfers, isExpired)).toBe(2)
	})
})

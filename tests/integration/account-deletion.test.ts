import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import {
	deleteAccount,
	deleteOwnAccount,
	isDeletionGrant,
	requestDeletion,
} from '~/domain/accounts/own-data/deletion.commands.server'
import { readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { startReset } from '~/domain/accounts/sign-in/reset.commands.server'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { issueCertificate } from '~/domain/certificates/issue.server'
import { readCertificate } from '~/domain/certificates/queries.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { lendCells } from '~/domain/ownership/loans.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { db, write } from '~/server/db/db.server'
import {
	accounts,
	cellHolders,
	cellLoans,
	challenges,
	creatives,
	files,
	orders,
	ownershipEvents,
	recoveryCodes,
	restoredForms,
	secondFactors,
	sessions,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { OwnLoss, UserLoss } from '~/ui/users/loss'
import { codeAt } from '../support/authenticator'
import { signInChanger } from '../support/changer'
import { emailsTo } from '../support/codes'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	storeReceipt,
	type TestAccount,
} from '../support/factories'
import { setUpSecondFactor } from '../support/second-factor'

const NOW = Date.now()
const HOUR = 3_600_000
const from = (now = NOW) => ({ now, address: randomUUID() })

beforeEach(clearGrid)

async function grantFor(user: TestAccount) {
	const here = await signInChanger(user, NOW)
	const outcome = await requestDeletion(here, { currentPassword: user.password, code: '' }, from())
	if (!outcome.ok) throw new Error(outcome.message)
	return { here, grant: outcome.grant }
}

async function deleteHimself(user: TestAccount) {
	const { here, grant } = await grantFor(user)
	const { seen } = await readLoss(user.id, NOW)
	return await deleteOwnAccount(here, { grant, seen }, NOW)
}

const readRow = async (id: string) => (await db.select().from(accounts).where(eq(accounts.id, id)))[0]
const readHolders = (cells: number[]) => db.select().from(cellHolders).where(inArray(cellHolders.cell, cells))
const readEvents = async (cells: number[]) =>
	(await db.select().from(ownershipEvents).where(inArray(ownershipEvents.cell, cells))).map(
		({ cell, kind, fromId }) => ({ cell, kind, fromId }),
	)
const kindsTo = async (email: string) => (await emailsTo(email)).map(({ kind }) => kind)

describe('deleting one’s own account', () => {
	test('leaves a tombstone whose address is free for others and cannot sign in', async () => {
		const user = await makeUser()
		await write(tx =>
			tx.update(accounts).set({ googleSubject: 'google-7', phone: '+44' }).where(eq(accounts.id, user.id)),
		)
		expect(await deleteHimself(user)).toEqual({ ok: true })
		expect(await readRow(user.id)).toMatchObject({
			email: `deleted:${user.id}`,
			fullName: 'Deleted account',
			passwordHash: null,
			googleSubject: null,
			phone: null,
			deletedAt: NOW,
		})
		expect(await signIn(user, from())).toMatchObject({ ok: false })
		expect((await kindsTo(user.email))[0]).toBe('account-deleted')
		const again = await makeUser({ email: user.email })
		expect(await signIn(again, from())).toMatchObject({ ok: true, accountId: again.id })
	})

	test('deletes sessions, codes, two-factor authentication and saved forms', async () => {
		const user = await makeUser()
		const { link } = await setUpSecondFactor(user, NOW)
		await startReset(user.email, { ...from(), known: undefined })
		const form = { id: randomUUID(), path: '/user/profile', fields: [], hadFiles: false, createdAt: NOW }
		await write(tx => tx.insert(restoredForms).values({ ...form, accountId: user.id }))
		const here = await signInChanger(user, NOW)
		const code = codeAt(link, NOW)
		const asked = await requestDeletion(here, { currentPassword: user.password, code }, from())
		if (!asked.ok) throw new Error(asked.message)
		const { seen } = await readLoss(user.id, NOW)
		expect(await deleteOwnAccount(here, { grant: asked.grant, seen }, NOW)).toEqual({ ok: true })
		for (const table of [sessions, challenges, secondFactors, recoveryCodes, restoredForms]) {
			expect(await db.select().from(table).where(eq(table.accountId, user.id))).toEqual([])
		}
	})

	test('releases the pixels, erases their content, and records both', async () => {
		const user = await makeUser()
		const key = `creatives/${randomUUID()}.webp`
		const row = { key, kind: 'creative', mime: 'image/webp', bytes: 1, name: 'a', createdAt: NOW } as const
		await write(tx => tx.insert(files).values({ ...row, accountId: user.id }))
		const shown = { description: 'Mine', link: 'https://x.example', imageKey: key }
		const { creativeId, orderId } = await ownCells(user.id, [500, 501], shown)
		const code = await write(tx => issueCertificate(tx, { orderId }, user.id, NOW))
		await deleteHimself(user)
		expect(await readCertificate(code)).toMatchObject({ holder: 'Deleted account' })
		expect(await readHolders([500, 501])).toEqual([])
		expect(
			await db
				.select()
				.from(creatives)
				.where(eq(creatives.id, creativeId ?? '')),
		).toEqual([])
		expect(await db.select().from(files).where(eq(files.key, key))).toEqual([])
		expect(await readEvents([500, 501])).toEqual(
			[500, 501].map(cell => ({ cell, kind: 'account-deleted', fromId: user.id })),
		)
	})

	test('rejects pending orders with that reason, closes the checkout, and keeps the accounting records', async () => {
		const user = await makeUser()
		const receipt = await storeReceipt(user.id)
		const pending = await makeOrder(user.id, [510], { status: 'pending', paymentReceiptKey: receipt })
		const approved = await makeOrder(user.id, [511], { status: 'approved' })
		const open = await makeOrder(user.id, [512], { status: 'open' })
		await deleteHimself(user)
		const readOrderRow = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
		expect(await readOrderRow(pending.id)).toMatchObject({
			status: 'rejected',
			failureReason: 'The account was deleted',
			paymentReceiptKey: receipt,
			version: 2,
		})
		expect(await readOrderRow(approved.id)).toMatchObject({ status: 'approved' })
		expect(await readOrderRow(open.id)).toMatchObject({ status: 'abandoned' })
		expect(await readHolders([510, 511, 512])).toEqual([])
		const [mail] = await emailsTo(user.email)
		expect(mail?.text).toContain(pending.reference)
	})

	test('warns beforehand that an open checkout ends, even after its hold', async () => {
		const user = await makeUser()
		const nothing = await readLoss(user.id, NOW)
		expect(nothing.checkout).toBeNull()
		const open = await makeOrder(user.id, [513], { status: 'open', holdUntil: NOW - HOUR })
		await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, 513)))
		const loss = await readLoss(user.id, NOW)
		expect(loss).toMatchObject({ checkout: open.reference, cells: [] })
		expect(loss.seen).not.toBe(nothing.seen)
		for (const page of [createElement(OwnLoss, { loss }), createElement(UserLoss, { loss, totalPence: 0 })]) {
			expect(renderToStaticMarkup(page)).toMatch(new RegExp(`checkout[^.]* ends: ${open.reference}`))
		}
	})

	test('withdraws sent invitations, closes received ones, and notifies the other side', async () => {
		const [user, friend] = [await makeUser(), await makeUser()]
		await ownCells(user.id, [520])
		await ownCells(friend.id, [521])
		const sent = await makeTransfer(user.id, [520], { recipientEmail: friend.email })
		const received = await makeTransfer(friend.id, [521], { recipientEmail: user.email })
		await deleteHimself(user)
		const rows = await db
			.select()
			.from(transfers)
			.where(inArray(transfers.id, [sent.id, received.id]))
		expect(new Map(rows.map(row => [row.id, row.status]))).toEqual(
			new Map([
				[sent.id, 'withdrawn'],
				[received.id, 'rejected'],
			]),
		)
		expect(await db.select().from(transferCells).where(eq(transferCells.open, 1))).toEqual([])
		expect((await kindsTo(friend.email)).sort()).toEqual(['invitation-closed', 'invitation-sender-deleted'])
		const accepted = await acceptTransfer({ transferId: sent.id, accountId: friend.id, now: NOW })
		expect(accepted).toMatchObject({ ok: false, code: 'over' })
	})

	test('ends loans on both sides, and notifies the others', async () => {
		const [user, friend] = [await makeUser(), await makeUser()]
		await ownCells(user.id, [530])
		await ownCells(friend.id, [531])
		const lent = await makeTransfer(user.id, [530], { recipientEmail: friend.email, status: 'accepted' })
		const got = await makeTransfer(friend.id, [531], { recipientEmail: user.email, status: 'accepted' })
		await write(async tx => {
			const until = NOW + HOUR
			const loan = { until, now: NOW, actorId: friend.id }
			await lendCells(tx, [530], { ...loan, transferId: lent.id, ownerId: user.id, borrowerId: friend.id })
			await lendCells(tx, [531], { ...loan, transferId: got.id, ownerId: friend.id, borrowerId: user.id })
			const shown = { description: 'Lent', link: 'https://x.example', createdAt: NOW, updatedAt: NOW }
			await tx.insert(creatives).values({ id: 'lent-530', accountId: friend.id, ...shown })
			await tx.update(cellLoans).set({ creativeId: 'lent-530' }).where(eq(cellLoans.cell, 530))
		})
		const loss = await readLoss(user.id, NOW)
		expect(loss).toMatchObject({ borrowed: [531], lent: [530] })
		const question = renderToStaticMarkup(createElement(UserLoss, { loss, totalPence: 0 }))
		expect(question).toContain('Loans of 1 pixel by this account end')
		expect(question).toContain('Loans of 1 pixel to this account end')
		await deleteHimself(user)
		expect(await db.select().from(cellLoans)).toEqual([])
		expect(await readHolders([530, 531])).toMatchObject([{ cell: 531, accountId: friend.id }])
		expect(await db.select().from(creatives).where(eq(creatives.id, 'lent-530'))).toEqual([])
		expect(await kindsTo(friend.email)).toEqual(['loan-account-deleted', 'loan-account-deleted'])
	})

	test('makes the deleted account’s open forms ineffective', async () => {
		const user = await makeUser()
		const open = await makeOrder(user.id, [540], { status: 'open' })
		await deleteHimself(user)
		expect(await openCheckout(user.id, [541], NOW)).toMatchObject({ ok: false, code: 'unknown' })
		expect(await findOwnOrder(open.id, user.id)).toBeUndefined()
		expect(await readHolders([540, 541])).toEqual([])
	})
})

describe('the two steps of a deletion', () => {
	test('require the password', async () => {
		const user = await makeUser()
		const here = await signInChanger(user, NOW)
		expect(await requestDeletion(here, { currentPassword: 'wrong', code: '' }, from())).toMatchObject({
			ok: false,
			code: 'wrong-password',
			field: 'currentPassword',
		})
		const { seen } = await readLoss(user.id, NOW)
		expect(await deleteOwnAccount(here, { grant: undefined, seen }, NOW)).toMatchObject({ code: 'over' })
	})

	test('require a two-factor code', async () => {
		const user = await makeUser()
		await setUpSecondFactor(user, NOW)
		const here = await signInChanger(user, NOW)
		const proof = { currentPassword: user.password, code: '000000' }
		expect(await requestDeletion(here, proof, from())).toMatchObject({ code: 'wrong-code', field: 'code' })
	})

	test('are bound to one session, one password and ten minutes', async () => {
		const user = await makeUser()
		const { here, grant } = await grantFor(user)
		const { seen } = await readLoss(user.id, NOW)
		expect(isDeletionGrant(grant, here, NOW + 9 * 60_000)).toBe(true)
		expect(isDeletionGrant(grant, here, NOW + 11 * 60_000)).toBe(false)
		const other = await signInChanger(user, NOW)
		expect(await deleteOwnAccount(other, { grant, seen }, NOW)).toMatchObject({ code: 'over' })
		await write(tx => tx.update(accounts).set({ passwordHash: 'new' }).where(eq(accounts.id, user.id)))
		expect(await deleteOwnAccount(here, { grant, seen }, NOW)).toMatchObject({ code: 'over' })
	})

	test('delete nothing that was not shown', async () => {
		const user = await makeUser()
		const { here, grant } = await grantFor(user)
		const { seen } = await readLoss(user.id, NOW)
		await ownCells(user.id, [550])
		expect(await deleteOwnAccount(here, { grant, seen }, NOW)).toMatchObject({ code: 'changed' })
		expect((await readRow(user.id))?.deletedAt).toBeNull()
	})

	test('delete once when submitted twice at the same time', async () => {
		const user = await makeUser()
		const { here, grant } = await grantFor(user)
		const { seen } = await readLoss(user.id, NOW)
		const outcomes = await Promise.all([1, 2].map(() => deleteOwnAccount(here, { grant, seen }, NOW)))
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		const deleted = and(eq(ownershipEvents.fromId, user.id), eq(ownershipEvents.kind, 'account-deleted'))
		expect(await db.select().from(ownershipEvents).where(deleted)).toEqual([])
		expect((await kindsTo(user.email)).filter(kind => kind === 'account-deleted')).toHaveLength(1)
	})

	test('are not available to administrators', async () => {
		expect(await deleteHimself(await makeAdmin())).toMatchObject({ ok: false, code: 'admin' })
	})
})

describe('an administrator’s deletion of an account', () => {
	test('releases its pixels, and notifies its owner', async () => {
		const [admin, user] = [await makeAdmin(), await makeUser()]
		await ownCells(user.id, [560])
		const input = { accountId: user.id, actorId: admin.id, version: 1, now: NOW }
		expect(await deleteAccount({ ...input, version: 2 })).toMatchObject({ code: 'changed' })
		expect(await deleteAccount(input)).toEqual({ ok: true })
		expect(await readHolders([560])).toEqual([])
		expect((await emailsTo(user.email))[0]?.text).toMatch(/was deleted on [^.]* by\sus\./)
		expect(await deleteAccount(input)).toMatchObject({ code: 'unknown' })
	})

	test('is refused for the administrator’s own account and for the last administrator', async () => {
		const admin = await makeAdmin()
		const input = { accountId: admin.id, actorId: admin.id, version: 1, now: NOW }
		expect(await deleteAccount(input)).toMatchObject({ code: 'self' })
		const alone = and(eq(accounts.role, 'admin'), eq(accounts.id, admin.id))
		await write(async tx => {
			await tx.update(accounts).set({ role: 'user' }).where(eq(accounts.role, 'admin'))
			await tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.id, admin.id))
		})
		expect(await db.select().from(accounts).where(alone)).toHaveLength(1)
		expect(await deleteAccount({ ...input, actorId: 'somebody' })).toMatchObject({ code: 'last-admin' })
	})
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { exportAccount } from '~/domain/accounts/own-data/export.commands.server'
import { applyNewEmail } from '~/domain/accounts/profile/email-change.commands.server'
import { loader as download } from '~/routes/user/setting-export'
import { db, write } from '~/server/db/db.server'
import { accounts, blockStatistics, files, sessions } from '~/server/db/schema.server'
import { signInChanger } from '../support/changer'
import {
	makeFailedMail,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	type TestAccount,
} from '../support/factories'
import { makeRequest } from '../support/requests'
import { getRedirect, runHandler } from '../support/responses'

describe('the data export', () => {
	async function read(user: TestAccount) {
		const response = await runHandler(download, await makeRequest('/user/setting/export', { as: user }))
		if (!(response instanceof Response)) throw new Error('refused')
		return { response, text: await response.text() }
	}

	test('is JSON with the account’s data, without secrets or others’ data', async () => {
		const [user, other] = [await makeUser({ fullName: 'Ada Lovelace' }), await makeUser()]
		const shown = { description: 'Mine', link: 'https://x.example' }
		const { creativeId } = await ownCells(user.id, [700, 701], shown)
		const theirs = await ownCells(other.id, [705], shown)
		const seen = { day: '2026-11-22', views: 3, clicks: 1 }
		await write(tx =>
			tx
				.insert(blockStatistics)
				.values([creativeId, theirs.creativeId].map(id => ({ creativeId: id ?? '', ...seen }))),
		)
		const order = await makeOrder(user.id, [702], { status: 'pending' })
		await ownCells(other.id, [703])
		await makeTransfer(other.id, [703], { recipientEmail: user.email })
		await makeTransfer(other.id, [704], { recipientEmail: 'third@example.test' })
		const { response, text } = await read(user)
		expect(response.headers.get('content-disposition')).toMatch(
			/^attachment; filename="my-data-[\d-]+\.json"$/,
		)
		expect(response.headers.get('content-type')).toContain('application/json')
		const data = JSON.parse(text)
		expect(data.account).toMatchObject({ email: user.email, fullName: 'Ada Lovelace', hasPassword: true })
		expect(Object.keys(data)).toEqual([
			'exportedAt',
			'account',
			'sessions',
			'orders',
			'receipts',
			'certificates',
			'pixels',
			'borrowedPixels',
			'availabilityAlerts',
			'creatives',
			'statistics',
			'files',
			'invitationsSent',
			'invitationsReceived',
			'ownership',
			'emails',
			'contactMessages',
			'activity',
		])
		expect(data.orders.map((item: { reference: string }) => item.reference)).toContain(order.reference)
		expect(data.pixels.map((item: { pixel: number }) => item.pixel)).toEqual([700, 701, 702])
		expect(data.creatives).toMatchObject([{ description: 'Mine' }])
		expect(data.statistics).toEqual([{ creativeId, ...seen }])
		expect(data.invitationsReceived).toHaveLength(1)
		expect(data.sessions[0].signedInAt).toMatch(/^\d{4}-\d\d-\d\dT/)
		const [row] = await db.select().from(accounts).where(eq(accounts.id, user.id))
		for (const secret of [row?.passwordHash, other.email, other.id, 'third@example.test', 'tokenHash']) {
			expect(text).not.toContain(secret)
		}
	})

	test('has nothing of an earlier owner of the address', async () => {
		const [user, former, other] = [await makeUser(), await makeUser(), await makeUser()]
		await makeFailedMail(former.email)
		await makeTransfer(other.id, [706], { recipientEmail: former.email, status: 'rejected' })
		const by = (account: TestAccount) => ({ actorId: account.id, now: Date.now() + 1_000 })
		await write(async tx => {
			await applyNewEmail(tx, former, `moved-${former.email}`, by(former))
			await applyNewEmail(tx, user, former.email, by(user))
		})
		const data = JSON.parse((await read({ ...user, email: former.email })).text)
		expect([data.account.email, data.invitationsReceived]).toEqual([former.email, []])
		expect(data.emails.map((mail: { kind: string }) => mail.kind)).not.toContain('contact-received')
	})

	test('is streamed page by page for any amount of data', async () => {
		const user = await makeUser()
		const rows = Array.from({ length: 1_234 }, (_, at) => ({
			key: `receipts/${user.id}-${at}.pdf`,
			kind: 'receipt' as const,
			mime: 'application/pdf',
			bytes: at,
			name: `${at}.pdf`,
			accountId: user.id,
			createdAt: at,
		}))
		await write(async tx => {
			for (let at = 0; at < rows.length; at += 200) await tx.insert(files).values(rows.slice(at, at + 200))
		})
		const { text } = await read(user)
		const names = JSON.parse(text).files.map((file: { name: string }) => file.name)
		expect(new Set(names).size).toBe(1_234)
	})

	test('stops when the session ends', async () => {
		const user = await makeUser()
		const here = await signInChanger(user, Date.now())
		const file = await exportAccount(here, Date.now())
		if (!file.ok) throw new Error(file.message)
		await file.pieces.next()
		await write(tx => tx.delete(sessions).where(eq(sessions.id, here.sessionId)))
		await expect(async () => {
			for await (const piece of file.pieces) expect(piece).not.toContain('"orders"')
		}).rejects.toThrow('The session ended')
	})

	test('is limited to twenty times an hour', async () => {
		const user = await makeUser()
		const here = await signInChanger(user, Date.now())
		for (let at = 0; at < 20; at++) await exportAccount(here, Date.now())
		const response = await runHandler(download, await makeRequest('/user/setting/export', { as: user }))
		expect(await getRedirect(response)).toEqual([
			'/user/setting',
			expect.stringMatching(/^Too many attempts/),
		])
	})
})

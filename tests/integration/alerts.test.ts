import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeAccount } from '~/domain/accounts/own-data/deletion.server'
import { findAccountById } from '~/domain/accounts/queries.server'
import { addAlert, listAlerts, readAlert, removeAlert, sendAlerts } from '~/domain/alerts/commands.server'
import { MAX_ALERTS } from '~/domain/alerts/rules'
import { computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { releaseCells } from '~/domain/house/release.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { loader, action as pixelAction } from '~/routes/public/pixel'
import { action as settingAction } from '~/routes/user/setting'
import { db, write } from '~/server/db/db.server'
import { availabilityAlerts, files, outbox } from '~/server/db/schema.server'
import { buy, open, read } from '../support/checkouts'
import {
	clearGrid,
	makeAdmin,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { type Processes, startProcesses } from '../support/race-processes'
import { makeRequest, routeArgs } from '../support/requests'
import { getRedirect, post } from '../support/responses'

/* "Tell me if it is offered again" (P8). */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 12)

let owner: TestAccount
let member: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(availabilityAlerts))
	;[owner, member] = await Promise.all([makeUser(), makeUser()])
})

const ask = (cell: number, now = NOW) => addAlert({ cell, accountId: member.id, now })
const send = (now: number) => sendAlerts(now, new AbortController().signal)

const emails = async () => {
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, member.email))
	return mails.filter(mail => mail.kind === 'pixels-free')
}

/** Shows one image on the owner's cells. */
async function show(cells: number[]) {
	const imageKey = `creatives/${owner.id}.webp`
	const image = { key: imageKey, kind: 'creative', mime: 'image/webp', bytes: 1, name: 'a.webp' } as const
	await write(tx => tx.insert(files).values({ ...image, accountId: owner.id, createdAt: NOW }))
	await ownCells(owner.id, cells, { description: 'Watches', link: 'https://x.example/', imageKey })
}

/** Releases cells as the house. */
async function restore(cells: number[]) {
	const admin = await makeAdmin()
	const version = computeVersion(await readOccupiedCells(cells, NOW))
	const input = {
		cells,
		action: 'restore',
		reason: 'Called back',
		actorId: admin.id,
		version,
		now: NOW,
	} as const
	expect(await releaseCells(input)).toMatchObject({ ok: true })
}

describe('a member who requested an alert', () => {
	test('gets one email when a hold expires, and none before', async () => {
		const orderId = await open(owner, [300, 301], NOW)
		await proceedToPayment(orderId, owner.id, NOW)
		expect(await ask(300)).toEqual({ ok: true })
		const { holdUntil } = await read(orderId)
		await send((holdUntil ?? 0) - 1)
		expect(await emails()).toEqual([])
		await Promise.all([1, 2].map(() => send(holdUntil ?? 0)))
		await send((holdUntil ?? 0) + HOUR)
		const [mail, ...more] = await emails()
		expect(more).toEqual([])
		expect(mail?.subject).toBe('Lot 12·29 is free')
		expect(mail?.text).toContain('/user/pixels/buy?type=tiny&fromRow=12&fromCol=29')
		expect(await listAlerts(member.id)).toEqual([])
	})

	test('gets it when an order is rejected', async () => {
		const orderId = await buy(owner, [310], NOW)
		await ask(310)
		await send(NOW)
		const { version } = await read(orderId)
		const { id: actorId } = await makeAdmin()
		expect(await rejectOrder({ orderId, actorId, version, now: NOW })).toMatchObject({ ok: true })
		await send(NOW)
		expect(await emails()).toHaveLength(1)
	})

	test('gets it when the whole block is free, not when only a part is', async () => {
		await show([320, 321])
		await ask(321)
		expect(await listAlerts(member.id)).toEqual([{ lot: 320, cells: [320, 321], since: NOW }])
		await restore([320])
		await send(NOW)
		expect(await emails()).toEqual([])
		await restore([321])
		await send(NOW)
		const [mail] = await emails()
		expect(mail?.text).toContain('2 tiny pixels')
	})

	test('of a place without an image waits for all of its cells', async () => {
		await ownCells(owner.id, [330, 331])
		expect(await ask(331)).toEqual({ ok: true })
		expect(await listAlerts(member.id)).toEqual([{ lot: 330, cells: [330, 331], since: NOW }])
	})

	test('gets none after cancelling it or after deleting the account', async () => {
		await ownCells(owner.id, [330, 350])
		await ask(330)
		await ask(350)
		await removeAlert({ accountId: member.id, lot: 330 })
		await restore([330])
		await send(NOW)
		const account = await findAccountById(db, member.id)
		if (!account) throw new Error('No account')
		await write(tx => closeAccount(tx, account, { actorId: member.id, now: NOW }))
		await restore([350])
		await send(NOW)
		expect(await db.select().from(availabilityAlerts)).toEqual([])
		expect(await emails()).toEqual([])
		expect(await ask(330)).toMatchObject({ ok: false, code: 'free' })
	})
})

test('alerts are refused for free and own pixels, and accepted for pixels of the house', async () => {
	await ownCells(member.id, [340])
	await reserveForHouse([341])
	expect(await ask(340)).toMatchObject({ ok: false, code: 'own' })
	expect(await ask(342)).toMatchObject({ ok: false, code: 'free' })
	expect(await ask(9_999)).toMatchObject({ ok: false, code: 'unknown' })
	expect(await ask(341)).toEqual({ ok: true })
})

test('a member has at most twenty alerts, and repeating one does not count', async () => {
	const cells = Array.from({ length: MAX_ALERTS + 1 }, (_, at) => 400 + 3 * at)
	await ownCells(owner.id, cells)
	const [last = 0, ...first] = cells.toReversed()
	for (const cell of first) expect(await ask(cell)).toEqual({ ok: true })
	expect(await ask(first[0] ?? 0)).toEqual({ ok: true })
	expect(await ask(last)).toMatchObject({ ok: false, code: 'too-many' })
	expect(await listAlerts(member.id)).toHaveLength(MAX_ALERTS)
})

test('an alert expires after twelve months', async () => {
	await ownCells(owner.id, [360])
	await ask(360)
	const { signal } = new AbortController()
	await applyRetention(NOW + 365 * 24 * HOUR, signal)
	expect(await listAlerts(member.id)).toHaveLength(1)
	await applyRetention(NOW + 365 * 24 * HOUR + 1, signal)
	expect(await listAlerts(member.id)).toEqual([])
})

test('an alert is set on the page of the block, and cancelled there or in the settings', async () => {
	await show([370, 371])
	const alertFor = async (as?: TestAccount) => {
		const request = await makeRequest('/pixels/371', as ? { as } : {})
		return (await loader(routeArgs(request))).alert
	}
	expect(await alertFor()).toBe('sign-in')
	expect(await alertFor(owner)).toBeNull()
	expect(await alertFor(await makeAdmin())).toBeNull()
	expect(await alertFor(member)).toBe('possible')
	const press = (intent: string) => post(pixelAction, '/pixels/371', member, { intent })
	expect(await getRedirect(await press('add-alert'))).toEqual([
		'/pixels/370',
		'We will email you when it is free.',
	])
	expect(await alertFor(member)).toBe('asked')
	const remove = { intent: 'remove-alert', lot: '370' }
	expect(await getRedirect(await post(settingAction, '/user/setting', member, remove))).toEqual([
		'/user/setting',
		'We will not email you about it.',
	])
	await press('add-alert')
	await press('remove-alert')
	expect(await readAlert(member.id, 370, Date.now())).toBe('possible')
	expect(await getRedirect(await post(pixelAction, '/pixels/372', member, { intent: 'add-alert' }))).toEqual([
		'/pixels/372',
		'It is free now: you can buy it.',
	])
})

describe('alerts of several processes', () => {
	let lab: Processes
	beforeAll(async () => {
		lab = await startProcesses({ processes: 3 })
	})
	afterAll(() => lab.stop())

	test('send each email once', async () => {
		const members = await lab.users(12)
		const [holder = ''] = await lab.users(1)
		await lab.query("insert into cell_holders (cell, kind, account_id, since) values (300, 'owned', ?, ?)", [
			holder,
			NOW,
		])
		const asked = members.map(accountId => ({ op: 'add-alert' as const, accountId, cell: 300, now: NOW }))
		expect((await lab.run(asked)).every(result => result.ok)).toBe(true)
		await lab.execute('delete from cell_holders where cell = 300')
		await lab.run(Array.from({ length: 6 }, () => ({ op: 'send-alerts' as const, now: NOW })))
		const mails = await lab.query("select recipient from outbox where kind = 'pixels-free'")
		expect(new Set(mails.map(mail => mail['recipient'])).size).toBe(12)
		expect(mails).toHaveLength(12)
	})
})

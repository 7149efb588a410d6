import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { findFileFor } from '~/domain/files/stored.server'
import { readGrid } from '~/domain/grid/queries.server'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { changeSettings } from '~/domain/settings/commands.server'
import Profile, { loader as managePage } from '~/routes/account/block'
import Dashboard, { loader as dashboard } from '~/routes/user/dashboard'
import BuyPixels, { loader as buyPage } from '~/routes/user/pixels/pixels-buy'
import type { SessionAccount } from '~/server/auth/session.server'
import { db, write } from '~/server/db/db.server'
import { auditEntries, cellHolders, creatives, files, settings } from '~/server/db/schema.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { clearGrid, makeAdmin, makeOrder, makeUser, ownCells, type TestAccount } from '../support/factories'
import { renderPage } from '../support/render-page'
import { MEMBER_MATCHES, makeRequest, routeArgs } from '../support/requests'

/* Images of pending orders are visible to their owner only, until the payment is verified (P16). */

const WORDS = 'public once the payment is verified'
const NOW = Date.now()
const [A, B] = [300, 301]
let key = ''

let buyer: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(settings))
	buyer = await makeUser()
	key = `creatives/${buyer.id}.webp`
})

/** Creates a pending order with an image. @returns its id. */
async function showOnPending(cells: readonly number[]): Promise<string> {
	const image = {
		key,
		kind: 'creative' as const,
		mime: 'image/webp',
		bytes: 1,
		name: 'a.webp',
		accountId: buyer.id,
	}
	await write(tx => tx.insert(files).values({ ...image, createdAt: NOW }))
	const order = await makeOrder(buyer.id, cells, { status: 'pending' })
	await write(async tx => {
		const row = { id: order.id, accountId: buyer.id, description: 'Roses', link: 'https://roses.example/' }
		await tx.insert(creatives).values({ ...row, imageKey: key, createdAt: NOW, updatedAt: NOW })
		await tx.update(cellHolders).set({ creativeId: order.id })
	})
	return order.id
}

async function see(
	page: { loader: (args: never) => Promise<unknown>; component: (props: never) => ReactNode },
	path: string,
	as: TestAccount,
): Promise<string> {
	const request = await makeRequest(path, { as })
	return await withRequestContext(request, async ({ markup }) => {
		const loaded = await page.loader(routeArgs(request))
		const loaderData = (loaded as { data?: unknown }).data ?? loaded
		return renderPage(page.component, { loaderData, matches: MEMBER_MATCHES }) + markup.join('')
	})
}

const PAGES = [
	['the dashboard', { loader: dashboard, component: Dashboard }, '/user/dashboard'],
	['the management page', { loader: managePage, component: Profile }, '/user/profile'],
	['the form of a block', { loader: managePage, component: Profile }, `/user/profile?cell=${A}`],
	['the buy page', { loader: buyPage, component: BuyPixels }, '/user/pixels/buy'],
] as const

describe('the image of a pending order', () => {
	test('is not called private where an approved pixel beside it shows the same', async () => {
		const id = await showOnPending([A, B])
		await ownCells(buyer.id, [B + 1])
		await write(tx => tx.update(cellHolders).set({ creativeId: id }))
		expect(await see({ loader: dashboard, component: Dashboard }, '/user/dashboard', buyer)).not.toContain(
			WORDS,
		)
	})

	test.each(PAGES)('is shown to its owner on %s with a note', async (_, page, path) => {
		await showOnPending([A, B])
		const mine = await see(page, path, buyer)
		expect(mine).toContain(buyer.id)
		expect(mine).toContain(WORDS)
		const others = await see(page, path, await makeUser())
		expect(others).not.toContain(buyer.id)
		expect(others).not.toContain(WORDS)
	})

	test('is neither on the public grid nor served to others', async () => {
		const orderId = await showOnPending([A, B])
		expect((await readGrid(NOW)).blocks).toEqual([])
		const [stranger, admin] = [await makeUser(), await makeAdmin()]
		const opens = async (who: TestAccount | undefined) =>
			(await findFileFor(key, who as SessionAccount | undefined, NOW)) !== undefined
		expect([await opens(undefined), await opens(stranger), await opens(buyer)]).toEqual([false, false, true])
		expect(await approveOrder({ orderId, version: 1, actorId: admin.id, now: NOW })).toEqual({ ok: true })
		expect((await readGrid(NOW)).blocks).toMatchObject([{ imageKey: key, cells: [A, B] }])
		expect(await opens(undefined)).toBe(true)
		for (const [, page, path] of PAGES) expect(await see(page, path, buyer)).not.toContain(WORDS)
	})

	test('covers its whole area, paid for or not', async () => {
		await ownCells(buyer.id, [302])
		await showOnPending([A, B])
		const { awaiting } = await readGrid(NOW)
		expect(awaiting).toMatchObject([{ accountId: buyer.id, cells: [A, B, 302] }])
	})

	test('is public immediately with that setting', async () => {
		await showOnPending([A, B])
		await changeSettings({ showCreatives: 'at-once' }, { actorId: buyer.id, now: NOW })
		expect(await readGrid(NOW)).toMatchObject({ awaiting: [], blocks: [{ imageKey: key }] })
		for (const [, page, path] of PAGES) expect(await see(page, path, buyer)).not.toContain(WORDS)
	})
})

test('a setting saved without a change adds no audit entry', async () => {
	const by = { actorId: buyer.id, now: NOW }
	await changeSettings({ showCreatives: 'after-approval', holdMinutes: 1440, maxCellsPerOrder: 7 }, by)
	expect(await db.select({ key: settings.key }).from(settings)).toEqual([{ key: 'maxCellsPerOrder' }])
	const entries = (await db.select().from(auditEntries)).filter(item => item.actorId === buyer.id)
	expect(entries.map(entry => entry.subjectId)).toEqual(['maxCellsPerOrder'])
})

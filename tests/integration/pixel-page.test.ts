import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeName, changeNamePublic } from '~/domain/accounts/profile/profile.commands.server'
import { cellFromQuery } from '~/domain/creatives/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { listPublicBlocks, namePublicBlock, readBlocks, readPixel } from '~/domain/grid/pixel.server'
import { readGrid } from '~/domain/grid/queries.server'
import { readSelection } from '~/domain/grid/selection/selection'
import { recordEvents } from '~/domain/ownership/events.server'
import { reserveCells } from '~/domain/ownership/house.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { action } from '~/routes/api/click'
import { loader } from '~/routes/public/pixel'
import { write } from '~/server/db/db.server'
import { files, orders } from '~/server/db/schema.server'
import { clearGrid, makeTransfer, makeUser, ownCells, recordPurchase } from '../support/factories'
import { makeRequest, routeArgs } from '../support/requests'

/* Public information about a pixel (/pixels/:cell). */

const NOW = Date.UTC(2026, 10, 20, 12)
const CREATIVE = { description: 'Watches since 1871', link: 'https://ashworth.example/' }

beforeEach(clearGrid)

async function showBlock(
	accountId: string,
	cells: number[],
	key = `creatives/${accountId}.webp`,
): Promise<string> {
	const image = { key, kind: 'creative' as const, mime: 'image/webp', bytes: 1, name: 'a.webp' }
	await write(tx => tx.insert(files).values({ ...image, accountId, createdAt: NOW }))
	await ownCells(accountId, cells, { ...CREATIVE, imageKey: key })
	return key
}

test('a free pixel shows its price and place, and no holder', async () => {
	expect(await readPixel(300, NOW)).toMatchObject({
		cell: { id: 300, type: 'tiny' },
		state: 'available',
		block: null,
		since: null,
		pricePence: 10_000_000,
	})
})

test('a block is the same on the page of each of its cells, and listed in the sitemap', async () => {
	const owner = await makeUser()
	const imageKey = await showBlock(owner.id, [310, 311])
	for (const id of [310, 311]) {
		const pixel = await readPixel(id, NOW)
		expect(pixel?.block).toMatchObject({ imageKey, description: CREATIVE.description })
		expect(pixel?.cells.map(cell => cell.id)).toEqual([310, 311])
		expect(pixel?.state).toBe('user-reserved')
	}
	expect(await listPublicBlocks(NOW)).toEqual([310])
})

test('a place without an image is one place on the page of each of its cells', async () => {
	const [owner, other] = [await makeUser(), await makeUser()]
	await ownCells(owner.id, [310, 311])
	await ownCells(other.id, [312])
	for (const id of [310, 311]) {
		const page = await loader(routeArgs(await makeRequest(`/pixels/${id}`)))
		expect(page.cells.map(cell => cell.id)).toEqual([310, 311])
		expect(page).toMatchObject({ title: '2 tiny pixels, 2 by 1', text: 'Nothing is shown here yet.' })
	}
	expect((await readPixel(312, NOW))?.cells).toHaveLength(1)
	expect((await loader(routeArgs(await makeRequest('/pixels/320')))).text).toBe('')
})

test('the history shows events with dates, but no names', async () => {
	const [sender, recipient] = [await makeUser({ fullName: 'Ada Sender' }), await makeUser()]
	await ownCells(sender.id, [320])
	const { id: transferId } = await makeTransfer(sender.id, [320], { recipientEmail: recipient.email })
	expect(await acceptTransfer({ transferId, accountId: recipient.id, now: NOW })).toEqual({ ok: true })
	const pixel = await readPixel(320, NOW)
	expect(pixel?.history[0]).toEqual({ at: NOW, text: 'Passed on to a new owner', count: 1, pence: null })
	expect(pixel?.since).toBe(NOW)
	expect(JSON.stringify(pixel)).not.toContain(sender.fullName)
	expect(JSON.stringify(pixel)).not.toContain(recipient.id)
})

test('an owner sees that the pixel is theirs, if its image is pending, and a link to manage it', async () => {
	const [owner, other] = [await makeUser(), await makeUser()]
	const imageKey = await showBlock(owner.id, [340, 341])
	const setStatus = (status: 'pending' | 'approved') =>
		write(tx =>
			tx.update(orders).set({ status }).where(eq(orders.accountId, owner.id)).returning({ id: orders.id }),
		)
	const [{ id: orderId } = { id: '' }] = await setStatus('pending')
	await recordPurchase(orderId, [340, 341], { isApproved: false })
	const seenBy = async (as?: { id: string }) =>
		await loader(routeArgs(await makeRequest('/pixels/341', as ? { as } : {}), { cell: '341' }))
	expect(await seenBy(owner)).toMatchObject({
		block: { imageKey, cells: [340, 341] },
		state: 'owned',
		before: null,
		after: null,
		since: null,
		own: {
			text: 'Payment in review. Your image is public once the payment is verified.',
			way: { label: 'Manage', href: '/user/profile?cell=341' },
		},
		place: { cells: expect.arrayContaining([expect.arrayContaining(['owned'])]) },
		map: { own: expect.stringContaining('M') },
	})
	for (const account of [undefined, other]) {
		const seen = await seenBy(account)
		expect(seen).toMatchObject({ block: null, own: null, since: null, map: { own: '' } })
		expect(seen.history).toMatchObject([{ text: 'Reserved, payment in review', count: 2, pence: null }])
		expect(JSON.stringify(seen)).not.toContain(imageKey)
	}
	await setStatus('approved')
	const { at = 0 } = (await seenBy()).history[0] ?? {}
	const verify = (when: number) =>
		write(tx => recordEvents(tx, [340, 341], { at: when, kind: 'approved', orderId }))
	await verify(at + 3 * 24 * 3_600_000)
	const seen = await seenBy()
	expect(seen).toMatchObject({ block: { imageKey }, own: null })
	expect(seen.history).toMatchObject([
		{ text: 'Payment verified', pence: null },
		{ text: 'Bought', count: 2, pence: 20_000_000 },
	])
	await verify(at)
	expect((await seenBy()).history).toMatchObject([
		{ text: 'Payment verified' },
		{ text: 'Bought, payment verified', count: 2, pence: 20_000_000 },
	])
	expect(await seenBy(owner)).toMatchObject({ own: { text: '' } })
})

test('a borrower reads that the pixel is on loan, its owner that it is lent', async () => {
	const [lender, borrower] = [await makeUser(), await makeUser()]
	await ownCells(lender.id, [342])
	const now = Date.now()
	const loan = { recipientEmail: borrower.email, until: now + 86_400_000 }
	const { id: transferId } = await makeTransfer(lender.id, [342], loan)
	await acceptTransfer({ transferId, accountId: borrower.id, now })
	const seenBy = async (as: { id: string }) =>
		(await loader(routeArgs(await makeRequest('/pixels/342', { as }), { cell: '342' }))).own
	expect(await seenBy(borrower)).toMatchObject({ whose: 'On loan to you.' })
	expect(await seenBy(lender)).toMatchObject({ whose: 'Yours.' })
})

test('the page names the owner if the owner allows it, and is refreshed for everybody', async () => {
	const owner = await makeUser({ fullName: 'Ada Owner' })
	await showBlock(owner.id, [330])
	expect((await readPixel(330, NOW))?.owner).toBeNull()
	const before = (await readGrid(NOW)).version
	const by = { accountId: owner.id, now: NOW }
	expect(await changeNamePublic(true, by)).toEqual({ ok: true })
	expect((await readPixel(330, NOW))?.owner).toBe('Ada Owner')
	expect((await readGrid(NOW)).version).toBeGreaterThan(before)
	await changeName({ firstName: 'Ada', lastName: 'Married' }, by)
	expect((await readPixel(330, NOW))?.owner).toBe('Ada Married')
	await changeNamePublic(false, by)
	expect((await readPixel(330, NOW))?.owner).toBeNull()
})

test('a block shows its neighbours, adjacent free pixels, and the previous and next block', async () => {
	const [owner, other] = [await makeUser(), await makeUser()]
	await showBlock(owner.id, [312, 313])
	await showBlock(other.id, [352], 'creatives/other.webp')
	const pixel = await readPixel(312, NOW)
	expect(pixel?.neighbours).toEqual([{ id: 352, name: CREATIVE.description, lot: 'Lot 14·1' }])
	expect(pixel).toMatchObject({ before: null, after: { id: 352 } })
	expect(pixel?.beside.map(({ cells, pence }) => [cells.map(({ id }) => id), pence])).toEqual([
		[[192, 193, 232, 233, 272, 273], 60_000_000],
		[[314, 315, 316], 30_000_000],
		[[353, 393, 433], 30_000_000],
	])
	expect((await readPixel(352, NOW))?.before).toMatchObject({ id: 312 })
})

test('pixels kept by the house cannot be bought', async () => {
	await write(tx => reserveCells(tx, [330], { actorId: null, now: NOW }))
	expect(await readPixel(330, NOW)).toMatchObject({ state: 'admin-reserved', since: NOW })
})

test.each([0, 1_152, 1.5, Number.NaN])('pixel %s does not exist', async id => {
	expect(await readPixel(id, NOW)).toBeUndefined()
})

const PLACES = ['1e3', '0x10', '+5', '%31', '0112', '112.0', '%20112', '112%20', '-1', '1_000', 'Infinity']

test.each(PLACES)('/pixels/%s is not found', async place => {
	const path = `/pixels/${place}`
	const params = { cell: decodeURIComponent(place) }
	const loading = loader(routeArgs(await makeRequest(path), params))
	await expect(loading).rejects.toMatchObject({ status: 404 })
	expect(await action(routeArgs(await makeRequest(path), params))).toMatchObject({ status: 204 })
	// As a selection in a URL, it selects no pixels either.
	if (place === '%31') return
	expect(readSelection(new URLSearchParams(`cell=${place}`)).ticked).toEqual([0])
	expect(cellFromQuery(`http://localhost/user/profile?cell=${place}`)).toBeUndefined()
})

test('/pixels/112 is the page of pixel 112', async () => {
	const request = await makeRequest('/pixels/112')
	expect(await loader(routeArgs(request, { cell: '112' }))).toMatchObject({ cell: { id: 112 } })
})

describe('the list of all blocks', () => {
	test('contains every shown block once, in order of position, with pages', async () => {
		const owner = await makeUser()
		const places = Array.from({ length: 26 }, (_, at) => 400 + 2 * at)
		for (const cell of places) await showBlock(owner.id, [cell], `creatives/${cell}.webp`)
		const first = await readBlocks(1, NOW)
		expect(first).toMatchObject({ total: 26, pageCount: 2, from: 1, to: 24 })
		const last = await readBlocks(99, NOW)
		expect(last).toMatchObject({ page: 2, from: 25, to: 26 })
		expect([...first.rows, ...last.rows].map(block => block.cells[0])).toEqual(places)
	})

	test('is empty while no block is shown', async () => {
		expect(await readBlocks(1, NOW)).toMatchObject({ rows: [], total: 0, pageCount: 1 })
	})

	test('labels a block by its size, shape and position', () => {
		expect(namePublicBlock(cellsByIds([310, 311]))).toBe('2 tiny pixels, 2 by 1, from row 12, column 39')
		expect(namePublicBlock(cellsByIds([19]))).toBe('Large pixel at row 2, column 9')
	})
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveCreative } from '~/domain/creatives/commands.server'
import { findBlock, listBlocks } from '~/domain/creatives/queries.server'
import { countGrid, sumCounts } from '~/domain/dashboard/rules'
import { findFileFor } from '~/domain/files/stored.server'
import { cellById } from '~/domain/grid/layout'
import { readPixel } from '~/domain/grid/pixel.server'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { releaseCells } from '~/domain/house/release.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { readEvents } from '~/domain/ownership/events.server'
import { setShown } from '~/domain/ownership/showing.server'
import { formatShortDateTime } from '~/domain/time'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { listSales, readRevenue } from '~/domain/transfers/history/sold-queries.server'
import { endExpiredLoans, listLoans, remindOfLoans } from '~/domain/transfers/loans.server'
import { offerCells } from '~/domain/transfers/offer.server'
import { saleStatus } from '~/domain/transfers/rules'
import { loader as managePage } from '~/routes/account/block'
import InvitationRoute, { loader as invitationPage } from '~/routes/account/invitation'
import { db, write } from '~/server/db/db.server'
import {
	cellHolders,
	cellLoans,
	creatives,
	files,
	outbox,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { idsAt } from '../support/cells'
import { emailsTo } from '../support/codes'
import {
	clearGrid,
	makeAdmin,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { callOperation } from '../support/operations'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'
import { storeImage } from '../support/stored-images'

const CELLS = idsAt([8, 1], [8, 2])
const [A = 0] = CELLS
const NOW = Date.UTC(2026, 10, 22, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNTIL = NOW + 3 * DAY
/* Fakes the clock for code that reads it. */
const LATER = Date.now() + 3 * DAY

let ada: TestAccount
let grace: TestAccount
let orderId: string
let ownImage: string

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(transferCells)
		await tx.delete(transfers)
		await tx.delete(outbox)
		await tx.update(cellHolders).set({ creativeId: null })
		await tx.delete(creatives)
	})
	ada = await makeUser({ fullName: 'Ada Lender' })
	grace = await makeUser({ fullName: 'Grace Borrower' })
	ownImage = await storeImage('#ff0000')
	const owned = await ownCells(ada.id, CELLS, {
		description: 'Ada’s',
		link: 'https://ada.example/',
		imageKey: ownImage,
	})
	orderId = owned.orderId
})

async function lend(until = UNTIL, now = NOW) {
	const { id } = await makeTransfer(ada.id, CELLS, { recipientEmail: grace.email, until })
	expect(await acceptTransfer({ transferId: id, accountId: grace.id, now })).toEqual({ ok: true })
	return id
}

/** Saves the borrower's content; encoding images is tested elsewhere. */
async function show(description: string) {
	const key = await storeImage('#0000ff')
	await write(async tx => {
		await tx.update(files).set({ accountId: grace.id, kind: 'creative' }).where(eq(files.key, key))
		const creative = {
			id: description,
			accountId: grace.id,
			description,
			link: 'https://grace.example/',
			imageKey: key,
		}
		await tx.insert(creatives).values({ ...creative, createdAt: NOW, updatedAt: NOW })
	})
	await write(tx => setShown(tx, CELLS, description, true))
	return key
}

const readState = async (viewer: Parameters<typeof statesFor>[1], now: number) =>
	statesFor(await readGrid(now), viewer)[A - 1]
const member = (account: TestAccount) => ({ role: 'user', accountId: account.id }) as const
const mails = async () => (await db.select().from(outbox)).map(mail => [mail.recipient, mail.kind]).sort()
const shown = async (now: number) =>
	(await readGrid(now)).blocks.map(block => [block.description, block.cells])

test('the owner’s history distinguishes running loans from ended ones, on time or early', async () => {
	const readLoanState = async (now: number) =>
		(await listSales(ada.id, { q: '', page: 1 })).rows.map(row => saleStatus(row, now))
	await lend()
	expect(await readLoanState(NOW)).toEqual(['lent'])
	expect(await readLoanState(UNTIL)).toEqual(['returned'])
	await rejectOrder({ orderId, version: 1, actorId: (await makeAdmin()).id, now: NOW })
	expect(await readLoanState(NOW)).toEqual(['returned'])
})

describe('a running loan', () => {
	test('gives the pixels to the borrower, shows them to the owner as reserved, and shows the public the borrower’s content', async () => {
		await lend()
		const [admin, other] = [await makeAdmin(), await makeUser()]
		expect(await readState(member(grace), NOW)).toBe('owned')
		expect(await readState(member(ada), NOW)).toBe('user-reserved')
		expect(await readState(member(other), NOW)).toBe('user-reserved')
		expect(await readState({ role: 'admin', accountId: admin.id }, NOW)).toBe('user-reserved')
		expect(await readState({ role: 'guest' }, NOW)).toBe('user-reserved')
		expect(await shown(NOW)).toEqual([])
		const key = await show('Grace’s')
		expect(await shown(NOW)).toEqual([['Grace’s', CELLS]])
		expect(await findFileFor(key, undefined, NOW)).toMatchObject({ access: 'public' })
		expect(await findFileFor(ownImage, undefined, NOW)).toBeUndefined()
		expect((await readPixel(A, NOW))?.lentUntil).toBe(UNTIL)
		const [holder] = await db.select().from(cellHolders).where(eq(cellHolders.cell, A))
		expect(holder).toMatchObject({ accountId: ada.id, kind: 'owned' })
		expect(holder?.creativeId).not.toBeNull()
	})

	test('is reflected in the lists of the API', async () => {
		await lend(LATER)
		const admin = await makeAdmin()
		const listed = async (account: TestAccount, area: string) => {
			const { data } = await callOperation(account, `GET /${area}/displaypixel`)
			return Object.entries(data as Record<string, { id: number; user_name: string | null }[]>).flatMap(
				([name, places]) => places.filter(place => place.id === A).map(place => [name, place.user_name]),
			)
		}
		expect(await listed(grace, 'user')).toEqual([['owned', 'Grace Borrower']])
		expect(await listed(ada, 'user')).toEqual([['userReserved', null]])
		expect(await listed(admin, 'admin')).toEqual([['userReserved', 'Grace Borrower']])
	})

	test('is managed by the borrower and not by the owner, and neither can sell it', async () => {
		await lend()
		expect(await findBlock(A, ada.id, NOW)).toMatchObject({
			code: 'lent',
			message: expect.stringContaining('lent until'),
		})
		expect(listBlocks(await readGrid(NOW), ada.id)).toEqual([])
		expect(listBlocks(await readGrid(NOW), grace.id)).toMatchObject([
			{ cells: CELLS, loan: { until: UNTIL }, creative: null },
		])
		const offer = { cells: CELLS, recipientEmail: 'third@example.test', now: NOW }
		expect(await offerCells({ ...offer, senderId: ada.id, actorId: ada.id })).toMatchObject({ code: 'lent' })
		expect(await offerCells({ ...offer, senderId: grace.id, actorId: grace.id })).toMatchObject({
			code: 'borrowed',
		})
		expect(await openCheckout(grace.id, CELLS, NOW)).toMatchObject({ ok: false })
	})

	test('shows the borrower’s content instead of the owner’s', async () => {
		await lend()
		const input = {
			description: 'Grace’s',
			link: 'https://grace.example/',
			image: undefined,
			rotation: 0,
		} as const
		const by = { holder: grace.id, actorId: grace.id, now: NOW }
		expect(await saveCreative(A, input, by)).toMatchObject({ code: 'missing' })
		const key = await show('draft')
		expect(await saveCreative(A, input, by)).toMatchObject({ ok: true, cells: CELLS })
		expect(await shown(NOW)).toEqual([['Grace’s', CELLS]])
		expect(await storage.get(key)).toBeDefined()
		expect(await saveCreative(A, input, { ...by, holder: ada.id })).toMatchObject({ code: 'lent' })
		expect(await shown(UNTIL)).toEqual([['Ada’s', CELLS]])
	})

	test('stays a separate block next to the borrower’s own pixels', async () => {
		await ownCells(grace.id, idsAt([8, 3]))
		await lend()
		expect(listBlocks(await readGrid(NOW), grace.id).map(block => [block.cells, block.loan?.until])).toEqual([
			[CELLS, UNTIL],
			[idsAt([8, 3]), undefined],
		])
	})

	test('is shown on dashboards and pages', async () => {
		await lend()
		const grid = await readGrid(NOW)
		const [lender, borrower, house] = [ada.id, grace.id, null].map(id => countGrid(grid, id))
		expect([sumCounts(lender?.owned ?? { large: 0, medium: 0, small: 0, tiny: 0 }), lender?.lentOut]).toEqual(
			[0, 2],
		)
		expect(lender?.valuePence).toBe(2 * 100_000_00)
		expect(borrower).toMatchObject({ borrowed: 2, valuePence: 0, owned: { tiny: 2 } })
		expect(house?.owned.tiny).toBe(2)
		expect(await listLoans(ada.id, NOW)).toMatchObject([
			{ side: 'lender', other: 'Grace Borrower', until: UNTIL },
		])
		expect(await listLoans(grace.id, NOW)).toMatchObject([{ side: 'borrower', other: 'Ada Lender' }])
		expect(await readRevenue(ada.id)).toBe(0)
		const request = await makeRequest('/user/profile', { as: grace })
		expect(await managePage(routeArgs(request))).toMatchObject({
			data: { kind: 'choose' },
		})
	})

	test('shows its end when the owner selects it on the management page', async () => {
		await lend(LATER)
		const request = await makeRequest('/user/profile', { as: ada })
		const html = await withRequestContext(request, async ({ markup }) => {
			await managePage(routeArgs(request))
			return markup.join()
		})
		expect(html).toContain(`data-cell="${A}" data-state="user-reserved" data-why="This pixel is lent until`)
	})

	test('may be from the house or to the house', async () => {
		const admin = await makeAdmin()
		const [B = 0] = idsAt([20, 1])
		await reserveForHouse([B])
		const out = await makeTransfer(null, [B], { recipientEmail: grace.email, until: UNTIL })
		await acceptTransfer({ transferId: out.id, accountId: grace.id, now: NOW })
		const seen = async (viewer: Parameters<typeof statesFor>[1]) =>
			statesFor(await readGrid(NOW), viewer)[B - 1]
		expect(await seen(member(grace))).toBe('owned')
		expect(await seen({ role: 'admin', accountId: admin.id })).toBe('user-reserved')
		const into = await makeTransfer(ada.id, CELLS, { recipientEmail: admin.email, until: UNTIL })
		await acceptTransfer({ transferId: into.id, accountId: admin.id, now: NOW })
		expect(await readState({ role: 'admin', accountId: admin.id }, NOW)).toBe('owned')
		expect(await readState(member(grace), NOW)).toBe('admin-reserved')
		expect(await readState(member(ada), NOW)).toBe('user-reserved')
		const [borrowed] = await emailsTo(admin.email)
		expect(borrowed?.text).toMatch(/\/admin\/profile\?\S/)
	})
})

describe('the end of a loan', () => {
	test('takes effect on time, swept or not', async () => {
		await lend()
		const key = await show('Grace’s')
		await readGrid(NOW)
		expect(await readState(member(ada), UNTIL - 1)).toBe('user-reserved')
		expect(await readState(member(ada), UNTIL)).toBe('owned')
		expect(await readState(member(grace), UNTIL)).toBe('user-reserved')
		expect(await shown(UNTIL)).toEqual([['Ada’s', CELLS]])
		expect(await findFileFor(key, undefined, UNTIL)).toBeUndefined()
		expect(await findFileFor(ownImage, undefined, UNTIL)).toMatchObject({ access: 'public' })
		expect(await findBlock(A, ada.id, UNTIL)).toMatchObject({ ok: true })
		expect(await findBlock(A, grace.id, UNTIL)).toMatchObject({ code: 'not-owned' })
		expect(await listLoans(ada.id, UNTIL)).toEqual([])
		const offer = {
			senderId: ada.id,
			actorId: ada.id,
			cells: CELLS,
			recipientEmail: 'x@example.test',
			now: UNTIL,
		}
		expect(await offerCells(offer)).toMatchObject({ ok: true })
	})

	test('is swept once: the borrower’s image is deleted and both parties get an email', async () => {
		await lend()
		const key = await show('Grace’s')
		await write(tx => tx.delete(outbox))
		await endExpiredLoans(UNTIL - 1)
		expect(await db.select().from(cellLoans)).toHaveLength(2)
		await Promise.all([endExpiredLoans(UNTIL), endExpiredLoans(UNTIL)])
		expect(await db.select().from(cellLoans)).toEqual([])
		expect(await storage.get(key)).toBeUndefined()
		expect(await storage.get(ownImage)).toBeDefined()
		expect(await mails()).toEqual(
			[
				[ada.email, 'loan-ended'],
				[grace.email, 'loan-ended'],
			].sort(),
		)
		expect((await readEvents(A)).slice(-2).map(event => [event.kind, event.at])).toEqual([
			['lent', NOW],
			['returned', UNTIL],
		])
	})

	test('frees its pixels for the next loan before the sweep', async () => {
		await lend(NOW + HOUR)
		await lend(UNTIL, NOW + HOUR)
		expect(await readState(member(grace), NOW + HOUR)).toBe('owned')
		expect(await mails()).toHaveLength(6)
	})

	test('is announced to both a day before, once, except for loans of less than a day', async () => {
		await lend()
		await write(tx => tx.delete(outbox))
		const { signal } = new AbortController()
		await remindOfLoans(UNTIL - DAY - 1, signal)
		expect(await mails()).toEqual([])
		await Promise.all([remindOfLoans(UNTIL - DAY, signal), remindOfLoans(UNTIL - DAY, signal)])
		await remindOfLoans(UNTIL - HOUR, signal)
		expect(await mails()).toEqual(
			[
				[ada.email, 'loan-ends-soon'],
				[grace.email, 'loan-ends-soon'],
			].sort(),
		)
		await endExpiredLoans(UNTIL)
		await write(tx => tx.delete(outbox))
		await lend(UNTIL + 12 * HOUR, UNTIL)
		await write(tx => tx.delete(outbox))
		await remindOfLoans(UNTIL + HOUR, signal)
		expect(await mails()).toEqual([])
	})

	test('is early when the owner loses the pixels, and both are notified', async () => {
		await lend()
		await show('Grace’s')
		await write(tx => tx.delete(outbox))
		const admin = await makeAdmin()
		expect(await rejectOrder({ orderId, version: 1, actorId: admin.id, now: NOW })).toEqual({ ok: true })
		expect(await db.select().from(cellLoans)).toEqual([])
		expect(await shown(NOW)).toEqual([])
		expect(await mails()).toEqual(
			[
				[ada.email, 'loan-ended-early'],
				[ada.email, 'order-rejected'],
				[grace.email, 'loan-ended-early'],
			].sort(),
		)
	})

	const release = async (cell: number, now: number) => {
		const by = { actorId: (await makeAdmin()).id, reason: 'Agreed.', now }
		const version = computeVersion(await readOccupiedCells([cell], now))
		expect(await releaseCells({ action: 'restore', cells: [cell], version, ...by })).toMatchObject({
			ok: true,
		})
	}
	const readLoanEmails = async (to: TestAccount) =>
		(await emailsTo(to.email))
			.filter(letter => letter.kind.startsWith('loan-'))
			.map(({ kind, text }) => [
				kind,
				CELLS.filter(id => text.includes(`column ${cellById(id)?.col}`)).length,
			])

	test('is early for each lost cell, and both are notified of the cells', async () => {
		await lend()
		await write(tx => tx.delete(outbox))
		for (const cell of CELLS) await release(cell, NOW)
		for (const side of [ada, grace]) {
			expect(await readLoanEmails(side)).toEqual([
				['loan-ended-early', 1],
				['loan-ended-early', 1],
			])
		}
	})

	test('is not reported as early after its date, swept or not', async () => {
		await lend()
		await write(tx => tx.delete(outbox))
		await release(A, UNTIL + HOUR)
		await endExpiredLoans(UNTIL + HOUR)
		expect(await readLoanEmails(grace)).toEqual([
			['loan-ended', 1],
			['loan-ended', 1],
		])
		expect((await readEvents(A)).findLast(event => event.kind === 'returned')?.at).toBe(UNTIL)
	})
})

test('is named in an email to both at the start', async () => {
	await lend()
	expect(await mails()).toEqual(
		[
			[ada.email, 'loan-started'],
			[grace.email, 'loan-started'],
		].sort(),
	)
	const all = await db.select().from(outbox)
	for (const mail of all) expect(mail.text.replace(/\s+/g, ' ')).toContain('until 25 November 2026 at 12:00')
})

describe('the page of a loan’s invitation', () => {
	const readPage = async (id: string) => {
		const params = { transferId: id }
		const request = await makeRequest(`/user/invitations/${id}`, { as: grace })
		const response = await invitationPage(routeArgs(request, params))
		return renderPage(InvitationRoute, { loaderData: response.data, params }).replace(/<[^>]+>/g, '')
	}

	test('shows who lends which pixels until when', async () => {
		const until = Date.now() + DAY
		const page = await readPage(await lend(until, Date.now()))
		expect(page).toContain(
			`On loan to you from Ada Lender: 2 pixels, lent until ${formatShortDateTime(until)}.`,
		)
		expect(page).not.toContain('has ended')
	})

	test.each(['swept', 'not yet swept'])(
		'shows who lent which pixels until when, and that the loan ended (%s)',
		async when => {
			const until = Date.now() - HOUR
			const id = await lend(until, until - DAY)
			if (when === 'swept') await endExpiredLoans(Date.now())
			expect(await readPage(id)).toContain(
				`Ada Lender lent you 2 pixels until ${formatShortDateTime(until)}. The loan has ended.`,
			)
		},
	)
})

test('a loan is an accepted invitation, and its pixels do not count as available', async () => {
	const id = await lend()
	const [row] = await db.select().from(transfers).where(eq(transfers.id, id))
	expect(row).toMatchObject({ status: 'accepted', recipientId: grace.id, until: UNTIL })
	expect((await readGrid(NOW)).figures.tiny.available).toBe(1_038)
})

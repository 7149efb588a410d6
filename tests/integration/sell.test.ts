import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { selectionQuery } from '~/domain/grid/selection/selection'
import { formatDateTime, londonMoment, toDatetimeLocal } from '~/domain/time'
import { changeInvitation, offerCells } from '~/domain/transfers/offer.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { loader as managePage } from '~/routes/account/block'
import SellTo, { action as toAction, loader as toPage } from '~/routes/account/sell-to'
import { action as sellAction, loader as sellPage } from '~/routes/user/pixels/pixels-sell'
import { db, write } from '~/server/db/db.server'
import { auditEntries, orders, outbox, transferCells, transfers } from '~/server/db/schema.server'
import { idsAt } from '../support/cells'
import {
	clearGrid,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	type TestAccount,
} from '../support/factories'
import { callOperation } from '../support/operations'
import { renderPage } from '../support/render-page'
import { loadWithMarkup, makeRequest, routeArgs } from '../support/requests'

/* Two rows of three tiny cells, and a separate small one. */
const BLOCK = idsAt([8, 1], [8, 2], [8, 3], [9, 1], [9, 2], [9, 3])
const [A = 0, B = 0, C = 0, D = 0, E = 0, F = 0] = BLOCK
const [SMALL = 0] = idsAt([7, 1])
const PATH = '/user/pixels/sell'
const NOW = Date.UTC(2026, 10, 22, 12)

let ada: TestAccount
let grace: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(transferCells)
		await tx.delete(transfers)
		await tx.delete(outbox)
		await tx.delete(auditEntries)
	})
	ada = await makeUser({ fullName: 'Ada Sender' })
	grace = await makeUser({ fullName: 'Grace Buyer' })
})

const strings = (cells: readonly number[]) => cells.map(String)
const caught = (response: unknown) => Promise.resolve(response).catch((thrown: unknown) => thrown)

async function choose(cells: readonly number[], intent = 'sell') {
	const request = await makeRequest(PATH, { as: ada, fields: { cell: strings(cells), intent } })
	return await caught(sellAction(routeArgs(request)))
}

async function fill(cells: readonly number[], fields: Record<string, string>, as = ada) {
	const request = await makeRequest(`${PATH}/to${selectionQuery(cells)}`, { as, fields })
	return await caught(toAction(routeArgs(request)))
}

const offer = (cells: readonly number[], recipientEmail = grace.email, senderId = ada.id) =>
	offerCells({ senderId, actorId: senderId, cells, recipientEmail, now: NOW })
const open = () => db.select().from(transfers).where(eq(transfers.status, 'open'))
const mails = async () => (await db.select().from(outbox)).map(mail => [mail.recipient, mail.kind]).sort()

describe('selecting pixels to sell', () => {
	beforeEach(() => ownCells(ada.id, [...BLOCK, SMALL]))

	test.each([
		['nothing', () => [], 'Please select pixels to sell'],
		['a stranger’s', () => [A, ...idsAt([8, 4])], 'You can only sell pixels you own'],
		['a number that is none', () => [A, 99_999], 'You can only sell pixels you own'],
		['two types', () => [A, SMALL], 'You can only select pixels of the same type'],
		['two parts', () => [A, C], 'You can only select adjacent pixels'],
		['no rectangle', () => [A, B, D], 'Selected pixels must form a rectangle or square shape'],
		['what leaves no rectangle', () => [A], 'The pixels that remain must form'],
	])('rejects %s with the reason', async (_, cells, message) => {
		expect(await choose(cells())).toMatchObject({
			init: { status: 422 },
			data: { problem: { message: expect.stringContaining(message) } },
		})
	})

	test('continues with the selection in the URL', async () => {
		const chosen = (await choose([A, D])) as Response
		expect(chosen.status).toBe(302)
		expect(chosen.headers.get('location')).toBe(`${PATH}/to?type=tiny&fromRow=8&fromCol=1&toRow=9&toCol=1`)
		const all = (await choose(BLOCK)) as Response
		expect(all.headers.get('location')).toContain('toRow=9&toCol=3')
	})

	test('marks the button as the next step only for what can be sold', async () => {
		const isMain = async (query: string) => {
			const request = await makeRequest(PATH + query, { as: ada })
			return (await sellPage(routeArgs(request))).tool.selector.actions[0]?.main
		}
		expect(await isMain('')).toBe(true)
		expect(await isMain(selectionQuery([A, D]))).toBe(true)
		expect(await isMain(selectionQuery([B, E]))).toBe(false)
	})

	test('explains why a pixel in an invitation, in review or lent cannot be selected', async () => {
		await makeTransfer(ada.id, [A, D], { recipientEmail: grace.email })
		const [pending = 0] = idsAt([20, 1])
		await makeOrder(ada.id, [pending], { status: 'pending' })
		const request = await makeRequest(PATH, { as: ada })
		const { page, html } = await loadWithMarkup(request, () => sellPage(routeArgs(request)))
		expect(html).toMatch(new RegExp(`data-cell="${A}" data-state="invited" data-why="This pixel is already`))
		expect(html).toMatch(new RegExp(`<span data-cell="${pending}" data-state="owned" data-why="The payment`))
		expect(page.barred.map(({ area, why }) => [area.length, why])).toEqual([
			[2, 'This pixel is already in an invitation and cannot be selected'],
			[1, 'The payment for this pixel is still being verified, so it cannot be sold yet'],
		])
		// Links to what can be sold as a whole.
		expect(page.whole).toEqual([[SMALL], [B, C, E, F]])
		expect(await choose([A, D])).toMatchObject({
			data: { problem: { message: 'This pixel is already in an invitation and cannot be selected' } },
		})
		expect(await choose([pending])).toMatchObject({
			data: { problem: { message: expect.stringContaining('still being verified') } },
		})
		// Offered cells are no longer part of the block: C and F may be offered, and B with E remain.
		expect(await choose([C, F])).toBeInstanceOf(Response)
	})

	test('starts from the management page', async () => {
		const ask = async (query: string) => {
			const request = await makeRequest(`/user/profile?${query}`, { as: ada })
			return await caught(managePage(routeArgs(request)))
		}
		const led = (await ask(`cell=${SMALL}&intent=sell`)) as Response
		expect(led.headers.get('location')).toBe(`${PATH}?cell=${SMALL}`)
		expect(await ask('intent=sell')).toMatchObject({
			data: { choose: { problem: { message: 'Please select pixels to sell' } } },
		})
		const request = await makeRequest(`${PATH}?cell=${SMALL}`, { as: ada })
		const page = await sellPage(routeArgs(request))
		expect(page.tool.selector.selected).toEqual([SMALL])
		expect(page.owned).toMatchObject({ tiny: 6, small: 1 })
	})
})

describe('the recipient of an offer', () => {
	beforeEach(() => ownCells(ada.id, BLOCK))

	test.each([
		['', 'Please enter your email address'],
		['a@example.test, b@example.test', 'Please enter only one email address'],
		['nobody', 'Please enter a valid email address'],
	])('%j is rejected, and the input kept', async (buyer_email, message) => {
		const response = await fill(BLOCK, { intent: 'proceed', buyer_email })
		expect(response).toMatchObject({
			init: { status: 400 },
			data: { result: { error: { buyer_email: [message] } } },
		})
		if (buyer_email) expect(response).toMatchObject({ data: { result: { initialValue: { buyer_email } } } })
	})

	test('must not be oneself, in any case of the address, at both steps and in the command', async () => {
		const own = ada.email.toUpperCase()
		for (const intent of ['proceed', 'confirm']) {
			expect(await fill(BLOCK, { intent, buyer_email: own })).toMatchObject({
				init: { status: 422 },
				data: { result: { error: { buyer_email: ['You cannot sell pixels to yourself'] } } },
			})
		}
		expect(await offer(BLOCK, ada.email)).toMatchObject({ code: 'own-address' })
		expect(await open()).toEqual([])
	})

	test('is rejected together with a wrong date', async () => {
		const transfer_till = '2020-01-31T12:00'
		for (const [buyer_email, message, status] of [
			['nobody', 'Please enter a valid email address', 422],
			[ada.email, 'You cannot sell pixels to yourself', 422],
		]) {
			expect(
				await fill(BLOCK, { intent: 'proceed', buyer_email: String(buyer_email), transfer_till }),
			).toMatchObject({
				init: { status },
				data: {
					result: {
						error: { buyer_email: [message], transfer_till: [expect.stringMatching('in the future')] },
					},
				},
			})
		}
	})

	test('gets an invitation only after confirmation', async () => {
		expect(await fill(BLOCK, { intent: 'proceed', buyer_email: grace.email })).toMatchObject({
			data: { recipientEmail: grace.email },
		})
		expect(await open()).toEqual([])
		const sent = (await fill(BLOCK, { intent: 'confirm', buyer_email: grace.email })) as Response
		expect(sent.headers.get('location')).toBe(PATH)
		expect(await open()).toMatchObject([{ senderId: ada.id, recipientEmail: grace.email, until: null }])
		expect(await fill(BLOCK, { intent: 'confirm', buyer_email: grace.email })).toMatchObject({ status: 302 })
		expect(await open()).toHaveLength(1)
		expect(await fill(BLOCK, { intent: 'confirm', buyer_email: 'other@example.test' })).toMatchObject({
			init: { status: 422 },
			data: { title: 'Failed to list pixels for sale' },
		})
		expect(await fill(BLOCK, { intent: 'other', buyer_email: grace.email })).toMatchObject({ status: 400 })
	})

	test('with a date it is a loan: asked, shown on the confirmation, and sent', async () => {
		const until = Date.now() + 30 * 24 * 60 * 60_000
		const typed = toDatetimeLocal(until)
		const loan = { buyer_email: grace.email, transfer_till: typed }
		for (const transfer_till of [
			'2020-01-31T12:00',
			toDatetimeLocal(until + 20 * 365 * 24 * 60 * 60_000),
			'soon',
		]) {
			for (const intent of ['proceed', 'confirm']) {
				expect(await fill(BLOCK, { intent, ...loan, transfer_till })).toMatchObject({
					data: {
						result: {
							initialValue: { buyer_email: grace.email, transfer_till },
							error: { transfer_till: [expect.stringMatching(/^Please (choose|enter) a date/)] },
						},
					},
				})
			}
		}
		const asked = await fill(BLOCK, { intent: 'proceed', ...loan })
		const { data: actionData } = asked as unknown as { data: unknown }
		expect(actionData).toMatchObject({ loan: { typed, until: formatDateTime(londonMoment(typed) ?? 0) } })
		const loaderData = {
			step: 'sell',
			cells: [],
			place: null,
			pence: 0,
			path: '',
			backHref: '',
			mayLend: true,
		}
		const page = renderPage(SellTo, { loaderData, actionData })
		expect(page).toContain(`lent until ${formatDateTime(londonMoment(typed) ?? 0)}`)
		expect(page).toContain('A loan cannot be recalled')
		expect(page).toContain('What they show now is taken off the grid')
		expect(page).toContain(`name="transfer_till" value="${typed}"`)
		expect(page).toContain('<dt>List price</dt>')
		expect(renderPage(SellTo, { loaderData })).toMatch(/Transfer till.*name="transfer_till"/s)
		const changed = (await fill(BLOCK, { intent: 'change', ...loan })) as unknown as { data: unknown }
		const again = renderPage(SellTo, { loaderData, actionData: changed.data })
		expect(again).toMatch(/name="buyer_email"[^>]* value="[^"]+@[^"]+"/)
		expect(again).toContain(`value="${typed}"`)
		expect(again).not.toContain('Are you sure?')
		expect(again).not.toContain('role="alert"')
		expect(await open()).toEqual([])
		const sent = (await fill(BLOCK, { intent: 'confirm', ...loan })) as Response
		expect(sent.headers.get('location')).toBe(PATH)
		expect(await open()).toMatchObject([{ recipientEmail: grace.email, until: londonMoment(typed) }])
	})

	test.each(['/user/sendinvite', '/user/pixels/sell'])('POST %s creates a loan too', async path => {
		const send = (transfer_till?: string) =>
			callOperation(ada, `POST ${path}`, {
				body: { buyer_email: grace.email, pixel_id: BLOCK, ...(transfer_till ? { transfer_till } : {}) },
			})
		expect(await send('2020-01-31')).toMatchObject({
			success: false,
			fields: { transfer_till: [expect.any(String)] },
		})
		const until = Date.now() + 24 * 60 * 60_000
		expect(await send(new Date(until).toISOString())).toMatchObject({ success: true })
		expect(await open()).toMatchObject([{ until }])
	})

	test('without pixels, or with pixels that cannot be sold any more, the page redirects to the grid', async () => {
		const ask = async (path: string) => {
			const request = await makeRequest(path, { as: ada })
			return (await caught(toPage(routeArgs(request)))) as Response
		}
		for (const path of [`${PATH}/to`, `${PATH}/to?cell=${SMALL}`]) {
			const led = await ask(path)
			expect([led.status, led.headers.get('location')]).toEqual([302, PATH])
		}
	})
})

describe('sending an invitation', () => {
	beforeEach(() => ownCells(ada.id, BLOCK))

	test('creates an open one, with an audit entry and emails to both', async () => {
		const sent = await offer([A, D])
		expect(sent).toMatchObject({ ok: true })
		expect(await mails()).toEqual(
			[
				[ada.email, 'invitation-sent'],
				[grace.email, 'invitation-received'],
			].sort(),
		)
		expect((await readIncomingTransfers(grace.email, NOW)).count).toBe(1)
		expect(await db.select().from(auditEntries)).toMatchObject([
			{ action: 'transfer.send', actorId: ada.id, detail: { cells: [A, D], to: grace.email } },
		])
		const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, grace.email))
		expect(mail?.text).toContain('Ada Sender would like to pass the pixels below on to you.')
		expect(mail?.text).toMatch(/\/user\/invitations\/[0-9a-f-]{36}/)
	})

	test('to an address without an account explains how to register, and does not tell the sender', async () => {
		await offer([A, D], 'nobody@example.test')
		const all = await db.select().from(outbox)
		const [theirs, ours] = [
			all.find(mail => mail.recipient !== ada.email),
			all.find(mail => mail.recipient === ada.email),
		]
		expect(theirs?.text).toContain('/register')
		expect(theirs?.text).toContain('nobody@example.test')
		await write(tx => tx.delete(outbox))
		await offer([B, E], grace.email)
		const [known] = await db.select().from(outbox).where(eq(outbox.recipient, ada.email))
		const alike = (text = '') => text.replaceAll(/[\w.-]+@example\.test|column \d|[0-9a-f-]{36}|\s+/g, '')
		expect(alike(known?.text)).toBe(alike(ours?.text))
	})

	test('twice creates one; one of another kind is rejected', async () => {
		const [first, again] = [await offer([A, D]), await offer([D, A])]
		expect(again).toEqual(first)
		expect(await mails()).toHaveLength(2)
		expect(await offer([A, D], 'other@example.test')).toEqual({
			ok: false,
			code: 'invited',
			message: 'This pixel is already in an invitation and cannot be selected',
		})
		expect(await open()).toHaveLength(1)
		expect(await db.select().from(transferCells)).toHaveLength(2)
	})

	test.each([
		['nothing', () => [], 'empty', 'No pixels selected'],
		['a stranger’s', () => idsAt([8, 4]), 'not-owned', 'Can only sell owned pixels'],
		[
			'no rectangle',
			() => [A, B, D],
			'not-rectangle',
			'Selected pixels must form a complete rectangle or square shape with same type of pixels',
		],
		['what leaves no rectangle', () => [E], 'remainder-not-rectangle', undefined],
	])('of %s is rejected', async (_, cells, code, message) => {
		expect(await offer(cells())).toMatchObject({ ok: false, code, ...(message ? { message } : {}) })
		expect(await open()).toEqual([])
	})

	test('for a loan of more than ten years is rejected by every command', async () => {
		const longest = NOW + 10 * 366 * 24 * 60 * 60 * 1000
		const late = { ok: false, code: 'until', field: 'transfer_till' }
		const lend = (until: number) =>
			offerCells({
				senderId: ada.id,
				actorId: ada.id,
				cells: [A, D],
				recipientEmail: grace.email,
				until,
				now: NOW,
			})
		for (const until of [NOW, longest + 1]) expect(await lend(until)).toMatchObject(late)
		expect(await open()).toEqual([])
		expect(await lend(longest)).toMatchObject({ ok: true })
		const [{ id = '' } = {}] = await open()
		const by = { transferId: id, senderId: ada.id, actorId: ada.id, recipientEmail: grace.email, version: 1 }
		for (const until of [NOW, longest + 1]) {
			expect(await changeInvitation({ ...by, until, now: NOW })).toMatchObject(late)
		}
		expect(await open()).toMatchObject([{ until: longest, version: 1 }])
	})

	test('for pixels in review is rejected, and accepted once they are approved', async () => {
		const [pending = 0] = idsAt([20, 1])
		const order = await makeOrder(ada.id, [pending], { status: 'pending' })
		expect(await offer([pending])).toMatchObject({ ok: false, code: 'pending' })
		await write(tx => tx.update(orders).set({ status: 'approved' }).where(eq(orders.id, order.id)))
		expect(await offer([pending])).toMatchObject({ ok: true })
	})

	test('may follow an expired one before the sweep', async () => {
		await makeTransfer(ada.id, [A, D], { recipientEmail: 'late@example.test', until: NOW })
		expect(await offer([A, D])).toMatchObject({ ok: true })
		expect((await db.select().from(transfers)).map(item => item.status).sort()).toEqual(['expired', 'open'])
	})

	test('is rate-limited', async () => {
		const confirm = () => fill(BLOCK, { intent: 'confirm', buyer_email: grace.email })
		for (let sent = 0; sent < 30; sent++) await confirm()
		expect(await confirm()).toMatchObject({
			init: { status: 429 },
			data: {
				title: 'Failed to list pixels for sale',
				result: { initialValue: { buyer_email: grace.email } },
			},
		})
	})
})

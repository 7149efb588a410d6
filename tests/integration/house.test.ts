import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { CELL_COUNT, CELLS } from '~/domain/grid/layout'
import { formatIdRanges } from '~/domain/grid/selection/ranges'
import { computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { releaseCells } from '~/domain/house/release.server'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { listPurchased } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { listForReview } from '~/domain/orders/review/list.server'
import { readEvents } from '~/domain/ownership/events.server'
import { setShown } from '~/domain/ownership/showing.server'
import { action as manageAction, loader as managePage } from '~/routes/account/block'
import { action as gridAction, loader as gridPage } from '~/routes/admin/profile/profile'
import { action as releaseAction, loader as releasePage } from '~/routes/admin/profile/profile-release'
import { action as reserveAction, loader as reservePage } from '~/routes/admin/profile/profile-reserve'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	cellHolders,
	cellLoans,
	creatives,
	orders,
	outbox,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { idsAt } from '../support/cells'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	type TestAccount,
} from '../support/factories'
import { loadWithMarkup, makeRequest, routeArgs } from '../support/requests'
import { storeImage } from '../support/stored-images'

const PATH = '/admin/profile'
const BLOCK = idsAt([8, 1], [8, 2], [9, 1], [9, 2])
const [A = 0, B = 0, C = 0] = BLOCK
const [SMALL = 0] = idsAt([7, 1])
const HOUR = 3_600_000

let admin: TestAccount
let ada: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(transferCells)
		await tx.delete(transfers)
		await tx.delete(outbox)
		await tx.delete(auditEntries)
	})
	admin = await makeAdmin()
	ada = await makeUser({ fullName: 'Ada Holder' })
})

const caught = (response: unknown) => Promise.resolve(response).catch((thrown: unknown) => thrown)
const location = (response: unknown) =>
	response instanceof Response ? response.headers.get('location') : undefined
const holders = () => db.select().from(cellHolders)
const mails = async () => (await db.select().from(outbox)).map(mail => [mail.recipient, mail.kind]).sort()
const by = () => ({ actorId: admin.id, now: Date.now() })

async function choose(cells: readonly number[], intent: string, fields: Record<string, string> = {}) {
	const request = await makeRequest(PATH, {
		as: admin,
		fields: { cell: cells.map(String), intent, ...fields },
	})
	return await caught(gridAction(routeArgs(request)))
}

async function step(name: 'restore' | 'delete', cells: readonly number[], fields?: Record<string, string>) {
	const request = await makeRequest(`${PATH}/${name}?cells=${formatIdRanges(cells)}`, {
		as: admin,
		...(fields ? { fields } : {}),
	})
	if (fields) return await caught(releaseAction(routeArgs(request)))
	return await caught(releasePage(routeArgs(request)))
}

async function release(operation: 'restore' | 'delete', cells: readonly number[]) {
	const version = computeVersion(await readOccupiedCells(cells, Date.now()))
	return await releaseCells({ action: operation, cells, reason: 'Called back', version, ...by() })
}

describe('choosing pixels', () => {
	test.each([
		['manage', 'Please select pixels to manage'],
		['sell', 'Please select pixels to sell'],
		['temporary-sell', 'Please select pixels to temporarily sell'],
		['reserve', 'Please select pixels to reserve'],
		['restore', 'Please select pixels to restore'],
		['delete', 'Please select pixels to delete'],
	])('%s requires a selection', async (intent, message) => {
		expect(await choose([], intent)).toMatchObject({
			init: { status: 422 },
			data: { problem: { message, field: 'cell' } },
		})
	})

	test.each([
		['manage', () => [A], 'Can only manage owned pixels'],
		['sell', () => [A], 'Can only sell owned pixels'],
		['temporary-sell', () => [A], 'Can only temporarily sell owned pixels'],
		['reserve', () => [C], 'Can only reserve available pixels'],
		['restore', () => [A], 'Can only restore reserved pixels'],
	])(
		'%s rejects cells that it does not apply to, and keeps the selection',
		async (intent, cells, message) => {
			await reserveForHouse([C])
			expect(await choose(cells(), intent)).toMatchObject({
				data: { problem: { message }, tool: { selector: { selected: cells() } } },
			})
		},
	)

	test('excludes pixels in an invitation', async () => {
		await reserveForHouse([A])
		await makeTransfer(null, [A], { recipientEmail: ada.email })
		const invited = 'This pixel is already in an invitation and cannot be selected'
		expect(await choose([A], 'select')).toMatchObject({ data: { problem: { message: invited } } })
		expect(await choose([A], 'sell')).toMatchObject({
			data: {
				problem: {
					message: 'One or more selected pixels are already in an invitation and cannot be sold',
				},
				tool: { selector: { selected: [] } },
			},
		})
	})

	test('reserving requires a rectangle of one type, and selected house pixels share one type', async () => {
		const shape = 'Selected pixels must form a complete rectangle or square shape with same type of pixels'
		expect(await choose([A, B, C], 'reserve')).toMatchObject({ data: { problem: { message: shape } } })
		await reserveForHouse([A, SMALL])
		expect(await choose([A, SMALL], 'select')).toMatchObject({
			data: { problem: { message: 'You can only select pixels of the same type' } },
		})
	})

	test('by coordinates works too, and every step has its own URL', async () => {
		const typed = { type: 'tiny', fromRow: '8', fromCol: '1', toRow: '9', toCol: '2' }
		expect(location(await choose([], 'select', typed))).toBe(
			`${PATH}?type=tiny&fromRow=8&fromCol=1&toRow=9&toCol=2#selection`,
		)
		expect(location(await choose([], 'reserve', typed))).toBe(
			`${PATH}/reserve?cells=${formatIdRanges(BLOCK)}`,
		)
		await reserveForHouse([A, B, C, SMALL])
		expect(location(await choose([A, C], 'manage'))).toBe(`${PATH}/manage?cell=${A}`)
		expect(location(await choose([SMALL, A, B, C], 'restore'))).toBe(
			`${PATH}/restore?cells=${formatIdRanges([A, B, C, SMALL])}`,
		)
		expect(location(await choose([A], 'clear'))).toBe(`${PATH}#cells`)
	})

	test('shows house pixels as owned, with figures, and the selection of the URL', async () => {
		await reserveForHouse([A])
		await ownCells(ada.id, [B])
		const request = await makeRequest(`${PATH}?cells=${formatIdRanges([A, B])}`, { as: admin })
		const { page, html } = await loadWithMarkup(request, () => gridPage(routeArgs(request)))
		expect(html).toMatch(new RegExp(`data-cell="${A}" data-state="owned"`))
		expect(html).toMatch(new RegExp(`data-cell="${B}" data-state="user-reserved"`))
		expect(page.tool.selector.selected).toEqual([A, B])
		expect(page.figures).toMatchObject({ house: { tiny: 1 }, owned: { tiny: 1 }, available: { tiny: 1_038 } })
	})

	test('an unknown step is rejected', async () => {
		expect(await choose([A], 'explode')).toMatchObject({ status: 400 })
	})
})

describe('reserving', () => {
	const reserve = async (cells: readonly number[], fields?: Record<string, string>) => {
		const request = await makeRequest(`${PATH}/reserve?cells=${formatIdRanges(cells)}`, {
			as: admin,
			...(fields ? { fields } : {}),
		})
		return fields ? await caught(reserveAction(routeArgs(request))) : await reservePage(routeArgs(request))
	}

	test('is confirmed with its list price, then done with an audit entry', async () => {
		expect(await reserve(BLOCK)).toMatchObject({ pence: 4 * 100_000_00, refused: undefined })
		expect(await holders()).toHaveLength(0)
		const done = await reserve(BLOCK, { intent: 'confirm' })
		expect(location(done)).toBe(PATH)
		expect((await holders()).map(row => [row.cell, row.kind])).toEqual(BLOCK.map(cell => [cell, 'house']))
		expect((await readEvents(A)).at(-1)).toMatchObject({ kind: 'reserved', actorId: admin.id })
		expect(await db.select().from(auditEntries)).toMatchObject([
			{ action: 'cell.reserve', detail: { cells: BLOCK } },
		])
	})

	test('shows the second of two administrators a conflict, and reserves nothing', async () => {
		await reserveForTheHouse([A], by())
		expect(await reserve([A, B], { intent: 'confirm' })).toMatchObject({
			init: { status: 409 },
			data: { refused: 'Can only reserve available pixels' },
		})
		expect(await holders()).toHaveLength(1)
	})

	test('covers all tiny pixels in one step, including expired holds', async () => {
		const tiny = CELLS.filter(cell => cell.type === 'tiny').map(cell => cell.id)
		await makeOrder(ada.id, [A], { status: 'open', holdUntil: Date.now() - 1 })
		expect(await reserveForTheHouse(tiny, by())).toEqual({ ok: true, count: 1_040 })
		expect((await holders()).every(row => row.kind === 'house')).toBe(true)
	})
})

describe('restoring', () => {
	let imageKey: string
	let orderId: string

	beforeEach(async () => {
		imageKey = await storeImage('navy')
		const content = { description: 'Ada’s words', link: 'https://ada.example/', imageKey }
		orderId = (await ownCells(ada.id, BLOCK, content)).orderId
	})

	test('lists beforehand who loses which pixels', async () => {
		await reserveForHouse([SMALL])
		expect(await step('restore', [A, B, SMALL])).toMatchObject({
			refused: undefined,
			losses: [
				{ kind: 'house', holderId: null, cells: [{ id: SMALL }] },
				{
					kind: 'member',
					name: 'Ada Holder',
					email: ada.email,
					cells: [{ id: A }, { id: B }],
					orders: [{ id: orderId, totalPence: 4 * 100_000_00 }],
					paidPence: 2 * 100_000_00,
					shows: ['Ada’s words'],
				},
			],
		})
	})

	test('requires a reason', async () => {
		const version = computeVersion(await readOccupiedCells(BLOCK, Date.now()))
		expect(await step('restore', BLOCK, { intent: 'confirm', version, reason: ' ' })).toMatchObject({
			init: { status: 400 },
			data: { result: { error: { reason: ['Please enter a reason'] } } },
		})
		expect(await step('restore', BLOCK, { intent: 'confirm', reason: 'Called back' })).toMatchObject({
			status: 400,
		})
		expect(await holders()).toHaveLength(4)
	})

	test('releases the pixels, keeps their content, and sends the holder the reason', async () => {
		const version = computeVersion(await readOccupiedCells(BLOCK, Date.now()))
		const done = await step('restore', BLOCK, { intent: 'confirm', version, reason: 'Called back' })
		expect(location(done)).toBe(PATH)
		expect(await holders()).toEqual([])
		const [creative] = await db.select().from(creatives).where(eq(creatives.imageKey, imageKey))
		expect(creative?.archivedAt).toEqual(expect.any(Number))
		expect(await storage.get(imageKey)).toBeTruthy()
		const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
		expect(order).toMatchObject({ status: 'approved', releaseReason: 'Called back', version: 2 })
		const releasedAt = order?.releasedAt
		expect(releasedAt).toEqual(expect.any(Number))
		const own = await listPurchased(ada.id, WHOLE_HISTORY)
		expect(own.rows).toMatchObject([{ id: orderId, releasedAt }])
		const all = await listForReview({
			q: own.rows[0]?.reference ?? '',
			page: 1,
			status: null,
			from: null,
			to: null,
		})
		expect(all.rows).toMatchObject([{ id: orderId, releasedAt }])
		expect((await readEvents(A)).at(-1)).toMatchObject({
			kind: 'restored',
			fromId: ada.id,
			orderId,
			actorId: admin.id,
		})
		const [mail] = await db.select().from(outbox)
		expect(mail).toMatchObject({ recipient: ada.email, kind: 'pixels-restored' })
		expect(mail?.text).toContain('> Called back')
		const actions = (await db.select().from(auditEntries)).map(entry => entry.action).sort()
		expect(actions).toEqual(['cell.restore', 'order.release'])
	})

	test('keeps content that other pixels still show', async () => {
		await release('restore', [A])
		const [creative] = await db.select().from(creatives).where(eq(creatives.imageKey, imageKey))
		expect(creative?.archivedAt).toBeNull()
	})

	test('is rejected when something has changed since it was shown', async () => {
		const version = computeVersion(await readOccupiedCells(BLOCK, Date.now()))
		await release('restore', [A])
		const response = await step('restore', BLOCK, { intent: 'confirm', version, reason: 'Called back' })
		expect(response).toMatchObject({
			init: { status: 409 },
			data: { title: 'Failed to restore pixels', result: { initialValue: { reason: 'Called back' } } },
		})
		expect(JSON.stringify(response)).toContain('have changed since you opened')
		expect(await holders()).toHaveLength(3)
	})

	test.each([
		[
			'order was decided',
			() => write(tx => tx.update(orders).set({ status: 'pending' }).where(eq(orders.id, orderId))),
		],
		[
			'words were changed',
			() =>
				write(tx => tx.update(creatives).set({ description: 'New' }).where(eq(creatives.imageKey, imageKey))),
		],
	])('is rejected when the %s meanwhile', async (_, change) => {
		const version = computeVersion(await readOccupiedCells(BLOCK, Date.now()))
		await change()
		const response = await step('restore', BLOCK, { intent: 'confirm', version, reason: 'Called back' })
		expect(response).toMatchObject({ init: { status: 409 } })
		expect(await holders()).toHaveLength(4)
	})

	test('ends the loan of the pixels, and notifies both sides', async () => {
		const grace = await makeUser({ fullName: 'Grace Borrower' })
		const until = Date.now() + HOUR
		const { id } = await makeTransfer(ada.id, BLOCK, {
			recipientEmail: grace.email,
			status: 'accepted',
			until,
		})
		await write(async tx => {
			await tx.update(transfers).set({ recipientId: grace.id }).where(eq(transfers.id, id))
			await tx
				.insert(cellLoans)
				.values(BLOCK.map(cell => ({ cell, transferId: id, borrowerId: grace.id, since: Date.now(), until })))
		})
		expect(await step('restore', BLOCK)).toMatchObject({ losses: [{ borrowers: ['Grace Borrower'] }] })
		expect(await release('restore', BLOCK)).toMatchObject({ ok: true })
		expect(await db.select().from(cellLoans)).toEqual([])
		expect(await mails()).toEqual(
			[
				[ada.email, 'loan-ended-early'],
				[ada.email, 'pixels-restored'],
				[grace.email, 'loan-ended-early'],
			].sort(),
		)
	})

	test('covers the whole grid in one step', async () => {
		await reserveForHouse(CELLS.map(cell => cell.id).filter(id => !BLOCK.includes(id)))
		expect(
			await release(
				'restore',
				CELLS.map(cell => cell.id),
			),
		).toEqual({ ok: true, count: CELL_COUNT })
		expect(await holders()).toEqual([])
	})
})

describe('ending a hold', () => {
	test('ends it as a whole; the checkout stays, and the same pixels cannot be put on hold again immediately', async () => {
		/* The cells cannot be held again for as long as they were held. */
		const heldAt = Date.now() - 30 * 60_000
		const order = await makeOrder(ada.id, BLOCK, { status: 'open', heldAt })
		expect(await step('restore', [A])).toMatchObject({
			chosen: 1,
			losses: [{ kind: 'hold', name: 'Ada Holder', cells: BLOCK.map(id => ({ id })) }],
		})
		expect(await release('restore', [A])).toEqual({ ok: true, count: 4 })
		expect(await holders()).toEqual([])
		const [after] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(after).toMatchObject({ status: 'open', releasedAt: null })
		expect(after?.holdEndedAt).toEqual(expect.any(Number))
		expect(await mails()).toEqual([[ada.email, 'hold-ended']])
		expect(await proceedToPayment(order.id, ada.id, Date.now())).toMatchObject({ hold: { kind: 'cooling' } })
	})

	test('is not offered by Delete', async () => {
		await makeOrder(ada.id, [A], { status: 'open' })
		expect(await step('delete', [A])).toMatchObject({ refused: 'Can only delete reserved pixels' })
		expect(await release('delete', [A])).toMatchObject({ ok: false, code: 'wrong-cells' })
	})
})

describe('deleting', () => {
	test('erases the content of the pixels with its file, and notifies the holder', async () => {
		const imageKey = await storeImage('navy')
		await ownCells(ada.id, [A], { description: 'Words', link: 'https://ada.example/', imageKey })
		const version = computeVersion(await readOccupiedCells([A], Date.now()))
		const done = await step('delete', [A], { intent: 'confirm', version, reason: 'Not allowed' })
		expect(location(done)).toBe(PATH)
		expect(await db.select().from(creatives).where(eq(creatives.imageKey, imageKey))).toEqual([])
		expect(await storage.get(imageKey)).toBeFalsy()
		expect((await readEvents(A)).at(-1)).toMatchObject({ kind: 'deleted' })
		expect(await mails()).toEqual([[ada.email, 'pixels-deleted']])
	})
})

describe('managing house pixels', () => {
	const ask = async (cell: number, fields?: Record<string, string>) => {
		const request = await makeRequest(`${PATH}/manage?cell=${cell}`, {
			as: admin,
			...(fields ? { fields } : {}),
		})
		return fields
			? await caught(manageAction(routeArgs(request)))
			: await caught(managePage(routeArgs(request)))
	}

	test('shows the block, and saves its content', async () => {
		await reserveForHouse(BLOCK)
		expect(await ask(A)).toMatchObject({ data: { chosen: { block: { cells: BLOCK } } } })
		const imageKey = await storeImage('navy')
		const id = crypto.randomUUID()
		const now = Date.now()
		await write(async tx => {
			await tx.insert(creatives).values({
				id,
				accountId: null,
				description: 'Old',
				link: 'https://house.example/',
				imageKey,
				createdAt: now,
				updatedAt: now,
			})
			await setShown(tx, BLOCK, id)
		})
		const fields = { intent: 'upload', description: 'New', link: 'https://house.example/', rotation: '0' }
		expect(location(await ask(A, fields))).toBe(PATH)
		expect(await db.select().from(creatives).where(eq(creatives.id, id))).toMatchObject([
			{ description: 'New' },
		])
	})

	test('is limited to house pixels, and links to deleting', async () => {
		await ownCells(ada.id, [A])
		expect(await ask(A)).toMatchObject({
			data: { kind: 'refused', message: 'Can only manage owned pixels' },
		})
		expect(location(await ask(A, { intent: 'delete-image' }))).toBe(`${PATH}/delete-image?cell=${A}`)
		expect(location(await ask(A, { intent: 'delete-pixel' }))).toBe(`${PATH}/delete?cells=${A}&from=manage`)
	})
})

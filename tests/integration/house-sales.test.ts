import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBlock } from '~/domain/creatives/queries.server'
import { shownFraming } from '~/domain/creatives/schema'
import { submitCreative } from '~/domain/creatives/submit.server'
import { formatIdRanges } from '~/domain/grid/selection/ranges'
import { computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { releaseCells } from '~/domain/house/release.server'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { lendingDays } from '~/domain/house/schema'
import { londonMoment } from '~/domain/time'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { action as saleAction, loader as salePage } from '~/routes/account/sell-to'
import { action as deletion } from '~/routes/account/sent-delete'
import { action as edit, loader as editPage } from '~/routes/account/sent-edit'
import { loader as gridPage } from '~/routes/admin/profile/profile'
import { db, write } from '~/server/db/db.server'
import {
	cellHolders,
	cellLoans,
	certificates,
	outbox,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { idsAt } from '../support/cells'
import { clearGrid, makeAdmin, makeUser, reserveForHouse, type TestAccount } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { makeRequest, routeArgs } from '../support/requests'

const PATH = '/admin/profile'
const BLOCK = idsAt([8, 1], [8, 2], [9, 1], [9, 2])
const [A = 0] = BLOCK
const NOW = Date.now()
const { first: TOMORROW } = lendingDays(NOW)

let admin: TestAccount
let ada: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(async tx => {
		await tx.delete(certificates)
		await tx.delete(transferCells)
		await tx.delete(transfers)
		await tx.delete(outbox)
	})
	admin = await makeAdmin()
	ada = await makeUser({ fullName: 'Ada Buyer' })
	await reserveForHouse(BLOCK)
})

const caught = (response: unknown) => Promise.resolve(response).catch((thrown: unknown) => thrown)
const location = (response: unknown) =>
	response instanceof Response ? response.headers.get('location') : undefined

async function sell(
	step: 'sell' | 'temporary-sell',
	cells: readonly number[],
	fields?: Record<string, string>,
) {
	const request = await makeRequest(`${PATH}/${step}?cells=${formatIdRanges(cells)}`, {
		as: admin,
		...(fields ? { fields } : {}),
	})
	if (fields) return await caught(saleAction(routeArgs(request)))
	return await caught(salePage(routeArgs(request)))
}

const lend = (fields: Record<string, string>, intent = 'proceed') =>
	sell('temporary-sell', BLOCK, { intent, buyer_email: ada.email, transfer_till: TOMORROW, ...fields })

describe('a temporary sale', () => {
	test.each([
		[{ buyer_email: '' }, 'buyer_email', 'Please enter an email address'],
		[{ buyer_email: 'nobody' }, 'buyer_email', 'Please enter a valid email address'],
		[{ transfer_till: '' }, 'transfer_till', 'Please select an expiry date'],
		[{ transfer_till: '2026-02-30' }, 'transfer_till', 'Please select an expiry date'],
		[{ transfer_till: '2020-01-01' }, 'transfer_till', 'The expiry date must be at least tomorrow'],
		[{ transfer_till: '2099-01-01' }, 'transfer_till', 'Please choose a date at most ten years from now'],
	])('rejects %j', async (fields, name, message) => {
		expect(await lend(fields)).toMatchObject({
			init: { status: 400 },
			data: { result: { error: { [name]: [message] } } },
		})
	})

	test('counts days in London', () => {
		// Half past midnight in London, still the day before in UTC.
		expect(lendingDays(Date.UTC(2026, 6, 1, 23, 30)).first).toBe('2026-07-03')
		expect(lendingDays(Date.UTC(2026, 10, 22, 23, 30)).first).toBe('2026-11-23')
	})

	test('to oneself is rejected, in any case of the address', async () => {
		for (const intent of ['proceed', 'confirm']) {
			expect(await lend({ buyer_email: admin.email.toUpperCase() }, intent)).toMatchObject({
				init: { status: 422 },
				data: {
					result: { error: { buyer_email: ['You cannot temporarily sell pixels to yourself'] } },
				},
			})
		}
		expect(await db.select().from(transfers)).toEqual([])
	})

	test('asks for confirmation, is sent, and lends the pixels until the end of the day', async () => {
		expect(await lend({})).toMatchObject({
			data: { recipientEmail: ada.email, loan: { typed: TOMORROW } },
		})
		expect(await db.select().from(transfers)).toEqual([])
		expect(location(await lend({}, 'confirm'))).toBe(PATH)
		const [sent] = await db.select().from(transfers)
		const until = londonMoment(`${TOMORROW}T23:59`)
		expect(sent).toMatchObject({ senderId: null, recipientEmail: ada.email, until, status: 'open' })
		// A second click finds the existing invitation.
		await lend({}, 'confirm')
		expect(await db.select().from(transfers)).toHaveLength(1)
		expect(await acceptTransfer({ transferId: sent?.id ?? '', accountId: ada.id, now: NOW })).toMatchObject({
			ok: true,
		})
		expect(await db.select().from(cellLoans)).toHaveLength(BLOCK.length)
		expect((await db.select().from(cellHolders)).every(row => row.kind === 'house')).toBe(true)
		expect(await sell('sell', BLOCK)).toMatchObject({ refused: 'Can only sell owned pixels' })
	})
})

describe('a sale of house pixels', () => {
	test('transfers them for good', async () => {
		expect(await sell('sell', BLOCK)).toMatchObject({
			refused: undefined,
			pence: 4 * 100_000_00,
			lends: undefined,
		})
		const done = await sell('sell', BLOCK, { intent: 'confirm', buyer_email: ada.email })
		expect(location(done)).toBe(PATH)
		const [sent] = await db.select().from(transfers)
		expect(sent).toMatchObject({ senderId: null, until: null })
		await acceptTransfer({ transferId: sent?.id ?? '', accountId: ada.id, now: NOW })
		expect((await db.select().from(cellHolders)).every(row => row.accountId === ada.id)).toBe(true)
	})

	test('is rejected to oneself, and for pixels in an invitation', async () => {
		expect(await sell('sell', BLOCK, { intent: 'proceed', buyer_email: admin.email })).toMatchObject({
			data: { result: { error: { buyer_email: ['You cannot sell pixels to yourself'] } } },
		})
		await sell('sell', BLOCK, { intent: 'confirm', buyer_email: ada.email })
		expect(await sell('sell', [A])).toMatchObject({
			refused: 'One or more selected pixels are already in an invitation and cannot be sold',
		})
		expect(await sell('temporary-sell', [A])).toMatchObject({
			refused: 'One or more selected pixels are already in an invitation and cannot be temporarily sold',
		})
	})
})

describe('a part of the house’s pixels, leaving any shape', () => {
	const [MIDDLE = 0] = idsAt([9, 2])
	const RESERVE = idsAt([8, 1], [8, 2], [8, 3], [9, 1], [9, 2], [9, 3], [10, 1], [10, 2], [10, 3])
	const RING = RESERVE.filter(cell => cell !== MIDDLE)
	const NEXT = idsAt([8, 4], [9, 4])

	beforeEach(() => reserveForHouse(RESERVE.filter(cell => !BLOCK.includes(cell))))

	async function callSale(name: 'sell' | 'temporary-sell', cells: readonly number[]) {
		const until: Record<string, string> = name === 'sell' ? {} : { transfer_till: TOMORROW }
		expect(await sell(name, cells)).toMatchObject({ refused: undefined })
		const done = await sell(name, cells, { intent: 'confirm', buyer_email: ada.email, ...until })
		expect(location(done)).toBe(PATH)
		const [sent] = await db.select().from(transfers).where(eq(transfers.status, 'open'))
		expect(await acceptTransfer({ transferId: sent?.id ?? '', accountId: ada.id, now: NOW })).toMatchObject({
			ok: true,
		})
	}
	const housePixels = async () => {
		const rows = await db.select().from(cellHolders).where(eq(cellHolders.kind, 'house'))
		return rows.map(row => row.cell).sort((a, b) => a - b)
	}

	test.each(['sell', 'temporary-sell'] as const)(
		'%s accepts the cell in the middle, then a corner',
		async name => {
			await callSale(name, [MIDDLE])
			await callSale(name, idsAt([8, 1], [8, 2]))
			expect(await sell(name, idsAt([9, 1], [10, 1], [10, 2]))).toMatchObject({
				refused: 'Selected pixels must form a complete rectangle or square shape with same type of pixels',
			})
		},
	)

	test('can be managed, framed, joined, restored and resold like any area', async () => {
		await callSale('sell', [MIDDLE])
		const by = { holder: null, actorId: admin.id, now: NOW }
		const found = await findBlock(A, null, NOW)
		expect(found).toMatchObject({ ok: true, block: { cells: RING, isRectangle: false } })
		if (!found.ok) return
		const content = { description: 'All around', link: 'https://house.example/' }
		const file = new File([new Uint8Array(makeTwoColourPng())], 'house.png')
		const image = { ...shownFraming({ fit: 'contain', rotation: '90' }), image: file, held: undefined }
		expect(await submitCreative(A, found.block, image, content, by)).toEqual({ kind: 'saved' })
		const shown = await findBlock(A, null, NOW)
		expect(shown).toMatchObject({ block: { creative: content, differing: 0, cells: RING } })
		expect(await findBlock(MIDDLE, ada.id, NOW)).toMatchObject({ block: { cells: [MIDDLE], creative: null } })

		expect(await reserveForTheHouse(NEXT, by)).toMatchObject({ ok: true })
		expect(await findBlock(A, null, NOW)).toMatchObject({ block: { differing: NEXT.length } })

		const back = idsAt([10, 1], [10, 2])
		const version = computeVersion(await readOccupiedCells(back, NOW))
		const release = { action: 'restore' as const, cells: back, reason: 'Back', version, ...by }
		expect(await releaseCells(release)).toMatchObject({ ok: true })
		await callSale('sell', idsAt([8, 2], [8, 3], [8, 4]))
		expect(await housePixels()).toEqual(idsAt([8, 1], [9, 1], [9, 3], [9, 4], [10, 3]))
	})
})

describe('pixels listed for sale', () => {
	async function send() {
		await sell('sell', BLOCK, { intent: 'confirm', buyer_email: ada.email })
		const [sent] = await db.select().from(transfers)
		return sent?.id ?? ''
	}
	const listed = async () => {
		const request = await makeRequest(PATH, { as: admin })
		return (await gridPage(routeArgs(request))).sent.list
	}

	test('belong to the house, and every administrator can change or withdraw them', async () => {
		const transferId = await send()
		admin = await makeAdmin()
		expect(await listed()).toMatchObject({ rows: [{ id: transferId, recipientEmail: ada.email }] })
		const params = { transferId }
		const request = await makeRequest(`${PATH}/invitations/${transferId}/edit`, {
			as: admin,
			fields: { intent: 'save', version: '1', buyer_email: 'grace@x.example', transfer_till: '' },
		})
		expect(location(await caught(edit(routeArgs(request, params))))).toBe(PATH)
		expect(await listed()).toMatchObject({ rows: [{ recipientEmail: 'grace@x.example', version: 2 }] })
		const again = await makeRequest(`${PATH}/invitations/${transferId}/delete`, {
			as: admin,
			fields: { intent: 'delete', version: '2' },
		})
		expect(location(await caught(deletion(routeArgs(again, params))))).toBe(PATH)
		expect(await listed()).toMatchObject({ rows: [], total: 0 })
	})

	test('are not visible to others', async () => {
		const transferId = await send()
		const request = await makeRequest(`/user/pixels/sell/${transferId}/edit`, { as: ada })
		const page = await caught(editPage(routeArgs(request, { transferId })))
		expect(page).toMatchObject({ status: 404 })
	})
})

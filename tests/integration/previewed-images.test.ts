import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { closeAccount } from '~/domain/accounts/own-data/deletion.server'
import { saveCreative } from '~/domain/creatives/commands.server'
import { findBlock } from '~/domain/creatives/queries.server'
import { findFileFor } from '~/domain/files/stored.server'
import { sweepFiles } from '~/domain/files/sweep.server'
import { readGrid } from '~/domain/grid/queries.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { loader as managePage } from '~/routes/account/block'
import { action as preview } from '~/routes/user/pixels/pixels-preview'
import { db, write } from '~/server/db/db.server'
import { accounts, files, placedImages } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { attachReceipt } from '../support/checkouts'
import { clearGrid, makeUser, sessionCookie, type TestAccount } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { makeRequest, routeArgs } from '../support/requests'

/* Images previewed on a selection before it is bought. */

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.now()
const forever = new AbortController().signal
const image = () => new File([new Uint8Array(makeTwoColourPng(240, 120))], 'logo.png')

let buyer: TestAccount

beforeEach(async () => {
	await clearGrid()
	await write(tx => tx.delete(placedImages))
	buyer = await makeUser()
})

/** Submits the preview form of a pixel in row 8. @returns the redirect, or the page. */
async function buyFrom(col: number, fields: Record<string, string | File>) {
	const { name, value } = await sessionCookie(buyer.id)
	const body = new FormData()
	for (const [field, sent] of Object.entries({ intent: 'buy', ...fields })) body.set(field, sent)
	const address = `http://localhost:3000/user/pixels/preview?type=tiny&fromRow=8&fromCol=${col}`
	const headers = { cookie: `${name}=${value}`, origin: 'http://localhost:3000' }
	const request = new Request(address, { method: 'POST', headers, body })
	const response = await preview(routeArgs(request)).catch((thrown: unknown) => thrown)
	if (!(response instanceof Response)) return response as { data: { errors: object }; init: ResponseInit }
	return /^\/user\/checkout\/([\w-]+)$/.exec(response.headers.get('location') ?? '')?.[1] ?? ''
}

async function pay(orderId: string): Promise<void> {
	expect(await proceedToPayment(orderId, buyer.id, NOW)).toMatchObject({ ok: true })
	await attachReceipt(orderId, buyer)
	expect(await submitPayment(orderId, buyer.id, PAYMENT_DETAILS, NOW)).toMatchObject({ status: 'pending' })
}

async function loadEditing(cell: number) {
	const request = await makeRequest(`/user/profile?cell=${cell}`, { as: buyer })
	const page = (await managePage(routeArgs(request))) as unknown as {
		data: { chosen: { editing: { held: { key: string; name: string } | null; framing: object } } }
	}
	return page.data.chosen.editing
}

const placed = () => db.select().from(placedImages)
const creativeFiles = () => db.select().from(files).where(eq(files.kind, 'creative'))

test('a previewed image is carried to the form of the bought block, and only for its buyer', async () => {
	const orderId = await buyFrom(1, { image: image(), position: 'right', rotation: '90' })
	await pay(String(orderId))
	const { held, framing } = await loadEditing(112)
	expect(held?.name).toBe('logo.png')
	expect(framing).toMatchObject({ x: 1, y: 0.5 })
	const key = held?.key ?? ''
	expect((await readGrid(NOW)).blocks).toEqual([])
	expect(await findFileFor(key, undefined, NOW)).toBeUndefined()
	expect(await findFileFor(key, await makeUser(), NOW)).toBeUndefined()
	await sweepFiles(NOW + 3 * DAY, forever)
	expect((await loadEditing(112)).held?.key).toBe(key)

	const by = { holder: buyer.id, actorId: buyer.id, now: NOW }
	const text = { description: 'Here', link: 'https://a.example/', rotation: 90 as const }
	expect(await saveCreative(112, { ...text, image: undefined, held: key }, by)).toMatchObject({ ok: true })
	const found = await findBlock(112, buyer.id, NOW)
	expect(found.ok && found.block.creative?.imageKey).not.toBe(key)
	expect(await placed()).toEqual([])
	expect(await storage.get(key)).toBeUndefined()
	expect((await loadEditing(112)).held).toBeNull()
})

test('an image of an unbought preview is deleted with the next checkout or after thirty days', async () => {
	await buyFrom(1, { image: image() })
	const [first] = await placed()
	await buyFrom(2, { image: image() })
	const [second, ...others] = await placed()
	expect(others).toEqual([])
	expect(await storage.get(first?.imageKey ?? '')).toBeUndefined()
	expect((await creativeFiles()).map(file => file.key)).toContain(second?.imageKey)

	await applyRetention(NOW + 29 * DAY, forever)
	await sweepFiles(NOW + 29 * DAY, forever)
	expect(await placed()).toHaveLength(1)
	await applyRetention(NOW + 31 * DAY, forever)
	await sweepFiles(NOW + 31 * DAY, forever)
	expect(await placed()).toEqual([])
	expect(await storage.get(second?.imageKey ?? '')).toBeUndefined()
})

test('buying again without a new image keeps it, and so does an error', async () => {
	const orderId = await buyFrom(1, { image: image() })
	expect(await buyFrom(1, {})).toBe(orderId)
	expect(await placed()).toMatchObject([{ orderId }])
	const other = await makeUser()
	const holder = buyer
	buyer = other
	expect(await proceedToPayment(String(orderId), holder.id, NOW)).toMatchObject({ ok: true })
	const refused = await buyFrom(1, { image: image() })
	expect(refused).toMatchObject({
		init: { status: 422 },
		data: { errors: { '': [expect.stringContaining('on hold for another buyer')] } },
	})
	expect(refused).toMatchObject({ data: { editing: { held: { name: 'logo.png' } } } })
	const bad = new File(['no image'], 'a.png')
	expect(await buyFrom(3, { image: bad })).toMatchObject({
		data: { errors: { image: [expect.any(String)] } },
	})
	expect(await placed()).toHaveLength(1)
})

test('an image cannot be used by other accounts, and is deleted with its account', async () => {
	await buyFrom(1, { image: image() })
	const [own] = await placed()
	const owner = buyer
	buyer = await makeUser()
	expect(await buyFrom(2, { held: own?.imageKey ?? '' })).toEqual(expect.any(String))
	expect(await placed()).toEqual([own])
	const [account] = await db.select().from(accounts).where(eq(accounts.id, owner.id))
	if (!account) throw new Error('no account')
	await write(tx => closeAccount(tx, account, { actorId: owner.id, now: NOW }))
	expect(await placed()).toEqual([])
	expect(await storage.get(own?.imageKey ?? '')).toBeUndefined()
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBlock } from '~/domain/creatives/queries.server'
import { IMAGE_RULE } from '~/domain/files/commands.server'
import { findFormImage, releaseFormImages, storeFormImage } from '~/domain/files/form-image.server'
import { sweepFiles } from '~/domain/files/sweep.server'
import { action as manage } from '~/routes/account/block'
import { action as changePhoto } from '~/routes/account/setting-photo'
import { action as showPreview } from '~/routes/user/pixels/pixels-preview'
import { db, write } from '~/server/db/db.server'
import { accounts, cellHolders, files } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { makeAdmin, makeUser, ownCells, sessionCookie, type TestAccount } from '../support/factories'
import { makeTwoColourPng } from '../support/images'
import { colourAt, readPixels, sharp } from '../support/pixels'
import { routeArgs } from '../support/requests'

const DAY = 24 * 60 * 60 * 1000
const image = () => new File([new Uint8Array(makeTwoColourPng(240, 120))], 'logo.png')
const FILLED = { description: 'Here', link: 'https://a.example/' }

let owner: TestAccount

/** A block of two tiny cells, one above the other: 1 by 2. */
const CELLS = [112, 152]

beforeEach(async () => {
	await write(tx => tx.delete(cellHolders))
	owner = await makeUser()
	await ownCells(owner.id, CELLS)
})

type Action = (args: never) => Promise<unknown>

async function post(action: Action, address: string, fields: Record<string, string | File>, as = owner) {
	const { name, value } = await sessionCookie(as.id)
	const body = new FormData()
	for (const [field, sent] of Object.entries(fields)) body.set(field, sent)
	const headers = { cookie: `${name}=${value}`, origin: 'http://localhost:3000' }
	const request = new Request(`http://localhost:3000${address}`, { method: 'POST', headers, body })
	const response = await action(routeArgs(request)).catch((thrown: unknown) => thrown)
	return response as Response & { data?: Record<string, never>; init?: ResponseInit }
}

const save = (fields: Record<string, string | File>) =>
	post(manage, '/user/profile?cell=112', { intent: 'upload', ...fields })

/** The image of the block as a file. */
async function shown(): Promise<{ bytes: Uint8Array; width: number; height: number }> {
	const found = await findBlock(112, owner.id, Date.now())
	const key = (found.ok && found.block.creative?.imageKey) || ''
	if (!key) return { bytes: new Uint8Array(), width: 0, height: 0 }
	const bytes = (await storage.get(key)) ?? new Uint8Array()
	const { width = 0, height = 0 } = await sharp(bytes).metadata()
	return { bytes, width, height }
}

const heldRows = (accountId = owner.id) =>
	db.select({ key: files.key }).from(files).where(eq(files.accountId, accountId))

/** Returns the error of the image field and the kept image. */
function getReply(response: unknown) {
	const { data, init } = response as {
		data: {
			chosen?: { editing: { held: { key: string; name: string } | null; framing: unknown } }
			result?: { error?: Record<string, string[]> }
		}
		init: ResponseInit | null
	}
	return {
		status: init?.status ?? 200,
		error: data.result?.error ?? {},
		held: data.chosen?.editing.held ?? null,
		framing: data.chosen?.editing.framing,
	}
}

describe('framing an image', () => {
	test('leaves it whole without framing fields', async () => {
		expect((await save({ ...FILLED, image: image(), rotation: '0' })).status).toBe(302)
		expect(await shown()).toMatchObject({ width: 240, height: 120 })
	})

	test('covers the shape of the block from the chosen position', async () => {
		await save({ ...FILLED, image: image(), fit: 'cover', position: 'left' })
		const left = await shown()
		expect([left.width, left.height]).toEqual([60, 120])
		expect(await colourAt(left.bytes, 0.9, 0.5)).toBe('red')
		await save({ ...FILLED, image: image(), position: 'right' })
		expect(await colourAt((await shown()).bytes, 0.1, 0.5)).toBe('blue')
	})

	test('shows it whole on the colour of an owned pixel', async () => {
		await save({ ...FILLED, image: image(), fit: 'contain', position: 'top' })
		const { bytes, width, height } = await shown()
		expect([width, height]).toEqual([240, 480])
		expect(await colourAt(bytes, 0.1, 0.1)).toBe('red')
		expect(await colourAt(bytes, 0.9, 0.2)).toBe('blue')
		const at = await readPixels(bytes)
		for (const y of [150, 300, 470]) {
			const { red, green, blue, alpha } = at(120, y)
			expect(Math.max(Math.abs(red - 0x1e), Math.abs(green - 0x3a), Math.abs(blue - 0x56))).toBeLessThan(5)
			expect(alpha).toBe(255)
		}
	})

	test('by hand applies after the rotation, also to an existing image', async () => {
		await save({ ...FILLED, image: image() })
		const cut = { rotation: '90', zoom: '2', position: '', position_x: '0.5', position_y: '0.95' }
		expect((await save({ ...FILLED, ...cut })).status).toBe(302)
		const { bytes, width, height } = await shown()
		// Rotated it is 120 by 240, red above blue; half of it is visible, from near the bottom.
		expect([width, height]).toEqual([60, 120])
		expect(await colourAt(bytes, 0.5, 0.1)).toBe('blue')
	})

	test('with invalid numbers is rejected with a message, and keeps the image', async () => {
		for (const wrong of [
			{ zoom: '99' },
			{ position_x: '-1' },
			{ zoom: 'NaN' },
			{ position: 'nowhere' },
			{ fit: 'x' },
		]) {
			const response = getReply(await save({ ...FILLED, image: image(), ...wrong }))
			expect(response).toMatchObject({ status: 422, held: { name: 'logo.png' } })
			expect(Object.keys(response.error)).toEqual(Object.keys(wrong))
		}
		expect(await heldRows()).toHaveLength(4)
	})

	test('a link without a scheme becomes https', async () => {
		await save({ ...FILLED, link: 'ashworth.example', image: image() })
		const found = await findBlock(112, owner.id, Date.now())
		expect(found.ok && found.block.creative?.link).toBe('https://ashworth.example/')
	})
})

describe('an accepted image', () => {
	test('is kept when another field is invalid, used by the next submission, and then deleted', async () => {
		const first = getReply(
			await save({ description: '', link: FILLED.link, image: image(), position: 'left' }),
		)
		expect(first).toMatchObject({
			status: 422,
			error: { description: ['Description is required'] },
			held: { name: 'logo.png' },
			framing: { fit: 'cover', x: 0, y: 0.5 },
		})
		expect(first.error['image']).toBeUndefined()
		const held = first.held?.key ?? ''
		expect((await save({ ...FILLED, held, position: 'left' })).status).toBe(302)
		expect(await colourAt((await shown()).bytes, 0.9, 0.5)).toBe('red')
		expect(await storage.get(held)).toBeUndefined()
		expect((await heldRows()).map(row => row.key)).not.toContain(held)
	})

	test('is shown by a preview, which requires and changes nothing else', async () => {
		const response = getReply(
			await post(manage, '/user/profile?cell=112', {
				intent: 'preview',
				image: image(),
				fit: 'contain',
			}),
		)
		expect(response).toMatchObject({
			status: 200,
			error: {},
			framing: { fit: 'contain' },
			held: { name: 'logo.png' },
		})
		expect(await shown()).toMatchObject({ width: 0 })
		const again = getReply(
			await post(manage, '/user/profile?cell=112', { intent: 'preview', held: response.held?.key ?? '' }),
		)
		expect(again).toMatchObject({ status: 200, held: response.held })
		const other = getReply(
			await post(manage, '/user/profile?cell=112', {
				intent: 'preview',
				held: response.held?.key ?? '',
				image: image(),
			}),
		)
		expect(other.held?.key).not.toBe(response.held?.key)
		expect(await storage.get(response.held?.key ?? '')).toBeUndefined()
	})

	test('is not available to others, and a file in use is not an accepted image', async () => {
		const { held } = getReply(await save({ description: '', image: image() }))
		const other = await makeUser()
		expect(await findFormImage(held?.key, other.id)).toBeUndefined()
		await releaseFormImages([held?.key], other.id)
		expect(await findFormImage(held?.key, owner.id)).toMatchObject({
			key: held?.key,
			width: 240,
			height: 120,
		})
		await save({ ...FILLED, image: image() })
		const found = await findBlock(112, owner.id, Date.now())
		const key = (found.ok && found.block.creative?.imageKey) || ''
		await releaseFormImages([key], owner.id)
		expect(await storage.get(key)).toBeDefined()
		expect(getReply(await save({ description: '', link: '', held: key })).held).toBeNull()
	})

	test('is deleted after a day, and an account has at most four', async () => {
		const keys: string[] = []
		for (let time = 0; time < 5; time++) {
			const held = await storeFormImage(image(), IMAGE_RULE, {
				accountId: owner.id,
				now: Date.now() + time,
			})
			if (held.ok) keys.push(held.image.key)
		}
		expect((await heldRows()).map(row => row.key).sort()).toEqual(keys.slice(1).sort())
		expect(await storage.get(keys[0] ?? '')).toBeUndefined()
		await sweepFiles(Date.now() + DAY / 2, new AbortController().signal)
		expect(await heldRows()).toHaveLength(4)
		await sweepFiles(Date.now() + 2 * DAY, new AbortController().signal)
		expect(await heldRows()).toEqual([])
		expect(await storage.get(keys[4] ?? '')).toBeUndefined()
	})

	test('is kept for the house under the account of its administrator', async () => {
		const admin = await makeAdmin()
		await write(tx => tx.update(cellHolders).set({ kind: 'house', accountId: null, orderId: null }))
		const address = '/admin/profile/manage?cell=112'
		const first = await post(manage, address, { intent: 'upload', description: '', image: image() }, admin)
		const held = getReply(first).held?.key ?? ''
		const done = await post(manage, address, { intent: 'upload', ...FILLED, held, fit: 'contain' }, admin)
		expect(done.status).toBe(302)
		const found = await findBlock(112, null, Date.now())
		expect(found.ok && found.block.creative?.imageKey).toBeTruthy()
		expect(await heldRows(admin.id)).toEqual([])
	})
})

test('a preview before buying shows the framing and keeps the image', async () => {
	const address = '/user/pixels/preview?type=tiny&fromRow=8&fromCol=1'
	const show = async (fields: Record<string, string | File>) => {
		const response = await post(showPreview, address, { intent: 'preview', ...fields })
		return response as unknown as {
			data: { errors: object; editing: { held: { key: string } | null; framing: unknown } }
		}
	}
	const first = await show({ image: image(), position: 'right' })
	expect(first.data).toMatchObject({ errors: {}, editing: { framing: { x: 1, y: 0.5 } } })
	const second = await show({ held: first.data.editing.held?.key ?? '', zoom: '2' })
	expect(second.data.editing).toMatchObject({ held: first.data.editing.held, framing: { zoom: 2 } })
	expect((await show({})).data.errors).toEqual({ image: ['Please choose an image'] })
})

test('a photo is cropped to a square by its framing, or around its centre without one', async () => {
	const photo = async (fields: Record<string, string | File>) => {
		const response = await post(changePhoto, '/user/setting/photo', fields)
		const [row] = await db
			.select({ key: accounts.profileImageKey })
			.from(accounts)
			.where(eq(accounts.id, owner.id))
		const bytes = row?.key ? await storage.get(row.key) : undefined
		return { response, bytes: bytes ?? new Uint8Array(), size: bytes && (await sharp(bytes).metadata()) }
	}
	const png = () => new File([new Uint8Array(makeTwoColourPng(240, 120))], 'me.png', { type: 'image/png' })
	const preview = await photo({ intent: 'preview', profile_image: png(), position: 'right' })
	const held = (preview.response as unknown as { data: { editing: { held: { key: string } } } }).data.editing
		.held.key
	expect(preview.size).toBeUndefined()
	const placed = await photo({ intent: 'upload', held, position: 'right' })
	expect(placed.size).toMatchObject({ width: 120, height: 120 })
	expect(await colourAt(placed.bytes, 0.1, 0.5)).toBe('blue')
	expect(await storage.get(held)).toBeUndefined()
	const centred = await photo({ intent: 'upload', profile_image: png() })
	expect(centred.size).toMatchObject({ width: 120, height: 120 })
})

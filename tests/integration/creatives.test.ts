import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteImage, saveCreative } from '~/domain/creatives/commands.server'
import { findBlock, listBlocks } from '~/domain/creatives/queries.server'
import { acceptReceipt, insertFile } from '~/domain/files/commands.server'
import { FILE_MESSAGES } from '~/domain/files/rules'
import { findFileFor } from '~/domain/files/stored.server'
import { sweepFiles } from '~/domain/files/sweep.server'
import { readGrid } from '~/domain/grid/queries.server'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { middleware as fileAnswers } from '~/routes/api/files'
import { db, write } from '~/server/db/db.server'
import {
	auditEntries,
	cellHolders,
	creatives,
	files,
	orders,
	throttles,
	transferCells,
	transfers,
} from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { env } from '~/server/ops/env.server'
import { makeAdmin, makeOrder, makeUser, ownCells } from '../support/factories'
import { makeTwoColourPng, SMALL_PDF } from '../support/images'
import { colourAt } from '../support/pixels'
import { makeRequest, routeArgs } from '../support/requests'

const DAY = 24 * 60 * 60 * 1000
const text = { description: 'A square', link: 'https://a.example/', rotation: 0 as const }
const imageFile = () => new File([new Uint8Array(makeTwoColourPng())], 'a.png')
const by = (account: { id: string }) => ({ holder: account.id, actorId: account.id, now: Date.now() })

async function storedIn(folder: string): Promise<string[]> {
	return await readdir(path.join(env.storageUrl, folder)).catch(() => [])
}

test('a creative covers the connected area of its cell, and replacing it deletes the old image', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [112, 113, 152, 200])
	expect(await saveCreative(152, { ...text, image: imageFile() }, by(owner))).toEqual({
		ok: true,
		cells: [112, 113, 152],
	})
	const [block, alone] = listBlocks(await readGrid(Date.now()), owner.id)
	expect(block).toMatchObject({ differing: 0, isRectangle: false, creative: { description: 'A square' } })
	expect(alone).toMatchObject({ cells: [200], creative: null })
	const former = block?.creative?.imageKey ?? ''
	expect(await colourAt((await storage.get(former)) ?? new Uint8Array(), 0.2, 0.5)).toBe('red')

	const turned = await saveCreative(112, { ...text, image: undefined, rotation: 180 }, by(owner))
	expect(turned.ok).toBe(true)
	const [after] = listBlocks(await readGrid(Date.now()), owner.id)
	const key = after?.creative?.imageKey ?? ''
	expect(after?.creative?.id).toBe(block?.creative?.id)
	expect(await colourAt((await storage.get(key)) ?? new Uint8Array(), 0.2, 0.5)).toBe('blue')
	expect(await storage.get(former)).toBeUndefined()
	expect(await storage.get(former.replace('.webp', '.small.webp'))).toBeUndefined()
	expect(await db.select().from(files).where(eq(files.key, former))).toEqual([])

	expect((await deleteImage(113, by(owner))).ok).toBe(true)
	expect(await storage.get(key)).toBeUndefined()
	expect(listBlocks(await readGrid(Date.now()), owner.id)[0]?.creative).toMatchObject({
		description: 'A square',
		imageKey: null,
	})
	const actions = await db
		.select({ action: auditEntries.action })
		.from(auditEntries)
		.where(eq(auditEntries.actorId, owner.id))
	expect(actions.map(entry => entry.action)).toEqual([
		'creative.save',
		'creative.save',
		'creative.delete-image',
	])
})

test('cells added to an area are separate until the next save', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [300])
	await saveCreative(300, { ...text, image: imageFile() }, by(owner))
	await ownCells(owner.id, [301])
	expect(listBlocks(await readGrid(Date.now()), owner.id)[0]).toMatchObject({
		cells: [300, 301],
		differing: 1,
	})
	await saveCreative(301, { ...text, image: undefined }, by(owner))
	expect(listBlocks(await readGrid(Date.now()), owner.id)[0]).toMatchObject({
		cells: [300, 301],
		differing: 0,
	})
})

test('two blocks that became one area share one creative, and the other is deleted', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [400])
	await ownCells(owner.id, [402])
	await saveCreative(400, { ...text, image: imageFile() }, by(owner))
	await saveCreative(402, { ...text, description: 'Other', image: imageFile() }, by(owner))
	await ownCells(owner.id, [401])
	const found = await findBlock(402, owner.id, Date.now())
	expect(found.ok && found.block.creative?.description).toBe('Other')
	await saveCreative(402, { ...text, description: 'One', image: undefined }, by(owner))
	const rows = await db.select().from(creatives).where(eq(creatives.accountId, owner.id))
	expect(rows.map(row => row.description)).toEqual(['One'])
	expect(await db.select().from(files).where(eq(files.accountId, owner.id))).toHaveLength(1)
})

test('a creative that others also show is not changed for them', async () => {
	const owner = await makeUser()
	const { creativeId } = await ownCells(owner.id, [10, 9], {
		description: 'Shared',
		link: 'https://a.example/',
	})
	const recipient = await makeUser()
	await write(tx => tx.update(cellHolders).set({ accountId: recipient.id }).where(eq(cellHolders.cell, 9)))
	await saveCreative(10, { ...text, description: 'Mine', image: imageFile() }, by(owner))
	const found = await findBlock(9, recipient.id, Date.now())
	expect(found.ok && found.block.creative).toMatchObject({ id: creativeId, description: 'Shared' })
})

test('other owners’ cells, cells on hold and cells in an open transfer cannot be managed', async () => {
	const owner = await makeUser()
	const other = await makeUser()
	await ownCells(other.id, [500])
	await makeOrder(owner.id, [501], { status: 'open' })
	await ownCells(owner.id, [502, 503])
	await write(async tx => {
		const id = crypto.randomUUID()
		const row = { id, senderId: owner.id, recipientEmail: 'a@example.test', status: 'open' as const }
		await tx.insert(transfers).values({ ...row, createdAt: Date.now() })
		await tx.insert(transferCells).values({ transferId: id, cell: 503, open: 1 })
	})
	const save = async (cell: number) => saveCreative(cell, { ...text, image: imageFile() }, by(owner))
	const before = await storedIn('creatives')
	expect(await save(500)).toMatchObject({
		ok: false,
		code: 'not-owned',
		message: 'Can only manage owned pixels',
	})
	expect(await save(501)).toMatchObject({
		ok: false,
		code: 'not-owned',
		message: 'Can only manage owned pixels',
	})
	expect(await save(503)).toMatchObject({
		ok: false,
		message: 'This pixel is already in an invitation and cannot be selected',
	})
	expect(await storedIn('creatives')).toEqual(before)
	expect(await save(502)).toEqual({ ok: true, cells: [502] })
})

test('a rejection that comes first leaves no partial changes', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [600, 601])
	const before = await storedIn('creatives')
	const [saved] = await Promise.all([
		saveCreative(600, { ...text, image: imageFile() }, by(owner)),
		write(tx => tx.delete(cellHolders).where(inArray(cellHolders.cell, [600, 601]))),
	])
	expect(saved).toMatchObject({ ok: false, code: 'not-owned', message: 'Can only manage owned pixels' })
	expect(await storedIn('creatives')).toEqual(before)
	expect(await db.select().from(creatives).where(eq(creatives.accountId, owner.id))).toEqual([])
	expect(await db.select().from(files).where(eq(files.accountId, owner.id))).toEqual([])
})

test('a rejection erases content that only the cells of the order showed', async () => {
	const owner = await makeUser()
	const admin = await makeAdmin()
	const { orderId } = await ownCells(owner.id, [610])
	await ownCells(owner.id, [612])
	await saveCreative(610, { ...text, image: imageFile() }, by(owner))
	await saveCreative(612, { ...text, image: imageFile() }, by(owner))
	const [gone, other] = listBlocks(await readGrid(Date.now()), owner.id).map(
		block => block.creative?.imageKey ?? '',
	)
	const decision = { orderId, version: 1, actorId: admin.id, now: Date.now() }
	expect(await rejectOrder(decision)).toEqual({ ok: true })
	const rows = await db.select().from(creatives).where(eq(creatives.accountId, owner.id))
	expect(rows.map(row => row.imageKey)).toEqual([other])
	const kept = await db.select().from(files).where(eq(files.accountId, owner.id))
	expect(kept.map(row => row.key)).toEqual([other])
	expect(await storage.get(gone ?? '')).toBeUndefined()
	expect(await storage.get(other ?? '')).toBeDefined()
})

test('a rejection keeps a creative that pixels of another order also show', async () => {
	const owner = await makeUser()
	const admin = await makeAdmin()
	const { orderId } = await ownCells(owner.id, [620])
	await ownCells(owner.id, [621])
	await saveCreative(620, { ...text, image: imageFile() }, by(owner))
	await rejectOrder({ orderId, version: 1, actorId: admin.id, now: Date.now() })
	const [block] = listBlocks(await readGrid(Date.now()), owner.id)
	expect(block).toMatchObject({ cells: [621], creative: { description: 'A square' } })
	expect(await storage.get(block?.creative?.imageKey ?? '')).toBeDefined()
})

/** Stores a receipt and its row, as attaching it to an order does. */
async function takeReceipt(...sent: Parameters<typeof acceptReceipt>) {
	const accepted = await acceptReceipt(...sent)
	if (accepted.ok) await write(tx => insertFile(tx, accepted))
	return accepted
}

test('a full disk shows a plain message, and no row names a missing file', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [700])
	// A file in place of the directory simulates a full disk, also for the superuser.
	const folder = path.join(env.storageUrl, 'receipts')
	await writeFile(folder, '').catch(() => undefined)
	const refused = await takeReceipt(imageFile(), owner.id, Date.now())
	expect(refused).toMatchObject({ code: 'not-stored', message: FILE_MESSAGES.notStored })
	await rm(folder)
	expect((await takeReceipt(imageFile(), owner.id, Date.now())).ok).toBe(true)
	expect(await db.select().from(files).where(eq(files.accountId, owner.id))).toHaveLength(1)
})

test('a receipt’s type is detected from its bytes: images are re-encoded, a PDF stays unchanged', async () => {
	const owner = await makeUser()
	const accept = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
		takeReceipt(new File([bytes], name), owner.id, Date.now())
	const image = await accept(new Uint8Array(makeTwoColourPng()), '../a "receipt".pdf')
	expect(image).toMatchObject({ ok: true, name: 'a receipt.png', key: expect.stringMatching(/\.png$/) })
	const document = await accept(new Uint8Array(SMALL_PDF), 'receipt.png')
	expect(document).toMatchObject({ ok: true, key: expect.stringMatching(/^receipts\/[\w-]{32}\.pdf$/) })
	if (document.ok) expect(Buffer.from((await storage.get(document.key)) ?? []).equals(SMALL_PDF)).toBe(true)

	const cutOff = new Uint8Array(SMALL_PDF.subarray(0, 60))
	expect(await accept(cutOff, 'a.pdf')).toMatchObject({
		code: 'unreadable',
		message: FILE_MESSAGES.unreadable,
	})
	const html = new Uint8Array(Buffer.from('<!doctype html>'))
	expect(await accept(html, 'a.pdf')).toMatchObject({
		code: 'type',
		message: 'Only PNG, JPG, or PDF files are allowed',
	})
	expect(await accept(new Uint8Array(5 * 1024 * 1024 + 1), 'a.pdf')).toMatchObject({
		code: 'too-large',
		message: 'File size must not exceed 5MB',
	})
})

test('receipts are readable by their owner and administrators, published creatives by everybody', async () => {
	const owner = await makeUser()
	const order = await ownCells(owner.id, [800])
	const accepted = await takeReceipt(imageFile(), owner.id, Date.now())
	if (!accepted.ok) throw new Error(accepted.message)
	const visitor = (id: string, role: 'user' | 'admin') => {
		return { id, role } as NonNullable<Parameters<typeof findFileFor>[1]>
	}
	const access = async (key: string, who: Parameters<typeof findFileFor>[1]) =>
		(await findFileFor(key, who, Date.now()))?.access
	expect(await access(accepted.key, undefined)).toBeUndefined()
	expect(await access(accepted.key, visitor('somebody', 'user'))).toBeUndefined()
	expect(await access(accepted.key, visitor(owner.id, 'user'))).toBe('private')
	expect(await access(accepted.key, visitor('admin', 'admin'))).toBe('private')

	await saveCreative(800, { ...text, image: imageFile() }, by(owner))
	const found = await findBlock(800, owner.id, Date.now())
	const key = (found.ok && found.block.creative?.imageKey) || ''
	expect(await access(key, undefined)).toBe('public')
	expect(await access(key.replace('.webp', '.small.webp'), undefined)).toBe('public')
	await write(async tx => {
		await tx.update(orders).set({ status: 'rejected' }).where(eq(orders.id, order.orderId))
		await tx.delete(cellHolders).where(and(eq(cellHolders.cell, 800), eq(cellHolders.accountId, owner.id)))
	})
	expect(await access(key, undefined)).toBeUndefined()
	expect(await access(key, visitor(owner.id, 'user'))).toBe('private')
})

test('the sweep deletes files that no row names after a day, and no others', async () => {
	const owner = await makeUser()
	const now = Date.now()
	const abandoned = await takeReceipt(imageFile(), owner.id, now)
	const attached = await takeReceipt(imageFile(), owner.id, now)
	if (!abandoned.ok || !attached.ok) throw new Error('not accepted')
	await makeOrder(owner.id, [950], { paymentReceiptKey: attached.key })
	await ownCells(owner.id, [901])
	await saveCreative(901, { ...text, image: imageFile() }, by(owner))
	const image =
		listBlocks(await readGrid(Date.now()), owner.id).find(block => block.cells[0] === 901)?.creative
			?.imageKey ?? ''
	const stray = 'receipts/stray.pdf'
	await storage.put(stray, new Uint8Array([1]))
	const yesterday = new Date(now - 2 * DAY)
	for (const key of [stray, image, image.replace('.webp', '.small.webp')]) {
		await utimes(path.join(env.storageUrl, key), yesterday, yesterday)
	}
	await sweepFiles(now, new AbortController().signal)
	expect(await storage.get(stray)).toBeUndefined()
	expect(await storage.get(abandoned.key)).toBeDefined()
	await sweepFiles(now + 2 * DAY, new AbortController().signal)
	expect(await storage.get(abandoned.key)).toBeUndefined()
	for (const key of [attached.key, image, image.replace('.webp', '.small.webp')]) {
		expect(await storage.get(key), key).toBeDefined()
	}
})

test('a receipt is displayed inline where possible, with the extension of its bytes, and never as HTML', async () => {
	const owner = await makeUser()
	const answerFor = async (file: File, userAgent: string) => {
		const accepted = await takeReceipt(file, owner.id, Date.now())
		if (!accepted.ok) throw new Error(accepted.message)
		const [folder = '', name = ''] = accepted.key.split('/')
		const request = await makeRequest(`/files/${accepted.key}`, { as: owner })
		request.headers.set('user-agent', userAgent)
		const [openFile] = fileAnswers
		if (!openFile) throw new Error('Files are answered by nothing')
		const asked = routeArgs(request, { folder, name })
		return (await openFile(asked, () => Promise.reject(new Error('no file')))) as Response
	}
	const pdf = new File([new Uint8Array(SMALL_PDF)], 'my receipt.bat')
	const responses = [
		[await answerFor(imageFile(), SAFARI), 'inline; filename="a.png"'],
		[await answerFor(pdf, CHROME), 'inline; filename="my receipt.pdf"'],
		[await answerFor(pdf, FIREFOX), 'inline; filename="my receipt.pdf"'],
		[await answerFor(pdf, SAFARI), 'attachment; filename="my receipt.pdf"'],
		[await answerFor(pdf, CHROME_ON_IOS), 'attachment; filename="my receipt.pdf"'],
		[await answerFor(pdf, ''), 'attachment; filename="my receipt.pdf"'],
	] as const
	for (const [{ headers }, disposition] of responses) {
		expect(headers.get('content-disposition')).toContain(disposition)
		expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
	}
})

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const SAFARI = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.3 Safari/605.1.15`
const CHROME =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const CHROME_ON_IOS = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

test('a receipt stored with another extension is served as stored', async () => {
	const owner = await makeUser()
	const accepted = await takeReceipt(imageFile(), owner.id, Date.now())
	if (!accepted.ok) throw new Error(accepted.message)
	await write(tx => tx.update(files).set({ name: 'receipt.bat' }).where(eq(files.key, accepted.key)))
	const visitor = { id: owner.id, role: 'user' } as NonNullable<Parameters<typeof findFileFor>[1]>
	expect((await findFileFor(accepted.key, visitor, Date.now()))?.name).toBe('receipt.png')
})

test('a PDF must have its end marker', async () => {
	const owner = await makeUser()
	const accept = async (pdf: Buffer) =>
		(await takeReceipt(new File([new Uint8Array(pdf)], 'a.pdf'), owner.id, Date.now())).ok
	const more = (bytes: number) => Buffer.concat([SMALL_PDF, Buffer.alloc(bytes, '\n')])
	expect(await accept(more(1_000))).toBe(true)
	expect(await accept(more(1_100))).toBe(false)
})

test('every encoding counts towards the limit, including a rotation without a new file', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [1_000])
	const save = (more: Partial<Parameters<typeof saveCreative>[1]>) =>
		saveCreative(1_000, { ...text, image: undefined, ...more }, by(owner))
	expect(await save({ image: imageFile() })).toMatchObject({ ok: true })
	const key = `upload:${owner.id}`
	const counted = async () => (await db.select().from(throttles).where(eq(throttles.key, key)))[0]?.count
	expect(await counted()).toBe(1)
	expect(await save({ rotation: 90 })).toMatchObject({ ok: true })
	expect(await counted()).toBe(2)
	expect(await save({ description: 'Words alone' })).toMatchObject({ ok: true })
	expect(await counted()).toBe(2)

	await write(tx => tx.update(throttles).set({ count: 120 }).where(eq(throttles.key, key)))
	const tooMany = { ok: false, field: 'image', code: 'too-many', retryAfter: expect.any(Number) }
	expect(await save({ rotation: 90 })).toMatchObject(tooMany)
	expect(await save({ image: imageFile() })).toMatchObject(tooMany)
	expect(await save({ description: 'Words again' })).toMatchObject({ ok: true })
})

test('an image is not encoded or stored when its sender disconnects', async () => {
	const owner = await makeUser()
	await ownCells(owner.id, [1_010])
	const gone = AbortSignal.abort()
	const before = await storedIn('creatives')
	const input = { ...text, image: imageFile() }
	expect(await saveCreative(1_010, input, { ...by(owner), signal: gone })).toMatchObject({
		code: 'cancelled',
	})
	const receipt = await takeReceipt(imageFile(), owner.id, Date.now(), gone)
	expect(receipt).toMatchObject({ ok: false, code: 'cancelled' })
	expect(await storedIn('creatives')).toEqual(before)
	expect(await db.select().from(files).where(eq(files.accountId, owner.id))).toEqual([])
})

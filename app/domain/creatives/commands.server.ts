import { randomUUID } from 'node:crypto'
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import {
	discard,
	IMAGE_RULE,
	imageRefusal,
	inspectFile,
	openFile,
	type Refusal,
	releaseFiles,
	store,
} from '~/domain/files/commands.server'
import { displayName, FILE_MESSAGES, smallImageKey } from '~/domain/files/rules'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { encodeCreative, type Rotation } from '~/server/images.server'
import { cellHolders, creatives, files } from '~/server/schema.server'
import { newFileKey, storage } from '~/server/storage.server'
import type { FileType } from '~/server/uploads.server'
import { findBlock } from './queries.server'
import type { Block, Creative, Holder } from './rules'

type Actor = { holder: Holder; actorId: string; now: number }
type Outcome = { ok: true; cells: readonly number[] } | { ok: false; field?: 'image'; message: string }

type NewImage = typeof files.$inferInsert
type PreparedImage = { ok: true; row: NewImage; turnedFrom: string | null }

const CHANGED = 'The image was changed somewhere else in the meantime. Please look at it and try again.'

/**
 * Puts description, link and image on the whole block that `cell` belongs to (decision 17). Without a new image the one that is
 * there stays, turned by `rotation`. Who holds the cells is looked at again inside the transaction that attaches the creative, so a
 * rejection or a transfer that comes first is told and nothing is half done. The former image is erased after the commit.
 */
export async function saveCreative(
	cell: number,
	input: { description: string; link: string; image: File | undefined; rotation: Rotation },
	by: Actor,
): Promise<Outcome> {
	const found = await findBlock(cell, by.holder)
	if (!found.ok) return found
	const image = await prepareImage(input, found.block.creative?.imageKey ?? null, by)
	if (image && !image.ok) return { ok: false, field: 'image', message: image.message }
	// When this throws the image stays: the connection may have failed after the commit. The sweep removes what nothing names.
	const saved = await write(tx => attach(tx, cell, input, image, by))
	if (!saved.ok) {
		if (image) await discard([image.row.key])
		return saved
	}
	await discard(saved.released)
	return { ok: true, cells: saved.cells }
}

async function attach(
	tx: Tx,
	cell: number,
	{ description, link }: { description: string; link: string },
	image: PreparedImage | undefined,
	by: Actor,
): Promise<(Outcome & { ok: true; released: string[] }) | (Outcome & { ok: false })> {
	const found = await findBlock(cell, by.holder, tx)
	if (!found.ok) return found
	const { block } = found
	const former = block.creative
	if (image && image.turnedFrom !== null && image.turnedFrom !== former?.imageKey) {
		return { ok: false, field: 'image', message: CHANGED }
	}
	if (!image && !former?.imageKey) return { ok: false, field: 'image', message: 'Image is required' }
	if (image) await tx.insert(files).values(image.row)

	const imageKey = image?.row.key ?? former?.imageKey ?? null
	const content = { description, link: new URL(link).href, imageKey }
	return { ok: true, cells: block.cells, released: await show(tx, block, content, 'creative.save', by) }
}

/** What is wrong with the image of a form that has other mistakes too; nothing is stored. */
export async function imageProblem(image: File | undefined, hasImage: boolean): Promise<string | undefined> {
	if (!image) return hasImage ? undefined : 'Image is required'
	const inspected = await inspectFile(image, IMAGE_RULE)
	return inspected.ok ? 'Please choose the image again' : inspected.message
}

/** Takes the image off the block of `cell`; description and link stay for the next one. */
export async function deleteImage(cell: number, by: Actor): Promise<Outcome> {
	const outcome = await write(async tx => {
		const found = await findBlock(cell, by.holder, tx)
		if (!found.ok) return found
		const { block } = found
		const shown = await creativesOf(tx, block)
		if (!block.creative || shown.every(entry => entry.imageKey === null)) {
			return { ok: false as const, message: 'There is no image on these pixels' }
		}
		const { description, link } = block.creative
		const content = { description, link, imageKey: null }
		const released = await show(tx, block, content, 'creative.delete-image', by)
		return { ok: true as const, cells: block.cells, released }
	})
	if (!outcome.ok) return outcome
	await discard(outcome.released)
	return { ok: true, cells: outcome.cells }
}

/**
 * Makes every cell of the block show `content`: in the creative that is there if nobody else shows it, else in a new one. Creatives
 * and images that nothing shows any more are dropped. @returns the files to discard after the commit.
 */
async function show(
	tx: Tx,
	block: Block,
	content: { description: string; link: string; imageKey: string | null },
	action: string,
	by: Actor,
): Promise<string[]> {
	const before = await creativesOf(tx, block)
	const former = block.creative
	const keep = former !== null && (await isOnlyIn(tx, former, block))
	const id = keep ? former.id : randomUUID()
	const values = { ...content, updatedAt: by.now }
	if (keep) await tx.update(creatives).set(values).where(eq(creatives.id, id))
	else await tx.insert(creatives).values({ id, accountId: by.holder, createdAt: by.now, ...values })
	await tx
		.update(cellHolders)
		.set({ creativeId: id })
		.where(inArray(cellHolders.cell, [...block.cells]))
	const dropped = await dropUnheld(
		tx,
		before.map(entry => entry.id),
	)
	await audit(tx, {
		at: by.now,
		actorId: by.actorId,
		action,
		subjectType: 'creative',
		subjectId: id,
		detail: { cells: block.cells, ...content },
	})
	const replaced = await releaseFiles(
		tx,
		before.flatMap(entry => entry.imageKey ?? []),
	)
	return [...dropped, ...replaced]
}

/** The new image of a save, encoded and stored: the file that was sent, or the one that is there, turned. None when neither. */
async function prepareImage(
	input: { image: File | undefined; rotation: Rotation },
	formerKey: string | null,
	by: Actor,
): Promise<PreparedImage | Refusal | undefined> {
	if (input.image) {
		const opened = await openFile(input.image, IMAGE_RULE, by.actorId, by.now)
		if (!opened.ok) return opened
		return await storeImage(opened, displayName(input.image.name, 'image'), null, input.rotation, by)
	}
	if (input.rotation === 0 || formerKey === null) return undefined
	const bytes = await storage.get(formerKey)
	if (!bytes) return { ok: false, message: FILE_MESSAGES.unreadable }
	return await storeImage({ bytes, type: 'webp' }, 'image.webp', formerKey, input.rotation, by)
}

async function storeImage(
	source: { bytes: Uint8Array; type: FileType },
	name: string,
	turnedFrom: string | null,
	rotation: Rotation,
	by: Actor,
): Promise<PreparedImage | Refusal> {
	const encoded = await encodeCreative(source.bytes, source.type, rotation)
	if (!encoded.ok) return imageRefusal(encoded)
	const { master, small } = encoded.image
	const key = newFileKey('creatives', master.extension)
	const stored = await store([
		[key, master.bytes],
		[smallImageKey(key), small.bytes],
	])
	if (!stored) return { ok: false, message: FILE_MESSAGES.notStored }
	const { mime, width, height } = master
	const size = { bytes: master.bytes.length, width, height }
	const row = { key, kind: 'creative', mime, name, ...size, accountId: by.holder, createdAt: by.now } as const
	return { ok: true, row, turnedFrom }
}

/** Whether no cell outside the block, and no other holder, shows the same creative. */
async function isOnlyIn(tx: Tx, creative: Creative, block: Block): Promise<boolean> {
	const rows = await tx
		.select({ cell: cellHolders.cell })
		.from(cellHolders)
		.where(eq(cellHolders.creativeId, creative.id))
	return rows.every(row => block.cells.includes(row.cell))
}

async function creativesOf(tx: Tx, block: Block): Promise<{ id: string; imageKey: string | null }[]> {
	return await tx
		.selectDistinct({ id: creatives.id, imageKey: creatives.imageKey })
		.from(cellHolders)
		.innerJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.where(inArray(cellHolders.cell, [...block.cells]))
}

/** Deletes those of the creatives that no cell shows any more. @returns the files to discard after the commit. */
export async function dropUnheld(tx: Tx, ids: readonly string[]): Promise<string[]> {
	if (ids.length === 0) return []
	const holders = tx.select({ one: sql`1` }).from(cellHolders).where(eq(cellHolders.creativeId, creatives.id))
	const rows = await tx
		.delete(creatives)
		.where(and(inArray(creatives.id, [...ids]), notExists(holders)))
		.returning({ imageKey: creatives.imageKey })
	return await releaseFiles(
		tx,
		rows.flatMap(row => row.imageKey ?? []),
	)
}

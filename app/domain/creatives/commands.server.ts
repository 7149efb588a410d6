import { randomUUID } from 'node:crypto'
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { deleteUnreferenced, releaseFiles } from '~/domain/files/commands.server'
import { releaseFormImages } from '~/domain/files/form-image.server'
import type { FileRefusal } from '~/domain/files/rules'
import { countAttempts } from '~/domain/limits.server'
import { findCellsShowing, getShown, setShown } from '~/domain/ownership/showing.server'
import type { Refusal } from '~/domain/refusal'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { cellHolders, cellLoans, creatives, files } from '~/server/db/schema.server'
import { type ImageInput, type PreparedImage, prepareImage } from './image.server'
import { type BlockLookup, findBlock } from './queries.server'
import type { Block, BlockEditor, Creative } from './rules'

type Code = (BlockLookup & { ok: false })['code'] | FileRefusal['code'] | 'changed' | 'missing' | 'no-image'
type CreativeRefusal = Refusal<Code>
type Outcome = { ok: true; cells: readonly number[] } | CreativeRefusal

const PER_HOUR = { attempts: 120, seconds: 3600 }
const PER_DAY = { attempts: 500, seconds: 86_400 }
const CHANGED = 'The image was changed somewhere else in the meantime. Please look at it and try again.'

/**
 * Saves description, link and image of the whole block that `cell` belongs to (P24). Without a new image the current
 * one stays, rotated and framed as requested. The holder is checked again inside the transaction, so an earlier
 * rejection or transfer is reported and nothing is half done. The former image is erased after the commit.
 */
export async function saveCreative(
	cell: number,
	input: { description: string; link: string } & ImageInput,
	by: BlockEditor,
): Promise<Outcome> {
	const found = await findBlock(cell, by.holder, by.now)
	if (!found.ok) return found
	const image = await prepareImage(input, found.block, by)
	if (image && !image.ok) return { ...image, field: 'image' }
	// Keeps the image if this throws, because the connection may have failed after the commit. The sweep deletes
	// unreferenced files.
	const saved = await write(tx => attach(tx, cell, input, image, by))
	if (!saved.ok) {
		if (image) await deleteUnreferenced([image.row.key])
		return saved
	}
	await releaseFormImages([input.held], by.actorId)
	return saved
}

async function attach(
	tx: Tx,
	cell: number,
	{ description, link }: { description: string; link: string },
	image: PreparedImage | undefined,
	by: BlockEditor,
): Promise<Outcome> {
	const found = await findBlock(cell, by.holder, by.now, tx)
	if (!found.ok) return found
	const { block } = found
	const former = block.creative
	if (image && image.turnedFrom !== null && image.turnedFrom !== former?.imageKey) {
		return { ok: false, field: 'image', code: 'changed', message: CHANGED }
	}
	if (!image && !former?.imageKey) {
		return { ok: false, field: 'image', code: 'missing', message: 'Image is required' }
	}
	const imageKey = image?.row.key ?? former?.imageKey ?? null
	const content = { description, link: new URL(link).href, imageKey }
	if (former && block.differing === 0 && isSame(former, content)) {
		return { ok: true, cells: block.cells }
	}
	const tooMany = await countChange(tx, by)
	if (tooMany) return tooMany
	if (image) await tx.insert(files).values(image.row)
	await show(tx, block, content, 'creative.save', by)
	return { ok: true, cells: block.cells }
}

function isSame(former: Creative, content: Omit<Creative, 'id'>): boolean {
	const { description, link, imageKey } = former
	return description === content.description && link === content.link && imageKey === content.imageKey
}

/**
 * Counts a change, because its audit entry is kept for good.
 * @returns the refusal when the limit is exceeded.
 */
async function countChange(tx: Tx, { actorId, now }: BlockEditor): Promise<CreativeRefusal | undefined> {
	const limits = [[`creative-day:${actorId}`, PER_DAY] as const, [`creative:${actorId}`, PER_HOUR] as const]
	return await countAttempts(tx, limits, now, 'Many changes came from your account in a short time.')
}

/** Deletes the image of the block of `cell`; description and link stay. */
export async function deleteImage(cell: number, by: BlockEditor): Promise<Outcome> {
	return await write(async tx => {
		const found = await findBlock(cell, by.holder, by.now, tx)
		if (!found.ok) return found
		const { block } = found
		const shown = await readBlockCreatives(tx, block)
		if (!block.creative || shown.every(entry => entry.imageKey === null)) {
			return { ok: false, code: 'no-image', message: 'There is no image on these pixels' }
		}
		const tooMany = await countChange(tx, by)
		if (tooMany) return tooMany
		const { description, link } = block.creative
		await show(tx, block, { description, link, imageKey: null }, 'creative.delete-image', by)
		return { ok: true, cells: block.cells }
	})
}

/**
 * Shows `content` on every cell of the block: in the existing creative if nobody else shows it, else in a new one.
 * Deletes creatives and images that nothing shows any more.
 */
async function show(
	tx: Tx,
	block: Block,
	content: { description: string; link: string; imageKey: string | null },
	action: string,
	by: BlockEditor,
): Promise<void> {
	const before = await readBlockCreatives(tx, block)
	const former = block.creative
	const keep = former !== null && (await isOnlyIn(tx, former, block))
	const id = keep ? former.id : randomUUID()
	const values = { ...content, updatedAt: by.now }
	if (keep) await tx.update(creatives).set(values).where(eq(creatives.id, id))
	else await tx.insert(creatives).values({ id, accountId: by.holder, createdAt: by.now, ...values })
	await setShown(tx, block.cells, id, block.loan !== null)
	await deleteOrphaned(
		tx,
		before.map(entry => entry.id),
	)
	await audit(tx, action, { type: 'creative', id }, by, { cells: block.cells, ...content })
	await releaseFiles(
		tx,
		before.map(entry => entry.imageKey),
	)
}

/** Tests that no cell outside the block, and no other holder, shows the same creative. */
async function isOnlyIn(tx: Tx, creative: Creative, block: Block): Promise<boolean> {
	return (await findCellsShowing(tx, creative.id)).every(cell => block.cells.includes(cell))
}

async function readBlockCreatives(tx: Tx, block: Block): Promise<{ id: string; imageKey: string | null }[]> {
	const shown = await getShown(tx, block.cells, block.loan !== null)
	return await tx
		.select({ id: creatives.id, imageKey: creatives.imageKey })
		.from(creatives)
		.where(inArray(creatives.id, shown))
}

/** Deletes those of the creatives that no cell shows any more, with their images. */
export async function deleteOrphaned(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
	const named = ids.filter(id => id !== null)
	if (named.length === 0) return
	const one = { one: sql`1` }
	const holders = tx.select(one).from(cellHolders).where(eq(cellHolders.creativeId, creatives.id))
	const loans = tx.select(one).from(cellLoans).where(eq(cellLoans.creativeId, creatives.id))
	const rows = await tx
		.delete(creatives)
		.where(and(inArray(creatives.id, named), notExists(holders), notExists(loans)))
		.returning({ imageKey: creatives.imageKey })
	await releaseFiles(
		tx,
		rows.map(row => row.imageKey),
	)
}

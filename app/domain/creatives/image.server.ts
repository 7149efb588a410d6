import {
	countEncoding,
	IMAGE_RULE,
	NOT_STORED,
	openFile,
	refuseImage,
	storeFiles,
} from '~/domain/files/commands.server'
import {
	type FormImage,
	findFormImage,
	releaseFormImages,
	storeFormImage,
} from '~/domain/files/form-image.server'
import { type FileRefusal, formatFileName, smallImageKey } from '~/domain/files/rules'
import { readOriginal } from '~/domain/files/stored.server'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import type { files } from '~/server/db/schema.server'
import { newFileKey } from '~/server/files/storage.server'
import { encodeCreative, type ImageSource, type Rotation } from '~/server/images/images.server'
import { BACKGROUND, DEFAULT_FRAMING, type Framing, isDefaultFraming } from './framing'
import type { Block, BlockEditor } from './rules'

/** An image whose bytes are stored but not yet its row. `turnedFrom`: the key of the image it was made from. */
export type PreparedImage = { ok: true; row: typeof files.$inferInsert; turnedFrom: string | null }

type ImageRefusal = { message: string; code?: FileRefusal['code']; retryAfter?: number }

/** The image input of a form: a new file, or one stored for it, with rotation and framing. */
export type ImageInput = {
	image: File | undefined
	/** Why the file was not read. */
	busy?: ImageRefusal | undefined
	held?: string | undefined
	rotation: Rotation
	framing?: Framing
}

/**
 * Handles the image of a form with errors: stores a new file for the form, replacing an earlier one.
 * @returns the form's image and its errors. `hasImage`: there is one besides the input.
 */
export async function storeDraftImage(
	{ image, held, busy }: Pick<ImageInput, 'image' | 'held' | 'busy'>,
	hasImage: boolean,
	by: BlockEditor,
): Promise<{ held: FormImage | undefined; refusal?: ImageRefusal }> {
	const before = await findFormImage(held, by.actorId)
	if (busy) return { held: before, refusal: busy }
	if (image) {
		const kept = await storeFormImage(image, IMAGE_RULE, toSender(by))
		if (!kept.ok) return { held: before, refusal: kept }
		await releaseFormImages([before?.key], by.actorId)
		return { held: kept.image }
	}
	if (before || hasImage) return { held: before }
	return { held: undefined, refusal: { message: 'Image is required' } }
}

const toSender = ({ actorId, now, signal }: BlockEditor) => ({ accountId: actorId, now, signal })

/**
 * Encodes and stores the new image of a save: from the file that was sent, the one stored for the form, or the saved
 * one, rotated and framed. None when nothing changes. Counts towards the encodings that an account may request per
 * hour.
 */
export async function prepareImage(
	input: ImageInput,
	block: Pick<Block, 'cells' | 'creative'>,
	by: BlockEditor,
): Promise<PreparedImage | FileRefusal | undefined> {
	const { image, rotation, framing = DEFAULT_FRAMING } = input
	const frame = isDefaultFraming(framing)
		? undefined
		: { ...framing, ratio: getRatio(block), ground: BACKGROUND }
	const sender = toSender(by)
	if (image) {
		const opened = await openFile(image, IMAGE_RULE, sender)
		if (!opened.ok) return opened
		return await encodeAndStore({ ...opened, rotation, frame }, formatFileName(image.name, 'image'), null, by)
	}
	const held = await findFormImage(input.held, by.actorId)
	const formerKey = block.creative?.imageKey ?? null
	const key = held?.key ?? formerKey
	if (key === null || (!held && rotation === 0 && !frame)) return undefined
	const refusal = await countEncoding(sender.accountId, sender.now)
	if (refusal) return refusal
	const original = await readOriginal(key)
	if (!original.ok) return original
	const source = { bytes: original.bytes, type: 'webp', rotation, frame } as const
	return await encodeAndStore(source, held?.name ?? 'image.webp', held ? null : formerKey, by)
}

function getRatio({ cells }: Pick<Block, 'cells'>): number {
	const { w, h } = boundingBox(cellsByIds(cells))
	return w / h
}

async function encodeAndStore(
	source: ImageSource,
	name: string,
	turnedFrom: string | null,
	by: BlockEditor,
): Promise<PreparedImage | FileRefusal> {
	const encoded = await encodeCreative(source, { accountId: by.actorId, signal: by.signal })
	if (!encoded.ok) return refuseImage(encoded)
	const { master, small } = encoded.image
	const key = newFileKey('creatives', 'webp')
	const stored = await storeFiles([
		[key, master.bytes],
		[smallImageKey(key), small.bytes],
	])
	if (!stored) return NOT_STORED
	const { width, height } = master
	const row = {
		key,
		kind: 'creative',
		mime: 'image/webp',
		name,
		bytes: master.bytes.length,
		width,
		height,
		accountId: by.holder,
		createdAt: by.now,
	} as const
	return { ok: true, row, turnedFrom }
}

import { and, desc, eq, inArray, not, or, sql } from 'drizzle-orm'
import { db, type Tx, write } from '~/server/db/db.server'
import { files, placedImages } from '~/server/db/schema.server'
import { newFileKey } from '~/server/files/storage.server'
import { encodeFormImage } from '~/server/images/images.server'
import {
	countEncoding,
	type FileRule,
	isPlaced,
	isReferenced,
	NOT_STORED,
	type OpenedFile,
	openFile,
	refuseImage,
	releaseFiles,
	type Sender,
	storeFiles,
} from './commands.server'
import { type FileRefusal, formatFileName } from './rules'
import { readOriginal } from './stored.server'

/** Images stored for unfinished forms, per account. */
const MAX_FORM_IMAGES = 4

/** An accepted image that its form, because of other errors or a preview, need not send again. */
export type FormImage = { key: string; name: string; width: number; height: number }

/**
 * Stores an image for a form with errors. Only that form refers to it, by its key: it is deleted when the form uses it,
 * when the account has {@link MAX_FORM_IMAGES} newer ones, and by the sweep after a day. One placed on a selection that
 * is then bought stays with the checkout.
 */
export async function storeFormImage(
	file: File,
	rule: FileRule,
	by: Sender,
): Promise<{ ok: true; image: FormImage } | FileRefusal> {
	const opened = await openFile(file, rule, by)
	if (!opened.ok) return opened
	const encoded = await encodeFormImage(opened, by)
	if (!encoded.ok) return refuseImage(encoded)
	const { bytes, width, height } = encoded.image
	const key = newFileKey('creatives', 'webp')
	if (!(await storeFiles([[key, bytes]]))) return NOT_STORED
	const { accountId, now } = by
	const image = { key, name: formatFileName(file.name, 'image'), width, height }
	const row = { ...image, kind: 'creative', mime: 'image/webp', bytes: bytes.length } as const
	await write(async tx => {
		await tx.insert(files).values({ ...row, accountId, createdAt: now })
		await releaseOldest(tx, accountId)
	})
	return { ok: true, image }
}

/** Matches images stored for a form or a checkout of this account. */
export function isFormImageOf(accountId: string) {
	return and(isOwnCreative(accountId), or(isUnused, isPlaced))
}

const isOwnCreative = (accountId: string) => and(eq(files.accountId, accountId), eq(files.kind, 'creative'))
const isUnused = not(isReferenced ?? sql`1`)

async function releaseOldest(tx: Tx, accountId: string): Promise<void> {
	const held = await tx
		.select({ key: files.key })
		.from(files)
		.where(and(isOwnCreative(accountId), isUnused))
		.orderBy(desc(files.createdAt), desc(sql`rowid`))
	const oldest = held.slice(MAX_FORM_IMAGES)
	await releaseFiles(
		tx,
		oldest.map(file => file.key),
	)
}

/** Finds the image stored for a form of this account under the key in the form. */
export async function findFormImage(
	key: string | undefined,
	accountId: string,
): Promise<FormImage | undefined> {
	if (!key) return undefined
	const isIt = and(eq(files.key, key), isFormImageOf(accountId))
	const [file] = await db.select().from(files).where(isIt)
	return file && toFormImage(file)
}

/** Picks the fields of a form's image. */
export function toFormImage({ key, name, width, height }: typeof files.$inferSelect): FormImage {
	return { key, name, width: width ?? 0, height: height ?? 0 }
}

/** Reads a stored image to be encoded, which is counted. */
export async function openFormImage({ key }: FormImage, by: Sender): Promise<OpenedFile | FileRefusal> {
	const refusal = await countEncoding(by.accountId, by.now)
	if (refusal) return refusal
	const original = await readOriginal(key)
	return original.ok ? { ...original, type: 'webp' } : original
}

/** Deletes images stored for a form that was accepted, or has another image now. */
export async function releaseFormImages(keys: readonly (string | undefined)[], accountId: string) {
	const named = keys.filter(key => key !== undefined)
	if (named.length === 0) return
	await write(async tx => {
		const own = await tx
			.select({ key: files.key })
			.from(files)
			.where(and(inArray(files.key, named), isFormImageOf(accountId)))
		const keys = own.map(file => file.key)
		await tx.delete(placedImages).where(inArray(placedImages.imageKey, keys))
		await releaseFiles(tx, keys)
	})
}

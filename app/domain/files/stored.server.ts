import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { db } from '~/server/db.server'
import { log } from '~/server/log.server'
import { files } from '~/server/schema.server'
import { storage } from '~/server/storage.server'

/** Keys of which the log knows that they are damaged, and how that was found. */
const reported = new LRUCache<string, 'length' | 'content'>({ max: 10_000 })

/**
 * The bytes of an upload, as long as they were when it was stored (`size`; null where that is not known). Undefined
 * when they are gone or cut off, of which the log has one warning a key, until it is back.
 */
export async function readUpload(
	key: string,
	size: number | null,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const bytes = await storage.get(key)
	if (bytes && (size === null || bytes.length === size)) {
		if (reported.get(key) === 'length') reported.delete(key)
		return bytes
	}
	report(key, 'length', { found: bytes?.length ?? null, stored: size })
	return undefined
}

/** {@link readUpload} of a file whose row has not been read yet. */
export async function readOriginal(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const [row] = await db.select({ bytes: files.bytes }).from(files).where(eq(files.key, key))
	return row && (await readUpload(key, row.bytes))
}

/** Whether an image could be decoded: one that could not is damaged, though it is as long as it was. */
export function noteDecoding(key: string, isReadable: boolean): void {
	if (isReadable) reported.delete(key)
	else report(key, 'content', {})
}

function report(key: string, how: 'length' | 'content', detail: Record<string, unknown>): void {
	if (reported.has(key)) return
	reported.set(key, how)
	log.warn({ key, ...detail }, 'an upload is damaged on disk')
}

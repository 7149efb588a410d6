import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { readGrid } from '~/domain/grid/queries.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { type OpenFile, storage } from '~/server/files/storage.server'
import { log } from '~/server/ops/log.server'
import { NOT_READ, UNREADABLE } from './commands.server'
import { canOpen, downloadName, type FileRefusal, masterImageKey } from './rules'

/** Damaged keys that have been logged, and how the damage was found. */
const reported = new LRUCache<string, 'length' | 'content'>({ max: 10_000 })

/**
 * Reads the bytes of an upload whose length is as stored (`size`; null if unknown). Undefined when the file is missing
 * or truncated, which is logged once per key until it is back.
 */
export async function readUpload(key: string, size: number | null) {
	const bytes = await storage.get(key)
	return isWhole(key, bytes?.length ?? null, size) ? bytes : undefined
}

/** Like {@link readUpload}, but streamed. */
export async function openUpload(key: string, size: number | null): Promise<OpenFile | undefined> {
	const file = await storage.open(key)
	if (isWhole(key, file?.bytes ?? null, size)) return file
	await file?.stream.cancel()
	return undefined
}

/** Reads the bytes of an image that is to be encoded again. */
export async function readOriginal(
	key: string,
): Promise<{ ok: true; bytes: Uint8Array<ArrayBuffer> } | FileRefusal> {
	const [row] = await db.select({ bytes: files.bytes }).from(files).where(eq(files.key, key))
	if (!row) return UNREADABLE
	try {
		const bytes = await readUpload(key, row.bytes)
		return bytes ? { ok: true, bytes } : UNREADABLE
	} catch (error) {
		log.error({ err: error, key }, 'a file could not be read')
		return NOT_READ
	}
}

/**
 * Compares the length of a file in the store (`found`; null when it is missing) with the stored one, and logs a
 * difference.
 */
function isWhole(key: string, found: number | null, stored: number | null): boolean {
	if (found === null || (stored !== null && found !== stored)) {
		logDamaged(key, 'length', { found, stored })
		return false
	}
	if (reported.get(key) === 'length') reported.delete(key)
	return true
}

/** Records whether an image could be decoded: one that could not is damaged, even at its stored length. */
export function recordDecoding(key: string, isReadable: boolean): void {
	if (isReadable) reported.delete(key)
	else logDamaged(key, 'content', {})
}

function logDamaged(key: string, how: 'length' | 'content', detail: Record<string, unknown>): void {
	if (reported.has(key)) return
	reported.set(key, how)
	log.warn({ key, ...detail }, 'an upload is damaged on disk')
}

/**
 * Finds a file that this visitor may open; undefined for an unknown key and for a file that is not theirs to see.
 * `name`: for the download. `size`: in bytes, null for the small version of an image, whose size is not stored.
 */
export async function findFileFor(
	key: string,
	visitor: Pick<SessionAccount, 'id' | 'role'> | undefined,
	now: number,
) {
	const masterKey = masterImageKey(key)
	const [file] = await db.select().from(files).where(eq(files.key, masterKey))
	if (!file) return undefined
	const published =
		file.kind === 'creative' && (await readGrid(now)).blocks.some(block => block.imageKey === masterKey)
	const access = canOpen(file, visitor, published)
	if (access === 'none') return undefined
	const size = key === masterKey ? file.bytes : null
	return { name: downloadName(file.name, file.mime), mime: file.mime, size, access }
}

import { write } from '~/server/db.server'
import { encodeReceipt, type ImageResult } from '~/server/images.server'
import { log } from '~/server/log.server'
import { files } from '~/server/schema.server'
import { newFileKey, storage } from '~/server/storage.server'
import { throttle } from '~/server/throttle.server'
import { FILE_TYPES, type FileType, sniffFileType } from '~/server/uploads.server'
import { displayName, FILE_MESSAGES, MAX_FILE_BYTES } from './rules'

export type Refusal = { ok: false; message: string }

const UPLOADS_PER_HOUR = 120

/** `name`: as it may be shown. */
export type AcceptedFile = { ok: true; key: string; name: string }

/**
 * Checks, cleans and stores a payment receipt: at most 5 MB, PNG, JPEG or PDF by its bytes. Images are encoded anew, a PDF stays
 * as it is. The bytes are durable before the row is. A receipt that no order comes to name is swept away after a day.
 */
export async function acceptReceipt(
	file: File,
	accountId: string,
	now: number,
): Promise<AcceptedFile | Refusal> {
	const opened = await openFile(file, {
		accountId,
		now,
		type: FILE_MESSAGES.receiptType,
		accept: ['png', 'jpeg', 'pdf'],
	})
	if (!opened.ok) return opened
	const cleaned = await cleanReceipt(opened.bytes, opened.type)
	if (!cleaned.ok) return cleaned
	const { bytes, type, width, height } = cleaned
	const { mime, extension } = FILE_TYPES[type]
	const key = newFileKey('receipts', extension)
	if (!(await store([[key, bytes]]))) return { ok: false, message: FILE_MESSAGES.notStored }
	const name = displayName(file.name, `receipt.${extension}`)
	await write(tx =>
		tx.insert(files).values({
			key,
			kind: 'receipt',
			mime,
			bytes: bytes.length,
			name,
			width,
			height,
			accountId,
			createdAt: now,
		}),
	)
	return { ok: true, key, name }
}

async function cleanReceipt(
	bytes: Uint8Array,
	type: FileType,
): Promise<
	{ ok: true; bytes: Uint8Array; type: FileType; width: number | null; height: number | null } | Refusal
> {
	if (type === 'pdf') {
		// A PDF without its end was cut off on the way, and the administrator could not open it.
		const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('%%EOF')
		if (!whole) return { ok: false, message: FILE_MESSAGES.unreadable }
		return { ok: true, bytes, type, width: null, height: null }
	}
	const result = await encodeReceipt(bytes, type === 'png' ? 'png' : 'jpeg')
	if (!result.ok) return imageRefusal(result)
	return { ok: true, type, ...result.image }
}

/** What is said when an image could not be encoded. */
export function imageRefusal(result: ImageResult<unknown> & { ok: false }): Refusal {
	const { tooManyPixels, unreadable } = FILE_MESSAGES
	return { ok: false, message: result.problem === 'too-many-pixels' ? tooManyPixels : unreadable }
}

/** Reads a file and finds out what it is, for the size and type checks that all kinds share. */
export async function openFile(
	file: File,
	rule: { accountId: string; now: number; accept: readonly FileType[]; type: string; tooLarge?: string },
): Promise<{ ok: true; bytes: Uint8Array; type: FileType } | Refusal> {
	if (file.size === 0) return { ok: false, message: FILE_MESSAGES.empty }
	if (file.size > MAX_FILE_BYTES) return { ok: false, message: rule.tooLarge ?? FILE_MESSAGES.tooLarge }
	const bytes = await file.bytes()
	const type = sniffFileType(bytes)
	if (!type || !rule.accept.includes(type)) return { ok: false, message: rule.type }
	const allowed = await throttle(`upload:${rule.accountId}`, UPLOADS_PER_HOUR, 3_600, rule.now)
	return allowed.ok ? { ok: true, bytes, type } : { ok: false, message: FILE_MESSAGES.tooMany }
}

/** Stores bytes under keys, all or nothing. False when the store is full or away, which is for the log to explain. */
export async function store(
	entries: readonly (readonly [key: string, bytes: Uint8Array])[],
): Promise<boolean> {
	try {
		for (const [key, bytes] of entries) await storage.put(key, bytes)
		return true
	} catch (error) {
		log.error({ err: error }, 'a file could not be stored')
		await discard(entries.map(([key]) => key))
		return false
	}
}

/** Removes bytes that no row names. What cannot be removed now is left to the sweep. */
export async function discard(keys: readonly string[]): Promise<void> {
	for (const key of keys) {
		try {
			await storage.delete(key)
		} catch (error) {
			log.warn({ err: error, key }, 'a file could not be removed')
		}
	}
}

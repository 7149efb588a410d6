import { and, eq, exists, inArray, not, or, sql } from 'drizzle-orm'
import { countAttempts } from '~/domain/limits.server'
import { afterCommit, db, type Tx, write } from '~/server/db/db.server'
import { accounts, creatives, files, orders, placedImages } from '~/server/db/schema.server'
import { FILE_TYPES, type FileType, sniffFileType } from '~/server/files/file-types.server'
import { newFileKey, storage } from '~/server/files/storage.server'
import { encodeReceipt, type ImageProblem, type Uploader } from '~/server/images/images.server'
import { log } from '~/server/ops/log.server'
import {
	downloadName,
	FILE_MESSAGES,
	type FileRefusal,
	formatFileName,
	MAX_FILE_BYTES,
	smallImageKey,
	tooManyPixels,
} from './rules'

const UPLOADS = { attempts: 120, seconds: 3600 }
/** Where a PDF must have its end mark, in bytes from the end (ISO 32000, annex H: readers search no further). */
const PDF_TAIL_BYTES = 1_024
/** Seconds until an upload that was refused for lack of room may be retried. */
const RETRY_AFTER = 30

/** The row of a file. `name`: the display name. */
export type NewFile = typeof files.$inferSelect

/** The sender of a file, the time, and the signal that the request was aborted. */
export type Sender = Uploader & { now: number }

/**
 * Validates, cleans and stores a payment receipt: at most 5 MB, PNG, JPEG or PDF by its bytes. Images are encoded
 * again, a PDF stays as it is. Stores the bytes first; {@link insertFile} writes the row with the order that refers to
 * it. Bytes that no order refers to are deleted after a day.
 */
export async function acceptReceipt(
	file: File,
	accountId: string,
	now: number,
	signal?: AbortSignal,
): Promise<({ ok: true } & NewFile) | FileRefusal> {
	const by = { accountId, now, signal }
	const opened = await openFile(file, RECEIPT_RULE, by)
	if (!opened.ok) return opened
	const cleaned = await cleanReceipt(opened, by)
	if (!cleaned.ok) return cleaned
	const { bytes, type, width, height } = cleaned
	const { mime, extension } = FILE_TYPES[type]
	const key = newFileKey('receipts', extension)
	if (!(await storeFiles([[key, bytes]]))) return NOT_STORED
	const name = downloadName(formatFileName(file.name, 'receipt'), mime)
	const row = { key, kind: 'receipt', mime, bytes: bytes.length, name, width, height } as const
	return { ok: true, ...row, accountId, createdAt: now }
}

/** Writes the row of stored bytes. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
	// Exists already after a retry whose first attempt was committed.
	await tx.insert(files).values(file).onConflictDoNothing()
}

type CleanReceipt = OpenedFile & { width: number | null; height: number | null }

async function cleanReceipt({ bytes, type }: OpenedFile, by: Sender): Promise<CleanReceipt | FileRefusal> {
	if (type === 'pdf') {
		// A PDF without an end mark was truncated, and the administrator could not open it.
		const tail = Buffer.from(bytes.subarray(-PDF_TAIL_BYTES))
		return tail.includes('%%EOF') ? { ok: true, bytes, type, width: null, height: null } : UNREADABLE
	}
	const encoded = await encodeReceipt(bytes, type === 'png' ? 'png' : 'jpeg', by)
	return encoded.ok ? { ok: true, type, ...encoded.image } : refuseImage(encoded)
}

export const NOT_STORED: FileRefusal = { ok: false, code: 'not-stored', message: FILE_MESSAGES.notStored }
export const NOT_READ: FileRefusal = { ok: false, code: 'not-read', message: FILE_MESSAGES.notRead }
export const UNREADABLE: FileRefusal = { ok: false, code: 'unreadable', message: FILE_MESSAGES.unreadable }

/** Returns the refusal for an image that could not be encoded. */
export function refuseImage(result: ImageProblem): FileRefusal {
	const { tooHeavy, busy, accountBusy, cancelled } = FILE_MESSAGES
	switch (result.problem) {
		case 'unreadable':
			return UNREADABLE
		case 'too-many-pixels':
			return { ok: false, code: 'too-many-pixels', message: tooManyPixels(result.maxPixels) }
		case 'too-heavy':
			return { ok: false, code: 'too-heavy', message: tooHeavy }
		case 'busy':
			return { ok: false, code: 'busy', message: busy, retryAfter: RETRY_AFTER }
		case 'account-busy':
			return { ok: false, code: 'busy', message: accountBusy, retryAfter: RETRY_AFTER }
		case 'cancelled':
			return { ok: false, code: 'cancelled', message: cancelled }
	}
}

/** The rules for a kind of upload: types, and the messages for a wrong type and a file that is too large. */
export type FileRule = { accept: readonly FileType[]; type: string; tooLarge: string }

/** Images that are shown on the grid. */
export const IMAGE_RULE: FileRule = {
	accept: ['png', 'jpeg', 'webp', 'gif', 'avif'],
	type: FILE_MESSAGES.imageType,
	tooLarge: FILE_MESSAGES.tooLarge,
}

const RECEIPT_RULE: FileRule = {
	accept: ['png', 'jpeg', 'pdf'],
	type: FILE_MESSAGES.receiptType,
	tooLarge: FILE_MESSAGES.tooLarge,
}

export type OpenedFile = { ok: true; bytes: Uint8Array; type: FileType }

/** Detects size and type of a file from its bytes. Changes nothing. */
export async function inspectFile(file: File, rule: FileRule): Promise<OpenedFile | FileRefusal> {
	if (file.size === 0) return { ok: false, code: 'empty', message: FILE_MESSAGES.empty }
	if (file.size > MAX_FILE_BYTES) return { ok: false, code: 'too-large', message: rule.tooLarge }
	const bytes = await file.bytes()
	const type = await sniffFileType(bytes)
	if (type && rule.accept.includes(type)) return { ok: true, bytes, type }
	return { ok: false, code: 'type', message: rule.type }
}

/** Calls {@link inspectFile} and {@link countEncoding}. */
export async function openFile(file: File, rule: FileRule, by: Sender): Promise<OpenedFile | FileRefusal> {
	const inspected = await inspectFile(file, rule)
	if (!inspected.ok) return inspected
	return (await countEncoding(by.accountId, by.now)) ?? inspected
}

/**
 * Counts one of the encodings that an account may request per hour.
 * @returns the refusal when the limit is exceeded.
 */
export async function countEncoding(accountId: string, now: number): Promise<FileRefusal | undefined> {
	return await write(tx => countAttempts(tx, [[`upload:${accountId}`, UPLOADS]], now, FILE_MESSAGES.tooMany))
}

/** Stores bytes under keys, all or nothing. Returns false, and logs why, when the store is full or unavailable. */
export async function storeFiles(entries: readonly (readonly [key: string, bytes: Uint8Array])[]) {
	try {
		for (const [key, bytes] of entries) await storage.put(key, bytes)
		return true
	} catch (error) {
		log.error({ err: error }, 'a file could not be stored')
		await deleteUnreferenced(entries.map(([key]) => key))
		return false
	}
}

/** SQL that tests whether a checkout refers to a file, for the form of the block. */
export const isPlaced = exists(
	db.select({ one: sql`1` }).from(placedImages).where(eq(placedImages.imageKey, files.key)),
)

/** SQL that tests whether any row refers to a file; each part reads one index. */
export const isReferenced = or(
	exists(db.select({ one: sql`1` }).from(creatives).where(eq(creatives.imageKey, files.key))),
	exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.paymentReceiptKey, files.key))),
	exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.swiftReceiptKey, files.key))),
	exists(db.select({ one: sql`1` }).from(accounts).where(eq(accounts.profileImageKey, files.key))),
	isPlaced,
)

/**
 * Deletes those of the files that nothing refers to any more: their rows in the transaction that removed the last
 * reference, their bytes after its commit.
 * @returns how many.
 */
export async function releaseFiles(tx: Tx, keys: readonly (string | null)[]): Promise<number> {
	const named = keys.filter(key => key !== null)
	if (named.length === 0) return 0
	const released = await tx
		.delete(files)
		.where(and(inArray(files.key, named), not(isReferenced ?? sql`1`)))
		.returning({ key: files.key })
	afterCommit(tx, () => deleteUnreferenced(released.map(row => row.key)))
	return released.length
}

/** Deletes unreferenced bytes. Failures are left to the sweep. */
export async function deleteUnreferenced(keys: readonly string[]): Promise<void> {
	for (const key of keys) {
		try {
			await storage.delete(key)
			await storage.delete(smallImageKey(key))
		} catch (error) {
			log.warn({ err: error, key }, 'a file could not be removed')
		}
	}
}

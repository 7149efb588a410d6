import { and, eq, exists, inArray, lt, not, or, sql } from 'drizzle-orm'
import { db, type Tx, write } from '~/server/db.server'
import { encodeReceipt, type ImageResult } from '~/server/images.server'
import { log } from '~/server/log.server'
import { accounts, creatives, files, orders } from '~/server/schema.server'
import { newFileKey, storage } from '~/server/storage.server'
import { throttle } from '~/server/throttle.server'
import { FILE_TYPES, type FileType, sniffFileType } from '~/server/uploads.server'
import { displayName, FILE_MESSAGES, MAX_FILE_BYTES, masterImageKey, smallImageKey } from './rules'

export type Refusal = { ok: false; message: string }

const UPLOADS_PER_HOUR = 120
const SWEEP_AFTER_MS = 24 * 60 * 60 * 1000

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
	const opened = await openFile(file, RECEIPT_RULE, accountId, now)
	if (!opened.ok) return opened
	const cleaned = await cleanReceipt(opened.bytes, opened.type)
	if (!cleaned.ok) return cleaned
	const { bytes, type, width, height } = cleaned
	const { mime, extension } = FILE_TYPES[type]
	const key = newFileKey('receipts', extension)
	if (!(await store([[key, bytes]]))) return { ok: false, message: FILE_MESSAGES.notStored }
	const name = displayName(file.name, `receipt.${extension}`)
	const row = { key, kind: 'receipt', mime, bytes: bytes.length, name, width, height } as const
	await write(tx => tx.insert(files).values({ ...row, accountId, createdAt: now }))
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

/** What a kind of upload takes, and its words for a wrong type and a file that is too large. */
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

/** Size and type of a file by its bytes. Changes nothing. */
export async function inspectFile(
	file: File,
	rule: FileRule,
): Promise<{ ok: true; bytes: Uint8Array; type: FileType } | Refusal> {
	if (file.size === 0) return { ok: false, message: FILE_MESSAGES.empty }
	if (file.size > MAX_FILE_BYTES) return { ok: false, message: rule.tooLarge }
	const bytes = await file.bytes()
	const type = sniffFileType(bytes)
	return type && rule.accept.includes(type) ? { ok: true, bytes, type } : { ok: false, message: rule.type }
}

/** {@link inspectFile}, and one of the uploads that an account may make in an hour: decoding is dear. */
export async function openFile(
	file: File,
	rule: FileRule,
	accountId: string,
	now: number,
): Promise<{ ok: true; bytes: Uint8Array; type: FileType } | Refusal> {
	const inspected = await inspectFile(file, rule)
	if (!inspected.ok) return inspected
	const allowed = await throttle(`upload:${accountId}`, UPLOADS_PER_HOUR, 3_600, now)
	return allowed.ok ? inspected : { ok: false, message: FILE_MESSAGES.tooMany }
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

const isReferenced = or(
	exists(db.select({ one: sql`1` }).from(creatives).where(eq(creatives.imageKey, files.key))),
	exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.paymentReceiptKey, files.key))),
	exists(db.select({ one: sql`1` }).from(orders).where(eq(orders.swiftReceiptKey, files.key))),
	exists(db.select({ one: sql`1` }).from(accounts).where(eq(accounts.profileImageKey, files.key))),
)

/**
 * Takes the rows of files that nothing names any more out of the books, in the transaction that took the last name away.
 * @returns the keys to {@link discard} once that has been committed.
 */
export async function releaseFiles(tx: Tx, keys: readonly string[]): Promise<string[]> {
	if (keys.length === 0) return []
	const rows = await tx
		.delete(files)
		.where(and(inArray(files.key, [...keys]), not(isReferenced ?? sql`1`)))
		.returning({ key: files.key })
	return rows.map(row => row.key)
}

/**
 * Removes what was uploaded and never used, or could not be removed in time: rows that nothing names, and bytes without a row.
 * Only what is older than a day, so that nothing is taken from under a form that is still being filled in.
 * @returns how many files went.
 */
export async function sweepFiles(now: number): Promise<number> {
	const before = now - SWEEP_AFTER_MS
	const released = await write(async tx => {
		const rows = await tx
			.delete(files)
			.where(and(lt(files.createdAt, before), not(isReferenced ?? sql`1`)))
			.returning({ key: files.key })
		return rows.map(row => row.key)
	})
	await discard(released)
	const known = new Set((await db.select({ key: files.key }).from(files)).map(row => row.key))
	const stray: string[] = []
	for (const folder of ['receipts', 'creatives', 'profiles'] as const) {
		const keys = await storage.listOlderThan(folder, before)
		stray.push(...keys.filter(key => !known.has(masterImageKey(key))))
	}
	await discard(stray)
	return released.length + stray.length
}

/** Removes bytes that no row names. What cannot be removed now is left to {@link sweepFiles}. */
export async function discard(keys: readonly string[]): Promise<void> {
	for (const key of keys) {
		try {
			await storage.delete(key)
			await storage.delete(smallImageKey(key))
		} catch (error) {
			log.warn({ err: error, key }, 'a file could not be removed')
		}
	}
}

import { and, asc, gt, inArray, lt, not, sql } from 'drizzle-orm'
import { DAY_MS } from '~/domain/time'
import { db, write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { type FileFolder, keysOlderThan } from '~/server/files/storage.server'
import { runInBatches } from '~/server/ops/jobs.server'
import { log } from '~/server/ops/log.server'
import { deleteUnreferenced, isReferenced, releaseFiles } from './commands.server'
import { masterImageKey } from './rules'

const AFTER_MS = DAY_MS
const BATCH = 500
const FOLDERS: readonly FileFolder[] = ['receipts', 'creatives', 'profiles']

/**
 * Deletes unused uploads: rows without a reference, and bytes without a row. Only those older than a day, because a
 * form that uses them may still be open.
 */
export async function sweepFiles(now: number, signal: AbortSignal): Promise<void> {
	const before = now - AFTER_MS
	const unused = await sweepRows(before, signal)
	let stray = 0
	for (const folder of FOLDERS) stray += await sweepBytes(folder, before, signal)
	if (unused + stray > 0) log.info({ unused, stray }, 'abandoned uploads removed')
}

/**
 * Sweeps the rows in the order of their keys, reading a page without abandoned ones only.
 * @returns how many were deleted.
 */
async function sweepRows(before: number, signal: AbortSignal): Promise<number> {
	let removed = 0
	let last = ''
	await runInBatches(signal, async () => {
		const page = await db
			.select({ key: files.key })
			.from(files)
			.where(and(gt(files.key, last), lt(files.createdAt, before)))
			.orderBy(asc(files.key))
			.limit(BATCH)
		const abandoned = await db
			.select({ key: files.key })
			.from(files)
			.where(and(inArray(files.key, getKeys(page)), not(isReferenced ?? sql`1`)))
		if (abandoned.length > 0) {
			removed += await write(tx => releaseFiles(tx, getKeys(abandoned)))
		}
		last = page.at(-1)?.key ?? ''
		return page.length === BATCH
	})
	return removed
}

/**
 * Sweeps the files in a folder of the store.
 * @returns how many keys had no row.
 */
async function sweepBytes(folder: FileFolder, before: number, signal: AbortSignal): Promise<number> {
	let removed = 0
	const stored = keysOlderThan(folder, before)[Symbol.asyncIterator]()
	await runInBatches(signal, async () => {
		const keys = await take(stored, BATCH)
		const known = await db
			.select({ key: files.key })
			.from(files)
			.where(inArray(files.key, keys.map(masterImageKey)))
		const rows = new Set(getKeys(known))
		const stray = keys.filter(key => !rows.has(masterImageKey(key)))
		await deleteUnreferenced(stray)
		removed += stray.length
		return keys.length === BATCH
	})
	await stored.return?.()
	return removed
}

async function take<T>(from: AsyncIterator<T>, count: number): Promise<T[]> {
	const taken: T[] = []
	while (taken.length < count) {
		const { value, done } = await from.next()
		if (done) break
		taken.push(value)
	}
	return taken
}

const getKeys = (rows: readonly { key: string }[]) => rows.map(row => row.key)

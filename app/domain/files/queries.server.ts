import { and, eq } from 'drizzle-orm'
import { readGrid } from '~/domain/grid/queries.server'
import { db, type Readable } from '~/server/db.server'
import { files } from '~/server/schema.server'
import type { SessionAccount } from '~/server/session.server'
import { type FileAccess, masterImageKey, mayOpen } from './rules'

/** A receipt that this account sent before, by its key; undefined for keys of others or of none. */
export async function findReceipt(
	key: string,
	accountId: string,
	from: Readable = db,
): Promise<{ key: string; name: string; mime: string } | undefined> {
	const [row] = await from
		.select({ key: files.key, name: files.name, mime: files.mime })
		.from(files)
		.where(and(eq(files.key, key), eq(files.kind, 'receipt'), eq(files.accountId, accountId)))
	return row
}

/** A file that this visitor may open, or undefined: for a key of none just as for one that is not theirs to see. */
export async function findFileFor(
	key: string,
	visitor: SessionAccount | undefined,
	now: number,
): Promise<{ name: string; mime: string; access: Exclude<FileAccess, 'none'> } | undefined> {
	const masterKey = masterImageKey(key)
	const [file] = await db.select().from(files).where(eq(files.key, masterKey))
	if (!file) return undefined
	const published =
		file.kind === 'creative' && (await readGrid(now)).blocks.some(block => block.imageKey === masterKey)
	const access = mayOpen(file, visitor, published)
	return access === 'none' ? undefined : { name: file.name, mime: file.mime, access }
}

import { eq } from 'drizzle-orm'
import { readGrid } from '~/domain/grid/queries.server'
import { db } from '~/server/db.server'
import { files } from '~/server/schema.server'
import type { SessionAccount } from '~/server/session.server'
import { type FileAccess, masterImageKey, mayOpen } from './rules'

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

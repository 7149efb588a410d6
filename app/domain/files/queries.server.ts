import { eq } from 'drizzle-orm'
import { readGrid } from '~/domain/grid/queries.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { canOpen, downloadName, type FileAccess, masterImageKey } from './rules'

type OpenableFile = {
	name: string
	mime: string
	size: number | null
	access: Exclude<FileAccess, 'none'>
}

/**
 * Finds a file that this visitor may open; undefined for an unknown key and for a file that is not theirs to see.
 * `name`: for the download. `size`: in bytes, null for the small version of an image, whose size is not stored.
 */
export async function findFileFor(
	key: string,
	visitor: Pick<SessionAccount, 'id' | 'role'> | undefined,
	now: number,
): Promise<OpenableFile | undefined> {
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

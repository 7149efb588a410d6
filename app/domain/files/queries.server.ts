import { and, eq } from 'drizzle-orm'
import { db, type Readable } from '~/server/db.server'
import { files } from '~/server/schema.server'

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

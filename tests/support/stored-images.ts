import { randomUUID } from 'node:crypto'
import { smallImageKey } from '~/domain/files/rules'
import { write } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { storage } from '~/server/files/storage.server'
import { plainWebp } from './images'

/** Stores a plain image of one colour ("#rrggbb") as an upload would, of `accountId` if given. @returns its key */
export async function storeImage(
	background: string,
	width = 60,
	height = 60,
	accountId: string | null = null,
): Promise<string> {
	const key = `creatives/${randomUUID()}.webp`
	const bytes = plainWebp(background, width, height)
	await storage.put(key, bytes)
	await storage.put(smallImageKey(key), bytes)
	const row = { key, kind: 'creative' as const, mime: 'image/webp', bytes: bytes.length, name: 'a.webp' }
	await write(tx => tx.insert(files).values({ ...row, accountId, width, height, createdAt: Date.now() }))
	return key
}

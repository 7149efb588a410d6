import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { smallImageKey } from '../../app/domain/files/rules'
import { write } from '../../app/server/db/db.server'
import { files } from '../../app/server/db/schema.server'
import { storage } from '../../app/server/files/storage.server'

/** Stores a plain image of one colour as an upload would. @returns its key */
export async function storeImage(background: string, width = 60, height = 60): Promise<string> {
	const key = `creatives/${randomUUID()}.webp`
	const bytes = await sharp({ create: { width, height, channels: 3, background } })
		.webp()
		.toBuffer()
	await storage.put(key, bytes)
	await storage.put(smallImageKey(key), bytes)
	const row = { key, kind: 'creative' as const, mime: 'image/webp', bytes: bytes.length, name: 'a.webp' }
	await write(tx => tx.insert(files).values({ ...row, width, height, createdAt: Date.now() }))
	return key
}

/** The colour of the pixel at x, y. */
export async function pixelsOf(bytes: Uint8Array) {
	const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	return (x: number, y: number) => {
		const at = (y * info.width + x) * 4
		return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0, alpha: data[at + 3] ?? 0 }
	}
}

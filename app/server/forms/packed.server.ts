import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

/** Compresses bytes into text that a form can carry. */
export async function compress(bytes: Uint8Array): Promise<string> {
	return (await promisify(deflateRaw)(bytes)).toString('base64')
}

/** Reverses {@link compress}; undefined for anything else, and for more than `max` bytes. */
export async function decompress(text: string, max: number): Promise<Uint8Array | undefined> {
	try {
		return await promisify(inflateRaw)(Buffer.from(text, 'base64'), { maxOutputLength: max })
	} catch {
		return undefined
	}
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Bytes as text that a form can carry along. */
export function pack(bytes: Uint8Array): string {
	return deflateRawSync(bytes).toString('base64')
}

/** What {@link pack} packed; undefined for anything else, and for more than `most` bytes. */
export function unpack(text: string, most: number): Uint8Array | undefined {
	try {
		return inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: most })
	} catch {
		return undefined
	}
}

import { fileTypeFromBuffer } from 'file-type'

export type FileType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'pdf'

/** Media type and extension of each file type that is stored or read. */
export const FILE_TYPES: Readonly<Record<FileType, { mime: string; extension: string }>> = {
	png: { mime: 'image/png', extension: 'png' },
	jpeg: { mime: 'image/jpeg', extension: 'jpg' },
	webp: { mime: 'image/webp', extension: 'webp' },
	gif: { mime: 'image/gif', extension: 'gif' },
	avif: { mime: 'image/avif', extension: 'avif' },
	pdf: { mime: 'application/pdf', extension: 'pdf' },
}

const KNOWN_TYPES = Object.keys(FILE_TYPES) as FileType[]
/** No accepted signature is longer. A limit keeps a file from deciding how far it is searched. */
const HEAD_BYTES = 16

/**
 * Detects a file's type from its first bytes; its name and the browser's type are not trusted. Undefined for every type
 * not accepted, including SVG and HTML. A file can be of two types at once, so the result says how to read it, not that
 * it is harmless: images are decoded and encoded again, PDFs are never embedded in a page.
 */
export async function sniffFileType(bytes: Uint8Array): Promise<FileType | undefined> {
	// Throws when a signature points beyond the end.
	const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined)
	return KNOWN_TYPES.find(type => FILE_TYPES[type].mime === found?.mime)
}

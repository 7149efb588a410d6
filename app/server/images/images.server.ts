import type { FileType } from '../files/file-types.server'
import {
	type EncodedImage,
	type Frame,
	type Rotation,
	runImageJob,
	type Version,
} from './image-process.server'
import { type NotQueued, queueUpload } from './image-queue.server'

export type { Frame, Rotation } from './image-process.server'

/** More than any screen needs. */
const MAX_PIXELS = 30_000_000
/** Of the picture while it is decoded: what the memory of the image process allows (docs/decisions/0030). */
const MAX_DECODED_BYTES = 90_000_000

/** The account of an upload, and whether anybody still waits for it. */
export type Uploader = { accountId: string; signal?: AbortSignal | undefined }
/** `too-heavy`: it came to the limit of time or memory. `maxPixels`: of a file of its kind. */
export type ImageProblem =
	| { ok: false; problem: 'unreadable' | 'too-heavy' }
	| { ok: false; problem: 'too-many-pixels'; maxPixels: number }
	| NotQueued
export type ImageResult<T> = { ok: true; image: T } | ImageProblem

/** An image as it came, how it is to be turned, and what of it is kept; all of it, when nothing is said. */
export type ImageSource = {
	bytes: Uint8Array
	type: FileType
	rotation?: Rotation | undefined
	frame?: Frame | undefined
}

async function encode(
	source: ImageSource,
	versions: readonly [Version, ...Version[]],
	by: Uploader,
): Promise<{ ok: true; images: EncodedImage[] } | ImageProblem> {
	const { bytes, type, rotation = 0, frame } = source
	const limits = { maxPixels: MAX_PIXELS, maxDecodedBytes: MAX_DECODED_BYTES }
	return await queueUpload(by, async () => {
		const result = await runImageJob(
			{ do: 'upload', bytes, type, rotation, frame, versions, ...limits },
			by.signal,
		)
		if (result) return result
		return { ok: false, problem: by.signal?.aborted ? 'cancelled' : 'too-heavy' }
	})
}

async function encodeOne(
	source: ImageSource,
	version: Version,
	by: Uploader,
): Promise<ImageResult<EncodedImage>> {
	const encoded = await encode(source, [version], by)
	if (!encoded.ok) return encoded
	const [image] = encoded.images
	return image ? { ok: true, image } : { ok: false, problem: 'unreadable' }
}

/** Large enough to read small print. PNG stays PNG, so that screenshots stay sharp; the rest becomes JPEG. */
const RECEIPT = {
	png: { edge: 3_000, format: 'png', options: { compressionLevel: 7 } },
	jpeg: { edge: 3_000, format: 'jpeg', options: { quality: 88 } },
} as const

/**
 * A receipt as an image that is nothing but an image: oriented, without metadata and without what was hidden behind its
 * end.
 */
export function encodeReceipt(
	bytes: Uint8Array,
	type: 'png' | 'jpeg',
	by: Uploader,
): Promise<ImageResult<EncodedImage>> {
	return encodeOne({ bytes, type }, RECEIPT[type], by)
}

/** The versions for the grid, and for lists and tooltips. */
const CREATIVE = [
	{ edge: 1_600, format: 'webp', options: { quality: 90, smartSubsample: true } },
	{ edge: 320, format: 'webp', options: { quality: 82 } },
] as const

/**
 * An owner's image, turned and cut as asked, without metadata, as WebP in two sizes. Of an animation the first picture.
 */
export async function encodeCreative(
	source: ImageSource,
	by: Uploader,
): Promise<ImageResult<{ master: EncodedImage; small: EncodedImage }>> {
	const encoded = await encode(source, CREATIVE, by)
	if (!encoded.ok) return encoded
	const [master, small] = encoded.images
	return master && small ? { ok: true, image: { master, small } } : { ok: false, problem: 'unreadable' }
}

/** A chosen image as it waits for the rest of its form, large enough to be cut, without metadata; as WebP. */
export function encodeHeld(source: ImageSource, by: Uploader): Promise<ImageResult<EncodedImage>> {
	return encodeOne(source, { edge: 2_400, format: 'webp', options: { quality: 92 } }, by)
}

/** A person's photo, turned and cut as asked, as small as the pages show it, without metadata; as WebP. */
export function encodeProfile(source: ImageSource, by: Uploader): Promise<ImageResult<EncodedImage>> {
	return encodeOne(source, { edge: 480, format: 'webp', options: { quality: 85 } }, by)
}

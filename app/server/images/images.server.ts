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
/** Limits the decoded picture to what the memory of the image process allows (docs/decisions/0030). */
const MAX_DECODED_BYTES = 90_000_000

/** The account of an upload, and the signal that its request was aborted. */
export type Uploader = { accountId: string; signal?: AbortSignal | undefined }
/** `too-heavy`: exceeded the limit of time or memory. `maxPixels`: the limit for a file of its type. */
export type ImageProblem =
	| { ok: false; problem: 'unreadable' | 'too-heavy' }
	| { ok: false; problem: 'too-many-pixels'; maxPixels: number }
	| NotQueued
export type ImageResult<T> = { ok: true; image: T } | ImageProblem

/** An image as uploaded, how to rotate it, and which part to keep; all of it by default. */
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

/** Encodes a receipt again: upright, without metadata and without data hidden after the end of the image. */
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
 * Encodes the image of a block, rotated and cropped, without metadata, as WebP in two sizes; of an animation the first
 * frame.
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

/**
 * Encodes an image that waits for the rest of its form, large enough to be cropped later, without metadata, as WebP.
 */
export function encodeFormImage(source: ImageSource, by: Uploader): Promise<ImageResult<EncodedImage>> {
	return encodeOne(source, { edge: 2_400, format: 'webp', options: { quality: 92 } }, by)
}

/** Encodes a profile photo, rotated and cropped, as small as pages show it, without metadata, as WebP. */
export function encodeProfile(source: ImageSource, by: Uploader): Promise<ImageResult<EncodedImage>> {
	return encodeOne(source, { edge: 480, format: 'webp', options: { quality: 85 } }, by)
}

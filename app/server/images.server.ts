import sharp, { type Sharp } from 'sharp'
import { imageWork } from './image-gate.server'
import type { FileType } from './uploads.server'

/** More than any screen needs, and small enough that decoding fits into memory whatever the file claims. */
const MAX_PIXELS = 30_000_000
const TIMEOUT_SECONDS = 20
const RECEIPT_EDGE = 3_000

/** Quarter turns clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

export type EncodedImage = {
	bytes: Uint8Array
	mime: string
	extension: string
	width: number
	height: number
}
export type ImageResult<T> = { ok: true; image: T } | { ok: false; problem: 'too-many-pixels' | 'unreadable' }

function open(bytes: Uint8Array, rotation: Rotation = 0): Sharp {
	return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error', pages: 1 })
		.timeout({ seconds: TIMEOUT_SECONDS })
		.autoOrient()
		.rotate(rotation)
}

async function encode<T>(bytes: Uint8Array, type: FileType, work: () => Promise<T>): Promise<ImageResult<T>> {
	return await imageWork('upload', async () => {
		try {
			const { format, width, height, compression } = await sharp(bytes, {
				limitInputPixels: false,
			}).metadata()
			if (width * height > MAX_PIXELS) return { ok: false, problem: 'too-many-pixels' }
			const known = format === 'heif' && compression === 'av1' ? 'avif' : format
			if (known !== type) return { ok: false, problem: 'unreadable' }
			return { ok: true, image: await work() }
		} catch {
			// The decoder's words ("bad seek to 1234") help nobody who chose a file.
			return { ok: false, problem: 'unreadable' }
		}
	})
}

async function finish(pipeline: Sharp, mime: string, extension: string): Promise<EncodedImage> {
	const { data, info } = await pipeline.toBuffer({ resolveWithObject: true })
	return { bytes: data, mime, extension, width: info.width, height: info.height }
}

/**
 * A receipt as an image that is nothing but an image: oriented, without metadata and without whatever was hidden behind its end.
 * Large enough to read small print. PNG stays PNG, so that screenshots stay sharp; the rest becomes JPEG.
 */
export function encodeReceipt(bytes: Uint8Array, type: 'png' | 'jpeg'): Promise<ImageResult<EncodedImage>> {
	return encode(bytes, type, async () => {
		const resized = open(bytes).resize(RECEIPT_EDGE, RECEIPT_EDGE, {
			fit: 'inside',
			withoutEnlargement: true,
		})
		return type === 'png'
			? await finish(resized.png({ compressionLevel: 7 }), 'image/png', 'png')
			: await finish(resized.jpeg({ quality: 88 }), 'image/jpeg', 'jpg')
	})
}

/** Longest edges of a creative's versions, in pixels: what the grid is composed from, and what lists and tooltips show. */
const CREATIVE_EDGE = 1_600
const CREATIVE_SMALL_EDGE = 320

/** An owner's image, turned as asked, without metadata, as WebP in two sizes. Of an animation the first picture. */
export function encodeCreative(
	bytes: Uint8Array,
	type: FileType,
	rotation: Rotation,
): Promise<ImageResult<{ master: EncodedImage; small: EncodedImage }>> {
	return encode(bytes, type, async () => {
		const fit = { fit: 'inside', withoutEnlargement: true } as const
		const master = await finish(
			open(bytes, rotation)
				.resize(CREATIVE_EDGE, CREATIVE_EDGE, fit)
				.webp({ quality: 90, smartSubsample: true }),
			'image/webp',
			'webp',
		)
		const small = await finish(
			sharp(master.bytes).resize(CREATIVE_SMALL_EDGE, CREATIVE_SMALL_EDGE, fit).webp({ quality: 82 }),
			'image/webp',
			'webp',
		)
		return { master, small }
	})
}

const PREVIEW_EDGE = 800

/** A chosen image as it is shown once, over the shape of a selection; it is not stored. */
export function encodePreview(bytes: Uint8Array, type: FileType): Promise<ImageResult<EncodedImage>> {
	return encode(bytes, type, () =>
		finish(
			open(bytes)
				.resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: 'inside', withoutEnlargement: true })
				.webp({ quality: 80 }),
			'image/webp',
			'webp',
		),
	)
}

/* Runs one image job in a process of its own. Plain JavaScript, because Node runs it without a build: see
   image-process.server.ts. */
import sharp from 'sharp'

/** @import { EncodedImage, Frame, ImageJob, ImageJobs, UploadResult } from './image-process.server' */
/** @import { Metadata, Region, Sharp } from 'sharp' */

sharp.cache(false)
sharp.concurrency(1)

process.once('message', async message => {
	const job = /** @type {ImageJob} */ (message)
	process.send?.(await work(job), () => process.disconnect())
})

/** @type {(job: ImageJob) => Promise<unknown>} */
async function work(job) {
	if (job.do === 'upload') return await encodeUpload(job)
	if (job.do === 'tiles') return await resizeTiles(job)
	return await encodeCanvas(job)
}

/**
 * Encodes the versions of an upload, each from the one before it. The first is decoded from the file (from the first
 * picture of an animation), turned by its own orientation and by `rotation`, and cut to `frame`.
 * @type {(job: ImageJobs['upload']['job']) => Promise<UploadResult>}
 */
async function encodeUpload({ bytes, type, rotation, frame, versions, maxPixels, maxDecodedBytes }) {
	try {
		const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
		const { format, width, height, compression, orientation = 1 } = metadata
		if ((format === 'heif' && compression === 'av1' ? 'avif' : format) !== type) return UNREADABLE
		const limit = Math.min(maxPixels, Math.floor(maxDecodedBytes / bytesAPixel(metadata)))
		if (width * height > limit) return { ok: false, problem: 'too-many-pixels', maxPixels: limit }
		let source = sharp(bytes, { limitInputPixels: limit, sequentialRead: true, failOn: 'error', pages: 1 })
		const cut = frame && computeCut({ width, height, orientation, rotation }, frame, versions[0].edge)
		if (orientation > 1 || rotation !== 0 || cut) {
			// Rotating needs memory for the whole picture and a copy, so the picture is made small first.
			const small = cut
				? source.extract(cut.region).resize({ ...cut.size, fit: 'fill' })
				: shrink(source, versions[0].edge)
			const fitted = small.withMetadata({ orientation }).png({ compressionLevel: 0 })
			source = sharp(await fitted.toBuffer())
				.autoOrient()
				.rotate(rotation)
			if (cut && frame.fit === 'contain') {
				source = sharp(await source.png({ compressionLevel: 0 }).toBuffer())
					.flatten({ background: frame.ground })
					.extend({ ...cut.margins, background: frame.ground })
			}
		}
		/** @type {EncodedImage[]} */
		const images = []
		for (const { edge, format, options } of versions) {
			const { data, info } = await shrink(source, edge)
				.toFormat(format, options)
				.toBuffer({ resolveWithObject: true })
			images.push({ bytes: data, width: info.width, height: info.height })
			source = sharp(data)
		}
		return { ok: true, images }
	} catch {
		// The decoder's message ("bad seek to 1234") does not help anyone who chose a file.
		return UNREADABLE
	}
}

/** @type {(source: Sharp, edge: number) => Sharp} */
function shrink(source, edge) {
	return source.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
}

/**
 * The part of a picture that a frame keeps, as in app/domain/creatives/framing.ts: a region and its final size, both
 * before turning, and the margins around it afterwards.
 * @type {(picture: { width: number; height: number; orientation: number; rotation: number }, frame: Frame, edge:
 * number) => { region: Region; size: { width: number; height: number }; margins: Record<'left' | 'right' | 'top' |
 * 'bottom', number> }}
 */
function computeCut({ width, height, orientation, rotation }, { ratio, fit, zoom, x, y }, edge) {
	const isSideways = orientation > 4 !== (rotation % 180 !== 0)
	const [across, down] = isSideways ? [height, width] : [width, height]
	const fullWidth = fit === 'cover' ? Math.min(across, down * ratio) : Math.max(across, down * ratio)
	const [w, h] = [fullWidth / zoom, fullWidth / zoom / ratio]
	const scale = Math.min(1, edge / Math.max(w, h))
	const horizontal = along(across, w, x, scale)
	const vertical = along(down, h, y, scale)

	const orient = ORIENTATIONS[orientation] ?? same
	const turn = ORIENTATIONS[{ 0: 1, 90: 6, 180: 3, 270: 8 }[rotation] ?? 1] ?? same
	const corners = [
		orient(...turn(horizontal.from, vertical.from)),
		orient(...turn(horizontal.to, vertical.to)),
	]
	const [left, right] = pixels(
		corners.map(([u]) => u * width),
		width,
	)
	const [top, bottom] = pixels(
		corners.map(([, v]) => v * height),
		height,
	)
	return {
		region: { left, top, width: right - left, height: bottom - top },
		size: isSideways
			? { width: vertical.size, height: horizontal.size }
			: { width: horizontal.size, height: vertical.size },
		margins: {
			left: horizontal.before,
			right: horizontal.after,
			top: vertical.before,
			bottom: vertical.after,
		},
	}
}

/**
 * Along one side: which part of the picture is in the frame (0 to 1), how many pixels it gets, and how many the ground
 * before and after it.
 * @type {(length: number, part: number, place: number, scale: number) => Record<'from' | 'to' | 'size' | 'before' |
 * 'after', number>}
 */
function along(length, part, place, scale) {
	const all = Math.max(1, Math.round(part * scale))
	if (part <= length) {
		const from = ((length - part) * place) / length
		return { from, to: from + part / length, size: all, before: 0, after: 0 }
	}
	const size = Math.min(all, Math.max(1, Math.round(length * scale)))
	const before = Math.round((all - size) * place)
	return { from: 0, to: 1, size, before, after: all - size - before }
}

/**
 * The whole pixels of a stretch, at least one.
 * @type {(ends: number[], length: number) => [number, number]}
 */
function pixels(ends, length) {
	const from = Math.min(length - 1, Math.max(0, Math.round(Math.min(...ends))))
	return [from, Math.min(length, Math.max(from + 1, Math.round(Math.max(...ends))))]
}

/** @type {(u: number, v: number) => [number, number]} */
const same = (u, v) => [u, v]
/**
 * Maps a point of the upright picture to the file, by its Exif orientation.
 * @type {Record<number, (u: number, v: number) => [number, number]>}
 */
const ORIENTATIONS = {
	1: same,
	2: (u, v) => [1 - u, v],
	3: (u, v) => [1 - u, 1 - v],
	4: (u, v) => [u, 1 - v],
	5: (u, v) => [v, u],
	6: (u, v) => [v, 1 - u],
	7: (u, v) => [1 - v, 1 - u],
	8: (u, v) => [1 - v, u],
}

const UNREADABLE = /** @type {const} */ ({ ok: false, problem: 'unreadable' })

/**
 * Measured memory per pixel while decoding: AV1 holds several frames, other types one picture, and a progressive JPEG
 * two bytes a sample.
 * @type {(metadata: Metadata) => number}
 */
function bytesAPixel({ format, channels, depth, isProgressive }) {
	const isDeep = depth !== 'uchar'
	if (format === 'heif') return isDeep ? 22 : 15
	if (format === 'gif') return 4
	return channels * (isDeep || (format === 'jpeg' && isProgressive) ? 2 : 1)
}

/**
 * Images that cover their boxes, as raw RGBA; null for what cannot be read.
 * @type {(job: ImageJobs['tiles']['job']) => Promise<(Uint8Array | null)[]>}
 */
async function resizeTiles({ tiles, maxPixels }) {
	const resized = []
	for (const { bytes, width, height } of tiles) {
		const pixels = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
			.resize(width, height, { fit: 'cover' })
			.toColourspace('srgb')
			.ensureAlpha()
			.raw()
			.toBuffer()
			.catch(() => null)
		resized.push(pixels?.length === width * height * 4 ? pixels : null)
	}
	return resized
}

/** @type {(job: ImageJobs['canvas']['job']) => Promise<Uint8Array>} */
async function encodeCanvas({ pixels, width, height, layers, format, options }) {
	const raw = /** @type {const} */ ({ width, height, channels: 4 })
	const canvas = layers
		? sharp(Buffer.from(layers.below)).composite([
				{ input: Buffer.from(pixels), raw },
				{ input: Buffer.from(layers.above) },
			])
		: sharp(pixels, { raw })
	return await canvas.toFormat(format, options).toBuffer()
}

import sharp from 'sharp'
import { imageWork } from './image-gate.server'

type Rect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** One image of a composition: laid over `box` (covering it), and visible through `windows` alone. All in pixels. */
export type Tile = {
	/** Names the source image: its versions, smallest first. The first that is large enough for the box is decoded. */
	readonly versions: readonly string[]
	readonly box: Rect
	readonly windows: readonly Rect[]
}

/** Bytes of RGBA: what the tiles of a full grid take in all three widths. Less would remember nothing of use. */
const MEMORY_LIMIT = 16 * 1024 * 1024
const MAX_SOURCE_PIXELS = 50_000_000
/** Half of Node's threads for such work, so that files and passwords do not wait for pictures. */
const AT_ONCE = 2

const resized = new Map<string, Buffer>()
let resizedBytes = 0

/**
 * Draws tiles onto a transparent canvas, as raw RGBA of `width` times `height`. A tile whose source is missing or is
 * no image is left out. Resized tiles are remembered, so that a change of one creative costs one decoding.
 */
export async function composeTiles(
	width: number,
	height: number,
	tiles: readonly Tile[],
	source: (key: string) => Promise<Uint8Array | undefined>,
): Promise<Buffer> {
	const canvas = Buffer.alloc(width * height * 4)
	for (let from = 0; from < tiles.length; from += AT_ONCE) {
		const some = tiles.slice(from, from + AT_ONCE)
		await imageWork('picture', () =>
			Promise.all(
				some.map(async tile => {
					const pixels = await resize(tile, source)
					if (pixels) for (const window of tile.windows) blit(canvas, width, pixels, tile.box, window)
				}),
			),
		)
	}
	return canvas
}

async function resize(tile: Tile, source: (key: string) => Promise<Uint8Array | undefined>) {
	const { w, h } = tile.box
	const key = `${tile.versions.at(-1)}:${w}x${h}`
	const known = resized.get(key)
	if (known) {
		// What was used last is forgotten last.
		resized.delete(key)
		resized.set(key, known)
		return known
	}
	const bytes = await choose(tile, source)
	if (!bytes) return undefined
	const pixels = await sharp(bytes, { limitInputPixels: MAX_SOURCE_PIXELS })
		.resize(w, h, { fit: 'cover' })
		.toColourspace('srgb')
		.ensureAlpha()
		.raw()
		.toBuffer()
		.catch(() => undefined)
	if (pixels?.length !== w * h * 4) return undefined
	remember(key, pixels)
	return pixels
}

/** The smallest version that covers the box: decoding is most of the work, and grows with the source. */
async function choose(
	{ versions, box }: Tile,
	source: (key: string) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
	let best: Uint8Array | undefined
	for (const version of versions) {
		const bytes = await source(version)
		if (!bytes) continue
		best = bytes
		const size = await sharp(bytes)
			.metadata()
			.catch(() => undefined)
		if (size && size.width >= box.w && size.height >= box.h) break
	}
	return best
}

function remember(key: string, pixels: Buffer): void {
	// Two at a time may have made the same tile; it is there once, and counts once.
	resizedBytes += pixels.length - (resized.get(key)?.length ?? 0)
	resized.set(key, pixels)
	for (const [oldest, old] of resized) {
		if (resizedBytes <= MEMORY_LIMIT) break
		resized.delete(oldest)
		resizedBytes -= old.length
	}
}

/** Copies the part of `pixels` (lying at `box`) that shows through `window` onto the canvas. */
function blit(canvas: Buffer, canvasWidth: number, pixels: Buffer, box: Rect, window: Rect): void {
	for (let row = 0; row < window.h; row++) {
		const from = ((window.y - box.y + row) * box.w + (window.x - box.x)) * 4
		const to = ((window.y + row) * canvasWidth + window.x) * 4
		pixels.copy(canvas, to, from, from + window.w * 4)
	}
}

/**
 * Encodes raw RGBA at a good quality, or, when that would take more than `budget` bytes, at the quality that should meet it, which
 * a quick and coarse encoding tells. The budget may be missed where that would be an eyesore: a picture a little late is better than none.
 */
export async function encodeWithin(
	pixels: Buffer,
	size: { width: number; height: number },
	format: 'avif' | 'webp',
	budget: number,
): Promise<Buffer> {
	const raw = { ...size, channels: 4 } as const
	const { best, worst, halving, quick, effort } = QUALITY[format]
	const encode = (quality: number, effort: number) => {
		const image = sharp(pixels, { raw })
		return imageWork('picture', () =>
			format === 'avif'
				? image.avif({ quality, effort, chromaSubsampling: '4:2:0' }).toBuffer()
				: image.webp({ quality, alphaQuality: 70, effort }).toBuffer(),
		)
	}
	const lower = (quality: number, bytes: number) =>
		Math.max(worst, quality - Math.ceil(halving * Math.log2(Math.max(1, bytes / budget))))

	const coarse = await encode(best, quick.effort)
	const quality = lower(best, coarse.length * quick.share)
	const picture = await encode(quality, effort)
	if (picture.length <= budget * 1.1 || quality === worst) return picture
	return await encode(lower(quality, picture.length), effort)
}

/**
 * The best and the lowest quality to accept, and by how much it must fall for half the bytes; how hard to try, and what share of
 * the bytes of a quick encoding that leaves. All measured (bench/picture.ts).
 */
const QUALITY = {
	avif: { best: 50, worst: 12, halving: 28, effort: 1, quick: { effort: 0, share: 0.72 } },
	webp: { best: 70, worst: 30, halving: 46, effort: 4, quick: { effort: 0, share: 0.8 } },
}

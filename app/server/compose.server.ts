import sharp from 'sharp'

type Rect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** One image of a composition: laid over `box` (covering it), and visible through `windows` alone. All in pixels. */
export type Tile = {
	/** Names the source image, for the memory of resized ones. */
	readonly key: string
	readonly box: Rect
	readonly windows: readonly Rect[]
}

/** Pixels of RGBA: three quarters of what one picture of the whole grid at 1,600 pixels takes. */
const MEMORY_LIMIT = 8 * 1024 * 1024
const MAX_SOURCE_PIXELS = 50_000_000
const AT_ONCE = 4

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
	const queue = [...tiles]
	const work = async () => {
		for (let tile = queue.shift(); tile; tile = queue.shift()) {
			const pixels = await resize(tile, source)
			if (pixels) for (const window of tile.windows) blit(canvas, width, pixels, tile.box, window)
		}
	}
	await Promise.all(Array.from({ length: AT_ONCE }, work))
	return canvas
}

async function resize(tile: Tile, source: (key: string) => Promise<Uint8Array | undefined>) {
	const { w, h } = tile.box
	const key = `${tile.key}:${w}x${h}`
	const known = resized.get(key)
	if (known) return known
	const bytes = await source(tile.key)
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

function remember(key: string, pixels: Buffer): void {
	resized.set(key, pixels)
	resizedBytes += pixels.length
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
 * Encodes raw RGBA at a good quality, or, when that takes more than `budget` bytes, once more at the quality that should
 * meet it. The budget may be missed where that would be an eyesore: a picture a little late is better than none.
 */
export async function encodeWithin(
	pixels: Buffer,
	size: { width: number; height: number },
	format: 'avif' | 'webp',
	budget: number,
): Promise<Buffer> {
	const raw = { ...size, channels: 4 } as const
	const encode = (quality: number) => {
		const image = sharp(pixels, { raw })
		return format === 'avif'
			? image.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
			: image.webp({ quality, alphaQuality: 70, effort: 4 }).toBuffer()
	}
	const { best, worst, halving } = QUALITY[format]
	const first = await encode(best)
	if (first.length <= budget) return first
	const steps = Math.ceil(halving * Math.log2(first.length / budget))
	return await encode(Math.max(worst, best - steps))
}

/** The quality to try first, the lowest to accept, and by how much it must fall for half the bytes (measured). */
const QUALITY = { avif: { best: 50, worst: 14, halving: 28 }, webp: { best: 70, worst: 30, halving: 46 } }

import { LRUCache } from 'lru-cache'
import { type CanvasFormat, type CanvasLayers, runImageJob } from './image-process.server'
import { queuePiece } from './image-queue.server'

type Rect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** One image of a composition: scaled to cover `box`, and visible through `windows` only. All in pixels. */
export type Tile = {
	/** Keys of the versions of the image that are large enough for the box, the best first. */
	readonly versions: readonly string[]
	readonly box: Rect
	readonly windows: readonly Rect[]
}

/** Reads versions of images, and is told whether they could be decoded. */
export type TileSource = {
	read(key: string): Promise<Uint8Array | undefined>
	recordDecoding(key: string, isReadable: boolean): void
}

/** Of a source; our own versions have fewer. */
const MAX_PIXELS = 30_000_000
/** Tiles per piece of work; an upload waits for one piece at most. */
const BATCH = 300

/**
 * Resized tiles as RGBA. Holds a full grid in all three widths; a smaller cache would evict every tile before it is
 * used again.
 */
const resized = new LRUCache<string, Uint8Array>({
	maxSize: 16 * 1024 * 1024,
	sizeCalculation: pixels => pixels.length,
})

const getTileKey = ({ versions, box }: Tile) => `${versions.at(-1)}:${box.w}x${box.h}`

/**
 * Draws tiles onto a transparent canvas: raw RGBA of `width` times `height`. Skips tiles of which no version can be
 * read. Resized tiles are cached, so that a change of one creative costs one decoding.
 * @returns also how many tiles were skipped.
 */
export async function composeTiles(
	width: number,
	height: number,
	tiles: readonly Tile[],
	source: TileSource,
): Promise<{ canvas: Buffer; missing: number }> {
	const canvas = Buffer.alloc(width * height * 4)
	const draw = (tile: Tile, pixels: Uint8Array) => {
		for (const window of tile.windows) blit(canvas, width, pixels, tile.box, window)
	}
	const open: Tile[] = []
	for (const tile of tiles) {
		const pixels = resized.get(getTileKey(tile))
		if (pixels) draw(tile, pixels)
		else open.push(tile)
	}
	let missing = 0
	for (let from = 0; from < open.length; from += BATCH) {
		const some = open.slice(from, from + BATCH)
		const made = await resizeTiles(some, source)
		for (const tile of some) {
			const pixels = made.get(tile)
			if (pixels) draw(tile, pixels)
			else missing += 1
		}
	}
	return { canvas, missing }
}

/** Resizes the tiles, each from the best of its versions that can be read. */
async function resizeTiles(tiles: readonly Tile[], source: TileSource): Promise<Map<Tile, Uint8Array>> {
	const made = new Map<Tile, Uint8Array>()
	const maxVersions = Math.max(...tiles.map(tile => tile.versions.length))
	for (let choice = 0; choice < maxVersions; choice++) {
		const found = await Promise.all(
			tiles.map(async tile => {
				const key = made.has(tile) ? undefined : tile.versions[choice]
				const bytes = key && (await source.read(key))
				return bytes ? [{ tile, key, bytes, width: tile.box.w, height: tile.box.h }] : []
			}),
		)
		const sources = found.flat()
		if (sources.length === 0) continue
		const images = await queuePiece(() =>
			runImageJob<'tiles'>({ do: 'tiles', tiles: sources, maxPixels: MAX_PIXELS }),
		)
		sources.forEach(({ tile, key }, index) => {
			const pixels = images?.[index]
			// Without any answer the process failed, not one of the images.
			if (images) source.recordDecoding(key, Boolean(pixels))
			if (!pixels) return
			made.set(tile, pixels)
			resized.set(getTileKey(tile), pixels)
		})
	}
	return made
}

/** Copies the part of `pixels` (placed at `box`) that is inside `window` onto the canvas. */
function blit(canvas: Buffer, canvasWidth: number, pixels: Uint8Array, box: Rect, window: Rect): void {
	for (let row = 0; row < window.h; row++) {
		const from = ((window.y - box.y + row) * box.w + (window.x - box.x)) * 4
		const to = ((window.y + row) * canvasWidth + window.x) * 4
		canvas.set(pixels.subarray(from, from + window.w * 4), to)
	}
}

/**
 * Encodes raw RGBA at a good quality, or, if that would take more than `budget` bytes, at the quality estimated from a
 * quick encoding to meet it. May exceed the budget rather than fall below the lowest acceptable quality.
 */
export async function encodeWithin(
	pixels: Uint8Array,
	size: { width: number; height: number },
	format: 'avif' | 'webp',
	budget: number,
): Promise<Uint8Array> {
	const { best, worst, halving, quick, effort } = QUALITY[format]
	const lowerQuality = (quality: number, bytes: number) =>
		Math.max(worst, quality - Math.ceil(halving * Math.log2(Math.max(1, bytes / budget))))

	const encode = (quality: number, effort: number) => {
		const avif = { format: 'avif', options: { quality, effort, chromaSubsampling: '4:2:0' } } as const
		const webp = { format: 'webp', options: { quality, effort, alphaQuality: 70 } } as const
		return encodeAs(pixels, size, { avif, webp }[format])
	}
	const coarse = await encode(best, quick.effort)
	const quality = lowerQuality(best, coarse.length * quick.share)
	/* For a detailed image the better encoding can run out of memory. */
	const image = await encode(quality, effort).catch(() => coarse)
	if (image === coarse || image.length <= budget * 1.1 || quality === worst) return image
	return await encode(lowerQuality(quality, image.length), effort)
}

/** Encodes raw RGBA with at most 256 colours, for browsers that support no newer format. */
export function encodePng(pixels: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array> {
	return encodeAs(pixels, size, { format: 'png', options: { palette: true, quality: 80 } })
}

/** Encodes raw RGBA between two layers that leave nothing transparent, for programs that support no newer format. */
export function encodeJpeg(
	pixels: Uint8Array,
	size: { width: number; height: number },
	layers: CanvasLayers,
): Promise<Uint8Array> {
	const options = { quality: 82, chromaSubsampling: '4:4:4' }
	return encodeAs(pixels, size, { format: 'jpeg', options }, layers)
}

async function encodeAs(
	pixels: Uint8Array,
	size: { width: number; height: number },
	how: CanvasFormat,
	layers?: CanvasLayers,
): Promise<Uint8Array> {
	const image = await queuePiece(() =>
		runImageJob<'canvas'>({ do: 'canvas', pixels, layers, ...size, ...how }),
	)
	if (!image) {
		throw new Error(`A canvas of ${size.width} by ${size.height} could not be encoded as ${how.format}`)
	}
	return image
}

/**
 * All measured: the best and the lowest acceptable quality, how much lower halves the bytes, the effort, and the share
 * of the bytes of a quick encoding that remains at this effort.
 */
const QUALITY = {
	avif: { best: 50, worst: 12, halving: 28, effort: 3, quick: { effort: 0, share: 0.68 } },
	webp: { best: 70, worst: 30, halving: 46, effort: 4, quick: { effort: 0, share: 0.8 } },
}

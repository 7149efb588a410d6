import { inArray } from 'drizzle-orm'
import { smallImageKey, smallImageSize } from '~/domain/files/rules'
import { readUpload, recordDecoding } from '~/domain/files/stored.server'
import { DAY_MS } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import { keysOlderThan, storage } from '~/server/files/storage.server'
import { StoreError } from '~/server/files/store-error.server.js'
import { composeTiles, encodePng, encodeWithin, type Tile } from '~/server/images/compose.server'
import { log } from '~/server/ops/log.server'
import { boundingBox, isFilledRectangle } from '../geometry-rules'
import { CANVAS, cellsByIds, type UnitRect } from '../layout'
import { readGrid } from '../queries.server'
import type { PublishedBlock } from '../rules'
import { COMPOSITE_FORMATS, COMPOSITE_WIDTHS, type CompositeFormat, PLAIN_WIDTH } from './composite'
import { CROP, CROP_NAMES, type CropName, computeCrops, intersect } from './crop'
import { findGeneratedFile, type GeneratedFile, generateOnce } from './generated-file.server'

/** A width of the whole grid, or the name of a section that pages show in their header. */
type Variant = { size: number | CropName; format: CompositeFormat }
export type CompositeFile = GeneratedFile & { type: string }
/** The result for the address of a composite image: a file, a redirect to the current grid, or nothing. */
export type FoundComposite = CompositeFile | { movedTo: string } | undefined

const TYPES: Readonly<Record<CompositeFormat, string>> = {
	avif: 'image/avif',
	webp: 'image/webp',
	png: 'image/png',
}
/** The byte budget of each width; the middle one must load within a second at 400 kbit/s. */
const BUDGETS: Readonly<Record<number, number>> = { 480: 12_000, 960: 24_000, 1440: 80_000 }
const CROP_BUDGET = 14_000
/** How long files of earlier grids are kept, for pages opened before a change. */
const KEEP_MS = DAY_MS
/**
 * Returns a file of a composite image ("960.avif"), from the store or rendered now; concurrent requests share the work.
 * The address of an earlier grid whose file was never rendered redirects to the current grid.
 * @param now UTC ms
 */
export async function readComposite(hash: string, file: string, now: number): Promise<FoundComposite> {
	const variant = parseFile(file)
	if (!variant || !/^[0-9a-f]{24}$/.test(hash)) return undefined
	const type = TYPES[variant.format]
	const key = getKey(hash, file)
	const made = await findGeneratedFile(key, now)
	if (made) return { ...made, type }
	const { compositeHash, blocks } = await readGrid(now)
	if (compositeHash !== hash) return compositeHash === null ? undefined : { movedTo: compositeHash }
	return { ...(await generateOnce(key, now, () => draw(blocks, variant))), type }
}

function getKey(hash: string, file: string): string {
	return `composites/${hash}-${file}`
}

function parseFile(file: string): Variant | undefined {
	const [name, extension] = file.split('.')
	const size = [...COMPOSITE_WIDTHS, ...CROP_NAMES].find(known => String(known) === name)
	const format = COMPOSITE_FORMATS.find(known => known === extension)
	if (size === undefined || !format || file !== `${name}.${format}`) return undefined
	return format === 'png' && size !== PLAIN_WIDTH ? undefined : { size, format }
}

async function draw(blocks: readonly PublishedBlock[], { size: of, format }: Variant) {
	const isWhole = typeof of === 'number'
	const unit = isWhole ? of / CANVAS.width : CROP.unit
	const part = isWhole ? { x: 0, y: 0, w: CANVAS.width, h: CANVAS.height } : computeCrops(blocks)[of]
	const { canvas, missing, size } = await composePart(blocks, part, unit)
	const budget = isWhole ? (BUDGETS[of] ?? 30_000) : CROP_BUDGET
	const bytes =
		format === 'png' ? await encodePng(canvas, size) : await encodeWithin(canvas, size, format, budget)
	return { bytes, missing }
}

/**
 * Renders the images of blocks on a section of the grid as raw RGBA, with `unit` pixels for a tiny cell. `missing`: how
 * many could not be drawn.
 */
export async function composePart(blocks: readonly PublishedBlock[], part: UnitRect, unit: number) {
	const size = { width: part.w * unit, height: part.h * unit }
	const originals = await readOriginals(blocks)
	const tiles = blocks
		.map(block => toTile(block, originals.get(block.imageKey), unit, part))
		.filter(tile => tile.windows.length > 0)
	const { canvas, missing } = await composeTiles(size.width, size.height, tiles, {
		read: async versionKey => {
			try {
				return await readUpload(versionKey, originals.get(versionKey)?.bytes ?? null)
			} catch (error) {
				// Without the store every image would be missing, after a timeout each.
				if (error instanceof StoreError) throw error
				log.warn({ err: error, key: versionKey }, 'an upload could not be read')
				return undefined
			}
		},
		recordDecoding,
	})
	return { canvas, missing, size }
}

type Original = { bytes: number; width: number | null; height: number | null }

async function readOriginals(blocks: readonly PublishedBlock[]): Promise<Map<string, Original>> {
	const rows = await db
		.select({ key: files.key, bytes: files.bytes, width: files.width, height: files.height })
		.from(files)
		.where(inArray(files.key, [...new Set(blocks.map(block => block.imageKey))]))
	return new Map(rows.map(({ key, ...original }) => [key, original]))
}

/**
 * An image covers the bounding box of its cells and is visible only through the cells (P24). Decoding is most of the
 * work and grows with the source, so the small version is tried first where it covers the box.
 */
function toTile(
	{ imageKey, cells: ids }: PublishedBlock,
	original: Original | undefined,
	unit: number,
	part: UnitRect,
): Tile {
	const scale = (rect: UnitRect) => ({
		x: rect.x * unit,
		y: rect.y * unit,
		w: rect.w * unit,
		h: rect.h * unit,
	})
	const cells = cellsByIds(ids)
	const bounds = boundingBox(cells)
	const box = scale({ ...bounds, x: bounds.x - part.x, y: bounds.y - part.y })
	const small = smallImageSize(original?.width ?? 0, original?.height ?? 0)
	const isEnough = small.width >= box.w && small.height >= box.h
	return {
		versions: isEnough ? [smallImageKey(imageKey), imageKey] : [imageKey],
		box,
		windows: (isFilledRectangle(cells) ? [bounds] : cells).flatMap(rect => {
			const window = intersect(rect, part)
			return window ? [scale(window)] : []
		}),
	}
}

/**
 * Deletes the files of earlier grids that no open page can still refer to; with `hasRemoved` all of them, because they
 * show an image that was removed. A page that still refers to one is redirected to the current grid.
 * @param now UTC ms
 */
export async function pruneComposites(
	current: string | null,
	{ now, hasRemoved }: { now: number; hasRemoved: boolean },
): Promise<void> {
	const until = hasRemoved ? Number.POSITIVE_INFINITY : now - KEEP_MS
	for await (const key of keysOlderThan('composites', until)) {
		if (current === null || !key.startsWith(getKey(current, ''))) await storage.delete(key)
	}
}

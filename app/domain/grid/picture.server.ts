import { eq, lt } from 'drizzle-orm'
import { smallImageKey } from '~/domain/files/rules'
import { composeTiles, encodeWithin, type Tile } from '~/server/compose.server'
import { db, write } from '~/server/db.server'
import { log } from '~/server/log.server'
import { gridPictures } from '~/server/schema.server'
import { storage } from '~/server/storage.server'
import { CANVAS, cellsByIds } from './layout'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from './picture'
import { type GridSnapshot, readGrid } from './queries.server'
import { boundingBox, isFilledRectangle, type PublishedBlock } from './rules'

type Recipe = { image: string; cells: number[] }[]

const TYPES: Readonly<Record<PictureFormat, string>> = { avif: 'image/avif', webp: 'image/webp' }
/** Bytes that each width should not exceed; the middle one has to arrive within a second over 400 kbit/s. */
const BUDGETS: Readonly<Record<number, number>> = { 480: 12_000, 960: 24_000, 1600: 90_000 }
/** How long the pictures of earlier grids are kept, for pages that were opened before a change. */
const KEEP_MS = 24 * 60 * 60 * 1000

/** Recipes that this process wrote or read; also what makes a recipe be written once and not for every view. */
const recipes = new Map<string, Recipe>()
const underWay = new Map<string, Promise<Uint8Array | undefined>>()

/**
 * Makes the picture of a grid available under its hash, before a page that names it is sent, and begins to compose the sizes
 * that most browsers ask for. Costs nothing when the grid has not changed.
 */
export async function announcePicture(grid: GridSnapshot, now: number): Promise<void> {
	const hash = grid.pictureHash
	if (hash === null || recipes.has(hash)) return
	const recipe = recipeOf(grid.blocks)
	if (recipes.size > 50) recipes.clear()
	recipes.set(hash, recipe)
	const inBackground = (error: unknown) => log.error({ err: error, hash }, 'composing the grid failed')
	// What cannot be written down is still known to this process, and to others while it is the grid of the moment.
	await write(async tx => {
		await tx.insert(gridPictures).values({ hash, recipe, createdAt: now }).onConflictDoNothing()
	}).catch(inBackground)
	latest = hash
	void makeAhead(hash).catch(inBackground)
	void prunePictures(now).catch(inBackground)
}

/** The files that most browsers ask for, unless the grid changes again meanwhile. */
const AHEAD = ['960.avif', '1600.avif']
let latest: string | undefined

async function makeAhead(hash: string): Promise<void> {
	for (const file of AHEAD) {
		if (hash === latest) await readPicture(hash, file)
	}
}

function recipeOf(blocks: readonly PublishedBlock[]): Recipe {
	return blocks.map(block => ({ image: block.imageKey, cells: [...block.cells] }))
}

/**
 * One file of a picture ("960.avif"), from the store or made now; made once however many ask at the same time.
 * @returns undefined for an address that no page ever named.
 */
export async function readPicture(
	hash: string,
	file: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
	const variant = parseFile(file)
	if (!variant || !/^[0-9a-f]{24}$/.test(hash)) return undefined
	const key = `grid/${hash}/${file}`
	let job = underWay.get(key)
	if (!job) {
		job = findOrMake(key, hash, variant).finally(() => underWay.delete(key))
		underWay.set(key, job)
	}
	const bytes = await job
	return bytes && { bytes: new Uint8Array(bytes), type: TYPES[variant.format] }
}

function parseFile(file: string): { width: number; format: PictureFormat } | undefined {
	const [name, extension] = file.split('.')
	const width = PICTURE_WIDTHS.find(known => String(known) === name)
	const format = PICTURE_FORMATS.find(known => known === extension)
	return width && format && file === `${width}.${format}` ? { width, format } : undefined
}

async function findOrMake(key: string, hash: string, variant: { width: number; format: PictureFormat }) {
	const stored = await storage.get(key)
	if (stored) return stored
	const recipe = recipes.get(hash) ?? (await readRecipe(hash)) ?? (await currentRecipe(hash))
	if (!recipe) return undefined
	const bytes = await oneAtATime(() => makePicture(recipe, variant))
	await storage
		.put(key, bytes)
		.catch(error => log.error({ err: error, key }, 'a picture of the grid could not be stored'))
	return bytes
}

async function readRecipe(hash: string): Promise<Recipe | undefined> {
	const [row] = await db.select().from(gridPictures).where(eq(gridPictures.hash, hash))
	return row?.recipe
}

/** What the grid shows now, for a page that named its picture without announcing it. */
async function currentRecipe(hash: string): Promise<Recipe | undefined> {
	const grid = await readGrid(Date.now())
	return grid.pictureHash === hash ? recipeOf(grid.blocks) : undefined
}

/** How many pictures this process has composed, and how many at the same time at most; the tests look. */
export const pictureWork = { composed: 0, running: 0, mostAtOnce: 0 }

/* One at a time: a composition keeps both memory and processor busy, and several only make all who wait wait longer. */
let last: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
	const result = last.then(work, work)
	last = result
	return result
}

async function makePicture(recipe: Recipe, variant: { width: number; format: PictureFormat }) {
	pictureWork.composed += 1
	pictureWork.running += 1
	pictureWork.mostAtOnce = Math.max(pictureWork.mostAtOnce, pictureWork.running)
	try {
		return await compose(recipe, variant)
	} finally {
		pictureWork.running -= 1
	}
}

async function compose(recipe: Recipe, { width, format }: { width: number; format: PictureFormat }) {
	const unit = width / CANVAS.width
	const height = CANVAS.height * unit
	const pixels = await composeTiles(
		width,
		height,
		recipe.map(part => tileOf(part, unit)),
		key => storage.get(key),
	)
	return await encodeWithin(pixels, { width, height }, format, BUDGETS[width] ?? 30_000)
}

/** An image lies over the bounding box of its cells and shows only through the cells (decision 17). */
function tileOf({ image, cells: ids }: Recipe[number], unit: number): Tile {
	const scale = (rect: { x: number; y: number; w: number; h: number }) => ({
		x: rect.x * unit,
		y: rect.y * unit,
		w: rect.w * unit,
		h: rect.h * unit,
	})
	const cells = cellsByIds(ids)
	const box = scale(boundingBox(cells))
	return {
		versions: [smallImageKey(image), image],
		box,
		windows: isFilledRectangle(cells) ? [box] : cells.map(scale),
	}
}

/** Forgets pictures that no open page can still name. */
async function prunePictures(now: number): Promise<void> {
	const old = await db
		.select({ hash: gridPictures.hash })
		.from(gridPictures)
		.where(lt(gridPictures.createdAt, now - KEEP_MS))
	for (const { hash } of old) {
		if (recipes.has(hash)) continue
		for (const width of PICTURE_WIDTHS) {
			for (const format of PICTURE_FORMATS) await storage.delete(`grid/${hash}/${width}.${format}`)
		}
		await write(async tx => {
			await tx.delete(gridPictures).where(eq(gridPictures.hash, hash))
		})
	}
}

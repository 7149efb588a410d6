import { createHash } from 'node:crypto'
import { type Cell, cellById } from '../layout'
import { type Place, placeOf } from '../place'
import { type GridSnapshot, readGrid, statesFor } from '../queries.server'
import type { FoundComposite } from './composite.server'
import { countWaiting, findMade, makeOnce } from './made.server'
import { drawPlace } from './place-image.server'

/* The picture of a shared link to a block or a pixel: it and its neighbours, as guests see them. */

/** In pixels; previews of links are 1,200 by 630. */
const WIDTH = 1_200
/** In units of one tiny cell. */
const VIEW = { w: 23, h: 12 } as const
const WAITING_AT_MOST = 20

type LotPicture = { place: Place; hash: string; unit: number }

const known = new WeakMap<GridSnapshot, Map<number, LotPicture>>()

function lotPictureOf(id: number, grid: GridSnapshot): LotPicture {
	const pictures = known.get(grid) ?? new Map<number, LotPicture>()
	known.set(grid, pictures)
	const before = pictures.get(id)
	if (before) return before
	const block = grid.blocks.find(one => one.cells.includes(id))
	const shown = { states: statesFor(grid, { role: 'guest' }), blocks: grid.blocks }
	const place = placeOf(block?.cells ?? [id], shown, VIEW)
	const hash = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 24)
	const picture = { place, hash, unit: Math.floor(WIDTH / place.view.w) }
	pictures.set(id, picture)
	return picture
}

/** The address of the picture at `now` (UTC ms), whose content never changes, and its size in pixels. */
export async function readLotPictureAddress([cell]: readonly Cell[], now: number) {
	const id = cell?.id ?? 0
	const { hash, unit, place } = lotPictureOf(id, await readGrid(now))
	const { w, h } = place.view
	return { path: `/grid-picture/${hash}/lot-${id}.jpg`, width: w * unit, height: h * unit }
}

/**
 * The file of an address ("lot-300.jpg"), from the store or made now, after composite images that wait. An address of an
 * earlier grid leads to that of the moment. @returns 'busy' when too many wait.
 */
export async function readLotPicture(
	hash: string,
	file: string,
	now: number,
): Promise<FoundComposite | 'busy'> {
	const id = Number(/^lot-([1-9]\d{0,3})\.jpg$/.exec(file)?.[1])
	if (!cellById(id) || !/^[0-9a-f]{24}$/.test(hash)) return undefined
	const type = 'image/jpeg'
	const key = `composites/${hash}-${file}`
	const made = await findMade(key, now)
	if (made) return { ...made, type }
	const grid = await readGrid(now)
	const picture = lotPictureOf(id, grid)
	if (picture.hash !== hash) return { movedTo: picture.hash }
	if (countWaiting() >= WAITING_AT_MOST) return 'busy'
	const draw = () => drawPlace(picture.place, picture.unit, grid.blocks)
	return { ...(await makeOnce(key, now, draw, 0)), type }
}

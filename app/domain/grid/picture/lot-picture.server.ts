import { createHash } from 'node:crypto'
import { addressBlock } from '~/server/auth/address-block.server'
import { currentCaller } from '~/server/ops/caller.server'
import { type Cell, cellById } from '../layout'
import { type GridSnapshot, readGrid, statesFor } from '../queries.server'
import { cropSurroundings, type Surroundings } from '../surroundings'
import type { FoundComposite } from './composite.server'
import { countWaiting, findGeneratedFile, generateOnce } from './generated-file.server'
import { drawPlace } from './place-image.server'

/* The preview image of a shared link to a block or a pixel: it and its surroundings, as guests see them. */

/** In pixels; link previews are 1,200 by 630. */
const WIDTH = 1_200
/** In units of one tiny cell. */
const VIEW = { w: 23, h: 12 } as const
const MAX_WAITING = 20
const WAITING_PER_ADDRESS = 2

/** `first`: the first cell of the block, whose id is in the file name. */
type LotPicture = { first: number; place: Surroundings; hash: string; unit: number }

const known = new WeakMap<GridSnapshot, Map<number, LotPicture>>()
const waitingByAddress = new Map<string, number>()

function getLotPicture(id: number, grid: GridSnapshot): LotPicture | undefined {
	const block = grid.blocks.find(item => item.cells.includes(id))
	const [first] = block?.cells ?? []
	if (!block || first === undefined) return undefined
	const pictures = known.get(grid) ?? new Map<number, LotPicture>()
	known.set(grid, pictures)
	const before = pictures.get(first)
	if (before) return before
	const shown = { states: statesFor(grid, { role: 'guest' }), blocks: grid.blocks }
	const place = cropSurroundings(block.cells, shown, VIEW)
	const hash = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 24)
	const picture = { first, place, hash, unit: Math.floor(WIDTH / place.view.w) }
	pictures.set(first, picture)
	return picture
}

/**
 * Returns the address of the picture at `now` (UTC ms), whose content never changes, and its size in pixels; undefined
 * for cells that show nothing.
 */
export async function readLotPictureAddress([cell]: readonly Cell[], now: number) {
	const picture = getLotPicture(cell?.id ?? 0, await readGrid(now))
	if (!picture) return undefined
	const { first, hash, unit, place } = picture
	const { w, h } = place.view
	return { path: `/grid-picture/${hash}/lot-${first}.jpg`, width: w * unit, height: h * unit }
}

/**
 * Returns the file of an address ("lot-300.jpg"), from the store or rendered now, after waiting composite images. The
 * address of an earlier grid redirects to the current one.
 * @returns 'none' for cells that show nothing, and when too many are waiting, in all or for the client address.
 */
export async function readLotPicture(
	hash: string,
	file: string,
	now: number,
): Promise<FoundComposite | 'none'> {
	const id = Number(/^lot-([1-9]\d{0,3})\.jpg$/.exec(file)?.[1])
	if (!cellById(id) || !/^[0-9a-f]{24}$/.test(hash)) return undefined
	const type = 'image/jpeg'
	const getKey = (cell: number) => `composites/${hash}-lot-${cell}.jpg`
	const earlier = await findGeneratedFile(getKey(id), now)
	if (earlier) return { ...earlier, type }
	const grid = await readGrid(now)
	const picture = getLotPicture(id, grid)
	if (!picture) return 'none'
	if (picture.hash !== hash) return { movedTo: picture.hash }
	const key = getKey(picture.first)
	const made = picture.first === id ? undefined : await findGeneratedFile(key, now)
	if (made) return { ...made, type }
	const address = addressBlock(currentCaller().address)
	const waiting = waitingByAddress.get(address) ?? 0
	if (waiting >= WAITING_PER_ADDRESS || countWaiting() >= MAX_WAITING) return 'none'
	waitingByAddress.set(address, waiting + 1)
	try {
		return { ...(await generateOnce(key, now, () => draw(picture, grid), 0)), type }
	} finally {
		const left = (waitingByAddress.get(address) ?? 1) - 1
		if (left > 0) waitingByAddress.set(address, left)
		else waitingByAddress.delete(address)
	}
}

/* Not stored if the grid has changed while it waited: an image may have been removed. */
async function draw({ first, place, hash, unit }: LotPicture, grid: GridSnapshot) {
	const { bytes, missing } = await drawPlace(place, unit, grid.blocks)
	const isCurrent = getLotPicture(first, await readGrid(Date.now()))?.hash === hash
	return { bytes, missing: isCurrent ? missing : 1 }
}

import { type Page, readPage } from '~/domain/list'
import { nameCells } from '~/domain/orders/rules'
import { readEvents } from '~/domain/ownership/events.server'
import { PROVENANCE } from '~/domain/ownership/provenance'
import { shapeSize } from './geometry-rules'
import { type Cell, cellById, cellsByIds } from './layout'
import { readGrid } from './queries.server'
import { type CellState, cellState, type PublishedBlock } from './rules'

/** Everything that anybody may know about a pixel at one moment (UTC ms). */
export type Pixel = {
	cell: Cell
	/** The cells that show the same: one, where nothing is shown. */
	cells: Cell[]
	block: PublishedBlock | null
	state: CellState
	pricePence: number
	/** Until when (UTC ms) it is merely on hold for somebody's checkout; null when it is not (decision 45). */
	holdUntil: number | null
	/** Until when (UTC ms) it is lent; null when it is not. */
	lentUntil: number | null
	/** When the one who has it now got it; null while nobody has. */
	since: number | null
	/** What happened to it, newest first, without names. */
	history: { at: number; text: string }[]
}

const GETS: readonly string[] = ['bought', 'transferred', 'reserved']

/** The page of a pixel. Undefined for a number that is none. Two queries. */
export async function readPixel(id: number, now: number): Promise<Pixel | undefined> {
	const cell = cellById(id)
	if (!cell) return undefined
	const [grid, events] = await Promise.all([readGrid(now), readEvents(id)])
	const holding = grid.holdings[id - 1] ?? { kind: 'available' }
	const block = grid.blocks.find(one => one.cells.includes(id)) ?? null
	const isHeld = holding.kind === 'owned' || holding.kind === 'house'
	const loan = isHeld ? holding.loan : undefined
	const gets = loan ? ['lent'] : GETS
	return {
		cell,
		cells: cellsByIds(block?.cells ?? [id]),
		block,
		state: cellState(holding, { role: 'guest' }),
		pricePence: grid.prices[cell.type],
		holdUntil: (holding.kind === 'hold' && holding.until) || null,
		lentUntil: loan?.until ?? null,
		since: isHeld ? (events.findLast(event => gets.includes(event.kind))?.at ?? null) : null,
		history: events.map(({ at, kind }) => ({ at, text: PROVENANCE[kind] })).reverse(),
	}
}

/** The first cells of all blocks that the public grid shows: what a sitemap names. */
export async function listPublicBlocks(now: number): Promise<number[]> {
	return (await readGrid(now)).blocks.flatMap(block => block.cells[0] ?? [])
}

/** Blocks on a page of their list: rows of two, three and four fill it. */
const BLOCKS_ON_A_PAGE = 24

/** A page of the blocks that the public grid shows, in the order of their places. One query. */
export async function readBlocks(wanted: number, now: number): Promise<Page<PublishedBlock>> {
	const { blocks } = await readGrid(now)
	return await readPage({ wanted, size: BLOCKS_ON_A_PAGE, total: blocks.length }, async ({ skipped, size }) =>
		blocks.slice(skipped, skipped + size),
	)
}

/** What a block, or a single pixel, is called: "6 tiny pixels, 3 by 2, from row 9, column 4". */
export function blockName(cells: readonly Cell[]): string {
	const [first] = cells
	if (!first) throw new Error('A block has cells')
	if (cells.length === 1) return capital(nameCells([first.id]))
	const { across, down } = shapeSize(cells)
	return `${cells.length} ${first.type} pixels, ${across} by ${down}, from row ${first.row}, column ${first.col}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import { and, eq } from 'drizzle-orm'
import { type Page, readPage } from '~/domain/list'
import { readEvents } from '~/domain/ownership/events.server'
import { PROVENANCE, UNVERIFIED, VERIFIED_AT_ONCE } from '~/domain/ownership/provenance'
import { capitalize } from '~/domain/text'
import { londonDay } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { nameCells } from './cell-names'
import { boundingBox, groupConnectedCells } from './geometry-rules'
import { CELLS, type Cell, cellById, cellsByIds } from './layout'
import { describeLotSize, findAdjacentFree, formatLotNumber, splitTitle } from './lot'
import { type GridSnapshot, listAwaitingBlocks, readGrid, statesFor } from './queries.server'
import { cellState, type PublishedBlock, type Viewer } from './rules'
import { getDistance } from './suggest'
import { cropSurroundings, drawRects } from './surroundings'

/** All public information about a pixel at one moment. Times in UTC ms. */
export type Pixel = NonNullable<Awaited<ReturnType<typeof readPixel>>>

/** `id`: of the first cell. */
export type NamedBlock = { id: number; name: string; lot: string }

const NEIGHBOURS = 6

const GETS: readonly string[] = ['bought', 'transferred', 'reserved']

/**
 * Reads the page of a pixel; undefined for an unknown number. Two queries, three if it is owned. A signed-in
 * viewer sees their own block before it is public (P16), and their own cells as owned.
 */
export async function readPixel(id: number, now: number, viewer: Viewer = { role: 'guest' }) {
	const cell = cellById(id)
	if (!cell) return undefined
	const grid = await readGrid(now)
	const holding = grid.holdings[id - 1] ?? { kind: 'available' }
	const at = grid.blocks.findIndex(item => item.cells.includes(id))
	const awaiting = viewer.role === 'guest' ? [] : listAwaitingBlocks(grid, viewer.accountId)
	const block = grid.blocks[at] ?? awaiting.find(heldBlock => heldBlock.cells.includes(id)) ?? null
	const cells = cellsByIds(block?.cells ?? listPlace(id, grid))
	const events = await readEvents(...cells.map(item => item.id))
	const states = statesFor(grid, viewer)
	const place = cropSurroundings(
		cells.map(item => item.id),
		{ states, blocks: grid.blocks },
	)
	const kindOf = (cell: number) => grid.holdings[cell - 1]?.kind ?? 'available'
	const getName = (other: PublishedBlock | undefined) => (at >= 0 && other ? nameBlock(other) : null)
	const isHeld = holding.kind === 'owned' || holding.kind === 'house'
	const loan = isHeld ? holding.loan : undefined
	const gets = loan ? ['lent'] : GETS
	const got = isHeld ? events.findLast(event => event.cell === id && gets.includes(event.kind)) : undefined
	return {
		cell,
		/** The cells of the same block, shown or not; only this one if nobody owns it. */
		cells,
		block,
		state: cellState(holding, viewer),
		pricePence: grid.prices[cell.type],
		/** Until when it is on hold for a checkout; null when it is not (P8). */
		holdUntil: (holding.kind === 'hold' && holding.until) || null,
		lentUntil: loan?.until ?? null,
		/** Whether the house has it, in an invitation or not. */
		isHouse: holding.kind === 'house' && !loan,
		/** The name of its owner, if the owner shows it. */
		owner: holding.kind === 'owned' ? await readPublicName(holding.accountId) : null,
		/** When the current holder got it; null without a holder, or while the payment is not verified. */
		since: got && !isUnverified(got, events) ? got.at : null,
		history: toHistory(events),
		place,
		/** The nearest other blocks in the surroundings. */
		neighbours: grid.blocks
			.filter(item => item !== block && place.blocks.some(shown => shown.id === item.cells[0]))
			.toSorted((a, b) => distanceTo(cells, a) - distanceTo(cells, b))
			.slice(0, NEIGHBOURS)
			.map(nameBlock),
		/** The whole grid: the hash of its image, and the taken cells without one as SVG path data; `own`: the viewer's. */
		map: {
			hash: grid.compositeHash,
			taken: drawUnshown(grid, cell => ['hold', 'owned'].includes(kindOf(cell))),
			house: drawUnshown(grid, cell => kindOf(cell) === 'house'),
			own: drawUnshown(grid, cell => states[cell - 1] === 'owned'),
		},
		/** The previous and the next block on the grid. */
		before: getName(grid.blocks[at - 1]),
		after: getName(grid.blocks[at + 1]),
		/** Free cells next to the block. */
		beside: block ? findAdjacentFree(cells, grid) : [],
	}
}

function distanceTo(cells: readonly Cell[], block: PublishedBlock): number {
	return getDistance(boundingBox(cells), boundingBox(cellsByIds(block.cells)))
}

/** Lists the connected cells of one owner, or one borrower, that show nothing: they are one lot. */
export function listPlace(id: number, { holdings, blocks }: GridSnapshot): readonly number[] {
	const holding = holdings[id - 1]
	if (holding?.kind !== 'owned') return [id]
	const state = cellState(holding, { role: 'guest' })
	const shown = new Set(blocks.flatMap(block => block.cells))
	const alike = CELLS.filter(cell => {
		const other = holdings[cell.id - 1]
		return (
			other?.kind === 'owned' &&
			other.accountId === holding.accountId &&
			other.loan?.until === holding.loan?.until &&
			other.loan?.borrowerId === holding.loan?.borrowerId &&
			cellState(other, { role: 'guest' }) === state &&
			!shown.has(cell.id)
		)
	})
	return groupConnectedCells(alike.map(cell => cell.id)).find(cells => cells.includes(id)) ?? [id]
}

function drawUnshown({ blocks }: GridSnapshot, isDrawn: (cell: number) => boolean): string {
	const shown = new Set(blocks.flatMap(block => block.cells))
	return drawRects(CELLS.filter(({ id }) => isDrawn(id) && !shown.has(id)))
}

async function readPublicName(accountId: string): Promise<string | null> {
	const [row] = await db
		.select({ fullName: accounts.fullName })
		.from(accounts)
		.where(and(eq(accounts.id, accountId), eq(accounts.isNamePublic, true)))
	return row?.fullName ?? null
}

function nameBlock({ cells: ids, description }: PublishedBlock): NamedBlock {
	const cells = cellsByIds(ids)
	return {
		id: ids[0] ?? 0,
		name: splitTitle(description).title ?? capitalize(describeLotSize(cells)),
		lot: formatLotNumber(cells),
	}
}

type Events = Awaited<ReturnType<typeof readEvents>>

/** Tests whether it was bought by an order whose payment has not been verified. */
function isUnverified({ kind, orderId }: Events[number], events: Events): boolean {
	return kind === 'bought' && !events.some(event => event.kind === 'approved' && event.orderId === orderId)
}

type HistoryEntry = { at: number; text: string; count: number; pence: number | null }

/**
 * Describes the events of a block's cells, newest first, without names; equal events of several cells are merged.
 * `pence`: their list price when bought, if the payment was verified.
 */
function toHistory(events: Events): HistoryEntry[] {
	const history: (HistoryEntry & { key: string; order: string | null })[] = []
	for (const event of events) {
		const { at, kind, pence, orderId, transferId } = event
		// A payment verified on the day of the purchase is merged into its entry.
		const bought = kind === 'approved' ? history.find(entry => entry.order === orderId) : undefined
		if (bought?.order && londonDay(bought.at) === londonDay(at)) {
			bought.text = VERIFIED_AT_ONCE
			continue
		}
		const key = [at, kind, orderId, transferId].join()
		const known = history.find(entry => entry.key === key)
		const unverified = isUnverified(event, events)
		const entry = known ?? {
			key,
			order: kind === 'bought' ? orderId : null,
			at,
			text: unverified ? UNVERIFIED : PROVENANCE[kind],
			count: 0,
			pence: null,
		}
		entry.count += 1
		if (kind === 'bought' && pence !== null && !unverified) entry.pence = (entry.pence ?? 0) + pence
		if (!known) history.push(entry)
	}
	return history.map(({ key: _key, order: _order, ...entry }) => entry).reverse()
}

/** Lists the first cells of all blocks on the public grid, for the sitemap. */
export async function listPublicBlocks(now: number): Promise<number[]> {
	return (await readGrid(now)).blocks.flatMap(block => block.cells[0] ?? [])
}

/** Blocks on a page of the list: fills rows of two, three and four. */
const BLOCKS_ON_A_PAGE = 24

/** Reads a page of the blocks on the public grid, in the order of their places. One query. */
export async function readBlocks(requested: number, now: number): Promise<Page<PublishedBlock>> {
	const { blocks } = await readGrid(now)
	return await readPage(
		{ requested, size: BLOCKS_ON_A_PAGE, total: blocks.length },
		async ({ skipped, size }) => blocks.slice(skipped, skipped + size),
	)
}

/** Names a block or a single pixel: "6 tiny pixels, 3 by 2, from row 9, column 4". */
export function namePublicBlock(cells: readonly Cell[]): string {
	const [first] = cells
	if (!first) throw new Error('A block has cells')
	if (cells.length === 1) return capitalize(nameCells([first.id]))
	return `${describeLotSize(cells)}, from row ${first.row}, column ${first.col}`
}

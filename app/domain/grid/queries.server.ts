import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getPrices, getSetting } from '~/domain/settings/queries.server'
import { db } from '~/server/db.server'
import { cellHolders, creatives, gridState, orders, transferCells } from '~/server/schema.server'
import { CELL_COUNT, CELL_TYPES, CELLS, type CellType, COUNTS } from './layout'
import { announcePicture } from './picture.server'
import {
	type CellState,
	cellState,
	connectedAreas,
	type Holding,
	type PublishedBlock,
	type TypeFigures,
	type Viewer,
} from './rules'

/** Everything about the grid that does not depend on who looks, at one moment. Shared between requests: read only. */
export type GridSnapshot = {
	readonly version: number
	/** UTC ms of the next moment at which time alone changes the grid (a hold runs out). */
	readonly validUntil: number
	/** Pence per cell. */
	readonly prices: Readonly<Record<CellType, number>>
	/** The situation of cell `id` at `id - 1`. */
	readonly holdings: readonly Holding[]
	readonly figures: Readonly<Record<CellType, TypeFigures>>
	readonly blocks: readonly PublishedBlock[]
	/** Names the content of the composed picture; null while nothing is published. */
	readonly pictureHash: string | null
}

let cached: { version: number; snapshot: Promise<GridSnapshot>; validUntil: number } | undefined

/**
 * The grid at `now` (UTC ms). One query when nothing changed since the last call, five when something did, however
 * many orders there are. A row that triggers raise at every change keeps several processes exact.
 */
export async function readGrid(now: number): Promise<GridSnapshot> {
	const [row] = await db.select().from(gridState).where(eq(gridState.id, 1))
	const version = row?.version ?? 0
	if (cached?.version === version && now < cached.validUntil) return cached.snapshot
	// The version was read first, so a change in between is seen again by the next call, never missed.
	const entry = { version, snapshot: load(version, now), validUntil: Number.POSITIVE_INFINITY }
	cached = entry
	try {
		const snapshot = await entry.snapshot
		entry.validUntil = snapshot.validUntil
		return snapshot
	} catch (error) {
		if (cached === entry) cached = undefined
		throw error
	}
}

async function load(version: number, now: number): Promise<GridSnapshot> {
	const [rows, invitedRows, prices, showCreatives] = await Promise.all([
		readHolders(),
		db.select({ cell: transferCells.cell }).from(transferCells).where(eq(transferCells.open, 1)),
		getPrices(),
		getSetting('showCreatives'),
	])
	const invited = new Set(invitedRows.map(row => row.cell))
	const holdings: Holding[] = CELLS.map(cell => ({ kind: 'available', invited: invited.has(cell.id) }))
	const published = new Map<string, { creative: Omit<PublishedBlock, 'cells'>; cells: number[] }>()
	let validUntil = Number.POSITIVE_INFINITY
	for (const row of rows) {
		if (row.cell < 1 || row.cell > CELL_COUNT) continue
		if (row.holdUntil !== null && row.holdUntil <= now) continue
		if (row.holdUntil !== null) validUntil = Math.min(validUntil, row.holdUntil)
		holdings[row.cell - 1] = holdingOf(row, invited.has(row.cell))
		const shown = row.orderStatus !== 'pending' || showCreatives === 'at-once'
		if (row.kind === 'hold' || !shown || row.creativeId === null || !row.imageKey) continue
		const { creativeId, imageKey } = row
		const creative = { creativeId, imageKey, description: row.description ?? '', link: row.link ?? '' }
		const entry = published.get(`${row.accountId}:${creativeId}`) ?? { creative, cells: [] }
		entry.cells.push(row.cell)
		published.set(`${row.accountId}:${creativeId}`, entry)
	}
	const blocks = [...published.values()]
		.flatMap(({ creative, cells }) => connectedAreas(cells).map(area => ({ ...creative, cells: area })))
		.sort((a, b) => (a.cells[0] ?? 0) - (b.cells[0] ?? 0))
	const snapshot: GridSnapshot = {
		version,
		validUntil,
		prices,
		holdings,
		figures: figuresOf(holdings, prices),
		blocks,
		pictureHash: blocks.length > 0 ? hashOf(blocks) : null,
	}
	// Every page with a grid names its picture, so it is made known with the grid and not by one of the pages.
	await announcePicture(snapshot, now)
	return snapshot
}

function readHolders() {
	return db
		.select({
			cell: cellHolders.cell,
			kind: cellHolders.kind,
			accountId: cellHolders.accountId,
			holdUntil: cellHolders.holdUntil,
			orderStatus: orders.status,
			creativeId: creatives.id,
			imageKey: creatives.imageKey,
			description: creatives.description,
			link: creatives.link,
		})
		.from(cellHolders)
		.leftJoin(orders, eq(orders.id, cellHolders.orderId))
		.leftJoin(creatives, eq(creatives.id, cellHolders.creativeId))
		.orderBy(cellHolders.cell)
}

function holdingOf(
	row: { kind: 'hold' | 'owned' | 'house'; accountId: string | null },
	invited: boolean,
): Holding {
	if (row.kind === 'house') return { kind: 'house', invited }
	return { kind: row.kind, accountId: row.accountId ?? '', invited }
}

function figuresOf(
	holdings: readonly Holding[],
	prices: Readonly<Record<CellType, number>>,
): Record<CellType, TypeFigures> {
	const available: Record<CellType, number> = { large: 0, medium: 0, small: 0, tiny: 0 }
	for (const cell of CELLS) {
		if (holdings[cell.id - 1]?.kind === 'available') available[cell.type] += 1
	}
	const entries = CELL_TYPES.map(type => [
		type,
		{ price: prices[type], total: COUNTS[type], available: available[type] },
	])
	return Object.fromEntries(entries) as Record<CellType, TypeFigures>
}

/** Changes when the composer draws differently, so that addresses of cached pictures change too. */
const COMPOSER_VERSION = 2

function hashOf(blocks: readonly PublishedBlock[]): string {
	const content = blocks.map(block => [block.imageKey, block.cells])
	return createHash('sha256')
		.update(JSON.stringify([COMPOSER_VERSION, content]))
		.digest('hex')
		.slice(0, 24)
}

/** What `viewer` sees of each cell, cell `id` at `id - 1` (decisions 5 and 6). */
export function statesFor(grid: GridSnapshot, viewer: Viewer): CellState[] {
	return grid.holdings.map(holding => cellState(holding, viewer))
}

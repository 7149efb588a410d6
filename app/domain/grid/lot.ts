import { formatRectangle } from './cell-names'
import { getRange, isFilledRectangle, measureShape, type Range } from './geometry-rules'
import { CELL_TYPES, CELLS, type Cell, type CellType, cellAt, cellsByIds } from './layout'
import type { GridSnapshot } from './queries.server'
import type { Holding, PublishedBlock } from './rules'
import { largestRectangle } from './selection/rectangle-rules'

/** Describes a block as a lot of an auction. */

/**
 * Returns the number of a lot: "Lot 18·21", by row and column of its first cell. Expects the cells in ascending order.
 */
export function formatLotNumber([first]: readonly Cell[]): string {
	return `Lot ${first?.row}·${first?.col}`
}

/** Describes the size of a lot: "12 tiny pixels, 4 by 3", "the large pixel", "a small pixel". */
export function describeLotSize(cells: readonly Cell[]): string {
	const [first] = cells
	if (!first) throw new Error('A lot has cells')
	if (cells.length === 1) return `${first.type === 'large' ? 'the' : 'a'} ${first.type} pixel`
	const { across, down } = measureShape(cells)
	return `${cells.length} ${first.type} pixels, ${across} by ${down}`
}

/**
 * Describes the place of a lot: "rows 18 to 20, columns 21 to 24", "row 8, column 3"; if it is not a rectangle "from
 * row 9, column 4".
 */
export function describeLotPlace(cells: readonly Cell[]): string {
	const [first] = cells
	if (!first) throw new Error('A lot has cells')
	if (!isFilledRectangle(cells)) return `from row ${first.row}, column ${first.col}`
	return formatRectangle(cells)
}

const TITLE_LENGTH = 48

/** Splits a description into a title (its first sentence, if short enough) and the rest. */
export function splitTitle(description: string): { title: string | null; text: string } {
	const [, first = '', text = ''] = /^(.+?)(?:\.\s+|\n+|\.?$)(.*)$/s.exec(description.trim()) ?? []
	return first && first.length <= TITLE_LENGTH ? { title: first, text } : { title: null, text: description }
}

/** A block with the day on which the last of its cells was acquired (UTC ms), and its list price in pence. */
export type Highlight = { block: PublishedBlock; cells: Cell[]; since: number; pence: number }

/** Lists the block acquired last and the one with the highest list price, in this order; only one if it is the same. */
export function listHighlights({ blocks, held, prices }: GridSnapshot): [string, Highlight][] {
	const sinceByCell = new Map(held.map(({ cell, since }) => [cell, since]))
	const all = blocks.map(block => {
		const cells = cellsByIds(block.cells)
		const since = Math.max(...block.cells.map(id => sinceByCell.get(id) ?? 0))
		return { block, cells, since, pence: cells.reduce((sum, { type }) => sum + prices[type], 0) }
	})
	const [latest] = all.toSorted((a, b) => b.since - a.since)
	const [highest] = all.toSorted((a, b) => b.pence - a.pence || a.since - b.since)
	if (!latest || !highest) return []
	return latest === highest
		? [['Highest lot', highest]]
		: [
				['Latest acquired', latest],
				['Highest lot', highest],
			]
}

/** Finds the first free cells of different types, the most expensive first, to fill in where few blocks are shown. */
export function listFreeLots({ holdings, prices }: Pick<GridSnapshot, 'holdings' | 'prices'>) {
	return CELL_TYPES.flatMap(type => {
		const free = CELLS.find(cell => cell.type === type && holdings[cell.id - 1]?.kind === 'available')
		return free ? { cells: [free], pence: prices[type] } : []
	})
}

/**
 * Finds the largest rectangle of free cells of a cell's type that contains it, at most four by three, in reading order.
 */
export function findFreeCells({ type, row, col }: Cell, isFree: (cell: Cell) => boolean): Cell[] {
	let best: Cell[] = []
	const tryRectangle = (top: number, bottom: number, left: number, right: number) => {
		const places = range(top, bottom).flatMap(r => range(left, right).map(c => cellAt(r, c)))
		const cells = places.filter(place => place?.type === type && isFree(place)) as Cell[]
		if (cells.length === places.length && cells.length > best.length) best = cells
	}
	for (const [top, bottom] of rangesAround(row, 3))
		for (const [left, right] of rangesAround(col, 4)) tryRectangle(top, bottom, left, right)
	return best
}

/** Returns the ranges of at most `max` numbers that contain `within`, those that begin with it first. */
function rangesAround(within: number, max: number): Range[] {
	return range(0, max - 1).flatMap(before =>
		range(0, max - 1 - before).map((after): Range => [within - before, within + after]),
	)
}

/** A free rectangle that touches a block. `pence`: its list price. */
export type FreeRectangle = { cells: Cell[]; pence: number }

const MAX_PLACES = 3
const DEPTH = 3

/**
 * Finds the largest free rectangle on each side of a block, of its own type of cells: along the edge, and as deep as
 * the block, or {@link DEPTH}. At most {@link MAX_PLACES}, the largest first.
 */
export function findAdjacentFree(
	block: readonly Cell[],
	grid: { holdings: readonly Holding[]; prices: Readonly<Record<CellType, number>> },
): FreeRectangle[] {
	const [first] = block
	if (!first) return []
	const rows = getRange(block.map(cell => cell.row))
	const cols = getRange(block.map(cell => cell.col))
	const findFree = (row: number, col: number) => {
		const cell = cellAt(row, col)
		const holding = cell?.type === first.type ? grid.holdings[cell.id - 1] : undefined
		return holding?.kind === 'available' && !holding.invited ? cell : undefined
	}
	return [
		largest(rows, cols, (row, out) => findFree(row, cols[1] + out)),
		largest(cols, rows, (col, out) => findFree(rows[1] + out, col)),
		largest(rows, cols, (row, out) => findFree(row, cols[0] - out)),
		largest(cols, rows, (col, out) => findFree(rows[0] - out, col)),
	]
		.filter(cells => cells.length > 0)
		.sort((a, b) => b.length - a.length)
		.slice(0, MAX_PLACES)
		.map(cells => ({ cells, pence: cells.length * grid.prices[first.type] }))
}

/**
 * Finds the largest rectangle along an edge. `at`: returns the cell at a place of the edge, that many steps away from
 * it.
 */
function largest(edge: Range, across: Range, at: (along: number, out: number) => Cell | undefined) {
	const depth = Math.max(DEPTH, across[1] - across[0] + 1)
	const free = range(...edge).flatMap(along => {
		const line = range(1, depth).map(out => at(along, out))
		const end = line.indexOf(undefined)
		return (end === -1 ? line : line.slice(0, end)) as Cell[]
	})
	return largestRectangle(free)
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

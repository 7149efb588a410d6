import { capitalize } from '~/domain/text'
import { describeRange } from './cell-names'
import { type Direction, getRange } from './geometry-rules'
import { CANVAS, CELLS, type Cell, type CellType, type UnitRect } from './layout'

/**
 * Sections of the grid, enlarged so that cells can be touched: every cell lies in exactly one. Safe for the browser.
 */
export type Region = UnitRect & {
	/** Its value in the address: `?view=tiny-3`. */
	readonly id: string
	readonly type: CellType
	/** "Tiny, rows 8 to 20, columns 1 to 8". */
	readonly name: string
	readonly cells: readonly Cell[]
}

/** Left edges in units; in each band of rows the regions cover the whole width. */
const HALVES = [0, 20] as const
const AROUND_LARGE = [0, 16, 24] as const
const FIFTHS = [0, 8, 16, 24, 32] as const

const BANDS = [
	{ type: 'medium', top: 0, height: 4, edges: HALVES },
	{ type: 'small', top: 4, height: 12, edges: AROUND_LARGE },
	{ type: 'tiny', top: 16, height: 13, edges: FIFTHS },
	{ type: 'tiny', top: 29, height: 13, edges: FIFTHS },
] as const

/** All regions, in reading order. */
export const REGIONS: readonly Region[] = generate()

function generate(): Region[] {
	const regions: Region[] = []
	for (const { type, top, height, edges } of BANDS) {
		for (const [index, x] of edges.entries()) {
			const box = { x, y: top, w: (edges[index + 1] ?? CANVAS.width) - x, h: height }
			const cells = CELLS.filter(cell => contains(box, cell))
			const number = regions.filter(region => region.type === type).length + 1
			regions.push({ ...box, id: `${type}-${number}`, type, name: getRegionName(type, cells), cells })
		}
	}
	return regions
}

function contains(box: UnitRect, { x, y }: UnitRect): boolean {
	return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h
}

function getRegionName(type: CellType, cells: readonly Cell[]): string {
	const ofType = cells.filter(cell => cell.type === type)
	const rows = getRange(ofType.map(cell => cell.row))
	const columns = getRange(ofType.map(cell => cell.col))
	const title = capitalize(type)
	const large = cells.length > ofType.length ? 'Large pixel and ' : ''
	return `${large}${large ? title.toLowerCase() : title}, ${describeRange('row', rows)}, ${describeRange('column', columns)}`
}

/** Returns the box of a region, without its cells. */
export function toRect({ x, y, w, h }: UnitRect): UnitRect {
	return { x, y, w, h }
}

/** Returns the region with an id from the address, if it exists. */
export function findRegion(id: string | null | undefined): Region | undefined {
	return REGIONS.find(region => region.id === id)
}

/** Returns the region next to the middle of this one in a direction; undefined at the edge of the grid. */
export function findNextRegion(region: Region, direction: Direction): Region | undefined {
	const x = region.x + Math.floor((region.w - 1) / 2)
	const y = region.y + Math.floor((region.h - 1) / 2)
	const point = {
		left: { x: region.x - 1, y },
		right: { x: region.x + region.w, y },
		up: { x, y: region.y - 1 },
		down: { x, y: region.y + region.h },
	}[direction]
	return REGIONS.find(other => contains(other, { ...point, w: 1, h: 1 }))
}

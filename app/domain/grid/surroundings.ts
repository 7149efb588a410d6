import { groupBy } from '~/domain/group-by'
import { boundingBox, isFilledRectangle } from './geometry-rules'
import { CANVAS, CELLS, type Cell, cellAtUnit, cellsByIds, TYPE_UNITS, type UnitRect } from './layout'
import { intersect } from './picture/crop'
import type { CellState, PublishedBlock } from './rules'

/** Cells and their surroundings, as a viewer sees them. All in units of one tiny cell; paths are SVG path data. */
export type Surroundings = {
	/** The section of the grid that is drawn. */
	readonly view: UnitRect
	/** The cells in view, by state; `marks`: the pattern that tells the state apart without colour. */
	readonly cells: readonly (readonly [state: CellState, path: string, marks: string])[]
	/** The published blocks in view. `clip`: the cells of a block that is not a rectangle. */
	readonly blocks: readonly (Pick<PublishedBlock, 'imageKey' | 'description'> & {
		readonly id: number
		readonly box: UnitRect
		readonly clip: string | null
	})[]
	/** The lines between cells; none inside a block. */
	readonly seams: string
	/** The cells that the drawing is about: their ids, area and outline. */
	readonly own: {
		readonly ids: readonly number[]
		readonly box: UnitRect
		readonly cells: string
		readonly outline: string
	}
}

/** The smallest view, in units. */
const SIZE = { w: 12, h: 12 } as const
/** The smallest margin around larger cells; the view keeps its proportions. */
const MARGIN = 2

/**
 * Returns the surroundings of the cells `ids`, centred as far as the grid allows. `states`: what the viewer sees of
 * each cell (`statesFor`). `size`: minimum size of the view, in units. Safe for the browser.
 */
export function cropSurroundings(
	ids: Iterable<number>,
	grid: { readonly states: readonly CellState[]; readonly blocks: readonly PublishedBlock[] },
	size: Pick<UnitRect, 'w' | 'h'> = SIZE,
): Surroundings {
	const own = cellsByIds(ids)
	const box = boundingBox(own)
	// Whole cells, so that none is clipped; those next to the large one are small.
	const step = Math.min(...own.map(({ type, w }) => (type === 'large' ? TYPE_UNITS.small.w : w)))
	const view = viewAround(box, size, step)
	const inSight = CELLS.filter(cell => intersect(cell, view))
	const byState = groupBy(inSight, ({ id }) => grid.states[id - 1] ?? 'available')
	const blocks = grid.blocks.filter(block => cellsByIds(block.cells).some(cell => intersect(cell, view)))
	const blockByCell = new Map(blocks.flatMap(block => block.cells.map(id => [id, block] as const)))
	return {
		view,
		cells: [...byState].map(([state, cells]) => [state, drawRects(cells), drawMarks(state, cells)]),
		blocks: blocks.map(({ imageKey, description, cells: members }) => {
			const cells = cellsByIds(members)
			const clip = isFilledRectangle(cells) ? null : drawRects(cells)
			return { id: members[0] ?? 0, imageKey, description, box: boundingBox(cells), clip }
		}),
		seams: drawEdges(inSight, (cell, other) => {
			const block = blockByCell.get(cell.id)
			return block !== undefined && block === (other && blockByCell.get(other.id))
		}),
		own: { ids: own.map(({ id }) => id), box, cells: drawRects(own), outline: drawOutline(own) },
	}
}

function viewAround(box: UnitRect, size: Pick<UnitRect, 'w' | 'h'>, step: number): UnitRect {
	// Beside several cells there is room for a whole one on both sides.
	const withMargins = (length: number) => length + 2 * Math.max(MARGIN, length > step ? step : 0)
	const scale = Math.max(1, withMargins(box.w) / size.w, withMargins(box.h) / size.h)
	const w = Math.min(CANVAS.width, Math.ceil(size.w * scale))
	const h = Math.min(CANVAS.height, Math.ceil(size.h * scale))
	const getStart = (from: number, length: number, shown: number, max: number) =>
		Math.min(max - shown, Math.max(0, from + step * Math.round((length - shown) / 2 / step)))
	return { x: getStart(box.x, box.w, w, CANVAS.width), y: getStart(box.y, box.h, h, CANVAS.height), w, h }
}

/** Formats rectangles as the data of one SVG path. */
export function drawRects(rects: readonly UnitRect[]): string {
	return rects
		.map(({ x, y, w, h }) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`)
		.join('')
}

const round = (value: number) => Math.round(value * 100) / 100

/** As on the grid: a square in owned cells, a corner in invited ones; the others are hatched. */
function drawMarks(state: CellState, cells: readonly Cell[]): string {
	if (state === 'owned') {
		return drawRects(cells.map(({ x, y, w, h }) => ({ x: x + w / 3, y: y + h / 3, w: w / 3, h: h / 3 })))
	}
	if (state !== 'invited') return ''
	return cells.map(({ x, y, w, h }) => `M${x} ${y}h${w * 0.6}l${w * -0.6} ${h * 0.6}z`).join('')
}

/** Returns the right and bottom edges of cells, except those inside a block. */
function drawEdges(cells: readonly Cell[], isOne: (cell: Cell, other: Cell | undefined) => boolean): string {
	return cells
		.map(cell => {
			const { x, y, w, h } = cell
			const right = isOne(cell, cellAtUnit(x + w, y)) ? '' : `M${x + w} ${y}v${h}`
			return isOne(cell, cellAtUnit(x, y + h)) ? right : `${right}M${x} ${y + h}h${w}`
		})
		.join('')
}

/** Returns the outline of cells, of any shape. */
export function drawOutline(cells: readonly Cell[]): string {
	if (isFilledRectangle(cells)) return drawRects([boundingBox(cells)])
	const ids = new Set(cells.map(({ id }) => id))
	const isIn = (x: number, y: number) => ids.has(cellAtUnit(x, y)?.id ?? 0)
	return cells
		.map(
			({ x, y, w, h }) =>
				(isIn(x - 1, y) ? '' : `M${x} ${y}v${h}`) +
				(isIn(x, y - 1) ? '' : `M${x} ${y}h${w}`) +
				(isIn(x + w, y) ? '' : `M${x + w} ${y}v${h}`) +
				(isIn(x, y + h) ? '' : `M${x} ${y + h}h${w}`),
		)
		.join('')
}

import { boundingBox } from '~/domain/grid/geometry-rules'
import { CANVAS, CELLS, cellsByIds, type UnitRect } from '~/domain/grid/layout'
import { pathOf } from '~/domain/grid/place'
import type { CellState } from '~/domain/grid/rules'

/** The part of the grid that a block stands in, as it is drawn beside the block's image. */
export type Around = {
	view: UnitRect
	/** Outlines of the cells in sight by their state, as the data of SVG paths. */
	cells: readonly (readonly [state: CellState, path: string])[]
	compositeHash: string | null
}

/** How many units of the grid are shown on each side of the block. */
const MARGIN = 3

/** What is around the cells of a block. `stateOf`: of the cell with an id. */
export function aroundOf(
	ids: readonly number[],
	{ stateOf, compositeHash }: { stateOf: (id: number) => CellState; compositeHash: string | null },
): Around {
	const box = boundingBox(cellsByIds(ids))
	const x = Math.max(0, box.x - MARGIN)
	const y = Math.max(0, box.y - MARGIN)
	const view = {
		x,
		y,
		w: Math.min(CANVAS.width, box.x + box.w + MARGIN) - x,
		h: Math.min(CANVAS.height, box.y + box.h + MARGIN) - y,
	}
	const paths = new Map<CellState, UnitRect[]>()
	for (const cell of CELLS) {
		const isInSight =
			cell.x < view.x + view.w &&
			cell.x + cell.w > view.x &&
			cell.y < view.y + view.h &&
			cell.y + cell.h > view.y
		if (!isInSight) continue
		const state = stateOf(cell.id)
		paths.set(state, [...(paths.get(state) ?? []), cell])
	}
	return { view, cells: [...paths].map(([state, cells]) => [state, pathOf(cells)]), compositeHash }
}

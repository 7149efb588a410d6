import { log } from '~/server/ops/log.server'
import { CELLS, cellAtUnit, cellsByIds, type UnitRect } from '../layout'
import { type GridSnapshot, readGrid, statesFor } from '../queries.server'
import type { CellState } from '../rules'
import { type CropName, computeCrops, getRowRange, intersect } from './crop'

/** A section of the grid as guests see it. Coordinates are relative to its corner, in units of one tiny cell. */
export type GridCrop = ReturnType<typeof crop>

const drawn = new WeakMap<GridSnapshot, Map<CropName, GridCrop>>()

/** Reads a section of the grid for the header of a public page at `now` (UTC ms); null when it cannot be read. */
export async function readCrop(now: number, name: CropName = 'crop'): Promise<GridCrop | null> {
	try {
		const grid = await readGrid(now)
		const crops = drawn.get(grid) ?? new Map<CropName, GridCrop>()
		drawn.set(grid, crops)
		const known = crops.get(name) ?? crop(grid, name)
		crops.set(name, known)
		return known
	} catch (error) {
		log.error({ err: error }, 'the grid cannot be read')
		return null
	}
}

function crop(grid: GridSnapshot, name: CropName) {
	const part = computeCrops(grid.blocks)[name]
	const states = statesFor(grid, { role: 'guest' })
	const shown = new Set(grid.blocks.flatMap(block => block.cells))
	const byState = new Map<CellState, UnitRect[]>()
	for (const cell of CELLS) {
		const rect = shown.has(cell.id) ? undefined : intersect(cell, part)
		const state = states[cell.id - 1] ?? 'available'
		if (rect) byState.set(state, [...(byState.get(state) ?? []), rect])
	}
	return {
		name,
		/** The hash of the composite image; null while nothing is published. */
		hash: grid.compositeHash,
		/** The first and the last row. */
		rows: getRowRange(part),
		/** The cells without an image, whole or clipped, by their state. */
		cells: [...byState],
		/** The right and bottom edges of the images. */
		seams: findSeams(grid, part),
	}
}

function findSeams({ blocks }: GridSnapshot, part: UnitRect) {
	return blocks.flatMap(block => {
		const ids = new Set(block.cells)
		const isInside = (x: number, y: number) => ids.has(cellAtUnit(x, y)?.id ?? 0)
		return cellsByIds(block.cells).flatMap(cell => {
			const rect = intersect(cell, part)
			if (!rect) return []
			const ends = { right: cell.x + cell.w, bottom: cell.y + cell.h }
			const right = isInside(ends.right, cell.y) ? [] : [{ ...rect, side: 'right' as const }]
			const bottom = isInside(cell.x, ends.bottom) ? [] : [{ ...rect, side: 'bottom' as const }]
			return [...right, ...bottom]
		})
	})
}

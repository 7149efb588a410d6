import { CANVAS, cellAtUnit, cellsByIds, type UnitRect } from '../layout'
import type { PublishedBlock } from '../rules'

/** The section of the grid in the header of public pages, in units of one tiny cell, and its pixels per unit. */
export const CROP = { w: 20, h: 15, unit: 32 } as const

/** The section around the large cell, shown for an empty grid. */
const MIDDLE = { x: 10, y: 2 } as const

/** Computes the section of the grid that shows the most content, preferring content near its middle. */
export function computeCrop(blocks: readonly Pick<PublishedBlock, 'cells'>[]): UnitRect {
	const shown = cellsByIds(blocks.flatMap(block => block.cells))
	let best: { x: number; y: number; score: number } = { ...MIDDLE, score: 0 }
	for (let y = 0; y <= CANVAS.height - CROP.h; y++) {
		for (let x = 0; x <= CANVAS.width - CROP.w; x += 2) {
			let score = 0
			for (const cell of shown) score += cell.w * cell.h * centrality(cell, { x, y })
			if (score > best.score) best = { x, y, score }
		}
	}
	return { x: best.x, y: best.y, w: CROP.w, h: CROP.h }
}

/** Returns 1.25 for content in the middle of a section of the grid, down to 0 for content outside. */
function centrality(cell: UnitRect, { x, y }: { x: number; y: number }): number {
	const across = Math.abs(cell.x + cell.w / 2 - x - CROP.w / 2) / (CROP.w / 2)
	const down = Math.abs(cell.y + cell.h / 2 - y - CROP.h / 2) / (CROP.h / 2)
	return across > 1 || down > 1 ? 0 : 0.25 + (1 - across) * (1 - down)
}

/** Returns the first and the last row that a section of the grid shows, wholly or clipped. */
export function getRowRange({ x, y, w, h }: UnitRect): readonly [number, number] {
	const [first, last] = [cellAtUnit(x, y), cellAtUnit(x + w - 1, y + h - 1)]
	if (!first || !last) throw new Error('This part is outside the grid')
	return [first.row, last.row]
}

/** Returns the intersection of `rect` and `part`, relative to the corner of `part`; undefined when empty. */
export function intersect(rect: UnitRect, part: UnitRect): UnitRect | undefined {
	const x = Math.max(rect.x, part.x)
	const y = Math.max(rect.y, part.y)
	const w = Math.min(rect.x + rect.w, part.x + part.w) - x
	const h = Math.min(rect.y + rect.h, part.y + part.h) - y
	return w > 0 && h > 0 ? { x: x - part.x, y: y - part.y, w, h } : undefined
}

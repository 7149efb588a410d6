import { CANVAS, cellAtUnit, cellsByIds, type UnitRect } from '../layout'
import type { PublishedBlock } from '../rules'

/** A section of the grid in the header of public pages, in units of one tiny cell, and its pixels per unit. */
export const CROP = { w: 20, h: 15, unit: 32 } as const

/** The sections that different pages show, by their names in addresses. */
export const CROP_NAMES = ['crop', 'crop-2', 'crop-3', 'crop-4', 'crop-5'] as const
export type CropName = (typeof CROP_NAMES)[number]

/** The sections of an empty grid: around the large cell, and below it. */
const EMPTY = {
	crop: { x: 10, y: 2 },
	'crop-2': { x: 0, y: 16 },
	'crop-3': { x: 20, y: 27 },
	'crop-4': { x: 20, y: 8 },
	'crop-5': { x: 0, y: 27 },
} as const

/**
 * Computes the sections of the grid that show the most content, preferring content near their middle; each ignores what
 * those before it show.
 */
export function computeCrops(blocks: readonly Pick<PublishedBlock, 'cells'>[]): Record<CropName, UnitRect> {
	let left = cellsByIds(blocks.flatMap(block => block.cells))
	const parts = CROP_NAMES.map(name => {
		const part = findFullest(left, EMPTY[name])
		left = left.filter(cell => !intersect(cell, part))
		return [name, part] as const
	})
	return Object.fromEntries(parts) as Record<CropName, UnitRect>
}

function findFullest(shown: readonly UnitRect[], empty: { x: number; y: number }): UnitRect {
	let best = { ...empty, score: 0 }
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

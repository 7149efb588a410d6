import { expect, test } from 'vitest'
import { CELLS, cellAt } from './layout'
import { cropSurroundings } from './surroundings'

const id = (row: number, col: number) => cellAt(row, col)?.id ?? 0
const states = CELLS.map(() => 'available' as const)
const block = (cells: number[]) => ({ creativeId: 'c', imageKey: 'k', description: 'd', link: '', cells })

test('cells are centred in their surroundings as far as the grid allows', () => {
	expect(cropSurroundings([id(18, 21)], { states, blocks: [] }).view).toEqual({ x: 15, y: 21, w: 12, h: 12 })
	expect(cropSurroundings([id(33, 40)], { states, blocks: [] }).view).toEqual({ x: 28, y: 30, w: 12, h: 12 })
	expect(cropSurroundings([19], { states, blocks: [] }).view).toEqual({ x: 14, y: 2, w: 14, h: 14 })
	// Two medium cells: the free ones on both sides of them are in view.
	expect(cropSurroundings([3, 4], { states, blocks: [] }).view).toEqual({ x: 4, y: 0, w: 16, h: 16 })
	expect(cropSurroundings([1], { states, blocks: [] }, { w: 16, h: 10 }).view).toEqual({
		x: 0,
		y: 0,
		w: 16,
		h: 10,
	})
})

test('visible blocks are drawn without inner lines, and clipped to their cells where they are not rectangles', () => {
	const pair = [id(18, 22), id(18, 23)]
	const corner = [id(20, 21), id(20, 22), id(21, 21)]
	const far = [id(33, 1)]
	const place = cropSurroundings([id(18, 21)], { states, blocks: [block(pair), block(corner), block(far)] })
	expect(place.blocks.map(({ box, clip }) => [box.w, box.h, clip !== null])).toEqual([
		[2, 1, false],
		[2, 2, true],
	])
	expect(place.seams).not.toContain('M22 26v1')
	expect(place.seams).toContain('M23 26v1')
	expect(place.own.outline).toBe('M20 26h1v1h-1z')
})

import { describe, expect, test } from 'vitest'
import { CANVAS, CELLS, cellAt } from '../layout'
import { CROP, computeCrops, getRowRange, intersect } from './crop'

const block = (...places: [row: number, col: number][]) => ({
	cells: places.map(([row, col]) => cellAt(row, col)?.id ?? 0),
})

describe('the crop of the grid shown in page headers', () => {
	test('surrounds the large cell while no block is shown', () => {
		expect(computeCrops([]).crop).toEqual({ x: 10, y: 2, w: CROP.w, h: CROP.h })
		expect(getRowRange(computeCrops([]).crop)).toEqual([1, 8])
	})

	test('is centred on a single block', () => {
		const part = computeCrops([block([20, 15])]).crop
		const cell = cellAt(20, 15)
		expect(Math.abs((cell?.x ?? 0) + 0.5 - part.x - part.w / 2)).toBeLessThanOrEqual(1)
		expect(Math.abs((cell?.y ?? 0) + 0.5 - part.y - part.h / 2)).toBeLessThanOrEqual(1)
	})

	test('is another one on each of three pages', () => {
		for (const blocks of [[], [block([20, 15])], [block([20, 15]), block([33, 40]), block([1, 1])]]) {
			const { crop, ...others } = computeCrops(blocks)
			const places = [crop, others['crop-2'], others['crop-3']].map(({ x, y }) => `${x} ${y}`)
			expect(new Set(places).size).toBe(3)
		}
		expect(computeCrops([block([33, 40]), block([1, 1])])['crop-2']).toMatchObject({ x: 20, y: 27 })
	})

	test('stays within the grid and prefers the larger block', () => {
		const part = computeCrops([block([33, 40]), block([1, 1])]).crop
		expect(part).toMatchObject({ x: 0, y: 0 })
		const last = computeCrops([block([33, 40])]).crop
		expect([last.x + last.w, last.y + last.h]).toEqual([CANVAS.width, CANVAS.height])
	})
})

test('intersect clips a rectangle to a part of the grid', () => {
	const part = { x: 10, y: 10, w: 20, h: 15 }
	expect(intersect({ x: 8, y: 12, w: 4, h: 2 }, part)).toEqual({ x: 0, y: 2, w: 2, h: 2 })
	expect(intersect({ x: 28, y: 24, w: 8, h: 10 }, part)).toEqual({ x: 18, y: 14, w: 2, h: 1 })
	expect(intersect({ x: 0, y: 0, w: 10, h: 10 }, part)).toBeUndefined()
	expect(CELLS.filter(cell => intersect(cell, part)).length).toBeGreaterThan(100)
})

import { describe, expect, test } from 'vitest'
import { CELLS } from './layout'
import { findNextRegion, findRegion, REGIONS } from './regions'

describe('regions of the grid', () => {
	test('contain every cell exactly once', () => {
		const ids = REGIONS.flatMap(region => region.cells.map(cell => cell.id)).sort((a, b) => a - b)
		expect(ids).toEqual(CELLS.map(cell => cell.id))
	})

	test('are exactly covered by their cells', () => {
		for (const { w, h, cells } of REGIONS) {
			expect(cells.reduce((area, cell) => area + cell.w * cell.h, 0)).toBe(w * h)
		}
	})

	test('have labels with their position', () => {
		expect(findRegion('tiny-1')?.name).toBe('Tiny, rows 8 to 20, columns 1 to 8')
		expect(findRegion('tiny-10')?.name).toBe('Tiny, rows 21 to 33, columns 33 to 40')
		expect(findRegion('medium-2')?.name).toBe('Medium, row 1, columns 6 to 10')
		expect(findRegion('small-2')?.name).toBe('Large pixel and small, row 7, columns 9 to 12')
		expect(findRegion('nowhere')).toBeUndefined()
	})

	test('know their neighbours', () => {
		const tiny = REGIONS.find(region => region.id === 'tiny-2')
		const beside = (direction: Parameters<typeof findNextRegion>[1]) =>
			tiny && findNextRegion(tiny, direction)?.id
		expect(beside('left')).toBe('tiny-1')
		expect(beside('right')).toBe('tiny-3')
		expect(beside('up')).toBe('small-1')
		expect(beside('down')).toBe('tiny-7')
		const corner = REGIONS[0]
		expect(corner && findNextRegion(corner, 'left')).toBeUndefined()
		expect(corner && findNextRegion(corner, 'up')).toBeUndefined()
	})
})

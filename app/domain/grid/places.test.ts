import { expect, test } from 'vitest'
import { CELL_TYPES } from './layout'
import { describeTypePlace } from './places'

test('describes the place of each type', () => {
	expect(CELL_TYPES.map(describeTypePlace)).toEqual([
		'Large pixel: row 2, column 9.',
		'Medium pixels: row 1, columns 1 to 10.',
		'Small pixels: rows 2 to 7, columns 1 to 20.',
		'Tiny pixels: rows 8 to 33, columns 1 to 40.',
	])
})

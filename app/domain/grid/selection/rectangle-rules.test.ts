import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, idsAt, someIds } from '../../../../tests/support/cells'
import { isFilledRectangle } from '../geometry-rules'
import { CELLS, cellsByIds } from '../layout'
import { type CellPosition, largestRectangle, splitIntoRectangles } from './rectangle-rules'

const shapes = (cells: readonly CellPosition[]) =>
	splitIntoRectangles(cells).map(group => [
		group.length,
		group[0]?.row,
		group[0]?.col,
		group.at(-1)?.row,
		group.at(-1)?.col,
	])

/** Converts the full stops and number signs of a drawing into tiny cells. */
const drawn = (...lines: string[]): CellPosition[] =>
	lines.flatMap((line, row) =>
		[...line].flatMap((sign, col) => (sign === '#' ? { type: 'tiny' as const, row, col } : [])),
	)

describe('splitIntoRectangles', () => {
	test('returns a filled rectangle as one, in any order of its cells', () => {
		const cells = cellsByIds(idsAt([8, 3], [8, 4], [9, 3], [9, 4], [10, 3], [10, 4]))
		expect(shapes(cells.reverse())).toEqual([[6, 8, 3, 10, 4]])
	})
	test('splits another shape so that every cell is in exactly one part', () => {
		const cells = cellsByIds(idsAt([8, 3], [8, 4], [9, 3], [10, 3], [12, 3]))
		expect(shapes(cells)).toEqual([
			[3, 8, 3, 10, 3],
			[1, 8, 4, 8, 4],
			[1, 12, 3, 12, 3],
		])
	})
	test('never mixes types, even where a small and a tiny cell have consecutive rows', () => {
		expect(splitIntoRectangles([at(7, 1), at(8, 1)])).toHaveLength(2)
		expect(splitIntoRectangles(CELLS).flat()).toHaveLength(CELLS.length)
		// Medium, large, the small ones left and right of it and below it, tiny.
		expect(splitIntoRectangles(CELLS)).toHaveLength(6)
	})
	test('returns nothing for no cells', () => expect(splitIntoRectangles([])).toEqual([]))

	test.each([
		['a T', 2, ['###', '.#.']],
		['a T that lies on its side', 2, ['#.', '##', '#.']],
		['a plus', 3, ['.#.', '###', '.#.']],
		['a ring', 4, ['###', '#.#', '###']],
		['two rings that share a side', 5, ['#####', '#.#.#', '#####']],
		['cuts that cross', 3, ['.##.', '####', '.##.']],
		['cells that meet at a corner', 2, ['#.', '.#']],
		['cuts of which the one chosen first has to give way', 5, ['.#.#', '.###', '###.', '#.##']],
		['stairs', 3, ['#..', '##.', '###']],
	])('counts %s as %i rectangles', (_, count, lines) => {
		expect(splitIntoRectangles(drawn(...lines))).toHaveLength(count)
	})
})

test('finds the largest rectangle within any cells', () => {
	const found = (...ids: number[]) => largestRectangle(cellsByIds(ids)).map(({ id }) => id)
	expect(found()).toEqual([])
	expect(found(112, 113, 114, 152, 153)).toEqual([112, 113, 152, 153])
	expect(found(112, 114, 115, 116)).toEqual([114, 115, 116])
	fc.assert(
		fc.property(someIds, ids => {
			const rectangle = largestRectangle(cellsByIds(ids))
			expect(isFilledRectangle(rectangle)).toBe(ids.length > 0)
			const largest = Math.max(0, ...splitIntoRectangles(cellsByIds(ids)).map(part => part.length))
			expect(rectangle.length).toBeGreaterThanOrEqual(largest)
		}),
	)
})

test('splits the grid into filled rectangles of one type, in reading order', () => {
	fc.assert(
		fc.property(someIds, ids => {
			const cells = cellsByIds(ids)
			const rectangles = splitIntoRectangles([...cells].reverse())
			expect(cellsByIds(rectangles.flat().map(cell => cell.id))).toEqual(cells)
			expect(rectangles.flat()).toHaveLength(cells.length)
			for (const rectangle of rectangles) {
				expect(isFilledRectangle(rectangle)).toBe(true)
				expect([...rectangle].sort(byPlace)).toEqual(rectangle)
			}
			const firsts = rectangles.flatMap(rectangle => rectangle.slice(0, 1))
			expect([...firsts].sort(byPlace)).toEqual(firsts)
		}),
	)
})

function byPlace(a: CellPosition, b: CellPosition): number {
	return a.row - b.row || a.col - b.col
}

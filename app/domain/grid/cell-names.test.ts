import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCells, formatPlace, nameCells } from '~/domain/grid/cell-names'
import { type Cell, cellAt, cellsByIds } from '~/domain/grid/layout'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { describeSelection } from '~/domain/grid/selection/selection'
import { someIds } from '../../../tests/support/cells'

/* Parses the names of cells back into exactly those cells. */

/** Parses "row 8, columns 3 to 5" or "rows 3–6, column 1" into cells. */
function cellsAtPlace(text: string): Cell[] {
	const range = (name: string) => {
		const match = new RegExp(`${name}s? (\\d+)(?:(?: to |–)(\\d+))?`).exec(text)
		if (!match?.[1]) throw new Error(`no ${name} in "${text}"`)
		return { from: Number(match[1]), to: Number(match[2] ?? match[1]) }
	}
	const [rows, columns] = [range('row'), range('column')]
	const cells: Cell[] = []
	for (let row = rows.from; row <= rows.to; row++) {
		for (let col = columns.from; col <= columns.to; col++) {
			const cell = cellAt(row, col)
			if (!cell) throw new Error(`no cell at row ${row}, column ${col}`)
			cells.push(cell)
		}
	}
	return cells
}

const ids = someIds.filter(some => some.length > 0)
const idsInOrder = (cells: readonly Cell[]) => cells.map(cell => cell.id).sort((a, b) => a - b)
const sorted = (some: readonly number[]) => [...new Set(some)].sort((a, b) => a - b)

describe('names of several cells', () => {
	test('group them by type and rectangle in emails', () => {
		fc.assert(
			fc.property(ids, some => {
				const named = describeCells(cellsByIds(some))
					.split('. ')
					.flatMap(sentence => {
						const [, count, type, places = ''] = /^([\d,]+) (\w+) pixels?[,:] (.*)$/.exec(sentence) ?? []
						const cells = places.split('; ').flatMap(cellsAtPlace)
						expect(cells).toHaveLength(Number(count))
						expect(cells.every(cell => cell.type === type)).toBe(true)
						return cells
					})
				expect(idsInOrder(named)).toEqual(sorted(some))
			}),
		)
	})

	test('have a line for each rectangle on pages for administrators', () => {
		fc.assert(
			fc.property(ids, some => {
				const lines = splitIntoRectangles(cellsByIds(some)).map(formatPlace)
				expect(idsInOrder(lines.flatMap(cellsAtPlace))).toEqual(sorted(some))
			}),
		)
	})

	test('describe a selection by count, type and position', () => {
		fc.assert(
			fc.property(ids, some => {
				const cells = cellsByIds(some)
				const words = describeSelection(some)
				expect(words).toMatch(new RegExp(`^${cells.length} `))
				const [first] = cells
				const isOneType = cells.every(cell => cell.type === first?.type)
				expect(words.includes(`${first?.type} pixel`)).toBe(isOneType)
				const size = /(\d+) by (\d+)/.exec(words)
				if (size) expect(Number(size[1]) * Number(size[2])).toBe(cells.length)
				if (words.includes('row')) expect(cellsAtPlace(words)).toEqual([first])
			}),
		)
	})
})

test('a single cell in a sentence is named by its place, several by their rectangles', () => {
	expect(nameCells([112])).toBe('tiny pixel at row 8, column 1')
	expect(nameCells([112, 113])).toBe('2 tiny pixels, row 8, columns 1 to 2')
})

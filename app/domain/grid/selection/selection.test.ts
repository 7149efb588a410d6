import { describe, expect, test } from 'vitest'
import { CELLS } from '../layout'
import { describeSelection, readSelection, resolveSelection, selectionQuery } from './selection'

const read = (text: string) => readSelection(new URLSearchParams(text))
const RECTANGLE = 'Selected pixels must form a complete rectangle or square shape with same type of pixels'

describe('a selection in a form', () => {
	test('is read from ticked cells', () => {
		expect(resolveSelection(read('cell=112&cell=113&cell=112'), 'buy')).toEqual({
			ok: true,
			ids: [112, 113],
			type: 'tiny',
		})
	})

	test('is read from two corners in any order', () => {
		const expected = { ok: true, ids: [112, 113, 152, 153], type: 'tiny' }
		expect(resolveSelection(read('type=tiny&fromRow=8&fromCol=1&toRow=9&toCol=2'), 'buy')).toEqual(expected)
		expect(resolveSelection(read('type=tiny&fromRow=9&fromCol=2&toRow=8&toCol=1'), 'buy')).toEqual(expected)
	})

	test('is read from a single corner', () => {
		expect(resolveSelection(read('type=large&fromRow=2&fromCol=9&toRow=&toCol='), 'buy')).toMatchObject({
			ok: true,
			type: 'large',
		})
	})

	test.each([
		['', 'buy', 'Please select pixels to buy'],
		['type=tiny&fromRow=&fromCol=&toRow=&toCol=', 'buy', 'Please select pixels to buy'],
		['', 'preview', 'Please select pixels to preview'],
		['', 'select', 'Please select at least one pixel'],
		['cell=112&cell=114', 'buy', RECTANGLE],
		['cell=112&cell=113&cell=152', 'preview', RECTANGLE],
		['cell=1&cell=112', 'buy', 'You can only select pixels of the same type'],
		['cell=1152', 'buy', 'This pixel is not available for selection'],
		['cell=<script>', 'buy', 'This pixel is not available for selection'],
		['cell=1e2', 'buy', 'This pixel is not available for selection'],
		['type=tiny&fromRow=8', 'buy', 'Please enter the row and the column of the first pixel'],
		['type=tiny&toRow=8&toCol=1', 'buy', 'Please enter the row and the column of the first pixel'],
		['type=tiny&fromRow=x&fromCol=1', 'buy', 'Please enter rows and columns as numbers'],
		['type=tiny&fromRow=-8&fromCol=1', 'buy', 'Please enter rows and columns as numbers'],
		[
			'type=tiny&fromRow=7&fromCol=1',
			'buy',
			'There is no tiny pixel at row 7, column 1. Tiny pixels: rows 8 to 33, columns 1 to 40.',
		],
		['type=small&fromRow=2&fromCol=8&toRow=2&toCol=13', 'buy', RECTANGLE],
		['type=huge&fromRow=8&fromCol=1', 'buy', 'Choose a type of pixel'],
	] as const)('"%s" to %s is rejected: %s', (text, intent, message) => {
		expect(resolveSelection(read(text), intent)).toMatchObject({ ok: false, message })
	})

	test('is rejected when cells and corners differ, except for "select"', () => {
		const both = read('cell=112&type=tiny&fromRow=9&fromCol=1')
		expect(resolveSelection(both, 'buy')).toMatchObject({ ok: false, field: 'coordinates' })
		expect(resolveSelection(both, 'preview')).toMatchObject({ ok: false, field: 'coordinates' })
		expect(resolveSelection(both, 'select')).toMatchObject({ ok: true, ids: [152] })
		expect(resolveSelection(read('cell=112&type=tiny&fromRow=8&fromCol=1'), 'buy').ok).toBe(true)
	})

	test('uses the ticked cells once the page has applied the coordinates, until others are typed', () => {
		const typed = 'type=tiny&fromRow=8&fromCol=1&toRow=&toCol='
		expect(resolveSelection(read(`cell=153&${typed}&applied=tiny-8-1--`), 'buy')).toMatchObject({
			ids: [153],
		})
		expect(resolveSelection(read(`cell=153&${typed}&applied=tiny-8-2--`), 'buy').ok).toBe(false)
		expect(resolveSelection(read(`cell=153&${typed}&applied=tiny-8-1--`), 'select')).toMatchObject({
			ids: [112],
		})
	})

	test('keeps the ticked cells when it is rejected', () => {
		expect(resolveSelection(read('cell=112&cell=114'), 'buy')).toMatchObject({ kept: [112, 114] })
	})
})

describe('the query of a selection', () => {
	test.each([[[112, 113, 152, 153]], [[1]], [[19]], [[112]]])('of %j restores it', ids => {
		const back = resolveSelection(read(selectionQuery(ids).slice(1)), 'buy')
		expect(back).toMatchObject({ ok: true, ids })
	})
	test('is empty for an empty selection', () => {
		expect(selectionQuery([])).toBe('')
	})
})

test('describes a selection', () => {
	expect(describeSelection([])).toBe('Nothing selected')
	expect(describeSelection([112])).toBe('1 tiny pixel at row 8, column 1')
	expect(describeSelection([112, 113, 152, 153])).toBe('4 tiny pixels, 2 by 2, from row 8, column 1')
	expect(describeSelection([112, 114])).toBe('2 tiny pixels')
	expect(describeSelection([1, 112])).toBe('2 pixels')
	const all = CELLS.map(cell => cell.id)
	expect(describeSelection(all.slice(111))).toBe('1,040 tiny pixels, 40 by 26, from row 8, column 1')
	expect(describeSelection(all)).toBe('1,151 pixels')
})

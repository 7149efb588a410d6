import { capitalize, pluralize } from '~/domain/text'
import type { Range } from './geometry-rules'
import { cellsByIds } from './layout'
import { type CellPosition, splitIntoRectangles } from './selection/rectangle-rules'

/** Names cells in text. */

const MAX_PLACES = 12

/** Formats a number of pixels: '1 pixel', '6 pixels', '1,040 pixels'. */
export function formatPixelCount(count: number): string {
	return pluralize(count, 'pixel')
}

/** Describes cells: '6 tiny pixels, rows 8 to 9, columns 3 to 5'; other shapes as the rectangles they consist of. */
export function describeCells(cells: readonly CellPosition[]): string {
	const types = [...new Set(cells.map(cell => cell.type))]
	const texts = types.map(type => {
		const group = cells.filter(cell => cell.type === type)
		const rectangles = splitIntoRectangles(group)
		const count = pluralize(group.length, `${type} pixel`)
		const places = rectangles.slice(0, MAX_PLACES).map(rectangle => formatRectangle(rectangle))
		const more = rectangles.slice(MAX_PLACES).flat().length
		return `${count}${places.length > 1 ? ':' : ','} ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
	})
	return texts.join('. ')
}

/**
 * Describes the place of a rectangle from `splitIntoRectangles`: 'Tiny, row 8, column 3', or 'Tiny, rows 3–6, columns
 * 10–14'.
 */
export function formatPlace(rectangle: readonly CellPosition[]): string {
	const [first] = rectangle
	return first ? `${capitalize(first.type)}, ${formatRectangle(rectangle, '–')}` : ''
}

/** Names the cells in a sentence: 'tiny pixel at row 8, column 3'; several as {@link describeCells}. */
export function nameCells(ids: Iterable<number>): string {
	const cells = cellsByIds(ids)
	const [first] = cells
	if (!first || cells.length > 1) return describeCells(cells)
	return `${first.type} pixel at row ${first.row}, column ${first.col}`
}

/** Describes the cells of a filled rectangle in reading order: 'rows 8 to 9, column 3'. */
export function formatRectangle(cells: readonly CellPosition[], dash = ' to '): string {
	const [first, last] = [cells[0], cells.at(-1)]
	if (!first || !last) return ''
	return `${describeRange('row', [first.row, last.row], dash)}, ${describeRange('column', [first.col, last.col], dash)}`
}

/** Describes a range: 'row 8', 'rows 8 to 33'. */
export function describeRange(name: string, [from, to]: Range, dash = ' to '): string {
	return from === to ? `${name} ${from}` : `${name}s ${from}${dash}${to}`
}

import { capitalize } from '~/domain/text'
import type { Range } from './geometry-rules'
import { type Cell, cellsByIds } from './layout'
import { type CellPosition, rectanglesOf } from './selection/rectangle-rules'

/** Names cells in text. */

const MAX_PLACES = 12

/** Describes cells: '6 tiny pixels, rows 8 to 9, columns 3 to 5'; other shapes as the rectangles they consist of. */
export function describeCells(cells: readonly CellPosition[]): string {
	const types = [...new Set(cells.map(cell => cell.type))]
	const texts = types.map(type => {
		const group = cells.filter(cell => cell.type === type)
		const rectangles = rectanglesOf(group)
		const figure = group.length < 1_000 ? group.length : group.length.toLocaleString('en-GB')
		const count = `${figure} ${type} ${group.length === 1 ? 'pixel' : 'pixels'}`
		const places = rectangles.slice(0, MAX_PLACES).map(rectangle => rectangleText(rectangle))
		const more = rectangles.slice(MAX_PLACES).flat().length
		return `${count}${places.length > 1 ? ':' : ','} ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
	})
	return texts.join('. ')
}

/**
 * Describes the place of a rectangle from `rectanglesOf`: 'Tiny, row 8, column 3', or 'Tiny, rows 3–6, columns 10–14'.
 */
export function placeLabel(rectangle: readonly CellPosition[]): string {
	const [first] = rectangle
	return first ? `${capitalize(first.type)}, ${rectangleText(rectangle, '–')}` : ''
}

/** Lists cells as "tiny pixel at row 8, column 3", and so on; after `most` of them "and 12 more". */
export function nameCells(ids: Iterable<number>, max = 6): string {
	const cells = cellsByIds(ids)
	const names = cells.slice(0, max).map(nameCell)
	const rest = cells.length - names.length
	if (rest > 0) return `${names.join('; ')}; and ${rest} more`
	return names.join('; ')
}

function nameCell(cell: Cell): string {
	return `${cell.type} pixel at row ${cell.row}, column ${cell.col}`
}

/** Describes the cells of a filled rectangle in reading order: 'rows 8 to 9, column 3'. */
export function rectangleText(cells: readonly CellPosition[], dash = ' to '): string {
	const [first, last] = [cells[0], cells.at(-1)]
	if (!first || !last) return ''
	return `${spanText('row', [first.row, last.row], dash)}, ${spanText('column', [first.col, last.col], dash)}`
}

/** Describes a range: 'row 8', 'rows 8 to 33'. */
export function spanText(name: string, [from, to]: Range, dash = ' to '): string {
	return from === to ? `${name} ${from}` : `${name}s ${from}${dash}${to}`
}

import { type Place, rectanglesOf } from './selection/rectangle-rules'

const MOST_PLACES = 12

/** '6 tiny pixels, rows 8 to 9, columns 3 to 5'; other shapes as the rectangles they consist of. */
export function describeCells(cells: readonly Place[]): string {
	const types = [...new Set(cells.map(cell => cell.type))]
	const texts = types.map(type => {
		const group = cells.filter(cell => cell.type === type)
		const rectangles = rectanglesOf(group)
		const figure = group.length < 1_000 ? group.length : group.length.toLocaleString('en-GB')
		const count = `${figure} ${type} ${group.length === 1 ? 'pixel' : 'pixels'}`
		const places = rectangles.slice(0, MOST_PLACES).map(placeText)
		const more = rectangles.slice(MOST_PLACES).flat().length
		return `${count}${places.length > 1 ? ':' : ','} ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
	})
	return texts.join('. ')
}

function placeText(rectangle: readonly Place[]): string {
	const [first, last] = [rectangle[0], rectangle.at(-1)]
	if (!first || !last) return ''
	return `${span('row', first.row, last.row)}, ${span('column', first.col, last.col)}`
}

function span(name: string, from: number, to: number): string {
	return from === to ? `${name} ${from}` : `${name}s ${from} to ${to}`
}

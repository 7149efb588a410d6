import { type CellType, cellsByIds } from '~/domain/grid/layout'
import { checkSelection, isFilledRectangle, selectionFromCoordinates, shapeSize } from '~/domain/grid/rules'

/** A selection as forms and addresses carry it: ticked cells, or a type and two corners. Pure, safe for the browser. */

const COORDINATES = ['fromRow', 'fromCol', 'toRow', 'toCol'] as const

export type Typed = Readonly<Record<'type' | (typeof COORDINATES)[number], string>>

/** What FormData and URLSearchParams have in common. */
type Fields = { get(name: string): unknown; getAll(name: string): readonly unknown[] }

export type ReadSelection = {
	/** Ids of the ticked cells, as far as they are numbers. */
	readonly ticked: readonly number[]
	readonly typed: Typed
	/** The cells between the typed corners; null while no coordinate is typed. */
	readonly area: { ok: true; ids: readonly number[] } | { ok: false; message: string } | null
}

/** Reads `cell` (repeated) and type, fromRow, fromCol, toRow, toCol. Without a second corner the first is meant alone. */
export function readSelection(fields: Fields): ReadSelection {
	const text = (name: string) => {
		const value = fields.get(name)
		return typeof value === 'string' ? value.trim().slice(0, 20) : ''
	}
	const typed = {
		type: text('type'),
		fromRow: text('fromRow'),
		fromCol: text('fromCol'),
		toRow: text('toRow'),
		toCol: text('toCol'),
	}
	const ticked = fields
		.getAll('cell')
		.map(value => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : 0))
	return { ticked, typed, area: areaOf(typed) }
}

function areaOf(typed: Typed): ReadSelection['area'] {
	if (COORDINATES.every(name => typed[name] === '')) return null
	if (COORDINATES.some(name => !/^\d{0,4}$/.test(typed[name]))) {
		return { ok: false, message: 'Please enter rows and columns as numbers' }
	}
	if (typed.fromRow === '' || typed.fromCol === '') {
		return { ok: false, message: 'Please enter the row and the column of the first pixel' }
	}
	const from = { row: Number(typed.fromRow), col: Number(typed.fromCol) }
	const to = { row: Number(typed.toRow || typed.fromRow), col: Number(typed.toCol || typed.fromCol) }
	return selectionFromCoordinates(typed.type, from, to)
}

export type Intent = 'select' | 'preview' | 'buy'

export type ResolvedSelection =
	| { readonly ok: true; readonly ids: readonly number[]; readonly type: CellType }
	/** `kept`: what stays selected. `field`: whether it is about the coordinates. */
	| {
			readonly ok: false
			readonly kept: readonly number[]
			readonly message: string
			readonly field: 'cell' | 'coordinates'
	  }

/**
 * The one selection that is meant. "Select" puts the typed area in place of the ticked cells; to buy or to preview, the two must
 * not contradict each other, because a purchase must never be a guess.
 */
export function resolveSelection(read: ReadSelection, intent: Intent): ResolvedSelection {
	const { ticked, area } = read
	const refuse = (message: string, field: 'cell' | 'coordinates', kept = ticked) =>
		({ ok: false, message, field, kept }) as const
	if (area && !area.ok) return refuse(area.message, 'coordinates')
	if (area && intent !== 'select' && ticked.length > 0 && !sameCells(area.ids, ticked)) {
		return refuse(
			'The coordinates and the pixels chosen on the grid differ. Press Select to use the coordinates, or clear them.',
			'coordinates',
		)
	}
	const ids = area ? area.ids : ticked
	const empty = intent === 'buy' ? 'Please select pixels to buy' : 'Please select pixels to preview'
	const checked = checkSelection(ids, intent === 'select' ? 'Please select at least one pixel' : empty)
	if (!checked.ok) return refuse(checked.message, area ? 'coordinates' : 'cell', ids)
	return { ok: true, ids: checked.cells.map(cell => cell.id), type: checked.type }
}

function sameCells(a: readonly number[], b: readonly number[]): boolean {
	const set = new Set(b)
	return set.size === new Set(a).size && a.every(id => set.has(id))
}

/** "?type=tiny&fromRow=8&fromCol=1&toRow=9&toCol=4" for a filled rectangle; empty for no cells. */
export function selectionQuery(ids: Iterable<number>): string {
	const cells = cellsByIds(ids)
	const [first] = cells
	const last = cells.at(-1)
	if (!first || !last) return ''
	const corners = { fromRow: first.row, fromCol: first.col, toRow: last.row, toCol: last.col }
	const pairs = Object.entries(corners).map(([name, value]) => [name, String(value)])
	return `?${new URLSearchParams([['type', first.type], ...pairs])}`
}

/** "6 tiny pixels, 3 by 2, from row 8, column 1", "1,040 tiny pixels, …"; "Nothing selected" for none. */
export function selectionWords(ids: Iterable<number>): string {
	const cells = cellsByIds(ids)
	const [first] = cells
	if (!first) return 'Nothing selected'
	const figure = cells.length.toLocaleString('en-GB')
	const count = `${figure} ${first.type} ${cells.length === 1 ? 'pixel' : 'pixels'}`
	const place = `row ${first.row}, column ${first.col}`
	if (cells.length === 1) return `${count} at ${place}`
	if (!isFilledRectangle(cells))
		return cells.every(cell => cell.type === first.type) ? count : `${figure} pixels`
	const { across, down } = shapeSize(cells)
	return `${count}, ${across} by ${down}, from ${place}`
}

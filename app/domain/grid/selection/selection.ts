import { cleanLine, pluralize } from '~/domain/text'
import { isFilledRectangle, measureShape } from '../geometry-rules'
import { type Cell, type CellType, cellAt, cellsByIds, isCellType } from '../layout'
import { pixelNumber } from '../pixel-path'
import { describeTypePlace } from '../places'
import { checkSelection, parseCoordinates } from './selection-rules'

/** A selection in forms and addresses: ticked cells, or a type and two corners. Safe for the browser. */

const COORDINATES = ['fromRow', 'fromCol', 'toRow', 'toCol'] as const

export type CoordinateInput = Readonly<Record<'type' | (typeof COORDINATES)[number], string>>

/** The common interface of FormData and URLSearchParams. */
type Fields = { get(name: string): unknown; getAll(name: string): readonly unknown[] }

export type ReadSelection = {
	/** Ids of the ticked cells that are numbers. */
	readonly ticked: readonly number[]
	readonly typed: CoordinateInput
	/** Whether the page had already applied the typed coordinates to the grid: then only the ticks count. */
	readonly isApplied: boolean
	/** The cells between the typed corners; null while no coordinate is typed. */
	readonly area: { ok: true; ids: readonly number[] } | { ok: false; message: string } | null
}

/**
 * Reads `cell` (repeated) and type, fromRow, fromCol, toRow, toCol. Without a second corner only the first cell is
 * selected.
 */
export function readSelection(fields: Fields): ReadSelection {
	const readText = (name: string) => {
		const value = fields.get(name)
		return typeof value === 'string' ? cleanLine(value).slice(0, 40) : ''
	}
	const typed = {
		type: readText('type'),
		fromRow: readText('fromRow'),
		fromCol: readText('fromCol'),
		toRow: readText('toRow'),
		toCol: readText('toCol'),
	}
	const ticked = fields.getAll('cell').map(value => pixelNumber(value) ?? 0)
	return { ticked, typed, isApplied: readText('applied') === coordinatesKey(typed), area: getArea(typed) }
}

function getArea(typed: CoordinateInput): ReadSelection['area'] {
	if (COORDINATES.every(name => typed[name] === '')) return null
	if (COORDINATES.some(name => !/^\d{0,4}$/.test(typed[name]))) {
		return { ok: false, message: 'Please enter rows and columns as numbers' }
	}
	if (typed.fromRow === '' || typed.fromCol === '') {
		return { ok: false, message: 'Please enter the row and the column of the first pixel' }
	}
	const from = { row: Number(typed.fromRow), col: Number(typed.fromCol) }
	const to = { row: Number(typed.toRow || typed.fromRow), col: Number(typed.toCol || typed.fromCol) }
	const area = parseCoordinates(typed.type, from, to)
	const isOutside =
		isCellType(typed.type) && [from, to].some(({ row, col }) => cellAt(row, col)?.type !== typed.type)
	if (area.ok || !isOutside || !isCellType(typed.type)) return area
	return { ok: false, message: `${area.message}. ${describeTypePlace(typed.type)}` }
}

/** Formats coordinates as a key, by which a form tells that the grid already shows them. */
export function coordinatesKey(typed: CoordinateInput): string {
	return [typed.type, ...COORDINATES.map(name => typed[name])].join('-')
}

export type Intent = 'select' | 'preview' | 'buy'

export type ResolvedSelection =
	| { readonly ok: true; readonly ids: readonly number[]; readonly type: CellType }
	/** `kept`: the cells that stay selected. `field`: whether the message is about the coordinates. */
	| {
			readonly ok: false
			readonly kept: readonly number[]
			readonly message: string
			readonly field: 'cell' | 'coordinates'
	  }

export type ResolvedCells =
	| { readonly ok: true; readonly ids: readonly number[]; readonly field: 'cell' | 'coordinates' }
	| Extract<ResolvedSelection, { ok: false }>

/**
 * Returns the selected cells, whatever shape they form. "Select" replaces the ticked cells by the typed area; for any
 * other intent the two must agree, because a purchase or a sale must never be a guess.
 */
export function resolveCells(read: ReadSelection, isSelect: boolean): ResolvedCells {
	const { ticked } = read
	const area = read.isApplied && !isSelect ? null : read.area
	const refuse = (message: string) => ({ ok: false, message, field: 'coordinates', kept: ticked }) as const
	if (area && !area.ok) return refuse(area.message)
	if (area && !isSelect && ticked.length > 0 && !sameCells(area.ids, ticked)) {
		return refuse(
			'The coordinates and the pixels chosen on the grid differ. Press Select to use the coordinates, or clear them.',
		)
	}
	return { ok: true, ids: area ? area.ids : ticked, field: area ? 'coordinates' : 'cell' }
}

/** Calls {@link resolveCells} and checks whether the cells may be selected together. */
export function resolveSelection(read: ReadSelection, intent: Intent): ResolvedSelection {
	const resolved = resolveCells(read, intent === 'select')
	if (!resolved.ok) return resolved
	const empty = intent === 'buy' ? 'Please select pixels to buy' : 'Please select pixels to preview'
	const checked = checkSelection(
		resolved.ids,
		intent === 'select' ? 'Please select at least one pixel' : empty,
	)
	if (checked.ok) return { ok: true, ids: checked.cells.map(cell => cell.id), type: checked.type }
	return { ok: false, message: checked.message, field: resolved.field, kept: resolved.ids }
}

function sameCells(a: readonly number[], b: readonly number[]): boolean {
	const set = new Set(b)
	return set.size === new Set(a).size && a.every(id => set.has(id))
}

/** Formats a filled rectangle as a query: "?type=tiny&fromRow=8&fromCol=1&toRow=9&toCol=4"; empty for no cells. */
export function selectionQuery(ids: Iterable<number>): string {
	const corners = findCorners(cellsByIds(ids))
	return corners ? `?${new URLSearchParams(corners)}` : ''
}

/** Formats cells as a query, whatever shape they form: "?cell=112&cell=113". */
export function cellsQuery(ids: Iterable<number>): string {
	return `?${new URLSearchParams(Array.from(ids, id => ['cell', String(id)]))}`
}

/** Returns the corners of a filled rectangle; undefined for no cells. */
export function findCorners(cells: readonly Cell[]): CoordinateInput | undefined {
	const [first] = cells
	const last = cells.at(-1)
	if (!first || !last) return undefined
	const [fromRow, fromCol, toRow, toCol] = [first.row, first.col, last.row, last.col].map(String)
	return {
		type: first.type,
		fromRow: fromRow ?? '',
		fromCol: fromCol ?? '',
		toRow: toRow ?? '',
		toCol: toCol ?? '',
	}
}

/**
 * Describes a selection: "6 tiny pixels, 3 by 2, from row 8, column 1", "1,040 tiny pixels, …"; "Nothing selected" for
 * none.
 */
export function describeSelection(ids: Iterable<number>): string {
	const cells = cellsByIds(ids)
	const [first] = cells
	if (!first) return 'Nothing selected'
	const count = pluralize(cells.length, `${first.type} pixel`)
	const place = `row ${first.row}, column ${first.col}`
	if (cells.length === 1) return `${count} at ${place}`
	if (!isFilledRectangle(cells))
		return cells.every(cell => cell.type === first.type) ? count : pluralize(cells.length, 'pixel')
	const { across, down } = measureShape(cells)
	return `${count}, ${across} by ${down}, from ${place}`
}

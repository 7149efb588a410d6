import { capitalize } from '~/domain/text'
import { describeRange } from './cell-names'
import { getRange, type Range } from './geometry-rules'
import { CELLS, type CellType } from './layout'

/** The places of each type's cells in text, derived from the layout. */

export type TypePlace = { readonly rows: Range; readonly columns: Range }

/* Annotated as pure, so that bundles that do not use it can omit it. */
export const TYPE_PLACES: Readonly<Record<CellType, TypePlace>> = {
	large: /* @__PURE__ */ getTypePlace('large'),
	medium: /* @__PURE__ */ getTypePlace('medium'),
	small: /* @__PURE__ */ getTypePlace('small'),
	tiny: /* @__PURE__ */ getTypePlace('tiny'),
}

function getTypePlace(type: CellType): TypePlace {
	const cells = CELLS.filter(cell => cell.type === type)
	return { rows: getRange(cells.map(cell => cell.row)), columns: getRange(cells.map(cell => cell.col)) }
}

/** Formats a range: "8 to 33", "2". */
export function formatRange([first, last]: Range): string {
	return first === last ? String(first) : `${first} to ${last}`
}

/** Describes the place of a type: "Tiny pixels: rows 8 to 33, columns 1 to 40." */
export function describeTypePlace(type: CellType): string {
	const { rows, columns } = TYPE_PLACES[type]
	const title = `${capitalize(type)} ${type === 'large' ? 'pixel' : 'pixels'}`
	return `${title}: ${describeRange('row', rows)}, ${describeRange('column', columns)}.`
}

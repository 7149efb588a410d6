import { z } from 'zod'
import { pounds } from '~/domain/fields'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'

const price = pounds('Please enter valid numeric values for all prices')

/** The price of a pixel of each type, typed in pounds, parsed to pence. `version`: of the prices that were shown. */
export const PricesForm = z.object({
	large: price,
	medium: price,
	small: price,
	tiny: price,
	version: z.coerce.number().int(),
})

export type Prices = Readonly<Record<CellType, number>>

/** Lists the prices that differ, in pence, most expensive type first. */
export function priceChanges(before: Prices, after: Prices): { type: CellType; from: number; to: number }[] {
	return CELL_TYPES.filter(type => before[type] !== after[type]).map(type => ({
		type,
		from: before[type],
		to: after[type],
	}))
}

import { z } from 'zod'
import { line } from '~/domain/fields'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { parsePounds } from '~/domain/money'

const NOT_NUMERIC = 'Please enter valid numeric values for all prices'

const price = line(NOT_NUMERIC, { most: 20, tooLong: NOT_NUMERIC }).transform((text, context) => {
	const pence = parsePounds(text)
	if (pence !== null && pence > 0) return pence
	context.addIssue({ code: 'custom', message: NOT_NUMERIC })
	return z.NEVER
})

/**
 * The price of a pixel of each type, typed in pounds; in pence afterwards. `version`: of the prices as they were seen.
 */
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

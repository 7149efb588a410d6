import type { CellType } from '~/domain/grid/layout'
import type { Page } from '~/domain/list'
import { typeCounts } from '~/domain/orders/review/labels'

/** A row that says how many cells it has, and of which types, in place of the cells: rows are keys of what is kept. */
export type Counted<Row> = Omit<Row, 'cells'> & { count: number; types: string }

/** A page of a list with {@link Counted} rows. */
export function counted<Row extends { cells: readonly { readonly type: CellType }[] }>(
	page: Page<Row>,
): Page<Counted<Row>> {
	const rows = page.rows.map(({ cells, ...row }) => ({
		...row,
		count: cells.length,
		types: typeCounts(cells),
	}))
	return { ...page, rows }
}

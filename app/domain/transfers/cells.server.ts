import { sql } from 'drizzle-orm'

/**
 * In a query of `transfers`: the cells of each, so that none has to be asked for again. Names are written out: drizzle
 * would leave the table's off.
 */
export const cellsOfTransfer = sql`(
	select json_group_array(cell) from transfer_cells where transfer_cells.transfer_id = transfers.id)`.mapWith(
	(cells: string) => JSON.parse(cells) as number[],
)

import { inArray } from 'drizzle-orm'
import { cellById } from '~/domain/grid/layout'
import { db } from '~/server/db/db.server'
import { orderCells, orders } from '~/server/db/schema.server'

/** Reads submitted orders with their cells, in the order of `ids`. Two queries. */
export async function readPayments(ids: readonly string[]) {
	const [rows, cells] = await Promise.all([
		db
			.select()
			.from(orders)
			.where(inArray(orders.id, [...ids])),
		db
			.select()
			.from(orderCells)
			.where(inArray(orderCells.orderId, [...ids])),
	])
	return rows
		.map(order => ({
			...order,
			cells: cells
				.filter(({ orderId }) => orderId === order.id)
				.map(({ cell, type, pricePence }) => {
					const place = cellById(cell)
					return { id: cell, type, row: place?.row ?? 0, col: place?.col ?? 0, pricePence }
				}),
		}))
		.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export type Payment = Awaited<ReturnType<typeof readPayments>>[number]

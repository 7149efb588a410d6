import { asc, inArray } from 'drizzle-orm'
import { db, type Tx } from '~/server/db/db.server'
import { ownershipEvents } from '~/server/db/schema.server'

type Row = typeof ownershipEvents.$inferInsert

export type OwnershipEventKind = Row['kind']

/** One event for several cells. `pence` by cell if money changed hands. `at`: UTC ms. */
export type OwnershipChange = Omit<Row, 'id' | 'cell' | 'pence'> & { pence?: ReadonlyMap<number, number> }

/** Appends an event per cell, in the transaction that changes the holder. */
export async function recordEvents(tx: Tx, cells: readonly number[], change: OwnershipChange): Promise<void> {
	if (cells.length === 0) return
	const { pence, ...event } = change
	const rows = cells.map(cell => ({ ...event, cell, pence: pence?.get(cell) ?? null }))
	await tx.insert(ownershipEvents).values(rows)
}

/** Reads the events of some cells, oldest first. */
export async function readEvents(...cells: number[]) {
	return await db
		.select()
		.from(ownershipEvents)
		.where(inArray(ownershipEvents.cell, cells))
		.orderBy(asc(ownershipEvents.id))
}

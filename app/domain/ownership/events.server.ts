import { asc, eq } from 'drizzle-orm'
import { db, putOff, type Tx } from '~/server/db.server'
import { ownershipEvents } from '~/server/schema.server'

type Row = typeof ownershipEvents.$inferInsert

export type OwnershipEventKind = Row['kind']

/** What happened to several cells at once. `pence` by cell where money changed hands. `at`: UTC ms. */
export type OwnershipChange = Omit<Row, 'id' | 'cell' | 'pence'> & { pence?: ReadonlyMap<number, number> }

/** Appends an event per cell, in the transaction that changes who holds them (decision 38). */
export async function recordEvents(tx: Tx, cells: readonly number[], change: OwnershipChange): Promise<void> {
	if (cells.length === 0) return
	const { pence, ...event } = change
	const rows = cells.map(cell => ({ ...event, cell, pence: pence?.get(cell) ?? null }))
	putOff(tx.insert(ownershipEvents).values(rows))
}

/** What happened to one cell, oldest first. */
export async function readEvents(cell: number) {
	return await db
		.select()
		.from(ownershipEvents)
		.where(eq(ownershipEvents.cell, cell))
		.orderBy(asc(ownershipEvents.id))
}

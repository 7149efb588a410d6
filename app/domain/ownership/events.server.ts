import { asc, eq, sql } from 'drizzle-orm'
import { db, putOff, type Tx } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { ownershipEvents } from '~/server/schema.server'

type Row = typeof ownershipEvents.$inferInsert

export type OwnershipEventKind = Row['kind']

/** What happened to several cells at once. `pence` by cell where money changed hands. `at`: UTC ms. */
export type OwnershipChange = Omit<Row, 'id' | 'cell' | 'pence'> & { pence?: ReadonlyMap<number, number> }

/** Appends an event per cell, in the transaction that changes who holds them (decision 38). */
export async function recordEvents(
	_tx: Tx,
	cells: readonly number[],
	change: OwnershipChange,
): Promise<void> {
	if (cells.length === 0) return
	const { pence, ...event } = change
	const rows = cells.map(cell => ({ cell, pence: pence?.get(cell) ?? null }))
	putOff(appending.of({ ...NOBODY, ...event, cells: JSON.stringify(rows) }))
}

const NOBODY = { fromId: null, toId: null, orderId: null, transferId: null, actorId: null }

/* Its columns stand in the order of the table. */
const appending = prepared(on =>
	on.insert(ownershipEvents).select(sql`
		select null, value->>'cell', ${sql.placeholder('at')}, ${sql.placeholder('kind')}, ${sql.placeholder('fromId')},
			${sql.placeholder('toId')}, ${sql.placeholder('orderId')}, ${sql.placeholder('transferId')},
			${sql.placeholder('actorId')}, value->>'pence'
		from json_each(${sql.placeholder('cells')})`),
)

/** What happened to one cell, oldest first. */
export async function readEvents(cell: number) {
	return await db
		.select()
		.from(ownershipEvents)
		.where(eq(ownershipEvents.cell, cell))
		.orderBy(asc(ownershipEvents.id))
}

import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { transfers } from '~/server/db/schema.server'

/* Parts of queries of `transfers`. Names are written out: drizzle would leave the table's off. The status is no
   parameter: as indexes are for one status, SQLite would plan a prepared query anew each time it is bound. */

const isOpen = sql`${transfers.status} = 'open'`

/** Tests whether an invitation is open at `now` (UTC ms): one whose date has passed is over, swept or not (P27). */
export const isOpenAt = (now: number | Placeholder) =>
	and(isOpen, or(isNull(transfers.until), sql`${transfers.until} > ${now}`))

/**
 * Matches the invitations of an account: accepted by it, or sent to its address. Those decided by an earlier owner of
 * the address do not match.
 */
export function isRecipient({ id, email }: Record<'id' | 'email', string>): SQL | undefined {
	const cameSince = sql`${transfers.createdAt} >= (select created_at from accounts where id = ${id})`
	return or(
		eq(transfers.recipientId, id),
		and(
			eq(transfers.recipientEmail, email.toLowerCase()),
			isNull(transfers.recipientId),
			or(isOpen, cameSince),
		),
	)
}

/** The cells of each, so that none has to be asked for again. */
export const cellsOfTransfer = sql`(
	select json_group_array(cell) from transfer_cells where transfer_cells.transfer_id = transfers.id)`.mapWith(
	(cells: string) => JSON.parse(cells) as number[],
)

/** Until when the loan by one runs (UTC ms); null when there is none, or none any more. */
export const lentUntil = sql<number | null>`(
	select max(until) from cell_loans where cell_loans.transfer_id = transfers.id)`

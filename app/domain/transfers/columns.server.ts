import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { addressSince } from '~/domain/accounts/queries.server'
import { transfers } from '~/server/db/schema.server'

/* Parts of queries on `transfers`. Qualified names, because Drizzle omits the table. The status is a literal: with a
   parameter, SQLite could not use the indexes of a single status without planning the query again on each run. */

const isOpen = sql`${transfers.status} = 'open'`

/** Tests whether an invitation is open at `now` (UTC ms): one whose date has passed is closed, swept or not (P27). */
export const isOpenAt = (now: number | Placeholder) =>
	and(isOpen, or(isNull(transfers.until), sql`${transfers.until} > ${now}`))

/**
 * Matches the invitations of an account: accepted by it, or sent to its address. Those answered by an earlier owner of
 * the address do not match.
 */
export function isRecipient({ id, email }: Record<'id' | 'email', string>): SQL | undefined {
	return or(
		eq(transfers.recipientId, id),
		and(
			eq(transfers.recipientEmail, email.toLowerCase()),
			isNull(transfers.recipientId),
			or(isOpen, sql`${transfers.decidedAt} >= ${addressSince(id)}`),
		),
	)
}

/** The cells of each transfer, in the same query. */
export const cellsOfTransfer = sql`(
	select json_group_array(cell) from transfer_cells where transfer_cells.transfer_id = transfers.id)`.mapWith(
	(cells: string) => JSON.parse(cells) as number[],
)

/** The end of the transfer's running loan (UTC ms); null without one. */
export const lentUntil = sql<number | null>`(
	select max(until) from cell_loans where cell_loans.transfer_id = transfers.id)`

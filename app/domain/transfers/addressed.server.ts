import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { transfers } from '~/server/db/schema.server'

/**
 * Whether an invitation is this account's: it has accepted it, or it went to its address. What somebody
 * who had the address before has decided is not.
 */
export function isTo({ id, email }: Record<'id' | 'email', string>): SQL | undefined {
	const isOpen = eq(transfers.status, 'open')
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

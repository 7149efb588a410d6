import { and, eq, isNull } from 'drizzle-orm'
import { db } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { isAddress } from './expression'
import { findByTrigrams, type Matches } from './trigrams.server'

/**
 * The accounts that the words of a search find, deleted ones left out. A whole email address that somebody has means
 * itself alone (docs/decisions/0106).
 */
export async function searchAccounts(q: string): Promise<Matches> {
	const email = q.trim().toLowerCase()
	const own = and(eq(accounts.email, email), isNull(accounts.deletedAt))
	const [account] = isAddress(email) ? await db.select({ id: accounts.id }).from(accounts).where(own) : []
	if (!account) return findByTrigrams('account', q)
	return { count: async () => 1, ids: async ({ skipped }) => (skipped === 0 ? [account.id] : []) }
}

import { eq } from 'drizzle-orm'
import { type SessionAccount, sessionEnd } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { describeBrowser } from './browser-name'

/**
 * Lists the sessions of an account that are valid at `now` (UTC ms): the current one first, then the most recently
 * seen.
 */
export async function listSessions(
	{ id, role, sessionId }: Pick<SessionAccount, 'id' | 'role' | 'sessionId'>,
	now: number,
) {
	const rows = await db.select().from(sessions).where(eq(sessions.accountId, id))
	return rows
		.filter(row => row.expiresAt > now && sessionEnd(row, role) > now)
		.map(row => ({
			id: row.id,
			kind: row.kind,
			/** The browser, or the name of the key. */
			browser: row.name ?? describeBrowser(row.userAgent),
			isReadOnly: row.isReadOnly,
			until: row.kind === 'key' ? row.expiresAt : null,
			address: row.address,
			/** Accurate to a minute. */
			lastSeenAt: row.lastSeenAt,
			isCurrent: row.id === sessionId,
		}))
		.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt)
}

/** A signed-in browser or API client of an account, as its owner sees it. */
export type SessionEntry = Awaited<ReturnType<typeof listSessions>>[number]

import { and, eq } from 'drizzle-orm'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'

/**
 * Ends one session of an account at once, and records it.
 * @returns whether it existed.
 */
export async function endOneSession(ending: { accountId: string; sessionId: string; now: number }) {
	const { accountId, sessionId, now } = ending
	return await write(async tx => {
		const [ended] = await tx
			.delete(sessions)
			.where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
			.returning({ address: sessions.address, userAgent: sessions.userAgent })
		if (ended) await auditAccount(tx, accountId, 'account.session-end', now, { detail: ended })
		return ended !== undefined
	})
}

/**
 * Ends all sessions of an account except `keep` at once, and records it.
 * @returns how many there were.
 */
export async function endOtherSessions(ending: { accountId: string; keep: string; now: number }) {
	const { accountId, keep, now } = ending
	return await write(async tx => {
		const ended = await endAccountSessions(tx, accountId, keep)
		if (ended > 0) await auditAccount(tx, accountId, 'account.sessions-end', now, { detail: { ended } })
		return ended
	})
}

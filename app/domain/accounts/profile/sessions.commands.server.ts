import { and, eq } from 'drizzle-orm'
import { endSessionsOf } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'

/** Ends one session of an account, at once and on record. @returns whether there was one. */
export async function endOneSession({
	accountId,
	sessionId,
	now,
}: {
	accountId: string
	sessionId: string
	now: number
}): Promise<boolean> {
	return await write(async tx => {
		const ended = await tx
			.delete(sessions)
			.where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
			.returning({ address: sessions.address, userAgent: sessions.userAgent })
		if (ended.length === 0) return false
		await audit(tx, {
			at: now,
			actorId: accountId,
			action: 'account.session-end',
			subjectType: 'account',
			subjectId: accountId,
			detail: { ...ended[0] },
		})
		return true
	})
}

/** Ends all sessions of an account but one, at once and on record. @returns how many there were. */
export async function endOtherSessions({
	accountId,
	keep,
	now,
}: {
	accountId: string
	/** The session that asks. */
	keep: string
	now: number
}): Promise<number> {
	return await write(async tx => {
		const ended = await endSessionsOf(tx, accountId, keep)
		if (ended === 0) return 0
		await audit(tx, {
			at: now,
			actorId: accountId,
			action: 'account.sessions-end',
			subjectType: 'account',
			subjectId: accountId,
			detail: { ended },
		})
		return ended
	})
}

import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { passwordChangedMail } from '~/domain/mail/account-mails'
import { absoluteUrl } from '~/server/absolute-url.server'
import { audit } from '~/server/audit.server'
import type { Tx } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { accounts, challenges } from '~/server/schema.server'
import { endSessionsOf } from '~/server/session.server'

type Change = {
	account: { id: string; email: string; fullName: string }
	passwordHash: string
	/** For the record. */
	action: 'account.password-reset' | 'account.password-change' | 'account.password-set'
	/** The session that goes on, if one does. */
	keepSession?: string
	/** Who sets it, if not its owner. */
	actorId?: string
	/** UTC ms. */
	now: number
}

/**
 * Sets a new password, on record: the (other) sessions end, whoever has a code, a grant or a right old password for the
 * account has it no longer, and its owner is told (decision 22).
 */
export async function setPassword(tx: Tx, change: Change): Promise<void> {
	const { account, passwordHash, action, keepSession, now } = change
	const { id, email, fullName } = account
	const actorId = change.actorId ?? id
	await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
	await endSessionsOf(tx, id, keepSession)
	await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(
			and(
				or(eq(challenges.email, email), eq(challenges.accountId, id)),
				inArray(challenges.purpose, ['reset', 'second-factor', 'google-link', 'email-change']),
				isNull(challenges.consumedAt),
			),
		)
	await audit(tx, { at: now, actorId, action, subjectType: 'account', subjectId: id })
	const resetUrl = absoluteUrl('/forgot-password')
	await enqueueMail(tx, email, passwordChangedMail({ fullName, at: now, resetUrl }), { now })
}

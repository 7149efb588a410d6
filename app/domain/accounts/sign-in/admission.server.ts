import { randomUUID } from 'node:crypto'
import { openSession } from '~/server/auth/session.server'
import type { Tx } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import { SECOND_FACTOR_SECONDS } from '../second-factor/second-factor-rules'
import type { Caller } from './limits.server'

/**
 * What the first proof of identity leads to: a session (`cookie`: its Set-Cookie value, or the token of a client
 * without cookies), or the question for the second factor's code.
 */
export type Admission = { next: 'in'; cookie: string } | { next: 'second-factor'; challengeId: string }

/**
 * Lets somebody in who has proven who they are by a password or through Google, in the transaction that settled it.
 * With a second factor there is no session yet, but a challenge for this browser (P39).
 * @param googleSubject the Google account that is linked once the second factor's code was entered.
 */
export async function admit(
	tx: Tx,
	account: { id: string; email: string; role: 'user' | 'admin' },
	{
		hasSecondFactor,
		googleSubject,
		now,
		client,
	}: Pick<Caller, 'now' | 'client'> & { hasSecondFactor: boolean; googleSubject?: string | undefined },
): Promise<Admission> {
	if (!hasSecondFactor) {
		return { next: 'in', cookie: await openSession(tx, account.id, now, client, account.role) }
	}
	const challengeId = randomUUID()
	await tx.insert(challenges).values({
		id: challengeId,
		purpose: 'second-factor',
		email: account.email,
		accountId: account.id,
		payload: googleSubject === undefined ? null : { googleSubject },
		createdAt: now,
		resendAfter: now,
		expiresAt: now + SECOND_FACTOR_SECONDS * 1000,
	})
	return { next: 'second-factor', challengeId }
}

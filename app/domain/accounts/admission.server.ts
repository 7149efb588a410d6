import { randomUUID } from 'node:crypto'
import { putOff, type Tx } from '~/server/db.server'
import { challenges } from '~/server/schema.server'
import { openSession } from '~/server/session.server'
import type { Asking } from './limits.server'
import { SECOND_FACTOR_SECONDS } from './second-factor-rules'

/**
 * What the first proof of identity leads to: a session (`cookie`: its Set-Cookie value, or the token of a client
 * without cookies), or the question for the second factor's code.
 */
export type Admission = { next: 'in'; cookie: string } | { next: 'second-factor'; challengeId: string }

/**
 * Lets somebody in who has proven who they are by a password or through Google, in the transaction that settled it.
 * With a second factor there is no session yet, but a challenge for this browser (decision 51).
 */
export async function admit(
	tx: Tx,
	account: { id: string; email: string; role: 'user' | 'admin' },
	hasSecondFactor: boolean,
	now: number,
	client?: Asking['client'],
): Promise<Admission> {
	if (!hasSecondFactor) {
		return { next: 'in', cookie: await openSession(tx, account.id, now, client, account.role) }
	}
	const challengeId = randomUUID()
	const challenge = tx.insert(challenges).values({
		id: challengeId,
		purpose: 'second-factor',
		email: account.email,
		accountId: account.id,
		createdAt: now,
		resendAfter: now,
		expiresAt: now + SECOND_FACTOR_SECONDS * 1000,
	})
	putOff(challenge)
	return { next: 'second-factor', challengeId }
}

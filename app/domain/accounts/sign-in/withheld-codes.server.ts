import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { isCode } from '~/server/auth/one-time-code.server'
import type { Tx } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import { type CodePurpose, FLOW_SECONDS } from '../rules'
import type { Challenge } from './challenges.server'

/* A challenge whose email was withheld, because the address had been sent enough: any code sent to the mailbox within
   the hour is accepted, whoever requested it, because it proves the mailbox all the same. */

type Payload = Challenge['payload']

const WITHHELD = { mail: 'withheld' }

/** Tests whether a challenge has no code of its own. */
export function isWithheld({ payload }: Pick<Challenge, 'payload'>): boolean {
	return payload?.['mail'] === WITHHELD.mail
}

export function markWithheld(payload: Payload): Payload {
	return { ...payload, ...WITHHELD }
}

export function markSent(payload: Payload): Payload {
	if (payload === null) return null
	const { mail: _, ...about } = payload
	return about
}

/** Corrects the data of a registration; it stays withheld if it was. */
export async function correctChallenge(tx: Tx, challenge: Challenge, payload: Payload): Promise<void> {
	await tx
		.update(challenges)
		.set({ payload: isWithheld(challenge) ? markWithheld(payload) : payload })
		.where(eq(challenges.id, challenge.id))
}

/**
 * Verifies a code sent to the address of a challenge, for its purpose and within the hour, and voids it. `now`: UTC ms.
 */
export async function redeemMailedCode(
	tx: Tx,
	{ email, purpose }: Pick<Challenge, 'email' | 'purpose'>,
	code: string,
	now: number,
): Promise<boolean> {
	const mailed = await tx
		.select({ id: challenges.id, codeHash: challenges.codeHash })
		.from(challenges)
		.where(
			and(
				eq(challenges.email, email),
				eq(challenges.purpose, purpose),
				isNotNull(challenges.codeHash),
				gt(challenges.expiresAt, now - FLOW_SECONDS * 1000),
			),
		)
	for (const { id, codeHash } of mailed) {
		if (codeHash === null || !(await isCode(id, code, codeHash))) continue
		await tx.update(challenges).set({ codeHash: null }).where(eq(challenges.id, id))
		return true
	}
	return false
}

/** Voids all codes sent to an address for this purpose, after one of them was used. */
export async function voidCodes(tx: Tx, email: string, purpose: CodePurpose): Promise<void> {
	await tx
		.update(challenges)
		.set({ codeHash: null })
		.where(and(eq(challenges.email, email), eq(challenges.purpose, purpose)))
}

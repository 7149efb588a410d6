import { eq } from 'drizzle-orm'
import { db, type Readable } from '~/server/db.server'
import { accounts } from '~/server/schema.server'
import { findChallenge } from './challenges.server'
import type { CodePurpose } from './rules'

export type Owner = { id: string; fullName: string }

/** The account with an e-mail (lower case), if there is one. */
export async function findOwner(email: string, from: Readable = db): Promise<Owner | undefined> {
	const [owner] = await from
		.select({ id: accounts.id, fullName: accounts.fullName })
		.from(accounts)
		.where(eq(accounts.email, email))
	return owner
}

/** What a code page shows of the flow that this browser is in; times in UTC ms. */
export async function getCodeStep(id: string | undefined, purpose: CodePurpose, now: number) {
	const challenge = id ? await findChallenge(db, { id, purpose, now }) : undefined
	if (!challenge) return undefined
	const { email, expiresAt, resendAfter, payload } = challenge
	return {
		email,
		expiresAt,
		resendAfter,
		firstName: payload?.['firstName'] ?? '',
		lastName: payload?.['lastName'] ?? '',
	}
}

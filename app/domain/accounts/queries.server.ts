import { eq } from 'drizzle-orm'
import { db, type Readable } from '~/server/db.server'
import { readFlow } from '~/server/flow-cookies.server'
import { accounts } from '~/server/schema.server'
import { findChallenge } from './challenges.server'

export type Owner = { id: string; fullName: string }

/** The account with an e-mail (lower case), if there is one. */
export async function findOwner(email: string, from: Readable = db): Promise<Owner | undefined> {
	const [owner] = await from
		.select({ id: accounts.id, fullName: accounts.fullName })
		.from(accounts)
		.where(eq(accounts.email, email))
	return owner
}

/** The flow with a code that this browser is in, by its cookie, and what pages show of it; times in UTC ms. */
export async function getCodeStep(request: Request, flow: 'registration' | 'reset', now: number) {
	const known = await readFlow(request, flow)
	const challenge = known ? await findChallenge(db, { id: known, purpose: flow, now }) : undefined
	if (!challenge) return undefined
	const { id, email, expiresAt, resendAfter, payload } = challenge
	return {
		id,
		email,
		expiresAt,
		resendAfter,
		firstName: payload?.['firstName'] ?? '',
		lastName: payload?.['lastName'] ?? '',
	}
}

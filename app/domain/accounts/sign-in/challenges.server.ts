import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { addressBlock } from '~/server/auth/address-block.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import { CODE_TRIES, type CodePurpose, FLOW_SECONDS } from '../rules'
import type { Caller } from './limits.server'

/* Steps that a browser has to finish, with a one-time code or otherwise. The table is authoritative; nothing the
   browser says about them is trusted. */

export type Challenge = typeof challenges.$inferSelect
type Purpose = Challenge['purpose']

export const isUnused = () => and(isNull(challenges.consumedAt), isNull(challenges.verifiedAt))

/** A challenge that ends after `now` (UTC ms). */
const isOpen = (id: string, purpose: Purpose, now: number) =>
	and(eq(challenges.id, id), eq(challenges.purpose, purpose), gt(challenges.expiresAt, now), isUnused())

/**
 * Opens a step without an emailed code that must be finished within so many seconds.
 * @returns the challenge's id.
 */
export async function openStep(
	tx: Tx,
	step: Pick<Challenge, 'purpose' | 'email'> & Partial<Pick<Challenge, 'accountId' | 'codeHash' | 'payload'>>,
	{ seconds, now }: { seconds: number; now: number },
): Promise<string> {
	const id = randomUUID()
	const expiresAt = now + seconds * 1000
	await tx.insert(challenges).values({ id, ...step, createdAt: now, resendAfter: now, expiresAt })
	return id
}

/** Finds the open step of the browser with this challenge. */
export async function findStep(from: Readable, id: string, purpose: Purpose, now: number) {
	const [row] = await from
		.select()
		.from(challenges)
		.where(isOpen(id, purpose, now))
	return row
}

/**
 * Finds the newest challenge that an API client has opened for this email address from its current network; the API has
 * no cookie to name it (docs/decisions/0091).
 */
export async function findRequestedChallenge(
	{ purpose, email }: { purpose: CodePurpose; email: string },
	by: Caller,
): Promise<string | undefined> {
	return await findNewest(
		purpose,
		and(eq(challenges.email, email), eq(challenges.askedFrom, addressBlock(by.address))),
	)
}

/** Finds the newest challenge of this purpose that an account has opened while signed in. */
export async function findOwnChallenge(accountId: string, purpose: CodePurpose): Promise<string | undefined> {
	return await findNewest(purpose, eq(challenges.accountId, accountId))
}

async function findNewest(purpose: CodePurpose, isTheirs: SQL | undefined): Promise<string | undefined> {
	const [row] = await db
		.select({ id: challenges.id })
		.from(challenges)
		.where(and(eq(challenges.purpose, purpose), isTheirs, isUnused()))
		.orderBy(desc(challenges.createdAt))
		.limit(1)
	return row?.id
}

/** Finds the challenge named by a browser's cookie, while its flow can be continued. */
export async function findChallenge(
	from: Readable,
	{ id, purpose, now }: { id: string; purpose: CodePurpose; now: number },
): Promise<Challenge | undefined> {
	return await findStep(from, id, purpose, now - FLOW_SECONDS * 1000)
}

/** Tests whether a challenge has attempts left. */
export const hasTriesLeft = ({ attempts }: Challenge): boolean => attempts < CODE_TRIES

/**
 * Counts an attempt before anything is checked, so that parallel attempts cannot exceed the limit. `isUnnamed`: it was
 * counted elsewhere, and uses no attempt of the challenge.
 */
export async function countChallengeTry(
	tx: Tx,
	{
		id,
		purpose,
		now,
		isUnnamed,
	}: { id: string; purpose: Purpose; now: number; isUnnamed?: boolean | undefined },
): Promise<Challenge | undefined> {
	const [challenge] = await tx
		.update(challenges)
		.set({ attempts: sql`${challenges.attempts} + ${isUnnamed ? 0 : 1}` })
		.where(and(isOpen(id, purpose, now), lt(challenges.attempts, CODE_TRIES)))
		.returning()
	return challenge
}

/**
 * Uses a challenge up.
 * @returns false when another call already has.
 */
export async function consumeChallenge(tx: Tx, id: string, now: number): Promise<boolean> {
	const { rowsAffected } = await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(and(eq(challenges.id, id), isNull(challenges.consumedAt)))
	return rowsAffected === 1
}

/** Voids the open challenges of an account for these purposes, after a change that they must not survive. */
export async function voidChallenges(
	tx: Tx,
	{ id, email }: { id: string; email: string },
	purposes: Purpose[],
	now: number,
): Promise<void> {
	await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(
			and(
				or(eq(challenges.email, email), eq(challenges.accountId, id)),
				inArray(challenges.purpose, purposes),
				isNull(challenges.consumedAt),
			),
		)
}

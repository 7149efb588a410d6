import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Readable, type Tx, write } from '~/server/db.server'
import { hashCode, isCode, newCode } from '~/server/one-time-code.server'
import { challenges } from '~/server/schema.server'
import { type Asking, countAttempt, countAttemptIn, type TooMany } from './limits.server'
import {
	CODE_SECONDS,
	CODE_TRIES,
	type CodePurpose,
	FLOW_SECONDS,
	resendTooEarly,
	secondsUntil,
	TEXT,
	waitText,
} from './rules'

/* The life of one-time codes. The table is the truth: nothing about a code is believed because a browser says so. */

export type Challenge = typeof challenges.$inferSelect
export type NewChallenge = Pick<Challenge, 'email' | 'accountId' | 'payload'> & {
	purpose: CodePurpose
	/** A decoy behaves like the real thing and no code opens it: for addresses that must not be told apart (decision 21). */
	decoy: boolean
}

const alive = () => and(isNull(challenges.consumedAt), isNull(challenges.verifiedAt))

/** Opens a challenge with a fresh code. Unused codes of the same purpose and e-mail are void from now on. */
export async function openChallenge(tx: Tx, challenge: NewChallenge, now: number) {
	const { decoy, ...row } = challenge
	const id = randomUUID()
	const code = newCode()
	const until = now + CODE_SECONDS[row.purpose] * 1000
	await tx.delete(challenges).where(lt(challenges.expiresAt, now - 24 * FLOW_SECONDS * 1000))
	await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(and(eq(challenges.email, row.email), eq(challenges.purpose, row.purpose), alive()))
	await tx.insert(challenges).values({
		id,
		...row,
		codeHash: decoy ? null : hashCode(id, code),
		createdAt: now,
		resendAfter: until,
		expiresAt: until,
	})
	return { id, code }
}

/** The challenge that a browser's cookie names, while its flow can still be taken up. */
export async function findChallenge(
	from: Readable,
	{ id, purpose, now }: { id: string; purpose: CodePurpose; now: number },
): Promise<Challenge | undefined> {
	const [row] = await from
		.select()
		.from(challenges)
		.where(
			and(
				eq(challenges.id, id),
				eq(challenges.purpose, purpose),
				alive(),
				gt(challenges.expiresAt, now - FLOW_SECONDS * 1000),
			),
		)
	return row
}

/**
 * Gives a challenge a new code, once the countdown is over; the old code is void. Counted with the codes that were asked for by
 * other forms, so that nobody fills a stranger's mailbox. `mail` writes the letter, in the transaction that makes the code.
 */
export async function resendCode(
	id: string,
	purpose: CodePurpose,
	{ now, address }: Asking,
	mail: (tx: Tx, challenge: Challenge, code: string) => Promise<void>,
): Promise<{ ok: true } | TooMany | { ok: false; message: string }> {
	const tooMany = await countAttempt('codesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const challenge = await findChallenge(tx, { id, purpose, now })
		if (!challenge) {
			return { ok: false, message: purpose === 'reset' ? TEXT.resendResetFailed : TEXT.resendFailed }
		}
		if (challenge.resendAfter > now) {
			const wait = secondsUntil(challenge.resendAfter, now)
			return { ok: false, message: resendTooEarly(wait), retryAfter: wait }
		}
		const refused = await countAttemptIn(tx, 'codesPerEmail', `${purpose}:${challenge.email}`, now)
		if (refused) return refused
		const code = newCode()
		const until = now + CODE_SECONDS[purpose] * 1000
		const codeHash = challenge.codeHash === null ? null : hashCode(id, code)
		await tx
			.update(challenges)
			.set({ codeHash, attempts: 0, resendAfter: until, expiresAt: until })
			.where(eq(challenges.id, id))
		await mail(tx, challenge, code)
		return { ok: true }
	})
}

/** A try that failed: the words to say. */
export type WrongCode = { ok: false; message: string }

/**
 * Tries a code. The attempt is counted by a conditional UPDATE before the code is looked at, so that tries in parallel cannot
 * outrun the limit. The caller uses the challenge up in the same transaction.
 */
export async function tryCode(
	tx: Tx,
	{ id, purpose, code, now }: { id: string; purpose: CodePurpose; code: string; now: number },
): Promise<{ ok: true; challenge: Challenge } | WrongCode> {
	const [challenge] = await tx
		.update(challenges)
		.set({ attempts: sql`${challenges.attempts} + 1` })
		.where(
			and(
				eq(challenges.id, id),
				eq(challenges.purpose, purpose),
				lt(challenges.attempts, CODE_TRIES),
				gt(challenges.expiresAt, now),
				alive(),
			),
		)
		.returning()
	if (!challenge) return { ok: false, message: await whyNot(tx, { id, purpose, now }) }
	if (challenge.codeHash !== null && isCode(id, code, challenge.codeHash)) return { ok: true, challenge }
	return {
		ok: false,
		message: challenge.attempts < CODE_TRIES ? TEXT.invalidCode : tooManyTries(challenge, now),
	}
}

/** Uses a challenge up. @returns whether it was this call that did. */
export async function consumeChallenge(tx: Tx, id: string, now: number): Promise<boolean> {
	const rows = await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(and(eq(challenges.id, id), isNull(challenges.consumedAt)))
		.returning({ id: challenges.id })
	return rows.length === 1
}

async function whyNot(tx: Tx, query: { id: string; purpose: CodePurpose; now: number }): Promise<string> {
	const challenge = await findChallenge(tx, query)
	if (!challenge) return 'This code is no longer valid. Please start again.'
	if (challenge.expiresAt <= query.now) return 'This code has expired. Please request a new one.'
	return tooManyTries(challenge, query.now)
}

function tooManyTries({ resendAfter }: Challenge, now: number): string {
	const wait = resendAfter > now ? ` in ${waitText(secondsUntil(resendAfter, now))}` : ''
	return `Too many wrong codes. Please request a new one${wait}.`
}

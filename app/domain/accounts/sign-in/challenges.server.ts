import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { addressBlock } from '~/server/auth/address-block.server'
import { isCode, NO_CODE, newCode } from '~/server/auth/one-time-code.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import {
	CODE_SECONDS,
	CODE_TRIES,
	type CodePurpose,
	codeSentAlready,
	FLOW_SECONDS,
	resendTooEarly,
	secondsUntil,
	TEXT,
	waitText,
} from '../rules'
import { type Caller, countAttempt, countCode, countRegistrationMail, type TooMany } from './limits.server'
import { isMailedCode, isWithheld, markSent, markWithheld } from './mailed-codes.server'

/* The life of one-time codes. The table is the truth: nothing about a code is believed because a browser says so. */

export type Challenge = typeof challenges.$inferSelect
export type NewChallenge = Pick<Challenge, 'email' | 'accountId' | 'payload'> & {
	purpose: CodePurpose
	/** A decoy behaves like the real thing and no code opens it: for addresses that must not be told apart (P35). */
	decoy: boolean
	/** No code is mailed for so many seconds, because others were: those open this challenge too. */
	withheldFor?: number | undefined
}

/* The times of a challenge whose code is mailed, or withheld for some seconds. */
function timesOf(purpose: CodePurpose, now: number, withheldFor: number | undefined) {
	const until = now + CODE_SECONDS[purpose] * 1000
	const resendAfter = withheldFor === undefined ? until : now + withheldFor * 1000
	return { resendAfter, expiresAt: Math.max(until, resendAfter) }
}

const alive = () => and(isNull(challenges.consumedAt), isNull(challenges.verifiedAt))

/**
 * Opens a challenge with a fresh code. Codes belong to the browser that asked: `replaces`, its earlier challenge, is
 * void from now on, and nobody else's is.
 */
export async function openChallenge(
	tx: Tx,
	challenge: NewChallenge,
	{ replaces, ...by }: Pick<Caller, 'now'> & Partial<Caller> & { replaces: string | undefined },
) {
	const { now } = by
	const { decoy, withheldFor, ...row } = challenge
	const id = randomUUID()
	const { code, sealed } = await newCode(id)
	const isSent = withheldFor === undefined
	await tx.delete(challenges).where(lt(challenges.expiresAt, now - 24 * FLOW_SECONDS * 1000))
	if (replaces) {
		await tx
			.update(challenges)
			.set({ consumedAt: now })
			.where(and(eq(challenges.id, replaces), eq(challenges.purpose, row.purpose), alive()))
	}
	await tx.insert(challenges).values({
		id,
		...row,
		payload: isSent ? row.payload : markWithheld(row.payload),
		codeHash: !isSent ? null : decoy ? NO_CODE : sealed,
		askedFrom: askedFrom(by),
		createdAt: now,
		...timesOf(row.purpose, now, withheldFor),
	})
	return { id, code }
}

/* A client of the API is known by its network, so that a stranger elsewhere can neither try the code nor use its tries
   up. */
function askedFrom({ client, address }: Partial<Caller>): string | null {
	return client === 'token' && address ? addressBlock(address) : null
}

/**
 * The id of the newest challenge that a client of the API has asked for at this address of mail, from the network it is
 * in now; the API has no cookie that would name it (docs/decisions/0091).
 */
export async function findAskedFrom(
	{ purpose, email }: { purpose: CodePurpose; email: string },
	by: Caller,
): Promise<string | undefined> {
	const [row] = await db
		.select({ id: challenges.id })
		.from(challenges)
		.where(
			and(
				eq(challenges.purpose, purpose),
				eq(challenges.email, email),
				eq(challenges.askedFrom, addressBlock(by.address)),
				alive(),
			),
		)
		.orderBy(desc(challenges.createdAt))
		.limit(1)
	return row?.id
}

/** The id of the newest challenge of this purpose that an account has opened while it was signed in. */
export async function findOwnChallenge(accountId: string, purpose: CodePurpose): Promise<string | undefined> {
	const [row] = await db
		.select({ id: challenges.id })
		.from(challenges)
		.where(and(eq(challenges.accountId, accountId), eq(challenges.purpose, purpose), alive()))
		.orderBy(desc(challenges.createdAt))
		.limit(1)
	return row?.id
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
 * Gives a challenge a new code, once the countdown is over; the old code is void. Counted with the codes that were
 * asked for by other forms, so that nobody fills a stranger's mailbox. `mail` writes the email, in the transaction that
 * makes the code, and says whether the code is in it: that of a decoy is not.
 */
export async function resendCode(
	id: string,
	purpose: CodePurpose,
	by: Caller,
	mail: (tx: Tx, challenge: Challenge, code: string) => Promise<boolean>,
): Promise<{ ok: true } | TooMany | { ok: false; message: string }> {
	const { now } = by
	const tooMany = await countAttempt('codesPerAddress', by.address, now)
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
		const refused = await countSending(tx, challenge, purpose, by)
		if (refused) return refused
		const { code, sealed } = await newCode(id)
		const codeHash = (await mail(tx, challenge, code)) ? sealed : NO_CODE
		await tx
			.update(challenges)
			.set({
				codeHash,
				attempts: 0,
				payload: markSent(challenge.payload),
				...timesOf(purpose, now, undefined),
			})
			.where(eq(challenges.id, id))
		return { ok: true }
	})
}

async function countSending(
	tx: Tx,
	challenge: Challenge,
	purpose: CodePurpose,
	by: Caller,
): Promise<TooMany | undefined> {
	const { id, email, payload } = challenge
	if (purpose !== 'registration') {
		/* Only a reset goes to the account's own mailbox; the others fill one that nobody has proven. */
		const accountId = purpose === 'reset' ? (challenge.accountId ?? undefined) : undefined
		return await countCode(tx, { purpose, email, accountId }, by)
	}
	const retryAfter = await countRegistrationMail(tx, email, by.now)
	if (retryAfter === undefined) return undefined
	await tx
		.update(challenges)
		.set({ attempts: 0, payload: markWithheld(payload), ...timesOf(purpose, by.now, retryAfter) })
		.where(eq(challenges.id, id))
	return { ok: false, message: codeSentAlready(retryAfter), retryAfter }
}

/** A try that failed: the words to say. */
export type WrongCode = { ok: false; message: string }

/**
 * Tries a code. The attempt is counted by a conditional UPDATE before the code is looked at, so that tries in parallel
 * cannot outrun the limit. The caller uses the challenge up in the same transaction.
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
	const { codeHash } = challenge
	const isRight = isWithheld(challenge)
		? await isMailedCode(tx, challenge, code, now)
		: await isCode(id, code, codeHash)
	if (isRight) return { ok: true, challenge }
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

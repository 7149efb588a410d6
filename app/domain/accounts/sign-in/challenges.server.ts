import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
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

/* Steps that a browser has to finish, with a one-time code or otherwise. The table is the truth: nothing about them is
   believed because a browser says so. */

export type Challenge = typeof challenges.$inferSelect
type Purpose = Challenge['purpose']

const isUnused = () => and(isNull(challenges.consumedAt), isNull(challenges.verifiedAt))

/** A challenge that ends after `now` (UTC ms). */
const isOpen = (id: string, purpose: Purpose, now: number) =>
	and(eq(challenges.id, id), eq(challenges.purpose, purpose), gt(challenges.expiresAt, now), isUnused())

/** Remembers a step without a mailed code, which has to be finished within so many seconds. @returns the challenge's id. */
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

/** The step that waits in the browser with this challenge, while it may still be finished. */
export async function findStep(
	from: Readable,
	id: string,
	purpose: Purpose,
	now: number,
): Promise<Challenge | undefined> {
	const [row] = await from
		.select()
		.from(challenges)
		.where(isOpen(id, purpose, now))
	return row
}

/* The times of a challenge whose code is mailed, or withheld for some seconds. */
function timesOf(purpose: CodePurpose, now: number, withheldFor?: number) {
	const until = now + CODE_SECONDS[purpose] * 1000
	const resendAfter = withheldFor === undefined ? until : now + withheldFor * 1000
	return { resendAfter, expiresAt: Math.max(until, resendAfter) }
}

/**
 * Opens a challenge with a fresh code. Codes belong to the browser that asked: `replaces`, its earlier challenge, is
 * void from now on, and nobody else's is. A decoy behaves like the real thing and no code opens it: for addresses that
 * must not be told apart (P35). `withheldFor`: no code is mailed for so many seconds, because others were, which open
 * this challenge too.
 */
export async function openChallenge(
	tx: Tx,
	challenge: Pick<Challenge, 'email' | 'accountId' | 'payload'> & {
		purpose: CodePurpose
		decoy: boolean
		withheldFor?: number | undefined
	},
	{ replaces, ...by }: Pick<Caller, 'now'> & Partial<Caller> & { replaces: string | undefined },
) {
	const { decoy, withheldFor, ...row } = challenge
	const id = randomUUID()
	const { code, sealed } = await newCode(id)
	const isSent = withheldFor === undefined
	if (replaces) {
		await tx
			.update(challenges)
			.set({ consumedAt: by.now })
			.where(and(eq(challenges.id, replaces), eq(challenges.purpose, row.purpose), isUnused()))
	}
	await tx.insert(challenges).values({
		id,
		...row,
		payload: isSent ? row.payload : markWithheld(row.payload),
		codeHash: !isSent ? null : decoy ? NO_CODE : sealed,
		/* A client of the API is known by its network, so that a stranger elsewhere can neither try the code nor use its
		   tries up. */
		askedFrom: by.client === 'token' && by.address ? addressBlock(by.address) : null,
		createdAt: by.now,
		...timesOf(row.purpose, by.now, withheldFor),
	})
	return { id, code }
}

/**
 * The id of the newest challenge that a client of the API has asked for at this address of mail, from the network it is
 * in now; the API has no cookie that would name it (docs/decisions/0091).
 */
export async function findAskedFrom(
	{ purpose, email }: { purpose: CodePurpose; email: string },
	by: Caller,
): Promise<string | undefined> {
	return await findNewest(
		purpose,
		and(eq(challenges.email, email), eq(challenges.askedFrom, addressBlock(by.address))),
	)
}

/** The id of the newest challenge of this purpose that an account has opened while it was signed in. */
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

/** The challenge with a code that a browser's cookie names, while its flow can still be taken up. */
export async function findChallenge(
	from: Readable,
	{ id, purpose, now }: { id: string; purpose: CodePurpose; now: number },
): Promise<Challenge | undefined> {
	return await findStep(from, id, purpose, now - FLOW_SECONDS * 1000)
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
): Promise<{ ok: true } | TooMany | WrongCode> {
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
			return { ok: false, code: 'too-many', message: resendTooEarly(wait), retryAfter: wait }
		}
		const refused = await countSending(tx, challenge, purpose, by)
		if (refused) return refused
		const { code, sealed } = await newCode(id)
		const codeHash = (await mail(tx, challenge, code)) ? sealed : NO_CODE
		const payload = markSent(challenge.payload)
		await tx
			.update(challenges)
			.set({ codeHash, attempts: 0, payload, ...timesOf(purpose, now) })
			.where(eq(challenges.id, id))
		return { ok: true }
	})
}

async function countSending(
	tx: Tx,
	{ id, email, payload, accountId }: Challenge,
	purpose: CodePurpose,
	by: Caller,
): Promise<TooMany | undefined> {
	if (purpose !== 'registration') {
		/* Only a reset goes to the account's own mailbox; the others fill one that nobody has proven. */
		const owner = purpose === 'reset' ? (accountId ?? undefined) : undefined
		return await countCode(tx, { purpose, email, accountId: owner }, by)
	}
	const retryAfter = await countRegistrationMail(tx, email, by.now)
	if (retryAfter === undefined) return undefined
	await tx
		.update(challenges)
		.set({ attempts: 0, payload: markWithheld(payload), ...timesOf(purpose, by.now, retryAfter) })
		.where(eq(challenges.id, id))
	return { ok: false, code: 'too-many', message: codeSentAlready(retryAfter), retryAfter }
}

/** Counts a try, before anything is looked at, so that tries in parallel cannot outrun the limit. */
export async function countTry(
	tx: Tx,
	{ id, purpose, now }: { id: string; purpose: Purpose; now: number },
): Promise<Challenge | undefined> {
	const [challenge] = await tx
		.update(challenges)
		.set({ attempts: sql`${challenges.attempts} + 1` })
		.where(and(isOpen(id, purpose, now), lt(challenges.attempts, CODE_TRIES)))
		.returning()
	return challenge
}

/** A try that failed: the words to say. */
export type WrongCode = { ok: false; message: string }

/** Tries a code. The caller uses the challenge up in the same transaction. */
export async function tryCode(
	tx: Tx,
	tried: { id: string; purpose: CodePurpose; code: string; now: number },
): Promise<{ ok: true; challenge: Challenge } | WrongCode> {
	const { id, code, now } = tried
	const challenge = await countTry(tx, tried)
	if (!challenge) return { ok: false, message: await whyNot(tx, tried) }
	const isRight = isWithheld(challenge)
		? await isMailedCode(tx, challenge, code, now)
		: await isCode(id, code, challenge.codeHash)
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

import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { addressBlock } from '~/server/address-block.server'
import { db, type Readable, type Tx, write } from '~/server/db.server'
import { isCode, newCode } from '~/server/one-time-code.server'
import { challenges } from '~/server/schema.server'
import { type Asking, countAttempt, countCode, type TooMany } from './limits.server'
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
	/**
	 * A decoy behaves like the real thing and no code opens it: for addresses that must not be told apart (decision
	 * 21).
	 */
	decoy: boolean
}

const alive = () => and(isNull(challenges.consumedAt), isNull(challenges.verifiedAt))

/**
 * Opens a challenge with a fresh code. Codes belong to the browser that asked: `replaces`, its earlier challenge, is
 * void from now on, and nobody else's is.
 */
export async function openChallenge(
	tx: Tx,
	challenge: NewChallenge,
	{ replaces, ...by }: Pick<Asking, 'now'> & Partial<Asking> & { replaces: string | undefined },
) {
	const { now } = by
	const { decoy, ...row } = challenge
	const id = randomUUID()
	const { code, sealed } = await newCode(id)
	const until = now + CODE_SECONDS[row.purpose] * 1000
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
		codeHash: decoy ? null : sealed,
		askedFrom: askedFrom(by),
		createdAt: now,
		resendAfter: until,
		expiresAt: until,
	})
	return { id, code }
}

/* A client of the API is known by its network, so that a stranger elsewhere can neither try the code nor use its tries
   up. */
function askedFrom({ client, address }: Partial<Asking>): string | null {
	return client === 'token' && address ? addressBlock(address) : null
}

/**
 * The id of the newest challenge that a client of the API has asked for at this address of mail, from the network it is
 * in now; the API has no cookie that would name it (docs/decisions/0091).
 */
export async function findAskedFrom(
	{ purpose, email }: { purpose: CodePurpose; email: string },
	by: Asking,
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
 * makes the code.
 */
export async function resendCode(
	id: string,
	purpose: CodePurpose,
	by: Asking,
	mail: (tx: Tx, challenge: Challenge, code: string) => Promise<void>,
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
		/* Only a reset goes to the account's own mailbox; the others fill one that nobody has proven. */
		const accountId = purpose === 'reset' ? (challenge.accountId ?? undefined) : undefined
		const refused = await countCode(tx, { purpose, email: challenge.email, accountId }, by)
		if (refused) return refused
		const { code, sealed } = await newCode(id)
		const until = now + CODE_SECONDS[purpose] * 1000
		const codeHash = challenge.codeHash === null ? null : sealed
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
	if (codeHash !== null && (await isCode(id, code, codeHash))) return { ok: true, challenge }
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

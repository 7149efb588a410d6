import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { TooMany } from '~/domain/limits.server'
import { addressBlock } from '~/server/auth/address-block.server'
import { isCode, NO_CODE, newCode } from '~/server/auth/one-time-code.server'
import { type Tx, write } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import {
	ANOTHER_CODE,
	CODE_SECONDS,
	CODE_TRIES,
	type CodePurpose,
	codeSentAlready,
	describeResendWait,
	secondsUntil,
	TEXT,
} from '../rules'
import { type Challenge, countChallengeTry, findChallenge, isUnused } from './challenges.server'
import {
	type Caller,
	type CodeCaller,
	countAttempt,
	countCode,
	countMailedCodeTry,
	countRegistrationEmail,
} from './limits.server'
import { isWithheld, markSent, markWithheld, redeemMailedCode } from './withheld-codes.server'

/* Challenges whose code is emailed. */

/* Returns the times of a challenge whose code is emailed, or withheld for some seconds. */
function getTimes(purpose: CodePurpose, now: number, withheldFor?: number) {
	const until = now + CODE_SECONDS[purpose] * 1000
	const resendAfter = withheldFor === undefined ? until : now + withheldFor * 1000
	return { resendAfter, expiresAt: Math.max(until, resendAfter) }
}

/**
 * Emails a code in the transaction that creates it.
 * @returns whether the email contains the code: an address that must not be revealed (P35) gets a different email, and
 * its challenge is a decoy that accepts no code.
 */
export type EmailCode = (
	tx: Tx,
	to: Pick<Challenge, 'email' | 'accountId' | 'payload'>,
	code: string,
	now: number,
) => Promise<boolean>

/**
 * Opens a challenge with a new code. Codes belong to the browser that requested them: `replaces`, its earlier
 * challenge, becomes void, and no other browser's does. `withheldFor`: the number of seconds during which no code
 * is emailed; codes emailed before are accepted for this challenge too.
 * @returns its id.
 */
export async function openChallenge(
	tx: Tx,
	challenge: Pick<Challenge, 'email' | 'accountId' | 'payload'> & { purpose: CodePurpose },
	{
		replaces,
		withheldFor,
		...by
	}: Caller & { replaces: string | undefined; withheldFor?: number | undefined },
	emailCode: EmailCode,
): Promise<string> {
	const { purpose, payload } = challenge
	const id = randomUUID()
	const { code, sealed } = await newCode(id)
	if (replaces) {
		await tx
			.update(challenges)
			.set({ consumedAt: by.now })
			.where(and(eq(challenges.id, replaces), eq(challenges.purpose, purpose), isUnused()))
	}
	const canSend = withheldFor === undefined
	const isMailed = canSend && (await emailCode(tx, challenge, code, by.now))
	await tx.insert(challenges).values({
		id,
		...challenge,
		payload: canSend ? payload : markWithheld(payload),
		codeHash: isMailed ? sealed : canSend ? NO_CODE : null,
		/* An API client is identified by its network, so that a stranger elsewhere can neither try the code nor use up its
		   attempts. */
		askedFrom: by.client === 'token' ? addressBlock(by.address) : null,
		createdAt: by.now,
		...getTimes(purpose, by.now, withheldFor),
	})
	return id
}

/**
 * Gives a challenge a new code once the countdown is over; the old code becomes void. Counted together with codes
 * requested by other forms, so that nobody can flood a stranger's mailbox.
 */
export async function resendCode(
	id: string,
	purpose: CodePurpose,
	by: Caller,
	emailCode: EmailCode,
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
			return { ok: false, code: 'too-many', message: describeResendWait(wait), retryAfter: wait }
		}
		const refused = await countSending(tx, challenge, purpose, by)
		if (refused) return refused
		await sendCode(tx, challenge, purpose, emailCode, now)
		return { ok: true }
	})
}

/* Sends a new code for a challenge, with attempts of its own. */
async function sendCode(
	tx: Tx,
	challenge: Challenge,
	purpose: CodePurpose,
	emailCode: EmailCode,
	now: number,
) {
	const { code, sealed } = await newCode(challenge.id)
	const codeHash = (await emailCode(tx, challenge, code, now)) ? sealed : NO_CODE
	const payload = markSent(challenge.payload)
	await tx
		.update(challenges)
		.set({ codeHash, attempts: 0, payload, ...getTimes(purpose, now) })
		.where(eq(challenges.id, challenge.id))
}

async function countSending(
	tx: Tx,
	{ id, email, payload, accountId }: Challenge,
	purpose: CodePurpose,
	by: Caller,
): Promise<TooMany | undefined> {
	/* Only a reset is sent to the account's own mailbox; the others go to one that is not yet proven. */
	const owner = purpose === 'reset' ? (accountId ?? undefined) : undefined
	const retryAfter =
		purpose === 'registration'
			? await countRegistrationEmail(tx, email, by.now)
			: (await countCode(tx, { purpose, email, accountId: owner }, by))?.retryAfter
	if (retryAfter === undefined) return undefined
	await tx
		.update(challenges)
		.set({ attempts: 0, payload: markWithheld(payload), ...getTimes(purpose, by.now, retryAfter) })
		.where(eq(challenges.id, id))
	return { ok: false, code: 'too-many', message: codeSentAlready(retryAfter), retryAfter }
}

const TOO_MANY_TRIES = 'Too many wrong codes. Please request a new one.'

/** A failed attempt and the message to show. `code`: the code was right, but another one has been emailed. */
export type WrongCode = { ok: false; message: string; code?: 'another-code' }

/**
 * Verifies a code. The caller uses the challenge up in the same transaction. Where strangers may be guessing a code
 * emailed for another browser, the owner of the mailbox gets a new code for this browser instead of a refusal.
 */
export async function tryCode(
	tx: Tx,
	{ id, purpose, code }: { id: string; purpose: CodePurpose; code: string },
	{ emailCode, now, isUnnamed }: Pick<CodeCaller, 'now' | 'isUnnamed'> & { emailCode: EmailCode },
): Promise<{ ok: true; challenge: Challenge } | WrongCode> {
	const challenge = await countChallengeTry(tx, { id, purpose, now, isUnnamed })
	if (!challenge) return { ok: false, message: whyNot(await findChallenge(tx, { id, purpose, now }), now) }
	const { email } = challenge
	const withheld = isWithheld(challenge)
	const mayBeGuess = withheld && (await countMailedCodeTry(tx, { email, purpose }, now))
	const isRight = withheld
		? await redeemMailedCode(tx, challenge, code, now)
		: await isCode(id, code, challenge.codeHash)
	if (!isRight) {
		const isLast = challenge.attempts >= CODE_TRIES
		return { ok: false, message: isLast ? TOO_MANY_TRIES : TEXT.invalidCode }
	}
	if (!mayBeGuess) return { ok: true, challenge }
	await sendCode(tx, challenge, purpose, emailCode, now)
	return { ok: false, code: 'another-code', message: ANOTHER_CODE }
}

function whyNot(challenge: Challenge | undefined, now: number): string {
	if (!challenge) return 'This code is no longer valid. Please start again.'
	return challenge.expiresAt <= now ? 'This code has expired. Please request a new one.' : TOO_MANY_TRIES
}

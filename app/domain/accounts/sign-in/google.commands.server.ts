import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { GoogleProfile } from '~/server/auth/google.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { SIGN_IN_TOKEN_SECONDS } from '../rules'
import { findSecondFactor } from '../second-factor/second-factor.server'
import { admit } from './admission.server'
import { consumeChallenge } from './challenges.server'
import { openLink } from './google-link.commands.server'
import { openSignUp } from './google-sign-up.commands.server'
import { type Caller, countAttempt, forgiveAttempt, type TooMany } from './limits.server'
import type { SignedIn } from './sign-in.commands.server'

/** Counts an answer of the provider before anything is asked of it. */
export async function countGoogleAttempt({ now, address }: Caller): Promise<TooMany | undefined> {
	return await countAttempt('googlePerAddress', address, now)
}

/**
 * What comes of somebody whom Google vouches for: a token that signs them in, the question for the password of the
 * account that has their address, or for the terms when there is none. `challengeId`: for the cookie of the browser
 * that started.
 */
export type GoogleAdmission =
	| { ok: true; next: 'token'; token: string; challengeId: string }
	| { ok: true; next: 'link' | 'sign-up'; challengeId: string }
	| { ok: false; message?: string }

/**
 * Finds the account of a Google profile. One with the same email is never linked silently (P40), and none is opened
 * before the terms were accepted.
 */
export async function admitGoogle(
	profile: GoogleProfile,
	{ now, address }: Caller,
): Promise<GoogleAdmission> {
	return await write(async tx => {
		const { subject, email } = profile
		const [linked] = await tx.select().from(accounts).where(eq(accounts.googleSubject, subject))
		const [namesake] = linked ? [] : await tx.select().from(accounts).where(eq(accounts.email, email))
		/* The address belongs to another Google account here: not for us to decide whose it is now. */
		if (namesake && namesake.googleSubject !== null) return { ok: false }
		if (namesake && namesake.passwordHash === null) return { ok: false, message: NO_PASSWORD }
		await forgiveAttempt(tx, 'googlePerAddress', address)
		if (namesake) return { ok: true, next: 'link', challengeId: await openLink(tx, namesake, subject, now) }
		if (!linked) return { ok: true, next: 'sign-up', challengeId: await openSignUp(tx, profile, now) }
		return await issueToken(tx, linked.id, email, now)
	})
}

const NO_PASSWORD =
	'The account with this address has no password yet. Set one with "Forgot Password", then continue with Google again.'

async function issueToken(tx: Tx, accountId: string, email: string, now: number): Promise<GoogleAdmission> {
	const token = randomBytes(32).toString('base64url')
	const challengeId = randomUUID()
	await tx.insert(challenges).values({
		id: challengeId,
		purpose: 'sign-in',
		email,
		accountId,
		codeHash: hash(token),
		createdAt: now,
		resendAfter: now,
		expiresAt: now + SIGN_IN_TOKEN_SECONDS * 1000,
	})
	return { ok: true, next: 'token', token, challengeId }
}

/** Whether a sign-in token is good in this browser at this moment; nothing is used up. */
export async function isSignInToken(
	token: string,
	challengeId: string | undefined,
	now: number,
): Promise<boolean> {
	return (await findToken(db, token, challengeId, now)) !== undefined
}

/** Uses a sign-in token up and lets its account in. */
export async function redeemSignInToken(
	token: string,
	challengeId: string | undefined,
	now: number,
): Promise<SignedIn | { ok: false }> {
	return await write(async tx => {
		const accountId = await findToken(tx, token, challengeId, now)
		if (!accountId || !challengeId || !(await consumeChallenge(tx, challengeId, now))) {
			return { ok: false }
		}
		const [[account], secondFactor] = await Promise.all([
			tx.select().from(accounts).where(eq(accounts.id, accountId)),
			findSecondFactor(tx, accountId),
		])
		if (!account) return { ok: false }
		const { role, fullName } = account
		const admission = await admit(tx, account, { hasSecondFactor: secondFactor !== undefined, now })
		return { ok: true, accountId, role, fullName, ...admission }
	})
}

async function findToken(
	from: Pick<Tx, 'select'>,
	token: string,
	challengeId: string | undefined,
	now: number,
): Promise<string | undefined> {
	if (!challengeId) return undefined
	const [row] = await from
		.select()
		.from(challenges)
		.where(
			and(
				eq(challenges.id, challengeId),
				eq(challenges.purpose, 'sign-in'),
				isNull(challenges.consumedAt),
				gt(challenges.expiresAt, now),
			),
		)
	const isIts = row?.codeHash && timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hash(token)))
	return isIts ? (row.accountId ?? undefined) : undefined
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

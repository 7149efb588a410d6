import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { forcedLine } from '~/domain/text'
import { audit } from '~/server/audit.server'
import { db, type Tx, write } from '~/server/db.server'
import type { GoogleProfile } from '~/server/google.server'
import { accounts, challenges } from '~/server/schema.server'
import { admit } from './admission.server'
import { consumeChallenge } from './challenges.server'
import { openLink } from './google-link.commands.server'
import { type Asking, countAttempt, forgiveAttempt, type TooMany } from './limits.server'
import { SIGN_IN_TOKEN_SECONDS } from './rules'
import { findSecondFactor } from './second-factor.server'
import type { SignedIn } from './sign-in.commands.server'

/** Counts an answer of the provider before anything is asked of it. */
export async function countGoogleAttempt({ now, address }: Asking): Promise<TooMany | undefined> {
	return await countAttempt('googlePerAddress', address, now)
}

/**
 * What comes of somebody whom Google vouches for: a token that signs them in (decision 26), or the question for the
 * password of the account that has their address. `challengeId`: for the cookie of the browser that started.
 */
export type GoogleAdmission =
	| { ok: true; next: 'token'; token: string; challengeId: string }
	| { ok: true; next: 'link'; challengeId: string }
	| { ok: false; message?: string }

/**
 * Finds or opens the account of a Google profile. An account with the same e-mail is never linked silently (decision
 * 51).
 */
export async function admitGoogle(
	profile: GoogleProfile,
	{ now, address }: Asking,
): Promise<GoogleAdmission> {
	return await write(async tx => {
		const { subject, email } = profile
		const [linked] = await tx.select().from(accounts).where(eq(accounts.googleSubject, subject))
		const [namesake] = linked ? [] : await tx.select().from(accounts).where(eq(accounts.email, email))
		/* The address belongs to another Google account here: not for us to decide whose it is now. */
		if (namesake && namesake.googleSubject !== null) return { ok: false }
		if (namesake && namesake.passwordHash === null) return { ok: false, message: NO_PASSWORD }
		forgiveAttempt(tx, 'googlePerAddress', address)
		if (namesake) return { ok: true, next: 'link', challengeId: await openLink(tx, namesake, subject, now) }
		return await issueToken(tx, linked?.id ?? (await register(tx, profile, now)), email, now)
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

async function register(tx: Tx, { subject, email, name }: GoogleProfile, now: number): Promise<string> {
	const id = randomUUID()
	const fullName =
		forcedLine(name).replaceAll('=?', ' ').trim().slice(0, 121) || (email.split('@')[0] ?? email)
	await tx
		.insert(accounts)
		.values({ id, email, fullName, googleSubject: subject, role: 'user', createdAt: now })
	await audit(tx, {
		at: now,
		actorId: id,
		action: 'account.register',
		subjectType: 'account',
		subjectId: id,
		detail: { via: 'google' },
	})
	return id
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
		const admission = await admit(tx, account, secondFactor !== undefined, now)
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

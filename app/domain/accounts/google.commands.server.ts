import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import { db, type Tx, write } from '~/server/db.server'
import type { GoogleProfile } from '~/server/google.server'
import { accounts, challenges } from '~/server/schema.server'
import { openSession } from '~/server/session.server'
import { consumeChallenge } from './challenges.server'
import { type Asking, countAttempt, forgiveAttempt, type TooMany } from './limits.server'
import { SIGN_IN_TOKEN_SECONDS } from './rules'

/** Counts an answer of the provider before anything is asked of it. */
export async function countGoogleAttempt({ now, address }: Asking): Promise<TooMany | undefined> {
	return await countAttempt('googlePerAddress', address, now)
}

/**
 * Finds the account of somebody whom Google vouches for, or opens one, and issues a sign-in token for it (decision 26). An account
 * with the same e-mail is linked: both sides have proven the address.
 * @returns the token for the address, and the id for the cookie of the browser that started.
 */
export async function admitGoogle(
	profile: GoogleProfile,
	{ now, address }: Asking,
): Promise<{ ok: true; token: string; challengeId: string } | { ok: false }> {
	const token = randomBytes(32).toString('base64url')
	return await write(async tx => {
		const accountId = await accountFor(tx, profile, now)
		if (!accountId) return { ok: false }
		const challengeId = randomUUID()
		await tx.insert(challenges).values({
			id: challengeId,
			purpose: 'sign-in',
			email: profile.email,
			accountId,
			codeHash: hash(token),
			createdAt: now,
			resendAfter: now,
			expiresAt: now + SIGN_IN_TOKEN_SECONDS * 1000,
		})
		await forgiveAttempt(tx, 'googlePerAddress', address)
		return { ok: true, token, challengeId }
	})
}

async function accountFor(tx: Tx, { subject, email, name }: GoogleProfile, now: number) {
	const [linked] = await tx.select().from(accounts).where(eq(accounts.googleSubject, subject))
	if (linked) return linked.id
	const entry = (id: string, action: string) =>
		audit(tx, {
			at: now,
			actorId: id,
			action,
			subjectType: 'account',
			subjectId: id,
			detail: { via: 'google' },
		})
	const [known] = await tx.select().from(accounts).where(eq(accounts.email, email))
	if (known) {
		/* The address once belonged to another Google account: not for us to decide whose it is now. */
		if (known.googleSubject !== null) return undefined
		await tx.update(accounts).set({ googleSubject: subject }).where(eq(accounts.id, known.id))
		await entry(known.id, 'account.google-link')
		return known.id
	}
	const id = randomUUID()
	const fullName =
		name
			.replace(/\p{Cc}/gu, ' ')
			.trim()
			.slice(0, 121) ||
		(email.split('@')[0] ?? email)
	await tx
		.insert(accounts)
		.values({ id, email, fullName, googleSubject: subject, role: 'user', createdAt: now })
	await entry(id, 'account.register')
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

/** Uses a sign-in token up and opens the session. @returns the Set-Cookie value of the session and whose it is. */
export async function redeemSignInToken(token: string, challengeId: string | undefined, now: number) {
	return await write(async tx => {
		const accountId = await findToken(tx, token, challengeId, now)
		if (!accountId || !challengeId || !(await consumeChallenge(tx, challengeId, now))) {
			return { ok: false } as const
		}
		const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
		if (!account) return { ok: false } as const
		const { role, fullName } = account
		return { ok: true, cookie: await openSession(tx, accountId, now), role, fullName } as const
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

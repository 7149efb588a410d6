import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { toPersonName } from '~/domain/fields'
import { refusal } from '~/domain/refusal'
import type { GoogleProfile } from '~/server/auth/google.server'
import { hashToken } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Readable, write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { GOOGLE_LINK_SECONDS, SIGN_IN_TOKEN_SECONDS } from '../rules'
import { findSecondFactor } from '../second-factor/second-factor.server'
import { consumeChallenge, findStep, openStep } from './challenges.server'
import { type Caller, resetAttempts } from './limits.server'
import {
	type SignedIn,
	type SignInRefusal,
	signIn,
	startSession,
	storeGoogleLink,
} from './sign-in.commands.server'

/* Sign-in with Google. An account that already has the address is linked only with its password (P40). A new account is
   opened when the terms are accepted, as in registration; until then only an expiring challenge is stored. */

/**
 * The result of a Google sign-in: a token that signs in, a request for the password of the account with the address, or
 * for accepting the terms when there is none. `challengeId`: for the cookie of the browser that started.
 */
export type GoogleAdmission =
	| { ok: true; next: 'token'; token: string; challengeId: string }
	| { ok: true; next: 'link' | 'sign-up'; challengeId: string }
	| { ok: false; message?: string }

/** Finds the account of a Google profile, or what is needed to link or open one. */
export async function admitGoogle(
	{ subject, email, name }: GoogleProfile,
	{ now, address }: Caller,
): Promise<GoogleAdmission> {
	return await write(async tx => {
		const [linked] = await tx.select().from(accounts).where(eq(accounts.googleSubject, subject))
		const [namesake] = linked ? [] : await tx.select().from(accounts).where(eq(accounts.email, email))
		/* The address belongs to an account that is linked to another Google account; which of them is right cannot be
		   decided here. */
		if (namesake && namesake.googleSubject !== null) return { ok: false }
		if (namesake && namesake.passwordHash === null) return { ok: false, message: NO_PASSWORD }
		await resetAttempts(tx, 'googlePerAddress', address)
		if (linked) {
			const token = randomBytes(32).toString('base64url')
			const step = { purpose: 'sign-in', email, accountId: linked.id, codeHash: hashToken(token) } as const
			const challengeId = await openStep(tx, step, { seconds: SIGN_IN_TOKEN_SECONDS, now })
			return { ok: true, next: 'token', token, challengeId }
		}
		/* A challenge to link names an account, one to sign up does not. */
		const fullName = toPersonName(name, 121) || toPersonName(email.split('@')[0] ?? '', 121) || 'New member'
		const payload = namesake ? { subject } : { subject, fullName }
		const step = { purpose: 'google-link', email, accountId: namesake?.id ?? null, payload } as const
		const challengeId = await openStep(tx, step, { seconds: GOOGLE_LINK_SECONDS, now })
		return { ok: true, next: namesake ? 'link' : 'sign-up', challengeId }
	})
}

const NO_PASSWORD =
	'The account with this address has no password yet. Set one with "Forgot Password", then continue with Google again.'

const LINK_EXPIRED = refusal('over', 'The log-in with Google was not completed in time. Please start again.')
const SIGN_UP_EXPIRED = refusal(
	'over',
	'The registration with Google could not be completed. Please start again.',
)

/** Finds the link that waits for its password in the browser with this challenge. */
export async function findLink(id: string, now: number, from: Readable = db) {
	const waiting = await findStep(from, id, 'google-link', now)
	return waiting?.accountId ? waiting : undefined
}

/**
 * Verifies the password, limited like every log-in. The account is linked in the transaction that signs in, or, with
 * two-factor authentication, in the one that accepts its code.
 */
export async function linkGoogle(
	challengeId: string,
	password: string,
	caller: Caller,
): Promise<SignedIn | SignInRefusal> {
	const { now } = caller
	const waiting = await findLink(challengeId, now)
	if (!waiting) return LINK_EXPIRED
	return await signIn({ email: waiting.email, password }, caller, async (tx, accountId, hasSecondFactor) => {
		const link = await findLink(challengeId, now, tx)
		const subject = link?.payload?.['subject']
		if (link?.accountId !== accountId || !subject) return LINK_EXPIRED
		if (!(await consumeChallenge(tx, challengeId, now))) return LINK_EXPIRED
		if (!hasSecondFactor && !(await storeGoogleLink(tx, { accountId, subject, now }))) return LINK_EXPIRED
		return { ok: true, subject }
	})
}

/** Finds the sign-up waiting for the terms in the browser with this challenge. */
export async function findSignUp(id: string, now: number, from: Readable = db) {
	const waiting = await findStep(from, id, 'google-link', now)
	const { subject, fullName } = waiting?.payload ?? {}
	const isSignUp = waiting?.accountId === null && subject && fullName
	return isSignUp ? { email: waiting.email, fullName, subject } : undefined
}

/**
 * Opens the account, once, and signs in. Refused when the challenge has expired, or when the address or Google account
 * has got an account meanwhile, which another sign-in with Google will find.
 */
export async function signUpWithGoogle(challengeId: string, now: number) {
	return await write(async tx => {
		const waiting = await findSignUp(challengeId, now, tx)
		if (!waiting || !(await consumeChallenge(tx, challengeId, now))) return SIGN_UP_EXPIRED
		const { email, fullName, subject } = waiting
		const isTheirs = or(eq(accounts.email, email), eq(accounts.googleSubject, subject))
		if (await tx.$count(accounts, isTheirs)) return SIGN_UP_EXPIRED
		const account = { id: randomUUID(), email, fullName, role: 'user' } as const
		await tx.insert(accounts).values({ ...account, googleSubject: subject, createdAt: now })
		await auditAccount(tx, account.id, 'account.register', now, { detail: { via: 'google' } })
		return await startSession(tx, account, { hasSecondFactor: false, now })
	})
}

/** Tests a sign-in token for this browser without using it up. */
export async function isSignInToken(token: string, challengeId: string | undefined, now: number) {
	return (await findToken(db, token, challengeId, now)) !== undefined
}

/** Uses up a sign-in token and signs its account in. */
export async function redeemSignInToken(
	token: string,
	challengeId: string | undefined,
	now: number,
): Promise<SignedIn | { ok: false }> {
	return await write(async tx => {
		const found = await findToken(tx, token, challengeId, now)
		if (!found?.accountId || !(await consumeChallenge(tx, found.id, now))) return { ok: false }
		const [account] = await tx.select().from(accounts).where(eq(accounts.id, found.accountId))
		if (!account) return { ok: false }
		const hasSecondFactor = (await findSecondFactor(tx, account.id)) !== undefined
		return await startSession(tx, account, { hasSecondFactor, now })
	})
}

async function findToken(from: Readable, token: string, challengeId: string | undefined, now: number) {
	const row = challengeId ? await findStep(from, challengeId, 'sign-in', now) : undefined
	const isIts = row?.codeHash && timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashToken(token)))
	return isIts ? row : undefined
}

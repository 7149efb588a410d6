import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { forcedName } from '~/domain/fields'
import type { GoogleProfile } from '~/server/auth/google.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { GOOGLE_LINK_SECONDS } from '../rules'
import { admit } from './admission.server'
import { consumeChallenge } from './challenges.server'
import type { SignedIn } from './sign-in.commands.server'

/* Somebody whom Google vouches for and who has no account yet. It is opened when they accept the terms, as a
   registration is, and nothing but a challenge that runs out is kept before. */

/** Remembers a Google account that waits for the acceptance of the terms. @returns the challenge's id. */
export async function openSignUp(
	tx: Tx,
	{ subject, email, name }: GoogleProfile,
	now: number,
): Promise<string> {
	const id = randomUUID()
	const fullName = forcedName(name, 121) || forcedName(email.split('@')[0] ?? '', 121) || 'New member'
	/* Of the same purpose as a link, but of no account. */
	await tx.insert(challenges).values({
		id,
		purpose: 'google-link',
		email,
		payload: { subject, fullName },
		createdAt: now,
		resendAfter: now,
		expiresAt: now + GOOGLE_LINK_SECONDS * 1000,
	})
	return id
}

/** Whose sign-up waits for the terms in the browser with this challenge. */
export async function findSignUp(
	challengeId: string,
	now: number,
	from: Readable = db,
): Promise<{ email: string; fullName: string; subject: string } | undefined> {
	const [row] = await from
		.select({ email: challenges.email, payload: challenges.payload })
		.from(challenges)
		.where(
			and(
				eq(challenges.id, challengeId),
				eq(challenges.purpose, 'google-link'),
				isNull(challenges.accountId),
				isNull(challenges.consumedAt),
				gt(challenges.expiresAt, now),
			),
		)
	const { subject, fullName } = row?.payload ?? {}
	return row && subject && fullName ? { email: row.email, fullName, subject } : undefined
}

/**
 * Opens the account, once, and lets its owner in. Refused when the time is over, or address or Google account have got
 * an account meanwhile: another sign-in with Google leads to it.
 */
export async function signUpWithGoogle(
	challengeId: string,
	now: number,
): Promise<SignedIn | { ok: false; code: 'over'; message: string }> {
	return await write(async tx => {
		const waiting = await findSignUp(challengeId, now, tx)
		if (!waiting || !(await consumeChallenge(tx, challengeId, now))) return OVER
		const { email, fullName, subject } = waiting
		const [taken] = await tx
			.select({ id: accounts.id })
			.from(accounts)
			.where(or(eq(accounts.email, email), eq(accounts.googleSubject, subject)))
		if (taken) return OVER
		const account = { id: randomUUID(), email, role: 'user' } as const
		await tx.insert(accounts).values({ ...account, fullName, googleSubject: subject, createdAt: now })
		await audit(tx, {
			at: now,
			actorId: account.id,
			action: 'account.register',
			subjectType: 'account',
			subjectId: account.id,
			detail: { via: 'google' },
		})
		const admission = await admit(tx, account, { hasSecondFactor: false, now })
		return { ok: true, accountId: account.id, role: account.role, fullName, ...admission }
	})
}

const OVER = {
	ok: false,
	code: 'over',
	message: 'The sign-up with Google could not be completed. Please start again.',
} as const

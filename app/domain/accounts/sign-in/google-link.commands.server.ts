import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { googleLinkedMail } from '~/domain/mail/account-mails'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { GOOGLE_LINK_SECONDS } from '../rules'
import { consumeChallenge } from './challenges.server'
import type { Caller, TooMany } from './limits.server'
import { type SignedIn, signIn } from './sign-in.commands.server'

/* An account with a password is linked with a Google account only by somebody who knows that password (P40). */

const OVER = {
	ok: false,
	code: 'over',
	message: 'The sign-in with Google was not completed in time. Please start again.',
} as const

/**
 * Remembers a Google account that waits for the password of the account with its address. @returns the challenge's id.
 */
export async function openLink(
	tx: Tx,
	account: { id: string; email: string },
	subject: string,
	now: number,
): Promise<string> {
	const id = randomUUID()
	await tx.insert(challenges).values({
		id,
		purpose: 'google-link',
		email: account.email,
		accountId: account.id,
		payload: { subject },
		createdAt: now,
		resendAfter: now,
		expiresAt: now + GOOGLE_LINK_SECONDS * 1000,
	})
	return id
}

/** The link that waits for its password in the browser with this challenge. */
export async function findLink(challengeId: string, now: number, from: Readable = db) {
	const [row] = await from
		.select()
		.from(challenges)
		.where(
			and(
				eq(challenges.id, challengeId),
				eq(challenges.purpose, 'google-link'),
				isNotNull(challenges.accountId),
				gt(challenges.expiresAt, now),
				isNull(challenges.consumedAt),
			),
		)
	return row
}

/**
 * Enters the password, counted like every log-in. The account is linked in the transaction that lets its owner in, or,
 * with a second factor, in the one that takes its code.
 */
export async function linkGoogle(
	challengeId: string,
	password: string,
	caller: Caller,
): Promise<SignedIn | TooMany | { ok: false; code?: 'over'; message: string; status?: number }> {
	const { now } = caller
	const waiting = await findLink(challengeId, now)
	if (!waiting) return OVER
	return await signIn({ email: waiting.email, password }, caller, async (tx, accountId, hasSecondFactor) => {
		const subject = await takeSubject(tx, { challengeId, accountId, now })
		if (!subject) return OVER
		if (!hasSecondFactor && !(await storeLink(tx, { accountId, subject, now }))) return OVER
		return { ok: true, subject }
	})
}

/* Uses the challenge up. @returns the Google account that it was about. */
async function takeSubject(
	tx: Tx,
	{ challengeId, accountId, now }: { challengeId: string; accountId: string; now: number },
): Promise<string | undefined> {
	const waiting = await findLink(challengeId, now, tx)
	if (waiting?.accountId !== accountId || !(await consumeChallenge(tx, challengeId, now))) return undefined
	return waiting.payload?.['subject']
}

/**
 * Links an account with a Google account, on record and with an email to its owner. @returns false when either has been
 * linked meanwhile.
 */
export async function storeLink(
	tx: Tx,
	{ accountId, subject, now }: { accountId: string; subject: string; now: number },
): Promise<boolean> {
	const [taken] = await tx
		.select({ id: accounts.id })
		.from(accounts)
		.where(eq(accounts.googleSubject, subject))
	if (taken) return false
	const [account] = await tx
		.update(accounts)
		.set({ googleSubject: subject })
		.where(and(eq(accounts.id, accountId), isNull(accounts.googleSubject)))
		.returning()
	if (!account) return false
	await audit(tx, {
		at: now,
		actorId: accountId,
		action: 'account.google-link',
		subjectType: 'account',
		subjectId: accountId,
		detail: { via: 'google' },
	})
	const { email, fullName } = account
	await enqueueMail(tx, email, googleLinkedMail({ fullName, at: now }), { now })
	return true
}

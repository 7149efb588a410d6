import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { googleLinkedMail } from '~/domain/mail/security-mails'
import { audit } from '~/server/audit.server'
import { db, type Readable, type Tx } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { accounts, challenges } from '~/server/schema.server'
import { consumeChallenge } from './challenges.server'
import type { Asking, TooMany } from './limits.server'
import { GOOGLE_LINK_SECONDS } from './rules'
import { type SignedIn, signIn } from './sign-in.commands.server'

/* An account with a password is linked with a Google account only by somebody who knows that password (decision 51). */

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
				gt(challenges.expiresAt, now),
				isNull(challenges.consumedAt),
			),
		)
	return row
}

/** Enters the password, counted like every log-in, and links the account in the transaction that lets its owner in. */
export async function linkGoogle(
	challengeId: string,
	password: string,
	asking: Asking,
): Promise<SignedIn | TooMany | { ok: false; code?: 'over'; message: string; status?: number }> {
	const waiting = await findLink(challengeId, asking.now)
	if (!waiting) return OVER
	return await signIn({ email: waiting.email, password }, asking, (tx, accountId) =>
		link(tx, { challengeId, accountId, now: asking.now }),
	)
}

async function link(
	tx: Tx,
	{ challengeId, accountId, now }: { challengeId: string; accountId: string; now: number },
): Promise<{ ok: true } | typeof OVER> {
	const waiting = await findLink(challengeId, now, tx)
	const subject = waiting?.payload?.['subject']
	if (!subject || waiting.accountId !== accountId) return OVER
	const [taken] = await tx
		.select({ id: accounts.id })
		.from(accounts)
		.where(eq(accounts.googleSubject, subject))
	if (taken || !(await consumeChallenge(tx, challengeId, now))) return OVER
	const [account] = await tx
		.update(accounts)
		.set({ googleSubject: subject })
		.where(and(eq(accounts.id, accountId), isNull(accounts.googleSubject)))
		.returning()
	if (!account) return OVER
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
	return { ok: true }
}

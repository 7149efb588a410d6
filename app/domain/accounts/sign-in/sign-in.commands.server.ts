import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { googleLinkedEmail, wrongCodesEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { HOUR_MS } from '~/domain/time'
import { verifyPassword } from '~/server/auth/password.server'
import { openSession } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { log } from '~/server/ops/log.server'
import { CODE_TRIES, SECOND_FACTOR_SECONDS, TEXT } from '../rules'
import { consumeCode, findSecondFactor } from '../second-factor/second-factor.server'
import { consumeChallenge, countChallengeTry, findStep, openStep } from './challenges.server'
import { type Caller, countAttempt, countSignIn, resetAttempts, resetSignInAttempts } from './limits.server'

type Arrival = { accountId: string; role: 'user' | 'admin'; fullName: string }

/**
 * The result of a correct password or Google account: signed in (`cookie`: the session's Set-Cookie value, or the token
 * of a client without cookies), or asked for a two-factor code.
 */
export type SignedIn = { ok: true } & Arrival &
	({ next: 'in'; cookie: string } | { next: 'second-factor'; challengeId: string })

export type SignInRefusal = {
	ok: false
	code?: string
	message: string
	status?: number
	retryAfter?: number
}

type Account = Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'role' | 'fullName'>

/**
 * Signs in an account whose owner has proven their identity by password or through Google, in the same transaction.
 * With two-factor authentication it opens no session yet, but a challenge for this browser (P39).
 * @param googleSubject the Google account to link once the two-factor code was entered.
 */
export async function startSession(
	tx: Tx,
	{ id, email, role, fullName }: Account,
	by: Pick<Caller, 'now' | 'client'> & { hasSecondFactor: boolean; googleSubject?: string | undefined },
): Promise<SignedIn> {
	const { now, client, hasSecondFactor, googleSubject } = by
	const arrival = { ok: true, accountId: id, role, fullName } as const
	if (!hasSecondFactor) {
		return { ...arrival, next: 'in', cookie: await openSession(tx, id, now, client) }
	}
	const payload = googleSubject === undefined ? null : { googleSubject }
	const step = { purpose: 'second-factor', email, accountId: id, payload } as const
	const challengeId = await openStep(tx, step, { seconds: SECOND_FACTOR_SECONDS, now })
	return { ...arrival, next: 'second-factor', challengeId }
}

/**
 * Signs in with an email address and password. The refusal and the time it takes are the same whether or not the
 * account exists. `wait`: the delay in ms for an account under attack.
 * @param link finds the Google account to link in the same transaction, before or, with two-factor authentication, after its
 * code; a refusal prevents the sign-in.
 */
export async function signIn(
	{ email, password }: { email: string; password: string },
	{ wait = pause, ...by }: Caller & { wait?: (ms: number) => Promise<unknown> },
	link?: (
		tx: Tx,
		accountId: string,
		hasSecondFactor: boolean,
	) => Promise<{ ok: true; subject: string } | SignInRefusal>,
): Promise<SignedIn | SignInRefusal> {
	const [account] = await db
		.select({ id: accounts.id, passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.email, email))
	const target = { email, accountId: account?.id }
	const counted = await countSignIn(target, by)
	if (!counted.ok) return counted
	if (counted.waitMs > 0) await wait(counted.waitMs)
	const isRight = await verifyPassword(account?.passwordHash, password, { first: counted.isFamiliar })
	if (!isRight || !account?.passwordHash) return { ok: false, message: WRONG }
	const { id, passwordHash } = account
	const opened = write<SignedIn | SignInRefusal>(async tx => {
		/* The password may have been changed while the old one was being checked. */
		const [still] = await tx
			.select()
			.from(accounts)
			.where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash)))
		if (!still) return { ok: false, message: WRONG }
		await resetSignInAttempts(tx, target, by)
		const hasSecondFactor = (await findSecondFactor(tx, id)) !== undefined
		const linked = await link?.(tx, id, hasSecondFactor)
		if (linked?.ok === false) return linked
		return await startSession(tx, still, { ...by, hasSecondFactor, googleSubject: linked?.subject })
	})
	return await opened.catch(error => {
		log.error({ err: error }, 'a session could not be opened')
		return { ok: false, message: TEXT.userDetails, status: 500 }
	})
}

const WRONG = 'Invalid email or password'

const TOO_LATE = refusal('over', 'Your log-in was not completed in time. Please log in again.')
const NOT_LINKED = refusal('over', 'Your Google account could not be linked. Please start again.')
const TOO_OFTEN = refusal('over', 'Too many wrong codes. Please log in again.')

/** Finds the email address of the account whose sign-in waits for a code in the browser with this challenge. */
export async function findWaitingSignIn(challengeId: string, now: number): Promise<string | undefined> {
	const waiting = await findStep(db, challengeId, 'second-factor', now)
	return waiting && waiting.attempts < CODE_TRIES ? waiting.email : undefined
}

/**
 * Verifies the two-factor code and opens the session, in the transaction that uses up code and challenge; a
 * Google account whose password was entered before is linked in it. After the fifth wrong code the sign-in has to start
 * again, and the owner gets an email.
 */
export async function passSecondFactor(
	challengeId: string,
	typed: string,
	{ now, address, client }: Caller,
): Promise<SignedIn | Refusal> {
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const challenge = await countChallengeTry(tx, { id: challengeId, purpose: 'second-factor', now })
		const accountId = challenge?.accountId
		if (!accountId || !(await findSecondFactor(tx, accountId))) return TOO_LATE
		const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
		if (!account) return TOO_LATE
		const spent = await consumeCode(tx, { account, typed, now })
		if (!spent.ok) {
			if (challenge.attempts < CODE_TRIES) return spent
			await notifyOwner(tx, account, now)
			return TOO_OFTEN
		}
		if (!(await consumeChallenge(tx, challengeId, now))) return TOO_LATE
		await resetAttempts(tx, 'codeTriesPerAddress', address)
		const subject = challenge.payload?.['googleSubject']
		if (subject && !(await storeGoogleLink(tx, { accountId, subject, now }))) return NOT_LINKED
		return await startSession(tx, account, { now, client, hasSecondFactor: false })
	})
}

/* Warns that somebody knows the password, at most once an hour. */
async function notifyOwner(tx: Tx, { id, email, fullName }: Account, now: number): Promise<void> {
	await auditAccount(tx, id, 'account.second-factor-refused', now, { actorId: null })
	const resetUrl = absoluteUrl('/forgot-password')
	const dedupeKey = `wrong-codes:${id}:${Math.floor(now / HOUR_MS)}`
	await enqueueEmail(tx, email, wrongCodesEmail({ fullName, at: now, resetUrl }), { now, dedupeKey })
}

/**
 * Links an account with a Google account, records it and emails its owner.
 * @returns false when either has been linked meanwhile.
 */
export async function storeGoogleLink(
	tx: Tx,
	{ accountId, subject, now }: { accountId: string; subject: string; now: number },
): Promise<boolean> {
	if (await tx.$count(accounts, eq(accounts.googleSubject, subject))) return false
	const [account] = await tx
		.update(accounts)
		.set({ googleSubject: subject })
		.where(and(eq(accounts.id, accountId), isNull(accounts.googleSubject)))
		.returning()
	if (!account) return false
	await auditAccount(tx, accountId, 'account.google-link', now, { detail: { via: 'google' } })
	const { email, fullName } = account
	await enqueueEmail(tx, email, googleLinkedEmail({ fullName, at: now }), { now })
	return true
}

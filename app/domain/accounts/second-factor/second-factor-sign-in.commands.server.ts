import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { wrongCodesMail } from '~/domain/mail/account-mails'
import { openSession } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { CODE_TRIES } from '../rules'
import { consumeChallenge } from '../sign-in/challenges.server'
import { storeLink } from '../sign-in/google-link.commands.server'
import { type Caller, countAttempt, forgiveAttempt } from '../sign-in/limits.server'
import type { SignedIn } from '../sign-in/sign-in.commands.server'
import { findSecondFactor, spendCode } from './second-factor.server'
import { refuseSignIn, type SecondFactorRefusal } from './second-factor-rules'

const TOO_LATE = refuseSignIn('Your log-in was not completed in time. Please log in again.')
const NOT_LINKED = refuseSignIn('Your Google account could not be linked. Please start again.')
const TOO_OFTEN = refuseSignIn('Too many wrong codes. Please log in again.')

/** A sign-in that waits for its code, while it may still be entered. */
const isWaiting = (id: string, now: number) =>
	and(
		eq(challenges.id, id),
		eq(challenges.purpose, 'second-factor'),
		lt(challenges.attempts, CODE_TRIES),
		gt(challenges.expiresAt, now),
		isNull(challenges.consumedAt),
	)

/** The address of the account whose sign-in waits for a code in the browser with this challenge. */
export async function findWaitingSignIn(challengeId: string, now: number): Promise<string | undefined> {
	const [row] = await db
		.select({ email: challenges.email })
		.from(challenges)
		.where(isWaiting(challengeId, now))
	return row?.email
}

/**
 * Enters the second factor's code and opens the session, in the transaction that uses code and challenge up; a Google
 * account whose password was entered before is linked in it. The try is
 * counted by a conditional UPDATE before the code is looked at; after the fifth wrong one the sign-in has to begin
 * again, and the owner is told.
 */
export async function passSecondFactor(
	challengeId: string,
	typed: string,
	{ now, address, client }: Caller,
): Promise<SignedIn | SecondFactorRefusal> {
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return { ...tooMany, code: 'too-many' }
	return await write(async tx => {
		const [challenge] = await tx
			.update(challenges)
			.set({ attempts: sql`${challenges.attempts} + 1` })
			.where(isWaiting(challengeId, now))
			.returning()
		const accountId = challenge?.accountId
		if (!accountId || !(await findSecondFactor(tx, accountId))) return TOO_LATE
		const spent = await spendCode(tx, { accountId, typed, now })
		if (!spent.ok) {
			if (challenge.attempts < CODE_TRIES) return spent
			await tellOwner(tx, accountId, now)
			return TOO_OFTEN
		}
		const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
		if (!account || !(await consumeChallenge(tx, challengeId, now))) return TOO_LATE
		await forgiveAttempt(tx, 'codeTriesPerAddress', address)
		const subject = challenge.payload?.['googleSubject']
		if (subject && !(await storeLink(tx, { accountId, subject, now }))) return NOT_LINKED
		const { role, fullName } = account
		const cookie = await openSession(tx, accountId, now, client, role)
		return { ok: true, next: 'in', cookie, accountId, role, fullName }
	})
}

/* Somebody knows the password. One mail an hour says so, however many sign-ins fail. */
async function tellOwner(tx: Tx, accountId: string, now: number): Promise<void> {
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	if (!account) return
	const entry = { actorId: null, subjectType: 'account', subjectId: accountId } as const
	await audit(tx, { ...entry, at: now, action: 'account.second-factor-refused' })
	const { email, fullName } = account
	const resetUrl = absoluteUrl('/forgot-password')
	const dedupeKey = `wrong-codes:${accountId}:${Math.floor(now / 3_600_000)}`
	await enqueueMail(tx, email, wrongCodesMail({ fullName, at: now, resetUrl }), { now, dedupeKey })
}

import { and, eq, sql } from 'drizzle-orm'
import { emailChangeCodeEmail, emailChangedEmail, emailChangeTakenEmail } from '~/domain/mail/account-emails'
import { type Refused, refusal } from '~/domain/refusal'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts, transfers } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { findLive, findOwner } from '../queries.server'
import { CODE_SECONDS } from '../rules'
import { consumeChallenge, findChallenge, voidChallenges } from '../sign-in/challenges.server'
import { type EmailCode, openChallenge, resendCode, tryCode } from '../sign-in/codes.server'
import {
	type Caller,
	countAttempt,
	countCode,
	type Mailbox,
	resetAttempts,
	resetCodeAttempts,
} from '../sign-in/limits.server'
import { type Changer, type ProofRefusal, recheckChanger, runWithPassword } from './password.commands.server'
import { PROFILE_TEXT } from './profile-rules'

/* A change of address: a code goes to the new one, and the change happens when it is entered (P37). */

type EmailRefusal =
	| ProofRefusal
	| Refused<'google' | 'same' | 'over' | 'wrong-code' | 'another-code' | 'taken'>

/* Strangers share the limit: a code fills a mailbox that nobody has proven yet. */
const mailbox = (email: string): Mailbox => ({ purpose: 'email-change', email, accountId: undefined })

/**
 * Emails a code to the new address. One that has an account already gets an email that says so, and the page tells no
 * difference (P35). The sending alone is limited, for all accounts together.
 * @param known the challenge of an earlier try in the same browser, which is void from now on.
 * @returns `withheldFor`: no code was sent, nor can be for so many seconds; those that were sent before lead on.
 */
export async function startEmailChange(
	changer: Changer,
	{ newEmail, currentPassword }: { newEmail: string; currentPassword: string },
	{ known, ...by }: Caller & { known: string | undefined },
): Promise<{ ok: true; challengeId: string; withheldFor: number | undefined } | EmailRefusal> {
	const tooMany = await countAttempt('codesPerAddress', by.address, by.now)
	if (tooMany) return tooMany
	return await runWithPassword(changer, currentPassword, by, async (tx, account) => {
		if (account.googleSubject !== null) return GOOGLE
		if (account.email === newEmail) return SAME
		const withheldFor = (await countCode(tx, mailbox(newEmail), by))?.retryAfter
		const about = { purpose: 'email-change', email: newEmail, accountId: account.id, payload: null } as const
		const challengeId = await openChallenge(tx, about, { ...by, replaces: known, withheldFor }, emailCode)
		return { ok: true as const, challengeId, withheldFor }
	})
}

/** The change of address that waits for its code in this browser, if it is this account's. */
export async function findEmailChange(id: string, accountId: string, now: number, from: Readable = db) {
	const challenge = await findChallenge(from, { id, purpose: 'email-change', now })
	return challenge?.accountId === accountId ? challenge : undefined
}

export function resendEmailCode(challengeId: string, by: Caller) {
	return resendCode(challengeId, 'email-change', by, emailCode)
}

const emailCode: EmailCode = async (tx, { email, accountId }, code, now) => {
	const isTaken = (await findOwner(email, tx)) !== undefined
	const account = await findLive(tx, accountId ?? '')
	const minutes = CODE_SECONDS['email-change'] / 60
	const mail = isTaken
		? emailChangeTakenEmail()
		: emailChangeCodeEmail({ fullName: account?.fullName ?? '', code, minutes })
	await enqueueEmail(tx, email, mail, { now })
	return !isTaken
}

/**
 * Enters the code: the account has the new address, open invitations to the old one follow it, the other sessions end,
 * and the old address is told.
 */
export async function finishEmailChange(
	challengeId: string,
	code: string,
	changer: Changer,
	by: Caller,
): Promise<{ ok: true; email: string } | EmailRefusal> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const still = await recheckChanger(tx, changer)
		if (!still.ok) return still
		if (!(await findEmailChange(challengeId, changer.id, now, tx))) return OVER
		const tried = await tryCode(
			tx,
			{ id: challengeId, purpose: 'email-change', code },
			{ mail: emailCode, now },
		)
		if (!tried.ok) return refusal(tried.code ?? 'wrong-code', tried.message, 'digit')
		const { account } = still
		const { email } = tried.challenge
		if (account.googleSubject !== null) return GOOGLE
		if (!(await consumeChallenge(tx, challengeId, now)) || (await findOwner(email, tx))) return TAKEN
		await moveTo(tx, account, email, { actorId: account.id, now })
		await endAccountSessions(tx, account.id, changer.sessionId)
		await resetAttempts(tx, 'codeTriesPerAddress', address)
		await resetCodeAttempts(tx, mailbox(email), by)
		return { ok: true, email }
	})
}

/**
 * Gives an account another address, on record: what waits for the old one follows, or is void, and the old address is
 * told.
 */
export async function moveTo(
	tx: Tx,
	account: Pick<typeof accounts.$inferSelect, 'id' | 'fullName' | 'email'>,
	email: string,
	{ actorId, now }: { actorId: string; now: number },
): Promise<void> {
	const { id, fullName, email: former } = account
	await tx
		.update(accounts)
		.set({ email, version: sql`${accounts.version} + 1` })
		.where(eq(accounts.id, id))
	await tx
		.update(transfers)
		.set({ recipientEmail: email, version: sql`${transfers.version} + 1` })
		.where(and(eq(transfers.recipientEmail, former), eq(transfers.status, 'open')))
	/* A code that was asked for under the old address opens nothing: somebody else may have that address tomorrow. */
	await voidChallenges(tx, account, ['reset', 'google-link', 'email-change'], now)
	await auditAccount(tx, id, 'account.email-change', now, { actorId, detail: { from: former, to: email } })
	await enqueueEmail(tx, former, emailChangedEmail({ fullName, newEmail: email, at: now }), { now })
}

const GOOGLE = refusal('google', PROFILE_TEXT.googleEmail)
const SAME = refusal('same', 'This is already your address', 'newEmail')
const OVER = refusal('over', 'This code is no longer valid. Please start again.')
const TAKEN = refusal('taken', PROFILE_TEXT.emailFailed)

import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { emailChangeCodeEmail, emailChangedEmail, emailChangeTakenEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts, transfers } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { findAccountByEmail, findAccountById } from '../queries.server'
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
import {
	type AccountSession,
	type ProofRefusal,
	recheckAccount,
	runWithPassword,
} from './password.commands.server'
import { PROFILE_TEXT } from './profile-rules'

/* Changing the email address: a code is sent to the new address, and entering it makes the change (P37). */

type EmailRefusal =
	| ProofRefusal
	| Refusal<'google' | 'same' | 'over' | 'wrong-code' | 'another-code' | 'taken'>

/* The limit is shared by all accounts, because the mailbox is not yet proven to be the account's. */
const mailbox = (email: string): Mailbox => ({ purpose: 'email-change', email, accountId: undefined })

/**
 * Emails a code to the new address. If it already has an account, it gets an email that says so, and the page looks the
 * same (P35). Only the sending is limited, for all accounts together.
 * @param known the challenge of an earlier attempt in the same browser, which becomes void.
 * @returns `withheldFor`: no code was emailed; the number of seconds until one can be; codes sent before still work.
 */
export async function startEmailChange(
	changer: AccountSession,
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

/** Finds the pending change of address of this browser, if it belongs to this account. */
export async function findEmailChange(id: string, accountId: string, now: number, from: Readable = db) {
	const challenge = await findChallenge(from, { id, purpose: 'email-change', now })
	return challenge?.accountId === accountId ? challenge : undefined
}

export function resendEmailCode(challengeId: string, by: Caller) {
	return resendCode(challengeId, 'email-change', by, emailCode)
}

const emailCode: EmailCode = async (tx, { email, accountId }, code, now) => {
	const isTaken = (await findAccountByEmail(email, tx)) !== undefined
	const account = await findAccountById(tx, accountId ?? '')
	const minutes = CODE_SECONDS['email-change'] / 60
	const mail = isTaken
		? emailChangeTakenEmail()
		: emailChangeCodeEmail({ fullName: account?.fullName ?? '', code, minutes })
	await enqueueEmail(tx, email, mail, { now })
	return !isTaken
}

/**
 * Verifies the code and changes the address: open invitations to the old address move to the new one, other sessions
 * end, and the old address gets an email.
 */
export async function finishEmailChange(
	challengeId: string,
	code: string,
	changer: AccountSession,
	by: Caller,
): Promise<{ ok: true; email: string } | EmailRefusal> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const still = await recheckAccount(tx, changer)
		if (!still.ok) return still
		if (!(await findEmailChange(challengeId, changer.id, now, tx))) return EXPIRED
		const tried = await tryCode(tx, { id: challengeId, purpose: 'email-change', code }, { emailCode, now })
		if (!tried.ok) return refusal(tried.code ?? 'wrong-code', tried.message, 'digit')
		const { account } = still
		const { email } = tried.challenge
		if (account.googleSubject !== null) return GOOGLE
		if (!(await consumeChallenge(tx, challengeId, now)) || (await findAccountByEmail(email, tx))) return TAKEN
		await applyNewEmail(tx, account, email, { actorId: account.id, now })
		await endAccountSessions(tx, account.id, changer.sessionId)
		await resetAttempts(tx, 'codeTriesPerAddress', address)
		await resetCodeAttempts(tx, mailbox(email), by)
		return { ok: true, email }
	})
}

/**
 * Changes an account's address and records it: whatever waits for the old address moves or becomes void, and the old
 * address gets an email.
 */
export async function applyNewEmail(
	tx: Tx,
	account: Pick<typeof accounts.$inferSelect, 'id' | 'fullName' | 'email'>,
	email: string,
	{ actorId, now }: Actor,
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
	/* Codes requested under the old address become void: somebody else may have that address tomorrow. */
	await voidChallenges(tx, account, ['reset', 'google-link', 'email-change'], now)
	await auditAccount(tx, id, 'account.email-change', now, { actorId, detail: { from: former, to: email } })
	await enqueueEmail(tx, former, emailChangedEmail({ fullName, newEmail: email, at: now }), { now })
}

const GOOGLE = refusal('google', PROFILE_TEXT.googleEmail)
const SAME = refusal('same', 'This is already your address', 'newEmail')
const EXPIRED = refusal('over', 'This code is no longer valid. Please start again.')
const TAKEN = refusal('taken', PROFILE_TEXT.emailFailed)

import { and, eq, isNull } from 'drizzle-orm'
import { passwordChangedEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { hashPassword, verifyPassword } from '~/server/auth/password.server'
import { endAccountSessions, type SessionAccount } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, sessions } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { BAD_PASSWORD, isFreshSignIn, isPersonalPassword, staleSignIn } from '../rules'
import { voidChallenges } from '../sign-in/challenges.server'
import { type Caller, countAttempt, countAttemptIn, resetAttempts } from '../sign-in/limits.server'

/* Steps that a stolen session must not be able to take: the password is asked for again (P36). */

type Account = typeof accounts.$inferSelect
/** The signed-in account, as far as these steps need it. */
export type AccountSession = Pick<SessionAccount, 'id' | 'sessionId' | 'signedInAt'>
export type ProofRefusal = Refusal<'wrong-password' | 'too-many' | 'stale' | 'session-over'>
/**
 * `passwordHash`: the stored hash that the password matched; null: the account has no password, because it signs in
 * with Google; undefined: no password was needed.
 */
type Proof = { ok: true; passwordHash?: string | null }

/** Verifies the password of a signed-in account. Wrong ones are counted per account, apart from those of the log-in. */
export async function verifyOwnPassword(
	{ id }: Pick<AccountSession, 'id'>,
	password: string,
	{ now }: Caller,
): Promise<Required<Proof> | Refusal<'wrong-password' | 'too-many'>> {
	const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
	if (account?.passwordHash === null) return { ok: true, passwordHash: null }
	const tooMany = await countAttempt('ownPasswordPerAccount', id, now)
	if (tooMany) return { ...tooMany, field: 'currentPassword' }
	if (!account || !(await verifyPassword(account.passwordHash, password))) return WRONG
	await write(async tx => await resetAttempts(tx, 'ownPasswordPerAccount', id))
	return { ok: true, passwordHash: account.passwordHash }
}

/** Asks for the password unless the sign-in is recent. An account without a password has to sign in again. */
export async function verifyUnlessFresh(
	changer: AccountSession,
	password: string,
	caller: Caller,
): Promise<Proof | ProofRefusal> {
	if (isFreshSignIn(changer.signedInAt, caller.now)) return { ok: true }
	const proven = await verifyOwnPassword(changer, password, caller)
	return proven.ok && proven.passwordHash === null ? STALE : proven
}

/** Refuses, in the transaction of the step, if the session has ended or the password was changed meanwhile. */
export async function recheckAccount(
	tx: Tx,
	{ id, sessionId }: Pick<AccountSession, 'id' | 'sessionId'>,
	proof: Proof = { ok: true },
): Promise<{ ok: true; account: Account } | ProofRefusal> {
	const [row] = await tx
		.select({ account: accounts })
		.from(accounts)
		.innerJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sessionId)))
		.where(and(eq(accounts.id, id), isNull(accounts.deletedAt)))
	if (!row) return SESSION_ENDED
	const isChanged = proof.passwordHash !== undefined && proof.passwordHash !== row.account.passwordHash
	return isChanged ? WRONG : { ok: true, account: row.account }
}

/** Runs a step in a transaction for an account with a recent sign-in or the right password. */
export async function runWithPassword<Outcome>(
	changer: AccountSession,
	password: string,
	caller: Caller,
	act: (tx: Tx, account: Account) => Promise<Outcome>,
): Promise<Outcome | ProofRefusal> {
	const proven = await verifyUnlessFresh(changer, password, caller)
	if (!proven.ok) return proven
	return await write(async tx => {
		const still = await recheckAccount(tx, changer, proven)
		return still.ok ? await act(tx, still.account) : still
	})
}

const WRONG = refusal('wrong-password', 'This is not your current password.', 'currentPassword')
const STALE = refusal('stale', staleSignIn('you change this'))
const SESSION_ENDED = refusal('session-over', 'Your session has ended. Please log in again.')

/**
 * Changes one's own password, at most ten times an hour: this session continues, the others end, and the account gets
 * an email, at most one an hour.
 */
export async function changePassword(
	changer: AccountSession,
	{ currentPassword, newPassword }: { currentPassword: string; newPassword: string },
	caller: Caller,
): Promise<{ ok: true } | ProofRefusal | Refusal<'personal-password'>> {
	const { now } = caller
	const proven = await verifyUnlessFresh(changer, currentPassword, caller)
	if (!proven.ok) return proven
	const passwordHash = await hashPassword(newPassword)
	return await write(async tx => {
		const still = await recheckAccount(tx, changer, proven)
		if (!still.ok) return still
		const { account } = still
		if (isPersonalPassword(newPassword, account)) return PERSONAL
		const tooMany = await countAttemptIn(tx, 'passwordChangesPerAccount', account.id, now)
		if (tooMany) return tooMany
		const keepSession = changer.sessionId
		await setPassword(tx, account, { passwordHash, action: 'account.password-change', keepSession, now })
		return { ok: true }
	})
}

const PERSONAL = refusal('personal-password', BAD_PASSWORD.personal, 'newPassword')

type PasswordChange = {
	passwordHash: string
	/** The action of the audit entry. */
	action: `account.password-${'reset' | 'change' | 'set' | 'issued'}`
	/** The session that continues, if any. */
	keepSession?: string
	/** The account that sets it, if not its owner; null for the operator's command line. */
	actorId?: string | null
	/** UTC ms. */
	now: number
}

/**
 * Sets a new password and records it: other sessions, codes, grants and earlier password checks of the account end, and
 * its owner gets an email (for own changes at most one an hour).
 */
export async function setPassword(
	tx: Tx,
	{ id, email, fullName }: Pick<Account, 'id' | 'email' | 'fullName'>,
	{ passwordHash, action, keepSession, actorId = id, now }: PasswordChange,
): Promise<void> {
	await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
	await endAccountSessions(tx, id, keepSession)
	await voidChallenges(tx, { id, email }, ['reset', 'second-factor', 'google-link', 'email-change'], now)
	await auditAccount(tx, id, action, now, { actorId })
	// A reset, or a password set by an administrator, always sends an email.
	const isOwnChange = action === 'account.password-change'
	if (isOwnChange && (await countAttemptIn(tx, 'passwordMailsPerAccount', id, now))) return
	const resetUrl = absoluteUrl('/forgot-password')
	await enqueueEmail(tx, email, passwordChangedEmail({ fullName, at: now, resetUrl }), { now })
}

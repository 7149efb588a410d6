import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { passwordChangedMail } from '~/domain/mail/account-mails'
import { hashPassword, verifyPassword } from '~/server/auth/password.server'
import { endSessionsOf, type SessionAccount } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, challenges, sessions } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { BAD_PASSWORD, isFreshSignIn, isPersonalPassword, type Refused, staleSignIn } from '../rules'
import { type Caller, countAttempt, countAttemptIn, forgiveAttempt } from '../sign-in/limits.server'

/* The password of somebody who is signed in, asked for again before a step that a stolen session must not take. */

/**
 * The stored hash that a password was found to fit; null for an account that has none, because it signs in with Google.
 */
export type ProvenPassword = { ok: true; passwordHash: string | null }

/** Checks the password of a signed-in account. Wrong ones are counted by account, apart from those of the log-in. */
export async function proveOwnPassword(
	accountId: string,
	password: string,
	{ now }: Caller,
): Promise<ProvenPassword | Refused<'wrong-password' | 'too-many'>> {
	const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
	if (account?.passwordHash === null) return { ok: true, passwordHash: null }
	const tooMany = await countAttempt('ownPasswordPerAccount', accountId, now)
	if (tooMany) return { ...tooMany, code: 'too-many', field: 'currentPassword' }
	if (!account || !(await verifyPassword(account.passwordHash, password))) return WRONG
	await write(async tx => await forgiveAttempt(tx, 'ownPasswordPerAccount', accountId))
	return { ok: true, passwordHash: account.passwordHash }
}

/** Refuses, in the transaction that acts on it, a proof whose password was changed meanwhile. */
export async function recheckPassword(tx: Tx, accountId: string, { passwordHash }: ProvenPassword) {
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	return account && account.passwordHash === passwordHash ? ({ ok: true, account } as const) : WRONG
}

const WRONG = {
	ok: false,
	code: 'wrong-password',
	message: 'This is not your current password.',
	field: 'currentPassword',
} as const

/** Who is signed in, as far as steps that need a fresh sign-in ask (P36). */
export type Changer = Pick<SessionAccount, 'id' | 'sessionId' | 'signedInAt'>
export type ProofRefusal = Refused<'wrong-password' | 'too-many' | 'stale' | 'session-over'>

/**
 * Asks for the password unless the sign-in is fresh. Who has no password signs in anew. `proof` null: none was asked
 * for.
 */
export async function proveUnlessFresh(
	{ id, signedInAt }: Changer,
	password: string,
	caller: Caller,
): Promise<{ ok: true; proof: ProvenPassword | null } | ProofRefusal> {
	if (isFreshSignIn(signedInAt, caller.now)) return { ok: true, proof: null }
	const proven = await proveOwnPassword(id, password, caller)
	if (!proven.ok) return proven
	return proven.passwordHash === null ? STALE : { ok: true, proof: proven }
}

/**
 * Refuses, in the transaction that acts, a session that has ended meanwhile, and a proof whose password was changed.
 */
export async function recheckChanger(tx: Tx, { id, sessionId }: Changer, proof: ProvenPassword | null) {
	const [row] = await tx
		.select({ account: accounts })
		.from(accounts)
		.innerJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sessionId)))
		.where(and(eq(accounts.id, id), isNull(accounts.deletedAt)))
	if (!row) return SESSION_OVER
	if (proof && proof.passwordHash !== row.account.passwordHash) return WRONG
	return { ok: true, account: row.account } as const
}

const STALE = {
	ok: false,
	code: 'stale',
	message: staleSignIn('you change this'),
} as const

const SESSION_OVER = {
	ok: false,
	code: 'session-over',
	message: 'Your session has ended. Please log in again.',
} as const

/**
 * Changes the own password, at most ten times an hour: this session goes on, the others end, and the account's address
 * is told, once an hour.
 */
export async function changePassword(
	changer: Changer,
	{ currentPassword, newPassword }: { currentPassword: string; newPassword: string },
	caller: Caller,
): Promise<{ ok: true } | ProofRefusal | Refused<'personal-password'>> {
	const proven = await proveUnlessFresh(changer, currentPassword, caller)
	if (!proven.ok) return proven
	const passwordHash = await hashPassword(newPassword)
	return await write(async tx => {
		const still = await recheckChanger(tx, changer, proven.proof)
		if (!still.ok) return still
		const { account } = still
		if (isPersonalPassword(newPassword, account)) return PERSONAL
		const tooMany = await countAttemptIn(tx, 'passwordChangesPerAccount', account.id, caller.now)
		if (tooMany) return { ...tooMany, code: 'too-many' }
		const action = 'account.password-change'
		await setPassword(tx, {
			account,
			passwordHash,
			action,
			keepSession: changer.sessionId,
			now: caller.now,
		})
		return { ok: true }
	})
}

const PERSONAL = {
	ok: false,
	code: 'personal-password',
	message: BAD_PASSWORD.personal,
	field: 'newPassword',
} as const

type Change = {
	account: { id: string; email: string; fullName: string }
	passwordHash: string
	/** For the record. */
	action:
		| 'account.password-reset'
		| 'account.password-change'
		| 'account.password-set'
		| 'account.password-issued'
	/** The session that goes on, if one does. */
	keepSession?: string
	/** Who sets it, if not its owner; null for the operator's command line. */
	actorId?: string | null
	/** UTC ms. */
	now: number
}

/**
 * Sets a new password, on record: the (other) sessions end, whoever has a code, a grant or a right old password for the
 * account has it no longer, and its owner is told, of changes of their own once an hour.
 */
export async function setPassword(tx: Tx, change: Change): Promise<void> {
	const { account, passwordHash, action, keepSession, now } = change
	const { id, email, fullName } = account
	const actorId = change.actorId === undefined ? id : change.actorId
	await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
	await endSessionsOf(tx, id, keepSession)
	await tx
		.update(challenges)
		.set({ consumedAt: now })
		.where(
			and(
				or(eq(challenges.email, email), eq(challenges.accountId, id)),
				inArray(challenges.purpose, ['reset', 'second-factor', 'google-link', 'email-change']),
				isNull(challenges.consumedAt),
			),
		)
	await audit(tx, { at: now, actorId, action, subjectType: 'account', subjectId: id })
	// A reset, or what an administrator sets, is always told.
	const isOwnChange = action === 'account.password-change'
	if (isOwnChange && (await countAttemptIn(tx, 'passwordMailsPerAccount', id, now))) return
	const resetUrl = absoluteUrl('/forgot-password')
	await enqueueMail(tx, email, passwordChangedMail({ fullName, at: now, resetUrl }), { now })
}

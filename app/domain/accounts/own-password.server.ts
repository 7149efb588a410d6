import { and, eq, isNull } from 'drizzle-orm'
import { db, type Tx, write } from '~/server/db.server'
import { verifyPassword } from '~/server/password.server'
import { accounts, sessions } from '~/server/schema.server'
import type { SessionAccount } from '~/server/session.server'
import { type Asking, countAttempt, forgiveAttempt } from './limits.server'
import { isFreshSignIn, type Refused, staleSignIn } from './rules'

/* The password of somebody who is signed in, asked for again before a step that a stolen session must not take. */

/**
 * The stored hash that a password was found to fit; null for an account that has none, because it signs in with Google.
 */
export type ProvenPassword = { ok: true; passwordHash: string | null }

/** Checks the password of a signed-in account. Wrong ones are counted by account, apart from those of the log-in. */
export async function proveOwnPassword(
	accountId: string,
	password: string,
	{ now }: Asking,
): Promise<ProvenPassword | Refused<'wrong-password' | 'too-many'>> {
	const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
	if (account?.passwordHash === null) return { ok: true, passwordHash: null }
	const tooMany = await countAttempt('ownPasswordPerAccount', accountId, now)
	if (tooMany) return { ...tooMany, code: 'too-many', field: 'currentPassword' }
	if (!account || !(await verifyPassword(account.passwordHash, password))) return WRONG
	await write(async tx => forgiveAttempt(tx, 'ownPasswordPerAccount', accountId))
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

/** Who is signed in, as far as steps of decision 22 ask. */
export type Changer = Pick<SessionAccount, 'id' | 'sessionId' | 'signedInAt'>
export type ProofRefusal = Refused<'wrong-password' | 'too-many' | 'stale' | 'session-over'>

/**
 * Asks for the password unless the sign-in is fresh (decision 22). Who has no password signs in anew. `proof` null:
 * none was asked for.
 */
export async function proveUnlessFresh(
	{ id, signedInAt }: Changer,
	password: string,
	asking: Asking,
): Promise<{ ok: true; proof: ProvenPassword | null } | ProofRefusal> {
	if (isFreshSignIn(signedInAt, asking.now)) return { ok: true, proof: null }
	const proven = await proveOwnPassword(id, password, asking)
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

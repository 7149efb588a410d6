import { and, eq } from 'drizzle-orm'
import { db, write } from '~/server/db.server'
import { log } from '~/server/log.server'
import { verifyPassword } from '~/server/password.server'
import { accounts } from '~/server/schema.server'
import { openSession } from '~/server/session.server'
import { type Asking, countAttempt, forgiveAttempt, type TooMany } from './limits.server'
import { TEXT } from './rules'

export type SignedIn = { ok: true; cookie: string; role: 'user' | 'admin'; fullName: string }

/**
 * Opens a session for an e-mail and its password. The refusal and the time it takes are the same whether or not the account
 * exists.
 * @returns the Set-Cookie value of the session.
 */
export async function signIn(
	{ email, password }: { email: string; password: string },
	{ now, address }: Asking,
): Promise<SignedIn | TooMany | { ok: false; message: string; status?: number }> {
	const tooMany =
		(await countAttempt('signInPerAccount', email, now)) ??
		(await countAttempt('signInPerAddress', address, now))
	if (tooMany) return tooMany
	const [account] = await db
		.select({ id: accounts.id, passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.email, email))
	const isRight = await verifyPassword(account?.passwordHash, password)
	if (!isRight || !account?.passwordHash) return { ok: false, message: WRONG }
	const { id, passwordHash } = account
	const opened = write<SignedIn | { ok: false; message: string }>(async tx => {
		/* The password may have been changed while the old one was being checked. */
		const [still] = await tx
			.select({ role: accounts.role, fullName: accounts.fullName })
			.from(accounts)
			.where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash)))
		if (!still) return { ok: false, message: WRONG }
		await forgiveAttempt(tx, 'signInPerAccount', email)
		await forgiveAttempt(tx, 'signInPerAddress', address)
		return { ok: true, cookie: await openSession(tx, id, now), ...still }
	})
	return await opened.catch(error => {
		log.error({ err: error }, 'a session could not be opened')
		return { ok: false, message: TEXT.userDetails, status: 500 }
	})
}

const WRONG = 'Invalid email or password'

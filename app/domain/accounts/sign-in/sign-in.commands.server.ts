import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { verifyPassword } from '~/server/auth/password.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { log } from '~/server/ops/log.server'
import { TEXT } from '../rules'
import { findSecondFactor } from '../second-factor/second-factor.server'
import { type Admission, admit } from './admission.server'
import { type Caller, countSignIn, forgiveSignIn, type TooMany } from './limits.server'

/** Somebody whose password or Google account was good: in, or asked for the second factor. */
export type SignedIn = {
	ok: true
	accountId: string
	role: 'user' | 'admin'
	fullName: string
} & Admission

/**
 * Lets an email and its password in. The refusal and the time it takes are the same whether or not the account exists.
 * `wait`: how an account that strangers hammer at is slowed down, in ms.
 * @param link finds the Google account that the right password links, in the same transaction, and links it unless a
 * second factor is asked for first; a refusal of it lets nobody in.
 */
export async function signIn(
	{ email, password }: { email: string; password: string },
	{ wait = pause, ...by }: Caller & { wait?: (ms: number) => Promise<unknown> },
	link?: (
		tx: Tx,
		accountId: string,
		hasSecondFactor: boolean,
	) => Promise<{ ok: true; subject: string } | { ok: false; message: string }>,
): Promise<SignedIn | TooMany | { ok: false; message: string; status?: number }> {
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
	const opened = write<SignedIn | { ok: false; message: string }>(async tx => {
		/* The password may have been changed while the old one was being checked. */
		const [[still], secondFactor] = await Promise.all([
			tx
				.select({ role: accounts.role, fullName: accounts.fullName })
				.from(accounts)
				.where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash))),
			findSecondFactor(tx, id),
		])
		if (!still) return { ok: false, message: WRONG }
		await forgiveSignIn(tx, target, by)
		const hasSecondFactor = secondFactor !== undefined
		const linked = await link?.(tx, id, hasSecondFactor)
		if (linked?.ok === false) return linked
		const who = { id, email, role: still.role }
		const admission = await admit(tx, who, { ...by, hasSecondFactor, googleSubject: linked?.subject })
		return { ok: true, accountId: id, ...still, ...admission }
	})
	return await opened.catch(error => {
		log.error({ err: error }, 'a session could not be opened')
		return { ok: false, message: TEXT.userDetails, status: 500 }
	})
}

const WRONG = 'Invalid email or password'

import { and, eq, isNull, sql } from 'drizzle-orm'
import { roleChangedMail, secondFactorOffMail } from '~/domain/mail/account-mails'
import { hashPassword } from '~/server/auth/password.server'
import { endSessionsOf } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts, recoveryCodes, secondFactors } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { setPassword } from './profile/password.commands.server'

/* What the operator does on the command line. Nobody is signed in there, so entries of the audit name no actor. */

export type OperatorAccount = {
	id: string
	email: string
	fullName: string
	role: 'user' | 'admin'
	hasSecondFactor: boolean
}

/** The account of an address, whatever its letters' case; undefined if there is none. */
export async function findAccount(email: string, from: Readable = db): Promise<OperatorAccount | undefined> {
	const [found] = await from
		.select({
			id: accounts.id,
			email: accounts.email,
			fullName: accounts.fullName,
			role: accounts.role,
			factor: secondFactors.accountId,
		})
		.from(accounts)
		.leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
		.where(and(eq(accounts.email, email.trim().toLowerCase()), isNull(accounts.deletedAt)))
	if (!found) return undefined
	const { factor, ...account } = found
	return { ...account, hasSecondFactor: factor !== null }
}

/** Sets a password; all sessions of the account end, and its owner is told. `now`: UTC ms. */
export async function issuePassword(accountId: string, password: string, now: number): Promise<void> {
	const passwordHash = await hashPassword(password)
	await write(async tx => {
		const account = await readAccount(tx, accountId)
		await setPassword(tx, { account, passwordHash, action: 'account.password-issued', actorId: null, now })
	})
}

/** Removes the second factor and its recovery codes; sessions end, and the owner is told. `now`: UTC ms. */
export async function removeSecondFactor(accountId: string, now: number): Promise<void> {
	await write(async tx => {
		const { email, fullName } = await readAccount(tx, accountId)
		await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
		await tx.delete(secondFactors).where(eq(secondFactors.accountId, accountId))
		await endSessionsOf(tx, accountId)
		await record(tx, 'account.second-factor-removed', accountId, now)
		const resetUrl = absoluteUrl('/forgot-password')
		await enqueueMail(tx, email, secondFactorOffMail({ fullName, at: now, resetUrl }), { now })
	})
}

/** Makes a member an administrator; sessions end, and they are told. `now`: UTC ms. */
export async function makeAdministrator(accountId: string, now: number): Promise<void> {
	await write(async tx => {
		const { email, fullName, role } = await readAccount(tx, accountId)
		await tx
			.update(accounts)
			.set({ role: 'admin', version: sql`${accounts.version} + 1` })
			.where(eq(accounts.id, accountId))
		await endSessionsOf(tx, accountId)
		await record(tx, 'account.role', accountId, now, { from: role, to: 'admin' })
		const facts = { fullName, role: 'admin', changedBy: 'The operator', at: now } as const
		await enqueueMail(tx, email, roleChangedMail({ ...facts, loginUrl: absoluteUrl('/login') }), { now })
	})
}

async function readAccount(tx: Tx, accountId: string) {
	const [account] = await tx
		.select()
		.from(accounts)
		.where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
	if (!account) throw new Error('There is no such account any more.')
	return account
}

function record(tx: Tx, action: string, subjectId: string, now: number, detail?: Record<string, unknown>) {
	const entry = { at: now, actorId: null, action, subjectType: 'account', subjectId } as const
	return audit(tx, { ...entry, ...(detail ? { detail } : {}) })
}

import { and, eq, isNull } from 'drizzle-orm'
import { secondFactorOffEmail } from '~/domain/mail/account-emails'
import { hashPassword } from '~/server/auth/password.server'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Tx, write } from '~/server/db/db.server'
import { accounts, secondFactors } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { setPassword } from './profile/password.commands.server'
import { findAccountById } from './queries.server'
import { deleteSecondFactor } from './second-factor/second-factor.server'
import { setRole } from './users.commands.server'

/* Commands of the operator's command line. Nobody is signed in there, so audit entries have no actor. */

/** Finds the account with an address, ignoring case; undefined if there is none. */
export async function findAccount(email: string) {
	const { id, fullName, role } = accounts
	const [found] = await db
		.select({ id, email: accounts.email, fullName, role, factor: secondFactors.accountId })
		.from(accounts)
		.leftJoin(secondFactors, eq(secondFactors.accountId, id))
		.where(and(eq(accounts.email, email.trim().toLowerCase()), isNull(accounts.deletedAt)))
	if (!found) return undefined
	const { factor, ...account } = found
	return { ...account, hasSecondFactor: factor !== null }
}

export type OperatorAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Sets a password, ends all sessions of the account and emails its owner. `now`: UTC ms. */
export async function issuePassword(accountId: string, password: string, now: number): Promise<void> {
	const passwordHash = await hashPassword(password)
	await write(async tx => {
		const action = 'account.password-issued'
		await setPassword(tx, await readAccount(tx, accountId), { passwordHash, action, actorId: null, now })
	})
}

/** Turns off two-factor authentication, deletes the recovery codes, ends the sessions and emails the owner. `now`: UTC ms. */
export async function removeSecondFactor(accountId: string, now: number): Promise<void> {
	await write(async tx => {
		const { email, fullName } = await readAccount(tx, accountId)
		await deleteSecondFactor(tx, accountId)
		await endAccountSessions(tx, accountId)
		await auditAccount(tx, accountId, 'account.second-factor-removed', now, { actorId: null })
		const resetUrl = absoluteUrl('/forgot-password')
		await enqueueEmail(tx, email, secondFactorOffEmail({ fullName, at: now, resetUrl }), { now })
	})
}

/** Makes a member an administrator, ends the sessions and emails the owner. `now`: UTC ms. */
export async function makeAdministrator(accountId: string, now: number): Promise<void> {
	await write(async tx => {
		const account = await readAccount(tx, accountId)
		await setRole(tx, account, 'admin', { actor: { id: null, fullName: 'The operator' }, now })
	})
}

async function readAccount(tx: Tx, accountId: string) {
	const account = await findAccountById(tx, accountId)
	if (!account) throw new Error('There is no such account any more.')
	return account
}

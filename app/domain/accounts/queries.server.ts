import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { findChallenge } from '~/domain/accounts/sign-in/challenges.server'
import { isWithheld } from '~/domain/accounts/sign-in/withheld-codes.server'
import { profileImageUrl } from '~/domain/files/rules'
import type { SessionAccount } from '~/server/auth/session.server'
import { db, type Readable } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { CODE_TRIES } from './rules'

/** Finds the account with an email address (lower case). */
export async function findAccountByEmail(email: string, from: Readable = db) {
	const [owner] = await from
		.select({ id: accounts.id, fullName: accounts.fullName })
		.from(accounts)
		.where(eq(accounts.email, email))
	return owner
}

export async function findAccountById(from: Readable, accountId: string) {
	const [account] = await from
		.select()
		.from(accounts)
		.where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
	return account
}

/** SQL for the time from which messages to the address of an account are its own (UTC ms). */
export const addressSince = (accountId: string) => sql`coalesce(
	(select max(at) from audit_entries where subject_id = ${accountId} and action = 'account.email-change'),
	(select created_at from accounts where id = ${accountId}))`

/** SQL that tests whether an account is an administrator. */
export const isAdministrator = and(eq(accounts.role, 'admin'), isNull(accounts.deletedAt))

export async function countAdministrators(from: Readable = db): Promise<number> {
	return await from.$count(accounts, isAdministrator)
}

/** Lists the administrators who receive emails. */
export async function listAdministrators(from: Readable) {
	const { id, email, fullName } = accounts
	return await from.select({ id, email, fullName }).from(accounts).where(isAdministrator)
}

/** Reads the names of accounts by id. */
export async function readAccountNames(ids: readonly string[]): Promise<Map<string, string>> {
	const rows = await db
		.select({ id: accounts.id, fullName: accounts.fullName })
		.from(accounts)
		.where(inArray(accounts.id, [...ids]))
	return new Map(rows.map(({ id, fullName }) => [id, fullName]))
}

/**
 * Reads the challenge named by the browser's cookie, while its flow can be continued. `isWithheld`: no code was emailed
 * for it, and codes emailed to the address earlier are accepted. Times in UTC ms.
 */
export async function getCodeStep(known: string | undefined, flow: 'registration' | 'reset', now: number) {
	const challenge = known ? await findChallenge(db, { id: known, purpose: flow, now }) : undefined
	if (!challenge) return undefined
	const { id, email, expiresAt, resendAfter, attempts, payload } = challenge
	return {
		id,
		email,
		expiresAt,
		resendAfter,
		triesLeft: Math.max(0, CODE_TRIES - attempts),
		isWithheld: isWithheld(challenge),
		firstName: payload?.['firstName'] ?? '',
		lastName: payload?.['lastName'] ?? '',
	}
}

/** Reads the account for its own settings page. */
export async function readProfile(account: SessionAccount) {
	const { fullName, email, profileImageKey, isGoogle, hasPassword } = account
	const { phone = null, isNamePublic = false } = (await findAccountById(db, account.id)) ?? {}
	const photo = profileImageUrl(profileImageKey)
	return { fullName, email, phone, isNamePublic, photo, isGoogle, hasPassword }
}

import { and, eq, gt } from 'drizzle-orm'
import { keyMadeMail } from '~/domain/mail/account-mails'
import { DAY_MS } from '~/domain/time'
import { openKey } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { env } from '~/server/ops/env.server'
import type { Refused } from '../rules'
import type { Caller } from '../sign-in/limits.server'
import { type Changer, type ProofRefusal, proveUnlessFresh, recheckChanger } from './password.commands.server'

/** How many keys an account can have at a time. */
export const MOST_KEYS = 10

export type KeyWanted = { name: string; access: 'read' | 'write'; days: number; currentPassword: string }

/**
 * Makes a key for the API, on record, and tells the account's address. The password is asked for as before any step
 * that a stolen session must not take. @returns the key, which is shown this once.
 */
export async function makeKey(
	changer: Changer,
	{ name, access, days, currentPassword }: KeyWanted,
	caller: Caller,
): Promise<{ ok: true; key: string } | ProofRefusal | Refused<'too-many-keys'>> {
	const proven = await proveUnlessFresh(changer, currentPassword, caller)
	if (!proven.ok) return proven
	const { now } = caller
	return await write(async tx => {
		const still = await recheckChanger(tx, changer, proven.proof)
		if (!still.ok) return still
		const { account } = still
		if ((await countKeys(tx, account.id, now)) >= MOST_KEYS) return TOO_MANY
		const isReadOnly = access === 'read'
		const expiresAt = now + days * DAY_MS
		const key = await openKey(tx, { accountId: account.id, name, isReadOnly, expiresAt, now })
		const subject = { subjectType: 'account', subjectId: account.id } as const
		const detail = { name, isReadOnly, until: new Date(expiresAt).toISOString() }
		await audit(tx, { at: now, actorId: account.id, action: 'account.key-make', ...subject, detail })
		const url = new URL(`/${account.role}/setting/keys`, env.appUrl).href
		const facts = { fullName: account.fullName, at: now, name, isReadOnly, until: expiresAt, url }
		await enqueueMail(tx, account.email, keyMadeMail(facts), { now })
		return { ok: true, key }
	})
}

async function countKeys(tx: Tx, accountId: string, now: number): Promise<number> {
	const lasting = and(
		eq(sessions.accountId, accountId),
		eq(sessions.kind, 'key'),
		gt(sessions.expiresAt, now),
	)
	return await tx.$count(sessions, lasting)
}

const TOO_MANY = {
	ok: false,
	code: 'too-many-keys',
	message: `You have ${MOST_KEYS} keys already. Please end one of them first.`,
} as const

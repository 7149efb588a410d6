import { and, eq, gt } from 'drizzle-orm'
import { keyMadeEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { DAY_MS } from '~/domain/time'
import { openKey } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { sessions } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import type { Caller } from '../sign-in/limits.server'
import { type AccountSession, type ProofRefusal, runWithPassword } from './password.commands.server'

/** API keys per account. */
export const MAX_KEYS = 10
/* Two forms with the same key within this time are one, sent twice (P13). */
const SAME_KEY_MS = 10_000

type KeyRequest = { name: string; access: 'read' | 'write'; days: number; currentPassword: string }

/**
 * Creates an API key, records it and emails the account. Like any step that a stolen session must not be able to take,
 * it needs the password.
 * @returns the key, which is shown only once.
 */
export async function makeKey(
	changer: AccountSession,
	{ name, access, days, currentPassword }: KeyRequest,
	caller: Caller,
): Promise<{ ok: true; key: string } | ProofRefusal | Refusal<'too-many-keys'>> {
	const { now } = caller
	return await runWithPassword(
		changer,
		currentPassword,
		caller,
		async (tx, { id, email, fullName, role }) => {
			const isReadOnly = access === 'read'
			// The last one stays, because the browser shows it.
			const isSame = and(
				eq(sessions.accountId, id),
				eq(sessions.kind, 'key'),
				eq(sessions.name, name),
				eq(sessions.isReadOnly, isReadOnly),
				gt(sessions.signedInAt, now - SAME_KEY_MS),
			)
			await tx.delete(sessions).where(isSame)
			const isLasting = and(eq(sessions.accountId, id), eq(sessions.kind, 'key'), gt(sessions.expiresAt, now))
			if ((await tx.$count(sessions, isLasting)) >= MAX_KEYS) return TOO_MANY
			const expiresAt = now + days * DAY_MS
			const key = await openKey(tx, { accountId: id, name, isReadOnly, expiresAt, now })
			const detail = { name, isReadOnly, until: new Date(expiresAt).toISOString() }
			await auditAccount(tx, id, 'account.key-make', now, { detail })
			const url = absoluteUrl(`/${role}/setting/keys`)
			const mail = keyMadeEmail({ fullName, at: now, name, isReadOnly, until: expiresAt, url })
			await enqueueEmail(tx, email, mail, { now })
			return { ok: true as const, key }
		},
	)
}

const TOO_MANY = refusal('too-many-keys', `You already have ${MAX_KEYS} keys. Please end one of them first.`)

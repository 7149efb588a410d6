import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { recoveryCodeUsedEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { authenticatorLink, type QrCode, qrCode, stepOfCode } from '~/server/auth/authenticator.server'
import { hashRecoveryCode } from '~/server/auth/recovery-codes.server'
import { unseal } from '~/server/auth/secret-box.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Readable, type Tx } from '~/server/db/db.server'
import { type accounts, recoveryCodes, secondFactors } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { log } from '~/server/ops/log.server'
import { SETUP_SECONDS } from '../rules'
import { countAttemptIn, resetAttempts } from '../sign-in/limits.server'

/* Two-factor codes (P39): app codes, one per time step, and recovery codes, each valid once. */

export const WRONG_CODE = refusal('wrong-code', 'This code is not right. Please try again.', 'code')
const USED = refusal('used-code', 'This code has already been used. Please wait for the next one.', 'code')
const UNREADABLE = refusal(
	'unreadable',
	'Codes of your app cannot be checked just now. Please use a recovery code.',
	'code',
)

/** The context in which an account's key is sealed. */
export const getSealContext = (accountId: string) => `second-factor:${accountId}`

/** Finds the two-factor authentication of an account, if it has been set up. */
export async function findSecondFactor(from: Readable, accountId: string) {
	const [factor] = await from
		.select()
		.from(secondFactors)
		.where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt)))
	return factor
}

/** Counts the unused recovery codes of an account. */
export async function countRecoveryCodes(from: Readable, accountId: string): Promise<number> {
	const isUnused = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt))
	return await from.$count(recoveryCodes, isUnused)
}

/**
 * Two-factor authentication as the account's owner sees it: off, shown and waiting for its first code, or on since a time (UTC
 * ms).
 */
export type SecondFactorView =
	| { state: 'off' }
	| { state: 'setup'; key: string; link: string; qr: QrCode }
	| { state: 'on'; since: number; codesLeft: number }

export async function readSecondFactor(
	{ id, email }: { id: string; email: string },
	now: number,
): Promise<SecondFactorView> {
	const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.accountId, id))
	if (!factor) return { state: 'off' }
	if (factor.confirmedAt !== null) {
		return { state: 'on', since: factor.confirmedAt, codesLeft: await countRecoveryCodes(db, id) }
	}
	const key = unseal(factor.secret, getSealContext(id))
	if (!key || factor.createdAt <= now - SETUP_SECONDS * 1000) return { state: 'off' }
	const link = authenticatorLink(key, { issuer: brand.name, label: email })
	return { state: 'setup', key, link, qr: qrCode(link) }
}

/** Normalises a typed code by removing spaces and hyphens. */
export const normaliseCode = (typed: string) => typed.replace(/[\s-]/g, '')

type Spending = { account: typeof accounts.$inferSelect; typed: string; now: number }

/**
 * Uses up a typed code, in the caller's transaction: six digits from the app, or else a recovery code. Attempts with
 * app codes are limited per account. Recovery codes are too long to guess, so attempts of others never lock their
 * holder out.
 */
export async function consumeCode(
	tx: Tx,
	{ account, typed, now }: Spending,
): Promise<{ ok: true } | Refusal> {
	const code = normaliseCode(typed)
	if (!/^[0-9]{6}$/.test(code)) return await consumeRecoveryCode(tx, { account, typed: code, now })
	const tooMany = await countAttemptIn(tx, 'appCodesPerAccount', account.id, now)
	if (tooMany) return tooMany
	const spent = await consumeAppCode(tx, { account, typed: code, now })
	if (spent.ok) await resetAttempts(tx, 'appCodesPerAccount', account.id)
	return spent
}

async function consumeAppCode(tx: Tx, { account: { id }, typed, now }: Spending) {
	const factor = await findSecondFactor(tx, id)
	if (!factor) return WRONG_CODE
	const key = unseal(factor.secret, getSealContext(id))
	if (key === undefined) {
		log.error({ accountId: id }, 'no SESSION_SECRET decrypts the key of a second factor')
		return UNREADABLE
	}
	const step = stepOfCode(key, typed, now)
	if (step === undefined) return WRONG_CODE
	const { rowsAffected } = await tx
		.update(secondFactors)
		.set({ lastStep: step })
		.where(and(eq(secondFactors.accountId, id), lt(secondFactors.lastStep, step)))
	return rowsAffected === 1 ? ({ ok: true } as const) : USED
}

async function consumeRecoveryCode(tx: Tx, { account, typed, now }: Spending) {
	const { id, email, fullName } = account
	const { rowsAffected } = await tx
		.update(recoveryCodes)
		.set({ usedAt: now })
		.where(
			and(
				eq(recoveryCodes.accountId, id),
				eq(recoveryCodes.codeHash, hashRecoveryCode(id, typed)),
				isNull(recoveryCodes.usedAt),
			),
		)
	if (rowsAffected !== 1) return WRONG_CODE
	const left = await countRecoveryCodes(tx, id)
	await auditAccount(tx, id, 'account.recovery-code-used', now, { detail: { left } })
	await enqueueEmail(tx, email, recoveryCodeUsedEmail({ fullName, at: now, left }), { now })
	return { ok: true } as const
}

export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<void> {
	await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
	await tx.delete(secondFactors).where(eq(secondFactors.accountId, accountId))
}

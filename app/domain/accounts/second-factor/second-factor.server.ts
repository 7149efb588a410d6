import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { recoveryCodeUsedMail } from '~/domain/mail/account-mails'
import { stepOfCode } from '~/server/auth/authenticator.server'
import { hashRecoveryCode } from '~/server/auth/recovery-codes.server'
import { unseal } from '~/server/auth/secret-box.server'
import { audit } from '~/server/db/audit.server'
import type { Readable, Tx } from '~/server/db/db.server'
import { accounts, recoveryCodes, secondFactors } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { log } from '~/server/ops/log.server'
import { countAttemptIn, forgiveAttempt } from '../sign-in/limits.server'
import { readTypedCode, refuseCode, type SecondFactorRefusal } from './second-factor-rules'

/* The codes of a second factor: of the app, each time step once, and recovery codes, each once. */

/** Under which name the key of an account is sealed. */
export const keyPlace = (accountId: string) => `second-factor:${accountId}`

/** The second factor of an account that is set up, if there is one. */
export async function findSecondFactor(from: Readable, accountId: string) {
	const [factor] = await from
		.select()
		.from(secondFactors)
		.where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt)))
	return factor
}

/** How many recovery codes of an account are unused. */
export async function countRecoveryCodes(from: Readable, accountId: string): Promise<number> {
	const [row] = await from
		.select({ left: count() })
		.from(recoveryCodes)
		.where(and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)))
	return row?.left ?? 0
}

/**
 * Uses up a code that was typed, in the caller's transaction. Tries with codes of the app are counted by account;
 * recovery codes are too long to guess, so that whoever holds one is never locked out by somebody else's tries.
 */
export async function spendCode(
	tx: Tx,
	{ accountId, typed, now }: { accountId: string; typed: string; now: number },
): Promise<{ ok: true } | SecondFactorRefusal> {
	const { kind, code } = readTypedCode(typed)
	if (kind === 'recovery') return await spendRecoveryCode(tx, { accountId, code, now })
	const tooMany = await countAttemptIn(tx, 'appCodesPerAccount', accountId, now)
	if (tooMany) return { ...tooMany, code: 'too-many' }
	const spent = await spendAppCode(tx, { accountId, code, now })
	if (spent.ok) await forgiveAttempt(tx, 'appCodesPerAccount', accountId)
	return spent
}

type Spending = { accountId: string; code: string; now: number }

async function spendAppCode(tx: Tx, { accountId, code, now }: Spending) {
	const factor = await findSecondFactor(tx, accountId)
	if (!factor) return refuseCode('wrong-code')
	const key = unseal(factor.secret, keyPlace(accountId))
	if (key === undefined) {
		log.error({ accountId }, 'no SESSION_SECRET of the list opens the key of a second factor')
		return refuseCode('unreadable')
	}
	const step = stepOfCode(key, code, now)
	if (step === undefined) return refuseCode('wrong-code')
	const used = await tx
		.update(secondFactors)
		.set({ lastStep: step })
		.where(and(eq(secondFactors.accountId, accountId), lt(secondFactors.lastStep, step)))
		.returning({ accountId: secondFactors.accountId })
	return used.length === 1 ? ({ ok: true } as const) : refuseCode('used-code')
}

async function spendRecoveryCode(tx: Tx, { accountId, code, now }: Spending) {
	const used = await tx
		.update(recoveryCodes)
		.set({ usedAt: now })
		.where(
			and(
				eq(recoveryCodes.accountId, accountId),
				eq(recoveryCodes.codeHash, hashRecoveryCode(accountId, code)),
				isNull(recoveryCodes.usedAt),
			),
		)
		.returning({ id: recoveryCodes.id })
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	if (used.length !== 1 || !account) return refuseCode('wrong-code')
	const left = await countRecoveryCodes(tx, accountId)
	const entry = { actorId: accountId, subjectType: 'account', subjectId: accountId } as const
	await audit(tx, { ...entry, at: now, action: 'account.recovery-code-used', detail: { left } })
	const { email, fullName } = account
	await enqueueMail(tx, email, recoveryCodeUsedMail({ fullName, at: now, left }), { now })
	return { ok: true } as const
}

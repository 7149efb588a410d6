import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import {
	recoveryCodesMadeEmail,
	secondFactorOffEmail,
	secondFactorOnEmail,
} from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { getSetting } from '~/domain/settings/queries.server'
import { newAuthenticatorKey, stepOfCode } from '~/server/auth/authenticator.server'
import { hashRecoveryCode, newRecoveryCode } from '~/server/auth/recovery-codes.server'
import { seal, unseal } from '~/server/auth/secret-box.server'
import { auditAccount } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, recoveryCodes, secondFactors } from '~/server/db/schema.server'
import { enqueueEmail, type Mail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import {
	type AccountSession,
	recheckAccount,
	runWithPassword,
	verifyOwnPassword,
} from '../profile/password.commands.server'
import { RECOVERY_CODES, SETUP_SECONDS } from '../rules'
import type { Caller } from '../sign-in/limits.server'
import {
	consumeCode,
	deleteSecondFactor,
	findSecondFactor,
	getSealContext,
	normaliseCode,
	WRONG_CODE,
} from './second-factor.server'

type Owner = typeof accounts.$inferSelect
/** The recovery codes in plain text, which are returned only here. */
type NewCodes = { ok: true; codes: string[] }

const IS_ON = refusal('wrong-state', 'Two-factor authentication is already set up.')
const IS_OFF = refusal('wrong-state', 'Two-factor authentication is not set up.')
const REQUIRED = refusal('wrong-state', 'It stays on: the settings require it of administrators.')

/** Creates a new key, which waits for its first code. The password is needed unless the sign-in is recent. */
export async function startSecondFactor(
	changer: AccountSession,
	password: string,
	caller: Caller,
): Promise<{ ok: true } | Refusal> {
	return await runWithPassword(changer, password, caller, async (tx, { id }) => {
		const secret = seal(newAuthenticatorKey(), getSealContext(id))
		const fresh = { secret, lastStep: 0, createdAt: caller.now, confirmedAt: null }
		const { rowsAffected } = await tx
			.insert(secondFactors)
			.values({ accountId: id, ...fresh })
			.onConflictDoUpdate({
				target: secondFactors.accountId,
				set: fresh,
				setWhere: isNull(secondFactors.confirmedAt),
			})
		return rowsAffected === 1 ? { ok: true as const } : IS_ON
	})
}

/** Verifies the first code: sign-in asks for codes from now on. Uses up the code's time step. */
export async function confirmSecondFactor(
	accountId: string,
	typed: string,
	now: number,
): Promise<NewCodes | Refusal> {
	return await write(async tx => {
		const isWaiting = and(
			eq(secondFactors.accountId, accountId),
			isNull(secondFactors.confirmedAt),
			gt(secondFactors.createdAt, now - SETUP_SECONDS * 1000),
		)
		const [factor] = await tx.select().from(secondFactors).where(isWaiting)
		const [owner] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
		const key = factor && unseal(factor.secret, getSealContext(accountId))
		if (!key || !owner) return (await findSecondFactor(tx, accountId)) ? IS_ON : IS_OFF
		const step = stepOfCode(key, normaliseCode(typed), now)
		if (step === undefined) return WRONG_CODE
		await tx.update(secondFactors).set({ confirmedAt: now, lastStep: step }).where(isWaiting)
		const mail = secondFactorOnEmail({ fullName: owner.fullName, at: now })
		await record(tx, owner, 'account.second-factor-on', mail, now)
		return { ok: true, codes: await replaceRecoveryCodes(tx, accountId) }
	})
}

/** Proof of identity for a sensitive step. The password is ignored if the account has none. */
type Proof = { currentPassword: string; code: string }

/** Voids the recovery codes of an account and creates ten new ones. */
export async function renewRecoveryCodes(changer: AccountSession, proof: Proof, caller: Caller) {
	return await withProof(changer, proof, caller, async (tx, owner): Promise<NewCodes> => {
		const mail = recoveryCodesMadeEmail({ fullName: owner.fullName, at: caller.now })
		await record(tx, owner, 'account.recovery-codes-renewed', mail, caller.now)
		return { ok: true, codes: await replaceRecoveryCodes(tx, owner.id) }
	})
}

/** Turns two-factor authentication off and voids the recovery codes. Administrators cannot while a setting requires it. */
export async function turnOffSecondFactor(changer: AccountSession, proof: Proof, caller: Caller) {
	const turnOff = async (tx: Tx, owner: Owner): Promise<{ ok: true }> => {
		await deleteSecondFactor(tx, owner.id)
		const resetUrl = absoluteUrl('/forgot-password')
		const mail = secondFactorOffEmail({ fullName: owner.fullName, at: caller.now, resetUrl })
		await record(tx, owner, 'account.second-factor-off', mail, caller.now)
		return { ok: true }
	}
	return await withProof(changer, proof, caller, turnOff, async (tx, { role }) =>
		role === 'admin' && (await getSetting('demandSecondFactor', tx)) ? REQUIRED : undefined,
	)
}

/* Requires password and code, because a stolen session must not be enough; both are checked in the transaction of the
   step. A refusal by `refuse` uses up no code. */
async function withProof<Done>(
	changer: AccountSession,
	{ currentPassword, code }: Proof,
	caller: Caller,
	act: (tx: Tx, owner: Owner) => Promise<Done>,
	refuse?: (tx: Tx, owner: Owner) => Promise<Refusal | undefined>,
): Promise<Done | Refusal> {
	const proven = await verifyOwnPassword(changer, currentPassword, caller)
	if (!proven.ok) return proven
	return await write(async tx => {
		const still = await recheckAccount(tx, changer, proven)
		if (!still.ok) return still
		const { account } = still
		if (!(await findSecondFactor(tx, account.id))) return IS_OFF
		const refused = await refuse?.(tx, account)
		if (refused) return refused
		const spent = await consumeCode(tx, { account, typed: code, now: caller.now })
		return spent.ok ? await act(tx, account) : spent
	})
}

async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
	const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
	await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
	await tx
		.insert(recoveryCodes)
		.values(codes.map(code => ({ id: randomUUID(), accountId, codeHash: hashRecoveryCode(accountId, code) })))
	return codes
}

async function record(tx: Tx, { id, email }: Owner, action: string, mail: Mail, now: number): Promise<void> {
	await auditAccount(tx, id, action, now)
	await enqueueEmail(tx, email, mail, { now })
}

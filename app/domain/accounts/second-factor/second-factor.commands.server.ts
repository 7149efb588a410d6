import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { recoveryCodesMadeMail, secondFactorOffMail, secondFactorOnMail } from '~/domain/mail/account-mails'
import { getSetting } from '~/domain/settings/queries.server'
import { newAuthenticatorKey, stepOfCode } from '~/server/auth/authenticator.server'
import { hashRecoveryCode, newRecoveryCode } from '~/server/auth/recovery-codes.server'
import { seal, unseal } from '~/server/auth/secret-box.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, recoveryCodes, secondFactors } from '~/server/db/schema.server'
import { enqueueMail, type Mail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { proveOwnPassword, recheckPassword } from '../profile/password.commands.server'
import { isFreshSignIn } from '../rules'
import type { Caller } from '../sign-in/limits.server'
import { findSecondFactor, keyPlace, spendCode } from './second-factor.server'
import {
	RECOVERY_CODES,
	readTypedCode,
	refuseCode,
	SETUP_SECONDS,
	type SecondFactorRefusal,
} from './second-factor-rules'

type Owner = typeof accounts.$inferSelect
/** The recovery codes in clear: this once. */
export type NewCodes = { ok: true; codes: string[] }

const wrongState = (message: string): SecondFactorRefusal => ({ ok: false, code: 'wrong-state', message })
const IS_ON = wrongState('Your second factor is set up already.')
const IS_OFF = wrongState('Your second factor is not set up.')

const STALE = wrongState(
	'You signed in a while ago. Please log out and in again before you set up a second factor.',
)

/** Makes a new key, which waits for its first code. The password is asked for unless the sign-in is fresh. */
export async function startSecondFactor(
	{ id: accountId, signedInAt }: Pick<SessionAccount, 'id' | 'signedInAt'>,
	password: string,
	caller: Caller,
): Promise<{ ok: true } | SecondFactorRefusal> {
	if (!isFreshSignIn(signedInAt, caller.now)) {
		const proven = await proveOwnPassword(accountId, password, caller)
		if (!proven.ok) return proven
		if (proven.passwordHash === null) return STALE
	}
	const fresh = {
		secret: seal(newAuthenticatorKey(), keyPlace(accountId)),
		lastStep: 0,
		createdAt: caller.now,
		confirmedAt: null,
	}
	const started = await write(tx =>
		tx
			.insert(secondFactors)
			.values({ accountId, ...fresh })
			.onConflictDoUpdate({
				target: secondFactors.accountId,
				set: fresh,
				setWhere: isNull(secondFactors.confirmedAt),
			})
			.returning({ accountId: secondFactors.accountId }),
	)
	return started.length === 1 ? { ok: true } : IS_ON
}

/** Enters the first code: from now on sign-in asks for one. The code's time step is used up by it. */
export async function confirmSecondFactor(
	accountId: string,
	typed: string,
	now: number,
): Promise<NewCodes | SecondFactorRefusal> {
	return await write(async tx => {
		const waiting = and(
			eq(secondFactors.accountId, accountId),
			isNull(secondFactors.confirmedAt),
			gt(secondFactors.createdAt, now - SETUP_SECONDS * 1000),
		)
		const [factor] = await tx.select().from(secondFactors).where(waiting)
		const key = factor && unseal(factor.secret, keyPlace(accountId))
		if (!key) return (await findSecondFactor(tx, accountId)) ? IS_ON : IS_OFF
		const step = stepOfCode(key, readTypedCode(typed).code, now)
		if (step === undefined) return refuseCode('wrong-code')
		await tx.update(secondFactors).set({ confirmedAt: now, lastStep: step }).where(waiting)
		const owner = await ownerOf(tx, accountId)
		await record(
			tx,
			owner,
			'account.second-factor-on',
			secondFactorOnMail({ fullName: owner.fullName, at: now }),
			now,
		)
		return { ok: true, codes: await replaceRecoveryCodes(tx, accountId) }
	})
}

/** How somebody proves once more who they are. The password counts for nothing where the account has none. */
export type Proof = { currentPassword: string; code: string }
/** Voids the recovery codes of an account and makes ten new ones. */
export async function renewRecoveryCodes(
	{ id }: Pick<SessionAccount, 'id'>,
	proof: Proof,
	caller: Caller,
): Promise<NewCodes | SecondFactorRefusal> {
	return await withProof(id, proof, caller, async (tx, owner): Promise<NewCodes> => {
		const mail = recoveryCodesMadeMail({ fullName: owner.fullName, at: caller.now })
		await record(tx, owner, 'account.recovery-codes-renewed', mail, caller.now)
		return { ok: true, codes: await replaceRecoveryCodes(tx, owner.id) }
	})
}

/**
 * Turns the second factor off and voids its recovery codes. Administrators cannot while the house demands it of them.
 */
export async function turnOffSecondFactor(
	{ id }: Pick<SessionAccount, 'id'>,
	proof: Proof,
	caller: Caller,
): Promise<{ ok: true } | SecondFactorRefusal> {
	const turnOff = async (tx: Tx, owner: Owner): Promise<{ ok: true }> => {
		await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id))
		await tx.delete(secondFactors).where(eq(secondFactors.accountId, id))
		const resetUrl = absoluteUrl('/forgot-password')
		const mail = secondFactorOffMail({ fullName: owner.fullName, at: caller.now, resetUrl })
		await record(tx, owner, 'account.second-factor-off', mail, caller.now)
		return { ok: true }
	}
	return await withProof(id, proof, caller, turnOff, async (tx, { role }) =>
		role === 'admin' && (await getSetting('demandSecondFactor', tx)) ? DEMANDED : undefined,
	)
}

const DEMANDED = wrongState('It stays on: the settings of the house demand it of administrators.')

/* A stolen session must not be enough: password and code, both settled in the transaction that acts on them. What
   `refuse` refuses uses up no code. */
async function withProof<Done>(
	accountId: string,
	{ currentPassword, code }: Proof,
	caller: Caller,
	act: (tx: Tx, owner: Owner) => Promise<Done>,
	refuse?: (tx: Tx, owner: Owner) => Promise<SecondFactorRefusal | undefined>,
): Promise<Done | SecondFactorRefusal> {
	const proven = await proveOwnPassword(accountId, currentPassword, caller)
	if (!proven.ok) return proven
	return await write(async tx => {
		const still = await recheckPassword(tx, accountId, proven)
		if (!still.ok) return still
		if (!(await findSecondFactor(tx, accountId))) return IS_OFF
		const refused = await refuse?.(tx, still.account)
		if (refused) return refused
		const spent = await spendCode(tx, { accountId, typed: code, now: caller.now })
		return spent.ok ? await act(tx, still.account) : spent
	})
}

async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
	const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
	await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
	await tx.insert(recoveryCodes).values(
		codes.map(code => ({
			id: randomUUID(),
			accountId,
			codeHash: hashRecoveryCode(accountId, code),
			usedAt: null,
		})),
	)
	return codes
}

async function ownerOf(tx: Tx, accountId: string): Promise<Owner> {
	const [owner] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	if (!owner) throw new Error('A second factor belongs to no account')
	return owner
}

async function record(tx: Tx, { id, email }: Owner, action: string, mail: Mail, now: number): Promise<void> {
	await audit(tx, { at: now, actorId: id, action, subjectType: 'account', subjectId: id })
	await enqueueMail(tx, email, mail, { now })
}

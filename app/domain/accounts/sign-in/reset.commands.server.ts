import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { TooMany } from '~/domain/limits.server'
import { resetCodeEmail, resetUnknownEmail } from '~/domain/mail/account-emails'
import { hashPassword } from '~/server/auth/password.server'
import { hashToken } from '~/server/auth/session.server'
import { db, type Readable, write } from '~/server/db/db.server'
import { challenges } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { setPassword } from '../profile/password.commands.server'
import { findAccountByEmail } from '../queries.server'
import {
	BAD_PASSWORD,
	CODE_SECONDS,
	isPersonalPassword,
	RESET_GRANT_SECONDS,
	secondsUntil,
	TEXT,
} from '../rules'
import { consumeChallenge, findChallenge, hasTriesLeft } from './challenges.server'
import { type EmailCode, openChallenge, resendCode, tryCode, type WrongCode } from './codes.server'
import {
	type Caller,
	type CodeCaller,
	countAttempt,
	countCode,
	resetAttempts,
	resetCodeAttempts,
} from './limits.server'
import { voidCodes } from './withheld-codes.server'

/**
 * Emails a code that allows a new password, or to an unknown address an email that says so; the page looks the same
 * (P35). Only the sending is limited: over the limit, codes emailed before are accepted.
 * @param known the challenge of this browser, if any: with the same email, attempts left and a running countdown it is
 * continued, and `wait` gives the seconds until another code can be sent.
 * @returns `withheldFor`: no code was emailed; the number of seconds until one can be.
 */
export async function startReset(
	email: string,
	{ known, ...by }: Caller & { known: string | undefined },
): Promise<{ ok: true; challengeId: string; wait?: number; withheldFor?: number | undefined } | TooMany> {
	const { now } = by
	const tooMany = await countAttempt('codesPerAddress', by.address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const earlier = known ? await findChallenge(tx, { id: known, purpose: 'reset', now }) : undefined
		if (earlier?.email === email && hasTriesLeft(earlier) && earlier.resendAfter > now) {
			return { ok: true, challengeId: earlier.id, wait: secondsUntil(earlier.resendAfter, now) }
		}
		const owner = await findAccountByEmail(email, tx)
		const withheldFor = (await countCode(tx, { purpose: 'reset', email, accountId: owner?.id }, by))
			?.retryAfter
		const about = { purpose: 'reset', email, accountId: owner?.id ?? null, payload: null } as const
		const challengeId = await openChallenge(tx, about, { ...by, replaces: known, withheldFor }, emailCode)
		return { ok: true, challengeId, withheldFor }
	})
}

export function resendResetCode(challengeId: string, by: Caller) {
	return resendCode(challengeId, 'reset', by, emailCode)
}

const emailCode: EmailCode = async (tx, { email }, code, now) => {
	const owner = await findAccountByEmail(email, tx)
	const mail = owner
		? resetCodeEmail({ fullName: owner.fullName, code, minutes: CODE_SECONDS.reset / 60 })
		: resetUnknownEmail({ registerUrl: absoluteUrl('/register') })
	await enqueueEmail(tx, email, mail, { now })
	return owner !== undefined
}

/**
 * Verifies and uses up the code of a reset. The new password is allowed by a grant that only this browser gets.
 * @returns the grant, for a signed cookie.
 */
export async function verifyResetCode(
	challengeId: string,
	code: string,
	by: CodeCaller,
): Promise<{ ok: true; grant: string } | TooMany | WrongCode> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	const token = randomBytes(32).toString('base64url')
	return await write(async tx => {
		const tried = await tryCode(tx, { id: challengeId, purpose: 'reset', code }, { emailCode, ...by })
		if (!tried.ok) return tried
		const { rowsAffected } = await tx
			.update(challenges)
			.set({ verifiedAt: now, payload: { grantHash: hashToken(token) } })
			.where(and(eq(challenges.id, challengeId), isNull(challenges.verifiedAt)))
		if (rowsAffected !== 1) return { ok: false, message: TEXT.invalidCode }
		await resetAttempts(tx, 'codeTriesPerAddress', address)
		return { ok: true, grant: `${challengeId}.${token}` }
	})
}

/** Finds the email address of a grant while it is valid. */
export async function findResetGrant(grant: string | undefined, now: number, from: Readable = db) {
	const [id = '', token = ''] = grant?.split('.') ?? []
	const [row] = await from
		.select()
		.from(challenges)
		.where(
			and(
				eq(challenges.id, id),
				eq(challenges.purpose, 'reset'),
				isNotNull(challenges.verifiedAt),
				gt(challenges.verifiedAt, now - RESET_GRANT_SECONDS * 1000),
				isNull(challenges.consumedAt),
			),
		)
	if (!row || row.payload?.['grantHash'] !== hashToken(token)) return undefined
	return { challengeId: row.id, email: row.email }
}

/** Sets the new password, once per grant. Ends all sessions of the account and emails its owner. */
export async function resetPassword(
	grant: string,
	newPassword: string,
	by: Caller,
): Promise<
	{ ok: true; email: string } | TooMany | { ok: false; message: string; field?: string; code?: string }
> {
	const { now, address } = by
	// Checked before hashing, which is expensive: anybody may send an invalid grant.
	if (!(await findResetGrant(grant, now))) return { ok: false, message: TEXT.resetFailed }
	const tooMany = await countAttempt('resetsPerAddress', address, now)
	if (tooMany) return tooMany
	const passwordHash = await hashPassword(newPassword)
	return await write(async tx => {
		const granted = await findResetGrant(grant, now, tx)
		const owner = granted && (await findAccountByEmail(granted.email, tx))
		if (granted && owner && isPersonalPassword(newPassword, { ...granted, ...owner })) {
			return { ok: false, field: 'newPassword', code: 'personal-password', message: BAD_PASSWORD.personal }
		}
		if (!granted || !(await consumeChallenge(tx, granted.challengeId, now)) || !owner) {
			return { ok: false, message: TEXT.resetFailed }
		}
		const { email } = granted
		await setPassword(tx, { email, ...owner }, { passwordHash, action: 'account.password-reset', now })
		await voidCodes(tx, email, 'reset')
		await resetCodeAttempts(tx, { purpose: 'reset', email, accountId: owner.id }, by)
		await resetAttempts(tx, 'resetsPerAddress', address)
		return { ok: true, email }
	})
}

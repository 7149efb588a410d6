import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { TooMany } from '~/domain/limits.server'
import { accountExistsEmail, registrationCodeEmail } from '~/domain/mail/account-emails'
import { hashPassword } from '~/server/auth/password.server'
import { openSession } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { findAccountByEmail } from '../queries.server'
import { CODE_SECONDS, TEXT } from '../rules'
import { consumeChallenge, findChallenge, hasTriesLeft } from './challenges.server'
import { type EmailCode, openChallenge, resendCode, tryCode, type WrongCode } from './codes.server'
import {
	type Caller,
	type CodeCaller,
	countAttempt,
	countRegistrationEmail,
	resetAttempts,
} from './limits.server'
import { correctChallenge, voidCodes } from './withheld-codes.server'

/**
 * Starts a registration and emails its code; the account is created when the code is entered. An address that has an
 * account gets an email that says so instead, and the page looks the same (P35). Only the sending is limited, whether
 * or not the address has an account: over the limit, codes emailed before are accepted.
 * @param known the challenge of an earlier attempt in the same browser, if any: with the same email, attempts left and
 * a running countdown its data is corrected, and no second code is sent.
 * @returns `withheldFor`: no code was emailed; the number of seconds until one can be.
 */
export async function startRegistration(
	form: { firstName: string; lastName: string; email: string; password: string },
	{ known, ...by }: Caller & { known: string | undefined },
): Promise<{ ok: true; challengeId: string; withheldFor?: number | undefined } | TooMany> {
	const { firstName, lastName, email } = form
	const { now } = by
	const tooMany = await countAttempt('registrationsPerAddress', by.address, now)
	if (tooMany) return tooMany
	const payload = { firstName, lastName, passwordHash: await hashPassword(form.password) }
	return await write(async tx => {
		const earlier = known ? await findChallenge(tx, { id: known, purpose: 'registration', now }) : undefined
		if (earlier?.email === email && hasTriesLeft(earlier) && earlier.resendAfter > now) {
			await correctChallenge(tx, earlier, payload)
			return { ok: true, challengeId: earlier.id }
		}
		const withheldFor = await countRegistrationEmail(tx, email, now)
		const accountId = (await findAccountByEmail(email, tx))?.id ?? null
		const about = { purpose: 'registration', email, accountId, payload } as const
		const challengeId = await openChallenge(tx, about, { ...by, replaces: known, withheldFor }, emailCode)
		return { ok: true, challengeId, withheldFor }
	})
}

export function resendRegistrationCode(challengeId: string, by: Caller) {
	return resendCode(challengeId, 'registration', by, emailCode)
}

/**
 * Verifies the code of a registration: opens the account and its first session, in the transaction that uses the code
 * up.
 * @returns the Set-Cookie value of the session, or its token for a client without cookies.
 */
export async function finishRegistration(
	challengeId: string,
	code: string,
	by: CodeCaller,
): Promise<{ ok: true; cookie: string } | TooMany | WrongCode> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const tried = await tryCode(tx, { id: challengeId, purpose: 'registration', code }, { emailCode, ...by })
		if (!tried.ok) return tried
		const { email, payload } = tried.challenge
		const { firstName = '', lastName = '', passwordHash } = payload ?? {}
		const isFirst = await consumeChallenge(tx, challengeId, now)
		if (!isFirst || !passwordHash || (await findAccountByEmail(email, tx))) {
			return { ok: false, message: TEXT.verificationFailed }
		}
		const accountId = randomUUID()
		const fullName = `${firstName} ${lastName}`.trim()
		await tx
			.insert(accounts)
			.values({ id: accountId, email, fullName, passwordHash, role: 'user', createdAt: now })
		await auditAccount(tx, accountId, 'account.register', now)
		await tx.update(challenges).set({ payload: null }).where(eq(challenges.id, challengeId))
		await resetAttempts(tx, 'registrationsPerAddress', address)
		await resetAttempts(tx, 'codeTriesPerAddress', address)
		await voidCodes(tx, email, 'registration')
		return { ok: true, cookie: await openSession(tx, accountId, now, by.client) }
	})
}

const emailCode: EmailCode = async (tx, { email, payload }, code, now) => {
	const owner = await findAccountByEmail(email, tx)
	const fullName = `${payload?.['firstName'] ?? ''} ${payload?.['lastName'] ?? ''}`.trim()
	const urls = { loginUrl: absoluteUrl('/login'), resetUrl: absoluteUrl('/forgot-password') }
	const mail = owner
		? accountExistsEmail({ fullName: owner.fullName, ...urls })
		: registrationCodeEmail({ fullName, code, minutes: CODE_SECONDS.registration / 60 })
	await enqueueEmail(tx, email, mail, { now })
	return owner === undefined
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accountExistsMail, registrationCodeMail } from '~/domain/mail/account-mails'
import { hashPassword } from '~/server/auth/password.server'
import { openSession } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { type Tx, write } from '~/server/db/db.server'
import { accounts, challenges } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { findOwner } from '../queries.server'
import { CODE_SECONDS, TEXT } from '../rules'
import {
	type Challenge,
	consumeChallenge,
	findChallenge,
	openChallenge,
	resendCode,
	tryCode,
	type WrongCode,
} from './challenges.server'
import {
	type Caller,
	countAttempt,
	countMailedCodeTry,
	countRegistrationMail,
	forgiveAttempt,
	type TooMany,
} from './limits.server'
import { correctChallenge, isWithheld, voidCodes } from './mailed-codes.server'

const minutes = CODE_SECONDS.registration / 60

/**
 * Remembers a registration and mails its code; the account comes into being when the code is entered. A known address
 * gets an email that says so instead, and the page tells no difference (P35). The sending alone is limited, whether or
 * not the address has an account: over the limit the codes that were mailed before open the account.
 * @param known the challenge of an earlier try in the same browser, if any: with the same email and a running
 * countdown it is corrected, and no second code is sent.
 * @returns `withheldFor`: no code was mailed, nor can be for so many seconds.
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
		if (earlier?.email === email && earlier.resendAfter > now) {
			await correctChallenge(tx, earlier, payload)
			return { ok: true, challengeId: earlier.id }
		}
		const withheldFor = await countRegistrationMail(tx, email, now)
		const owner = await findOwner(email, tx)
		const about = { purpose: 'registration', email, accountId: owner?.id ?? null, payload } as const
		const { id, code } = await openChallenge(
			tx,
			{ ...about, decoy: owner !== undefined, withheldFor },
			{ ...by, replaces: known },
		)
		if (withheldFor === undefined) await mailTo(tx, { email, payload }, owner, code, now)
		return { ok: true, challengeId: id, withheldFor }
	})
}

/** Mails a new code for a registration that waits for one. */
export async function resendRegistrationCode(challengeId: string, by: Caller): ReturnType<typeof resendCode> {
	return await resendCode(challengeId, 'registration', by, async (tx, challenge, code) => {
		const owner = await findOwner(challenge.email, tx)
		await mailTo(tx, challenge, owner, code, by.now)
		return owner === undefined
	})
}

/**
 * Enters the code of a registration: opens the account and its first session, in the transaction that uses the code up.
 * @returns the Set-Cookie value of the session, or its token for a client without cookies.
 */
export async function finishRegistration(
	challengeId: string,
	code: string,
	by: Caller,
): Promise<{ ok: true; cookie: string } | TooMany | WrongCode> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const waiting = await findChallenge(tx, { id: challengeId, purpose: 'registration', now })
		const tooManyTries =
			waiting && isWithheld(waiting) ? await countMailedCodeTry(tx, waiting.email, by) : undefined
		if (tooManyTries) return tooManyTries
		const tried = await tryCode(tx, { id: challengeId, purpose: 'registration', code, now })
		if (!tried.ok) return tried
		const { email, payload } = tried.challenge
		const { firstName = '', lastName = '', passwordHash } = payload ?? {}
		const isFirst = await consumeChallenge(tx, challengeId, now)
		if (!isFirst || !passwordHash || (await findOwner(email, tx))) {
			return { ok: false, message: TEXT.verificationFailed }
		}
		const accountId = randomUUID()
		await tx.insert(accounts).values({
			id: accountId,
			email,
			fullName: `${firstName} ${lastName}`.trim(),
			passwordHash,
			role: 'user',
			createdAt: now,
		})
		await auditAccount(tx, accountId, 'account.register', now)
		await tx.update(challenges).set({ payload: null }).where(eq(challenges.id, challengeId))
		await forgiveAttempt(tx, 'registrationsPerAddress', address)
		await forgiveAttempt(tx, 'codeTriesPerAddress', address)
		await voidCodes(tx, email, 'registration')
		return { ok: true, cookie: await openSession(tx, accountId, now, by.client, 'user') }
	})
}

async function mailTo(
	tx: Tx,
	{ email, payload }: Pick<Challenge, 'email' | 'payload'>,
	owner: { fullName: string } | undefined,
	code: string,
	now: number,
): Promise<void> {
	const fullName = `${payload?.['firstName'] ?? ''} ${payload?.['lastName'] ?? ''}`.trim()
	const mail = owner
		? accountExistsMail({
				fullName: owner.fullName,
				loginUrl: absoluteUrl('/login'),
				resetUrl: absoluteUrl('/forgot-password'),
			})
		: registrationCodeMail({ fullName, code, minutes })
	await enqueueMail(tx, email, mail, { now })
}

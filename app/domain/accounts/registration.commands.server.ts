import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { accountExistsMail, registrationCodeMail } from '~/domain/mail/account-mails'
import { absoluteUrl } from '~/server/absolute-url.server'
import { audit } from '~/server/audit.server'
import { type Tx, write } from '~/server/db.server'
import { enqueueMail } from '~/server/outbox.server'
import { hashPassword } from '~/server/password.server'
import { accounts, challenges } from '~/server/schema.server'
import { openSession } from '~/server/session.server'
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
	type Asking,
	countAttempt,
	countCode,
	forgiveAttempt,
	forgiveCode,
	type Mailbox,
	type TooMany,
} from './limits.server'
import { findOwner, type Owner } from './queries.server'
import { CODE_SECONDS, TEXT } from './rules'

/* Whether the address has an account makes no difference to what is counted. */
const mailbox = (email: string): Mailbox => ({ purpose: 'registration', email, accountId: undefined })
const minutes = CODE_SECONDS.registration / 60

/**
 * Remembers a registration and mails its code; the account comes into being when the code is entered. A known address
 * gets a email that says so instead, and the page tells no difference (decision 21).
 * @param known the challenge of an earlier try in the same browser, if any: with the same e-mail and a running
 * countdown it is corrected, and no second code is sent.
 */
export async function startRegistration(
	form: { firstName: string; lastName: string; email: string; password: string },
	{ known, ...by }: Asking & { known: string | undefined },
): Promise<{ ok: true; challengeId: string } | TooMany> {
	const { firstName, lastName, email } = form
	const { now } = by
	const tooMany = await countAttempt('registrationsPerAddress', by.address, now)
	if (tooMany) return tooMany
	const payload = { firstName, lastName, passwordHash: await hashPassword(form.password) }
	return await write(async tx => {
		const earlier = known ? await findChallenge(tx, { id: known, purpose: 'registration', now }) : undefined
		if (earlier?.email === email && earlier.resendAfter > now) {
			await tx.update(challenges).set({ payload }).where(eq(challenges.id, earlier.id))
			return { ok: true, challengeId: earlier.id }
		}
		const tooManyCodes = await countCode(tx, mailbox(email), by)
		if (tooManyCodes) return tooManyCodes
		const owner = await findOwner(email, tx)
		const { id, code } = await openChallenge(
			tx,
			{ purpose: 'registration', email, accountId: owner?.id ?? null, payload, decoy: owner !== undefined },
			{ ...by, replaces: known },
		)
		await mailTo(tx, { email, payload }, owner, code, now)
		return { ok: true, challengeId: id }
	})
}

/** Mails a new code for a registration that waits for one. */
export async function resendRegistrationCode(
	challengeId: string,
	by: Asking,
): Promise<{ ok: true } | TooMany | { ok: false; message: string }> {
	return await resendCode(challengeId, 'registration', by, async (tx, challenge, code) => {
		const owner = challenge.codeHash === null ? await findOwner(challenge.email, tx) : undefined
		await mailTo(tx, challenge, owner, code, by.now)
	})
}

/**
 * Enters the code of a registration: opens the account and its first session, in the transaction that uses the code up.
 * @returns the Set-Cookie value of the session, or its token for a client without cookies.
 */
export async function finishRegistration(
	challengeId: string,
	code: string,
	by: Asking,
): Promise<{ ok: true; cookie: string } | TooMany | WrongCode> {
	const { now, address } = by
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
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
		await audit(tx, {
			at: now,
			actorId: accountId,
			action: 'account.register',
			subjectType: 'account',
			subjectId: accountId,
		})
		await tx.update(challenges).set({ payload: sql`null` }).where(eq(challenges.id, challengeId))
		forgiveAttempt(tx, 'registrationsPerAddress', address)
		forgiveAttempt(tx, 'codeTriesPerAddress', address)
		forgiveCode(tx, mailbox(email), by)
		return { ok: true, cookie: await openSession(tx, accountId, now, by.client, 'user') }
	})
}

async function mailTo(
	tx: Tx,
	{ email, payload }: Pick<Challenge, 'email' | 'payload'>,
	owner: Owner | undefined,
	code: string,
	now: number,
): Promise<void> {
	const fullName = `${payload?.['firstName'] ?? ''} ${payload?.['lastName'] ?? ''}`.trim()
	const mail = owner
		? accountExistsMail({
				fullName: owner.fullName,
				loginUrl: absoluteUrl(href('/login')),
				resetUrl: absoluteUrl('/forgot-password'),
			})
		: registrationCodeMail({ fullName, code, minutes })
	await enqueueMail(tx, email, mail, { now })
}

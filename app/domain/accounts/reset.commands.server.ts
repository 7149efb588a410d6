import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { passwordChangedMail, resetCodeMail, resetUnknownMail } from '~/domain/mail/account-mails'
import { audit } from '~/server/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db.server'
import { env } from '~/server/env.server'
import { enqueueMail } from '~/server/outbox.server'
import { hashPassword } from '~/server/password.server'
import { accounts, challenges } from '~/server/schema.server'
import { endSessionsOf } from '~/server/session.server'
import {
	consumeChallenge,
	findChallenge,
	openChallenge,
	resendCode,
	tryCode,
	type WrongCode,
} from './challenges.server'
import { type Asking, countAttempt, countAttemptIn, forgiveAttempt, type TooMany } from './limits.server'
import { findOwner } from './queries.server'
import { CODE_SECONDS, RESET_GRANT_SECONDS, secondsUntil, TEXT } from './rules'

/**
 * Mails a code that allows a new password, or to an unknown address a letter that says so; the page tells no difference
 * (decision 21).
 * @param known the challenge that this browser has already: with the same e-mail and a running countdown it goes on, and
 * `wait` says for how many seconds there is no other code.
 */
export async function startReset(
	email: string,
	{ now, address, known }: Asking & { known: string | undefined },
): Promise<{ ok: true; challengeId: string; wait?: number } | TooMany> {
	const tooMany = await countAttempt('codesPerAddress', address, now)
	if (tooMany) return tooMany
	return await write(async tx => {
		const earlier = known ? await findChallenge(tx, { id: known, purpose: 'reset', now }) : undefined
		if (earlier?.email === email && earlier.resendAfter > now) {
			return { ok: true, challengeId: earlier.id, wait: secondsUntil(earlier.resendAfter, now) }
		}
		const tooManyCodes = await countAttemptIn(tx, 'codesPerEmail', `reset:${email}`, now)
		if (tooManyCodes) return tooManyCodes
		const owner = await findOwner(email, tx)
		const { id, code } = await openChallenge(
			tx,
			{ purpose: 'reset', email, accountId: owner?.id ?? null, payload: null, decoy: owner === undefined },
			now,
		)
		await mailTo(tx, email, owner?.fullName, code, now)
		return { ok: true, challengeId: id }
	})
}

/** Mails a new code for a reset that waits for one. */
export function resendResetCode(challengeId: string, asking: Asking) {
	return resendCode(challengeId, 'reset', asking, async (tx, challenge, code) => {
		const owner = challenge.codeHash === null ? undefined : await findOwner(challenge.email, tx)
		await mailTo(tx, challenge.email, owner?.fullName, code, asking.now)
	})
}

/**
 * Enters the code of a reset. The code is used up; what allows the new password is a grant that this browser alone gets.
 * @returns the grant, for a signed cookie.
 */
export async function verifyResetCode(
	challengeId: string,
	code: string,
	{ now, address }: Asking,
): Promise<{ ok: true; grant: string } | TooMany | WrongCode> {
	const tooMany = await countAttempt('codeTriesPerAddress', address, now)
	if (tooMany) return tooMany
	const token = randomBytes(32).toString('base64url')
	return await write(async tx => {
		const tried = await tryCode(tx, { id: challengeId, purpose: 'reset', code, now })
		if (!tried.ok) return tried
		const verified = await tx
			.update(challenges)
			.set({ verifiedAt: now, payload: { grantHash: hashGrant(token) } })
			.where(and(eq(challenges.id, challengeId), isNull(challenges.verifiedAt)))
			.returning({ id: challenges.id })
		if (verified.length !== 1) return { ok: false, message: TEXT.invalidCode }
		await forgiveAttempt(tx, 'codeTriesPerAddress', address)
		return { ok: true, grant: `${challengeId}.${token}` }
	})
}

/** The e-mail that a grant is for, while it is good for a new password (decision 33). */
export async function findResetGrant(
	grant: string | undefined,
	now: number,
	from: Readable = db,
): Promise<{ challengeId: string; email: string } | undefined> {
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
	if (!row || row.payload?.['grantHash'] !== hashGrant(token)) return undefined
	return { challengeId: row.id, email: row.email }
}

/** Sets the new password: once per grant. All sessions of the account end, and its owner is told. */
export async function resetPassword(
	grant: string,
	newPassword: string,
	{ now }: Asking,
): Promise<{ ok: true; email: string } | { ok: false; message: string }> {
	const passwordHash = await hashPassword(newPassword)
	return await write(async tx => {
		const granted = await findResetGrant(grant, now, tx)
		if (!granted || !(await consumeChallenge(tx, granted.challengeId, now))) {
			return { ok: false, message: TEXT.resetFailed }
		}
		const [account] = await tx
			.update(accounts)
			.set({ passwordHash })
			.where(eq(accounts.email, granted.email))
			.returning()
		if (!account) return { ok: false, message: TEXT.resetFailed }
		await endSessionsOf(tx, account.id)
		// Whoever else has a code or a grant for this account has it no longer.
		await tx
			.update(challenges)
			.set({ consumedAt: now })
			.where(
				and(
					eq(challenges.email, granted.email),
					eq(challenges.purpose, 'reset'),
					isNull(challenges.consumedAt),
				),
			)
		await audit(tx, {
			at: now,
			actorId: account.id,
			action: 'account.password-reset',
			subjectType: 'account',
			subjectId: account.id,
		})
		const { fullName, email } = account
		await enqueueMail(
			tx,
			email,
			passwordChangedMail({ fullName, at: now, resetUrl: url('/forgot-password') }),
			{
				now,
			},
		)
		await forgiveAttempt(tx, 'codesPerEmail', `reset:${email}`)
		return { ok: true, email }
	})
}

const hashGrant = (token: string) => createHash('sha256').update(token).digest('base64url')
const url = (path: string) => new URL(path, env.appUrl).href

async function mailTo(tx: Tx, email: string, fullName: string | undefined, code: string, now: number) {
	const mail =
		fullName === undefined
			? resetUnknownMail({ registerUrl: url('/register') })
			: resetCodeMail({ fullName, code, minutes: CODE_SECONDS.reset / 60 })
	await enqueueMail(tx, email, mail, { now })
}

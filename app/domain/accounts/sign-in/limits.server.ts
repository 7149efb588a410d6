import { and, gte, inArray } from 'drizzle-orm'
import { countAttempts, type TooMany } from '~/domain/limits.server'
import { addressBlock } from '~/server/auth/address-block.server'
import { refundAttempt, throttle } from '~/server/auth/throttle.server'
import { type Tx, write } from '~/server/db/db.server'
import { throttles } from '~/server/db/schema.server'
import type { TrustedBrowser } from '~/server/ops/caller.server'
import { type CodePurpose, LIMITS, SLOW_DOWN, secondsUntil, slowDownMs } from '../rules'

/**
 * The caller: `now` in UTC ms, the client's address, and the browser if accounts have signed in there before. `client`:
 * a browser keeps its session in a cookie, an API client has none.
 */
export type Caller = {
	now: number
	address: string
	browser?: TrustedBrowser | undefined
	client?: 'browser' | 'token' | undefined
}

/** `isUnnamed`: the caller did not name its challenge, so the newest of its network is tried. */
export type CodeCaller = Caller & { isUnnamed?: boolean | undefined }

type Limit = keyof typeof LIMITS
type Counter = readonly [limit: Limit, subject: string]

const getKey = (limit: Limit, subject: string) =>
	`${limit}:${limit.endsWith('PerAddress') ? addressBlock(subject) : subject}`

/**
 * Counts an attempt of `subject` (an email or a client address).
 * @returns the refusal when the limit is exceeded.
 */
export async function countAttempt(limit: Limit, subject: string, now: number): Promise<TooMany | undefined> {
	return await write(tx => countAttemptIn(tx, limit, subject, now))
}

/** Like {@link countAttempt}, in the transaction that decides whether the attempt counts. */
export async function countAttemptIn(
	tx: Tx,
	limit: Limit,
	subject: string,
	now: number,
): Promise<TooMany | undefined> {
	return await countAll(tx, [[limit, subject]], now)
}

/** Takes back a successful attempt. */
export async function resetAttempts(tx: Tx, limit: Limit, subject: string): Promise<void> {
	await refundAttempt(tx, getKey(limit, subject))
}

async function countAll(tx: Tx, counters: readonly Counter[], now: number): Promise<TooMany | undefined> {
	const limits = counters.map(([limit, subject]) => [getKey(limit, subject), LIMITS[limit]] as const)
	return await countAttempts(tx, limits, now, 'Too many attempts.')
}

const getEmailAndAddress = (email: string, address: string) => `${email} ${addressBlock(address)}`

/** Names a browser for the limits of an account that has signed in there before. */
function getKnownBrowser(accountId: string | undefined, { browser }: Caller): string | undefined {
	return accountId && browser?.accounts.includes(accountId) ? `${accountId} ${browser.id}` : undefined
}

/**
 * Counts an attempt that the API makes without naming its challenge. Clients of one network share this limit, and none
 * of them can use up the attempts of a challenge that another client can name.
 */
export async function countUnnamedTry(
	{ purpose, email }: { purpose: CodePurpose; email: string },
	{ address, now }: Caller,
): Promise<TooMany | undefined> {
	return await countAttempt('unnamedCodeTries', `${purpose}:${getEmailAndAddress(email, address)}`, now)
}

/** The account whose password is tried; `accountId` if it exists. */
type Target = { email: string; accountId: string | undefined }

function signInCounters({ email, accountId }: Target, by: Caller): readonly Counter[] {
	const own = getKnownBrowser(accountId, by)
	if (own) return [['signInPerBrowser', own]]
	return [
		['signInPerAddress', by.address],
		['signInPerAccountAndAddress', getEmailAndAddress(email, by.address)],
	]
}

const getStrangersKey = (email: string) => `signInOfStrangers:${email}`

/**
 * Counts an attempt to log in (docs/decisions/0012). In a browser in which the account has signed in before only that
 * browser's limit applies. Other attempts are limited per client address and per account and address; over all
 * addresses they are only slowed down.
 * @returns how long to wait before the password is checked, or the refusal.
 */
export async function countSignIn(
	target: Target,
	by: Caller,
): Promise<{ ok: true; waitMs: number; isFamiliar: boolean } | TooMany> {
	const isFamiliar = getKnownBrowser(target.accountId, by) !== undefined
	return await write(async tx => {
		const refused = await countAll(tx, signInCounters(target, by), by.now)
		if (refused) return refused
		if (isFamiliar) return { ok: true, waitMs: 0, isFamiliar }
		const { count } = await throttle(tx, { key: getStrangersKey(target.email), ...SLOW_DOWN, now: by.now })
		return { ok: true, waitMs: slowDownMs(count), isFamiliar }
	})
}

/** Takes back an attempt to log in with the right password. */
export async function resetSignInAttempts(tx: Tx, target: Target, by: Caller): Promise<void> {
	for (const [limit, subject] of signInCounters(target, by)) await resetAttempts(tx, limit, subject)
	if (!getKnownBrowser(target.accountId, by)) await refundAttempt(tx, getStrangersKey(target.email))
}

/**
 * Counts an email to an address being registered. Exceeding the limit delays the email, never the registration.
 * @returns the seconds until the next email can be sent, if this one cannot.
 */
export async function countRegistrationEmail(tx: Tx, email: string, now: number) {
	const limits = ['registrationMailsPerMinute', 'registrationMailsPerHour'] as const
	const attempts = new Map(limits.map(limit => [getKey(limit, email), LIMITS[limit].attempts]))
	const running = await tx
		.select()
		.from(throttles)
		.where(and(inArray(throttles.key, [...attempts.keys()]), gte(throttles.windowEndsAt, now)))
	const full = running.filter(({ key, count }) => count >= (attempts.get(key) ?? 0))
	if (full.length > 0) return secondsUntil(Math.max(...full.map(row => row.windowEndsAt)), now)
	for (const limit of limits) await countAttemptIn(tx, limit, email, now)
	return undefined
}

/**
 * Counts an attempt at the codes emailed to an address, from a browser that was sent none of its own.
 * @returns whether a correct code may have been guessed: several codes would be accepted, and all browsers together
 * have made many attempts.
 */
export async function countMailedCodeTry(
	tx: Tx,
	{ email, purpose }: { email: string; purpose: CodePurpose },
	now: number,
): Promise<boolean> {
	/* Only an existing account needs the stricter rule. */
	if (purpose !== 'registration') return true
	return (await countAttemptIn(tx, 'mailedCodeTriesPerEmail', email, now)) !== undefined
}

/** The mailbox for a code, and its purpose; `accountId` if the flow is about an account. */
export type Mailbox = { purpose: CodePurpose; email: string; accountId: string | undefined }

function codeCounters({ purpose, email, accountId }: Mailbox, by: Caller): readonly Counter[] {
	const own = getKnownBrowser(accountId, by)
	if (own) return [['codesPerBrowser', `${purpose} ${own}`]]
	return [
		['codesPerEmailAndAddress', `${purpose}:${getEmailAndAddress(email, by.address)}`],
		['codesPerEmail', `${purpose}:${email}`],
	]
}

/**
 * Counts a requested code. It is an email to somebody's mailbox, so strangers share a limit; a browser of the owner has
 * its own.
 */
export async function countCode(tx: Tx, mailbox: Mailbox, by: Caller): Promise<TooMany | undefined> {
	return await countAll(tx, codeCounters(mailbox, by), by.now)
}

/** Takes back the request of a code that was entered successfully. */
export async function resetCodeAttempts(tx: Tx, mailbox: Mailbox, by: Caller): Promise<void> {
	for (const [limit, subject] of codeCounters(mailbox, by)) await resetAttempts(tx, limit, subject)
}

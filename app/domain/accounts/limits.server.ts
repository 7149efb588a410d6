import { addressBlock } from '~/server/address-block.server'
import { type Tx, write } from '~/server/db.server'
import type { KnownBrowser } from '~/server/request-context.server'
import { countIn, refundThrottle, throttleIn } from '~/server/throttle.server'
import { type CodePurpose, LIMITS, SLOW_DOWN, slowDownMs, tooManyText } from './rules'

/**
 * Who asks and when: `now` in UTC ms, the client's address, and the browser if accounts have signed in there before.
 * `client`: who keeps the session that comes of it; a client of the API has no cookies.
 */
export type Asking = {
	now: number
	address: string
	browser?: KnownBrowser | undefined
	client?: 'browser' | 'token'
}

type Limit = keyof typeof LIMITS
export type TooMany = { ok: false; message: string; retryAfter: number }

/** What one attempt is counted as. */
type Counter = readonly [limit: Limit, subject: string]

const keyOf = (limit: Limit, subject: string) =>
	`${limit}:${limit.endsWith('PerAddress') ? addressBlock(subject) : subject}`

/** Counts an attempt of `subject` (an e-mail or a client address). @returns the refusal when there were too many. */
export async function countAttempt(limit: Limit, subject: string, now: number): Promise<TooMany | undefined> {
	return await write(tx => countAttemptIn(tx, limit, subject, now))
}

/** {@link countAttempt} in the transaction that decides whether there is anything to count. */
export async function countAttemptIn(
	tx: Tx,
	limit: Limit,
	subject: string,
	now: number,
): Promise<TooMany | undefined> {
	const { attempts, seconds } = LIMITS[limit]
	const outcome = await throttleIn(tx, keyOf(limit, subject), attempts, seconds, now)
	if (outcome.ok) return undefined
	return { ok: false, message: tooManyText(outcome.retryAfter), retryAfter: outcome.retryAfter }
}

/** Takes an attempt back that ended well. */
export async function forgiveAttempt(tx: Tx, limit: Limit, subject: string): Promise<void> {
	await refundThrottle(tx, keyOf(limit, subject))
}

/** Counts in order, up to the first that refuses: what is refused there is not held against anybody else. */
async function countAll(tx: Tx, counters: readonly Counter[], now: number): Promise<TooMany | undefined> {
	for (const [limit, subject] of counters) {
		const refused = await countAttemptIn(tx, limit, subject, now)
		if (refused) return refused
	}
	return undefined
}

const both = (email: string, address: string) => `${email} ${addressBlock(address)}`

/** The browser's own name for an account that has signed in there before. */
function familiar(accountId: string | undefined, { browser }: Asking): string | undefined {
	return accountId && browser?.accounts.includes(accountId) ? `${accountId} ${browser.id}` : undefined
}

/** Whose password is tried; `accountId` if there is such an account. */
export type Target = { email: string; accountId: string | undefined }

function signInCounters({ email, accountId }: Target, by: Asking): readonly Counter[] {
	const own = familiar(accountId, by)
	if (own) return [['signInPerBrowser', own]]
	return [
		['signInPerAddress', by.address],
		['signInPerAccountAndAddress', both(email, by.address)],
	]
}

const strangersKey = (email: string) => `signInOfStrangers:${email}`

/**
 * Counts an attempt to log in (docs/decisions/0012). One in a browser that the account has signed in to before is
 * counted there alone; others by client address, by account and address, and over all addresses, where they only get
 * slower.
 * @returns how long to wait before the password is looked at, or the refusal.
 */
export async function countSignIn(
	target: Target,
	by: Asking,
): Promise<{ ok: true; waitMs: number; isFamiliar: boolean } | TooMany> {
	const isFamiliar = familiar(target.accountId, by) !== undefined
	return await write(async tx => {
		const refused = await countAll(tx, signInCounters(target, by), by.now)
		if (refused) return refused
		if (isFamiliar) return { ok: true, waitMs: 0, isFamiliar }
		const { most, seconds } = SLOW_DOWN
		const { count } = await countIn(tx, strangersKey(target.email), most, seconds, by.now)
		return { ok: true, waitMs: slowDownMs(count), isFamiliar }
	})
}

/** Takes an attempt to log in back: the password was right. */
export async function forgiveSignIn(tx: Tx, target: Target, by: Asking): Promise<void> {
	for (const [limit, subject] of signInCounters(target, by)) await forgiveAttempt(tx, limit, subject)
	if (!familiar(target.accountId, by)) await refundThrottle(tx, strangersKey(target.email))
}

/** Whose mailbox a code goes to, and what for; `accountId` if the flow is about an account. */
export type Mailbox = { purpose: CodePurpose; email: string; accountId: string | undefined }

function codeCounters({ purpose, email, accountId }: Mailbox, by: Asking): readonly Counter[] {
	const own = familiar(accountId, by)
	if (own) return [['codesPerBrowser', `${purpose} ${own}`]]
	return [
		['codesPerEmailAndAddress', `${purpose}:${both(email, by.address)}`],
		['codesPerEmail', `${purpose}:${email}`],
	]
}

/**
 * Counts a code that is asked for. It fills somebody's mailbox, so strangers share a limit; a browser of the owner has
 * its own.
 */
export async function countCode(tx: Tx, mailbox: Mailbox, by: Asking): Promise<TooMany | undefined> {
	return await countAll(tx, codeCounters(mailbox, by), by.now)
}

/** Takes a code back that was entered and has served. */
export async function forgiveCode(tx: Tx, mailbox: Mailbox, by: Asking): Promise<void> {
	for (const [limit, subject] of codeCounters(mailbox, by)) await forgiveAttempt(tx, limit, subject)
}

import { addressBlock } from '~/server/address-block.server'
import { type Tx, write } from '~/server/db.server'
import type { KnownBrowser } from '~/server/request-context.server'
import {
	countEvent,
	countAttempt as countOnTop,
	readWindows,
	refundThrottle,
	type Windows,
} from '~/server/throttle.server'
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
	return await countAll(tx, [[limit, subject]], now)
}

/** Takes an attempt back that ended well. */
export function forgiveAttempt(tx: Tx, limit: Limit, subject: string): void {
	refundThrottle(tx, keyOf(limit, subject))
}

const keysOf = (counters: readonly Counter[]) => counters.map(([limit, subject]) => keyOf(limit, subject))

async function countAll(tx: Tx, counters: readonly Counter[], now: number): Promise<TooMany | undefined> {
	return countOn(tx, await readWindows(tx, keysOf(counters), now), counters, now)
}

/** Counts in order, up to the first that refuses: what is refused there is not held against anybody else. */
function countOn(tx: Tx, windows: Windows, counters: readonly Counter[], now: number): TooMany | undefined {
	for (const [limit, subject] of counters) {
		const { attempts, seconds } = LIMITS[limit]
		const attempt = { key: keyOf(limit, subject), limit: attempts, windowSeconds: seconds }
		const outcome = countOnTop(tx, windows, attempt, now)
		if (!outcome.ok) {
			return { ok: false, message: tooManyText(outcome.retryAfter), retryAfter: outcome.retryAfter }
		}
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
		const counters = signInCounters(target, by)
		const key = strangersKey(target.email)
		const windows = await readWindows(tx, [...keysOf(counters), key], by.now)
		const refused = countOn(tx, windows, counters, by.now)
		if (refused) return refused
		if (isFamiliar) return { ok: true, waitMs: 0, isFamiliar }
		const { most, seconds } = SLOW_DOWN
		const { count } = countEvent(tx, windows, { key, most, windowSeconds: seconds }, by.now)
		return { ok: true, waitMs: slowDownMs(count), isFamiliar }
	})
}

/** Takes an attempt to log in back: the password was right. */
export function forgiveSignIn(tx: Tx, target: Target, by: Asking): void {
	for (const [limit, subject] of signInCounters(target, by)) forgiveAttempt(tx, limit, subject)
	if (!familiar(target.accountId, by)) refundThrottle(tx, strangersKey(target.email))
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
export function forgiveCode(tx: Tx, mailbox: Mailbox, by: Asking): void {
	for (const [limit, subject] of codeCounters(mailbox, by)) forgiveAttempt(tx, limit, subject)
}

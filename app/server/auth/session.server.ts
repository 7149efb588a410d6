import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Role } from '~/domain/accounts/rules'
import { db, type Tx, write } from '../db/db.server'
import { accounts, secondFactors, sessions, settings } from '../db/schema.server'
import { SESSION_SECONDS } from '../http/cookie-list.server'
import { plainCookie } from '../http/cookies.server'
import { memoizedForRequest, recordAccount, requestContext } from '../http/request-context.server'
import { log } from '../ops/log.server'

const TOUCH_EVERY_MS = 60 * 1000
/** More than anybody has; a program that signs in for each call reaches it in a minute. */
const MAX_SESSIONS = 100

/* The row decides when a session ends; the cookie lasts as long as browsers keep one. */
const cookie = plainCookie('session')

/** Hashes a random token: the database keeps no token itself. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

type Session = typeof sessions.$inferSelect

/**
 * Returns when a session ends without another visit, in UTC ms. Uses the account's current role. A key ends at its own
 * expiry.
 */
export function sessionEnd(session: Session, role: Role): number {
	return session.kind === 'key' ? session.expiresAt : getExpiry(session, role)
}

function getExpiry(
	{ signedInAt, lastSeenAt }: Pick<Session, 'signedInAt' | 'lastSeenAt'>,
	role: Role,
): number {
	const { idle, total } = SESSION_SECONDS[role]
	return Math.min(lastSeenAt + idle * 1000, signedInAt + total * 1000)
}

/**
 * Opens a session in the caller's transaction.
 * @returns the Set-Cookie value for a browser, or the token itself for an API client, which is shown only once.
 */
export async function openSession(
	tx: Tx,
	accountId: string,
	now: number,
	kind: 'browser' | 'token' = 'browser',
): Promise<string> {
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
	if (!account) throw new Error('There is no account to open a session for')
	const times = { signedInAt: now, lastSeenAt: now }
	await tx.delete(sessions).where(lt(sessions.expiresAt, now))
	await makeRoom(tx, accountId)
	const expiresAt = getExpiry(times, account.role)
	const token = await insertSession(tx, { accountId, kind, ...times, expiresAt })
	recordAccount(accountId)
	return kind === 'browser' ? await cookie.serialize(token) : token
}

/* Deletes the sessions that were used least recently. Keys are exempt: each is created by hand. */
async function makeRoom(tx: Tx, accountId: string): Promise<void> {
	const isTheirs = and(eq(sessions.accountId, accountId), ne(sessions.kind, 'key'))
	const kept = tx
		.select({ id: sessions.id })
		.from(sessions)
		.where(isTheirs)
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.signedInAt), desc(sessions.id))
		.limit(MAX_SESSIONS - 1)
	await tx.delete(sessions).where(and(isTheirs, notInArray(sessions.id, kept)))
}

/**
 * Creates an API key in the caller's transaction; it lasts until `expiresAt`.
 * @returns the key, which is shown only once.
 */
export async function openKey(
	tx: Tx,
	key: { accountId: string; name: string; isReadOnly: boolean; expiresAt: number; now: number },
): Promise<string> {
	const { now, ...values } = key
	return await insertSession(tx, { ...values, kind: 'key', signedInAt: now, lastSeenAt: now })
}

type NewSession = Omit<typeof sessions.$inferInsert, 'id' | 'tokenHash'>

async function insertSession(tx: Tx, values: NewSession): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const row = { id: randomUUID(), tokenHash: hashToken(token), ...values, ...getClient() }
	await tx.insert(sessions).values(row)
	return token
}

/** Reads the session token of a browser; its session may have ended. */
export async function sessionToken(request: Request): Promise<string | undefined> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	return typeof token === 'string' && token ? token : undefined
}

/** Reads the session of a browser's request, or undefined. Records the visit at most once a minute. */
export async function readSession(request: Request, now: number): Promise<SessionAccount | undefined> {
	const token = await sessionToken(request)
	return token ? await findSession(request, token, 'cookie', now) : undefined
}

/**
 * Reads the session of an API request from its bearer token. Cookies are not valid for the API, nor bearer tokens for
 * pages.
 */
export async function readBearer(request: Request, now: number): Promise<SessionAccount | undefined> {
	const [, token] = /^Bearer +([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
	if (!token) return undefined
	const find = () => findSession(request, token, 'bearer', now)
	return await memoizedForRequest('bearer', find)
}

/* Creating a key is no proof of a recent sign-in. */
const NEVER_PROVEN = 0

const byToken = db
	.select({
		session: sessions,
		account: {
			id: accounts.id,
			email: accounts.email,
			fullName: accounts.fullName,
			role: accounts.role,
			profileImageKey: accounts.profileImageKey,
			isGoogle: sql`${accounts.googleSubject} is not null`.mapWith(Boolean),
			hasPassword: sql`${accounts.passwordHash} is not null`.mapWith(Boolean),
		},
		secondFactorAt: secondFactors.confirmedAt,
		isRequired: sql`exists (
			select 1 from ${settings} where ${settings.key} = 'demandSecondFactor' and ${settings.value} = 'true'
		)`.mapWith(Boolean),
	})
	.from(sessions)
	.innerJoin(accounts, eq(accounts.id, sessions.accountId))
	.leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
	.where(
		and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql.placeholder('now'))),
	)
	.prepare()

export type SessionAccount = NonNullable<Awaited<ReturnType<typeof findSession>>>

async function findSession(request: Request, token: string, by: 'cookie' | 'bearer', now: number) {
	const [row] = await byToken.execute({ tokenHash: hashToken(token), now })
	if (!row || (row.session.kind === 'browser') !== (by === 'cookie')) return undefined
	if (sessionEnd(row.session, row.account.role) <= now) return undefined
	const { session, account } = row
	recordAccount(account.id)
	const context = requestContext()
	if (context) context.hasSessionEnded = () => hasEnded(session.id, account.role)
	if (isVisit(request)) recordVisit(session, account.role, now)
	const hasSecondFactor = row.secondFactorAt !== null
	return {
		...account,
		sessionId: session.id,
		/** UTC ms of the last proof of identity. */
		signedInAt: session.kind === 'key' ? NEVER_PROVEN : session.signedInAt,
		hasSecondFactor,
		/** Whether an administrator lacks the two-factor authentication that a setting requires (P39). */
		owesSecondFactor: account.role === 'admin' && !hasSecondFactor && row.isRequired,
		/** Whether it is a key that may not change anything. */
		isReadOnly: session.isReadOnly,
	}
}

async function hasEnded(sessionId: string, role: Role): Promise<boolean> {
	const [row] = await db
		.select({ role: accounts.role })
		.from(sessions)
		.innerJoin(accounts, eq(accounts.id, sessions.accountId))
		.where(eq(sessions.id, sessionId))
	return row?.role !== role
}

/* An open page polls for news every minute; that must not keep the session of an absent administrator alive. */
function isVisit(request: Request): boolean {
	return request.method !== 'GET' || request.headers.get('sec-fetch-dest') !== 'empty'
}

/* Not awaited: a database that accepts no writes must not keep readers out. */
function recordVisit(session: Session, role: Role, now: number): void {
	if (now - session.lastSeenAt < TOUCH_EVERY_MS) return
	const expiresAt = sessionEnd({ ...session, lastSeenAt: now }, role)
	const seen = { lastSeenAt: now, expiresAt, ...getClient() }
	const isOlder = and(eq(sessions.id, session.id), lt(sessions.lastSeenAt, now))
	write(async tx => tx.update(sessions).set(seen).where(isOlder)).catch(error =>
		log.error({ err: error }, 'a visit could not be recorded'),
	)
}

function getClient(): Pick<Session, 'address' | 'userAgent'> {
	const { address = null, userAgent = null } = requestContext() ?? {}
	return { address, userAgent }
}

/** Returns the Set-Cookie value that clears the session cookie. */
export function clearSession(): Promise<string> {
	return cookie.serialize('', { maxAge: 0 })
}

/**
 * Ends the session of a request, if any.
 * @returns the Set-Cookie value that clears the cookie.
 */
export async function endSession(request: Request): Promise<string> {
	const token = await sessionToken(request)
	if (token) await write(tx => tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(token))))
	return await clearSession()
}

/**
 * Ends all sessions of an account except `kept`.
 * @returns how many there were.
 */
export async function endAccountSessions(tx: Tx, accountId: string, kept?: string): Promise<number> {
	const isOther = kept ? ne(sessions.id, kept) : undefined
	const ended = await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), isOther))
	return ended.rowsAffected
}

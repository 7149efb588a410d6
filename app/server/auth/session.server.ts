import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, notInArray, sql } from 'drizzle-orm'
import { db, type Tx, write } from '../db/db.server'
import { accounts, secondFactors, sessions, settings } from '../db/schema.server'
import { HOUR_S, lifetimeText } from '../http/cookie-list.server'
import { hostCookie } from '../http/cookies.server'
import { memoizedForRequest, noteAccount, requestContext } from '../http/request-context.server'
import { log } from '../ops/log.server'

const DAY_S = 24 * HOUR_S
const TOUCH_EVERY_MS = 60 * 1000
/** More than anybody has; a program that logs in for each call has that many in a minute. */
const MOST_SESSIONS = 100

/** Session lifetimes without a visit and in all, in seconds. */
export const SESSION_SECONDS = {
	user: { idle: 14 * DAY_S, total: 30 * DAY_S },
	admin: { idle: HOUR_S / 2, total: 12 * HOUR_S },
} as const

export function sessionLifeText(role: Role): string {
	const { idle, total } = SESSION_SECONDS[role]
	return `A session ends after ${lifetimeText(idle)} without a visit, and after ${lifetimeText(total)} in any case.`
}

/* The row ends a session. The cookie outlives it, as long as browsers keep one. */
const cookie = hostCookie('session')
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

type Session = typeof sessions.$inferSelect
type Role = 'user' | 'admin'

/**
 * When a session ends without another visit, in UTC ms. Uses the account's current role. A key ends when its owner set
 * it to.
 */
export function sessionEnd(session: Session, role: Role): number {
	return session.kind === 'key' ? session.expiresAt : endOf(session, role)
}

function endOf({ signedInAt, lastSeenAt }: Pick<Session, 'signedInAt' | 'lastSeenAt'>, role: Role): number {
	const { idle, total } = SESSION_SECONDS[role]
	return Math.min(lastSeenAt + idle * 1000, signedInAt + total * 1000)
}

/**
 * Opens a session inside the caller's transaction.
 * @returns the Set-Cookie value for a browser, or for an API client the token itself, which is shown only once.
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
	const expiresAt = endOf(times, account.role)
	const token = await insertSession(tx, { accountId, kind, ...times, expiresAt })
	noteAccount(accountId)
	return kind === 'browser' ? await cookie.serialize(token) : token
}

/* Those that were seen last stay. Keys are made by hand, one by one. */
async function makeRoom(tx: Tx, accountId: string): Promise<void> {
	const isTheirs = and(eq(sessions.accountId, accountId), ne(sessions.kind, 'key'))
	const kept = tx
		.select({ id: sessions.id })
		.from(sessions)
		.where(isTheirs)
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.signedInAt), desc(sessions.id))
		.limit(MOST_SESSIONS - 1)
	await tx.delete(sessions).where(and(isTheirs, notInArray(sessions.id, kept)))
}

/**
 * Makes a key for the API, inside the caller's transaction; it lasts until `expiresAt`. @returns the key, which is
 * shown this once.
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
	const row = { id: randomUUID(), tokenHash: hash(token), ...values, ...clientOf() }
	await tx.insert(sessions).values(row)
	return token
}

/** The token that a browser brings, which may be of a session that is over. */
export async function sessionToken(request: Request): Promise<string | undefined> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	return typeof token === 'string' && token ? token : undefined
}

/** The session of a browser's request, or undefined. Notes the visit at most once a minute. */
export async function readSession(request: Request, now: number): Promise<SessionAccount | undefined> {
	const token = await sessionToken(request)
	return token ? await findSession(request, token, 'cookie', now) : undefined
}

/**
 * The session of a request of the API, by its bearer token alone: a cookie's token is worth nothing there, nor is this
 * one on pages.
 */
export async function readBearer(request: Request, now: number): Promise<SessionAccount | undefined> {
	const [, token] = /^Bearer +([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
	if (!token) return undefined
	const find = () => findSession(request, token, 'bearer', now)
	return await memoizedForRequest('bearer', find)
}

/* A new key is no proof of a recent sign-in. */
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
	const [row] = await byToken.execute({ tokenHash: hash(token), now })
	if (!row || (row.session.kind === 'browser') !== (by === 'cookie')) return undefined
	if (sessionEnd(row.session, row.account.role) <= now) return undefined
	const { session, account } = row
	noteAccount(account.id)
	if (isVisit(request)) noteVisit(session, account.role, now)
	const hasSecondFactor = row.secondFactorAt !== null
	return {
		...account,
		sessionId: session.id,
		/** UTC ms of the last proof of identity. */
		signedInAt: session.kind === 'key' ? NEVER_PROVEN : session.signedInAt,
		hasSecondFactor,
		/** An administrator without the second factor that the house requires of them (P39). */
		owesSecondFactor: account.role === 'admin' && !hasSecondFactor && row.isRequired,
		/** A key that may not change anything. */
		isReadOnly: session.isReadOnly,
	}
}

/* An open page asks for news every minute by itself; an administrator who has left the desk does not visit. */
function isVisit(request: Request): boolean {
	return request.method !== 'GET' || request.headers.get('sec-fetch-dest') !== 'empty'
}

/* Nobody waits for this: a database that takes no writes must not keep out those who only want to read. */
function noteVisit(session: Session, role: Role, now: number): void {
	if (now - session.lastSeenAt < TOUCH_EVERY_MS) return
	const expiresAt = sessionEnd({ ...session, lastSeenAt: now }, role)
	const seen = { lastSeenAt: now, expiresAt, ...clientOf() }
	const isOlder = and(eq(sessions.id, session.id), lt(sessions.lastSeenAt, now))
	write(async tx => tx.update(sessions).set(seen).where(isOlder)).catch(error =>
		log.error({ err: error }, 'a visit could not be recorded'),
	)
}

function clientOf(): Pick<Session, 'address' | 'userAgent'> {
	const { address = null, userAgent = null } = requestContext() ?? {}
	return { address, userAgent }
}

/** The Set-Cookie value that takes the token away. */
export function clearSession(): Promise<string> {
	return cookie.serialize('', { maxAge: 0 })
}

/** Ends the session of a request, if any. @returns the Set-Cookie value that clears the cookie. */
export async function endSession(request: Request): Promise<string> {
	const token = await sessionToken(request)
	if (token) await write(tx => tx.delete(sessions).where(eq(sessions.tokenHash, hash(token))))
	return await clearSession()
}

/** Ends all sessions of an account but `kept`. @returns how many there were. */
export async function endAccountSessions(tx: Tx, accountId: string, kept?: string): Promise<number> {
	const isOther = kept ? ne(sessions.id, kept) : undefined
	const ended = await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), isOther))
	return ended.rowsAffected
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
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

/** How long a session lasts without a visit, and in all, in seconds. */
export const SESSION_SECONDS = {
	user: { idle: 14 * DAY_S, total: 30 * DAY_S },
	admin: { idle: HOUR_S / 2, total: 12 * HOUR_S },
} as const

/** How long a session lasts, in words. */
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
 * Who keeps the token: a browser in its cookie, a client of the API since its log-in, or one that a person handed a key
 * to.
 */
export type SessionKind = Session['kind']

/** The account behind a signed-in browser or client. `signedInAt`: UTC ms of the last proof of identity. */
export type SessionAccount = {
	sessionId: string
	signedInAt: number
	id: string
	email: string
	fullName: string
	role: Role
	profileImageKey: string | null
	isGoogle: boolean
	hasPassword: boolean
	hasSecondFactor: boolean
	/** An administrator without the second factor that the house demands of them (P39). */
	owesSecondFactor: boolean
	/** A key that may not change anything. */
	isReadOnly: boolean
}

/**
 * When a session ends by itself, in UTC ms, if nobody comes again. The role is the one that the account has now. A key
 * has the end that its owner gave it.
 */
export function sessionEnd(
	session: Pick<Session, 'signedInAt' | 'lastSeenAt'> & Partial<Pick<Session, 'kind' | 'expiresAt'>>,
	role: Role,
) {
	const { signedInAt, lastSeenAt } = session
	if (session.kind === 'key' && session.expiresAt !== undefined) return session.expiresAt
	const { idle, total } = SESSION_SECONDS[role]
	return Math.min(lastSeenAt + idle * 1000, signedInAt + total * 1000)
}

/**
 * Opens a session inside the caller's transaction. `knownRole`: as it was read there. @returns what the client is to
 * keep: a browser the Set-Cookie value, a client of the API the token itself, which is shown this once.
 */
export async function openSession(
	tx: Tx,
	accountId: string,
	now: number,
	kind: Exclude<SessionKind, 'key'> = 'browser',
	knownRole?: Role,
): Promise<string> {
	const role = knownRole ?? (await roleOf(tx, accountId))
	const times = { signedInAt: now, lastSeenAt: now }
	await tx.delete(sessions).where(lt(sessions.expiresAt, now))
	await makeRoom(tx, accountId)
	const token = await insertSession(tx, {
		accountId,
		kind,
		...times,
		expiresAt: sessionEnd(times, role),
	})
	noteAccount(accountId)
	return kind === 'browser' ? await cookie.serialize(token) : token
}

async function roleOf(tx: Tx, accountId: string): Promise<Role> {
	const [account] = await tx.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, accountId))
	if (!account) throw new Error('There is no account to open a session for')
	return account.role
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
	const row = { id: randomUUID(), tokenHash: hash(token), ...values, ...whereFrom() }
	await tx.insert(sessions).values(row)
	return token
}

/** The session of a browser's request, or undefined. Notes the visit at most once a minute. */
export async function readSession(request: Request, now: number): Promise<SessionAccount | undefined> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	if (typeof token !== 'string' || !token) return undefined
	return await findSession(request, token, eq(sessions.kind, 'browser'), now)
}

/**
 * The session of a request of the API, by its bearer token alone: a cookie's token is worth nothing there, nor is this
 * one on pages.
 */
export async function readBearer(request: Request, now: number): Promise<SessionAccount | undefined> {
	const [, token] = /^Bearer +([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
	if (!token) return undefined
	const find = () => findSession(request, token, ne(sessions.kind, 'browser'), now)
	return await memoizedForRequest('bearer', find)
}

/* Whoever holds a key has proven nothing with it, however new it is. */
const NEVER_PROVEN = 0

async function findSession(
	request: Request,
	token: string,
	isKind: SQL,
	now: number,
): Promise<SessionAccount | undefined> {
	const [row] = await db
		.select({
			session: sessions,
			account: {
				id: accounts.id,
				email: accounts.email,
				fullName: accounts.fullName,
				role: accounts.role,
				profileImageKey: accounts.profileImageKey,
				isGoogle: sql<number>`${accounts.googleSubject} is not null`,
				hasPassword: sql<number>`${accounts.passwordHash} is not null`,
			},
			secondFactorAt: secondFactors.confirmedAt,
			isDemanded: sql`exists (
				select 1 from ${settings} where ${settings.key} = 'demandSecondFactor' and ${settings.value} = 'true'
			)`.mapWith(Boolean),
		})
		.from(sessions)
		.innerJoin(accounts, eq(accounts.id, sessions.accountId))
		.leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
		.where(and(eq(sessions.tokenHash, hash(token)), gt(sessions.expiresAt, now), isKind))
	if (!row) return undefined
	const { session, account } = row
	if (sessionEnd(session, account.role) <= now) return undefined
	noteAccount(account.id)
	if (isVisit(request)) noteVisit(session, account.role, now)
	return {
		sessionId: session.id,
		signedInAt: session.kind === 'key' ? NEVER_PROVEN : session.signedInAt,
		id: account.id,
		email: account.email,
		fullName: account.fullName,
		role: account.role,
		profileImageKey: account.profileImageKey,
		isGoogle: Boolean(account.isGoogle),
		hasPassword: Boolean(account.hasPassword),
		hasSecondFactor: row.secondFactorAt !== null,
		owesSecondFactor: account.role === 'admin' && row.secondFactorAt === null && row.isDemanded,
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
	const seen = { lastSeenAt: now, expiresAt, ...whereFrom() }
	const isOlder = and(eq(sessions.id, session.id), lt(sessions.lastSeenAt, now))
	write(async tx => tx.update(sessions).set(seen).where(isOlder)).catch(error =>
		log.error({ err: error }, 'a visit could not be noted'),
	)
}

function whereFrom(): Pick<Session, 'address' | 'userAgent'> {
	const { address = null, userAgent = null } = requestContext() ?? {}
	return { address, userAgent }
}

/** Whether a browser brings the token of a session, which may be over. */
export async function bringsSession(request: Request): Promise<boolean> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	return typeof token === 'string' && token !== ''
}

/** The Set-Cookie value that takes the token away. */
export function clearSession(): Promise<string> {
	return cookie.serialize('', { maxAge: 0 })
}

/** Ends the session of a request, if any. @returns the Set-Cookie value that clears the cookie. */
export async function endSession(request: Request): Promise<string> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	if (typeof token === 'string' && token) {
		await write(tx => tx.delete(sessions).where(eq(sessions.tokenHash, hash(token))))
	}
	return await clearSession()
}

/** Ends all sessions of an account but `exceptSessionId`. @returns how many there were. */
export async function endSessionsOf(tx: Tx, accountId: string, exceptSessionId?: string): Promise<number> {
	const ended = await tx
		.delete(sessions)
		.where(
			and(eq(sessions.accountId, accountId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined),
		)
		.returning({ id: sessions.id })
	return ended.length
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { plainCookie } from './cookies.server'
import { db, type Tx, write } from './db.server'
import { env } from './env.server'
import { log } from './log.server'
import { accounts, sessions } from './schema.server'

const LIFETIME_S = 14 * 24 * 60 * 60
const TOUCH_EVERY_MS = 60 * 60 * 1000

/* The row ends a session, and a visit extends it, so the cookie has to be there longer: as long as browsers keep one. */
const cookie = plainCookie(env.secureCookies ? '__Host-session' : 'session', { maxAge: 400 * 24 * 60 * 60 })
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The account behind a signed-in browser (decision 18). `signedInAt`: UTC ms of the last proof of identity. */
export type SessionAccount = {
	sessionId: string
	signedInAt: number
	id: string
	email: string
	fullName: string
	role: 'user' | 'admin'
	profileImageKey: string | null
	isGoogle: boolean
	hasPassword: boolean
}

/** Opens a session inside the caller's transaction. @returns the Set-Cookie value to send. */
export async function openSession(tx: Tx, accountId: string, now: number): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	await tx.delete(sessions).where(lt(sessions.expiresAt, now))
	await tx.insert(sessions).values({
		id: randomUUID(),
		tokenHash: hash(token),
		accountId,
		signedInAt: now,
		lastSeenAt: now,
		expiresAt: now + LIFETIME_S * 1000,
	})
	return await cookie.serialize(token)
}

/** The session of a request, or undefined. Extends its life at most once an hour. */
export async function readSession(request: Request, now: number): Promise<SessionAccount | undefined> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	if (typeof token !== 'string' || !token) return undefined
	const [row] = await db
		.select({ session: sessions, account: accounts })
		.from(sessions)
		.innerJoin(accounts, eq(accounts.id, sessions.accountId))
		.where(and(eq(sessions.tokenHash, hash(token)), gt(sessions.expiresAt, now)))
	if (!row) return undefined
	const { session, account } = row
	if (now - session.lastSeenAt > TOUCH_EVERY_MS) {
		// A database that takes no writes (a full disk) must not lock out those who only want to read.
		await write(tx =>
			tx
				.update(sessions)
				.set({ lastSeenAt: now, expiresAt: now + LIFETIME_S * 1000 })
				.where(eq(sessions.id, session.id)),
		).catch(error => log.error({ err: error }, 'a session could not be extended'))
	}
	return {
		sessionId: session.id,
		signedInAt: session.signedInAt,
		id: account.id,
		email: account.email,
		fullName: account.fullName,
		role: account.role,
		profileImageKey: account.profileImageKey,
		isGoogle: account.googleSubject !== null,
		hasPassword: account.passwordHash !== null,
	}
}

/** Ends the session of a request, if any. @returns the Set-Cookie value that clears the cookie. */
export async function endSession(request: Request): Promise<string> {
	const token: unknown = await cookie.parse(request.headers.get('cookie'))
	if (typeof token === 'string' && token) {
		await write(tx => tx.delete(sessions).where(eq(sessions.tokenHash, hash(token))))
	}
	return await cookie.serialize('', { maxAge: 0 })
}

/** Ends all sessions of an account but `exceptSessionId` (decision 22). */
export async function endSessionsOf(tx: Tx, accountId: string, exceptSessionId?: string): Promise<void> {
	await tx
		.delete(sessions)
		.where(
			and(eq(sessions.accountId, accountId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined),
		)
}

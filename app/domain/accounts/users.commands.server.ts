import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { accountMadeMail, roleChangedMail } from '~/domain/mail/account-mails'
import { hashPassword } from '~/server/auth/password.server'
import { endSessionsOf } from '~/server/auth/session.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { enqueueMail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { moveTo } from './profile/email-change.commands.server'
import {
	type Changer,
	type ProofRefusal,
	proveUnlessFresh,
	recheckChanger,
	setPassword,
} from './profile/password.commands.server'
import { countAdministrators, findOwner } from './queries.server'
import { BAD_PASSWORD, isFreshSignIn, isPersonalPassword, type Refused, staleSignIn } from './rules'
import type { Caller } from './sign-in/limits.server'
import type { ChangedUser, NewUser } from './users-schema'

/** The administrator who acts, and when (UTC ms). */
type By = { actor: { id: string; fullName: string }; now: number }

/**
 * With the moment in which they proved who they are: what opens other accounts takes a fresh sign-in, as one's own
 * does.
 */
type Signed = By & { actor: { signedInAt: number } }

export type UserRefusal = Refused<
	| 'taken'
	| 'unknown'
	| 'changed'
	| 'google'
	| 'self'
	| 'personal-password'
	| 'last-admin'
	| 'same-role'
	| 'stale-sign-in'
>

/**
 * Makes an account for somebody, on record. They get an email that says who did, and how to set a password of their
 * own.
 */
export async function createUser(
	{ firstName, lastName, email, password }: NewUser,
	{ actor, now }: By,
): Promise<{ ok: true; userId: string } | UserRefusal> {
	const passwordHash = await hashPassword(password)
	return await write(async tx => {
		if (await findOwner(email, tx)) return TAKEN
		const userId = randomUUID()
		const fullName = `${firstName} ${lastName}`
		await tx
			.insert(accounts)
			.values({ id: userId, email, fullName, passwordHash, role: 'user', createdAt: now })
		await record(tx, 'account.create', userId, { actor, now }, { email })
		const mail = accountMadeMail({ fullName, email, madeBy: actor.fullName, at: now, ...addresses() })
		await enqueueMail(tx, email, mail, { now })
		return { ok: true, userId }
	})
}

/**
 * Changes somebody else's name, address or password, on record. A new address or password ends their sessions, and they
 * are told. Who signs in with Google keeps the address.
 */
export async function changeUser(
	userId: string,
	{ name, email, password, version }: ChangedUser,
	{ actor, now }: Signed,
): Promise<{ ok: true } | UserRefusal> {
	if (userId === actor.id) return SELF
	const isFresh = isFreshSignIn(actor.signedInAt, now)
	if (password !== undefined && !isFresh) return STALE
	const passwordHash = password === undefined ? undefined : await hashPassword(password)
	return await write(async tx => {
		const user = await readLive(tx, userId)
		if (!user) return UNKNOWN
		const newEmail = email !== undefined && email !== user.email ? email : undefined
		if (newEmail !== undefined && user.googleSubject !== null) return GOOGLE
		if (newEmail !== undefined && !isFresh) return STALE
		if (newEmail !== undefined && (await findOwner(newEmail, tx))) return TAKEN
		const owner = { email: newEmail ?? user.email, fullName: name }
		if (password !== undefined && isPersonalPassword(password, owner)) return PERSONAL
		if (!(await raise(tx, user, version, { fullName: name }))) return CHANGED
		if (name !== user.fullName) {
			await record(tx, 'account.change', userId, { actor, now }, { from: user.fullName, to: name })
		}
		const present = { ...user, fullName: name }
		if (newEmail !== undefined) {
			await moveTo(tx, present, newEmail, { actorId: actor.id, now })
			await endSessionsOf(tx, userId)
		}
		if (passwordHash !== undefined) {
			const account = { ...present, email: owner.email }
			await setPassword(tx, {
				account,
				passwordHash,
				action: 'account.password-set',
				actorId: actor.id,
				now,
			})
		}
		return { ok: true }
	})
}

/**
 * Makes a member an administrator or the other way round, on record: never oneself, never the last one. Their sessions
 * end. The administrator's own password is asked for unless the sign-in is fresh.
 */
export async function changeRole(
	userId: string,
	{ role, version, currentPassword }: { role: 'user' | 'admin'; version: number; currentPassword: string },
	{ actor, ...caller }: Caller & { actor: Changer & { fullName: string } },
): Promise<{ ok: true } | UserRefusal | ProofRefusal> {
	const { now } = caller
	const proven = await proveUnlessFresh(actor, currentPassword, caller)
	if (!proven.ok) return proven
	return await write(async tx => {
		const user = await readLive(tx, userId)
		if (!user) return UNKNOWN
		const fixed = await whyRoleIsFixed(user, actor.id, tx)
		if (fixed) return fixed
		if (user.version !== version) return CHANGED
		if (user.role === role) return SAME_ROLE
		const still = await recheckChanger(tx, actor, proven.proof)
		if (!still.ok) return still
		if (!(await raise(tx, user, version, { role }))) return CHANGED
		await endSessionsOf(tx, userId)
		await record(tx, 'account.role', userId, { actor, now }, { from: user.role, to: role })
		const { loginUrl } = addresses()
		const facts = { fullName: user.fullName, role, changedBy: actor.fullName, at: now, loginUrl }
		await enqueueMail(tx, user.email, roleChangedMail(facts), { now })
		return { ok: true }
	})
}

/** Why an administrator cannot change the role of an account; undefined when they can. */
export async function whyRoleIsFixed(
	user: { id: string; role: 'user' | 'admin' },
	actorId: string,
	from: Readable = db,
): Promise<UserRefusal | undefined> {
	if (user.role === 'admin' && (await countAdministrators(from)) <= 1) return LAST
	return user.id === actorId ? SELF : undefined
}

async function readLive(tx: Tx, userId: string) {
	const [user] = await tx
		.select()
		.from(accounts)
		.where(and(eq(accounts.id, userId), isNull(accounts.deletedAt)))
	return user
}

/** Changes what the administrator saw, and nothing newer. @returns whether it was that. */
async function raise(
	tx: Tx,
	{ id }: { id: string },
	version: number,
	change: { fullName?: string; role?: 'user' | 'admin' },
): Promise<boolean> {
	const changed = await tx
		.update(accounts)
		.set({ ...change, version: sql`${accounts.version} + 1` })
		.where(and(eq(accounts.id, id), eq(accounts.version, version)))
		.returning({ id: accounts.id })
	return changed.length === 1
}

function addresses() {
	return { loginUrl: absoluteUrl('/login'), resetUrl: absoluteUrl('/forgot-password') }
}

async function record(
	tx: Tx,
	action: string,
	userId: string,
	{ actor, now }: By,
	detail: Record<string, unknown>,
): Promise<void> {
	const entry = { at: now, actorId: actor.id, action, detail }
	await audit(tx, { ...entry, subjectType: 'account', subjectId: userId })
}

const refusal = (code: UserRefusal['code'], message: string, field?: string): UserRefusal => ({
	ok: false,
	code,
	message,
	...(field ? { field } : {}),
})

const TAKEN = refusal('taken', 'There is an account with this address already', 'email')
const UNKNOWN = refusal('unknown', 'There is no such account.')
const CHANGED = refusal('changed', 'This account has changed since you opened it. Nothing has been changed.')
const GOOGLE = refusal('google', 'This user signed in with Google. Email cannot be updated.', 'email')
const SELF = refusal(
	'self',
	'Your own account is changed in the settings, your role by another administrator.',
)
const PERSONAL = refusal('personal-password', BAD_PASSWORD.personal, 'password')
const LAST = refusal('last-admin', 'The last administrator cannot become a member.')
const STALE = refusal('stale-sign-in', staleSignIn('you change this'))
const SAME_ROLE = refusal('same-role', 'This account has that role already.')

import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { accountMadeEmail, roleChangedEmail } from '~/domain/mail/account-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { hashPassword } from '~/server/auth/password.server'
import { endAccountSessions } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { accounts, auditEntries } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { applyNewEmail } from './profile/email-change.commands.server'
import {
	type AccountSession,
	recheckAccount,
	setPassword,
	verifyUnlessFresh,
} from './profile/password.commands.server'
import { countAdministrators, findAccountByEmail, findAccountById } from './queries.server'
import { ADMINISTRATORS_OWN, BAD_PASSWORD, isFreshSignIn, isPersonalPassword, staleSignIn } from './rules'
import type { Caller } from './sign-in/limits.server'
import type { ChangedUser, NewUser } from './users-schema'

/** The acting administrator, and when (UTC ms). */
type Administrator = { actor: { id: string; fullName: string }; now: number }

/**
 * Creates an account for somebody and records it. They get an email that says who did, and how to set a password of
 * their own.
 */
export async function createUser(
	{ firstName, lastName, email, password }: Pick<NewUser, 'firstName' | 'lastName' | 'email' | 'password'>,
	{ actor, now }: Administrator,
): Promise<{ ok: true; userId: string } | Refusal> {
	const passwordHash = await hashPassword(password)
	return await write(async tx => {
		if (await findAccountByEmail(email, tx)) return TAKEN
		const id = randomUUID()
		const fullName = `${firstName} ${lastName}`
		await tx.insert(accounts).values({ id, email, fullName, passwordHash, role: 'user', createdAt: now })
		await auditAccount(tx, id, 'account.create', now, { actorId: actor.id, detail: { email } })
		const urls = { loginUrl: absoluteUrl('/login'), resetUrl: absoluteUrl('/forgot-password') }
		const mail = accountMadeEmail({ fullName, email, madeBy: actor.fullName, at: now, ...urls })
		await enqueueEmail(tx, email, mail, { now })
		return { ok: true, userId: id }
	})
}

/**
 * Changes another account's name, address or password, and records it. A new address or password requires a recent
 * sign-in, ends the account's sessions and is emailed to its owner. Accounts that sign in with Google keep their
 * address, administrators both (P53).
 */
export async function changeUser(
	userId: string,
	{ name, email, password, version }: Omit<ChangedUser, 'confirmPassword'>,
	{ actor, now }: Administrator & { actor: { signedInAt: number } },
): Promise<{ ok: true } | Refusal> {
	if (userId === actor.id) return SELF
	const isFresh = isFreshSignIn(actor.signedInAt, now)
	if (password !== undefined && !isFresh) return STALE
	const passwordHash = password === undefined ? undefined : await hashPassword(password)
	return await write(async tx => {
		const user = await findAccountById(tx, userId)
		if (!user) return UNKNOWN
		const newEmail = email !== undefined && email !== user.email ? email : undefined
		if (user.role === 'admin' && (newEmail ?? password) !== undefined) return ADMINISTRATOR
		if (newEmail !== undefined) {
			if (user.googleSubject !== null) return GOOGLE
			if (!isFresh) return STALE
			if (await findAccountByEmail(newEmail, tx)) return TAKEN
		}
		const changed = { id: userId, email: newEmail ?? user.email, fullName: name }
		if (password !== undefined && isPersonalPassword(password, changed)) return PERSONAL
		const { rowsAffected } = await tx
			.update(accounts)
			.set({ fullName: name, version: sql`${accounts.version} + 1` })
			.where(and(eq(accounts.id, userId), eq(accounts.version, version)))
		if (rowsAffected !== 1) return CHANGED
		const by = { actorId: actor.id, now }
		if (name !== user.fullName) {
			const detail = { from: user.fullName, to: name }
			await auditAccount(tx, userId, 'account.change', now, { actorId: actor.id, detail })
		}
		if (newEmail !== undefined) {
			await applyNewEmail(tx, { ...user, fullName: name }, newEmail, by)
			await endAccountSessions(tx, userId)
		}
		if (passwordHash !== undefined) {
			await setPassword(tx, changed, { passwordHash, action: 'account.password-set', ...by })
		}
		return { ok: true }
	})
}

/**
 * Makes a member an administrator or vice versa, and records it: never oneself, never the last administrator. Ends the
 * account's sessions. Requires the administrator's own password unless the sign-in is recent. Repeating the last change
 * has no effect.
 */
export async function changeRole(
	userId: string,
	{ role, version, currentPassword }: { role: 'user' | 'admin'; version: number; currentPassword: string },
	{ actor, ...caller }: Caller & { actor: AccountSession & { fullName: string } },
): Promise<{ ok: true } | Refusal> {
	const proven = await verifyUnlessFresh(actor, currentPassword, caller)
	if (!proven.ok) return proven
	return await write(async tx => {
		const user = await findAccountById(tx, userId)
		if (!user) return UNKNOWN
		if (await isRoleSet(tx, user, { role, version, actorId: actor.id })) return { ok: true }
		const fixed = await whyRoleIsFixed(user, actor.id, tx)
		if (fixed) return fixed
		if (user.version !== version) return CHANGED
		if (user.role === role) return SAME_ROLE
		const still = await recheckAccount(tx, actor, proven)
		if (!still.ok) return still
		await setRole(tx, user, role, { actor, now: caller.now })
		return { ok: true }
	})
}

/* Tests whether the last change of an account's role was this one, by the same administrator. */
async function isRoleSet(
	tx: Tx,
	user: { id: string; role: 'user' | 'admin'; version: number },
	{ role, version, actorId }: { role: 'user' | 'admin'; version: number; actorId: string },
): Promise<boolean> {
	if (user.version !== version + 1 || user.role !== role) return false
	const [last] = await tx
		.select({ action: auditEntries.action, actorId: auditEntries.actorId })
		.from(auditEntries)
		.where(and(eq(auditEntries.subjectType, 'account'), eq(auditEntries.subjectId, user.id)))
		.orderBy(desc(auditEntries.id))
		.limit(1)
	return last?.action === 'account.role' && last.actorId === actorId
}

/** Changes an account's role and records it; ends its sessions and emails its owner. */
export async function setRole(
	tx: Tx,
	{ id, email, fullName, role: from }: typeof accounts.$inferSelect,
	role: 'user' | 'admin',
	{ actor, now }: { actor: { id: string | null; fullName: string }; now: number },
): Promise<void> {
	await tx
		.update(accounts)
		.set({ role, version: sql`${accounts.version} + 1` })
		.where(eq(accounts.id, id))
	await endAccountSessions(tx, id)
	await auditAccount(tx, id, 'account.role', now, { actorId: actor.id, detail: { from, to: role } })
	const facts = { fullName, role, changedBy: actor.fullName, at: now, loginUrl: absoluteUrl('/login') }
	await enqueueEmail(tx, email, roleChangedEmail(facts), { now })
}

/** Returns why an administrator cannot change the role of an account; undefined when they can. */
export async function whyRoleIsFixed(
	user: { id: string; role: 'user' | 'admin' },
	actorId: string,
	from: Readable = db,
): Promise<Refusal | undefined> {
	if (user.role === 'admin' && (await countAdministrators(from)) <= 1) return LAST
	return user.id === actorId ? SELF : undefined
}

const TAKEN = refusal('taken', 'There is already an account with this address', 'email')
const UNKNOWN = refusal('unknown', 'There is no such account.')
const CHANGED = refusal('changed', 'This account has changed since you opened it. Nothing has been changed.')
const GOOGLE = refusal('google', 'This user signed in with Google. Email cannot be updated.', 'email')
const SELF = refusal(
	'self',
	'Your own account is changed in the settings, your role by another administrator.',
)
const ADMINISTRATOR = refusal('administrator', ADMINISTRATORS_OWN)
const PERSONAL = refusal('personal-password', BAD_PASSWORD.personal, 'password')
const LAST = refusal('last-admin', 'The last administrator cannot become a member.')
const STALE = refusal('stale-sign-in', staleSignIn('you change this'))
const SAME_ROLE = refusal('same-role', 'This account already has that role.')

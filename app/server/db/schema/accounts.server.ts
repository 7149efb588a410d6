import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checkValues, flag, id, time } from './columns.server'

const ROLES = ['user', 'admin'] as const
const PURPOSES = ['registration', 'reset', 'email-change', 'sign-in', 'second-factor', 'google-link'] as const
const SESSION_KINDS = ['browser', 'token', 'key'] as const

/** A column that names an account. */
export const accountRef = (name: string) => text(name).references(() => accounts.id)

/**
 * Members and administrators. `email` is stored in lower case. `deletedAt`: a deleted account stays as a tombstone
 * (P41) with the address `deleted:<id>`, so that the real one is free.
 */
export const accounts = sqliteTable(
	'accounts',
	{
		id: id(),
		email: text('email').notNull().unique(),
		fullName: text('full_name').notNull(),
		passwordHash: text('password_hash'),
		role: text('role', { enum: ROLES }).notNull(),
		googleSubject: text('google_subject').unique(),
		profileImageKey: text('profile_image_key'),
		phone: text('phone'),
		/** Whether the public pages of its blocks name the owner. */
		isNamePublic: flag('is_name_public').notNull().default(false),
		/** Incremented by every change that an administrator makes. */
		version: integer('version').notNull().default(1),
		createdAt: time('created_at').notNull(),
		deletedAt: time('deleted_at'),
	},
	table => [
		index('accounts_profile_image').on(table.profileImageKey),
		index('accounts_listed').on(table.createdAt).where(sql`${table.deletedAt} is null`),
		index('accounts_admins').on(table.id).where(sql`${table.role} = 'admin' and ${table.deletedAt} is null`),
		checkValues('accounts_role', table.role, ROLES),
	],
)

/**
 * Sessions of browsers and API clients. The client keeps the token (a browser in its cookie); this table stores its
 * SHA-256. `kind`: a `key` is created by hand and has a name and an expiry of its own.
 */
export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		tokenHash: text('token_hash').notNull().unique(),
		accountId: accountRef('account_id').notNull(),
		signedInAt: time('signed_in_at').notNull(),
		lastSeenAt: time('last_seen_at').notNull(),
		expiresAt: time('expires_at').notNull(),
		/** The address last seen, shown in the account's own list of sessions. */
		address: text('address'),
		userAgent: text('user_agent'),
		kind: text('kind', { enum: SESSION_KINDS }).notNull().default('browser'),
		name: text('name'),
		isReadOnly: flag('is_read_only').notNull().default(false),
	},
	table => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
)

/** Authenticator apps (P39). `secret` is encrypted; the time step of a code can be used once. */
export const secondFactors = sqliteTable('second_factors', {
	accountId: accountRef('account_id').primaryKey(),
	secret: text('secret').notNull(),
	lastStep: integer('last_step').notNull().default(0),
	createdAt: time('created_at').notNull(),
	/** Null until the first code was entered; sign-in does not ask for a code before that. */
	confirmedAt: time('confirmed_at'),
})

/** Codes to sign in with when the authenticator is lost. Each works once. */
export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		id: id(),
		accountId: accountRef('account_id').notNull(),
		codeHash: text('code_hash').notNull(),
		usedAt: time('used_at'),
	},
	table => [index('recovery_codes_account').on(table.accountId)],
)

/**
 * One-time codes and sign-in tokens (P34). The state is kept here; a signed cookie holds only the id. `payload`: data
 * needed on success, such as the name and password hash of a registration.
 */
export const challenges = sqliteTable(
	'challenges',
	{
		id: id(),
		purpose: text('purpose', { enum: PURPOSES }).notNull(),
		email: text('email').notNull(),
		accountId: accountRef('account_id'),
		codeHash: text('code_hash'),
		payload: text('payload', { mode: 'json' }).$type<Record<string, string>>(),
		attempts: integer('attempts').notNull().default(0),
		createdAt: time('created_at').notNull(),
		resendAfter: time('resend_after').notNull(),
		expiresAt: time('expires_at').notNull(),
		verifiedAt: time('verified_at'),
		consumedAt: time('consumed_at'),
		/** The network of an API client, which has no cookie to hold the id; null for a browser. */
		askedFrom: text('asked_from'),
	},
	table => [
		index('challenges_email').on(table.email, table.purpose),
		index('challenges_expiry').on(table.expiresAt),
		checkValues('challenges_purpose', table.purpose, PURPOSES),
	],
)

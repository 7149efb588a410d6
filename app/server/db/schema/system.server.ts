import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { accountRef } from './accounts.server'
import { checkValues, flag, id, time } from './columns.server'
import { orderRef } from './orders.server'

/** The subjects of notes. */
const NOTE_SUBJECTS = ['order', 'account'] as const

/** Settings of the operator: one row per key, JSON values. domain/settings defines keys, shapes and defaults. */
export const settings = sqliteTable('settings', {
	key: text('key').primaryKey(),
	value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
	updatedAt: time('updated_at').notNull(),
})

/** Emails that wait for delivery or have been delivered. Written in the transaction that causes them. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: id(),
		/** A second email with the same key is not written: one email per event. */
		dedupeKey: text('dedupe_key').unique(),
		kind: text('kind').notNull(),
		recipient: text('recipient').notNull(),
		replyTo: text('reply_to'),
		subject: text('subject').notNull(),
		text: text('text').notNull(),
		html: text('html').notNull(),
		/** The order it is about; null: none, or several. */
		orderId: orderRef('order_id'),
		attempts: integer('attempts').notNull().default(0),
		createdAt: time('created_at').notNull(),
		nextAttemptAt: time('next_attempt_at').notNull(),
		lockedUntil: time('locked_until'),
		sentAt: time('sent_at'),
		failedAt: time('failed_at'),
		lastError: text('last_error'),
	},
	table => [
		index('outbox_due')
			.on(table.nextAttemptAt)
			.where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
		index('outbox_created').on(table.createdAt),
		index('outbox_order').on(table.orderId, table.createdAt).where(sql`${table.orderId} is not null`),
		index('outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
		index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
	],
)

/** Administrators' notes about an order or an account; nobody else reads them. */
export const notes = sqliteTable(
	'notes',
	{
		id: id(),
		subjectType: text('subject_type', { enum: NOTE_SUBJECTS }).notNull(),
		subjectId: text('subject_id').notNull(),
		authorId: accountRef('author_id').notNull(),
		text: text('text').notNull(),
		createdAt: time('created_at').notNull(),
	},
	table => [
		index('notes_subject').on(table.subjectType, table.subjectId, table.createdAt),
		checkValues('notes_subject_known', table.subjectType, NOTE_SUBJECTS),
	],
)

/** Messages from the contact page, which are also emailed to the operator. */
export const contactMessages = sqliteTable(
	'contact_messages',
	{
		id: id(),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email').notNull(),
		message: text('message').notNull(),
		address: text('address'),
		createdAt: time('created_at').notNull(),
	},
	table => [index('contact_messages_created').on(table.createdAt)],
)

/** Counters of attempts per key and time window. */
export const throttles = sqliteTable(
	'throttles',
	{
		key: text('key').primaryKey(),
		count: integer('count').notNull(),
		windowEndsAt: time('window_ends_at').notNull(),
	},
	table => [index('throttles_window').on(table.windowEndsAt)],
)

/** Audit log: who did what to which subject, when, from where. Append-only. */
export const auditEntries = sqliteTable(
	'audit_entries',
	{
		id: id(),
		at: time('at').notNull(),
		actorId: text('actor_id'),
		action: text('action').notNull(),
		subjectType: text('subject_type').notNull(),
		subjectId: text('subject_id').notNull(),
		detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>(),
		address: text('address'),
		requestId: text('request_id'),
	},
	table => [
		index('audit_subject').on(table.subjectId, table.at),
		index('audit_actor').on(table.actorId, table.at),
		index('audit_kind').on(table.subjectType, table.at),
		index('audit_action').on(table.action, table.at),
		index('audit_address').on(table.address, table.at),
		index('audit_at').on(table.at),
	],
)

/** Form input that is restored for its account within an hour. The table keeps an earlier name. */
export const restoredForms = sqliteTable(
	'carried_forms',
	{
		id: id(),
		accountId: accountRef('account_id').notNull(),
		/** The page with the form: path and query. */
		path: text('path').notNull(),
		fields: text('fields', { mode: 'json' }).$type<[name: string, value: string][]>().notNull(),
		/** Whether the form had files, which are not kept. */
		hadFiles: flag('had_files').notNull(),
		/** The status and the errors by field; null: the form was interrupted by the end of its session. */
		reply: text('reply', { mode: 'json' }).$type<{ status: number; error: Record<string, string[]> }>(),
		createdAt: time('created_at').notNull(),
	},
	table => [
		index('carried_forms_account').on(table.accountId),
		index('carried_forms_created').on(table.createdAt),
	],
)

/** API answers to writes with an Idempotency-Key: one effect per account and key. `status` null: still running. */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		accountId: accountRef('account_id').notNull(),
		key: text('key').notNull(),
		/** Hash of the request: a different request with the same key is refused. */
		requestHash: text('request_hash').notNull(),
		status: integer('status'),
		body: text('body'),
		/** The ids of the requests that worked on it, which find what they committed in the audit log. */
		requestIds: text('request_ids', { mode: 'json' }).$type<string[]>().notNull().default([]),
		/** When it was claimed, or last renewed by the process that runs it. */
		createdAt: time('created_at').notNull(),
	},
	table => [
		primaryKey({ columns: [table.accountId, table.key] }),
		index('idempotency_keys_created').on(table.createdAt),
	],
)

/** The process that runs a job (only one may) and when its claim ends. */
export const leases = sqliteTable('leases', {
	name: text('name').primaryKey(),
	holder: text('holder').notNull(),
	until: time('until').notNull(),
})

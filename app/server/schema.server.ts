import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CellType } from '~/domain/grid/layout'

/* Times are UTC milliseconds, money is integer pence, ids are UUIDs unless said otherwise. No ON DELETE CASCADE: nothing
   that was sold or decided disappears by accident. */

const id = () => text('id').primaryKey()
const time = (name: string) => integer(name)
const flag = (name: string) => integer(name, { mode: 'boolean' })
const cellType = (name: string) => text(name).$type<CellType>()

/** Members and administrators. `email` is stored in lower case. */
export const accounts = sqliteTable('accounts', {
	id: id(),
	email: text('email').notNull().unique(),
	fullName: text('full_name').notNull(),
	passwordHash: text('password_hash'),
	role: text('role', { enum: ['user', 'admin'] }).notNull(),
	googleSubject: text('google_subject').unique(),
	profileImageKey: text('profile_image_key'),
	phone: text('phone'),
	createdAt: time('created_at').notNull(),
})

/** Signed-in browsers. The cookie holds the token, this table its SHA-256. */
export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		tokenHash: text('token_hash').notNull().unique(),
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		signedInAt: time('signed_in_at').notNull(),
		lastSeenAt: time('last_seen_at').notNull(),
		expiresAt: time('expires_at').notNull(),
	},
	table => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
)

/**
 * One-time codes and sign-in tokens (decisions 20, 21, 26, 33): the truth about them is here, a signed cookie holds only the id. `payload` carries
 * what happens on success (a registration's name and password hash).
 */
export const challenges = sqliteTable(
	'challenges',
	{
		id: id(),
		purpose: text('purpose', { enum: ['registration', 'reset', 'email-change', 'sign-in'] }).notNull(),
		email: text('email').notNull(),
		accountId: text('account_id').references(() => accounts.id),
		codeHash: text('code_hash'),
		payload: text('payload', { mode: 'json' }).$type<Record<string, string>>(),
		attempts: integer('attempts').notNull().default(0),
		createdAt: time('created_at').notNull(),
		resendAfter: time('resend_after').notNull(),
		expiresAt: time('expires_at').notNull(),
		verifiedAt: time('verified_at'),
		consumedAt: time('consumed_at'),
	},
	table => [
		index('challenges_email').on(table.email, table.purpose),
		index('challenges_expiry').on(table.expiresAt),
	],
)

/** The price of one cell of each type. */
export const pixelPrices = sqliteTable('pixel_prices', {
	type: cellType('type').primaryKey(),
	pence: integer('pence').notNull(),
	updatedAt: time('updated_at').notNull(),
})

/** Settings of the operator, one row a key, JSON values; domain/settings knows keys, shapes and defaults. */
export const settings = sqliteTable('settings', {
	key: text('key').primaryKey(),
	value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
	updatedAt: time('updated_at').notNull(),
})

/** Files in the store. A row is written only after the bytes are stored. */
export const files = sqliteTable('files', {
	key: text('key').primaryKey(),
	kind: text('kind', { enum: ['receipt', 'creative', 'profile'] }).notNull(),
	mime: text('mime').notNull(),
	bytes: integer('bytes').notNull(),
	name: text('name').notNull(),
	width: integer('width'),
	height: integer('height'),
	accountId: text('account_id').references(() => accounts.id),
	createdAt: time('created_at').notNull(),
})

/** What a holder shows on a block (decision 17). `accountId` null: the house. */
export const creatives = sqliteTable('creatives', {
	id: id(),
	accountId: text('account_id').references(() => accounts.id),
	description: text('description').notNull(),
	link: text('link').notNull(),
	imageKey: text('image_key').references(() => files.key),
	createdAt: time('created_at').notNull(),
	updatedAt: time('updated_at').notNull(),
})

/**
 * A cell is taken if and only if it has its row here; the primary key is the cell, so two holders are impossible.
 * `hold`: for `orderId` until `holdUntil` (over the moment that has passed, swept or not). `owned`: by `accountId`, bought
 * with `orderId` if any. `house`: reserved by an administrator, `accountId` null.
 */
export const cellHolders = sqliteTable(
	'cell_holders',
	{
		cell: integer('cell').primaryKey(),
		kind: text('kind', { enum: ['hold', 'owned', 'house'] }).notNull(),
		accountId: text('account_id').references(() => accounts.id),
		orderId: text('order_id').references(() => orders.id),
		holdUntil: time('hold_until'),
		creativeId: text('creative_id').references(() => creatives.id),
		since: time('since').notNull(),
	},
	table => [
		index('cell_holders_account').on(table.accountId),
		index('cell_holders_order').on(table.orderId),
		index('cell_holders_hold').on(table.holdUntil),
		index('cell_holders_creative').on(table.creativeId),
		check('cell_holders_house', sql`(${table.kind} = 'house') = (${table.accountId} is null)`),
		check('cell_holders_until', sql`(${table.kind} = 'hold') = (${table.holdUntil} is not null)`),
	],
)

export const coupons = sqliteTable(
	'coupons',
	{
		id: id(),
		code: text('code').notNull(),
		type: text('type', { enum: ['percentage', 'fixed'] }).notNull(),
		/** Hundredths of a percent (1050 is 10.5 %), or pence. */
		discount: integer('discount').notNull(),
		minPurchasePence: integer('min_purchase_pence').notNull(),
		startsAt: time('starts_at').notNull(),
		endsAt: time('ends_at').notNull(),
		isActive: flag('is_active').notNull(),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
	},
	table => [uniqueIndex('coupons_code').on(sql`upper(${table.code})`)],
)

/**
 * One purchase. `open` while the buyer is in the checkout, `abandoned` when another checkout replaced it, then decision 9:
 * pending, approved, rejected, failed. Prices, coupon and totals are fixed when the checkout opens (decision 30).
 */
export const orders = sqliteTable(
	'orders',
	{
		id: id(),
		/** Quoted in the bank transfer: no look-alike characters, the last one a check character (decision 29). */
		reference: text('reference').notNull().unique(),
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		status: text('status', {
			enum: ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed'],
		}).notNull(),
		/** Raised by every change; a decision carries the version it saw (decision 32). */
		version: integer('version').notNull().default(1),
		subtotalPence: integer('subtotal_pence').notNull(),
		discountPence: integer('discount_pence').notNull().default(0),
		totalPence: integer('total_pence').notNull(),
		couponId: text('coupon_id').references(() => coupons.id),
		couponCode: text('coupon_code'),
		/** "Next" at step 1: the bank details were shown, so a receipt may come. */
		proceededAt: time('proceeded_at'),
		/** The hold: from, until, and when it was given up before that. */
		heldAt: time('held_at'),
		holdUntil: time('hold_until'),
		holdEndedAt: time('hold_ended_at'),
		name: text('name'),
		email: text('email'),
		contactNo: text('contact_no'),
		country: text('country'),
		bankName: text('bank_name'),
		bankAccountNo: text('bank_account_no'),
		paymentId: text('payment_id'),
		paymentReceiptKey: text('payment_receipt_key').references(() => files.key),
		swiftReceiptKey: text('swift_receipt_key').references(() => files.key),
		createdAt: time('created_at').notNull(),
		submittedAt: time('submitted_at'),
		decidedAt: time('decided_at'),
		decidedBy: text('decided_by').references(() => accounts.id),
		failureReason: text('failure_reason'),
	},
	table => [
		uniqueIndex('orders_one_open').on(table.accountId).where(sql`${table.status} = 'open'`),
		index('orders_account').on(table.accountId, table.submittedAt),
		index('orders_submitted').on(table.submittedAt),
		index('orders_payment_id').on(table.paymentId),
		index('orders_status').on(table.status, table.submittedAt, table.totalPence),
	],
)

/** The cells of an order at the price they had when the checkout opened. */
export const orderCells = sqliteTable(
	'order_cells',
	{
		orderId: text('order_id')
			.notNull()
			.references(() => orders.id),
		cell: integer('cell').notNull(),
		type: cellType('type').notNull(),
		pricePence: integer('price_pence').notNull(),
	},
	table => [primaryKey({ columns: [table.orderId, table.cell] }), index('order_cells_cell').on(table.cell)],
)

/** Invitations by e-mail to take over cells, for good or (`till`) until a time. `senderId` null: the house. */
export const transfers = sqliteTable(
	'transfers',
	{
		id: id(),
		senderId: text('sender_id').references(() => accounts.id),
		recipientEmail: text('recipient_email').notNull(),
		status: text('status', { enum: ['open', 'accepted', 'rejected', 'withdrawn'] }).notNull(),
		version: integer('version').notNull().default(1),
		till: time('till'),
		createdAt: time('created_at').notNull(),
		decidedAt: time('decided_at'),
	},
	table => [
		index('transfers_recipient').on(table.recipientEmail, table.status),
		index('transfers_sender').on(table.senderId),
	],
)

/** Cells of a transfer. `open` is 1 while the transfer waits and null after, so a cell is in one open transfer at most. */
export const transferCells = sqliteTable(
	'transfer_cells',
	{
		transferId: text('transfer_id')
			.notNull()
			.references(() => transfers.id),
		cell: integer('cell').notNull(),
		open: integer('open'),
		/** The list price when the transfer was accepted: what history and revenue show. Null before. */
		pricePence: integer('price_pence'),
	},
	table => [
		primaryKey({ columns: [table.transferId, table.cell] }),
		uniqueIndex('transfer_cells_one_open').on(table.cell, table.open),
	],
)

/** One row: a counter that triggers raise at every change a grid could show. Caches of the grid are keyed by it. */
export const gridState = sqliteTable('grid_state', {
	id: integer('id').primaryKey(),
	version: integer('version').notNull(),
})

/**
 * What each composed picture of the grid is made of, by the hash in its address, so that any process can make any of its
 * sizes at any time. Old ones are removed.
 */
export const gridPictures = sqliteTable('grid_pictures', {
	hash: text('hash').primaryKey(),
	recipe: text('recipe', { mode: 'json' }).$type<{ image: string; cells: number[] }[]>().notNull(),
	createdAt: time('created_at').notNull(),
})

/** Mails waiting for, or past, delivery. Written in the transaction that causes them. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: id(),
		/** A second mail with the same key is not written: one event, one mail. */
		dedupeKey: text('dedupe_key').unique(),
		kind: text('kind').notNull(),
		recipient: text('recipient').notNull(),
		replyTo: text('reply_to'),
		subject: text('subject').notNull(),
		text: text('text').notNull(),
		html: text('html').notNull(),
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
		index('outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
		index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
	],
)

/** What visitors wrote on the contact page; the operator gets each by mail as well. */
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

/** Payment tokens (decision 25) that have been shown once. */
export const spentPaymentTokens = sqliteTable('spent_payment_tokens', {
	id: id(),
	spentAt: time('spent_at').notNull(),
})

/** Counters of attempts per key and window of time. */
export const throttles = sqliteTable(
	'throttles',
	{
		key: text('key').primaryKey(),
		count: integer('count').notNull(),
		windowEndsAt: time('window_ends_at').notNull(),
	},
	table => [index('throttles_window').on(table.windowEndsAt)],
)

/** Who did what to which subject, when, from where. Rows are only ever added. */
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
	table => [index('audit_subject').on(table.subjectType, table.subjectId), index('audit_at').on(table.at)],
)

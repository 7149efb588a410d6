import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { CellType } from '~/domain/grid/layout'

/* Times are UTC milliseconds, money is integer pence, ids are UUIDs unless said otherwise. No ON DELETE CASCADE:
   nothing that was sold or decided disappears by accident. */

const id = () => text('id').primaryKey()
const time = (name: string) => integer(name)
const flag = (name: string) => integer(name, { mode: 'boolean' })
const cellType = (name: string) => text(name).$type<CellType>()

const ROLES = ['user', 'admin'] as const
const PURPOSES = ['registration', 'reset', 'email-change', 'sign-in', 'second-factor', 'google-link'] as const
const SESSION_KINDS = ['browser', 'token', 'key'] as const
const FILE_KINDS = ['receipt', 'creative', 'profile'] as const
const HOLDER_KINDS = ['hold', 'owned', 'house'] as const
const COUPON_TYPES = ['percentage', 'fixed'] as const
const ORDER_STATUSES = ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed'] as const
const TRANSFER_STATUSES = ['open', 'accepted', 'rejected', 'withdrawn', 'expired'] as const
const CELL_TYPES = ['large', 'medium', 'small', 'tiny'] as const satisfies CellType[]
const STATEMENT_FORMATS = ['camt', 'mt940', 'ofx', 'csv'] as const
const EVENT_KINDS = [
	'bought',
	'approved',
	'rejected',
	'transferred',
	'lent',
	'returned',
	'reserved',
	'restored',
	'deleted',
	'account-deleted',
] as const

/** The values that an enum column may have, as a CHECK: TypeScript alone does not bind hand-written SQL. */
const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
	check(name, sql`${column} in (${sql.raw(values.map(value => `'${value}'`).join(', '))})`)

/**
 * Members and administrators. `email` is stored in lower case. `deletedAt`: a tombstone (decision 40) whose address
 * reads `deleted:<id>`, so that the real one is free.
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
		/** Raised by every change that an administrator makes. */
		version: integer('version').notNull().default(1),
		createdAt: time('created_at').notNull(),
		deletedAt: time('deleted_at'),
	},
	table => [
		index('accounts_profile_image').on(table.profileImageKey),
		index('accounts_listed').on(table.createdAt).where(sql`${table.deletedAt} is null`),
		index('accounts_admins').on(table.id).where(sql`${table.role} = 'admin' and ${table.deletedAt} is null`),
		oneOf('accounts_role', table.role, ROLES),
	],
)

/**
 * Signed-in browsers, and clients of the API. The cookie holds the token, or the client does; this table its SHA-256.
 * `kind`: a `key` was made by hand, with a name and an end of its own.
 */
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
		/** Where it was last seen from: for the person's own list of sessions (decision 50). */
		address: text('address'),
		userAgent: text('user_agent'),
		kind: text('kind', { enum: SESSION_KINDS }).notNull().default('browser'),
		name: text('name'),
		isReadOnly: flag('is_read_only').notNull().default(false),
	},
	table => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
)

/** Authenticator apps (decision 51). `secret` is encrypted; a code's time step is used once. */
export const secondFactors = sqliteTable('second_factors', {
	accountId: text('account_id')
		.primaryKey()
		.references(() => accounts.id),
	secret: text('secret').notNull(),
	lastStep: integer('last_step').notNull().default(0),
	createdAt: time('created_at').notNull(),
	/** Null until the first code was entered: before that sign-in does not ask for one. */
	confirmedAt: time('confirmed_at'),
})

/** Codes for the day on which the authenticator is lost. Each works once. */
export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		id: id(),
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		codeHash: text('code_hash').notNull(),
		usedAt: time('used_at'),
	},
	table => [index('recovery_codes_account').on(table.accountId)],
)

/**
 * One-time codes and sign-in tokens (decisions 20, 21, 26, 33): the truth about them is here, a signed cookie holds
 * only the id. `payload` carries what happens on success (a registration's name and password hash).
 */
export const challenges = sqliteTable(
	'challenges',
	{
		id: id(),
		purpose: text('purpose', { enum: PURPOSES }).notNull(),
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
		/** The network of a client of the API, which has no cookie to hold the id; null: a browser asked. */
		askedFrom: text('asked_from'),
	},
	table => [
		index('challenges_email').on(table.email, table.purpose),
		index('challenges_expiry').on(table.expiresAt),
		oneOf('challenges_purpose', table.purpose, PURPOSES),
	],
)

/** The price of one cell of each type. */
export const pixelPrices = sqliteTable(
	'pixel_prices',
	{
		type: cellType('type').primaryKey(),
		pence: integer('pence').notNull(),
		/** Raised by every change, so that of two administrators one is told. */
		version: integer('version').notNull().default(1),
		updatedAt: time('updated_at').notNull(),
	},
	table => [
		oneOf('pixel_prices_type', table.type, CELL_TYPES),
		check('pixel_prices_pence', sql`${table.pence} > 0`),
	],
)

/** Settings of the operator, one row a key, JSON values; domain/settings knows keys, shapes and defaults. */
export const settings = sqliteTable('settings', {
	key: text('key').primaryKey(),
	value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
	updatedAt: time('updated_at').notNull(),
})

/** Files in the store. A row is written only after the bytes are stored. */
export const files = sqliteTable(
	'files',
	{
		key: text('key').primaryKey(),
		kind: text('kind', { enum: FILE_KINDS }).notNull(),
		mime: text('mime').notNull(),
		bytes: integer('bytes').notNull(),
		name: text('name').notNull(),
		width: integer('width'),
		height: integer('height'),
		accountId: text('account_id').references(() => accounts.id),
		createdAt: time('created_at').notNull(),
	},
	table => [index('files_account').on(table.accountId), oneOf('files_kind', table.kind, FILE_KINDS)],
)

/**
 * What a holder shows on a block (decision 17). `accountId` null: the house. `archivedAt`: no block shows it, it is
 * kept (decision 39; what was sold: docs/decisions/0108).
 */
export const creatives = sqliteTable(
	'creatives',
	{
		id: id(),
		accountId: text('account_id').references(() => accounts.id),
		description: text('description').notNull(),
		link: text('link').notNull(),
		imageKey: text('image_key').references(() => files.key),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		archivedAt: time('archived_at'),
	},
	table => [index('creatives_image').on(table.imageKey)],
)

/**
 * A cell is taken if and only if it has its row here; the primary key is the cell, so two holders are impossible.
 * `hold`: for `orderId` until `holdUntil` (over the moment that has passed, swept or not). `owned`: by `accountId`,
 * bought with `orderId` if any. `house`: reserved by an administrator, `accountId` null.
 */
export const cellHolders = sqliteTable(
	'cell_holders',
	{
		cell: integer('cell').primaryKey(),
		kind: text('kind', { enum: HOLDER_KINDS }).notNull(),
		accountId: text('account_id').references(() => accounts.id),
		orderId: text('order_id').references(() => orders.id),
		holdUntil: time('hold_until'),
		creativeId: text('creative_id').references(() => creatives.id),
		since: time('since').notNull(),
	},
	table => [
		index('cell_holders_account').on(table.accountId),
		index('cell_holders_order').on(table.orderId),
		index('cell_holders_hold').on(table.holdUntil).where(sql`${table.holdUntil} is not null`),
		index('cell_holders_creative').on(table.creativeId).where(sql`${table.creativeId} is not null`),
		oneOf('cell_holders_kind', table.kind, HOLDER_KINDS),
		check('cell_holders_house', sql`(${table.kind} = 'house') = (${table.accountId} is null)`),
		check('cell_holders_until', sql`(${table.kind} = 'hold') = (${table.holdUntil} is not null)`),
	],
)

/**
 * Cells that are lent until a time (decision 35), laid over their holder's row, which keeps the owner and what the
 * owner shows. Over the moment `until` has passed, swept or not.
 */
export const cellLoans = sqliteTable(
	'cell_loans',
	{
		cell: integer('cell').primaryKey(),
		transferId: text('transfer_id')
			.notNull()
			.references(() => transfers.id),
		/** Null: the house borrows. */
		borrowerId: text('borrower_id').references(() => accounts.id),
		creativeId: text('creative_id').references(() => creatives.id),
		since: time('since').notNull(),
		until: time('until').notNull(),
	},
	table => [
		index('cell_loans_borrower').on(table.borrowerId),
		index('cell_loans_transfer').on(table.transferId),
		index('cell_loans_until').on(table.until),
		index('cell_loans_creative').on(table.creativeId),
	],
)

/**
 * Every change of who holds a cell (decision 38), in the order in which they happened; triggers refuse to change or
 * delete one. A null `fromId` or `toId` is the house, or nobody where the kind says that the cell was or became free.
 * Without foreign keys, like the audit: a record depends on nothing.
 */
export const ownershipEvents = sqliteTable(
	'ownership_events',
	{
		id: integer('id').primaryKey({ autoIncrement: true }),
		cell: integer('cell').notNull(),
		at: time('at').notNull(),
		kind: text('kind', { enum: EVENT_KINDS }).notNull(),
		fromId: text('from_id'),
		toId: text('to_id'),
		orderId: text('order_id'),
		transferId: text('transfer_id'),
		/** Who did it; null: the house's own clock. */
		actorId: text('actor_id'),
		/** What the cell cost, where money changed hands. */
		pence: integer('pence'),
	},
	table => [
		index('ownership_events_cell').on(table.cell, table.id),
		index('ownership_events_order').on(table.orderId),
		index('ownership_events_transfer').on(table.transferId).where(sql`${table.transferId} is not null`),
		index('ownership_events_from').on(table.fromId).where(sql`${table.fromId} is not null`),
		index('ownership_events_to').on(table.toId),
		oneOf('ownership_events_kind', table.kind, EVENT_KINDS),
	],
)

/**
 * Official receipts (decision 54): one for each order that was approved, numbered without a gap in the order of
 * approval.
 */
export const receipts = sqliteTable('receipts', {
	number: integer('number').primaryKey(),
	orderId: text('order_id')
		.notNull()
		.unique()
		.references(() => orders.id),
	issuedAt: time('issued_at').notNull(),
})

/**
 * Certificates of ownership (decision 54), for an approved order or for a transfer for good. What one is worth today is
 * read from the ownership events that came after it. `holder`: the name on it.
 */
export const certificates = sqliteTable(
	'certificates',
	{
		code: text('code').primaryKey(),
		orderId: text('order_id')
			.unique()
			.references(() => orders.id),
		transferId: text('transfer_id')
			.unique()
			.references(() => transfers.id),
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		holder: text('holder').notNull(),
		issuedAt: time('issued_at').notNull(),
	},
	table => [
		index('certificates_account').on(table.accountId),
		check('certificates_cause', sql`(${table.orderId} is null) <> (${table.transferId} is null)`),
	],
)

/**
 * `code` as it was typed, `codeNormal` as it is compared (decision 41). `deletedAt`: kept for the orders that used it.
 */
export const coupons = sqliteTable(
	'coupons',
	{
		id: id(),
		code: text('code').notNull(),
		codeNormal: text('code_normal').notNull(),
		type: text('type', { enum: COUPON_TYPES }).notNull(),
		/** Hundredths of a percent (1050 is 10.5 %), or pence. */
		discount: integer('discount').notNull(),
		minPurchasePence: integer('min_purchase_pence').notNull(),
		startsAt: time('starts_at').notNull(),
		endsAt: time('ends_at').notNull(),
		isActive: flag('is_active').notNull(),
		/** How many orders may use it; null: any number. */
		maxUses: integer('max_uses'),
		version: integer('version').notNull().default(1),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		deletedAt: time('deleted_at'),
	},
	table => [
		uniqueIndex('coupons_code_normal').on(table.codeNormal).where(sql`${table.deletedAt} is null`),
		index('coupons_listed').on(table.createdAt).where(sql`${table.deletedAt} is null`),
		oneOf('coupons_type', table.type, COUPON_TYPES),
	],
)

/**
 * One purchase. `open` while the buyer is in the checkout, `abandoned` when another checkout replaced it, then decision
 * 9: pending, approved, rejected, failed. Prices, coupon and totals are fixed when the checkout opens (decision 30).
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
		status: text('status', { enum: ORDER_STATUSES }).notNull(),
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
		/** Its letters and digits alone: how a second use of the same transfer is noticed. */
		paymentIdNormal: text('payment_id_normal'),
		paymentReceiptKey: text('payment_receipt_key').references(() => files.key),
		swiftReceiptKey: text('swift_receipt_key').references(() => files.key),
		createdAt: time('created_at').notNull(),
		submittedAt: time('submitted_at'),
		decidedAt: time('decided_at'),
		decidedBy: text('decided_by').references(() => accounts.id),
		failureReason: text('failure_reason'),
		/** The operator took (some of) the cells back later (decision 39); the decision stays as it was. */
		releasedAt: time('released_at'),
		releaseReason: text('release_reason'),
		/** How a failed or rejected order ended (decision 46). `refundedOn`: a day, as `2026-11-21`. */
		refundedOn: text('refunded_on'),
		refundedPence: integer('refunded_pence'),
		refundReference: text('refund_reference'),
		refundedBy: text('refunded_by').references(() => accounts.id),
		refundedAt: time('refunded_at'),
	},
	table => [
		uniqueIndex('orders_one_open').on(table.accountId).where(sql`${table.status} = 'open'`),
		index('orders_account').on(table.accountId, table.submittedAt),
		index('orders_submitted').on(table.submittedAt).where(sql`${table.submittedAt} is not null`),
		index('orders_created').on(table.createdAt, table.proceededAt, table.submittedAt, table.status),
		index('orders_payment_id_normal')
			.on(table.paymentIdNormal)
			.where(sql`${table.paymentIdNormal} is not null`),
		/* Empty since it was computed for all; each start looks (`backfillPaymentIds`). */
		index('orders_payment_id_due')
			.on(table.id)
			.where(sql`${table.paymentId} is not null and ${table.paymentIdNormal} is null`),
		index('orders_contact')
			.on(sql`${table.email} collate nocase`, table.submittedAt)
			.where(sql`${table.submittedAt} is not null`),
		index('orders_payment_receipt')
			.on(table.paymentReceiptKey)
			.where(sql`${table.paymentReceiptKey} is not null`),
		index('orders_swift_receipt').on(table.swiftReceiptKey).where(sql`${table.swiftReceiptKey} is not null`),
		index('orders_coupon').on(table.couponId, table.status).where(sql`${table.couponId} is not null`),
		index('orders_coupon_submitted')
			.on(table.couponId, table.submittedAt)
			.where(sql`${table.couponId} is not null and ${table.submittedAt} is not null`),
		oneOf('orders_status_known', table.status, ORDER_STATUSES),
		index('orders_status').on(table.status, table.refundedAt, table.submittedAt, table.totalPence),
		index('orders_refunded').on(table.submittedAt).where(sql`${table.refundedAt} is not null`),
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
	table => [
		primaryKey({ columns: [table.orderId, table.cell] }),
		oneOf('order_cells_type', table.type, CELL_TYPES),
	],
)

/**
 * Invitations by e-mail to take over cells, for good or (`till`) until a time. `senderId` null: the house.
 * `recipientId`: who accepted it, whatever address that account has today (decision 37).
 */
export const transfers = sqliteTable(
	'transfers',
	{
		id: id(),
		senderId: text('sender_id').references(() => accounts.id),
		recipientEmail: text('recipient_email').notNull(),
		recipientId: text('recipient_id').references(() => accounts.id),
		status: text('status', { enum: TRANSFER_STATUSES }).notNull(),
		version: integer('version').notNull().default(1),
		till: time('till'),
		createdAt: time('created_at').notNull(),
		decidedAt: time('decided_at'),
	},
	table => [
		index('transfers_recipient').on(table.recipientEmail, table.status),
		index('transfers_sender').on(table.senderId),
		index('transfers_accepted').on(table.recipientId),
		index('transfers_till').on(table.till).where(sql`${table.status} = 'open'`),
		index('transfers_sold').on(table.decidedAt).where(sql`${table.status} = 'accepted'`),
		oneOf('transfers_status', table.status, TRANSFER_STATUSES),
	],
)

/**
 * Cells of a transfer. `open` is 1 while the transfer waits and null after, so a cell is in one open transfer at most.
 */
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
		/**
		 * What the cell showed then, archived; without a foreign key, because an account that is deleted takes it away.
		 */
		creativeId: text('creative_id'),
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
 * How many came on each day (UTC, counted from 1970), kept by triggers (docs/decisions/0114): submitted orders by the
 * status that is shown, with their totals; accounts that are not deleted; mails that were sent.
 */
export const dailyTotals = sqliteTable(
	'daily_totals',
	{
		kind: text('kind', { enum: ['order', 'account', 'mail'] }).notNull(),
		/** Of an order: pending, approved, rejected, failed or refunded. Of others: empty. */
		status: text('status').notNull(),
		day: integer('day').notNull(),
		entries: integer('entries').notNull(),
		pence: integer('pence').notNull(),
	},
	table => [primaryKey({ columns: [table.kind, table.status, table.day] })],
)

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
	table => [
		index('audit_subject').on(table.subjectId, table.at),
		index('audit_actor').on(table.actorId, table.at),
		index('audit_kind').on(table.subjectType, table.at),
		index('audit_action').on(table.action, table.at),
		index('audit_address').on(table.address, table.at),
		index('audit_at').on(table.at),
	],
)

/** What somebody had typed when the session ended, to be shown in its form again to that account, for an hour. */
export const carriedForms = sqliteTable(
	'carried_forms',
	{
		id: id(),
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		/** The page with the form: path and query. */
		path: text('path').notNull(),
		fields: text('fields', { mode: 'json' }).$type<[name: string, value: string][]>().notNull(),
		/** Whether there were files, which are not kept. */
		hadFiles: flag('had_files').notNull(),
		createdAt: time('created_at').notNull(),
	},
	table => [
		index('carried_forms_account').on(table.accountId),
		index('carried_forms_created').on(table.createdAt),
	],
)

/**
 * Answers of the API to writes that carry an Idempotency-Key: one effect per account and key. `status` null: it is
 * being worked on.
 */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		accountId: text('account_id')
			.notNull()
			.references(() => accounts.id),
		key: text('key').notNull(),
		/** What was asked for, as a hash: another request under the same key is refused. */
		requestHash: text('request_hash').notNull(),
		status: integer('status'),
		body: text('body'),
		createdAt: time('created_at').notNull(),
	},
	table => [
		primaryKey({ columns: [table.accountId, table.key] }),
		index('idempotency_keys_created').on(table.createdAt),
	],
)

/**
 * How many visitors a day (`2026-11-21`, London) saw what a creative shows, and how many followed its link. Nothing
 * about them.
 */
export const blockStatistics = sqliteTable(
	'block_statistics',
	{
		creativeId: text('creative_id').notNull(),
		day: text('day').notNull(),
		views: integer('views').notNull().default(0),
		clicks: integer('clicks').notNull().default(0),
	},
	table => [
		primaryKey({ columns: [table.creativeId, table.day] }),
		index('block_statistics_day').on(table.day),
	],
)

/** Bank statements that were imported. The file itself is not kept. */
export const statements = sqliteTable(
	'statements',
	{
		id: id(),
		name: text('name').notNull(),
		format: text('format', { enum: STATEMENT_FORMATS }).notNull(),
		importedAt: time('imported_at').notNull(),
		importedBy: text('imported_by')
			.notNull()
			.references(() => accounts.id),
	},
	table => [
		index('statements_imported').on(table.importedAt),
		oneOf('statements_format', table.format, STATEMENT_FORMATS),
	],
)

/**
 * Payments that came in. What one means for the orders is worked out whenever it is shown; this is what was decided:
 * the order it was assigned to, that the order was approved with it (`settledAt`), or that the money was sent back
 * (`returnedAt`), be it by us or by the bank, which may take back what an order was approved with.
 */
export const statementEntries = sqliteTable(
	'statement_entries',
	{
		id: id(),
		statementId: text('statement_id')
			.notNull()
			.references(() => statements.id),
		position: integer('position').notNull(),
		/**
		 * Of what the bank says of it, and the how manieth such payment of its day it is: the same one is never booked
		 * twice.
		 */
		fingerprint: text('fingerprint').notNull().unique(),
		/** A day, as `2026-11-21`. */
		bookedOn: text('booked_on').notNull(),
		pence: integer('pence').notNull(),
		payer: text('payer').notNull(),
		text: text('text').notNull(),
		bankReference: text('bank_reference').notNull(),
		orderId: text('order_id').references(() => orders.id),
		settledAt: time('settled_at'),
		returnedOn: text('returned_on'),
		returnReference: text('return_reference'),
		returnedAt: time('returned_at'),
		version: integer('version').notNull().default(1),
	},
	table => [
		uniqueIndex('statement_entries_place').on(table.statementId, table.position),
		index('statement_entries_order').on(table.orderId),
		/* Which open payments pay an order to the penny. */
		index('statement_entries_open')
			.on(table.pence)
			.where(sql`order_id is null and settled_at is null and returned_at is null`),
		check('statement_entries_pence', sql`${table.pence} > 0`),
	],
)

/** Which process does a job that one of several may do, and until when it has said so. */
export const leases = sqliteTable('leases', {
	name: text('name').primaryKey(),
	holder: text('holder').notNull(),
	until: time('until').notNull(),
})

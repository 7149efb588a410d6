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
import { accountRef } from './accounts.server'
import { CELL_TYPES, cellType, checkValues, flag, id, time } from './columns.server'
import { files } from './creatives.server'
import { transferRef } from './transfers.server'

const COUPON_TYPES = ['percentage', 'fixed'] as const
const ORDER_STATUSES = ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed'] as const

/** Discount codes: `code` as typed, `codeNormal` as compared. `deletedAt`: kept for the orders that used it. */
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
		/** The number of orders that may use it; null: unlimited. */
		maxUses: integer('max_uses'),
		version: integer('version').notNull().default(1),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		deletedAt: time('deleted_at'),
	},
	table => [
		uniqueIndex('coupons_code_normal').on(table.codeNormal).where(sql`${table.deletedAt} is null`),
		index('coupons_listed').on(table.createdAt).where(sql`${table.deletedAt} is null`),
		checkValues('coupons_type', table.type, COUPON_TYPES),
	],
)

/** A column that names an order. */
export const orderRef = (name: string) => text(name).references(() => orders.id)

/**
 * Purchases. `open` while the buyer is in the checkout, `abandoned` when another checkout replaced it, then pending,
 * approved, rejected or failed (P15). Prices, coupon and totals are fixed when the checkout opens (P10).
 */
export const orders = sqliteTable(
	'orders',
	{
		id: id(),
		/** Quoted in the bank transfer: no look-alike characters, and the last one is a check character. */
		reference: text('reference').notNull().unique(),
		accountId: accountRef('account_id').notNull(),
		status: text('status', { enum: ORDER_STATUSES }).notNull(),
		/** Incremented by every change; a decision carries the version it was based on (P17). */
		version: integer('version').notNull().default(1),
		subtotalPence: integer('subtotal_pence').notNull(),
		discountPence: integer('discount_pence').notNull().default(0),
		totalPence: integer('total_pence').notNull(),
		couponId: text('coupon_id').references(() => coupons.id),
		couponCode: text('coupon_code'),
		/** When the buyer left step 1 and was shown the bank details; a receipt is accepted from then on. */
		proceededAt: time('proceeded_at'),
		/** The hold: start, end, and when it was released before its end. */
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
		/** Only its letters and digits, to notice a transfer that is used twice. */
		paymentIdNormal: text('payment_id_normal'),
		paymentReceiptKey: text('payment_receipt_key').references(() => files.key),
		swiftReceiptKey: text('swift_receipt_key').references(() => files.key),
		createdAt: time('created_at').notNull(),
		submittedAt: time('submitted_at'),
		decidedAt: time('decided_at'),
		decidedBy: accountRef('decided_by'),
		failureReason: text('failure_reason'),
		/** When the operator took some or all of the cells back later (P30); the decision itself stays. */
		releasedAt: time('released_at'),
		releaseReason: text('release_reason'),
		/** Sums of the order's rows in `payments`, net of reversals, kept by a trigger. */
		receivedPence: integer('received_pence').notNull().default(0),
		sentPence: integer('sent_pence').notNull().default(0),
	},
	table => [
		uniqueIndex('orders_one_open').on(table.accountId).where(sql`${table.status} = 'open'`),
		index('orders_account').on(table.accountId, table.submittedAt),
		index('orders_submitted').on(table.submittedAt).where(sql`${table.submittedAt} is not null`),
		index('orders_created').on(table.createdAt, table.proceededAt, table.submittedAt, table.status),
		index('orders_payment_id_normal')
			.on(table.paymentIdNormal)
			.where(sql`${table.paymentIdNormal} is not null`),
		index('orders_payment_receipt')
			.on(table.paymentReceiptKey)
			.where(sql`${table.paymentReceiptKey} is not null`),
		index('orders_swift_receipt').on(table.swiftReceiptKey).where(sql`${table.swiftReceiptKey} is not null`),
		index('orders_coupon').on(table.couponId, table.status).where(sql`${table.couponId} is not null`),
		index('orders_coupon_submitted')
			.on(table.couponId, table.submittedAt)
			.where(sql`${table.couponId} is not null and ${table.submittedAt} is not null`),
		checkValues('orders_status_known', table.status, ORDER_STATUSES),
		index('orders_status').on(
			table.status,
			table.submittedAt,
			table.totalPence,
			table.receivedPence,
			table.sentPence,
		),
		index('orders_sent_back').on(table.submittedAt).where(sql`sent_pence > 0`),
		index('orders_to_send_back')
			.on(table.submittedAt)
			.where(sql`received_pence - sent_pence > iif(status in ('pending', 'approved'), total_pence, 0)`),
		check('orders_money', sql`${table.sentPence} between 0 and ${table.receivedPence}`),
	],
)

/** The cells of an order at the price they had when the checkout opened. */
export const orderCells = sqliteTable(
	'order_cells',
	{
		orderId: orderRef('order_id').notNull(),
		cell: integer('cell').notNull(),
		type: cellType('type').notNull(),
		pricePence: integer('price_pence').notNull(),
	},
	table => [
		primaryKey({ columns: [table.orderId, table.cell] }),
		checkValues('order_cells_type', table.type, CELL_TYPES),
	],
)

/**
 * The image that a buyer placed on the cells of a checkout, offered in the form of the owner after the purchase; nobody
 * else sees it. `framing`: form fields that place it.
 */
export const placedImages = sqliteTable(
	'placed_images',
	{
		orderId: text('order_id')
			.primaryKey()
			.references((): AnySQLiteColumn => orders.id),
		imageKey: text('image_key')
			.notNull()
			.references(() => files.key),
		framing: text('framing', { mode: 'json' }).$type<Record<string, string>>().notNull(),
		createdAt: time('created_at').notNull(),
	},
	table => [
		index('placed_images_image').on(table.imageKey),
		index('placed_images_created').on(table.createdAt),
	],
)

/** Official receipts: one per approved order, numbered without gaps in the order of approval. */
export const receipts = sqliteTable('receipts', {
	number: integer('number').primaryKey(),
	orderId: orderRef('order_id').notNull().unique(),
	issuedAt: time('issued_at').notNull(),
})

/**
 * Certificates of ownership of an approved order or a permanent transfer. Ownership events decide whether one is still
 * valid. `holder`: the name on it.
 */
export const certificates = sqliteTable(
	'certificates',
	{
		code: text('code').primaryKey(),
		orderId: orderRef('order_id').unique(),
		transferId: transferRef('transfer_id').unique(),
		accountId: accountRef('account_id').notNull(),
		holder: text('holder').notNull(),
		issuedAt: time('issued_at').notNull(),
	},
	table => [
		index('certificates_account').on(table.accountId),
		check('certificates_cause', sql`(${table.orderId} is null) <> (${table.transferId} is null)`),
	],
)

/** Payment tokens that have been shown; each is shown once. */
export const spentPaymentTokens = sqliteTable('spent_payment_tokens', {
	id: id(),
	spentAt: time('spent_at').notNull(),
})

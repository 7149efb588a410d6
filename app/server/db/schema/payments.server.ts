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
import { checkValues, id, time } from './columns.server'
import { orderRef } from './orders.server'

const STATEMENT_FORMATS = ['camt', 'mt940', 'ofx', 'csv'] as const

/** Imported bank statements. The file itself is not kept. */
export const statements = sqliteTable(
	'statements',
	{
		id: id(),
		name: text('name').notNull(),
		format: text('format', { enum: STATEMENT_FORMATS }).notNull(),
		importedAt: time('imported_at').notNull(),
		importedBy: accountRef('imported_by').notNull(),
		/* The balances of the file, if it has them and its entries add up from one to the other. */
		openingPence: integer('opening_pence'),
		closingPence: integer('closing_pence'),
	},
	table => [
		index('statements_imported').on(table.importedAt),
		checkValues('statements_format', table.format, STATEMENT_FORMATS),
	],
)

/** How to read CSV statements that are not recognised automatically: columns as JSON, by the header row of the file. */
export const statementColumns = sqliteTable('statement_columns', {
	titles: text('titles').primaryKey(),
	places: text('places', { mode: 'json' }).$type<Partial<Record<string, number>>>().notNull(),
	updatedAt: time('updated_at').notNull(),
})

/**
 * Lines of imported statements, in pounds: in (`pence` > 0) or out. A line is open while part of it is neither booked
 * nor dismissed.
 */
export const bankEntries = sqliteTable(
	'bank_entries',
	{
		id: id(),
		statementId: text('statement_id')
			.notNull()
			.references(() => statements.id),
		position: integer('position').notNull(),
		/** Hash of the text of the line, and its number among equal lines, so that a line is stored once. */
		fingerprint: text('fingerprint').notNull().unique(),
		/** A day, as `2026-11-21`. */
		bookedOn: text('booked_on').notNull(),
		pence: integer('pence').notNull(),
		counterparty: text('counterparty').notNull(),
		text: text('text').notNull(),
		bankReference: text('bank_reference').notNull(),
		/** The sum of the line's rows in `payments`, kept by a trigger. */
		bookedPence: integer('booked_pence').notNull().default(0),
		/** When it was marked as no payment for an order. */
		dismissedAt: time('dismissed_at'),
		dismissedBy: accountRef('dismissed_by'),
		dismissedReason: text('dismissed_reason'),
	},
	table => [
		uniqueIndex('bank_entries_place').on(table.statementId, table.position),
		index('bank_entries_open').on(table.bookedOn).where(sql`dismissed_at is null and booked_pence <> pence`),
		index('bank_entries_pence').on(table.pence),
		check('bank_entries_moves', sql`${table.pence} <> 0`),
		check(
			'bank_entries_booked',
			sql`${table.bookedPence} between min(0, ${table.pence}) and max(0, ${table.pence})`,
		),
		check('bank_entries_dismissed', sql`(${table.dismissedAt} is null) = (${table.dismissedReason} is null)`),
	],
)

/**
 * The ledger: money received for an order (`pence` > 0) or sent back. Rows are only added; a mistake is cancelled by a
 * row that names it in `reverses`. Triggers refuse anything else and keep the sums in orders and bank_entries.
 */
export const payments = sqliteTable(
	'payments',
	{
		id: id(),
		orderId: orderRef('order_id').notNull(),
		/** Null: booked by hand. */
		bankEntryId: text('bank_entry_id').references(() => bankEntries.id),
		pence: integer('pence').notNull(),
		/** A day, as `2026-11-21`. */
		bookedOn: text('booked_on').notNull(),
		bankReference: text('bank_reference').notNull(),
		note: text('note'),
		reverses: text('reverses')
			.unique()
			.references((): AnySQLiteColumn => payments.id),
		recordedAt: time('recorded_at').notNull(),
		recordedBy: accountRef('recorded_by').notNull(),
	},
	table => [
		index('payments_order').on(table.orderId),
		index('payments_entry').on(table.bankEntryId).where(sql`bank_entry_id is not null`),
		index('payments_booked').on(table.bookedOn),
		check('payments_moves', sql`${table.pence} <> 0`),
	],
)

const CONFIRMED = ['approve', 'send-back'] as const

/**
 * The first of two confirmations of a decision about an order. It counts while the order still has the version it had
 * then. For refunds `pence` (> 0) is the amount to book.
 */
export const firstConfirmations = sqliteTable(
	'first_confirmations',
	{
		orderId: orderRef('order_id').notNull(),
		kind: text('kind', { enum: CONFIRMED }).notNull(),
		orderVersion: integer('order_version').notNull(),
		pence: integer('pence').notNull(),
		/** A day, as `2026-11-21`. This and the two columns below are null for an approval. */
		bookedOn: text('booked_on'),
		bankReference: text('bank_reference'),
		/** Null: entered by hand. */
		bankEntryId: text('bank_entry_id').references(() => bankEntries.id),
		reason: text('reason'),
		confirmedAt: time('confirmed_at').notNull(),
		confirmedBy: accountRef('confirmed_by').notNull(),
	},
	table => [
		primaryKey({ columns: [table.orderId, table.kind] }),
		checkValues('first_confirmations_kind', table.kind, CONFIRMED),
	],
)

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { accountRef } from './accounts.server'
import { CELL_TYPES, cellType, checkValues, time } from './columns.server'
import { creatives } from './creatives.server'
import { orderRef } from './orders.server'
import { transferRef } from './transfers.server'

const HOLDER_KINDS = ['hold', 'owned', 'house'] as const
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

/** The price of one cell of each type. */
export const pixelPrices = sqliteTable(
	'pixel_prices',
	{
		type: cellType('type').primaryKey(),
		pence: integer('pence').notNull(),
		/** Incremented by every change, so that of two administrators who edit at once one is refused. */
		version: integer('version').notNull().default(1),
		updatedAt: time('updated_at').notNull(),
	},
	table => [
		checkValues('pixel_prices_type', table.type, CELL_TYPES),
		check('pixel_prices_pence', sql`${table.pence} > 0`),
	],
)

/**
 * The holders of cells. A cell is taken if and only if it has a row; the primary key is the cell, so two holders are
 * impossible. `hold`: for `orderId` until `holdUntil`; it ends at that time, swept or not. `owned`: by `accountId`,
 * bought with `orderId` if any. `house`: reserved by an administrator, `accountId` null.
 */
export const cellHolders = sqliteTable(
	'cell_holders',
	{
		cell: integer('cell').primaryKey(),
		kind: text('kind', { enum: HOLDER_KINDS }).notNull(),
		accountId: accountRef('account_id'),
		orderId: orderRef('order_id'),
		holdUntil: time('hold_until'),
		creativeId: text('creative_id').references(() => creatives.id),
		since: time('since').notNull(),
		/** For a hold or pending order: the network (block of client addresses) of the buyer, until the order is decided. */
		heldFrom: text('held_from'),
	},
	table => [
		index('cell_holders_account').on(table.accountId),
		index('cell_holders_order').on(table.orderId),
		index('cell_holders_hold').on(table.holdUntil).where(sql`${table.holdUntil} is not null`),
		index('cell_holders_creative').on(table.creativeId).where(sql`${table.creativeId} is not null`),
		checkValues('cell_holders_kind', table.kind, HOLDER_KINDS),
		check('cell_holders_house', sql`(${table.kind} = 'house') = (${table.accountId} is null)`),
		check('cell_holders_until', sql`(${table.kind} = 'hold') = (${table.holdUntil} is not null)`),
	],
)

/**
 * Cells lent until a time (P27). The holder's row stays and keeps the owner and the owner's creative. A loan ends at
 * `until`, swept or not.
 */
export const cellLoans = sqliteTable(
	'cell_loans',
	{
		cell: integer('cell').primaryKey(),
		transferId: transferRef('transfer_id').notNull(),
		/** Null: the house. */
		borrowerId: accountRef('borrower_id'),
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
 * Every change of a cell's holder, in order; triggers refuse updates and deletes. `fromId` and `toId` are null for the
 * house, and for nobody where the kind says that the cell was or became free. No foreign keys, like the audit log, so
 * that a record depends on nothing.
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
		/** The account that made the change; null: an automatic change. */
		actorId: text('actor_id'),
		/** The price of the cell, if money changed hands. */
		pence: integer('pence'),
	},
	table => [
		index('ownership_events_cell').on(table.cell, table.id),
		index('ownership_events_order').on(table.orderId),
		index('ownership_events_transfer').on(table.transferId).where(sql`${table.transferId} is not null`),
		index('ownership_events_from').on(table.fromId).where(sql`${table.fromId} is not null`),
		index('ownership_events_to').on(table.toId),
		checkValues('ownership_events_kind', table.kind, EVENT_KINDS),
	],
)

/**
 * Members to email once all cells of a block are free (P8): one row per cell of the block as it was when they asked.
 * `lot`: the first cell of the block.
 */
export const availabilityAlerts = sqliteTable(
	'availability_alerts',
	{
		accountId: accountRef('account_id').notNull(),
		lot: integer('lot').notNull(),
		cell: integer('cell').notNull(),
		createdAt: time('created_at').notNull(),
	},
	table => [primaryKey({ columns: [table.accountId, table.lot, table.cell] })],
)

/** One row: a counter that triggers increment at every change a grid could show. It keys the caches of the grid. */
export const gridState = sqliteTable('grid_state', {
	id: integer('id').primaryKey(),
	version: integer('version').notNull(),
})

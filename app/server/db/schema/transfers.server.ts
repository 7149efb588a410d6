import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { accountRef } from './accounts.server'
import { checkValues, id, time } from './columns.server'

const TRANSFER_STATUSES = ['open', 'accepted', 'rejected', 'withdrawn', 'expired'] as const

/** A column that names an invitation. */
export const transferRef = (name: string) => text(name).references(() => transfers.id)

/**
 * Invitations by email to take over cells, permanently or `until` a time. `senderId` null: the house. `recipientId`:
 * the account that accepted, whatever its address is today.
 */
export const transfers = sqliteTable(
	'transfers',
	{
		id: id(),
		senderId: accountRef('sender_id'),
		recipientEmail: text('recipient_email').notNull(),
		recipientId: accountRef('recipient_id'),
		status: text('status', { enum: TRANSFER_STATUSES }).notNull(),
		version: integer('version').notNull().default(1),
		until: time('till'),
		createdAt: time('created_at').notNull(),
		decidedAt: time('decided_at'),
	},
	table => [
		index('transfers_recipient').on(table.recipientEmail, table.status),
		index('transfers_sender').on(table.senderId),
		index('transfers_accepted').on(table.recipientId),
		index('transfers_till').on(table.until).where(sql`${table.status} = 'open'`),
		index('transfers_sold').on(table.decidedAt).where(sql`${table.status} = 'accepted'`),
		checkValues('transfers_status', table.status, TRANSFER_STATUSES),
	],
)

/**
 * Cells of a transfer. `open` is 1 while the transfer waits and null afterwards, so that a cell is in at most one open
 * transfer.
 */
export const transferCells = sqliteTable(
	'transfer_cells',
	{
		transferId: transferRef('transfer_id').notNull(),
		cell: integer('cell').notNull(),
		open: integer('open'),
		/** The list price when the transfer was accepted; null before. */
		pricePence: integer('price_pence'),
		/** What the cell showed then, archived. No foreign key, because deleting an account deletes the creative. */
		creativeId: text('creative_id'),
	},
	table => [
		primaryKey({ columns: [table.transferId, table.cell] }),
		uniqueIndex('transfer_cells_one_open').on(table.cell, table.open),
	],
)

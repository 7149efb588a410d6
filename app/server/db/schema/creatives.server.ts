import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { accountRef } from './accounts.server'
import { checkValues, id, time } from './columns.server'

const FILE_KINDS = ['receipt', 'creative', 'profile'] as const

/** Files in the store. A row is written only after its bytes are stored. */
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
		accountId: accountRef('account_id'),
		createdAt: time('created_at').notNull(),
	},
	table => [index('files_account').on(table.accountId), checkValues('files_kind', table.kind, FILE_KINDS)],
)

/**
 * Content of a block (P24). `accountId` null: the house. `archivedAt`: no block shows it any more, but it is kept (P30;
 * sold content: docs/decisions/0108).
 */
export const creatives = sqliteTable(
	'creatives',
	{
		id: id(),
		accountId: accountRef('account_id'),
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
 * Visitors per day (`2026-11-21`, London) who saw a creative and who followed its link. Stores nothing about the
 * visitors.
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

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@libsql/client'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Migrates a database of an early version, with rows in every table that is rebuilt later, to the newest schema. */

const FIRST_HALF = 8
const TRIGGERS = [
	...['delete', 'insert', 'tombstone', 'update'].map(change => `account_search_${change}`),
	...['cell_holders', 'cell_loans', 'creatives', 'pixel_prices', 'settings', 'transfer_cells'].flatMap(
		table => ['delete', 'insert', 'update'].map(change => `${table}_${change}_changes_grid`),
	),
	'accounts_public_name_changes_grid',
	'order_search_account',
	'order_search_decide',
	'order_search_delete',
	'order_search_insert',
	'order_search_submit',
	'orders_status_changes_grid',
	'ownership_events_remain',
	'ownership_events_stay',
	...['add', 'remain', 'reverse', 'sign', 'stay'].map(rule => `payments_${rule}`),
	'transfers_update_changes_grid',
].sort()

const ROWS = [
	`insert into accounts (id, email, full_name, role, created_at) values
		('house', 'house@example.com', 'House', 'admin', 1), ('ada', 'ada@example.com', 'Ada', 'user', 1), ('zoe', 'zoe@example.com', 'Zoë', 'user', 1)`,
	`insert into coupons (id, code, type, discount, min_purchase_pence, starts_at, ends_at, is_active, created_at, updated_at)
		values ('c', 'Spring', 'fixed', 100, 1, 0, 9, 1, 1, 1)`,
	`insert into files (key, kind, mime, bytes, name, account_id, created_at) values ('receipts/a', 'receipt', 'image/png', 1, 'a.png', 'zoe', 1)`,
	`insert into orders (id, reference, account_id, status, subtotal_pence, total_pence, coupon_id, payment_id, payment_receipt_key, created_at, submitted_at, decided_at, decided_by)
		values ('approved', 'AAAA', 'zoe', 'approved', 300, 300, 'c', 'FT-1 2', 'receipts/a', 1, 20, 30, 'house'), ('rejected', 'BBBB', 'ada', 'rejected', 100, 100, null, 'X', null, 1, 21, 31, 'house'),
		('pending', 'CCCC', 'ada', 'pending', 100, 100, null, 'Y', null, 1, 22, null, null), ('open', 'DDDD', 'ada', 'open', 100, 100, null, null, null, 1, null, null, null)`,
	`insert into order_cells (order_id, cell, type, price_pence) values
		('approved', 1, 'medium', 100), ('approved', 2, 'medium', 200), ('rejected', 3, 'medium', 100), ('pending', 4, 'medium', 100), ('open', 5, 'medium', 100)`,
	`insert into transfers (id, sender_id, recipient_email, status, created_at, decided_at) values
		('t', 'zoe', 'ada@example.com', 'accepted', 40, 41), ('u', 'zoe', 'nobody@example.com', 'open', 50, null)`,
	`insert into transfer_cells (transfer_id, cell, open, price_pence) values ('t', 2, null, 250), ('u', 1, 1, null)`,
	`insert into cell_holders (cell, kind, account_id, order_id, hold_until, since) values
		(1, 'owned', 'zoe', 'approved', null, 20), (2, 'owned', 'ada', null, null, 41), (4, 'owned', 'ada', 'pending', null, 22),
		(5, 'hold', 'ada', 'open', 99, 23), (9, 'house', null, null, null, 10)`,
	`insert into outbox (id, dedupe_key, kind, recipient, subject, text, html, created_at, next_attempt_at) values
		('m1', 'order-approved:approved', 'order-approved', 'zoe@example.com', 'S', '', '', 1, 1),
		('m2', 'checkout-held:open:99', 'checkout-held', 'ada@example.com', 'S', '', '', 1, 1),
		('m3', 'order-submitted:gone', 'order-received', 'ada@example.com', 'S', '', '', 1, 1),
		('m4', 'invitation-sent:t', 'invitation-sent', 'zoe@example.com', 'S', '', '', 1, 1),
		('m5', null, 'contact', 'house@example.com', 'S', '', '', 1, 1)`,
	`insert into settings (key, value, updated_at) values ('holdMinutes', '60', 2), ('showCreatives', '"at-once"', 3), ('maintenance', 'true', 3)`,
	`insert into audit_entries (id, at, action, subject_type, subject_id, detail) values
		('1', 1, 'setting.change', 'setting', 'holdMinutes', '{"value":60}'), ('2', 1, 'setting.change', 'setting', 'showCreatives', '{"value":"after-approval"}'),
		('3', 2, 'setting.change', 'setting', 'holdMinutes', '{"value":60}'), ('4', 3, 'setting.change', 'setting', 'showCreatives', '{"value":"at-once"}')`,
]

let dataDir: string
let client: Client
const text = async (sql: string) => (await client.execute(sql)).rows.map(row => Object.values(row).join(' '))

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), 'migrations-'))
	client = createClient({ url: `file:${path.join(dataDir, 'market.db')}` })
	await client.execute('create table migrations (folder_millis integer primary key, hash text not null)')
	for (const migration of readMigrationFiles({ migrationsFolder: 'drizzle' }).slice(0, FIRST_HALF)) {
		for (const statement of migration.sql) if (statement.trim()) await client.execute(statement)
		await client.execute(`insert into migrations values (${migration.folderMillis}, '${migration.hash}')`)
	}
	for (const rows of ROWS) await client.execute(rows)
	const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' }
	const both = [1, 2].map(() =>
		promisify(execFile)(process.execPath, ['--import', 'tsx', 'drizzle/migrate.ts'], { env }),
	)
	await Promise.all(both)
})

afterAll(async () => {
	client.close()
	await rm(dataDir, { recursive: true })
})

describe('the migrations', () => {
	test('keep every trigger', async () => {
		expect(await text(`select name from sqlite_schema where type = 'trigger' order by name`)).toEqual(
			TRIGGERS,
		)
	})

	test('keep every row and every reference', async () => {
		const tables = ['accounts', 'orders', 'order_cells', 'transfers', 'cell_holders', 'coupons', 'files']
		const counts = tables.map(table => `select '${table}', count(*) from ${table}`).join(' union all ')
		expect(await text(counts)).toEqual([
			'accounts 3',
			'orders 4',
			'order_cells 5',
			'transfers 2',
			'cell_holders 5',
			'coupons 1',
			'files 1',
		])
		expect(await text('pragma foreign_key_check')).toEqual([])
		expect(await text('pragma integrity_check')).toEqual(['ok'])
	})

	test('convert past holders of cells into events', async () => {
		const events = `select cell, kind, coalesce(from_id, '-'), coalesce(to_id, '-'), coalesce(pence, '-') from ownership_events order by id`
		expect(await text(events)).toEqual([
			'9 reserved - - -',
			'1 bought - zoe 100',
			'2 bought - zoe 200',
			'3 bought - ada 100',
			'4 bought - ada 100',
			'1 approved - zoe -',
			'2 approved - zoe -',
			'3 rejected ada - -',
			'2 transferred zoe ada 250',
		])
	})

	test('fill in the order of an email', async () => {
		expect(await text(`select id, coalesce(order_id, '-') from outbox order by id`)).toEqual([
			'm1 approved',
			'm2 open',
			'm3 -',
			'm4 -',
			'm5 -',
		])
	})

	test('fill in who accepted a transfer', async () => {
		expect(await text(`select id, coalesce(recipient_id, '-') from transfers order by id`)).toEqual([
			't ada',
			'u -',
		])
	})

	test('delete a stored former default, and keep values that an administrator chose', async () => {
		expect(await text('select key, value from settings order by key')).toEqual([
			'maintenance true',
			'showCreatives "at-once"',
		])
	})

	test('find an order without regard to diacritics', async () => {
		expect(await text(`select order_id from order_search where order_search match '"zoe"'`)).toEqual([
			'approved',
		])
	})

	test('find an account by its current name and address until it is deleted', async () => {
		const findAccounts = (words: string) =>
			text(`select account_id from account_search where account_search match '"${words}"'`)
		expect(await findAccounts('zoe')).toEqual(['zoe'])
		await client.execute(`update accounts set email = 'changed@example.test' where id = 'zoe'`)
		expect(await findAccounts('changed')).toEqual(['zoe'])
		await client.execute(`update accounts set deleted_at = 1 where id = 'zoe'`)
		expect(await findAccounts('changed')).toEqual([])
	})

	test('find orders by status, also after a decision', async () => {
		const withState = (state: string) =>
			text(`select order_id from order_search where order_search match 'state : "${state}"'`)
		expect(await withState('[p]')).toEqual(['pending'])
		await client.execute(`update orders set status = 'approved' where id = 'pending'`)
		expect(await withState('[p]')).toEqual([])
		expect(await withState('[a]')).toEqual(['approved', 'pending'])
	})

	test.each([
		['delete from files', 'orders_payment_receipt'],
		['delete from files', 'orders_swift_receipt'],
		['delete from creatives', 'cell_holders_creative'],
		['delete from coupons', 'orders_coupon'],
		[
			'select id from orders where submitted_at is not null order by submitted_at desc, rowid desc',
			'orders_submitted',
		],
		['select id from orders where coupon_id = ? and submitted_at is not null', 'orders_coupon_submitted'],
		[
			'select 1 from orders where payment_id_normal = ? and submitted_at is not null',
			'orders_payment_id_normal',
		],
		['select cell from cell_holders where hold_until <= ?', 'cell_holders_hold'],
		['select cell from ownership_events where from_id = ?', 'ownership_events_from'],
		['select cell from ownership_events where transfer_id = ?', 'ownership_events_transfer'],
	])('"%s" finds its rows by %s', async (statement, index) => {
		const { rows } = await client.execute({
			sql: `explain query plan ${statement}`,
			args: statement.includes('?') ? ['x'] : [],
		})
		expect(rows.map(row => row['detail']).join('\n')).toMatch(new RegExp(`INDEX ${index}\\b`))
	})

	test.each([
		['a kind of holder', `update cell_holders set kind = 'lost' where cell = 1`],
		['a status of an order', `update orders set status = 'gone' where id = 'open'`],
		['a status of a transfer', `update transfers set status = 'gone' where id = 'u'`],
		['a role', `update accounts set role = 'king' where id = 'ada'`],
		['a price of nothing', `insert into pixel_prices (type, pence, updated_at) values ('tiny', 0, 1)`],
		['a changed event', `update ownership_events set cell = 1`],
		['a deleted event', `delete from ownership_events`],
	])('reject %s that does not exist', async (_what, statement) => {
		await expect(client.execute(statement)).rejects.toThrow(/CHECK constraint|never/)
	})

	test.each([
		['coupons_type', `update coupons set type = 'gift'`],
		['files_kind', `update files set kind = 'film'`],
		['order_cells_type', `update order_cells set type = 'huge' where cell = 1`],
		['pixel_prices_type', `insert into pixel_prices (type, pence, updated_at) values ('huge', 1, 1)`],
		[
			'challenges_purpose',
			`insert into challenges (id, purpose, email, created_at, resend_after, expires_at) values ('x', 'gift', 'a', 1, 1, 1)`,
		],
		['ownership_events_kind', `insert into ownership_events (cell, at, kind) values (1, 1, 'lost')`],
		[
			'statements_format',
			`insert into statements (id, name, format, imported_at, imported_by) values ('x', 'a', 'pdf', 1, 'house')`,
		],
	])('reject a value unknown to %s', async (check, statement) => {
		await expect(client.execute(statement)).rejects.toThrow(`CHECK constraint failed: ${check}`)
	})
})

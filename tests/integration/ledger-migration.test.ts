import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@libsql/client'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Migrates a database from before the ledger, with every state of a payment, to the newest version. */

const BEFORE = 33
const order = (id: string, status: string, refund = 'null, null, null, null, null') =>
	`('${id}', '${id.toUpperCase()}', 'ada', '${status}', 500, 500, 20, 30, 'house', ${refund})`
const entry = (
	id: string,
	at: number,
	pence: number,
	order: string | null,
	settled: boolean,
	back: string | null,
) =>
	`('${id}', 's', ${at}, '${id}', '2025-11-2${at}', ${pence}, 'PAYER', 'TEXT ${id}', 'B-${id}', ${order ? `'${order}'` : 'null'},
		${settled ? 40 : 'null'}, ${back ? `'2025-11-28', '${back}', 50` : 'null, null, null'})`

const ROWS = [
	`insert into accounts (id, email, full_name, role, created_at) values
		('house', 'house@example.com', 'House', 'admin', 1), ('other', 'other@example.com', 'Other', 'admin', 1), ('ada', 'ada@example.com', 'Ada', 'user', 1)`,
	`insert into orders (id, reference, account_id, status, subtotal_pence, total_pence, created_at, submitted_at, decided_by,
		refunded_on, refunded_pence, refund_reference, refunded_by, refunded_at) values
		${[
			order('paid', 'approved'),
			order('byhand', 'approved'),
			order('recalled', 'approved'),
			order('parts', 'pending'),
			order('rejected', 'rejected'),
			order('refunded', 'failed', `'2025-11-27', 400, 'RF', 'other', null`),
			order('both', 'rejected', `'2025-11-27', 500, 'RF-2', 'other', null`),
		].join()}`,
	`update orders set refunded_at = 60 where refunded_on is not null`,
	`insert into order_cells (order_id, cell, type, price_pence) values ('paid', 1, 'medium', 500)`,
	`insert into statements (id, name, format, imported_at, imported_by) values ('s', 'a.csv', 'csv', 35, 'other')`,
	`insert into statement_entries (id, statement_id, position, fingerprint, booked_on, pence, payer, text, bank_reference,
		order_id, settled_at, returned_on, return_reference, returned_at) values
		${[
			entry('e-paid', 0, 500, 'paid', true, null),
			entry('e-recalled', 1, 500, 'recalled', true, 'RECALL'),
			entry('e-part', 2, 200, 'parts', false, null),
			entry('e-rejected', 3, 500, 'rejected', true, null),
			entry('e-both', 4, 500, 'both', true, null),
			entry('e-open', 5, 70, null, false, null),
			entry('e-back', 6, 80, null, false, 'RETURN'),
		].join()}`,
]

let dataDir: string
let client: Client
const text = async (sql: string) => (await client.execute(sql)).rows.map(row => Object.values(row).join(' '))

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), 'ledger-'))
	client = createClient({ url: `file:${path.join(dataDir, 'market.db')}` })
	await client.execute('create table migrations (folder_millis integer primary key, hash text not null)')
	for (const migration of readMigrationFiles({ migrationsFolder: 'drizzle' }).slice(0, BEFORE)) {
		for (const statement of migration.sql) if (statement.trim()) await client.execute(statement)
		await client.execute(`insert into migrations values (${migration.folderMillis}, '${migration.hash}')`)
	}
	for (const rows of ROWS) await client.execute(rows)
	const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' }
	await promisify(execFile)(process.execPath, ['--import', 'tsx', 'drizzle/migrate.ts'], { env })
})

afterAll(async () => {
	client.close()
	await rm(dataDir, { recursive: true })
})

describe('the migration to the ledger', () => {
	test('keeps each payment and refund with its order', async () => {
		const rows = `select order_id, coalesce(bank_entry_id, '-'), pence, booked_on, bank_reference, recorded_at, recorded_by
			from payments order by order_id, rowid`
		expect(await text(rows)).toEqual([
			'both e-both 500 2025-11-24 B-e-both 40 house',
			'both - -500 2025-11-27 RF-2 60 other',
			'paid e-paid 500 2025-11-20 B-e-paid 40 house',
			'parts e-part 200 2025-11-22 B-e-part 35 other',
			'recalled e-recalled 500 2025-11-21 B-e-recalled 40 house',
			'recalled - -500 2025-11-28 RECALL 50 other',
			'refunded - 400 2025-11-27  60 other',
			'refunded - -400 2025-11-27 RF 60 other',
			'rejected e-rejected 500 2025-11-23 B-e-rejected 40 house',
		])
	})

	test('computes every total', async () => {
		expect(await text('select id, received_pence, sent_pence from orders order by id')).toEqual([
			'both 500 500',
			'byhand 0 0',
			'paid 500 0',
			'parts 200 0',
			'recalled 500 500',
			'refunded 400 400',
			'rejected 500 0',
		])
		expect(
			await text(
				`select id, pence, booked_pence, coalesce(dismissed_reason, '-') from bank_entries order by position`,
			),
		).toEqual([
			'e-paid 500 500 -',
			'e-recalled 500 500 -',
			'e-part 200 200 -',
			'e-rejected 500 500 -',
			'e-both 500 500 -',
			'e-open 70 0 -',
			'e-back 80 0 Sent back on 2025-11-28, RETURN',
		])
	})

	test('finds open work through its own indexes', async () => {
		const lists = [
			['bank_entries', 'dismissed_at is null and booked_pence <> pence', 'e-open'],
			[
				'orders',
				`received_pence - sent_pence > iif(status in ('pending', 'approved'), total_pence, 0)`,
				'rejected',
			],
			[
				'orders',
				`status = 'approved' and received_pence = sent_pence and total_pence > 0`,
				'byhand,recalled',
			],
		] as const
		for (const [table, condition, ids] of lists) {
			const query = `select id from ${table} where ${condition}`
			expect((await text(`${query} order by id`)).join()).toBe(ids)
			expect((await text(`explain query plan ${query}`)).join()).toMatch(
				/USING INDEX (bank_entries_open|orders_to_send_back|orders_status)/,
			)
		}
	})

	test('keeps every order and its search entry, and removes the old columns', async () => {
		expect(await text('pragma foreign_key_check')).toEqual([])
		expect(await text('pragma integrity_check')).toEqual(['ok'])
		expect(await text('select count(*) from orders join order_cells on order_id = id')).toEqual(['1'])
		const state = (word: string) =>
			text(`select order_id from order_search where order_search match 'state : "${word}"' order by rowid`)
		expect(await state('[x]')).toEqual(['refunded', 'both'])
		await client.execute(`insert into payments (id, order_id, pence, booked_on, bank_reference, recorded_at, recorded_by)
			values ('1', 'rejected', -500, '2025-11-29', '', 70, 'other')`)
		expect(await state('[x]')).toContain('rejected')
		const old = `select name from pragma_table_info('orders') where name like 'refund%'
			union all select name from sqlite_schema where name like '%statement_entries%'`
		expect(await text(old)).toEqual([])
	})
})

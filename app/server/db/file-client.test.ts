import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileClient } from './file-client.server'

let directory: string
let client: FileClient
const open = () => new FileClient(path.join(directory, 'market.db'))
const rows = async (sql: string, of = client) => (await of.execute(sql)).rows.map(row => Array.from(row))

beforeEach(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'file-client-'))
	client = open()
	await client.execute('PRAGMA journal_mode = WAL')
	await client.execute('create table parents (id integer primary key)')
	await client.execute('create table cells (id integer primary key, parent references parents, name text)')
})

afterEach(async () => {
	client.close()
	await rm(directory, { recursive: true })
})

const INSERT = 'insert into cells (id, name) values (?, ?)'

test('values come back as they went, with the number of changed rows', async () => {
	expect(await client.execute({ sql: INSERT, args: [1, 'Zoë'] })).toMatchObject({ rows: [], rowsAffected: 1 })
	const { rows: all } = await client.execute({
		sql: 'select ?, ?, ?, ?, ?, name from cells',
		args: [true, null, 1.5, new Date(7), Buffer.from('hi')],
	})
	expect(all.map(row => Array.from(row))).toEqual([[1, null, 1.5, 7, Buffer.from('hi'), 'Zoë']])
	expect(await rows('update cells set id = 2 returning id')).toEqual([[2]])
})

test('the values of a row have names, and of two with one name the first counts', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const { rows } = await client.execute(`select id, name, 'b' as name, 1 from cells`)
	expect({ ...rows[0] }).toEqual({ id: 1, name: 'a' })
	expect(Array.from(rows[0] ?? [])).toEqual([1, 'a', 'b', 1])
})

test('undefined is refused, which the driver would die of', async () => {
	await expect(client.execute({ sql: INSERT, args: [1, undefined as never] })).rejects.toThrow(TypeError)
})

test('a statement works again after it has failed', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const again = client.execute({ sql: INSERT, args: [1, 'b'] })
	await expect(again).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
	await client.execute({ sql: INSERT, args: [2, 'b'] })
	expect(await rows('select name from cells order by id')).toEqual([['a'], ['b']])
})

test('a statement sees a table that has changed since it was prepared', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	expect(await rows('select * from cells')).toEqual([[1, null, 'a']])
	await client.execute('alter table cells add column size integer default 5')
	expect(await rows('select * from cells')).toEqual([[1, null, 'a', 5]])
})

test('a reader does not hold on to what it saw', async () => {
	const other = open()
	expect(await rows('select count(*) from cells', other)).toEqual([[0]])
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	expect(await rows('select count(*) from cells', other)).toEqual([[1]])
	expect(await rows('PRAGMA wal_checkpoint(truncate)')).toEqual([[0, 0, 0]])
	other.close()
})

test('a transaction is taken back as a whole, and leaves the lock', async () => {
	const other = open()
	const transaction = await client.transaction()
	await transaction.execute({ sql: INSERT, args: [1, 'a'] })
	await expect(other.transaction()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
	await transaction.rollback()
	await other.reconnect()
	const second = await other.transaction()
	await second.execute({ sql: INSERT, args: [2, 'b'] })
	await second.commit()
	expect(await rows('select name from cells')).toEqual([['b']])
	other.close()
})

test('rolling back what SQLite has rolled back by itself is no error', async () => {
	const transaction = await client.transaction()
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const failed = transaction.execute('insert or rollback into cells (id) values (1)')
	await expect(failed).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
	await transaction.rollback()
	await (await client.transaction()).commit()
	expect(await rows('select * from cells')).toEqual([])
})

test('a migration is not held up by foreign keys, and happens in full or not at all', async () => {
	const orphan = 'insert into cells (id, parent) values (1, 9)'
	await expect(client.migrate([orphan, 'nonsense'])).rejects.toThrow('nonsense')
	expect(await rows('select * from cells')).toEqual([])
	await client.migrate([orphan])
	expect(await rows('select parent from cells')).toEqual([[9]])
	const another = client.execute('insert into cells (id, parent) values (2, 9)')
	await expect(another).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
})

test('a closed client says so', async () => {
	const closed = open()
	closed.close()
	const calls = [closed.execute('select 1'), closed.transaction()]
	for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
})

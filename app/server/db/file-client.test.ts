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

test('returns values as they were written, and the number of changed rows', async () => {
	expect(await client.execute({ sql: INSERT, args: [1, 'Zoë'] })).toMatchObject({ rows: [], rowsAffected: 1 })
	const { rows: all } = await client.execute({
		sql: 'select ?, ?, ?, ?, ?, name from cells',
		args: [true, null, 1.5, new Date(7), Buffer.from('hi')],
	})
	expect(all.map(row => Array.from(row))).toEqual([[1, null, 1.5, 7, Buffer.from('hi'), 'Zoë']])
	expect(await rows('update cells set id = 2 returning id')).toEqual([[2]])
})

test('names the values of a row, and keeps the first of two with the same name', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const { rows } = await client.execute(`select id, name, 'b' as name, 1 from cells`)
	expect({ ...rows[0] }).toEqual({ id: 1, name: 'a' })
	expect(Array.from(rows[0] ?? [])).toEqual([1, 'a', 'b', 1])
})

test('rejects undefined, which would crash the driver', async () => {
	await expect(client.execute({ sql: INSERT, args: [1, undefined as never] })).rejects.toThrow(TypeError)
})

test('runs a statement again after it has failed', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const again = client.execute({ sql: INSERT, args: [1, 'b'] })
	await expect(again).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
	await client.execute({ sql: INSERT, args: [2, 'b'] })
	expect(await rows('select name from cells order by id')).toEqual([['a'], ['b']])
})

test('runs a prepared statement after its table has changed', async () => {
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	expect(await rows('select * from cells')).toEqual([[1, null, 'a']])
	await client.execute('alter table cells add column size integer default 5')
	expect(await rows('select * from cells')).toEqual([[1, null, 'a', 5]])
})

test('does not keep a read snapshot open', async () => {
	const other = open()
	expect(await rows('select count(*) from cells', other)).toEqual([[0]])
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	expect(await rows('select count(*) from cells', other)).toEqual([[1]])
	expect(await rows('PRAGMA wal_checkpoint(truncate)')).toEqual([[0, 0, 0]])
	other.close()
})

test('rolls a transaction back as a whole and releases the lock', async () => {
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

test('ignores a rollback of a transaction that SQLite has rolled back', async () => {
	const transaction = await client.transaction()
	await client.execute({ sql: INSERT, args: [1, 'a'] })
	const failed = transaction.execute('insert or rollback into cells (id) values (1)')
	await expect(failed).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
	await transaction.rollback()
	await (await client.transaction()).commit()
	expect(await rows('select * from cells')).toEqual([])
})

test('runs a migration without foreign key checks, completely or not at all', async () => {
	const orphan = 'insert into cells (id, parent) values (1, 9)'
	await expect(client.migrate([orphan, 'nonsense'])).rejects.toThrow('nonsense')
	expect(await rows('select * from cells')).toEqual([])
	await client.migrate([orphan])
	expect(await rows('select parent from cells')).toEqual([[9]])
	const another = client.execute('insert into cells (id, parent) values (2, 9)')
	await expect(another).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
})

test('rejects statements after it was closed', async () => {
	const closed = open()
	closed.close()
	const calls = [closed.execute('select 1'), closed.transaction()]
	for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
})

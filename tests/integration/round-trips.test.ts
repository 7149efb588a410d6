import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseClient } from '~/server/database-client.server'
import { openFile } from '~/server/file-database.server'
import { openRemote } from '~/server/remote-database.server'
import { startCountingProxy } from '../support/counting-proxy'
import { type Sqld, startSqld } from '../support/sqld'

const directory = mkdtempSync(path.join(tmpdir(), 'market-clients-'))
let sqld: Sqld
let proxy: Awaited<ReturnType<typeof startCountingProxy>>
const clients: Record<string, DatabaseClient> = {}

beforeAll(async () => {
	sqld = await startSqld()
	proxy = await startCountingProxy(sqld.url)
	clients['a file'] = openFile(`file:${path.join(directory, 'one.db')}`, 20)
	clients['a server'] = openRemote(proxy.url, undefined)
	for (const client of Object.values(clients)) {
		await client.executeMultiple('create table things (id integer primary key, name text not null)')
	}
})

afterAll(async () => {
	for (const client of Object.values(clients)) client.close()
	proxy.stop()
	await sqld.stop()
	rmSync(directory, { recursive: true })
})

describe.each(['a file', 'a server'])('on %s', kind => {
	let client: DatabaseClient
	beforeEach(async () => {
		client = clients[kind] as DatabaseClient
		await client.execute('delete from things')
	})
	const put = (id: number) => ({ sql: 'insert into things values (?, ?)', args: [id, `thing ${id}`] })
	const all = async () => (await client.execute('select id from things order by id')).rows.map(row => row[0])

	test('what is put off runs before what comes after it, and is committed', async () => {
		const transaction = await client.transaction()
		transaction.putOff(put(1))
		const [first, second] = await Promise.all([
			transaction.execute('select count(*) as things from things'),
			transaction.execute(put(2)),
		])
		expect([first.rows[0]?.['things'], second.rows]).toEqual([1, []])
		transaction.putOff(put(3))
		await transaction.commit()
		expect(await all()).toEqual([1, 2, 3])
	})

	test('what is put off and fails commits nothing', async () => {
		const transaction = await client.transaction()
		await transaction.execute(put(1))
		transaction.putOff(put(1))
		transaction.putOff(put(2))
		await expect(transaction.commit()).rejects.toThrow(/UNIQUE/)
		await transaction.rollback()
		expect(await all()).toEqual([])
	})

	test('a savepoint undoes what came after it alone', async () => {
		const transaction = await client.transaction()
		transaction.putOff(put(1))
		transaction.putOff('savepoint undoable')
		await transaction.execute(put(2))
		transaction.putOff('rollback to undoable')
		transaction.putOff('release undoable')
		await transaction.commit()
		expect(await all()).toEqual([1])
	})

	test('of reads in one turn one may fail alone', async () => {
		const [good, bad] = await Promise.allSettled([
			client.execute('select 7 as seven'),
			client.execute('select 7 from strangers'),
		])
		expect(good).toMatchObject({ status: 'fulfilled', value: { rows: [{ seven: 7 }] } })
		expect(bad).toMatchObject({
			status: 'rejected',
			reason: { message: expect.stringMatching(/no such table/) },
		})
	})
})

describe('on a server', () => {
	const counted = async (work: () => Promise<unknown>) => {
		const before = proxy.count()
		await work()
		return proxy.count() - before
	}
	const open = () => (clients['a server'] as DatabaseClient).transaction()

	test('the statements of a turn are one round trip, and the last go with COMMIT', async () => {
		const twoTurns = async () => {
			const transaction = await open()
			await Promise.all([1, 2, 3].map(number => transaction.execute(`select ${number}`)))
			transaction.putOff("insert into things values (11, 'a thing')")
			await transaction.commit()
		}
		const finished = async () => {
			const transaction = await open()
			transaction.finish()
			await transaction.execute("insert into things values (12, 'a thing')")
			await transaction.commit()
		}
		expect([await counted(twoTurns), await counted(finished)]).toEqual([2, 1])
	})

	test('a statement after the last one is refused', async () => {
		const transaction = await open()
		transaction.finish()
		await transaction.execute('select 1')
		await expect(transaction.execute('select 2')).rejects.toThrow('after the end')
		await expect(transaction.commit()).rejects.toThrow('after the end')
	})

	test('reads of a turn are one round trip', async () => {
		const client = clients['a server'] as DatabaseClient
		expect(
			await counted(() => Promise.all([1, 2, 3].map(number => client.execute(`select ${number}`)))),
		).toBe(1)
	})
})

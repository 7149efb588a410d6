import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseClient } from '~/server/database-client.server'
import { openFile } from '~/server/file-database.server'
import { openRemote } from '~/server/remote-database.server'
import { startCountingProxy } from '../support/counting-proxy'
import { startSqld } from '../support/sqld'

const directory = mkdtempSync(path.join(tmpdir(), 'market-clients-'))
const sqld = await startSqld()
const proxy = await startCountingProxy(sqld.url)
/* The product's modules find the server when they are imported, which is later. */
process.env['DATABASE_URL'] = proxy.url
const clients: Record<string, DatabaseClient> = {}

const counted = async (work: () => Promise<unknown>) => {
	const before = proxy.count()
	await work()
	return proxy.count() - before
}

beforeAll(async () => {
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

	test('nothing is kept of what comes after a statement that ended the transaction', async () => {
		await client.executeMultiple(`create trigger full before insert on things when new.name = 'too much'
			begin select raise(rollback, 'the disk is full'); end`)
		const transaction = await client.transaction()
		const tooMuch = { sql: "insert into things values (1, 'too much')", args: [] }
		await expect(transaction.execute(tooMuch)).rejects.toThrow('the disk is full')
		transaction.putOff('savepoint some')
		await expect(Promise.resolve().then(() => transaction.execute(put(2)))).rejects.toThrow()
		transaction.putOff('release some')
		await expect(transaction.commit()).rejects.toThrow()
		await transaction.rollback()
		expect(await all()).toEqual([])
		await client.execute('drop trigger full')
	})

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

test('a purchase, and what pages read, ask as seldom as may be', async () => {
	const { makeUser } = await import('../support/factories')
	const { PAYMENT_DETAILS } = await import('../support/payment-details')
	const { newReceipt } = await import('../support/receipts')
	const { openCheckout } = await import('~/domain/orders/checkout/open.server')
	const { proceedToPayment } = await import('~/domain/orders/checkout/proceed.server')
	const { submitPayment } = await import('~/domain/orders/checkout/submit.server')
	const { readOpenCheckout } = await import('~/domain/orders/queries.server')
	const { listPayments } = await import('~/domain/orders/review/list.server')
	const { readGrid } = await import('~/domain/grid/queries.server')
	const { readLoss } = await import('~/domain/accounts/deletion.queries.server')
	const { withRequestContext } = await import('~/server/request-context.server')
	const [{ id: buyer }, now] = [await makeUser(), Date.now()]
	let orderId = ''
	const trips = {
		open: await counted(async () => {
			const opened = await openCheckout(buyer, [300], now)
			if (opened.ok) orderId = opened.orderId
		}),
		hold: await counted(() => proceedToPayment(orderId, buyer, now)),
		wayBack: await counted(async () => expect((await readOpenCheckout(buyer))?.id).toBe(orderId)),
		submit: await counted(async () => {
			const receipts = { payment: newReceipt(buyer) }
			expect(await submitPayment(orderId, buyer, PAYMENT_DETAILS, now, receipts)).toMatchObject({ ok: true })
		}),
		payments: await counted(async () => {
			const list = await listPayments({ q: '', page: 1, status: null, from: null, to: null })
			expect(list.rows.map(row => row.cells.map(cell => cell.id))).toEqual([[300]])
		}),
		loss: await counted(() => readLoss(buyer, now)),
		gridOfARequest: await counted(() =>
			withRequestContext(new Request('http://localhost:3000/'), async () => {
				expect((await readGrid(now)).holdings[299]).toMatchObject({ kind: 'owned' })
				await readGrid(now)
			}),
		),
	}
	expect(trips).toEqual({
		open: 2,
		hold: 3,
		wayBack: 1,
		submit: 4,
		payments: 2,
		loss: 1,
		gridOfARequest: 2,
	})
	await withRequestContext(new Request('http://localhost:3000/'), async () => {
		expect((await readGrid(now)).holdings[300]).toMatchObject({ kind: 'available' })
		const opened = await openCheckout(buyer, [301], now)
		await proceedToPayment(opened.ok ? opened.orderId : '', buyer, now)
		expect((await readGrid(now)).holdings[300]).toMatchObject({ kind: 'hold' })
	})
})

test('what the longest pages read beside the session asks twice at most', async () => {
	const { makeAdmin, makeOrder, makeStatement, makeTransfer, makeUser, ownCells } = await import(
		'../support/factories'
	)
	const { referenceFrom } = await import('~/domain/orders/reference')
	const { readStatementEntries } = await import('~/domain/statements/queries.server')
	const { listAudit } = await import('~/domain/audit/queries.server')
	const { findBlock } = await import('~/domain/creatives/queries.server')
	const { openCheckout } = await import('~/domain/orders/checkout/open.server')
	const { readOpenCheckout, readSituation } = await import('~/domain/orders/queries.server')
	const { listReceived } = await import('~/domain/transfers/received-queries.server')
	const { listSent } = await import('~/domain/transfers/sent-queries.server')
	const { listAllSold } = await import('~/domain/transfers/sold-queries.server')
	const [ada, grace, admin, now] = [await makeUser(), await makeUser(), await makeAdmin(), Date.now()]
	await ownCells(ada.id, [310, 311])
	await makeTransfer(ada.id, [310], { recipientEmail: grace.email, status: 'accepted' })
	await makeTransfer(ada.id, [311], { recipientEmail: grace.email })
	await openCheckout(grace.id, [320], now)
	const open = await readOpenCheckout(grace.id)
	const reference = referenceFrom([1, 2, 3, 4, 5, 6, 7])
	const pending = await makeOrder(ada.id, [330], { status: 'pending', reference })
	const text = `for ${reference}`
	const statement = await makeStatement(admin.id, [{ text, pence: 1 }])
	const all = { q: '', page: 1 }
	const filter = { ...all, status: null, kind: null, from: null, to: null }
	const trips = {
		received: await counted(async () => {
			const { rows } = await listReceived(grace, filter, now)
			expect(rows.map(row => row.cells.map(cell => cell.id))).toEqual([[311], [310]])
		}),
		sent: await counted(async () => {
			const { rows } = await listSent(ada.id, all, now)
			expect(rows.map(row => row.cells.map(cell => cell.id))).toEqual([[311]])
		}),
		sold: await counted(async () => expect((await listAllSold(all)).rows).toHaveLength(1)),
		audit: await counted(async () => expect((await listAudit(filter)).rows.length).toBeGreaterThan(0)),
		auditOfOne: await counted(() => listAudit({ ...filter, q: grace.id })),
		auditBeyondItsEnd: await counted(async () => {
			expect(await listAudit({ ...filter, page: 7 })).toMatchObject({ page: 1, from: 1 })
		}),
		situation: await counted(async () => {
			expect(open && (await readSituation(open, now))).toMatchObject({ kind: 'free' })
		}),
		block: await counted(async () => expect(await findBlock(310, ada.id, now)).toMatchObject({ ok: true })),
		statement: await counted(async () => {
			const read = await readStatementEntries(statement.id)
			expect(read?.entries[0]?.orders.map(order => order.id)).toEqual([pending.id])
		}),
	}
	expect(trips).toEqual({
		received: 2,
		sent: 2,
		sold: 2,
		audit: 2,
		auditOfOne: 2,
		auditBeyondItsEnd: 3,
		situation: 1,
		block: 1,
		statement: 2,
	})
})

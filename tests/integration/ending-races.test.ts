import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
	type JobResult,
	type Processes,
	removeCellGuard,
	runInTurn,
	startProcesses,
} from '../support/race-processes'

/* Several processes on one database, as in purchase-races: each race runs on the real schema and on a copy without
   its guard, where it must fail. */

const MINUTE = 60_000
const MANY = 12

let lab: Processes
let unguarded: Processes
let now = Date.now()

beforeAll(async () => {
	const labs = await Promise.all([startProcesses({ processes: 3 }), startProcesses({ processes: 2 })])
	lab = labs[0]
	unguarded = labs[1]
	await removeCellGuard(unguarded)
	// Removes the guard: resets the version and the status of a failed order after every decision.
	await unguarded.execute(`
		create trigger forget_decision after update of version on orders when old.status = 'failed'
		begin update orders set version = old.version, status = 'failed', received_pence = iif(sent_pence > 0, 0, received_pence), sent_pence = 0 where id = old.id; end;
	`)
})

afterAll(async () => {
	await Promise.all([lab.stop(), unguarded.stop()])
})

const listSuccesses = (responses: JobResult[]) => responses.filter(response => response.ok)

/** Creates a failed order whose cell is available again. */
async function failedOrder(where: Processes, cell: number): Promise<{ orderId: string; version: number }> {
	now += MINUTE
	const [accountId = ''] = await where.users(1)
	const [opened] = await where.run([{ op: 'open', accountId, cells: [cell], now }])
	const orderId = opened?.orderId ?? ''
	for (const op of ['hold', 'receipt', 'submit'] as const) await where.run([{ op, orderId, accountId, now }])
	await where.execute(`delete from cell_holders where cell = ${cell}`)
	await where.execute(`update orders set status = 'failed' where id = '${orderId}'`)
	const [row] = await where.query('select version from orders where id = ?', [orderId])
	return { orderId, version: Number(row?.['version']) }
}

const count = async (where: Processes, sql: string, id: string | number) =>
	(await where.query(sql, [id])).length

describe('many administrators deciding a failed order at once', () => {
	async function race(where: Processes, cell: number, ops: readonly ('assign' | 'refund')[]) {
		const order = await failedOrder(where, cell)
		const admins = await where.users(MANY)
		const responses = await where.run(
			admins.map((actorId, place) => ({ op: ops[place % ops.length] ?? 'refund', ...order, actorId, now })),
		)
		const acts = await count(
			where,
			"select id from audit_entries where subject_id = ? and action in ('order.assign', 'order.payment-out')",
			order.orderId,
		)
		return { responses, acts, holders: await count(where, 'select * from cell_holders where cell = ?', cell) }
	}

	test.each([
		['assign', 700, ['assign'], 1],
		['refund', 701, ['refund'], 0],
	] as const)('%s an order once', async (_, cell, ops, held) => {
		const { responses, acts, holders } = await race(lab, cell, ops)
		expect(listSuccesses(responses)).toHaveLength(1)
		for (const told of responses.filter(response => !response.ok))
			expect(told.message).toMatch(/has changed since/)
		expect({ acts, holders }).toEqual({ acts: 1, holders: held })
	})

	test('either assign it or refund it, never both', async () => {
		const { responses, acts } = await race(lab, 702, ['assign', 'refund'])
		expect(listSuccesses(responses)).toHaveLength(1)
		expect(acts).toBe(1)
	})

	test('would decide it several times without version and status', async () => {
		const { responses, acts, holders } = await race(runInTurn(unguarded), 700, ['assign', 'refund'])
		expect(listSuccesses(responses).length).toBeGreaterThan(1)
		expect(acts).toBeGreaterThan(1)
		expect(holders).toBeGreaterThan(1)
	})
})

describe('an administrator assigning pixels that others buy', () => {
	async function race(where: Processes, cell: number) {
		const order = await failedOrder(where, cell)
		const [actorId = '', ...buyers] = await where.users(1 + MANY)
		const opened = await where.run(buyers.map(accountId => ({ op: 'open', accountId, cells: [cell], now })))
		const holds = opened.map((result, place) => ({
			op: 'hold' as const,
			orderId: result.orderId ?? '',
			accountId: buyers[place] ?? '',
			now,
		}))
		const half = MANY / 2
		const responses = await where.run([
			...holds.slice(0, half),
			{ op: 'assign', ...order, actorId, now },
			...holds.slice(half),
		])
		return { responses, holders: await count(where, 'select * from cell_holders where cell = ?', cell) }
	}

	test('gives them to one, and shows the others a conflict', async () => {
		const { responses, holders } = await race(lab, 710)
		expect(listSuccesses(responses)).toHaveLength(1)
		expect(holders).toBe(1)
		for (const told of responses.filter(response => !response.ok)) {
			expect(told.message).toMatch(/no longer available|on hold for another buyer/)
		}
	})

	test('would give them to several without the primary key', async () => {
		const { responses, holders } = await race(runInTurn(unguarded), 710)
		expect(listSuccesses(responses).length).toBeGreaterThan(1)
		expect(holders).toBeGreaterThan(1)
	})
})

describe('one buyer submitting many orders at once', () => {
	async function race(where: Processes, cells: readonly number[]) {
		now += MINUTE
		const [accountId = ''] = await where.users(1)
		const orders: string[] = []
		// Each checkout replaces the previous one, and all of them have reached step 2.
		for (const cell of cells) {
			const [opened] = await where.run([{ op: 'open', accountId, cells: [cell], now }])
			orders.push(opened?.orderId ?? '')
		}
		await where.execute(`update orders set proceeded_at = ${now} where account_id = '${accountId}'`)
		const jobs = (op: 'receipt' | 'submit') => orders.map(orderId => ({ op, orderId, accountId, now }))
		await where.run(jobs('receipt'))
		return await where.run(jobs('submit'))
	}

	test('gets three pending orders, and the others stay open', async () => {
		const responses = await race(lab, [720, 722, 724, 726, 728, 730])
		expect(responses.filter(response => response.status === 'pending')).toHaveLength(3)
		for (const told of responses.filter(response => !response.ok)) {
			expect(told.message).toMatch(/^3 of your orders wait for the review of their payment\./)
		}
	})

	test('would exceed the limit if pending orders were not counted', async () => {
		await unguarded.execute(`
			create trigger hide_pending after update of status on orders when new.status = 'pending'
			begin update orders set status = 'rejected' where id = new.id; end;
		`)
		const responses = await race(runInTurn(unguarded), [720, 722, 724, 726, 728, 730])
		await unguarded.execute('drop trigger hide_pending')
		expect(responses.filter(response => response.status === 'pending')).toHaveLength(6)
	})
})

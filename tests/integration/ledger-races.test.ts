import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JobResult, type Processes, runInTurn, startProcesses } from '../support/race-processes'
import { nthReference } from '../support/statements'

/* Several processes on one database: each race runs on the real schema and on a copy without its guards, where it
   must fail. */

const MINUTE = 60_000
const MANY = 12
const PRICE = 100_000_00

let lab: Processes
let unguarded: Processes
let now = Date.now()
let made = 0

beforeAll(async () => {
	const labs = await Promise.all([startProcesses({ processes: 3 }), startProcesses({ processes: 2 })])
	lab = labs[0]
	unguarded = labs[1]
	// Removes the guards: resets the booked amount of a line and the version of an order.
	await unguarded.execute(`
		create trigger forget_booked after update of booked_pence on bank_entries when new.booked_pence <> 0
		begin update bank_entries set booked_pence = 0 where id = old.id; end;
	`)
	await unguarded.execute(`
		create trigger forget_money after update of version on orders when new.received_pence > 0
		begin update orders set version = old.version, status = 'pending', received_pence = 0, sent_pence = 0 where id = old.id; end;
	`)
})

afterAll(async () => {
	await Promise.all([lab.stop(), unguarded.stop()])
})

const listSuccesses = (responses: JobResult[]) => responses.filter(response => response.ok)

/** Creates a pending order, and a bank line that pays it exactly. */
async function makePaid(where: Processes) {
	made++
	now += MINUTE
	const [accountId = '', adminId = ''] = await where.users(2)
	const [opened] = await where.run([{ op: 'open', accountId, cells: [700 + made], now }])
	const orderId = opened?.orderId ?? ''
	for (const op of ['hold', 'receipt', 'submit'] as const) await where.run([{ op, orderId, accountId, now }])
	const reference = nthReference(made)
	await where.execute(
		`update orders set reference = '${reference}', total_pence = ${PRICE}, subtotal_pence = ${PRICE} where id = '${orderId}'`,
	)
	await where.execute(
		`insert into statements (id, name, format, imported_at, imported_by) values ('s${made}', 'a.csv', 'csv', 1, '${adminId}')`,
	)
	const entryId = `e${made}`
	await where.execute(
		`insert into bank_entries (id, statement_id, position, fingerprint, booked_on, pence, counterparty, text, bank_reference)
			values ('${entryId}', 's${made}', 0, 'f${made}', '2025-11-20', ${PRICE}, 'A', '${reference}', '')`,
	)
	const [row] = await where.query('select version from orders where id = ?', [orderId])
	return { orderId, entryId, reference, version: Number(row?.['version']) }
}

async function race(where: Processes, ops: readonly ('confirm' | 'book')[]) {
	const { orderId, entryId, reference, version } = await makePaid(where)
	const admins = await where.users(MANY)
	const responses = await where.run(
		admins.map((actorId, place) =>
			ops[place % ops.length] === 'book'
				? { op: 'book' as const, entryId, reference, left: PRICE, actorId, now }
				: { op: 'confirm' as const, entryId, orderId, actorId, version, now },
		),
	)
	const rows = await where.query('select pence from payments where order_id = ?', [orderId])
	const mails = await where.query("select dedupe_key from outbox where dedupe_key = 'order-approved:' || ?", [
		orderId,
	])
	return { responses, rows: rows.length, mails: mails.length }
}

describe('many administrators booking one line at once', () => {
	test.each([
		['by the confirmation of all exact', ['confirm'], 1],
		['by hand', ['book'], 0],
	] as const)('book it once with %s', async (_, ops, mails) => {
		const result = await race(lab, ops)
		expect(listSuccesses(result.responses)).toHaveLength(1)
		for (const told of result.responses.filter(response => !response.ok))
			expect(told.message).toMatch(/changed/)
		expect(result).toMatchObject({ rows: 1, mails })
	})

	test('book it once with both', async () => {
		const { responses, rows } = await race(lab, ['confirm', 'book'])
		expect([listSuccesses(responses).length, rows]).toEqual([1, 1])
	})

	test('would book it several times without the guards', async () => {
		const { responses, rows } = await race(runInTurn(unguarded), ['book'])
		expect(listSuccesses(responses).length).toBeGreaterThan(1)
		expect(rows).toBeGreaterThan(1)
	})
})

describe('above the limit', () => {
	test.each([
		['several administrators', MANY],
		['one administrator', 1],
	])('parallel %s approve nothing, and a second administrator’s approval does', async (_, people) => {
		await lab.execute(
			`insert or replace into settings (key, value, updated_at) values ('secondAbovePence', '1', 1)`,
		)
		const { orderId, version } = await makePaid(lab)
		const [after = '', ...admins] = await lab.users(people + 1)
		await lab.execute(`update accounts set role = 'admin'`)
		const approve = (actorId: string, seen: number) =>
			({ op: 'approve', orderId, actorId, version: seen, now }) as const
		const jobs = Array.from({ length: MANY }, (_, place) => approve(admins[place % people] ?? '', version))
		const responses = await lab.run(jobs)
		const state = async () => {
			const [row] = await lab.query('select status, version from orders where id = ?', [orderId])
			return [row?.['status'], Number(row?.['version'])]
		}
		expect(listSuccesses(responses).every(({ isWaiting }) => isWaiting)).toBe(true)
		expect(listSuccesses(responses)).toHaveLength(people === 1 ? MANY : 1)
		expect(await state()).toEqual(['pending', version + 1])
		const both = await lab.run([approve(after, version + 1), approve(after, version + 1)])
		expect(listSuccesses(both)).toHaveLength(2)
		expect(await state()).toEqual(['approved', version + 2])
		await lab.execute(`delete from settings where key = 'secondAbovePence'`)
	})
})

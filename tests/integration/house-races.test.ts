import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeVersion } from '~/domain/house/occupied-cells.server'
import { type Processes, removeCellGuard, runInTurn, startProcesses } from '../support/race-processes'

/* Several processes on one database, as in purchase-races: each race runs on the real schema and on a copy without
   its guard, where it must fail. */

const ADMINISTRATORS = 12
const now = Date.UTC(2026, 10, 22, 12)

let lab: Processes
let unguarded: Processes

beforeAll(async () => {
	const labs = await Promise.all([startProcesses({ processes: 3 }), startProcesses({ processes: 2 })])
	lab = labs[0]
	unguarded = labs[1]
})

afterAll(async () => {
	await Promise.all([lab.stop(), unguarded.stop()])
})

const events = (where: Processes, cell: number, kind: string) =>
	where.query('select * from ownership_events where cell = ? and kind = ?', [cell, kind])

describe('many administrators restoring one cell at once', () => {
	async function race(where: Processes, cell: number) {
		const [owner = '', ...administrators] = await where.users(ADMINISTRATORS + 1)
		await where.query("insert into cell_holders (cell, kind, account_id, since) values (?, 'owned', ?, ?)", [
			cell,
			owner,
			now,
		])
		const version = seenVersion(cell, owner)
		const responses = await where.run(
			administrators.map(actorId => ({ op: 'restore' as const, actorId, cells: [cell], version, now })),
		)
		const mails = await where.query("select * from outbox where kind = 'pixels-restored' and recipient = ?", [
			`${owner}@example.test`,
		])
		return { responses, mails }
	}

	test('restore it once, and the others see a conflict', async () => {
		const { responses, mails } = await race(lab, 300)
		expect(responses.filter(response => response.ok)).toHaveLength(1)
		for (const told of responses.filter(response => !response.ok)) {
			expect(told).toMatchObject({ code: 'changed', message: expect.stringContaining('check them again') })
		}
		expect(mails).toHaveLength(1)
		expect(await events(lab, 300, 'restored')).toHaveLength(1)
	})

	test('would restore it several times if the cell became available again by itself', async () => {
		await unguarded.execute(`
			create trigger comes_back after delete on cell_holders when old.cell = 300 begin
				insert into cell_holders (cell, kind, account_id, since)
				values (old.cell, old.kind, old.account_id, old.since);
			end;
		`)
		const { responses, mails } = await race(runInTurn(unguarded), 300)
		expect(responses.filter(response => response.ok).length).toBeGreaterThan(1)
		expect(mails.length).toBeGreaterThan(1)
		await unguarded.execute('drop trigger comes_back')
	})
})

/** Returns the version of a cell owned by a member. */
function seenVersion(cell: number, holderId: string, orderId?: string): string {
	return computeVersion([
		{
			cell,
			kind: 'owned',
			holdUntil: null,
			since: now,
			holder: { id: holderId, fullName: '', email: '', deletedAt: null },
			order: orderId ? { id: orderId, reference: '', status: 'pending', totalPence: 0 } : null,
			pricePence: null,
			invitation: null,
			loan: null,
			borrower: null,
			creative: null,
			lentCreative: null,
			situation: 'member',
		},
	])
}

describe('an order approved by some while another restores its cell', () => {
	test.each([330, 331, 332, 333])('is either approved or loses the cell, never both: cell %i', async cell => {
		const [accountId = '', restorer = '', ...approvers] = await lab.users(10)
		const [opened] = await lab.run([{ op: 'open', accountId, cells: [cell], now }])
		const orderId = opened?.orderId ?? ''
		for (const op of ['hold', 'receipt', 'submit'] as const) await lab.run([{ op, orderId, accountId, now }])
		const [order] = await lab.query('select version from orders where id = ?', [orderId])
		const version = Number(order?.['version'])
		await lab.run([
			{
				op: 'restore' as const,
				actorId: restorer,
				cells: [cell],
				version: seenVersion(cell, accountId, orderId),
				now,
			},
			// Some read the order again while they approve: the second version is that of the order without its cell.
			...approvers.map((actorId, place) => ({
				op: 'approve' as const,
				orderId,
				actorId,
				version: version + (place % 2),
				now,
			})),
		])
		const [row] = await lab.query('select status from orders where id = ?', [orderId])
		const status = row?.['status']
		const restored = await events(lab, cell, 'restored')
		expect({ status, restored: restored.length }).toEqual(
			status === 'approved' ? { status, restored: 0 } : { status: 'pending', restored: 1 },
		)
		const mails = await lab.query("select kind from outbox where recipient = ? and kind like 'order-app%'", [
			`${accountId}@example.test`,
		])
		expect(mails).toHaveLength(status === 'approved' ? 1 : 0)
	})
})

describe('many administrators reserving one cell at once', () => {
	async function race(where: Processes, cell: number) {
		const administrators = await where.users(ADMINISTRATORS)
		return await where.run(
			administrators.map(actorId => ({ op: 'reserve' as const, actorId, cells: [cell], now })),
		)
	}

	test('reserve it once, and the others see a conflict', async () => {
		const responses = await race(lab, 310)
		expect(responses.filter(response => response.ok)).toHaveLength(1)
		for (const told of responses.filter(response => !response.ok)) {
			expect(told.message).toBe('Can only reserve available pixels')
		}
		expect(await events(lab, 310, 'reserved')).toHaveLength(1)
	})

	test('would reserve it several times if the table of holders stayed empty', async () => {
		await removeCellGuard(unguarded)
		await unguarded.execute(`
			create trigger forgets after insert on cell_holders begin
				delete from cell_holders where cell = new.cell;
			end;
		`)
		const responses = await race(runInTurn(unguarded), 310)
		expect(responses.filter(response => response.ok).length).toBeGreaterThan(1)
	})
})

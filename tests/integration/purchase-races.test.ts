import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CELLS, cellAt } from '~/domain/grid/layout'
import {
	type JobResult,
	type Processes,
	removeCellGuard,
	runInTurn,
	startProcesses,
} from '../support/race-processes'

/* Several processes on one database. Every race runs twice: on the real schema, where it must end with one buyer,
   and on a copy whose table of holders has no primary key, where it must not. A race that also passes without its
   guard would prove nothing. */

const MINUTE = 60_000
const BUYERS = 12

let lab: Processes
let unguarded: Processes
let now = Date.now()

beforeAll(async () => {
	const labs = await Promise.all([startProcesses({ processes: 3 }), startProcesses({ processes: 2 })])
	lab = labs[0]
	unguarded = labs[1]
	await removeCellGuard(unguarded)
})

afterAll(async () => {
	await Promise.all([lab.stop(), unguarded.stop()])
})

/** Opens a checkout for each buyer. @returns the ids of the orders. */
async function openAll(
	where: Processes,
	buyers: string[],
	cells: (place: number) => number[],
): Promise<string[]> {
	const opened = await where.run(
		buyers.map((accountId, place) => ({ op: 'open', accountId, cells: cells(place), now })),
	)
	return opened.map(response => response.orderId ?? '')
}

function jobs(op: 'hold' | 'receipt' | 'submit', orders: string[], buyers: string[], at = now) {
	return orders.map((orderId, place) => ({ op, orderId, accountId: buyers[place] ?? '', now: at }))
}

/** Orders that have reached step 2 and whose hold has expired: the first submission wins. */
async function openLate(
	where: Processes,
	buyers: string[],
	cells: (place: number) => number[],
): Promise<string[]> {
	const orders = await openAll(where, buyers, cells)
	await where.execute(`update orders set proceeded_at = ${now} where status = 'open'`)
	await where.run(jobs('receipt', orders, buyers))
	return orders
}

const count = (responses: JobResult[], status: string) =>
	responses.filter(response => response.status === status).length
const holders = (where: Processes, cell: number) =>
	where.query('select * from cell_holders where cell = ?', [cell])

describe('many buyers of one cell', () => {
	async function race(where: Processes, cell: number) {
		now += MINUTE
		const buyers = await where.users(BUYERS)
		const orders = await openAll(where, buyers, () => [cell])
		const held = await where.run(jobs('hold', orders, buyers))
		return { held, holders: await holders(where, cell), orders }
	}

	test('get one hold, and the others see that it is on hold and until when', async () => {
		const { held, holders, orders } = await race(lab, 300)
		const winners = held.flatMap((response, place) => (response.ok ? [orders[place]] : []))
		expect(winners).toHaveLength(1)
		expect(holders.map(row => row['order_id'])).toEqual(winners)
		for (const response of held.filter(result => !result.ok)) {
			expect(response.message).toMatch(
				/^This pixel is on hold for another buyer until .+: tiny pixel at row 12, column 29\.$/,
			)
		}
	})

	test('would get several holds without the primary key', async () => {
		const { held } = await race(runInTurn(unguarded), 300)
		expect(held.filter(result => result.ok).length).toBeGreaterThan(1)
	})

	async function raceLate(where: Processes, cell: number) {
		now += MINUTE
		const buyers = await where.users(BUYERS)
		const orders = await openLate(where, buyers, () => [cell])
		const submitted = await where.run(jobs('submit', orders, buyers))
		return { submitted, holders: await holders(where, cell) }
	}

	test('submit many receipts at once: one buys, the others are recorded as failed with their receipts', async () => {
		const { submitted, holders } = await raceLate(lab, 301)
		expect(count(submitted, 'pending')).toBe(1)
		expect(count(submitted, 'failed')).toBe(BUYERS - 1)
		expect(holders).toHaveLength(1)
		const failed = await lab.query(
			"select * from orders where status = 'failed' and payment_receipt_key is not null and failure_reason is not null",
		)
		expect(failed).toHaveLength(BUYERS - 1)
	})

	test('would buy the cell several times without the primary key', async () => {
		const { submitted, holders } = await raceLate(runInTurn(unguarded), 301)
		expect(count(submitted, 'pending')).toBeGreaterThan(1)
		expect(holders.length).toBeGreaterThan(1)
	})
})

describe('overlapping rectangles', () => {
	/** Rectangles of 1 to 4 by 1 to 4 tiny cells within the same 8 by 6. */
	function rectangle(place: number, top: number): number[] {
		const row = top + ((place * 7) % 4)
		const col = 1 + ((place * 5) % 6)
		const cells: number[] = []
		for (let r = row; r < row + 1 + (place % 3); r++) {
			for (let c = col; c < col + 1 + ((place * 3) % 3); c++) cells.push(cellAt(r, c)?.id ?? 0)
		}
		return cells
	}

	async function race(where: Processes, top: number) {
		now += MINUTE
		const buyers = await where.users(BUYERS * 2)
		const orders = await openLate(where, buyers, place => rectangle(place, top))
		const submitted = await where.run(jobs('submit', orders, buyers))
		const area = CELLS.filter(cell => cell.row >= top && cell.row < top + 6 && cell.col <= 8)
		const rows = await where.query(
			`select cell, order_id from cell_holders where cell in (${area.map(cell => cell.id)})`,
		)
		return { orders, submitted, rows }
	}

	test('are sold completely or not at all, and no cell twice', async () => {
		const { orders, submitted, rows } = await race(lab, 20)
		expect(new Set(rows.map(row => row['cell'])).size).toBe(rows.length)
		expect(count(submitted, 'pending')).toBeGreaterThan(1)
		expect(count(submitted, 'failed')).toBeGreaterThan(1)
		for (const [place, response] of submitted.entries()) {
			const got = rows.filter(row => row['order_id'] === orders[place]).map(row => Number(row['cell']))
			const wanted = response.status === 'pending' ? rectangle(place, 20) : []
			expect(got.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b))
		}
	})

	test('would sell cells twice without the primary key', async () => {
		const { rows } = await race(runInTurn(unguarded), 20)
		expect(new Set(rows.map(row => row['cell'])).size).toBeLessThan(rows.length)
	})
})

describe('one order, submitted many times in parallel', () => {
	async function race(where: Processes, cell: number) {
		now += MINUTE
		const [buyer = ''] = await where.users(1)
		const [order = ''] = await openLate(where, [buyer], () => [cell])
		const twelve = Array.from({ length: 12 }, () => order)
		const submitted = await where.run(
			jobs(
				'submit',
				twelve,
				twelve.map(() => buyer),
			),
		)
		const audited = await where.query(
			"select action from audit_entries where subject_id = ? and action in ('order.submit', 'order.fail')",
			[order],
		)
		const mails = await where.query("select id from outbox where dedupe_key = 'order-submitted:' || ?", [
			order,
		])
		return { submitted, audited, mails, holders: await holders(where, cell) }
	}

	test('is sold once, and every response is the same success', async () => {
		const { submitted, audited, mails, holders } = await race(lab, 400)
		expect(count(submitted, 'pending')).toBe(12)
		expect(submitted.filter(result => result.repeated === false)).toHaveLength(1)
		expect(audited.map(row => row['action'])).toEqual(['order.submit'])
		expect(mails).toHaveLength(1)
		expect(holders).toHaveLength(1)
	})

	test('would be submitted several times without the check of its status', async () => {
		await unguarded.execute(`
			create trigger forget after update of status on orders when new.status in ('pending', 'failed')
			begin update orders set status = 'open', submitted_at = null where id = new.id; end;
		`)
		const { submitted, audited } = await race(runInTurn(unguarded), 400)
		await unguarded.execute('drop trigger forget')
		expect(submitted.filter(result => result.repeated === false).length).toBeGreaterThan(1)
		expect(audited.length).toBeGreaterThan(1)
	})
})

describe('a hold expires while others buy', () => {
	/** The holder submits at the moment the hold ends, while many others try to buy. */
	async function race(where: Processes, cell: number, at: (holdUntil: number) => number) {
		now += MINUTE
		const [holder = '', ...others] = await where.users(1 + BUYERS)
		const [order = '', ...orders] = await openAll(where, [holder, ...others], () => [cell])
		const [held] = await where.run(jobs('hold', [order], [holder]))
		await where.run(jobs('receipt', [order], [holder]))
		const moment = at(held?.hold?.until ?? 0)
		const [submitted, ...chances] = await where.run([
			...jobs('submit', [order], [holder], moment),
			...jobs('hold', orders, others, moment),
		])
		return { submitted, chances, holders: await holders(where, cell) }
	}

	test('a millisecond before its end, the holder buys and nobody else gets the cell', async () => {
		const { submitted, chances, holders } = await race(lab, 500, until => until - 1)
		expect(submitted?.status).toBe('pending')
		expect(chances.every(chance => !chance.ok)).toBe(true)
		expect(holders.map(row => row['kind'])).toEqual(['owned'])
	})

	test('at its end, exactly one gets the cell, and the others see why not', async () => {
		const { submitted, chances, holders } = await race(lab, 501, until => until)
		const lucky = chances.filter(chance => chance.ok)
		expect(holders).toHaveLength(1)
		expect(lucky).toHaveLength(submitted?.status === 'pending' ? 0 : 1)
		expect(['pending', 'failed']).toContain(submitted?.status)
		for (const loser of chances.filter(chance => !chance.ok)) {
			expect(loser.message).toMatch(lucky.length > 0 ? /on hold for another buyer/ : /no longer available/)
		}
	})

	test('without the primary key, several would get the cell', async () => {
		const { holders } = await race(runInTurn(unguarded), 501, until => until)
		expect(holders.length).toBeGreaterThan(1)
	})
})

describe('two administrators deciding at once', () => {
	test('make one decision, and the other sees a conflict', async () => {
		now += MINUTE
		const [buyer = '', ...admins] = await lab.users(7)
		const [orderId = ''] = await openLate(lab, [buyer], () => [600])
		await lab.run(jobs('submit', [orderId], [buyer]))
		const [row] = await lab.query('select version from orders where id = ?', [orderId])
		const version = Number(row?.['version'])
		const decided = await lab.run(
			admins.map((actorId, place) => ({
				op: place % 2 ? 'approve' : 'reject',
				orderId,
				actorId,
				version,
				now,
			})),
		)
		expect(decided.filter(result => result.ok)).toHaveLength(1)
		for (const told of decided.filter(result => !result.ok))
			expect(told.message).toMatch(/has changed since you opened it/)
	})
})

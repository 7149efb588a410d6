import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Processes, removeCellGuard, runInTurn, startProcesses } from '../support/race-processes'
import type { Job } from '../support/race-worker'

/* Several processes on one database, as in purchase-races: each race runs on the real schema, and in a fixed order
   on a copy without its guard, where it must fail. */

const DAY = 24 * 60 * 60 * 1000
const MANY = 12

let lab: Processes
let unguarded: Processes
let now = Date.UTC(2026, 10, 22, 12)

beforeAll(async () => {
	const labs = await Promise.all([startProcesses({ processes: 3 }), startProcesses({ processes: 2 })])
	lab = labs[0]
	unguarded = labs[1]
	/* Removes the guards: open invitations lose their index of cells, and their status and version are reset. */
	await unguarded.execute(`
		drop index transfer_cells_one_open;
		create trigger forget after update on transfers when new.version > old.version
		begin update transfers set status = 'open', version = old.version where id = new.id; end;
	`)
})

afterAll(async () => {
	await Promise.all([lab.stop(), unguarded.stop()])
})

async function own(where: Processes, accountId: string, cell: number): Promise<void> {
	await where.query("insert into cell_holders (cell, kind, account_id, since) values (?, 'owned', ?, ?)", [
		cell,
		accountId,
		now,
	])
}

/** Creates an owner with one cell, and a recipient of an offer. */
async function makeOffer(where: Processes, cell: number, until: number | null = null) {
	const [owner = '', recipient = ''] = await where.users(2)
	await own(where, owner, cell)
	const recipientEmail = `${recipient}@example.test`
	const [sent] = await where.run([{ op: 'offer', senderId: owner, recipientEmail, cells: [cell], now }])
	const transferId = sent?.transferId ?? ''
	await where.query('update transfers set till = ? where id = ?', [until, transferId])
	return { owner, recipient, transferId }
}

const readHolder = async (where: Processes, cell: number) =>
	(await where.query('select account_id from cell_holders where cell = ?', [cell]))[0]?.['account_id']

const doneInTurn = async (where: Processes, jobs: readonly Job[]) =>
	(await runInTurn(where).run([...jobs])).map(response => response.ok === true)

describe('one cell, offered to many accounts at once', () => {
	async function race(where: Processes, cell: number) {
		const [owner = ''] = await where.users(1)
		await own(where, owner, cell)
		const sent = await where.run(
			Array.from({ length: MANY }, (_, place) => ({
				op: 'offer' as const,
				senderId: owner,
				recipientEmail: `friend-${place}@example.test`,
				cells: [cell],
				now,
			})),
		)
		const open = await where.query(
			"select t.id from transfers t join transfer_cells c on c.transfer_id = t.id where c.cell = ? and t.status = 'open'",
			[cell],
		)
		return { sent, open }
	}

	test('is transferred to one, and the others see a conflict', async () => {
		const { sent, open } = await race(lab, 300)
		expect(sent.filter(result => result.ok)).toHaveLength(1)
		expect(open).toHaveLength(1)
		for (const told of sent.filter(result => !result.ok)) {
			expect(told.message).toBe('This pixel is already in an invitation and cannot be selected')
		}
		const mails = await lab.query("select recipient from outbox where kind = 'invitation-received'")
		expect(mails).toHaveLength(1)
	})

	test('would be transferred to several without the index', async () => {
		const { sent, open } = await race(runInTurn(unguarded), 300)
		expect(sent.filter(result => result.ok).length).toBeGreaterThan(1)
		expect(open.length).toBeGreaterThan(1)
	})
})

describe.each(['change-offer', 'delete-offer'] as const)('an acceptance and a %s in parallel', op => {
	const first = op === 'change-offer' ? 310 : 330

	async function begin(where: Processes, cell: number) {
		const { owner, recipient, transferId } = await makeOffer(where, cell)
		const recipientEmail = `${recipient}@example.test`
		return {
			recipient,
			change: { op, transferId, senderId: owner, recipientEmail, version: 1, now },
			acceptance: { op: 'accept-transfer', transferId, accountId: recipient, version: 1, now },
		} as const
	}

	test('have one success, and the other sees a conflict', async () => {
		for (let round = 0; round < 6; round++) {
			const { recipient, change, acceptance } = await begin(lab, first + round)
			const [changed, accepted] = await lab.run([change, acceptance])
			const isPassedOn = (await readHolder(lab, first + round)) === recipient
			expect([changed, accepted].filter(item => item?.ok)).toHaveLength(1)
			expect(isPassedOn).toBe(accepted?.ok)
			expect([changed, accepted].find(item => !item?.ok)?.message).toMatch(/\S/)
		}
	})

	test('would both succeed without the status of the invitation', async () => {
		const { change, acceptance } = await begin(unguarded, first)
		expect(await doneInTurn(unguarded, [change, acceptance])).toEqual([true, true])
	})
})

describe('a loan across several processes', () => {
	/** A buyer who continues with a checkout opened before the cell had an owner. */
	let shopper = { orderId: '', accountId: '' }

	/** Races acceptances, and a buyer who continues with a checkout opened before the cell had an owner. */
	async function race(where: Processes, cell: number) {
		const [buyer = ''] = await where.users(1)
		const [opened] = await where.run([{ op: 'open', accountId: buyer, cells: [cell], now }])
		shopper = { orderId: opened?.orderId ?? '', accountId: buyer }
		const { recipient, transferId } = await makeOffer(where, cell, now + 2 * DAY)
		const accept = { op: 'accept-transfer', transferId, accountId: recipient, now } as const
		const responses = await where.run([
			...Array.from({ length: 6 }, () => accept),
			{ op: 'hold', ...shopper, now },
		])
		const lent = await where.query("select id from ownership_events where cell = ? and kind = 'lent'", [cell])
		return {
			accepted: responses.slice(0, 6).filter(response => response.ok).length,
			isBought: responses[6]?.ok,
			lent: lent.length,
		}
	}

	test('is accepted once, and an owned cell is bought by nobody', async () => {
		expect(await race(lab, 350)).toEqual({ accepted: 1, isBought: false, lent: 1 })
		expect(await lab.query('select * from cell_loans where cell = 350')).toHaveLength(1)
	})

	test('cannot be bought while it runs, at its end, and during its sweep', async () => {
		const until = now + 2 * DAY
		for (const at of [now, until - 1, until, until + 1]) {
			const [held] = await lab.run([{ op: 'hold', ...shopper, now: at }])
			expect(held).toMatchObject({ ok: false, message: expect.stringContaining('no longer available') })
		}
		await lab.query('update orders set proceeded_at = ? where id = ?', [now, shopper.orderId])
		await lab.run([{ op: 'receipt', ...shopper, now }])
		now = until + DAY
		const sweep = { op: 'end-loans', now } as const
		const responses = await lab.run([
			sweep,
			sweep,
			{ op: 'submit', ...shopper, now },
			sweep,
			sweep,
			sweep,
			sweep,
		])
		expect(responses[2]).toMatchObject({ ok: true, status: 'failed' })
		const [holder] = await lab.query('select kind, account_id from cell_holders where cell = 350')
		expect(holder?.['kind']).toBe('owned')
		expect(holder?.['account_id']).not.toBe(shopper.accountId)
	})

	test('ends once across many sweeps, with one email to each side', async () => {
		expect(await lab.query('select * from cell_loans')).toEqual([])
		const returned = await lab.query("select * from ownership_events where cell = 350 and kind = 'returned'")
		expect(returned).toHaveLength(1)
		expect(await lab.query("select * from outbox where kind = 'loan-ended'")).toHaveLength(2)
	})

	test('would be accepted several times if loans were not recorded', async () => {
		await removeCellGuard(unguarded)
		await unguarded.execute(`
			create trigger hide_loan after insert on cell_loans
			begin delete from cell_loans where cell = new.cell; end;
		`)
		const { accepted, isBought, lent } = await race(runInTurn(unguarded), 350)
		expect(accepted).toBeGreaterThan(1)
		expect(lent).toBe(accepted)
		expect(isBought).toBe(true)
	})
})

/* An owned cell cannot be bought, so a loan and a purchase collide only when the owner's order is rejected. */
describe('a loan, the rejection of its order, and a purchase in parallel', () => {
	async function begin(where: Processes, cell: number) {
		const [owner = '', borrower = '', buyer = '', actorId = ''] = await where.users(4)
		const [opened] = await where.run([{ op: 'open', accountId: buyer, cells: [cell], now }])
		const hold = { op: 'hold', orderId: opened?.orderId ?? '', accountId: buyer, now } as const
		const { orderId, version } = await approvedOrder(where, { owner, actorId, cell })
		const recipientEmail = `${borrower}@example.test`
		const [sent] = await where.run([{ op: 'offer', senderId: owner, recipientEmail, cells: [cell], now }])
		const transferId = sent?.transferId ?? ''
		await where.query('update transfers set till = ? where id = ?', [now + 2 * DAY, transferId])
		return {
			buyer,
			acceptance: { op: 'accept-transfer', transferId, accountId: borrower, now },
			rejection: { op: 'reject', orderId, actorId, version, now },
			hold,
		} as const
	}

	async function readEnd(where: Processes, cell: number, buyer: string) {
		const loans = await where.query('select * from cell_loans where cell = ?', [cell])
		return { isLent: loans.length > 0, isBought: (await readHolder(where, cell)) === buyer }
	}

	async function approvedOrder(where: Processes, who: { owner: string; actorId: string; cell: number }) {
		const { owner: accountId, actorId, cell } = who
		const [opened] = await where.run([{ op: 'open', accountId, cells: [cell], now }])
		const orderId = opened?.orderId ?? ''
		const versionNow = async () => {
			const [row] = await where.query('select version from orders where id = ?', [orderId])
			return Number(row?.['version'])
		}
		for (const op of ['hold', 'receipt', 'submit'] as const) {
			await where.run([{ op, orderId, accountId, now }])
		}
		await where.run([{ op: 'approve', orderId, actorId, version: await versionNow(), now }])
		return { orderId, version: await versionNow() }
	}

	test('leave the cell to the buyer only, in any order', async () => {
		for (let round = 0; round < 6; round++) {
			const { buyer, acceptance, rejection, hold } = await begin(lab, 400 + round)
			const [accepted, rejected] = await lab.run([acceptance, rejection, hold])
			const [held] = await lab.run([hold])
			expect([rejected?.ok, held?.ok]).toEqual([true, true])
			expect(await readEnd(lab, 400 + round, buyer)).toEqual({ isLent: false, isBought: true })
			if (!accepted?.ok) expect(accepted?.message).toMatch(/\S/)
		}
	})

	test('would leave the cell lent and bought if a loan survived the rejection', async () => {
		await unguarded.execute(`
			drop trigger if exists hide_loan;
			create trigger keep_loan before delete on cell_loans begin select raise(ignore); end;
		`)
		const { buyer, acceptance, rejection, hold } = await begin(unguarded, 400)
		expect(await doneInTurn(unguarded, [acceptance, rejection, hold])).toEqual([true, true, true])
		expect(await readEnd(unguarded, 400, buyer)).toEqual({ isLent: true, isBought: true })
	})
})

describe.each(['sender', 'recipient'] as const)(
	'an acceptance and the deletion of the %s in parallel',
	side => {
		const first = side === 'sender' ? 360 : 380

		async function begin(where: Processes, cell: number) {
			const { owner, recipient, transferId } = await makeOffer(where, cell)
			const [actorId = ''] = await where.users(1)
			const accountId = side === 'sender' ? owner : recipient
			const [loss] = await where.run([{ op: 'loss', accountId, now }])
			return {
				owner,
				recipient,
				deletion: { op: 'delete-account', accountId, actorId, seen: loss?.seen ?? '', now },
				acceptance: { op: 'accept-transfer', transferId, accountId: recipient, version: 1, now },
			} as const
		}

		test('have one success, and the other sees a conflict', async () => {
			for (let round = 0; round < 6; round++) {
				const { owner, recipient, deletion, acceptance } = await begin(lab, first + round)
				const [deleted, accepted] = await lab.run([deletion, acceptance])
				const holder = await readHolder(lab, first + round)
				expect([deleted, accepted].filter(item => item?.ok)).toHaveLength(1)
				expect([deleted, accepted].find(item => !item?.ok)?.message).toMatch(/\S/)
				const left = side === 'sender' ? undefined : owner
				expect(holder).toBe(accepted?.ok ? recipient : left)
			}
		})

		test('would both succeed if a deletion did not close invitations', async () => {
			await unguarded.execute(`
			create trigger if not exists keep_account after update of deleted_at on accounts
			begin update accounts set email = old.email where id = new.id; end;
			create trigger if not exists keep_cells before delete on cell_holders when old.kind = 'owned'
			begin select raise(ignore); end;
		`)
			const { deletion, acceptance } = await begin(unguarded, first)
			expect(await doneInTurn(unguarded, [deletion, acceptance])).toEqual([true, true])
		})
	},
)

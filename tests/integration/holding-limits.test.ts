import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CELLS } from '~/domain/grid/layout'
import { type Processes, startProcesses } from '../support/race-processes'

/* Limits of pixels on hold (P7) with parallel requests from several processes. The last race shows that no other
   limit prevents as many holds. */

const BUYERS = 24
const TINY = CELLS.filter(cell => cell.type === 'tiny' && cell.row < 33)
const SMALL = CELLS.filter(cell => cell.type === 'small' && cell.row < 7)

let lab: Processes
const now = Date.now()

beforeAll(async () => {
	lab = await startProcesses({ processes: 3 })
})
afterAll(() => lab.stop())
beforeEach(() => lab.execute("delete from cell_holders; update orders set status = 'abandoned'"))

/** Requests a hold of different cells for each account in parallel. @returns the results. */
async function holdAll(
	accounts: string[],
	cells: (place: number) => { id: number }[],
	getAddress: (place: number) => string,
) {
	const opened = await lab.run(
		accounts.map((accountId, place) => ({
			op: 'open' as const,
			accountId,
			cells: cells(place).map(cell => cell.id),
			now,
		})),
	)
	return await lab.run(
		opened.map(({ orderId = '' }, place) => ({
			op: 'hold' as const,
			orderId,
			accountId: accounts[place] ?? '',
			address: getAddress(place),
			now,
		})),
	)
}

async function people(name: (place: number) => string): Promise<string[]> {
	const ids = Array.from({ length: BUYERS }, (_, place) => name(place))
	await lab.run(ids.map(accountId => ({ op: 'user', accountId })))
	return ids
}
const held = async () => Number((await lab.query('select count(*) as cells from cell_holders'))[0]?.['cells'])
const tenTiny = (place: number) => TINY.slice(place * 10, place * 10 + 10)
const own = (place: number) => `198.51.100.${place}`

test('one mailbox can hold 100 pixels across all its accounts', async () => {
	const accounts = await people(place => `Hoarder+${place}`)
	const responses = await holdAll(accounts, tenTiny, own)
	expect(responses.filter(response => response.ok)).toHaveLength(10)
	expect(await held()).toBe(100)
	for (const { code, message } of responses.filter(response => !response.ok)) {
		expect(code).toBe('holding-limit')
		expect(message).toMatch(
			/^One person can have 100 pixels .+ Enough of them become free by .+ at the latest\.$/,
		)
	}
})

test.each([
	['an IPv4 address', () => '203.0.113.7'],
	['an IPv6 block of 56 bits', (place: number) => `2001:db8:0:11${place.toString(16).padStart(2, '0')}::1`],
])('%s can hold 200 pixels', async (name, address) => {
	const accounts = await people(place => `${name.replaceAll(' ', '-')}-${place}`)
	const responses = await holdAll(accounts, tenTiny, address)
	expect(responses.filter(response => response.ok)).toHaveLength(20)
	expect(await held()).toBe(200)
})

test('buyers without an approved order can hold half of the small pixels together', async () => {
	const accounts = await people(place => `newcomer-${place}`)
	const responses = await holdAll(accounts.slice(0, 20), place => SMALL.slice(place * 4, place * 4 + 4), own)
	expect(responses.filter(response => response.ok)).toHaveLength(12)
	expect(await held()).toBe(48)
	expect(responses.find(response => !response.ok)?.message).toMatch(
		/^Buyers without an approved order .+, 50 together,/,
	)
})

test('a hold with an attached but unsubmitted receipt counts towards the limit', async () => {
	const accounts = await people(place => `payer+${place}`)
	await holdAll(accounts.slice(0, 10), tenTiny, own)
	const open = await lab.query("select id, account_id from orders where account_id like 'payer+%'")
	await lab.run(
		open.map(row => ({ op: 'receipt', orderId: `${row['id']}`, accountId: `${row['account_id']}`, now })),
	)
	const [kept] = await lab.query("select count(*) as receipts from files where kind = 'receipt'")
	expect(Number(kept?.['receipts'])).toBe(10)
	const responses = await holdAll(accounts.slice(10, 12), place => tenTiny(place + 10), own)
	expect(responses.map(response => response.code)).toEqual(['holding-limit', 'holding-limit'])
	expect(await held()).toBe(100)
})

test('pending orders of new buyers count by address, and a granted hold can be submitted', async () => {
	const accounts = await people(place => `hoard-${place}`)
	await holdAll(accounts.slice(0, 20), tenTiny, () => '203.0.113.9')
	const open = await lab.query("select id, account_id from orders where account_id like 'hoard-%'")
	const each = (op: 'receipt' | 'submit') =>
		lab.run(open.map(row => ({ op, orderId: `${row['id']}`, accountId: `${row['account_id']}`, now })))
	await each('receipt')
	expect((await each('submit')).filter(response => response.status === 'pending')).toHaveLength(20)
	const more = () =>
		holdAll(
			accounts.slice(20, 21),
			() => tenTiny(20),
			() => '203.0.113.9',
		)
	expect(await more()).toMatchObject([{ code: 'holding-limit' }])
	await lab.execute("update orders set status = 'approved' where account_id = 'hoard-0'")
	expect(await more()).toMatchObject([{ ok: true }])
})

test('an expired hold does not bypass the limit', async () => {
	const accounts = await people(place => `returning+${place}`)
	await holdAll(accounts.slice(0, 1), tenTiny, own)
	const [first] = await lab.query(
		"select max(hold_until) as until from orders where account_id = 'returning+0'",
	)
	const later = { now: Number(first?.['until']) + 60_000 }
	const holdLater = async (accountId: string, cells: typeof TINY) => {
		const ids = cells.map(cell => cell.id)
		const [{ orderId = '' } = {}] = await lab.run([{ op: 'open', accountId, cells: ids, ...later }])
		return (await lab.run([{ op: 'hold', orderId, accountId, address: own(1), ...later }]))[0]
	}
	for (let place = 1; place <= 10; place++) {
		expect(await holdLater(`returning+${place}`, tenTiny(place))).toMatchObject({ ok: true })
	}
	expect(await holdLater('returning+0', TINY.slice(0, 9))).toMatchObject({ code: 'holding-limit' })
})

test('different people at different addresses can hold everything, as nothing else limits them', async () => {
	const accounts = await people(place => `person-${place}`)
	const responses = await holdAll(accounts, tenTiny, own)
	expect(responses.every(response => response.ok)).toBe(true)
	expect(await held()).toBe(240)
})

import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { listForReview, readAllForReview, readNeighbours } from '~/domain/orders/review/list.server'
import { readForReview } from '~/domain/orders/review/queries.server'
import type { ReviewFilter } from '~/domain/orders/review/schema'
import { SEARCH_LISTED, SEARCH_READ } from '~/domain/search/trigrams.server'
import OrderPage, { loader, action as onOrderPage } from '~/routes/admin/transactions/transaction'
import { loader as approval, action as approve } from '~/routes/admin/transactions/transaction-approve'
import Rejection, {
	action as reject,
	loader as rejection,
} from '~/routes/admin/transactions/transaction-reject'
import { loader as readList } from '~/routes/admin/transactions/transactions'
import { db, write } from '~/server/db/db.server'
import { auditEntries, cellHolders, orders, outbox, payments } from '~/server/db/schema.server'
import { DecideBar } from '~/ui/orders/decide-bar'
import { openPaymentStep } from '../support/checkouts'
import { clearRecords } from '../support/clear-records'
import { bookMoney, makeAdmin, makeOrder, makeUser, ownCells } from '../support/factories'
import { PAYMENT_DETAILS } from '../support/payment-details'
import { renderPage } from '../support/render-page'
import { makeRequest, routeArgs } from '../support/requests'

beforeEach(clearRecords)

const NOON = Date.UTC(2026, 10, 20, 12)
const list = (filter: Partial<ReviewFilter> = {}) =>
	listForReview({ q: '', status: null, from: null, to: null, page: 1, ...filter })
const getReferences = (page: { rows: { reference: string }[] }) => page.rows.map(row => row.reference)

/** Orders of one cell each, the first submitted last; none holds its cell. */
async function makeSubmitted(count: number, options: Partial<typeof orders.$inferInsert> = {}) {
	const buyer = await makeUser()
	const made = []
	for (let index = 0; index < count; index++) {
		const submittedAt = NOON - index * 60_000
		made.push(await makeOrder(buyer.id, [300 + index], { status: 'rejected', submittedAt, ...options }))
	}
	return { buyer, made }
}

async function book(orderId: string, pence: number, recordedBy: string) {
	const row = {
		id: randomUUID(),
		orderId,
		pence,
		bookedOn: '2026-11-20',
		bankReference: 'B',
		recordedAt: NOON,
	}
	await write(tx => tx.insert(payments).values({ ...row, recordedBy }))
}

describe('the list of transactions', () => {
	test('is empty without submitted orders', async () => {
		const buyer = await makeUser()
		await makeOrder(buyer.id, [300], { status: 'open' })
		await makeOrder(buyer.id, [301], { status: 'abandoned' })
		expect(await list()).toMatchObject({ rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0 })
	})

	test('has ten per page, newest first, with their range', async () => {
		const { made } = await makeSubmitted(23)
		const references = made.map(order => order.reference)
		const first = await list()
		expect(getReferences(first)).toEqual(references.slice(0, 10))
		expect(first).toMatchObject({ total: 23, page: 1, pageCount: 3, from: 1, to: 10 })
		const last = await list({ page: 3 })
		expect(getReferences(last)).toEqual(references.slice(20))
		expect(last).toMatchObject({ from: 21, to: 23 })
		expect(await list({ page: 99 })).toEqual(last)
	})

	test('shows orders with equal times on one page each', async () => {
		await makeSubmitted(15, { submittedAt: NOON })
		const both = [...(await list()).rows, ...(await list({ page: 2 })).rows]
		expect(new Set(both.map(row => row.id)).size).toBe(15)
	})

	test('has the right pages in the middle of many days', async () => {
		const { id } = await makeUser()
		// Two orders per moment, about eighty a day.
		const half = 17 * 60_000
		await write(tx =>
			tx.run(sql`insert into orders (id, reference, account_id, status, subtotal_pence, total_pence, created_at, submitted_at)
				with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 3199)
				select 'many-' || n, 'many-' || n, ${id}, iif(n % 3, 'rejected', 'failed'), 1, n, 1, ${NOON} - n / 2 * 2 * ${half} from numbers`),
		)
		// A day that ends at 23:00 UTC in London time, with more orders after its end.
		const end = Date.parse('2026-07-01T23:00Z')
		await write(tx =>
			tx.run(sql`insert into orders (id, reference, account_id, status, subtotal_pence, total_pence, created_at, submitted_at)
				with recursive numbers (n) as (select -40 union all select n + 1 from numbers where n < 1299)
				select 'summer-' || n, 'summer-' || n, ${id}, 'rejected', 1, 1, 1, ${end} - 60000 * n - 1 from numbers`),
		)
		const read = db.select({ id: orders.id }).from(orders).orderBy(desc(orders.submittedAt), desc(sql`rowid`))
		const span = and(
			gte(orders.submittedAt, Date.parse('2026-10-15T23:00Z') - 3_600_000 * 24 * 20),
			lt(orders.submittedAt, Date.parse('2026-11-18T00:00Z')),
		)
		for (const [filter, where] of [
			[{}, undefined],
			[{ status: 'rejected' }, eq(orders.status, 'rejected')],
			[{ from: '2026-09-26', to: '2026-11-17' }, span],
			[{ to: '2026-07-01' }, lt(orders.submittedAt, end)],
			[
				{ from: '2026-09-26', to: '2026-11-17', status: 'rejected' },
				and(span, eq(orders.status, 'rejected')),
			],
		] as const) {
			const all = (await read.where(where)).map(row => row.id)
			const pageCount = Math.ceil(all.length / 10)
			for (const page of [1, 51, 52, 53, Math.floor(pageCount / 2), pageCount - 52, pageCount]) {
				const from = (page - 1) * 10 + 1
				const listed = await list({ ...filter, page })
				expect(listed).toMatchObject({ total: all.length, page, from })
				expect(
					listed.rows.map(row => row.id),
					JSON.stringify([filter, page]),
				).toEqual(all.slice(from - 1, from + 9))
			}
		}
	})

	test('can be filtered by status', async () => {
		const buyer = await makeUser()
		await makeSubmitted(2)
		const failed = await makeOrder(buyer.id, [310], { status: 'failed' })
		expect(getReferences(await list({ status: 'failed' }))).toEqual([failed.reference])
	})

	test('can be sorted by a column in both directions, on every page', async () => {
		const buyer = await makeUser()
		const names = ['ada', 'Bob', 'cyd', 'Dan', 'eve', 'Flo', 'gil', 'Hal', 'ida', 'Jon', 'kim', 'Lea']
		for (const [index, name] of names.entries()) {
			const submittedAt = NOON - ((index * 5) % names.length) * 60_000
			const status = index % 2 ? 'pending' : 'rejected'
			await makeOrder(buyer.id, [300 + index], { name, submittedAt, status, totalPence: 100 * (index + 1) })
		}
		const all = async (filter: Partial<ReviewFilter>) => [
			...(await list(filter)).rows,
			...(await list({ ...filter, page: 2 })).rows,
		]
		const ascending = await all({ sort: 'buyer' })
		expect(ascending.map(row => row.name)).toEqual(names)
		expect((await all({ sort: '-buyer' })).map(row => row.name)).toEqual(names.toReversed())
		expect((await all({ sort: 'amount' })).map(row => row.name)).toEqual(names)
		expect((await all({ sort: '-amount' })).map(row => row.name)).toEqual(names.toReversed())
		expect((await all({ sort: 'date' })).map(row => row.id)).toEqual(
			(await all({})).map(row => row.id).toReversed(),
		)
		expect((await all({ sort: 'status' })).map(row => row.status)).toEqual(
			names.map((_, index) => (index < 6 ? 'pending' : 'rejected')),
		)
		expect((await all({ q: buyer.email, sort: '-amount' })).map(row => row.name)).toEqual(names.toReversed())
		expect(await list({ sort: 'amount', size: 25 })).toMatchObject({ total: 12, pageCount: 1, to: 12 })
	})

	test('can be filtered by the state of its payment', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		let cell = 300
		const make = async (name: string, status: 'pending' | 'approved' | 'rejected', received = 0) => {
			const order = await makeOrder(buyer.id, [cell++], { name, status, totalPence: 1_000 })
			if (received > 0) await book(order.id, received, admin.id)
		}
		await make('none', 'pending')
		await make('part', 'pending', 400)
		await make('paid', 'pending', 1_000)
		await make('much', 'approved', 1_500)
		await make('back', 'rejected', 700)
		await make('unseen', 'approved')
		const names = async (money: ReviewFilter['money'], more: Partial<ReviewFilter> = {}) =>
			(await list({ money, ...more })).rows.map(row => row.name).toSorted()
		expect(await names('nothing')).toEqual(['none', 'unseen'])
		expect(await names('part')).toEqual(['part'])
		expect(await names('paid')).toEqual(['paid'])
		expect(await names('too-much')).toEqual(['much'])
		expect(await names('to-send-back')).toEqual(['back', 'much'])
		expect(await names('not-seen')).toEqual(['unseen'])
		expect(await names('to-send-back', { status: 'rejected' })).toEqual(['back'])
		expect(await names('paid', { q: buyer.email })).toEqual(['paid'])
		expect(await names('paid', { q: 'nobody@example.test' })).toEqual([])
	})

	test.each([undefined, 'date', 'amount', '-amount', 'buyer', '-status'] as const)(
		'sorted by %s has a position with neighbours for each order',
		async sort => {
			const { buyer } = await makeSubmitted(5, { submittedAt: NOON, name: 'Same' })
			await makeSubmitted(4)
			const filter = { q: '', status: null, from: null, to: null, page: 1, sort }
			for (const q of ['', buyer.email]) {
				const ids = (await list({ q, sort })).rows.map(row => row.id)
				for (const [index, id] of ids.entries()) {
					expect(await readNeighbours(id, { ...filter, q })).toEqual({
						number: index + 1,
						total: ids.length,
						previous: ids[index - 1] ?? null,
						next: ids[index + 1] ?? null,
					})
				}
			}
		},
	)

	test('keeps the position of an order that no longer matches', async () => {
		const { made, buyer } = await makeSubmitted(3)
		const [first, second, third] = made.map(order => order.id)
		await write(tx =>
			tx
				.update(orders)
				.set({ status: 'failed' })
				.where(eq(orders.id, second ?? '')),
		)
		for (const q of ['', buyer.email]) {
			const filter = { q, status: 'rejected' as const, from: null, to: null, page: 1 }
			const place = await readNeighbours(second ?? '', filter)
			expect(place, q).toEqual({ number: null, total: 2, previous: first, next: third })
		}
	})

	test('flags a reused transaction ID in any spelling', async () => {
		const { buyer } = await makeSubmitted(1, { paymentId: 'alone' })
		await makeOrder(buyer.id, [310], { status: 'pending', paymentId: 'AB-12 34' })
		await makeOrder(buyer.id, [311], { status: 'failed', paymentId: 'ab1234' })
		const flags = Object.fromEntries((await list()).rows.map(row => [row.paymentId, row.usedTwice]))
		expect(flags).toEqual({ alone: false, 'AB-12 34': true, ab1234: true })
	})
})

describe('a reused transaction ID', () => {
	test.each([
		['a zero-width space', 'FT\u200b12345678'],
		['a full stop', 'FT.12345678'],
		['a no-break space and a soft hyphen', 'ft\u00a0123\u00ad45678'],
		['direction marks', '\u202aFT12345678\u202c'],
		['full-width letters', 'ＦＴ１２３４５６７８'],
		['a line separator and control characters', 'FT\u2028123\u0007456\u000078'],
	])('is flagged despite invisible characters: %s', async (_, paymentId) => {
		const [first, second] = [await makeUser(), await makeUser()]
		const paid = await makeOrder(first.id, [312], { status: 'rejected', paymentId: 'FT12345678' })
		const again = await makeOrder(second.id, [313], { status: 'rejected', paymentId })
		expect((await list()).rows.map(row => row.usedTwice)).toEqual([true, true])
		expect((await readForReview(again.id))?.sameTransactionId.map(item => item.id)).toEqual([paid.id])
	})

	test('does not include similar-looking ones', async () => {
		const buyer = await makeUser()
		await makeOrder(buyer.id, [312], { status: 'rejected', paymentId: 'FT12345678' })
		await makeOrder(buyer.id, [313], { status: 'rejected', paymentId: 'FT12345679' })
		// Only punctuation, so there is nothing to compare.
		await makeOrder(buyer.id, [314], { status: 'rejected', paymentId: '---' })
		await makeOrder(buyer.id, [315], { status: 'rejected', paymentId: '\u200b' })
		expect((await list()).rows.map(row => row.usedTwice)).toEqual([false, false, false, false])
	})

	test('is detected through the form of the checkout', async () => {
		const ids: string[] = []
		for (const [cell, paymentId] of [
			[316, 'FT.12345678'],
			[317, 'FT\u200b12345678'],
		] as const) {
			const buyer = await makeUser()
			const orderId = await openPaymentStep(buyer, [cell], NOON)
			await submitPayment(orderId, buyer.id, { ...PAYMENT_DETAILS, paymentId }, NOON)
			ids.push(orderId)
		}
		expect((await list()).rows.map(row => [row.id, row.usedTwice]).toSorted()).toEqual(
			ids.map(id => [id, true]).toSorted(),
		)
	})
})

describe('the search of transactions', () => {
	const findReferences = async (q: string) => getReferences(await list({ q }))

	test('finds reference, order id, names, email addresses and transaction ID, or parts of them', async () => {
		const buyer = await makeUser({ fullName: 'Zuzanna Wiśniewska', email: 'zuzanna@account.test' })
		const order = await makeOrder(buyer.id, [320], {
			status: 'pending',
			reference: 'K7P4-X9CD',
			name: 'Quibble & Sons',
			email: 'ledger@quibble.test',
			paymentId: 'HSBC 2026 0042',
		})
		await makeSubmitted(3)
		const words = ['K7P4-X9CD', 'k7p4x9', order.id, order.id.slice(2, 9), 'sons quibble', 'LEDGER@quibble']
		for (const word of [...words, 'wiśniew', 'zuzanna@account.test', '2026 0042', '20260042', 'hsbc-2026']) {
			expect(await findReferences(word), word).toEqual(['K7P4-X9CD'])
		}
		expect(await findReferences('quibble nobody')).toEqual([])
	})

	test('finds an address or a transaction ID, whole or in part, in any case and spacing', async () => {
		const [buyer, other] = [await makeUser({ email: 'ann@example.com' }), await makeUser()]
		const make = async (owner: string, options: Partial<typeof orders.$inferInsert>) =>
			(await makeOrder(owner, [326], { status: 'rejected', ...options })).reference
		const own = await make(buyer.id, { submittedAt: NOON, paymentId: 'FT 1000 0009' })
		const email = 'Ann@Example.com'
		const contact = await make(other.id, { submittedAt: NOON + 1, email, status: 'failed' })
		const longer = await make(other.id, { submittedAt: NOON + 2, paymentId: 'FT100000091' })
		for (const q of [' ANN@example.com', 'nn@example'])
			expect(await findReferences(q), q).toEqual([contact, own])
		expect(getReferences(await list({ q: 'ann@example.com', status: 'failed' }))).toEqual([contact])
		expect(getReferences(await list({ q: 'ann@example.com', to: '2026-11-19' }))).toEqual([])
		for (const q of ['FT10000009', 'ft-1000-0009']) expect(await findReferences(q), q).toEqual([longer, own])
	})

	test('finds words too short for the index and special characters literally', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [321], { status: 'pending', name: '李小龍 100%_' })
		await makeSubmitted(2)
		for (const word of ['李小', '%_', '100% 龍']) {
			expect(await findReferences(word), word).toEqual([order.reference])
		}
		for (const word of ['"', '* OR a', "'; drop table orders; --", 'NEAR(', 'body:x']) {
			expect(await findReferences(word), word).toEqual([])
		}
	})

	test('has pages from both ends, newest first, with an exact count', async () => {
		const buyer = await makeUser()
		const references: string[] = []
		for (let index = 0; index < 43; index++) {
			const status = index % 2 === 0 ? 'rejected' : 'failed'
			const options = { status, name: 'Paging Ltd', submittedAt: NOON + index } as const
			const order = await makeOrder(buyer.id, [300 + index], options)
			references.unshift(order.reference)
		}
		await makeSubmitted(3)
		const pages = await Promise.all([1, 2, 3, 4, 5].map(page => list({ q: 'paging', page })))
		expect(pages.flatMap(getReferences)).toEqual(references)
		expect(pages[4]).toMatchObject({ total: 43, pageCount: 5, from: 41, to: 43 })
		const failed = references.filter((_, place) => place % 2 === 1)
		for (const q of ['paging', 'pa']) {
			const filtered = await Promise.all([1, 2, 3].map(page => list({ q, page, status: 'failed' })))
			expect(filtered.flatMap(getReferences), q).toEqual(failed)
			expect(filtered[2]).toMatchObject({ total: 21, pageCount: 3, from: 21, to: 21 })
		}
	})

	test('uses the current status of an order', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [330], { status: 'pending', name: 'Decided Ltd' })
		expect(getReferences(await list({ q: 'decided', status: 'pending' }))).toEqual([order.reference])
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		expect(getReferences(await list({ q: 'decided', status: 'pending' }))).toEqual([])
		expect(getReferences(await list({ q: 'decided', status: 'approved' }))).toEqual([order.reference])
	})

	test('ignores invisible characters, and never fails', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [322], { status: 'pending', name: 'Zebra Crossing' })
		const admin = await makeAdmin()
		const search = async (q: string) => {
			const path = `/admin/transactions?${new URLSearchParams({ q })}`
			const request = await makeRequest(path, { as: admin })
			return await readList(routeArgs(request))
		}
		for (const q of ['ze\u200bbra', 'zebra\u00a0crossing', 'zebra\u2028crossing', '\0zebra\0', 'ze\u00adb']) {
			expect(getReferences((await search(q)).list), JSON.stringify(q)).toEqual([order.reference])
		}
		for (const q of ['\0', 'a\0b', '\u200b']) expect((await search(q)).filter.q).not.toMatch(/[\0\u200b]/)
	})

	test('combines words too short for the index with others', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [322], { name: 'Quixotic Oy', paymentId: 'QX 1000 0009' })
		for (const q of ['quixotic oy', 'oy quixotic', 'QX 1000 0009', 'qx-1000-0009', 'q x 1000 0009']) {
			expect(getReferences(await list({ q })), q).toEqual([order.reference])
		}
		for (const q of ['quixotic zz', 'zz 1000 0009']) expect((await list({ q })).total, q).toBe(0)
	})

	test('finds two characters at word boundaries, and one among the newest orders', async () => {
		const buyer = await makeUser({ fullName: 'Jo Bloggs' })
		const order = await makeOrder(buyer.id, [322], {
			status: 'rejected',
			name: '王小伟',
			paymentId: 'ZQ-7788',
		})
		for (const q of ['王小', '小伟', 'jo', 'bloggs jo', 'zq', '小', 'Ж 小伟', 'jo Ж bloggs']) {
			expect(getReferences(await list({ q })), q).toEqual([order.reference])
		}
		for (const q of ['gg', 'q7', 'Ж']) expect((await list({ q })).total, q).toBe(0)
		expect(await list({ q: '小' })).toMatchObject({ isPartial: false })
		const fill = sql`insert into order_search (order_id, state, body)
			with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SEARCH_READ})
			select 'newer', '[r]', '' from numbers`
		await write(tx => tx.run(fill))
		expect(await list({ q: '小' })).toMatchObject({ total: 0, isPartial: true })
		expect(getReferences(await list({ q: '小伟' }))).toEqual([order.reference])
		await write(tx => tx.run(sql`delete from order_search where order_id = 'newer'`))
	})

	test('counts and lists the newest thousand results', async () => {
		const { id } = await makeOrder((await makeUser()).id, [322], { status: 'rejected' })
		const fill = sql`insert into order_search (order_id, state, body)
			with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SEARCH_LISTED + 5})
			select iif(n > 5, ${id}, 'too old'), '[r]', 'bulkyword' from numbers`
		await write(tx => tx.run(fill))
		const last = await list({ q: 'bulkyword', page: 1_000_000 })
		expect(last).toMatchObject({ total: SEARCH_LISTED, page: SEARCH_LISTED / 10, isCapped: true })
		expect(last.rows.map(row => row.id)).toEqual([id])
		await write(tx => tx.run(sql`delete from order_search where order_search match 'bulkyword'`))
		expect(await list({ q: 'bulkyword' })).toMatchObject({ total: 0, isCapped: false })
	})

	test('sorts and filters its newest five thousand results, but downloads all', async () => {
		const buyer = await makeUser({ fullName: 'Old Odette' })
		const { id } = await makeOrder(buyer.id, [322], { status: 'rejected' })
		const fill = sql`insert into order_search (order_id, state, body)
			with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SEARCH_READ})
			select 'newer', '[r]', 'odette' from numbers`
		const sorted = { q: 'odette', sort: 'amount', money: 'nothing' } as const
		expect(await list(sorted)).toMatchObject({ total: 1, isPartial: false })
		await write(tx => tx.run(fill))
		expect(await list(sorted)).toMatchObject({ total: 0, isPartial: true })
		const all = { ...sorted, status: null, from: null, to: null, page: 1 }
		for await (const rows of readAllForReview(all)) expect(rows.map(row => row.id)).toEqual([id])
		expect.assertions(3)
		await write(tx => tx.run(sql`delete from order_search where order_id = 'newer'`))
	})

	test('can be limited to days in London, both included, with and without words', async () => {
		const buyer = await makeUser({ fullName: 'Dated Dora' })
		const at = (iso: string) =>
			makeOrder(buyer.id, [323], { status: 'rejected', submittedAt: Date.parse(iso) })
		await at('2026-06-30T22:59:59Z')
		const first = await at('2026-06-30T23:00:00Z')
		const last = await at('2026-07-01T22:59:59Z')
		await at('2026-07-01T23:00:00Z')
		const day = { from: '2026-07-01', to: '2026-07-01' }
		for (const q of ['', 'dora', 'do']) {
			expect(getReferences(await list({ q, ...day })), q).toEqual([last.reference, first.reference])
			expect((await list({ q, ...day, status: 'rejected' })).total, q).toBe(2)
			expect((await list({ q, from: day.from })).total, q).toBe(3)
			expect((await list({ q, to: day.to })).total, q).toBe(3)
		}
	})

	test('finds a checkout only after it is submitted', async () => {
		const buyer = await makeUser({ fullName: 'Hesitant Harriet' })
		const order = await makeOrder(buyer.id, [322], { status: 'open' })
		expect(await findReferences('hesitant')).toEqual([])
		await write(tx =>
			tx
				.update(orders)
				.set({ status: 'pending', submittedAt: NOON, paymentId: 'LATE-1' })
				.where(eq(orders.id, order.id)),
		)
		expect(await findReferences('hesitant')).toEqual([order.reference])
		expect(await findReferences('late1')).toEqual([order.reference])
	})
})

describe('the details of a transaction', () => {
	test('list reused transaction IDs, other orders, holders and history', async () => {
		const buyer = await makeUser()
		const rival = await makeUser()
		const admin = await makeAdmin({ fullName: 'Grace' })
		const order = await makeOrder(buyer.id, [330, 331], { status: 'pending', paymentId: 'TWIN-1' })
		const twin = await makeOrder(rival.id, [340], { status: 'pending', paymentId: 'twin 1' })
		await makeOrder(buyer.id, [350], { status: 'rejected', paymentId: 'other' })
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		const detail = await readForReview(order.id)
		expect(detail?.sameTransactionId.map(item => item.id)).toEqual([twin.id])
		expect(detail?.otherOrders).toBe(1)
		expect(detail?.holders.map(holder => holder.cell)).toEqual([330, 331])
		expect(detail?.history).toMatchObject([{ action: 'order.approve', actor: 'Grace', at: NOON }])
	})

	test('are not found for a checkout that was not submitted', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [332], { status: 'open' })
		expect(await readForReview(order.id)).toBeUndefined()
	})
})

describe('a decision on an order', () => {
	async function decide(id: string, as: { id: string }, fields: Record<string, string>) {
		const page = fields['intent'] === 'reject' ? 'reject' : 'approve'
		const request = await makeRequest(`/admin/transactions/${id}/${page}`, { as, fields })
		const args = routeArgs(request, { orderId: id })
		return await (page === 'reject' ? reject(args) : approve(args))
	}

	async function getStatus(response: Promise<unknown>): Promise<number> {
		const result = await response.catch((thrown: unknown) => thrown)
		if (result instanceof Response) return result.status
		return (result as { init: { status: number } }).init.status
	}

	test('redirects with a message, adds an audit entry and sends one email', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [400], { status: 'pending' })
		const fields = { intent: 'approve', version: '1', reason: 'A receipt of our own bank' }
		expect(await getStatus(decide(order.id, admin, fields))).toBe(302)
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row).toMatchObject({ status: 'approved', version: 2, decidedBy: admin.id })
		const mails = await db.select().from(outbox)
		expect(mails.map(mail => [mail.recipient, mail.kind])).toEqual([[buyer.email, 'order-approved']])
	})

	test.each([undefined, 'Seen by phone'])(
		'needs no reason when nothing has been received: %s',
		async reason => {
			const [buyer, admin] = [await makeUser(), await makeAdmin()]
			const { id } = await makeOrder(buyer.id, [400], { status: 'pending' })
			const fields = { intent: 'approve', version: '1', ...(reason ? { reason } : {}) }
			expect(await getStatus(decide(id, admin, fields))).toBe(302)
			const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))
			expect(entry?.detail?.['reason']).toBe(reason)
		},
	)

	test('asks for a reason when a part has been received, and keeps it in the audit', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const { id } = await makeOrder(buyer.id, [400], { status: 'pending' })
		await bookMoney(id, 100, admin.id)
		const version = '2'
		const audited = () =>
			db
				.select()
				.from(auditEntries)
				.where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, 'order.approve')))
		for (const reason of [undefined, ' ']) {
			const response = await decide(id, admin, { intent: 'approve', version, ...(reason ? { reason } : {}) })
			expect(response).toMatchObject({
				init: { status: 422 },
				data: {
					result: {
						error: { reason: ['Less than the total has been received. Please say why you approve it.'] },
					},
				},
			})
		}
		expect(await audited()).toEqual([])
		expect(await getStatus(decide(id, admin, { intent: 'approve', version, reason: 'Seen by phone' }))).toBe(
			302,
		)
		expect(await audited()).toMatchObject([{ detail: { reason: 'Seen by phone' } }])
	})

	test('that was refused on the order’s page keeps the reason typed there', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const { id } = await makeOrder(buyer.id, [400], { status: 'pending' })
		await bookMoney(id, 100, admin.id)
		const path = `/admin/transactions/${id}`
		const fields = { intent: 'approve-next', version: '1', reason: 'Seen by phone' }
		const request = await makeRequest(path, { as: admin, fields })
		const actionData = (await onOrderPage(routeArgs(request, { orderId: id }))) as unknown as {
			data: unknown
		}
		const again = await makeRequest(path, { as: admin })
		const loaderData = await loader(routeArgs(again, { orderId: id }))
		expect(renderPage(OrderPage, { loaderData, actionData: actionData.data })).toContain(
			'value="Seen by phone"',
		)
	})

	test.each([
		['all its cells', [480, 481], 'All 2 pixels of this order are no longer held by it'],
		['some of its cells', [480], '1 of the 2 pixels of this order is no longer held by it'],
	])('rejects, but does not approve, an order that has lost %s', async (_, lost, message) => {
		const [buyer, next, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [480, 481], { status: 'pending' })
		await write(tx => tx.delete(cellHolders).where(inArray(cellHolders.cell, lost)))
		await ownCells(next.id, lost)
		const response = await decide(order.id, admin, { intent: 'approve', version: '1' })
		expect(response).toMatchObject({
			init: { status: 409 },
			data: { result: { error: { '': [expect.stringContaining(message)] } } },
		})
		expect(await db.select().from(outbox)).toEqual([])
		const request = await makeRequest(`/admin/transactions/${order.id}/approve`, { as: admin })
		const args = routeArgs(request, { orderId: order.id })
		const page = await approval(args)
		expect(page).toMatchObject({ isWithoutCells: true, refused: expect.stringContaining('Reject it') })
		const { order: reviewed } = await loader(args)
		const html = renderToStaticMarkup(createElement(DecideBar, { order: reviewed, approval: undefined }))
		expect(html).toContain(message)
		expect(html).toContain(`/admin/transactions/${order.id}/reject`)
		expect(html).not.toContain(`/admin/transactions/${order.id}/approve`)
		expect(await getStatus(decide(order.id, admin, { intent: 'reject', version: '1' }))).toBe(302)
		const rest = await db.select().from(cellHolders)
		expect(rest.map(row => [row.cell, row.accountId])).toEqual(lost.map(cell => [cell, next.id]))
	})

	test.each([
		['an approval', { intent: 'approve', version: '1' }],
		['a rejection', { intent: 'reject', version: '1', reason: 'No money' }],
		['a rejection without a reason', { intent: 'reject', version: '1' }],
	])('returns the first result when the same person repeats %s', async (_, fields) => {
		const [buyer, admin, other] = [await makeUser(), await makeAdmin(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [490], { status: 'pending' })
		const responses = await Promise.all([1, 2].map(() => getStatus(decide(order.id, admin, fields))))
		expect([...responses, await getStatus(decide(order.id, admin, fields))]).toEqual([302, 302, 302])
		expect(await db.select().from(outbox)).toHaveLength(1)
		expect(await db.select().from(auditEntries).where(eq(auditEntries.subjectId, order.id))).toHaveLength(1)
		expect(await getStatus(decide(order.id, other, fields))).toBe(409)
		const otherwise = { ...fields, intent: 'reject', reason: 'Another reason' }
		expect(await getStatus(decide(order.id, admin, otherwise))).toBe(409)
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.version).toBe(2)
	})

	test('by two administrators at once shows the second a conflict', async () => {
		const [buyer, ada, ben] = [await makeUser(), await makeAdmin(), await makeAdmin()]
		for (let round = 0; round < 10; round++) {
			const order = await makeOrder(buyer.id, [410 + round], { status: 'pending' })
			const responses = await Promise.all([
				getStatus(decide(order.id, ada, { intent: 'approve', version: '1' })),
				getStatus(decide(order.id, ben, { intent: 'reject', version: '1' })),
			])
			expect(responses.toSorted()).toEqual([302, 409])
			const history = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, order.id))
			expect(history).toHaveLength(1)
			const mails = await db.select().from(outbox)
			expect(mails).toHaveLength(round + 1)
		}
	})

	test('on an outdated page changes nothing, and shows the current state', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const order = await makeOrder(buyer.id, [430], { status: 'pending' })
		await approveOrder({ orderId: order.id, version: 1, actorId: admin.id, now: NOON })
		const response = await decide(order.id, admin, { intent: 'reject', version: '1' })
		expect(response).toMatchObject({
			init: { status: 409 },
			data: { result: { error: { '': [expect.stringContaining('it is approved now')] } } },
		})
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('approved')
	})

	test('to reject an approved order releases only what the buyer still has', async () => {
		const [buyer, heir, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const { orderId } = await ownCells(buyer.id, [440, 441], { description: 'Ours', link: 'https://a.test/' })
		await write(tx =>
			tx.update(cellHolders).set({ accountId: heir.id, orderId: null }).where(eq(cellHolders.cell, 441)),
		)
		const decision = { orderId, version: 1, actorId: admin.id, now: NOON }
		expect(await rejectOrder({ ...decision, reason: 'No money' })).toEqual({ ok: true })
		const holders = await db.select().from(cellHolders)
		expect(holders.map(row => [row.cell, row.accountId])).toEqual([[441, heir.id]])
		const [mail] = await db.select().from(outbox)
		expect(mail?.text).toContain('No money')
	})

	test('to reject asks with the amount in words, and keeps a reason that is too long', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const { id } = await makeOrder(buyer.id, [470], { status: 'pending' })
		const reason = 'No money. '.repeat(101)
		const response = await decide(id, admin, { intent: 'reject', version: '1', reason })
		expect(response).toMatchObject({
			data: {
				result: { error: { reason: ['Please use at most 1,000 characters'] }, initialValue: { reason } },
			},
			init: { status: 422 },
		})
		const request = await makeRequest(`/admin/transactions/${id}/reject`, { as: admin })
		const loaderData = await rejection(routeArgs(request, { orderId: id }))
		const actionData = (response as { data: unknown }).data
		const html = renderPage(Rejection, { loaderData, actionData })
		expect(html).toContain('one hundred thousand pounds')
		expect(html).toContain(reason)
		expect(html).toContain('Please use at most 1,000 characters')
	})

	test('is 400 for invalid input and 404 for an unknown order, and refused for a failed one', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		const failed = await makeOrder(buyer.id, [450], { status: 'failed' })
		expect(await getStatus(decide(failed.id, admin, { intent: 'delete', version: '1' }))).toBe(400)
		expect(await getStatus(decide(failed.id, admin, { intent: 'approve' }))).toBe(400)
		expect(await getStatus(decide(failed.id, admin, { intent: 'approve', version: '1' }))).toBe(409)
		expect(await getStatus(decide('nothing', admin, { intent: 'reject', version: '1' }))).toBe(404)
	})

	test('is not accessible to members', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [460], { status: 'pending' })
		expect(await getStatus(decide(order.id, buyer, { intent: 'approve', version: '1' }))).toBe(302)
		const request = await makeRequest(`/admin/transactions/${order.id}`, { as: buyer })
		const read = loader(routeArgs(request, { orderId: order.id }))
		await expect(read).rejects.toMatchObject({ status: 302 })
		const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
		expect(row?.status).toBe('pending')
	})
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readOrderTotals } from '~/domain/dashboard/order-totals.server'
import { countWaiting } from '~/domain/dashboard/waiting.server'
import { listPurchased, readOwnHistory } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { acceptTransfer } from '~/domain/transfers/commands.server'
import { listSales, readRevenue, readSale } from '~/domain/transfers/history/sold-queries.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { loader as managePage } from '~/routes/account/block'
import { loader as soldCsv } from '~/routes/account/history/sold-csv'
import { loader as adminDashboard } from '~/routes/admin/dashboard'
import MemberDashboard, { loader as memberDashboard } from '~/routes/user/dashboard'
import { loader as historyCsv } from '~/routes/user/history/history-csv'
import { loader as orderDetails } from '~/routes/user/history/history-order'
import ReceivedDetails, { loader as receivedDetails } from '~/routes/user/history/history-received'
import { loader as buyPage } from '~/routes/user/pixels/pixels-buy'
import { write } from '~/server/db/db.server'
import { cellHolders, outbox, transferCells, transfers } from '~/server/db/schema.server'
import { Table } from '~/ui/lists/table'
import { purchaseColumns } from '~/ui/orders/purchases'
import { clearRecords } from '../support/clear-records'
import { makeAdmin, makeOrder, makeUser, ownCells, reserveForHouse } from '../support/factories'
import { renderPage } from '../support/render-page'
import { MEMBER_MATCHES, makeRequest, routeArgs } from '../support/requests'

beforeEach(clearRecords)

const NOON = Date.UTC(2026, 10, 20, 12)
const TINY = 100_000_00

/** Creates a transfer of cells; accepted ones have prices, open ones block their cells. */
async function makeTransfer(
	senderId: string | null,
	recipientEmail: string,
	cells: readonly number[],
	options: Partial<typeof transfers.$inferInsert> = {},
): Promise<string> {
	const id = randomUUID()
	const isOpen = options.status !== 'accepted'
	await write(async tx => {
		await tx
			.insert(transfers)
			.values({ id, senderId, recipientEmail, status: 'open', createdAt: NOON, ...options })
		await tx.insert(transferCells).values(
			cells.map(cell => ({
				transferId: id,
				cell,
				open: isOpen ? 1 : null,
				pricePence: isOpen ? null : TINY,
			})),
		)
	})
	return id
}

describe('a member’s dashboard', () => {
	test('counts own, other, held and reserved cells, and links to an open checkout', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await ownCells(me.id, [1, 2], { description: 'a', link: 'https://a.test/' })
		await ownCells(other.id, [3])
		await reserveForHouse([4])
		const open = await makeOrder(me.id, [300, 301], { status: 'open' })
		await makeTransfer(me.id, other.email, [302, 303], { status: 'accepted', decidedAt: NOON })
		const request = await makeRequest('/user/dashboard', { as: me })
		const data = await memberDashboard(routeArgs(request))
		expect(data.figures).toMatchObject({
			owned: { large: 0, medium: 2, small: 0, tiny: 0 },
			ownedByOthers: { large: 0, medium: 1, small: 0, tiny: 0 },
			onHold: 2,
			house: { large: 0, medium: 1, small: 0, tiny: 0 },
			valuePence: 2_000_000_00,
		})
		expect(data.revenuePence).toBe(2 * TINY)
		expect(data.checkout).toMatchObject({ cells: 2, reference: open.reference })
		expect(data.orders).toHaveLength(1)
	})

	test('names an invitation that waits for an answer, and the pixels that the member has offered', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await ownCells(me.id, [330, 331])
		await makeTransfer(me.id, other.email, [330])
		const request = await makeRequest('/user/dashboard', { as: me })
		const loaderData = await memberDashboard(routeArgs(request))
		const newest = [{ id: 'one', version: 1, sender: 'Ada', cells: 2, until: null, createdAt: NOON }]
		const matches = [{ loaderData: {} }, { loaderData: { invitations: { count: 1, newest } } }]
		const html = renderPage(MemberDashboard, { loaderData, matches })
		expect(html).toContain('Answer the invitation of Ada')
		expect(html).toContain('href="/user/invitations/one?returnTo=%2Fuser%2Fdashboard"')
		expect(html).toContain('An invitation for it waits for an answer.')
		expect(html).toContain('href="/user/pixels/sell#listed"')
		expect(html).toContain('You hold two places on the grid, two pixels in all')
	})

	test('links the number of lent pixels to the loans', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await ownCells(me.id, [340, 341])
		const transferId = await makeTransfer(me.id, other.email, [340, 341], { until: Date.now() + 86_400_000 })
		expect(await acceptTransfer({ transferId, accountId: other.id, now: Date.now() })).toEqual({ ok: true })
		const show = async (as: typeof me) => {
			const loaderData = await memberDashboard(routeArgs(await makeRequest('/user/dashboard', { as })))
			return renderPage(MemberDashboard, { loaderData, matches: MEMBER_MATCHES })
		}
		const html = await show(me)
		expect(html).toContain('You have lent all your pixels of the grid, 2')
		expect(html).toMatch(/Owned Pixels<\/dt><dd[^>]*>2</)
		const borrowed = await show(other)
		expect(borrowed).toMatch(/Owned Pixels<\/dt><dd[^>]*>0</)
		expect(borrowed).toContain('2 more lent to you')
		expect(html).toContain('href="#loans">2 lent to others</a>')
		expect(html).toContain('id="loans"')
	})

	test('shows that pixels of the open checkout were sold to another buyer', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await makeOrder(me.id, [320, 321], { status: 'open' })
		const seen = async () => {
			const request = await makeRequest('/user/dashboard', { as: me })
			const loaderData = await memberDashboard(routeArgs(request))
			return renderPage(MemberDashboard, { loaderData, matches: MEMBER_MATCHES })
		}
		const passOn = async (cell: number) => {
			await write(tx => tx.delete(cellHolders).where(eq(cellHolders.cell, cell)))
			await ownCells(other.id, [cell])
		}
		await passOn(320)
		const some = await seen()
		expect(some).toContain('This pixel is no longer available: tiny pixel at row 13, column 9.')
		expect(some).toContain('Please do not transfer any money for this order now.')
		await passOn(321)
		const all = await seen()
		expect(all).toContain('These pixels are no longer available')
		expect(all).not.toContain('on hold for you')
	})

	test('counts like the cards next to the grids: pixels on hold belong to nobody', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await ownCells(me.id, [1])
		await ownCells(other.id, [3, 300])
		await makeTransfer(me.id, other.email, [1])
		await makeOrder(me.id, [310, 311], { status: 'open' })
		await makeOrder(other.id, [312], { status: 'open' })
		const request = await makeRequest('/user/pixels/buy', { as: me })
		const bought = await buyPage(routeArgs(request))
		const managed = await managePage(routeArgs(await makeRequest('/user/profile', { as: me })))
		if (managed.data.kind !== 'choose') throw new Error('No page to choose on')
		for (const { figures } of [bought, managed.data.choose]) {
			expect(figures).toMatchObject({
				owned: { large: 0, medium: 1, small: 0, tiny: 0 },
				ownedByOthers: { large: 0, medium: 1, small: 0, tiny: 1 },
				available: { large: 1, medium: 8, small: 100, tiny: 1_036 },
			})
		}
	})

	test('shows zeros for a new member', async () => {
		const me = await makeUser()
		const request = await makeRequest('/user/dashboard', { as: me })
		const data = await memberDashboard(routeArgs(request))
		expect(data).toMatchObject({ revenuePence: 0, orders: [], orderCount: 0 })
		expect(data.checkout).toBeUndefined()
		expect(data.figures).toMatchObject({ used: 0, unused: 0, valuePence: 0 })
	})
})

describe('the administrators’ dashboard', () => {
	test('sums approved and pending orders, and counts failed emails', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin()]
		await makeOrder(buyer.id, [300, 301], { status: 'approved', submittedAt: NOON })
		await makeOrder(buyer.id, [302], { status: 'pending', submittedAt: NOON - 1000 })
		await makeOrder(buyer.id, [303], { status: 'pending', submittedAt: NOON - 2000 })
		await makeOrder(buyer.id, [304], { status: 'rejected', submittedAt: NOON - 3000 })
		await makeOrder(buyer.id, [305], { status: 'failed', submittedAt: NOON - 4000 })
		await makeOrder(buyer.id, [306], { status: 'open' })
		const mail = { kind: 'x', recipient: 'a@b.test', subject: '', text: '', html: '' }
		await write(tx =>
			tx.insert(outbox).values([
				{ ...mail, id: '1', createdAt: NOON, nextAttemptAt: NOON, failedAt: NOON },
				{ ...mail, id: '2', createdAt: NOON, nextAttemptAt: NOON },
			]),
		)
		expect(await countWaiting()).toMatchObject({
			toReview: 2,
			toDecide: 0,
			toSendBack: 0,
			notSeen: 1,
			failedEmails: 1,
		})
		const totals = await readOrderTotals()
		expect(totals).toMatchObject({
			approved: { count: 1, pence: 2 * TINY },
			pending: { count: 2, pence: 2 * TINY },
			failed: 1,
		})
		expect(totals.latest.map(order => order.status)).toEqual([
			'approved',
			'pending',
			'pending',
			'rejected',
			'failed',
		])
		const request = await makeRequest('/admin/dashboard', { as: admin })
		const data = await adminDashboard(routeArgs(request))
		expect(data.figures.owned.tiny).toBe(4)
		expect([data.sales.sold.tiny, data.sales.pending.tiny]).toEqual([2, 2])
	})

	test('shows zeros for an empty shop', async () => {
		expect(await readOrderTotals()).toEqual({
			approved: { count: 0, pence: 0 },
			pending: { count: 0, pence: 0 },
			failed: 0,
			latest: [],
		})
	})
})

describe('a member’s history', () => {
	test('lists submitted orders including failed ones, newest first, ten per page, and no others', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		await makeOrder(other.id, [300], { status: 'pending' })
		await makeOrder(me.id, [301], { status: 'open' })
		for (let index = 0; index < 12; index++) {
			const status = index === 0 ? 'failed' : 'rejected'
			await makeOrder(me.id, [310 + index, 330 + index], { status, submittedAt: NOON - index })
		}
		const first = await listPurchased(me.id, WHOLE_HISTORY)
		expect(first).toMatchObject({ total: 12, pageCount: 2, page: 1 })
		expect(first.rows[0]).toMatchObject({ status: 'failed', cells: 2, submittedAt: NOON })
		expect((await listPurchased(me.id, { ...WHOLE_HISTORY, page: 7 })).rows).toHaveLength(2)
	})

	test('is filtered by search and status, and exported to a file without formulas', async () => {
		const [me, other] = [await makeUser(), await makeUser()]
		const paid = await makeOrder(me.id, [350, 351], { status: 'pending', paymentId: '=FT-1001' })
		await makeOrder(me.id, [352], { status: 'failed', paymentId: 'FT-2002', couponCode: 'SPRING' })
		await makeOrder(me.id, [353], {
			status: 'rejected',
			paymentId: 'FT-3003',
			receivedPence: 5,
			sentPence: 5,
		})
		await makeOrder(other.id, [354], { status: 'pending', paymentId: 'FT-1001-OTHER' })
		const found = async (filter: Partial<typeof WHOLE_HISTORY>) =>
			(await listPurchased(me.id, { ...WHOLE_HISTORY, ...filter })).rows.map(
				row => 'paymentId' in row && row.paymentId,
			)
		expect(await found({ q: 'ft-1001' })).toEqual(['=FT-1001'])
		expect(await found({ q: paid.reference.toLowerCase() })).toEqual(['=FT-1001'])
		expect(await found({ q: 'spring' })).toEqual(['FT-2002'])
		expect(await found({ q: '%' })).toEqual([])
		expect(await found({ status: 'refunded' })).toEqual(['FT-3003'])
		expect(await found({ status: 'rejected' })).toEqual([])

		const request = await makeRequest('/user/history.csv?q=1001', { as: me })
		const response = await historyCsv(routeArgs(request))
		expect(response.headers.get('content-disposition')).toBe('attachment; filename="purchased.csv"')
		const [head, ...lines] = (await response.text()).trim().split('\r\n')
		expect(head).toContain('Order ID,Date (UTC),Pixels,No. of pixels,Subtotal (GBP)')
		expect(lines).toHaveLength(1)
		expect(lines[0]).toContain(`${paid.reference},`)
		expect(lines[0]).toContain(',tiny:2,2,200000,0,,200000,pending,Bank transfer,')
		expect(lines[0]).toContain("'=FT-1001")
	})

	test('shows pixels received for good with their certificate and list price', async () => {
		const [me, sender, admin] = [
			await makeUser(),
			await makeUser({ fullName: 'Zoë Sender' }),
			await makeAdmin(),
		]
		await ownCells(sender.id, [355, 356, 357, 358])
		const bought = await makeOrder(me.id, [359], { status: 'pending', submittedAt: NOON })
		const receive = async (to: { id: string; email: string }, cells: number[], until?: number) => {
			const id = await makeTransfer(sender.id, to.email, cells, until === undefined ? {} : { until })
			const accepted = await acceptTransfer({ transferId: id, accountId: to.id, now: NOON + 1 })
			expect(accepted).toEqual({ ok: true })
			return id
		}
		const id = await receive(me, [355, 356])
		await receive(me, [357], NOON + 1_000_000)
		await receive(admin, [358])
		const page = await listPurchased(me.id, WHOLE_HISTORY)
		expect(page.rows.map(row => [row.id, row.status])).toEqual([
			[id, 'received'],
			[bought.id, 'pending'],
		])
		const found = async (filter: Partial<typeof WHOLE_HISTORY>) =>
			(await listPurchased(me.id, { ...WHOLE_HISTORY, ...filter })).rows.map(row => row.id)
		expect(await found({ status: 'received' })).toEqual([id])
		expect(await found({ q: 'zoe' })).toEqual([id])
		expect(await found({ status: 'pending' })).toEqual([bought.id])
		expect(await found({ sort: 'oldest' })).toEqual([bought.id, id])
		expect(await listPurchased(admin.id, WHOLE_HISTORY)).toMatchObject({ total: 0 })

		const html = renderPage(Table, { columns: purchaseColumns, rows: page.rows })
		expect(html).toContain(`href="/user/history/received/${id}"`)
		expect(html).toMatch(/£200,000<\/data> <span[^>]*>List price/)
		expect(html).toContain('from Zoë Sender')
		const open = async (as: { id: string }) => {
			const request = await makeRequest(`/user/history/received/${id}`, { as })
			return await receivedDetails(routeArgs(request, { transferId: id }))
		}
		const loaderData = await open(me)
		const { certificate } = loaderData.received
		const details = renderPage(ReceivedDetails, { loaderData })
		expect(details).toContain(`href="/user/certificates/${certificate}/certificate.pdf"`)
		expect(details).toContain('<dt>List price</dt>')
		expect(details).not.toContain('<th scope="col" class="num">Price</th>')
		await expect(open(sender)).rejects.toMatchObject({ status: 404 })

		const request = await makeRequest('/user/history.csv', { as: me })
		const response = await historyCsv(routeArgs(request))
		const [head = '', line = ''] = (await response.text()).split('\r\n')
		expect(line).toBe(
			`${id},${new Date(NOON + 1).toISOString()},tiny:2,2,,,,,received,Transfer,,,${certificate},,200000,Zoë Sender`,
		)
		expect(head.split(',')).toHaveLength(line.split(',').length)
		expect(head.split(',')[line.split(',').indexOf('200000')]).toBe('List price (GBP)')
	})

	test('shows the owner of a rejected order the reason, and is 404 for others', async () => {
		const [me, other, admin] = [await makeUser(), await makeUser(), await makeAdmin()]
		const order = await makeOrder(me.id, [340], { status: 'pending' })
		const decision = { orderId: order.id, version: 1, actorId: admin.id, now: NOON }
		await rejectOrder({ ...decision, reason: 'The amount is short' })
		expect(await readOwnHistory(order.id, me.id)).toMatchObject({
			status: 'rejected',
			rejectionReason: 'The amount is short',
		})
		const request = await makeRequest(`/user/history/${order.id}`, { as: other })
		const args = routeArgs(request, { orderId: order.id })
		await expect(orderDetails(args)).rejects.toMatchObject({ status: 404 })
	})

	test('redirects an open checkout to itself', async () => {
		const me = await makeUser()
		const order = await makeOrder(me.id, [341], { status: 'open' })
		const request = await makeRequest(`/user/history/${order.id}`, { as: me })
		const args = routeArgs(request, { orderId: order.id })
		const response = await orderDetails(args).catch((thrown: unknown) => thrown)
		expect(response).toMatchObject({ status: 302 })
		expect((response as Response).headers.get('Location')).toBe(`/user/checkout/${order.id}`)
	})

	test('of sold pixels lists accepted transfers with the recipient at that time', async () => {
		const [me, heir] = [await makeUser(), await makeUser({ fullName: 'The Heir' })]
		const accepted = { status: 'accepted', decidedAt: NOON, recipientId: heir.id } as const
		const sold = await makeTransfer(me.id, 'former@example.test', [350, 351], accepted)
		await makeUser({ email: 'former@example.test', fullName: 'Somebody Else' })
		await makeTransfer(me.id, heir.email, [352], { status: 'open' })
		await makeTransfer(heir.id, me.email, [353], { status: 'accepted', decidedAt: NOON })
		const page = await listSales(me.id, { q: '', page: 1 })
		expect(page.rows).toMatchObject([
			{
				id: sold,
				cells: 2,
				pence: 2 * TINY,
				recipientName: 'The Heir',
				recipientEmail: 'former@example.test',
			},
		])
		expect((await readSale(sold, me.id))?.pixels.map(pixel => pixel.cell)).toEqual([350, 351])
		expect(await readSale(sold, heir.id)).toBeUndefined()
	})

	test('of sold pixels has a search, and an export of its results', async () => {
		const [me, heir] = [await makeUser(), await makeUser({ fullName: 'Zoë Heir' })]
		const sold = { status: 'accepted', decidedAt: NOON } as const
		const id = await makeTransfer(me.id, heir.email, [354, 355], { ...sold, recipientId: heir.id })
		await makeTransfer(me.id, '=borrower@example.test', [356], { ...sold, until: NOON + 1 })
		await makeTransfer(heir.id, me.email, [357], { ...sold, recipientId: me.id })
		const found = async (q: string) => (await listSales(me.id, { q, page: 1 })).rows.map(row => row.cells)
		expect(await found('zoe')).toEqual([2])
		expect(await found(id.slice(0, 8))).toEqual([2])
		expect(await found('BORROWER@')).toEqual([1])
		expect(await found('%')).toEqual([])
		const file = async (query = '') => {
			const request = await makeRequest(`/user/history/sold.csv${query}`, { as: me })
			const response = await soldCsv(routeArgs(request))
			expect(response.headers.get('content-disposition')).toBe('attachment; filename="sold.csv"')
			return (await response.text()).trim().split('\r\n').slice(1)
		}
		const sale = `${id},${new Date(NOON).toISOString()},tiny:2,2,200000,Transfer,,Zoë Heir,${heir.email}`
		expect(await file('?q=heir')).toEqual([sale])
		expect(await file()).toContainEqual(expect.stringContaining(',tiny:1,1,,Loan,2'))
		expect(await file()).toContainEqual(expect.stringContaining(",'=borrower@example.test"))
		expect(await file()).toHaveLength(2)
	})

	test('of sold pixels excludes loans from the revenue', async () => {
		const me = await makeUser()
		await makeTransfer(me.id, 'a@b.test', [360], { status: 'accepted', decidedAt: NOON })
		await makeTransfer(me.id, 'a@b.test', [361], { status: 'accepted', decidedAt: NOON, until: NOON + 1 })
		expect(await readRevenue(me.id)).toBe(TINY)
	})
})

describe('the bell', () => {
	test('counts open invitations to this address that have not expired', async () => {
		const [me, sender] = [await makeUser(), await makeUser({ fullName: 'A Sender' })]
		await makeTransfer(sender.id, me.email, [370, 371])
		await makeTransfer(null, me.email, [372], { until: NOON + 1, createdAt: NOON + 5 })
		await makeTransfer(sender.id, me.email, [373], { until: NOON })
		await makeTransfer(sender.id, me.email, [374], { status: 'accepted', decidedAt: NOON })
		await makeTransfer(sender.id, 'somebody-else@example.test', [375])
		const bell = await readIncomingTransfers(me.email.toUpperCase(), NOON)
		expect(bell.count).toBe(2)
		expect(bell.newest).toMatchObject([
			{ sender: null, cells: 1, until: NOON + 1 },
			{ sender: 'A Sender', cells: 2, until: null },
		])
	})

	test('shows the total and the newest five', async () => {
		const me = await makeUser()
		for (let index = 0; index < 7; index++) {
			await makeTransfer(null, me.email, [380 + index], { createdAt: NOON + index })
		}
		const bell = await readIncomingTransfers(me.email, NOON)
		expect([bell.count, bell.newest.length, bell.newest[0]?.createdAt]).toEqual([7, 5, NOON + 6])
	})

	test('is empty without any', async () => {
		expect(await readIncomingTransfers('nobody@example.test', NOON)).toEqual({ count: 0, newest: [] })
	})
})

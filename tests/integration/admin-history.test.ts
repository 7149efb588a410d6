import { beforeEach, describe, expect, test } from 'vitest'
import { bookByHand } from '~/domain/payments/booking.server'
import { listSales, readSale } from '~/domain/transfers/history/sold-queries.server'
import { loader as soldCsv } from '~/routes/account/history/sold-csv'
import { loader as paymentsCsv } from '~/routes/admin/payments-csv'
import { loader as transactionsCsv } from '~/routes/admin/transactions/transactions-csv'
import { clearRecords } from '../support/clear-records'
import { makeAdmin, makeOrder, makeTransfer, makeUser } from '../support/factories'
import { makeRequest, routeArgs } from '../support/requests'

beforeEach(clearRecords)

type Loader = (args: never) => Promise<Response>

/** Returns the lines of a file without its header. */
async function download(
	loader: Loader,
	path: string,
): Promise<{ response: Response; head: string; lines: string[] }> {
	const request = await makeRequest(path, { as: await makeAdmin() })
	const response = await loader(routeArgs(request))
	const text = await response.text()
	const [head = '', ...lines] = text.trimEnd().split('\r\n')
	return { response, head, lines }
}

describe('the history of sold pixels for administrators', () => {
	test('lists accepted transfers of members and of the house, newest first', async () => {
		const seller = await makeUser({ fullName: 'Selma Seller' })
		const first = await makeTransfer(seller.id, [500, 501], {
			recipientEmail: 'buyer@example.test',
			status: 'accepted',
		})
		const second = await makeTransfer(null, [502], { recipientEmail: 'x@example.test', status: 'accepted' })
		await makeTransfer(seller.id, [503], { recipientEmail: 'buyer@example.test' })
		const all = await listSales(null, { q: '', page: 1 })
		expect(all.rows.map(row => row.id).sort()).toEqual([first.id, second.id].sort())
		expect(all.rows.find(row => row.id === first.id)).toMatchObject({ senderName: 'Selma Seller', cells: 2 })
		for (const q of ['selma', 'buyer@ex', first.id.slice(0, 8), seller.email]) {
			expect(
				(await listSales(null, { q, page: 1 })).rows.map(row => row.id),
				q,
			).toEqual([first.id])
		}
		expect((await listSales(null, { q: '%', page: 1 })).total).toBe(0)
		expect(await readSale(first.id, null)).toMatchObject({ cells: 2, pixels: [{ cell: 500 }, { cell: 501 }] })
	})

	test('shows no price for loans, on the page and in the file', async () => {
		const loan = { recipientEmail: 'a@example.test', status: 'accepted', until: Date.now() + 60_000 } as const
		const { id } = await makeTransfer((await makeUser()).id, [500], loan)
		const { head, lines } = await download(soldCsv, '/admin/history/sold.csv')
		expect(head).toContain(',List price (GBP),')
		expect(lines.find(line => line.startsWith(id))).toMatch(/a@example\.test,1,,2\d{3}-/)
	})

	test('exports all pages to a file without formulas', async () => {
		const seller = await makeUser({ fullName: '=HYPERLINK("http://a.example")' })
		for (let cell = 500; cell < 512; cell++) {
			await makeTransfer(seller.id, [cell], { recipientEmail: 'a@example.test', status: 'accepted' })
		}
		const { lines } = await download(soldCsv, '/admin/history/sold.csv?page=2')
		expect(lines).toHaveLength(12)
		for (const line of lines) expect(line).toContain(`"'=HYPERLINK(""http://a.example"")"`)
	})
})

describe('the export of transactions', () => {
	test('has its period in the file name, next to the ledger of the same days', async () => {
		const [buyer, admin] = [await makeUser(), await makeAdmin({ fullName: 'Booking Beatrice' })]
		const { id, reference } = await makeOrder(buyer.id, [630], { status: 'pending' })
		const booked = async (version: number, pence: number, bookedOn: string) =>
			await bookByHand({
				orderId: id,
				version,
				payment: { pence, bookedOn, bankReference: '=B1' },
				actorId: admin.id,
				now: Date.UTC(2025, 10, 24, 12),
			})
		await booked(1, 100_000_50, '2025-11-20')
		await booked(2, -50, '2025-11-21')
		await booked(3, 7, '2025-12-01')
		const period = '?from=2025-11-01&to=2025-11-30'
		const { response, lines } = await download(paymentsCsv, `/admin/payments.csv${period}`)
		const name = (file: string) => `attachment; filename="${file}-from-2025-11-01-to-2025-11-30.csv"`
		expect(response.headers.get('content-disposition')).toBe(name('payments'))
		const rest = 'Booking Beatrice,2025-11-24T12:00:00.000Z'
		expect(lines).toEqual([
			`2025-11-20,${reference},,100000.5,,'=B1,,,,${rest}`,
			`2025-11-21,${reference},,,0.5,'=B1,,,,${rest}`,
		])
		expect((await download(paymentsCsv, '/admin/payments.csv')).lines.length).toBeGreaterThanOrEqual(3)
		const reversed = '?from=2025-11-30&to=2025-11-01'
		await expect(download(paymentsCsv, `/admin/payments.csv${reversed}`)).rejects.toMatchObject({
			status: 302,
		})
		const orders = await download(transactionsCsv, `/admin/transactions.csv${period}`)
		expect(orders.response.headers.get('content-disposition')).toBe(name('transactions'))
	})

	test('contains all filtered rows of all pages, without formulas', async () => {
		const buyer = await makeUser({ fullName: 'Filtered Fritz' })
		for (let index = 0; index < 12; index++) {
			await makeOrder(buyer.id, [600 + index], { status: 'rejected', paymentId: '@SUM(A1)', name: 'A, B' })
		}
		await makeOrder(buyer.id, [620], { status: 'failed' })
		const { response, lines } = await download(
			transactionsCsv,
			'/admin/transactions.csv?q=fritz&status=rejected',
		)
		expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
		expect(response.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"')
		expect(lines).toHaveLength(12)
		for (const line of lines) {
			expect(line).toMatch(
				/^'@SUM\(A1\),TEST-\w+,Filtered Fritz,"A, B",[^,]+,1,100000,,0,100000,0,0,0,,rejected,2\d{3}-/,
			)
		}
		expect((await download(transactionsCsv, '/admin/transactions.csv?q=fritz')).lines).toHaveLength(13)
	})
})

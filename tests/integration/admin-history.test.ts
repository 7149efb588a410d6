import { beforeEach, describe, expect, it } from 'vitest'
import { listAllSold, readAnySale } from '~/domain/transfers/sold-queries.server'
import { loader as purchasedCsv } from '~/routes/admin/history-csv'
import { loader as soldCsv } from '~/routes/admin/history-sold-csv'
import { loader as transactionsCsv } from '~/routes/admin/transactions-csv'
import { emptyBooks } from '../support/books'
import { makeAdmin, makeOrder, makeTransfer, makeUser } from '../support/factories'
import { makeRequest } from '../support/requests'

beforeEach(emptyBooks)

type Loader = (args: never) => Promise<Response>

/** The lines of a file, without its head. */
async function download(loader: Loader, path: string): Promise<{ answer: Response; lines: string[] }> {
	const request = await makeRequest(path, { as: await makeAdmin() })
	const answer = await loader({ request, params: {} } as never)
	const text = await answer.text()
	return { answer, lines: text.trimEnd().split('\r\n').slice(1) }
}

describe('sold pixels, for administrators', () => {
	it('are the accepted transfers of everybody and of the house, newest first', async () => {
		const seller = await makeUser({ fullName: 'Selma Seller' })
		const first = await makeTransfer(seller.id, [500, 501], {
			recipientEmail: 'buyer@example.test',
			status: 'accepted',
		})
		const second = await makeTransfer(null, [502], { recipientEmail: 'x@example.test', status: 'accepted' })
		await makeTransfer(seller.id, [503], { recipientEmail: 'buyer@example.test' })
		const all = await listAllSold({ q: '', page: 1 })
		expect(all.rows.map(row => row.id).sort()).toEqual([first.id, second.id].sort())
		expect(all.rows.find(row => row.id === first.id)).toMatchObject({ senderName: 'Selma Seller', cells: 2 })
		for (const q of ['selma', 'buyer@ex', first.id.slice(0, 8), seller.email]) {
			expect(
				(await listAllSold({ q, page: 1 })).rows.map(row => row.id),
				q,
			).toEqual([first.id])
		}
		expect((await listAllSold({ q: '%', page: 1 })).total).toBe(0)
		expect(await readAnySale(first.id)).toMatchObject({ cells: 2, pixels: [{ cell: 500 }, { cell: 501 }] })
	})

	it('have no price when they are loans, in the file too', async () => {
		const loan = { recipientEmail: 'a@example.test', status: 'accepted', till: Date.now() + 60_000 } as const
		const { id } = await makeTransfer((await makeUser()).id, [500], loan)
		const { lines } = await download(soldCsv, '/admin/history/sold.csv')
		expect(lines.find(line => line.startsWith(id))).toMatch(/a@example\.test,1,,2\d{3}-/)
	})

	it('are a file of all pages, without formulas', async () => {
		const seller = await makeUser({ fullName: '=HYPERLINK("http://a.example")' })
		for (let cell = 500; cell < 512; cell++) {
			await makeTransfer(seller.id, [cell], { recipientEmail: 'a@example.test', status: 'accepted' })
		}
		const { lines } = await download(soldCsv, '/admin/history/sold.csv?page=2')
		expect(lines).toHaveLength(12)
		for (const line of lines) expect(line).toContain(`"'=HYPERLINK(""http://a.example"")"`)
	})
})

describe('the file of transactions', () => {
	it('holds what is filtered, all pages, without formulas', async () => {
		const buyer = await makeUser({ fullName: 'Filtered Fritz' })
		for (let index = 0; index < 12; index++) {
			await makeOrder(buyer.id, [600 + index], { status: 'rejected', paymentId: '@SUM(A1)', name: 'A, B' })
		}
		await makeOrder(buyer.id, [620], { status: 'failed' })
		const { answer, lines } = await download(
			transactionsCsv,
			'/admin/transactions.csv?q=fritz&status=rejected',
		)
		expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
		expect(answer.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"')
		expect(lines).toHaveLength(12)
		for (const line of lines) {
			expect(line).toMatch(/^'@SUM\(A1\),TEST-\w+,Filtered Fritz,"A, B",[^,]+,1,100000,,rejected,2\d{3}-/)
		}
		expect((await download(purchasedCsv, '/admin/history.csv?q=fritz')).lines).toHaveLength(13)
	})
})

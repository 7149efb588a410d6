import PDFDocument from 'pdfkit'
import { describe, expect, test, vi } from 'vitest'
import { cellsByIds } from '~/domain/grid/layout'
import type { Order } from '~/domain/orders/queries.server'
import { certificatePdf } from './certificate.server'
import { receiptPdf } from './receipt.server'
import { makePdf } from './sheet.server'

const AT = Date.UTC(2026, 10, 21, 12)
const certificate = {
	code: '34CD-67FG-9HJK',
	holder: 'Ashworth & Sons',
	cells: cellsByIds([231, 232, 271, 272]),
	issuedAt: AT,
	reference: '3467CDFG',
}
const where = { checkUrl: 'https://x.example/certificates/34CD-67FG-9HJK', email: 'ada@x.example' }
const order: Partial<Order> = {
	reference: '3467CDFG',
	accountEmail: 'ada@x.example',
	accountName: 'Ada Example',
	name: 'Ashworth & Sons',
	email: 'ada@x.example',
	submittedAt: AT,
	paymentId: 'FT-2026-11',
	subtotalPence: 20_000_000,
	discountPence: 1_000_000,
	totalPence: 19_000_000,
	couponCode: 'FIRST',
	cells: [
		{ cell: 231, type: 'tiny', row: 8, col: 3, pricePence: 10_000_000 },
		{ cell: 232, type: 'tiny', row: 8, col: 4, pricePence: 10_000_000 },
	],
}

describe.each([
	['a certificate', () => certificatePdf(certificate, where)],
	['a receipt', () => receiptPdf(order as Order, { number: 7, issuedAt: AT })],
])('%s', (_, draw) => {
	test('is rendered to the same bytes each time', async () => {
		const [first, second] = [await draw(), await draw()]
		expect(first.equals(second)).toBe(true)
	})

	test('is a single tagged page in English with a title', async () => {
		const text = (await draw()).toString('latin1')
		expect(text).toMatch(/^%PDF-1\.7/)
		expect(text).toContain('/Lang (en-GB)')
		expect(text).toContain('/Marked true')
		expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
		expect(text).toContain('/DisplayDocTitle true')
	})

	test('embeds its fonts', async () => {
		const text = (await draw()).toString('latin1')
		expect(text).toContain('/FontFile2')
		expect(text).not.toMatch(/\/BaseFont \/(Helvetica|Times)/)
	})
})

describe('names in documents', () => {
	const canSet = (name: string) =>
		new Promise<boolean>((resolve, reject) => {
			makePdf({ title: name, landscape: false, at: AT }, sheet => resolve(sheet.canSet(name))).catch(reject)
		})

	test.each([
		'Żofia Łukasiewicz',
		'Nguyễn Thị Ánh',
		'Александр Ґалаґан',
		'Ἀλέξανδρος',
		"O’Neill-Zoë d'Ångström",
	])('%s can be rendered', async name => {
		expect(await canSet(name)).toBe(true)
	})

	test('in scripts without an embedded font cannot be rendered', async () => {
		expect(await canSet('王小明')).toBe(false)
	})

	test('that cannot be rendered are replaced by the email address', async () => {
		const named = await certificatePdf({ ...certificate, holder: '王小明' }, where)
		const addressed = await certificatePdf({ ...certificate, holder: where.email }, where)
		expect(named.equals(addressed)).toBe(true)
	})
})

describe('long text stays within its area', () => {
	/* Returns the end of each run of text, in points from the left. */
	async function readEnds(draw: () => Promise<Buffer>): Promise<number[]> {
		const ends: number[] = []
		const text = PDFDocument.prototype.text
		vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
			this: PDFKit.PDFDocument,
			...args: unknown[]
		) {
			const [run, x] = args as [string, number]
			// Check that long texts do not overlap the plate, the code and the seal.
			if (x < 374) ends.push(x + this.widthOfString(run))
			return text.apply(this, args as never)
		} as never)
		await draw().finally(() => vi.restoreAllMocks())
		return ends
	}
	const company =
		'The Honourable Company of Instrument Makers and Their Successors of London and Dubai Limited'

	test.each([company, `${company}, ${company}`, 'W'.repeat(200)])('of the name %s', async holder => {
		const ends = await readEnds(() => certificatePdf({ ...certificate, holder }, where))
		expect(Math.max(...ends)).toBeLessThanOrEqual(478 + 1)
	})

	test('of an address, a transaction and a coupon', async () => {
		const long = {
			email: `${'a-department-that-pays'.repeat(4)}@x.example`,
			paymentId: 'X'.repeat(100),
			couponCode: 'A'.repeat(60),
		}
		const ends = await readEnds(() => receiptPdf({ ...order, ...long } as Order, { number: 7, issuedAt: AT }))
		expect(Math.max(...ends)).toBeLessThanOrEqual(524)
	})
})

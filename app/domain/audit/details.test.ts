import { describe, expect, test } from 'vitest'
import { detailLines, moneyLabel } from './details'

const LINE = moneyLabel({ bookedOn: '2026-11-20', pence: 400_000_00, from: 'A BUYER' })
const getLines = (action: string, detail: Record<string, unknown>, subjectId = 'x') =>
	detailLines({ action, subjectId, detail }, new Map([['e1', LINE]]))

describe('the details of an audit entry', () => {
	test('have readable names, amounts in pounds and formatted days', () => {
		const detail = { pence: -400_000_50, on: '2026-11-20', bankReference: 'FT-1', bankEntryId: 'e1' }
		expect(getLines('order.payment-out', detail)).toEqual([
			'Amount: −£400,000.50',
			'Booked on: 20 November 2026',
			'Bank reference: FT-1',
			'Bank line: 20 November 2026, £400,000, A BUYER',
		])
	})

	test('say that a bank line or a row of the ledger is no longer stored', () => {
		expect(getLines('order.payment-reverse', { bankEntryId: 'e2', reverses: 'p2' })).toEqual([
			'Bank line: no longer stored',
			'Row reversed: no longer stored',
		])
	})

	test('name pixels by row and column, and omit empty values', () => {
		const detail = { released: [400], cells: [], receivedPence: 0, reason: null, isActive: false }
		expect(getLines('order.reject', detail)).toEqual([
			expect.stringMatching(/^Pixels released: Tiny, row \d+, column \d+$/),
			'Received: £0',
			'Active: no',
		])
	})

	test('show a price or a setting in pence as pounds', () => {
		const detail = { type: 'tiny', from: 100_000_00, to: 90_000_00 }
		expect(getLines('price.change', detail)).toEqual(['Type: tiny', 'From: £100,000', 'To: £90,000'])
		expect(getLines('setting.change', { value: 5_00 }, 'somePence')).toEqual(['Value: £5'])
		expect(getLines('setting.change', { value: 0 }, 'somePence')).toEqual(['Value: none'])
		expect(getLines('setting.change', { value: 1440 }, 'holdMinutes')).toEqual(['Value: 1,440'])
	})

	test('label the kind of an email, and omit the id of its copy', () => {
		const detail = { kind: 'order-approved', recipient: 'ada@example.test', copy: '01a21405' }
		expect(getLines('mail.send-again', detail)).toEqual([
			'Kind: Order approved',
			'Recipient: ada@example.test',
		])
	})

	test('show a hold as its end', () => {
		const hold = { kind: 'hold', heldAt: Date.UTC(2026, 10, 28), until: Date.UTC(2026, 10, 29, 3, 52) }
		expect(getLines('order.hold', { hold })).toEqual(['On hold until: 29 November 2026 at 03:52 GMT'])
		expect(getLines('order.proceed', { hold: { kind: 'cooling', until: hold.until } })).toEqual([
			'No hold before: 29 November 2026 at 03:52 GMT',
		])
	})

	test('show a role as the pages label it', () => {
		expect(getLines('account.role', { from: 'user', to: 'admin' })).toEqual([
			'From: Member',
			'To: Administrator',
		])
	})

	test('show a coupon’s discount with its unit, and formatted times', () => {
		const after = { code: 'TEN', type: 'percentage', discount: 1050, minPurchasePence: 5_00 }
		const before = { type: 'fixed', discount: 1050, endsAt: Date.UTC(2026, 10, 20, 12), maxUses: null }
		expect(getLines('coupon.change', { before, after })).toEqual([
			'Before: Type: fixed; Discount: £10.50; Ends: 20 November 2026 at 12:00 GMT',
			'Afterwards: Code: TEN; Type: percentage; Discount: 10.5%; Minimum purchase: £5',
		])
		expect(getLines('coupon.delete', { code: 'TEN', type: 'percentage', discount: 1000 })).toEqual([
			'Code: TEN',
			'Type: percentage',
			'Discount: 10%',
		])
	})
})

import { describe, expect, it, test } from 'vitest'
import { RejectForm, ReviewFilter, refundForm } from './schema'

test('nonsense in the address of the list counts as not asked', () => {
	const all = { q: '', status: null, from: null, to: null, page: 1 }
	expect(ReviewFilter.parse({})).toEqual(all)
	const nonsense = { q: 'x'.repeat(201), status: 'open', from: '2026-02-30', to: 'soon', page: '-3' }
	expect(ReviewFilter.parse(nonsense)).toEqual(all)
	expect(ReviewFilter.parse({ q: ' ada ', status: 'failed', from: '2026-11-01', page: '2' })).toEqual({
		...all,
		q: 'ada',
		status: 'failed',
		from: '2026-11-01',
		page: 2,
	})
})

test('a reason is as long as the browser counts it, where a line break is one character', () => {
	const decision = { intent: 'reject', version: '1' }
	const full = `${'x'.repeat(990)}${'\r\n'.repeat(9)}x`
	expect(RejectForm.parse({ ...decision, reason: full }).reason).toHaveLength(1000)
	expect(RejectForm.safeParse({ ...decision, reason: 'x'.repeat(1001) }).success).toBe(false)
})

describe('a refund', () => {
	const NOON = Date.UTC(2026, 10, 24, 12)
	const order = { totalPence: 400_000_00, submittedAt: Date.UTC(2026, 10, 21, 23, 30) }
	const good = {
		intent: 'refund',
		version: '3',
		refunded_on: '2026-11-24',
		amount: '400,000.00',
		bank_reference: ' RF 1 ',
	}
	const messages = (change: Record<string, string | undefined>) => {
		const parsed = refundForm(order, NOON).safeParse({ ...good, ...change })
		return (parsed.error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.message}`)
	}

	it('has a day, an amount and the reference of the bank', () => {
		expect(refundForm(order, NOON).parse(good)).toEqual({
			version: 3,
			refund: { on: '2026-11-24', pence: 400_000_00, bankReference: 'RF 1' },
		})
	})
	it.each(['2026-11-21', '2026-11-24'])('may be of %s', refunded_on => {
		expect(messages({ refunded_on })).toEqual([])
	})
	it.each([
		['2026-11-25', 'This day is still to come'],
		['2026-11-20', 'The order came on 21 November 2026, so the refund cannot be older'],
		['2026-02-30', 'Please enter the day on which the money was sent back'],
		['', 'Please enter the day on which the money was sent back'],
		[undefined, 'Please enter the day on which the money was sent back'],
	])('may not be of %s', (refunded_on, message) => {
		expect(messages({ refunded_on })).toEqual([`refunded_on: ${message}`])
	})
	it.each([
		['400,000.01', 'The order was over £400,000 only'],
		['0', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		['-5', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		['much', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		[undefined, 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
	])('may not be over %s', (amount, message) => {
		expect(messages({ amount })).toEqual([`amount: ${message}`])
	})
	it('needs the reference of the bank, and says everything that is wrong', () => {
		expect(messages({ bank_reference: '  ' })).toEqual(['bank_reference: Bank reference is required'])
		expect(messages({ refunded_on: '', amount: '', bank_reference: '' })).toHaveLength(3)
	})
	it('knows the day of London, not of Greenwich', () => {
		const summer = Date.UTC(2026, 6, 1, 23, 30)
		const form = refundForm({ ...order, submittedAt: summer }, summer)
		expect(form.safeParse({ ...good, refunded_on: '2026-07-02' }).success).toBe(true)
		expect(form.safeParse({ ...good, refunded_on: '2026-07-01' }).success).toBe(false)
	})
})

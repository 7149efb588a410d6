import { describe, expect, test } from 'vitest'
import { bookEntryForm, ConfirmExactForm, handBookingForm, refundForm } from './schema'

const NOON = Date.UTC(2026, 10, 24, 12)

describe('a refund', () => {
	const order = { max: 400_000_00, submittedAt: Date.UTC(2026, 10, 21, 23, 30) }
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

	test('needs a day, an amount and the bank’s reference', () => {
		expect(refundForm(order, NOON).parse(good)).toEqual({
			version: 3,
			payment: { pence: -400_000_00, bookedOn: '2026-11-24', bankReference: 'RF 1' },
		})
	})
	test.each(['2026-11-21', '2026-11-24'])('accepts an amount of %s', refunded_on => {
		expect(messages({ refunded_on })).toEqual([])
	})
	test.each([
		['2026-11-25', 'This day is in the future'],
		['2026-11-20', 'The order came on 21 November 2026, so the refund cannot be older'],
		['2026-02-30', 'Please enter the day on which the money was sent back'],
		['', 'Please enter the day on which the money was sent back'],
		[undefined, 'Please enter the day on which the money was sent back'],
	])('rejects an amount of %s', (refunded_on, message) => {
		expect(messages({ refunded_on })).toEqual([`refunded_on: ${message}`])
	})
	test.each([
		['400,000.01', 'At most £400,000 can be sent back'],
		['0', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		['-5', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		['much', 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
		[undefined, 'Please enter the amount in pounds, for example 400,000 or 400,000.50'],
	])('must not exceed %s', (amount, message) => {
		expect(messages({ amount })).toEqual([`amount: ${message}`])
	})
	test('reports a missing reference together with all other errors', () => {
		expect(messages({ bank_reference: '  ' })).toEqual(['bank_reference: Bank reference is required'])
		expect(messages({ refunded_on: '', amount: '', bank_reference: '' })).toHaveLength(3)
	})
	test('uses the day in London, not in UTC', () => {
		const summer = Date.UTC(2026, 6, 1, 23, 30)
		const form = refundForm({ ...order, submittedAt: summer }, summer)
		expect(form.safeParse({ ...good, refunded_on: '2026-07-02' }).success).toBe(true)
		expect(form.safeParse({ ...good, refunded_on: '2026-07-01' }).success).toBe(false)
	})
})

describe('a manual booking', () => {
	const form = handBookingForm({ receivedPence: 500_00, sentPence: 100_00 }, NOON)
	const good = {
		intent: 'book',
		version: '2',
		direction: 'out',
		booked_on: '2026-11-24',
		amount: '400',
		bank_reference: 'EXB 1',
	}

	test('needs a direction, a day, an amount and the bank’s reference', () => {
		expect(form.parse({ ...good, note: 'Seen online' })).toMatchObject({
			amount: 400_00,
			note: 'Seen online',
		})
	})
	test.each([
		[{ direction: 'sideways' }, 'direction'],
		[{ booked_on: '2026-11-25' }, 'booked_on'],
		[{ amount: '400.01' }, 'amount'],
		[{ amount: '0' }, 'amount'],
		[{ bank_reference: '' }, 'bank_reference'],
		[{ note: 'x'.repeat(201) }, 'note'],
	])('rejects %j', (change, field) => {
		expect(form.safeParse({ ...good, ...change }).error?.issues[0]?.path).toEqual([field])
	})
	test('may exceed the outstanding amount', () => {
		expect(form.safeParse({ ...good, direction: 'in', amount: '900,000' }).success).toBe(true)
	})
})

test('a line is booked on several orders, each with its amount', () => {
	const entry = '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e'
	const form = { entry, left: '500', reference: ['ABC', 'DEF', ''], amount: ['2', '3.00', ''] }
	expect(bookEntryForm.parse(form).parts).toEqual([
		{ reference: 'ABC', pence: 200 },
		{ reference: 'DEF', pence: 300 },
	])
	const wrong = (change: object) =>
		bookEntryForm.safeParse({ ...form, ...change }).error?.issues[0]?.path.at(-1)
	expect(wrong({ amount: ['2', 'lots'] })).toBe('amount')
	expect(wrong({ reference: [''] })).toBe('reference')
	expect(bookEntryForm.parse({ ...form, reference: ['ABC'], amount: [] }).parts).toEqual([
		{ reference: 'ABC', pence: null },
	])
})

test('a confirmation carries the state that was shown', () => {
	const id = '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e'
	const parse = (payable: string) => ConfirmExactForm.safeParse({ intent: 'confirm', payable })
	expect(parse(`${id}:${id}:4,${id}:x:5`).data?.payable).toEqual([
		{ entryId: id, orderId: id, version: 4 },
		{ entryId: id, orderId: 'x', version: 5 },
	])
	expect(parse('nonsense').success).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { referenceFrom } from '~/domain/orders/reference'
import { fingerprintsOf } from './fingerprint.server'
import { type MatchedEntry, type MatchedOrder, matchEntries } from './rules'

const A = referenceFrom([0, 1, 2, 3, 4, 5, 6])
const B = referenceFrom([10, 9, 8, 7, 6, 5, 4])

let made = 0
const entry = (text: string, pence = 100, more: Partial<MatchedEntry> = {}): MatchedEntry => {
	made++
	return { id: `e${made}`, text, pence, orderId: null, settled: false, returned: false, ...more }
}
const order = (reference: string, more: Partial<MatchedOrder> = {}): MatchedOrder => ({
	id: reference,
	reference,
	totalPence: 100,
	status: 'pending',
	refundedAt: null,
	...more,
})
function finished<Result>(steps: Generator<void, Result>): Result {
	for (;;) {
		const step = steps.next()
		if (step.done) return step.value
	}
}
const meaning = (entries: MatchedEntry[], orders: MatchedOrder[] = [order(A), order(B)]) =>
	[...finished(matchEntries(entries, orders)).entries()]
		.toSorted(
			([one], [other]) => entries.findIndex(e => e.id === one) - entries.findIndex(e => e.id === other),
		)
		.map(([, found]) => [found.match, ...found.orders.map(one => one.reference)])

describe('a payment', () => {
	const [a, ...rest] = A
	const cyrillic = A.replace('C', 'С').toLowerCase()

	it.each([
		['as it is', A],
		['in small letters', `pay ${A.toLowerCase()} please`],
		['with blanks and signs', [...A].join(' ').replace(' ', '-\u00a0/')],
		['on two lines', `${A.slice(0, 5)}\n${A.slice(5)}`],
		[
			'in wide letters',
			[...A].map(letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
		],
		['in letters of another script', cyrillic],
		['twice', `${A} · ${A}`],
		['inside other letters', `ORDER${A}THANKS`],
	])('with the reference %s and the exact amount is exact', (_, text) => {
		expect(meaning([entry(text)])).toEqual([['exact', A]])
	})

	it.each([
		['less', 99, 'less'],
		['more', 101, 'more'],
	])('of %s than the order is for a decision', (_, pence, match) => {
		expect(meaning([entry(A, pence)])).toEqual([[match, A]])
	})

	it.each([
		['a wrong character', `0${rest.join('')}`],
		['another of ours', `${a === 'X' ? 'W' : 'X'}${rest.join('')}`],
		['8 for another', `${A.slice(0, 3)}8${A.slice(4)}`],
		['two exchanged', `${A.slice(0, 2)}${A[3]}${A[2]}${A.slice(4)}`],
		['a wrong last one', `${A.slice(0, 7)}0`],
	])('with %s is similar, whatever its amount', (_, text) => {
		expect(text).not.toBe(A)
		expect(meaning([entry(text), entry(text, 5)])).toEqual([
			['similar', A],
			['similar', A],
		])
	})

	it('that is near to two open orders, or to one that is closed, is unknown', () => {
		const strange = `0${A.slice(1)}`
		expect(meaning([entry(strange)], [order(A, { status: 'approved' })])).toEqual([['unknown']])
		const both = `${strange} ${B.slice(0, 7)}0`
		expect(meaning([entry(both)])).toEqual([['unknown']])
	})

	it('that names several orders, or none, is not guessed', () => {
		expect(meaning([entry(`${A} and ${B}`, 200), entry('hello'), entry('')])).toEqual([
			['several', A, B],
			['unknown'],
			['unknown'],
		])
	})

	it('for an order that is paid is a duplicate', () => {
		expect(meaning([entry(A)], [order(A, { status: 'approved' })])).toEqual([['duplicate', A]])
		expect(meaning([entry(A), entry(A), entry(A, 5)])).toEqual([
			['exact', A],
			['duplicate', A],
			['duplicate', A],
		])
	})

	it.each(['open', 'abandoned', 'failed', 'rejected'] as const)(
		'for an order that is %s is no proposal',
		status => {
			expect(meaning([entry(A)], [order(A, { status })])).toEqual([['unknown', A]])
		},
	)

	it('that was assigned counts for that order, several together', () => {
		const to = { orderId: A }
		expect(meaning([entry(B, 100, to)])).toEqual([['exact', A]])
		expect(meaning([entry('', 40, to), entry('', 60, to), entry(A)])).toEqual([
			['exact', A],
			['exact', A],
			['duplicate', A],
		])
		expect(meaning([entry('', 40, to), entry('', 50, to)])).toEqual([
			['less', A],
			['less', A],
		])
	})

	it('that was sent back or settled does not count again', () => {
		expect(meaning([entry(A, 100, { returned: true }), entry(A)])[1]).toEqual(['exact', A])
		expect(meaning([entry(A, 100, { returned: true })])).toEqual([['unknown', A]])
		const settled = entry(A, 100, { orderId: A, settled: true })
		expect(meaning([settled, entry(A)], [order(A, { status: 'approved' })])).toEqual([
			['exact', A],
			['duplicate', A],
		])
	})
})

describe('the fingerprint of a payment', () => {
	const payment = { bookedOn: '2026-11-20', pence: 100, payer: 'Ada', text: `Order ${A}`, bankReference: '1' }

	it('is the same in another file, whatever the blanks and the case', () => {
		const other = { ...payment, text: payment.text.toUpperCase().replaceAll(' ', '  ') }
		expect(fingerprintsOf([other])).toEqual(fingerprintsOf([payment]))
	})

	it('differs for two equal payments of a day', () => {
		const [one, two] = fingerprintsOf([payment, payment])
		expect(one).not.toBe(two)
		expect(fingerprintsOf([payment])).toEqual([one])
	})

	it.each([
		{ bookedOn: '2026-11-21' },
		{ pence: 101 },
		{ payer: 'Ян' },
		{ text: 'x' },
		{ bankReference: '2' },
	])('differs for %o', change => {
		expect(fingerprintsOf([{ ...payment, ...change }])).not.toEqual(fingerprintsOf([payment]))
	})
})

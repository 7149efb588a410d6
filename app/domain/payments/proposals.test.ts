import { describe, expect, test } from 'vitest'
import type { Format } from '~/domain/statements/formats/entry'
import {
	type Candidate,
	computeUnbooked,
	type EntryMoney,
	findForgeable,
	propose,
	proposeAll,
} from './proposals'

const order = (change: Partial<Candidate> = {}): Candidate => ({
	id: change.reference ?? 'A',
	reference: 'A',
	version: 1,
	buyer: 'Ada',
	status: 'pending',
	totalPence: 500,
	receivedPence: 0,
	sentPence: 0,
	lost: 0,
	...change,
})
const line = (pence: number, change: Partial<EntryMoney> = {}): EntryMoney => ({
	id: 'line',
	pence,
	bookedPence: 0,
	dismissedAt: null,
	...change,
})
const approved = (change: Partial<Candidate> = {}) => order({ status: 'approved', ...change })

describe('a payment that names one order', () => {
	test.each<[state: string, named: Candidate, pence: number, match: string, why: string]>([
		['pending, to the penny', order(), 500, 'exact', 'Pending, its pixels held.'],
		['pending without its cells', order({ lost: 2 }), 500, 'exact', 'booked, not approved'],
		['pending, less', order(), 499, 'part', 'Leaves £0.01 outstanding.'],
		['pending, more', order(), 501, 'too-much', '£0.01 more than outstanding.'],
		['pending, the rest of it', order({ receivedPence: 200 }), 300, 'exact', 'Pending, its last £3.'],
		['pending, part of the rest', order({ receivedPence: 200 }), 299, 'part', 'Leaves £0.01'],
		['pending, the whole though a part is there', order({ receivedPence: 200 }), 500, 'too-much', '£2 more'],
		['pending and paid', order({ receivedPence: 500 }), 500, 'too-much', 'The order is paid: all of it'],
		['pending, paid and sent back', order({ receivedPence: 500, sentPence: 500 }), 500, 'exact', 'Pending'],
		['pending over nothing', order({ totalPence: 0 }), 500, 'too-much', 'all of it is to be sent back'],
		['approved by hand, to the penny', approved(), 500, 'books', 'Approved, not seen at the bank yet.'],
		['approved by hand, less', approved(), 499, 'part', 'Leaves £0.01'],
		['approved by hand, more', approved(), 600, 'too-much', '£1 more than outstanding.'],
		[
			'approved with a part, the rest',
			approved({ receivedPence: 400 }),
			100,
			'books',
			'Approved, its last £1.',
		],
		['approved and paid', approved({ receivedPence: 500 }), 1, 'too-much', 'The order is paid'],
		['rejected', order({ status: 'rejected' }), 500, 'too-much', 'The order is rejected: all of it'],
		['failed', order({ status: 'failed' }), 500, 'too-much', 'The order is failed: all of it'],
		['refunded', order({ status: 'failed', receivedPence: 5, sentPence: 5 }), 5, 'too-much', 'is failed'],
		['still in the checkout', order({ status: 'open' }), 500, 'unknown', 'has not sent the receipt yet'],
		['abandoned', order({ status: 'abandoned' }), 500, 'unknown', 'has not sent the receipt yet'],
	])('that is %s gets its match and the reason', (_, named, pence, match, why) => {
		const proposal = propose(line(pence), { named: [named] })
		expect(proposal).toMatchObject({ match, why: expect.stringContaining(why) })
		if (match !== 'unknown') expect(proposal.parts).toEqual([{ order: named, pence }])
	})

	test('needs a decision where the same amount also goes out, instead of a bulk confirmation', () => {
		const getMatch = (pence: number, named: Candidate) => propose(line(pence), { named: [named] }, true).match
		expect(getMatch(500, order())).toBe('look')
		expect(getMatch(500, approved())).toBe('look')
		expect(getMatch(400, order())).toBe('part')
		expect(getMatch(600, order())).toBe('too-much')
	})

	test('is proposed with the rest of the line', () => {
		expect(propose(line(900, { bookedPence: 400 }), { named: [order()] })).toMatchObject({
			match: 'exact',
			parts: [{ pence: 500 }],
		})
	})
})

describe('a payment that names several orders', () => {
	const [a, b] = [order({ reference: 'A' }), order({ reference: 'B', totalPence: 300 })]
	test.each<[state: string, named: Candidate[], pence: number, match: string, amounts: number[]]>([
		['amounts that add up to it', [a, b], 800, 'split', [500, 300]],
		['one of them paid', [order({ reference: 'A', receivedPence: 500 }), b], 300, 'split', [300]],
		['one of them approved', [approved({ reference: 'A' }), b], 800, 'split', [500, 300]],
		['one of them rejected', [order({ reference: 'A', status: 'rejected' }), b], 300, 'split', [300]],
		['amounts a penny above it', [a, b], 799, 'unknown', [500, 300]],
		['amounts a penny below it', [a, b], 801, 'unknown', [500, 300]],
		['amounts of which it pays one', [a, b], 500, 'unknown', [500, 300]],
		[
			'all of them paid',
			[approved({ reference: 'A', receivedPence: 500 }), { ...b, status: 'failed' }],
			9,
			'unknown',
			[0, 0],
		],
		['one still in the checkout', [a, { ...b, status: 'open' }], 500, 'exact', [500]],
	])('with %s gets its match and the amount of each', (_, named, pence, match, amounts) => {
		const proposal = propose(line(pence), { named })
		expect(proposal.match).toBe(match)
		expect(proposal.parts.map(part => part.pence)).toEqual(amounts)
	})
})

describe('a payment that names no order', () => {
	const near = [{ order: order(), slip: 'One character differs' as const }]
	test.each([
		['nor a similar one', [], 'unknown', 'No order is named.'],
		['but one that is similar', near, 'similar', 'One character differs.'],
		['but two that are similar', [...near, ...near], 'unknown', 'No order is named.'],
	])('%s gets its match and the reason', (_, similar, match, why) => {
		expect(propose(line(500), { named: [], near: similar })).toMatchObject({ match, why })
	})

	test('ignores similar references when it also names orders', () => {
		const proposal = propose(line(7), { named: [order(), order({ reference: 'B' })] })
		expect(proposal.why).toBe('Names several orders, with £10 outstanding.')
	})
})

describe('an outgoing payment', () => {
	const rejected = order({ status: 'rejected', receivedPence: 500 })
	const paid = approved({ receivedPence: 500 })
	test.each<
		[what: string, named: Candidate[], returned: Candidate[], pence: number, match: string, why: string]
	>([
		['names an order with money to send back', [rejected], [], -500, 'sent-back', '£5 to send back.'],
		['sends back a part', [rejected], [], -200, 'sent-back', '£5 to send back.'],
		['exceeds the money that is left', [rejected], [], -501, 'unknown', 'had no money'],
		[
			'sends back a surplus of a pending order',
			[order({ receivedPence: 600 })],
			[],
			-100,
			'sent-back',
			'£1 to send back.',
		],
		['names a paid order', [paid], [], -500, 'unknown', 'had no money to send back'],
		['quotes the payment of a paid order', [], [paid], -500, 'sent-back', 'the bank took it back'],
		['names and quotes a paid order', [paid], [paid], -500, 'sent-back', 'the bank took it back'],
		[
			'quotes a payment that two orders share',
			[],
			[paid, { ...paid, id: 'B' }],
			-500,
			'unknown',
			'had no money',
		],
		['names an order without money', [order()], [], -500, 'unknown', 'had no money to send back'],
		[
			'names two with money to send back',
			[rejected, { ...rejected, id: 'B' }],
			[],
			-500,
			'unknown',
			'had no money',
		],
		[
			'names one with money to send back among two',
			[rejected, { ...paid, id: 'B' }],
			[],
			-500,
			'sent-back',
			'£5',
		],
		['names nothing', [], [], -500, 'unknown', 'No order is named.'],
		[
			'names a refunded order',
			[order({ status: 'failed', receivedPence: 5, sentPence: 5 })],
			[],
			-5,
			'unknown',
			'had no money',
		],
	])('that %s gets its match and the reason', (_, named, returned, pence, match, why) => {
		const proposal = propose(line(pence), { named, returned })
		expect(proposal).toMatchObject({ match, why: expect.stringContaining(why) })
		if (match === 'sent-back') expect(proposal.parts).toMatchObject([{ pence: -pence }])
	})
})

describe('a line that was already decided', () => {
	test.each([
		[line(500, { bookedPence: 500 }), 'booked', 0],
		[line(-500, { bookedPence: -500 }), 'booked', 0],
		[line(500, { dismissedAt: 1 }), 'dismissed', 0],
		[line(500, { bookedPence: 200, dismissedAt: 1 }), 'dismissed', 0],
		[line(-500, { bookedPence: -200 }), 'unknown', 300],
	])('%j is %s and leaves %i pence', (one, match, rest) => {
		expect(propose(one, { named: [] }).match).toBe(match)
		expect(computeUnbooked(one)).toBe(rest)
	})
})

test('two lines that pay the same order exactly need a decision, and the second becomes an overpayment', () => {
	const lines = [line(500, { id: '1' }), line(500, { id: '2' }), line(500, { id: '3' })]
	const [a, b] = [order(), order({ reference: 'B' })]
	const of = (id: string, named: Candidate) => ({ named: id === '3' ? [b] : [named] })
	const before = proposeAll(lines, 'csv', ({ id }) => of(id, a))
	expect(before.map(({ match }) => match)).toEqual(['look', 'look', 'exact'])
	expect(before[0]?.why).toBe('2 payments of this file pay it exactly.')
	const [first, ...others] = lines
	const booked = [{ ...first, bookedPence: 500 } as EntryMoney, ...others]
	const after = proposeAll(booked, 'csv', ({ id }) => of(id, { ...a, receivedPence: 500 }))
	expect(after.map(({ match }) => match)).toEqual(['booked', 'too-much', 'exact'])
})

describe('lines that may be forged', () => {
	const forgeable = (amounts: number[], format: Format = 'csv') => {
		const lines = amounts.map(pence => ({ pence }))
		const found = findForgeable(lines, format)
		return lines.filter(one => found.has(one)).map(({ pence }) => pence)
	}
	test.each([
		[
			[5, 7, -5],
			[5, -5],
			[5, -5],
		],
		[
			[5, 5, -5],
			[5, 5, -5],
			[5, 5, -5],
		],
		[
			[100, 2, 98, -100, -5],
			[100, -100],
			[100, 2, 98, -100],
		],
		[[9, 2, 3, -5, 8], [], [2, 3, -5]],
		[[1, 2, 3], [], []],
	])('among %j are %j, and in a plain-text format %j', (amounts, pairs, runs) => {
		expect(forgeable(amounts)).toEqual(pairs)
		expect(forgeable(amounts, 'mt940')).toEqual(runs)
	})
})

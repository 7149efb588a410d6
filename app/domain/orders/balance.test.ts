import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderStatus } from '~/domain/orders/rules'
import {
	computeBalance,
	computeDue,
	computeOutstanding,
	computeToSendBack,
	getMoneyState,
	withPayment,
} from './balance'

const money = (status: OrderStatus, totalPence: number, receivedPence: number, sentPence: number) => ({
	status,
	totalPence,
	receivedPence,
	sentPence,
})

test.each<[OrderStatus, number, number, number, string, number, number]>([
	['pending', 500, 0, 0, 'nothing received', 500, 0],
	['pending', 500, 200, 0, 'part received', 300, 0],
	['pending', 500, 500, 0, 'paid', 0, 0],
	['pending', 500, 600, 0, 'too much', 0, 100],
	['pending', 500, 600, 100, 'paid', 0, 0],
	['pending', 500, 500, 500, 'nothing received', 500, 0],
	['pending', 0, 0, 0, 'settled', 0, 0],
	['approved', 500, 0, 0, 'nothing received', 500, 0],
	['approved', 500, 500, 0, 'paid', 0, 0],
	['rejected', 500, 0, 0, 'nothing received', 0, 0],
	['rejected', 500, 500, 0, 'to send back', 0, 500],
	['rejected', 500, 500, 200, 'to send back', 0, 300],
	['rejected', 500, 500, 500, 'settled', 0, 0],
	['failed', 500, 200, 0, 'to send back', 0, 200],
])(
	'a %s order over %i with %i received and %i sent back is "%s"',
	(status, total, received, sent, state, outstanding, back) => {
		const order = money(status, total, received, sent)
		expect([getMoneyState(order), computeOutstanding(order), computeToSendBack(order)]).toEqual([
			state,
			outstanding,
			back,
		])
	},
)

test('is never both outstanding and to send back', () => {
	const amount = fc.nat({ max: 1_000 })
	const status = fc.constantFrom<OrderStatus>('pending', 'approved', 'rejected', 'failed')
	fc.assert(
		fc.property(status, amount, amount, amount, (one, total, received, sent) => {
			const order = money(one, total, received + sent, sent)
			expect(computeOutstanding(order) - computeToSendBack(order)).toBe(
				computeDue(order) - computeBalance(order),
			)
			expect(Math.min(computeOutstanding(order), computeToSendBack(order))).toBe(0)
		}),
	)
})

test('a ledger row counts as received or sent, and no longer once it is reversed', () => {
	const before = money('pending', 500, 300, 50)
	expect(withPayment(before, 200)).toEqual(money('pending', 500, 500, 50))
	expect(withPayment(before, -20)).toEqual(money('pending', 500, 300, 70))
	expect(withPayment(before, 300, true)).toEqual(money('pending', 500, 0, 50))
	expect(withPayment(before, -50, true)).toEqual(money('pending', 500, 300, 0))
})

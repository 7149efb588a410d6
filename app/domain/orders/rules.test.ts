import { describe, expect, it } from 'vitest'
import {
	allowedStep,
	canDecide,
	checkoutPath,
	type Decision,
	nameCells,
	type OrderStatus,
	shownStatus,
	tooManyCells,
	tooManyPending,
} from './rules'

describe('decisions', () => {
	const all: OrderStatus[] = ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed']
	const order = (status: OrderStatus) => ({ status, totalPence: 1, refundedAt: null })
	it.each<[Decision, OrderStatus[]]>([
		['approve', ['pending']],
		['reject', ['pending', 'approved']],
		['assign', ['failed']],
		['refund', ['rejected', 'failed']],
	])('%s what is %j', (decision, statuses) => {
		expect(all.filter(status => canDecide(order(status), decision))).toEqual(statuses)
	})
	it('end with the refund', () => {
		for (const decision of ['approve', 'reject', 'assign', 'refund'] as const) {
			expect(all.filter(status => canDecide({ ...order(status), refundedAt: 1 }, decision))).toEqual([])
		}
		expect(shownStatus({ status: 'failed', refundedAt: 1 })).toBe('refunded')
		expect(shownStatus({ status: 'failed', refundedAt: null })).toBe('failed')
	})
	it('refund nothing where nothing was to be paid', () => {
		expect(canDecide({ ...order('failed'), totalPence: 0 }, 'refund')).toBe(false)
		expect(canDecide({ ...order('failed'), totalPence: 0 }, 'assign')).toBe(true)
	})
})

describe('the steps guard themselves', () => {
	it.each<[OrderStatus, boolean, 'cells' | 'payment' | 'confirm' | 'done', string]>([
		['open', false, 'cells', 'cells'],
		['open', false, 'payment', 'cells'],
		['open', false, 'confirm', 'cells'],
		['open', false, 'done', 'cells'],
		['open', true, 'cells', 'cells'],
		['open', true, 'payment', 'payment'],
		['open', true, 'confirm', 'confirm'],
		['open', true, 'done', 'confirm'],
		['abandoned', false, 'payment', 'cells'],
		['abandoned', true, 'payment', 'payment'],
		['abandoned', true, 'confirm', 'confirm'],
		['pending', true, 'cells', 'done'],
		['approved', true, 'payment', 'done'],
		['rejected', true, 'confirm', 'done'],
		['failed', true, 'done', 'done'],
	])('%s, proceeded %s, wants %s: %s', (status, proceeded, wanted, shown) => {
		const order = { status, proceededAt: proceeded ? 1 : null, totalPence: 1 }
		expect(allowedStep(order, wanted)).toBe(shown)
	})
	it('show no bank details where nothing is to be paid', () => {
		const free = { status: 'open', proceededAt: 1, totalPence: 0 } as const
		expect(allowedStep(free, 'payment')).toBe('confirm')
		expect(allowedStep(free, 'cells')).toBe('cells')
		expect(allowedStep({ ...free, proceededAt: null }, 'payment')).toBe('cells')
	})
	it('at addresses of their own', () => {
		expect(checkoutPath('x', 'cells')).toBe('/user/checkout/x')
		expect(checkoutPath('x', 'confirm')).toBe('/user/checkout/x/confirm')
	})
})

describe('limits', () => {
	it('say what the limit is', () => {
		expect(tooManyCells(1_101, 1_000)).toBe(
			'An order can have at most 1,000 pixels, and you have chosen 1,101. Please choose fewer.',
		)
		expect(tooManyCells(2, 1)).toMatch(/at most 1 pixel,/)
		expect(tooManyPending(3)).toBe(
			'3 of your orders wait for the review of their payment. Until the first is approved, you can have 3 at a time.',
		)
	})
})

describe('words', () => {
	it('name cells', () => {
		expect(nameCells([112, 1])).toBe('medium pixel at row 1, column 1; tiny pixel at row 8, column 1')
	})
	it('stop after a few', () => {
		expect(nameCells([112, 113, 114, 115], 2)).toBe(
			'tiny pixel at row 8, column 1; tiny pixel at row 8, column 2; and 2 more',
		)
	})
})

import { describe, expect, test } from 'vitest'
import {
	allowedStep,
	canDecide,
	checkoutPath,
	type Decision,
	type OrderStatus,
	shownStatus,
	tooManyCells,
	tooManyPending,
	whyCellsForbidApproval,
} from './rules'

describe('the decisions on an order', () => {
	const all: OrderStatus[] = ['open', 'abandoned', 'pending', 'approved', 'rejected', 'failed']
	const order = (status: OrderStatus) => ({
		status,
		totalPence: 1,
		receivedPence: 0,
		sentPence: 0,
	})
	test.each<[Decision, OrderStatus[]]>([
		['approve', ['pending']],
		['reject', ['pending', 'approved']],
		['assign', ['failed']],
		['refund', ['rejected', 'failed']],
	])('of status %s are %j', (decision, statuses) => {
		expect(all.filter(status => canDecide(order(status), decision))).toEqual(statuses)
	})
	test('end with the refund', () => {
		for (const decision of ['approve', 'reject', 'assign', 'refund'] as const) {
			for (const status of ['failed', 'rejected'] as const) {
				expect(canDecide({ ...order(status), receivedPence: 5, sentPence: 5 }, decision)).toBe(false)
			}
		}
		const shown = (status: OrderStatus, receivedPence: number, sentPence: number) =>
			shownStatus({ ...order(status), receivedPence, sentPence })
		expect(shown('failed', 5, 5)).toBe('refunded')
		expect(shown('failed', 5, 4)).toBe('failed')
		expect(shown('rejected', 0, 0)).toBe('rejected')
		expect(shown('approved', 5, 5)).toBe('approved')
	})
	test('do not include a refund when nothing was to be paid', () => {
		expect(canDecide({ ...order('failed'), totalPence: 0 }, 'refund')).toBe(false)
		expect(canDecide({ ...order('failed'), totalPence: 0 }, 'assign')).toBe(true)
	})
})

describe('the steps of the checkout', () => {
	test.each<[OrderStatus, boolean, 'cells' | 'payment' | 'confirm' | 'done', string]>([
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
	])('redirect an order that is %s, proceeded %s, from step %s to %s', (status, proceeded, wanted, shown) => {
		const order = { status, proceededAt: proceeded ? 1 : null, totalPence: 1 }
		expect(allowedStep(order, wanted)).toBe(shown)
	})
	test('show no bank details when nothing is to be paid', () => {
		const free = { status: 'open', proceededAt: 1, totalPence: 0 } as const
		expect(allowedStep(free, 'payment')).toBe('confirm')
		expect(allowedStep(free, 'cells')).toBe('cells')
		expect(allowedStep({ ...free, proceededAt: null }, 'payment')).toBe('cells')
	})
	test('have URLs of their own', () => {
		expect(checkoutPath('x', 'cells')).toBe('/user/checkout/x')
		expect(checkoutPath('x', 'confirm')).toBe('/user/checkout/x/confirm')
	})
})

describe('limit messages', () => {
	test('name the limit', () => {
		expect(tooManyCells(1_101, 1_000)).toBe(
			'An order can have at most 1,000 pixels, and you have chosen 1,101. Please choose fewer.',
		)
		expect(tooManyCells(2, 1)).toMatch(/at most 1 pixel,/)
		expect(tooManyPending(3)).toBe(
			'3 of your orders wait for the review of their payment. Until the first is approved, you can have 3 at a time.',
		)
	})
})

describe('an order that has lost cells', () => {
	test.each([
		[1, 1, 'The pixel of this order is no longer held by it'],
		[4, 4, 'All 4 pixels of this order are no longer held by it'],
		[1, 4, '1 of the 4 pixels of this order is no longer held by it'],
		[3, 4, '3 of the 4 pixels of this order are no longer held by it'],
	])('%i of %i cannot be approved, only rejected and refunded', (lost, cells, message) => {
		expect(whyCellsForbidApproval(lost, cells)).toBe(
			`${message}, so it cannot be approved. Reject it; then money that has arrived for it can be marked as refunded.`,
		)
	})
	test('can be approved when it holds all of them', () => {
		expect(whyCellsForbidApproval(0, 4)).toBeUndefined()
	})
})

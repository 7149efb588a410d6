import { expect, test } from 'vitest'
import { newsOf, waitingCount } from './waiting'

test('an administrator hears of what waits, with the way to it', () => {
	const waiting = { payments: 1_200, failedOrders: 1, failedMails: 2 }
	expect(waitingCount(waiting)).toBe(1_203)
	expect(newsOf(waiting)).toEqual([
		{ words: '1,200 payments wait for review', href: '/admin/transactions?status=pending' },
		{ words: '1 order has failed', href: '/admin/transactions?status=failed' },
		{ words: '2 emails have not been sent', href: '/admin/outbox' },
	])
	expect(newsOf({ payments: 1, failedOrders: 0, failedMails: 0 }).map(one => one.words)).toEqual([
		'1 payment waits for review',
	])
})

import { expect, test } from 'vitest'
import { bellEntries } from './worklists'

test('the bell shows administrators the orders to review with a link', () => {
	expect(bellEntries({ toReview: 1_200 })).toEqual([
		{ words: '1,200 payments wait for review', href: '/admin/transactions?status=pending' },
	])
	expect(bellEntries({ toReview: 1 }).map(entry => entry.words)).toEqual(['1 payment waits for review'])
	expect(bellEntries({ toReview: 0 })).toEqual([])
})

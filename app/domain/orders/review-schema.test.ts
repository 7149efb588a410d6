import { expect, test } from 'vitest'
import { ReviewFilter, reviewListPath, searchExpression } from './review-schema'

test('nonsense in the address of the list counts as not asked', () => {
	const all = { q: '', status: null, page: 1 }
	expect(ReviewFilter.parse({})).toEqual(all)
	expect(ReviewFilter.parse({ q: 'x'.repeat(201), status: 'open', page: '-3' })).toEqual(all)
	expect(ReviewFilter.parse({ q: ' ada ', status: 'failed', page: '2' })).toEqual({
		q: 'ada',
		status: 'failed',
		page: 2,
	})
})

test('the address holds what differs from the whole list', () => {
	expect(reviewListPath({ q: '', status: null, page: 1 })).toBe('/admin/transactions')
	expect(reviewListPath({ q: 'a&b', status: 'pending', page: 3 })).toBe(
		'/admin/transactions?q=a%26b&status=pending&page=3',
	)
})

test('every word is asked for, quoted, or all of it together', () => {
	expect(searchExpression('ada example')).toBe('("ada" AND "example") OR "adaexample"')
	expect(searchExpression('ABC-123')).toBe('("ABC-123") OR "ABC123"')
	expect(searchExpression('say "hi!"')).toBe('("say" AND """hi!""") OR "say""hi!"""')
})

test('a word of one or two characters is too short for the index', () => {
	expect(searchExpression('li')).toBeNull()
	expect(searchExpression('ada li')).toBeNull()
	expect(searchExpression('')).toBeNull()
	expect(searchExpression('李小龍')).not.toBeNull()
})

import { expect, test } from 'vitest'
import { DecisionForm, ReviewFilter, reviewListPath, searchExpression } from './review-schema'

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

test('a reason is as long as the browser counts it, where a line break is one character', () => {
	const decision = { intent: 'reject', version: '1' }
	const full = `${'x'.repeat(990)}${'\r\n'.repeat(9)}x`
	expect(DecisionForm.parse({ ...decision, reason: full }).reason).toHaveLength(1000)
	expect(DecisionForm.safeParse({ ...decision, reason: 'x'.repeat(1001) }).success).toBe(false)
})

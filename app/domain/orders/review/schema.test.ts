import { expect, test } from 'vitest'
import { RejectForm, ReviewFilter } from './schema'

test('invalid filters in the URL of the list are ignored', () => {
	const all = { q: '', status: null, money: null, from: null, to: null, page: 1, size: 10 }
	expect(ReviewFilter.parse({})).toEqual(all)
	const nonsense = {
		q: 'x'.repeat(201),
		status: 'open',
		from: '2026-02-30',
		to: 'soon',
		page: '-3',
		size: '11',
	}
	expect(ReviewFilter.parse({ ...nonsense, money: 'lots', sort: 'x' })).toEqual(all)
	const asked = {
		q: ' ada ',
		status: 'failed',
		from: '2026-11-01',
		page: '2',
		size: '50',
		money: 'part',
		sort: '-amount',
	}
	expect(ReviewFilter.parse(asked)).toEqual({
		...all,
		money: 'part',
		size: 50,
		sort: '-amount',
		q: 'ada',
		status: 'failed',
		from: '2026-11-01',
		page: 2,
	})
})

test('a reason counts a line break as one character, as browsers do', () => {
	const decision = { intent: 'reject', version: '1' }
	const full = `${'x'.repeat(990)}${'\r\n'.repeat(9)}x`
	expect(RejectForm.parse({ ...decision, reason: full }).reason).toHaveLength(1000)
	expect(RejectForm.safeParse({ ...decision, reason: 'x'.repeat(1001) }).success).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LIST_FIELDS, listPath, parseListQuery, readPage } from './list'

const rows = Array.from({ length: 23 }, (_, index) => index + 1)
const read = (requested: number, total = rows.length) =>
	readPage({ requested, total }, async ({ skipped, size }) => rows.slice(skipped, skipped + size))

describe('a page of a list', () => {
	test('has a label with its range and the total', async () => {
		expect(await read(2)).toMatchObject({ page: 2, pageCount: 3, from: 11, to: 20, total: 23 })
		expect(await read(3)).toMatchObject({ from: 21, to: 23, rows: [21, 22, 23] })
	})
	test('beyond the last page is the last page', async () => {
		expect(await read(1_000_000)).toMatchObject({ page: 3, from: 21 })
	})
	test('of an empty list is page 1 of 1 without a query', async () => {
		expect(await read(5, 0)).toEqual({ rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0 })
	})
})

describe('a page of a list sorted from the oldest', () => {
	const oldest = (requested: number, total = rows.length) =>
		readPage({ requested, total, sort: 'oldest' }, async ({ skipped, size }) =>
			rows.slice(0, total).slice(skipped, skipped + size),
		)
	test.each([
		[1, 23, [23, 22, 21, 20, 19, 18, 17, 16, 15, 14], 1, 10],
		[2, 23, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 11, 20],
		[3, 23, [3, 2, 1], 21, 23],
		[9, 23, [3, 2, 1], 21, 23],
		[2, 20, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 11, 20],
		[1, 2, [2, 1], 1, 2],
	])('number %i of %i rows', async (requested, total, shown, from, to) => {
		expect(await oldest(requested, total)).toMatchObject({ rows: shown, from, to, total, sort: 'oldest' })
	})
	test('of an empty list is page 1 of 1 without a query', async () => {
		const read = () => Promise.reject(new Error('read'))
		const page = { rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0, sort: 'oldest' }
		expect(await readPage({ requested: 2, total: 0, sort: 'oldest' }, read)).toEqual(page)
	})
})

test.each([undefined, '', 'newest', 'OLDEST', 'oldest '])('ignores the sort order %j', sort => {
	expect(LIST_FIELDS.sort.parse(sort)).toBeUndefined()
	expect(LIST_FIELDS.sort.parse('oldest')).toBe('oldest')
})

test('the URL of a list contains only values that differ from the defaults', () => {
	expect(listPath('/admin/coupon', { q: '', page: 1 })).toBe('/admin/coupon')
	expect(listPath('/admin/coupon', { q: 'a b', status: null, page: 2 })).toBe('/admin/coupon?q=a+b&page=2')
	expect(listPath('/admin/coupon', { sort: undefined, page: 1 })).toBe('/admin/coupon')
	expect(listPath('/admin/coupon', { sort: 'oldest', page: 2 })).toBe('/admin/coupon?sort=oldest&page=2')
})

test('the query of a list is parsed, ignoring invalid values', () => {
	const schema = z.object(LIST_FIELDS)
	const parse = (query: string) => parseListQuery(schema, new URLSearchParams(query))
	expect(parse('')).toEqual({ q: '', page: 1 })
	expect(parse('q=a&page=2&sort=oldest')).toEqual({ q: 'a', page: 2, sort: 'oldest' })
	expect(parse('page=x&sort=x')).toEqual({ q: '', page: 1 })
	expect(parse('')).toEqual({ q: '', page: 1 })
	expect(parseListQuery(z.object({ page: LIST_FIELDS.page }), new URLSearchParams())).toEqual({ page: 1 })
})

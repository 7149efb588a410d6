import { describe, expect, test } from 'vitest'
import { listPath, readPage } from './list'

const rows = Array.from({ length: 23 }, (_, index) => index + 1)
const read = (wanted: number, total = rows.length) =>
	readPage({ wanted, total }, async ({ skipped, size }) => rows.slice(skipped, skipped + size))

describe('a page', () => {
	test('says what it shows of how many', async () => {
		expect(await read(2)).toMatchObject({ page: 2, pageCount: 3, from: 11, to: 20, total: 23 })
		expect(await read(3)).toMatchObject({ from: 21, to: 23, rows: [21, 22, 23] })
	})
	test('beyond the last is the last', async () => {
		expect(await read(1_000_000)).toMatchObject({ page: 3, from: 21 })
	})
	test('of nothing is page 1 of 1, and nothing is read', async () => {
		expect(await read(5, 0)).toEqual({ rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0 })
	})
})

test('an address names only what was asked for', () => {
	expect(listPath('/admin/coupon', { q: '', page: 1 })).toBe('/admin/coupon')
	expect(listPath('/admin/coupon', { q: 'a b', status: null, page: 2 })).toBe('/admin/coupon?q=a+b&page=2')
})

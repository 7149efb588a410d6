import { expect, test } from 'vitest'
import { API_LIMIT, countApiRequest } from './api-limit.server'

const NOW = Date.UTC(2026, 5, 1, 12)
const ask = (subject: string, times: number, now: number) =>
	Array.from({ length: times }, () => countApiRequest(subject, now)).at(-1)

test('allows as many requests per subject and window as the limit', () => {
	expect(ask('one', API_LIMIT.requests, NOW)).toBeUndefined()
	expect(ask('one', 1, NOW)).toBe(API_LIMIT.seconds)
	expect(ask('other', 1, NOW)).toBeUndefined()
	const end = NOW + API_LIMIT.seconds * 1000
	expect(ask('one', 1, end - 1)).toBe(1)
	expect(ask('one', API_LIMIT.requests, end)).toBeUndefined()
	expect(ask('one', 1, end)).toBe(API_LIMIT.seconds)
})

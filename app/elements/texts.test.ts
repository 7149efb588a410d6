import { describe, expect, test } from 'vitest'
import { isAcceptedFile } from '~/domain/files/accepting'
import { extractDigits, formatCharacterCount, formatCountdown } from './texts'

describe('formatCountdown', () => {
	test.each([
		[300, '5:00'],
		[299.2, '5:00'],
		[59, '0:59'],
		[0, '0:00'],
		[-5, '0:00'],
		[3600, '1:00:00'],
		[3723, '1:02:03'],
	])('formats %s seconds as %s', (seconds, text) => {
		expect(formatCountdown(seconds)).toBe(text)
	})
})

describe('extractDigits', () => {
	test('extracts the digits of a pasted text', () => {
		expect(extractDigits(' 12-34 56\n', 6).join('')).toBe('123456')
	})

	test('returns no more digits than there are boxes', () => {
		expect(extractDigits('1234567', 6)).toHaveLength(6)
	})

	test('returns nothing for text without digits', () => {
		expect(extractDigits('abc', 6)).toEqual([])
	})
})

describe('accepts', () => {
	const receipt = '.png,.jpg,.jpeg,.pdf'

	test.each([
		['scan.PDF', 'application/pdf', receipt, true],
		['scan.gif', 'image/gif', receipt, false],
		['photo', 'image/png', 'image/*', true],
		['photo', 'image/png', 'image/jpeg, image/png', true],
		['photo.png', '', 'image/png', false],
		['anything', '', '', true],
	])('"%s" of the type "%s" where "%s" is accepted: %s', (name, type, accept, expected) => {
		expect(isAcceptedFile(accept, { name, type })).toBe(expected)
	})
})

describe('formatCharacterCount', () => {
	test('shows the count and the limit', () => {
		expect(formatCharacterCount(18, 200)).toBe('18 of 200 characters')
	})
})

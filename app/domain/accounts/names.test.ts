import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RegisterForm } from './schema'

const form = {
	lastName: 'Example',
	email: 'ada@example.test',
	password: 'correct horse',
	confirmPassword: 'correct horse',
	terms: 'on',
}
const accepted = (firstName: string) => RegisterForm.safeParse({ ...form, firstName }).success

describe('a name', () => {
	const word = fc
		.string({ unit: fc.constantFrom(...'aeiouxyzAEIZéüßøŁşČñΩωЖжאבة中村김'), minLength: 1, maxLength: 8 })
		.map(text => text.normalize('NFC'))

	test('accepts letters with spaces, hyphens, apostrophes and initials', () => {
		const joint = fc.constantFrom(' ', '-', "'", '’', '. ', ', ')
		fc.assert(
			fc.property(word, joint, word, joint, word, (a, first, b, second, c) => {
				expect(accepted(`${a}${first}${b}${second}${c}`)).toBe(true)
				expect(accepted(`${a.slice(0, 1)}.`)).toBe(true)
			}),
		)
	})

	test('rejects characters that mail programs turn into links or encoded words', () => {
		const link = fc.oneof(
			fc.constantFrom('://', '/', '\\', '@', ':', '.com', '.де', '.éa', '=?utf-8?q?a?='),
			word.filter(text => text.length > 1).map(text => `.${text}`),
		)
		fc.assert(
			fc.property(word, link, word, (before, part, after) => {
				expect(accepted(`${before}${part}${after}`)).toBe(false)
				expect(accepted(`${before} ${before}${part}`)).toBe(false)
			}),
		)
	})

	test('removes line breaks and control characters', () => {
		const control = fc.oneof(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 127, max: 159 }))
		fc.assert(
			fc.property(word, control, word, (before, code, after) => {
				const firstName = `${before}${String.fromCharCode(code)}${after}`
				expect(RegisterForm.safeParse({ ...form, firstName }).data?.firstName ?? '').not.toMatch(/\p{Cc}/u)
			}),
		)
	})

	test('is trimmed and must not be empty', () => {
		fc.assert(
			fc.property(word, fc.constantFrom('', ' ', '  ', '\t', '\u00a0'), (text, space) => {
				const parsed = RegisterForm.safeParse({ ...form, firstName: space + text + space })
				expect(parsed.data?.firstName).toBe(text)
				expect(accepted(space)).toBe(false)
			}),
		)
	})
})

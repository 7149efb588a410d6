import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODE_BASE, CODE_LENGTH, formatCode, normaliseCode } from './code'

const digits = fc.array(fc.integer({ min: 0, max: CODE_BASE - 1 }), {
	minLength: CODE_LENGTH,
	maxLength: CODE_LENGTH,
})

describe('the code of a certificate', () => {
	test('has three groups of four characters', () => {
		fc.assert(fc.property(digits, some => /^([34679CDFGHJKMNPRTWX]{4}-?){3}$/.test(formatCode(some))))
	})

	test('is recognised in any case and spacing', () => {
		fc.assert(
			fc.property(digits, some => {
				const code = formatCode(some)
				expect(normaliseCode(code)).toBe(code)
				expect(normaliseCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
			}),
		)
	})

	test('is rejected with any one character wrong', () => {
		fc.assert(
			fc.property(digits, fc.nat(CODE_LENGTH), fc.integer({ min: 1, max: CODE_BASE - 1 }), (some, at, by) => {
				const characters = [...formatCode(some).replaceAll('-', '')]
				const alphabet = '34679CDFGHJKMNPRTWX'
				const wrong = (alphabet.indexOf(characters[at] ?? '') + by) % CODE_BASE
				characters[at] = alphabet.charAt(wrong)
				expect(normaliseCode(characters.join(''))).toBeUndefined()
			}),
		)
	})

	test.each(['', 'nonsense', '3467', '3467-9CDF-GHJK-M', 'OOOO-OOOO-OOOO', "' or 1=1 --"])(
		'%s is not a code',
		text => {
			expect(normaliseCode(text)).toBeUndefined()
		},
	)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalisePaymentId } from './payment-id'

describe('a transaction ID is normalised', () => {
	test.each([
		['FT.12345678', 'FT12345678'],
		['FT\u200b12345678', 'FT12345678'],
		['ft 1234-5678', 'FT12345678'],
		['FT\u00ad12345678', 'FT12345678'],
		['\u202eFT12345678\u202c', 'FT12345678'],
		['FT\u00a01234\u20285678\n', 'FT12345678'],
		['F\u034fT12345678\ufeff', 'FT12345678'],
		['ＦＴ１２３４５６７８', 'FT12345678'],
		['ft/１２３４.5678', 'FT12345678'],
		['Überweisung 7', 'ÜBERWEISUNG7'],
		['U\u0308berweisung 7', 'ÜBERWEISUNG7'],
		['straße 1', 'STRASSE1'],
		['٣٤', '٣٤'],
		['... - /', ''],
		['', ''],
	])('%j becomes %s', (typed, comparable) => {
		expect(normalisePaymentId(typed)).toBe(comparable)
	})

	const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
	const noise = fc.constantFrom(...' .-/_#+:\u00a0\u200b\u200d\u00ad\u2060\ufeff\u202e\u0000\t\n\u2028')

	test('to letters and digits', () => {
		fc.assert(
			fc.property(text, typed => {
				const comparable = normalisePaymentId(typed)
				expect(comparable).toMatch(/^[\p{L}\p{N}]*$/u)
				expect(normalisePaymentId(comparable)).toBe(comparable)
				expect(normalisePaymentId(typed.normalize('NFD'))).toBe(comparable)
				expect(normalisePaymentId(typed.normalize('NFKC').toLowerCase())).toBe(comparable)
			}),
			{ numRuns: 500 },
		)
	})

	test('regardless of separators', () => {
		const id = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/)
		fc.assert(
			fc.property(id, id, fc.array(noise), (typed, other, between) => {
				const noisy = [...typed].map((character, index) => (between[index] ?? '') + character).join('')
				expect(normalisePaymentId(noisy + between.join(''))).toBe(typed.toUpperCase())
				const isSame = typed.toUpperCase() === other.toUpperCase()
				expect(normalisePaymentId(noisy) === normalisePaymentId(other)).toBe(isSame)
			}),
			{ numRuns: 300 },
		)
	})
})

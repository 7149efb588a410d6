import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReference, normaliseReference, REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from './reference'

const ALPHABET = '34679CDFGHJKMNPRTWX'
const reference = fc
	.array(fc.nat({ max: REFERENCE_BASE - 1 }), { minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH })
	.map(referenceFrom)

describe('a payment reference', () => {
	test('has eight unambiguous characters and is recognised', () => {
		fc.assert(
			fc.property(reference, good => {
				expect(good).toMatch(/^[34679CDFGHJKMNPRTWX]{8}$/)
				expect(isReference(good)).toBe(true)
			}),
		)
	})

	test('is rejected with any one character wrong', () => {
		fc.assert(
			fc.property(reference, good => {
				for (let place = 0; place < good.length; place++) {
					for (const other of `${ALPHABET}01258BEIOQ`) {
						if (other === good[place]) continue
						expect(isReference(good.slice(0, place) + other + good.slice(place + 1))).toBe(false)
					}
				}
			}),
			{ numRuns: 50 },
		)
	})

	test('is rejected with any two characters swapped, including the last', () => {
		fc.assert(
			fc.property(reference, good => {
				for (let a = 0; a < good.length; a++) {
					for (let b = a + 1; b < good.length; b++) {
						if (good[a] === good[b]) continue
						const letters = [...good]
						letters[a] = good[b] ?? ''
						letters[b] = good[a] ?? ''
						expect(isReference(letters.join(''))).toBe(false)
					}
				}
			}),
		)
	})

	test('is rejected with a character missing or added', () => {
		fc.assert(
			fc.property(reference, fc.nat({ max: 7 }), fc.constantFrom(...ALPHABET), (good, place, extra) => {
				expect(isReference(good.slice(0, place) + good.slice(place + 1))).toBe(false)
				expect(isReference(good.slice(0, place) + extra + good.slice(place))).toBe(false)
			}),
		)
	})

	test('matches about one in nineteen random texts of the same length', () => {
		fc.assert(
			fc.property(reference, good => {
				const last = [...ALPHABET].filter(character => isReference(good.slice(0, -1) + character))
				expect(last).toEqual([good.at(-1)])
			}),
		)
	})

	test.each(['', '3', '33333333A', 'OOOOOOOO', '3467-9CD'])('"%s" is not a reference', text => {
		expect(isReference(text)).toBe(false)
	})

	test('may be typed with spaces, hyphens and in lower case', () => {
		expect(normaliseReference(' 3467-9c df ')).toBe('34679CDF')
		fc.assert(
			fc.property(reference, fc.array(fc.constantFrom('', '', ' ', '-', '\t', '\u00a0')), (good, gaps) => {
				const typed = [...good].map((character, index) => character + (gaps[index] ?? '')).join('')
				expect(normaliseReference(typed.toLowerCase())).toBe(good)
				expect(normaliseReference(good)).toBe(good)
			}),
		)
	})

	test('is made of seven random characters', () => {
		expect(() => referenceFrom([1, 2, 3])).toThrow()
	})
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALPHABET, REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from '~/domain/orders/reference'
import { createFuzzyFinder } from './references'

const reference = fc
	.array(fc.nat({ max: REFERENCE_BASE - 1 }), { minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH })
	.map(referenceFrom)

describe('a mistyped reference', () => {
	test('is found with one character wrong or any two swapped', () => {
		fc.assert(
			fc.property(
				reference,
				fc.nat({ max: 7 }),
				fc.nat({ max: 7 }),
				fc.constantFrom(...ALPHABET, ...'0158OB'),
				(good, a, b, other) => {
					const letters = [...good]
					const wrong = letters.with(a, other).join('')
					const swapped = letters
						.with(a, good[b] ?? '')
						.with(b, good[a] ?? '')
						.join('')
					for (const text of [wrong, swapped])
						expect([...createFuzzyFinder([good])(text).keys()]).toEqual(text === good ? [] : [good])
				},
			),
		)
	})

	test('is found among others, each once, within a text', () => {
		const [one, other] = ['34679CDF', '3467HC9D']
		const find = createFuzzyFinder([one, other])
		expect([...find('for 3467 0CDF, thanks')]).toEqual([[one, 'One character differs']])
		expect([...find('for 3476 9CDF, thanks')]).toEqual([[one, 'Two characters exchanged']])
		expect([...find('nothing here')]).toEqual([])
	})

	test('is not found with two characters wrong', () => {
		expect([...createFuzzyFinder(['34679CDF'])('34670CD0')]).toEqual([])
		expect([...createFuzzyFinder([])('34679CD0')]).toEqual([])
	})
})

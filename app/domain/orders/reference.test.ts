import { describe, expect, it } from 'vitest'
import { isReference, normaliseReference, REFERENCE_BASE, REFERENCE_LENGTH, referenceFrom } from './reference'

function some(round: number): string {
	const digits = Array.from(
		{ length: REFERENCE_LENGTH },
		(_, place) => (round * 31 + place * 7 + 3) % REFERENCE_BASE,
	)
	return referenceFrom(digits)
}

describe('a payment reference', () => {
	it('has eight characters that are not taken for others', () => {
		for (let round = 0; round < 200; round++) expect(some(round)).toMatch(/^[34679CDFGHJKMNPRTWX]{8}$/)
	})

	it('is recognised', () => {
		for (let round = 0; round < 200; round++) expect(isReference(some(round))).toBe(true)
	})

	it('is not recognised with one wrong character', () => {
		const alphabet = '34679CDFGHJKMNPRTWX'
		for (let round = 0; round < 40; round++) {
			const good = some(round)
			for (let place = 0; place < good.length; place++) {
				for (const other of alphabet) {
					if (other === good[place]) continue
					expect(isReference(good.slice(0, place) + other + good.slice(place + 1))).toBe(false)
				}
			}
		}
	})

	it('is not recognised with two characters of its body exchanged', () => {
		for (let round = 0; round < 200; round++) {
			const good = some(round)
			for (let a = 0; a < REFERENCE_LENGTH; a++) {
				for (let b = a + 1; b < REFERENCE_LENGTH; b++) {
					if (good[a] === good[b]) continue
					const letters = [...good]
					letters[a] = good[b] ?? ''
					letters[b] = good[a] ?? ''
					expect(isReference(letters.join(''))).toBe(false)
				}
			}
		}
	})

	it.each(['', '3', '33333333A', 'OOOOOOOO', '3467-9CD'])('"%s" is none', text => {
		expect(isReference(text)).toBe(false)
	})

	it('may be typed with spaces, hyphens and small letters', () => {
		expect(normaliseReference(' 3467-9c df ')).toBe('34679CDF')
	})

	it('needs seven characters to be made', () => {
		expect(() => referenceFrom([1, 2, 3])).toThrow()
	})
})

import { expect, test } from 'vitest'
import { containsWords } from './words'

test('every word is in it, whatever its case and accents', () => {
	expect(containsWords('Élodie Sender', 'elodie')).toBe(true)
	expect(containsWords('Elodie Sender', 'SENDER  él')).toBe(true)
	expect(containsWords('Élodie Sender', 'elodie buyer')).toBe(false)
	expect(containsWords('Ødegård', 'ødegard')).toBe(true)
})

test('no words are in everything', () => {
	expect(containsWords('', ' ')).toBe(true)
})

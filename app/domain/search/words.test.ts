import { expect, test } from 'vitest'
import { holdsWords } from './words'

test('every word is in it, whatever its case and accents', () => {
	expect(holdsWords('Élodie Sender', 'elodie')).toBe(true)
	expect(holdsWords('Elodie Sender', 'SENDER  él')).toBe(true)
	expect(holdsWords('Élodie Sender', 'elodie buyer')).toBe(false)
	expect(holdsWords('Ødegård', 'ødegard')).toBe(true)
})

test('no words are in everything', () => {
	expect(holdsWords('', ' ')).toBe(true)
})

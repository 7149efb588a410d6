import { expect, test } from 'vitest'
import { containsWords } from './expression'

test('matches a text that contains every word, ignoring case and accents', () => {
	expect(containsWords('Élodie Sender', 'elodie')).toBe(true)
	expect(containsWords('Elodie Sender', 'SENDER  él')).toBe(true)
	expect(containsWords('Élodie Sender', 'elodie buyer')).toBe(false)
	expect(containsWords('Ødegård', 'ødegard')).toBe(true)
})

test('matches every text without words', () => {
	expect(containsWords('', ' ')).toBe(true)
})

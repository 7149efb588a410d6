import { expect, test } from 'vitest'
import { searchExpression, shortWords } from './expression'

test('every word is asked for, quoted, or all of it together', () => {
	expect(searchExpression('ada example')).toBe('("ada" AND "example") OR "adaexample"')
	expect(searchExpression('ABC-123')).toBe('("ABC-123") OR "ABC123"')
	expect(searchExpression('example')).toBe('"example"')
	expect(searchExpression('say "hi!"')).toBe('("say" AND """hi!""") OR "say""hi!"""')
})

test('a word of one or two characters is too short for the index, which answers for the others', () => {
	expect(searchExpression('li')).toBeNull()
	expect(shortWords('li')).toEqual(['li'])
	expect(searchExpression('ada li')).toBe('("ada") OR "adali"')
	expect(shortWords('ada li 王')).toEqual(['li', '王'])
	expect(searchExpression('')).toBeNull()
	expect(searchExpression('李小龍')).not.toBeNull()
})

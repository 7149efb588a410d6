import { expect, test } from 'vitest'
import { searchExpression } from './expression'

test('every word is asked for, quoted, or all of it together', () => {
	expect(searchExpression('ada example')).toBe('("ada" AND "example") OR "adaexample"')
	expect(searchExpression('ABC-123')).toBe('("ABC-123") OR "ABC123"')
	expect(searchExpression('example')).toBe('"example"')
	expect(searchExpression('say "hi!"')).toBe('("say" AND """hi!""") OR "say""hi!"""')
})

test('a word of one or two characters is too short for the index', () => {
	expect(searchExpression('li')).toBeNull()
	expect(searchExpression('ada li')).toBeNull()
	expect(searchExpression('')).toBeNull()
	expect(searchExpression('李小龍')).not.toBeNull()
})

import { expect, test } from 'vitest'
import { searchExpression } from './expression'

const edges = (word: string) =>
	`(${['\n', ' ', '.', '@', '_', "'"].map(gap => `"${gap}${word}" OR "${word}${gap}"`).join(' OR ')})`

test('every word is asked for, quoted, or all of it together', () => {
	expect(searchExpression('ada example')).toBe('("ada" AND "example") OR ("adaexample")')
	expect(searchExpression('ABC-123')).toBe('("ABC-123") OR ("ABC123")')
	expect(searchExpression('example')).toBe('"example"')
	expect(searchExpression('say "hi!"')).toBe('("say" AND """hi!""") OR ("say""hi!""")')
	expect(searchExpression('李小龍')).toBe('"李小龍"')
	expect(searchExpression('')).toBeNull()
})

test('a word of two characters is asked for where words begin and end', () => {
	expect(searchExpression('王伟')).toBe(edges('王伟'))
	expect(searchExpression('ada li')).toBe(`("ada" AND ${edges('li')}) OR ("adali")`)
})

test('one character is not asked for beside longer words, and not by itself', () => {
	expect(searchExpression('ada & co')).toBe(`("ada" AND ${edges('co')}) OR ("ada&co")`)
	expect(searchExpression('王 伟')).toBe(`("王 伟") OR (${edges('王伟')})`)
	expect(searchExpression('伟')).toBeNull()
})

import { expect, test } from 'vitest'
import { searchExpression } from './expression'

const edges = (word: string) =>
	`(${['\n', ' ', '.', '@', '_', "'"].map(gap => `"${gap}${word}" OR "${word}${gap}"`).join(' OR ')})`

test('the search matches every quoted word, or the whole text', () => {
	expect(searchExpression('ada example')).toBe('("ada" AND "example") OR ("adaexample")')
	expect(searchExpression('ABC-123')).toBe('("ABC-123") OR ("ABC123")')
	expect(searchExpression('example')).toBe('"example"')
	expect(searchExpression('say "hi!"')).toBe('("say" AND """hi!""") OR ("say""hi!""")')
	expect(searchExpression('李小龍')).toBe('"李小龍"')
	expect(searchExpression('')).toBeNull()
})

test('a word of two characters matches at word boundaries', () => {
	expect(searchExpression('王伟')).toBe(edges('王伟'))
	expect(searchExpression('ada li')).toBe(`("ada" AND ${edges('li')}) OR ("adali")`)
})

test('a single character is ignored next to longer words, and not searched in the index alone', () => {
	expect(searchExpression('ada & co')).toBe(`("ada" AND ${edges('co')}) OR ("ada&co")`)
	expect(searchExpression('王 伟')).toBe(`("王 伟") OR (${edges('王伟')})`)
	expect(searchExpression('伟')).toBeNull()
})

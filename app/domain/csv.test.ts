import { expect, test } from 'vitest'
import { csvRow } from './csv'

test('values are separated by commas, and quoted where they need it', () => {
	expect(csvRow(['Ada', 12, null, 'a,b', 'say "hi"', 'two\nlines'])).toBe(
		'Ada,12,,"a,b","say ""hi""","two\nlines"\r\n',
	)
})

test.each(['=1+1', '+44 20', '-2', '@SUM(A1)', '\t=1', ' =1', '＝1', '\u200b=1', '|cmd', '\r=1'])(
	'%j is text, never a formula',
	text => expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/),
)

/* Most of Europe separates columns by semicolons, where a quotation mark within a line has no meaning. */
test.each(['Ada;=1+1', 'Ada; +44', 'Ada\t=1', 'Ada;"=1+1', 'a,b;\u200b@SUM(A1)'])(
	'%j has no formula behind a sign that parts columns elsewhere',
	text => expect(csvRow([text])).not.toMatch(/[;\t][\s\p{C}"]*[=+@]/u),
)

test('other text with semicolons stays as it is', () => expect(csvRow(['a; b;c'])).toBe('a; b;c\r\n'))

test('a number stays one, below nothing too', () => expect(csvRow([-5.5])).toBe('-5.5\r\n'))

import { expect, test } from 'vitest'
import { csvRow } from './csv'

test('separates values by commas and quotes them where needed', () => {
	expect(csvRow(['Ada', 12, null, 'a,b', 'say "hi"', 'two\nlines'])).toBe(
		'Ada,12,,"a,b","say ""hi""","two\nlines"\r\n',
	)
})

test.each(['=1+1', '+44 20', '-2', '@SUM(A1)', '\t=1', ' =1', '＝1', '\u200b=1', '|cmd', '\r=1'])(
	'writes %j as text, never as a formula',
	text => expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/),
)

/* Spreadsheets in most of Europe separate columns by semicolons, where a quotation mark within a line has no
   meaning. */
test.each(['Ada;=1+1', 'Ada; +44', 'Ada\t=1', 'Ada;"=1+1', 'a,b;\u200b@SUM(A1)'])(
	'prevents %j from becoming a formula where columns are separated by semicolons',
	text => expect(csvRow([text])).not.toMatch(/[;\t][\s\p{C}"]*[=+@]/u),
)

test('leaves other text with semicolons unchanged', () => expect(csvRow(['a; b;c'])).toBe('a; b;c\r\n'))

test('writes numbers unquoted, including negative ones', () => expect(csvRow([-5.5])).toBe('-5.5\r\n'))

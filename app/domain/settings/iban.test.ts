import { describe, expect, test } from 'vitest'
import { ibanProblem } from './iban'

const WRONG = 'Please check the IBAN: a character of it is wrong, or two have changed places'
const LIMITS = 'Please check the IBAN: it has between 15 and 34 characters'

describe('an IBAN', () => {
	/* The examples of the registry of ISO 13616. */
	test.each([
		'GB29 NWBK 6016 1331 9268 19',
		'gb29nwbk60161331926819',
		'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
		'FR1420041010050500013M02606',
		'NO9386011117947',
		'MT84MALT011000012345MTLCAST001S',
		'BR1800360305000010009795493C1',
	])('may be %s', typed => expect(ibanProblem(typed)).toBeUndefined())

	test.each([
		['one wrong digit', 'GB29NWBK60161331926818', WRONG],
		['one wrong letter', 'GB29NWBL60161331926819', WRONG],
		['two digits swapped', 'GB29NWBK60161331926891', WRONG],
		['check digits that only the remainder accepts', 'GB00NWBK60161331926856', WRONG],
		[
			'a character missing',
			'GB29 NWBK 6016 1331 9268 1',
			'Please check the IBAN: it has 21 characters, and one that begins with GB has 22',
		],
		['too few characters', 'XX290000000003', LIMITS],
		['too many characters', `XX29${'1'.repeat(31)}`, LIMITS],
		['other characters', 'GB29-NWBK', 'Please enter the IBAN with letters and digits only'],
		[
			'a letter of another alphabet',
			'GB29NWBK6016133192681ß',
			'Please enter the IBAN with letters and digits only',
		],
	])('with %s is rejected', (_what, typed, message) => expect(ibanProblem(typed)).toBe(message))

	test('has exactly one pair of check digits', () => {
		const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))
		expect(pairs.filter(pair => ibanProblem(`GB${pair}NWBK60161331926819`) === undefined)).toEqual(['29'])
	})
})

test.each(['12345678', '20-00-00 12345678', 'A/C 12345678', 'Sparkasse 12345678901234567890', ''])(
	'%j is another kind of account number',
	typed => expect(ibanProblem(typed)).toBeUndefined(),
)
